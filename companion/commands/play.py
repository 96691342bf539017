"""A referee for people without a camera: type what happened, get the ruling and the totals.

    tapis play --game frankfurt --players Ann,Bob --log thursday.jsonl

Say an event in short words, its fields in order or by name; players, cards and words may be shortened as long as only
one fits. A line of JSON as in docs/events.md works too.

    discard Ann red/12 1
    disc a card=r/12 pile=1
    {"event":"manual_score","player":"Ann","points":5}

Besides the events of the game there are

    help [EVENT]            what can be said             history [N]          the last N entries with their rulings
    undo / redo             take back, bring back        scores               the totals
    correct N EVENT...      entry N was really that      save FILE            export to .jsonl, .json or .csv
    void N                  entry N did not happen       quit                 (or the end of input, or Ctrl-C)
    overrule N legal|illegal [why]
    accept N                 the table agrees with what was ruled

The log is written to --log entry by entry, before the ruling is shown; the same command resumes it. A name that ends in
.tapis or .db is a match file (its last match is resumed, --new begins another), any other name is JSON Lines.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.errors import BadInput
from companion.commands._phrases import Phrases, one_of, split, usage
from companion.commands.score import score_lines
from companion.core.codec import Kinds, kinds_of
from companion.core.events import META_TYPES, Accept, Correct, Event, NewMatch, Overrule, Void
from companion.core.fold import Judged, Match, Standing, check_match, fold
from companion.core.game import Game
from companion.core.ids import PlayerId
from companion.core.words import LANGUAGES, say
from companion.games import game_ids, load_game
from companion.store.exchange import export
from companion.store.jsonl import JsonLinesLog
from companion.store.log import MatchLog, MemoryLog
from companion.store.sqlite import MatchFile

HELP = "a text referee: type what happened, get the ruling and the totals"
MARKS = {"legal": "ok", "illegal": "NO", "undecided": "??"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="ID", help="the game: " + ", ".join(game_ids()))
    parser.add_argument("--players", default="", metavar="A,B", help="who plays, in seating order")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help="a house rule; repeatable")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep the match in FILE, and resume it from there")
    parser.add_argument("--new", action="store_true", help="begin a new match in a match file")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the rulings (default en)")


def run(args: argparse.Namespace) -> int:
    game = load_game(args.game)
    kinds = kinds_of(game.events)
    first = None if _resumes(args) else _new_match(game, args.players, args.option)
    table = Table(game, _open(args.log, kinds, args.new), args.lang)
    try:
        if not table.match.judged:
            table.append(first or _new_match(game, args.players, args.option))
        elif table.match.scores is None:
            ruling = table.match.judged[0].rulings[0]
            raise BadInput(say(ruling, game.words, args.lang), str(args.log), "give --log another name")
        elif args.players or args.option:
            print(f"The match in {args.log} goes on as it is.", file=sys.stderr)
        table.listen()
    finally:
        table.log.close()
    return 0


def _resumes(args: argparse.Namespace) -> bool:
    return bool(args.log and args.log.exists() and not args.new)


def _open(path: Path | None, kinds: Kinds, new: bool) -> MatchLog:
    if path is None:
        return MemoryLog(kinds)
    if path.suffix not in (".tapis", ".db"):
        if new and path.exists():
            raise BadInput("a JSON Lines log holds one match", str(path), "give --log another name")
        return JsonLinesLog(path, kinds)
    file = MatchFile(path)
    numbers = file.matches()
    return file.resume(numbers[-1], kinds) if numbers and not new else file.begin(kinds)


def _new_match(game: Game[Any], players: str, chosen: list[str]) -> NewMatch:
    if not players and sys.stdin.isatty():
        players = input("Who plays, in seating order (Ann, Bob)? ")
    names = tuple(PlayerId(name.strip()) for name in players.split(",") if name.strip())
    match = NewMatch(game.info.id, names, tuple(chosen_option(game, each) for each in chosen))
    wrong = check_match(game.info, match)
    if wrong is not None:
        raise BadInput(say(wrong, game.words), "", f"--players Ann,Bob; `tapis games --game {game.info.id}` says more")
    return match


def chosen_option(game: Game[Any], text: str) -> tuple[str, bool | int | str]:
    """A house rule as it is typed: NAME=CHOICE, both shortened as long as only one fits."""
    name, _, typed = text.partition("=")
    options = {option.name: option for option in game.info.options}
    option = options[one_of(name, options, "option")]
    choices = {str(choice).lower(): choice for choice in option.choices}
    return option.name, choices[one_of(typed, choices, f"choice of {option.name}")]


class Table:
    """One match at one table: what is said is written, judged and answered."""

    def __init__(self, game: Game[Any], log: MatchLog, lang: str) -> None:
        self.game, self.log, self.lang = game, log, lang
        self.match: Match = fold(game, log.entries())
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "help": self.help,
            "undo": self.undo,
            "redo": self.redo,
            "correct": self.correct,
            "void": self.void,
            "overrule": self.overrule,
            "accept": self.accept,
            "history": self.history,
            "scores": self.scores,
            "save": self.save,
        }

    def listen(self) -> None:
        """Answer every line until there are no more."""
        asking = sys.stdin.isatty()
        while True:
            try:
                text = input("> " if asking else "").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return
            if text in ("quit", "exit"):
                return
            if text and not text.startswith("#"):
                try:
                    self.hear(text)
                except BadInput as wrong:
                    print(f"  {wrong}")

    def hear(self, text: str) -> None:
        word, *rest = [text] if text.startswith("{") else split(text)
        if word in self.commands:
            self.commands[word](rest)
        else:
            self.append(self.phrases.event(text))

    @property
    def phrases(self) -> Phrases:
        scores = self.match.scores
        players = [line.player for line in scores.lines] if scores else []
        return Phrases(kinds_of(self.game.events), players, [card for card, _ in self.game.info.deck])

    def append(self, event: Event) -> None:
        """Written first, judged then, and only then answered."""
        before = self.match.scores
        judged = self.match.add(self.log.append(event, source="hand"))
        self._show(judged)
        if self.match.scores is not None and self.match.scores != before:
            print("  " + "   ".join(f"{line.player} {line.total}" for line in self.match.scores.lines))

    def help(self, words: list[str]) -> None:
        kinds = kinds_of(self.game.events)
        for kind in [kinds[one_of(words[0], kinds, "event")]] if words else kinds.values():
            print(f"  {usage(kind)}")
            if words:
                print(f"    {' '.join((kind.__doc__ or '').split())}")
        if not words:
            print("  " + ", ".join(self.commands) + ", quit")

    def undo(self, words: list[str]) -> None:
        """Take back the last entry that stands; the match itself stays."""
        for judged in reversed(self.match.judged[1:]):
            if type(judged.entry.event) not in META_TYPES and judged.standing is not Standing.VOIDED:
                self.append(Void(judged.entry.n))
                return
        print("  There is nothing to take back.")

    def redo(self, words: list[str]) -> None:
        """Bring back what the last undo took, as long as nothing else was said since."""
        last = self.match.judged[-1]
        for judged in reversed(self.match.judged):
            event, stands = judged.entry.event, judged.standing is not Standing.VOIDED
            if type(event) not in META_TYPES:
                break
            if isinstance(event, Void) and stands and type(self._entry(event.target).entry.event) not in META_TYPES:
                self.append(Void(judged.entry.n))
                return
        print(f"  There is nothing to bring back after entry {last.entry.n}.")

    def correct(self, words: list[str]) -> None:
        n = self._number(words)
        said = words[1:]
        self.append(Correct(n, self.phrases.event(" ".join(_quoted(word) for word in said) if said else "")))

    def void(self, words: list[str]) -> None:
        self.append(Void(self._number(words)))

    def overrule(self, words: list[str]) -> None:
        n = self._number(words)
        verdict = one_of(words[1] if len(words) > 1 else "", ("legal", "illegal"), "verdict")
        self.append(Overrule(n, verdict, why=" ".join(words[2:])))

    def accept(self, words: list[str]) -> None:
        self.append(Accept(self._number(words)))

    def history(self, words: list[str]) -> None:
        count = self._number(words) if words else len(self.match.judged)
        for judged in self.match.judged[-count:] if count > 0 else ():
            print(f"{judged.entry.n:>4}  {self.phrases.phrase(judged.entry.event)}  [{judged.standing.value}]")
            self._show(judged)

    def scores(self, words: list[str]) -> None:
        if self.match.scores is not None:
            print("\n".join(score_lines(self.match.scores)))

    def save(self, words: list[str]) -> None:
        if not words:
            raise BadInput("save needs a file", "", "save thursday.csv")
        export(self.log.entries(), Path(words[0]), force="--force" in words[1:])
        print(f"  {len(self.log.entries())} entries are in {words[0]}")

    def _show(self, judged: Judged) -> None:
        for ruling in judged.rulings:
            text = say(ruling, self.game.words, self.lang)
            print(f"  {MARKS[ruling.verdict.value]} {text}  ({judged.entry.n}, {ruling.code})")

    def _number(self, words: list[str]) -> int:
        if not words or not words[0].isdecimal() or len(words[0]) > 9:
            raise BadInput("which entry?", "", "say its number; `history` shows them")
        return int(words[0])

    def _entry(self, n: int) -> Judged:
        return self.match.judged[n - 1] if 0 < n <= len(self.match.judged) else self.match.judged[0]


def _quoted(word: str) -> str:
    return word if word.startswith("{") else "'" + word.replace("'", "'\"'\"'") + "'"
