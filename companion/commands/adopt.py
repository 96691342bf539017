"""Make a session a golden test: the recording, and what was seen, ruled and scored in it, to be so for ever.

RECORDING is a recording (or a video file); FOLDER is new. Look at what is printed before you keep it: from then on it
counts as right. --begin and --end keep a part only. A deck that comes with Tapis is named, any other is copied.

--check plays golden recordings again and tells what is not as it was; exit status 1 if anything is.

    tapis adopt ~/recordings/friday --deck ~/decks/ours --begin 62 --end 75 --out tests/recordings/adopted/two-slaps
    tapis adopt --check tests/recordings/adopted/*
"""

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput
from companion.commands import _sitting

if TYPE_CHECKING:
    from vision.recording.manifest import Manifest
    from vision.recording.writer import Writer
    from vision.sources.source import Source

HELP = "make a recorded session a golden test, or check those there are"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("recordings", nargs="+", metavar="RECORDING", help="a recording; with --check golden ones")
    _sitting.add_arguments(parser, deck_required=False)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="the new golden recording")
    parser.add_argument("--begin", type=float, default=0.0, metavar="S", help="leave out what was before")
    parser.add_argument("--end", type=float, metavar="S", help="leave out what came after")
    parser.add_argument("--check", action="store_true", help="play golden recordings again and compare")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    if args.check:
        return check(args)
    if len(args.recordings) > 1 or args.out is None or args.deck is None:
        raise BadInput("one RECORDING, --deck and --out are needed", do="`tapis adopt --help` shows how")
    made = adopt(args.recordings[0], args)
    rows = [*made["told"], made["scores"]]
    for row in rows:
        print(json.dumps(row, ensure_ascii=False) if args.json else row.get("text", json.dumps(row)))
    print(f"{made['frames']} pictures: {args.out}; read the rulings before you keep it", file=sys.stderr)
    return 0


def check(args: argparse.Namespace) -> int:
    from companion.commands._golden import differences, load_expected, replay

    changed = False
    for folder in map(Path, args.recordings):
        found = list(differences(load_expected(folder), replay(folder)))
        changed |= bool(found)
        if args.json:
            print(json.dumps({"recording": str(folder), "differences": found}, ensure_ascii=False))
        else:
            print("\n".join([f"{folder}: {'as it was' if not found else 'changed'}", *(f"  {line}" for line in found)]))
    return 1 if changed else 0


def adopt(what: str, args: argparse.Namespace) -> dict[str, Any]:
    """The golden recording, whole or not at all; gives what it expects."""
    from companion.commands._golden import EXPECTED, expectation
    from vision.recording.reader import Recording
    from vision.recording.writer import Writer

    source = _sitting.open_any(what)
    try:
        manifest = _manifest(source, what, args)
        writer = Writer(args.out, manifest)
        try:
            _copy(source, writer, args)
            deck = _deck(args.deck, args.out)
            golden = Recording(args.out)
            session, _ = _sitting.sit_down(golden, str(args.out), args)
            made = expectation(session, deck)
            (args.out / EXPECTED).write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except BaseException:
            shutil.rmtree(args.out, ignore_errors=True)
            raise
    finally:
        source.close()
    return made


def _manifest(source: "Source", what: str, args: argparse.Namespace) -> "Manifest":
    """Everything that has to be known to play it again stands in the recording itself."""
    from calibration.table_file import plain
    from vision.recording.manifest import Manifest

    session, table = _sitting.sit_down(source, what, args)
    first = session.judged[0].entry.event
    seats = {seat.value: str(player) for seat, player in session.players.items()}
    match = {"game": session.game.info.id, "options": dict(getattr(first, "options", ())), "seats": seats}
    return Manifest(args.out.name[:60], source.name, source.size, table=plain(table), match=match)


def _copy(source: "Source", writer: "Writer", args: argparse.Namespace) -> None:
    """The part that is wanted. Pictures of a recording are copied as they are, never compressed twice."""
    from vision.frame import Gap
    from vision.recording.reader import Recording, items

    end_ns = args.end * 1e9 if args.end is not None else float("inf")
    begin_ns = args.begin * 1e9
    if isinstance(source, Recording):
        for item in items(source.contents):
            if begin_ns <= item.t_ns <= end_ns:
                writer.put_raw(item.kind, item.index, item.t_ns, item.payload)
    else:
        while (seen := source.read()) is not None:
            if begin_ns <= (seen.since_ns if isinstance(seen, Gap) else seen.t_ns) <= end_ns:
                writer.put(seen)
    writer.close()
    if not writer.frames:
        raise BadInput("there is no picture in this part", source.name, "give other seconds")


def _deck(deck: Path, out: Path) -> str:
    from companion.commands._golden import OWN_DECK, package

    whole = deck.resolve()
    if whole.is_relative_to(package()):
        return whole.relative_to(package()).as_posix()
    shutil.copytree(deck, out / OWN_DECK)
    return OWN_DECK
