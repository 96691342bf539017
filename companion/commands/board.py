"""Enter the real Frantic board game once: its squares, its cards' colours and counts, and its event sheet.

No rulebook prints them, so Tapis plays on a placeholder board and asks about the rest until you do. Write a template,
edit it, check it, and put the lines it becomes behind the first line of a match's log; the log then explains itself.

    tapis board --template mine.json
    tapis board mine.json
    tapis board mine.json --log evening.jsonl --players Ann Bob Cleo

Rows of numbers are the board as you see it (0: no square); the largest number is the finish. Neighbours that the rows
do not show are links: [square, "left"|"right"|"up"|"down", square]. A trigger is played, landing, passing, reaction,
hand or closed, several joined by +; "" is a colour, 0 a count that you do not know.

An event's script is a list of orders, done from the right of the player who triggered it:

    advance WHO N|die     forward, ignoring cards           draw WHO N        draw cards
    back WHO N|die        backward, ignoring cards          discard WHO N     discard cards
    walk WHO N|die        a real move: cards act            die WHO N         their dice are set to N
    goto WHO SQUARE       a number, start or finish         remove COLOUR     or all: cards leave the board
    swap WHO WHO          change places                     teleport N SQUARE
    ask                   people do the rest by hand, then say "done"

WHO is you, others, all, right, left, leaders or last. An event without a script is left to the people.
"""

import argparse
import json
import sys
from pathlib import Path

from calibration.errors import BadInput
from companion.core.codec import encode
from companion.core.events import Event, NewMatch
from companion.core.fold import check_match
from companion.core.ids import PlayerId
from companion.core.rulings import Ruling
from companion.core.words import say
from companion.games import load_game
from companion.games.frantic_board.files import read_data, template
from companion.store.whole import write_whole

HELP = "enter the real Frantic board, its cards and its events"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="your data, in one file or several")
    parser.add_argument("--template", type=Path, metavar="FILE", help="write a template to start from")
    parser.add_argument("--log", type=Path, help="begin a match's log with your data")
    parser.add_argument("--players", nargs="+", default=[], metavar="NAME", help="who plays, in the order of play")
    parser.add_argument("--force", action="store_true", help="let --template and --log replace a file")


def run(args: argparse.Namespace) -> int:
    if not args.template and not args.files:
        raise BadInput("there is nothing to do", do="name your file, or write a --template")
    if args.template:
        write_whole(args.template, template().encode(), args.force)
    events: list[Event] = []
    faults: list[BadInput] = []
    for file in args.files:
        found, wrong = read_data(_text(file), str(file))
        events += found
        faults += wrong
    for fault in faults[1:]:
        print(f"tapis: {fault}", file=sys.stderr)
    if faults:
        raise faults[0]
    if args.log:
        events.insert(0, _match(args.players))
    lines = "".join(json.dumps(encode(event), ensure_ascii=False) + "\n" for event in events)
    if args.log:
        write_whole(args.log, lines.encode(), args.force)
    else:
        print(lines, end="")
    return 0


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, ValueError):
        raise BadInput("cannot be read", str(file), "name a JSON file; --template writes one to start from") from None


def _match(players: list[str]) -> NewMatch:
    game = load_game("frantic_board")
    match = NewMatch(game.info.id, tuple(map(PlayerId, players)))
    wrong: Ruling | None = check_match(game.info, match)
    if wrong is not None:
        raise BadInput(say(wrong, game.words), "--players", "name who plays")
    return match
