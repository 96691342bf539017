"""Read the codes in pictures; carry a match to another device by codes; make a result a link for the BG Stats app.

    tapis codes photo.jpg                          what the codes in a picture say
    tapis codes --show match.jsonl --out codes/    a match as pictures of codes: show them one after the other
    tapis codes --take codes/ --out match.jsonl    ... and back, from pictures, a clip or a camera
    tapis codes --bg-stats match.jsonl             a link that opens the BG Stats app on a phone

A match that comes by codes is checked like any other log. Codes never hold a path or a command; what they may say is
told in docs/codes.md.
"""

import argparse
import json
import sys
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput

if TYPE_CHECKING:
    from companion.codes.handoff import Collector
    from companion.core.game import Game
    from companion.store.lines import Reading
    from vision.image import Image

HELP = "read codes in pictures; hand a match over by codes; a link for BG Stats"

#: A module is drawn this many pixels wide: large enough for any screen.
MODULE_PX = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="*", type=Path, metavar="IMAGE", help="pictures whose codes are read")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", metavar="LOG", help="a match log to show as codes")
    what.add_argument("--take", metavar="CLIP", help="pictures, a clip or a camera that shows the codes of a match")
    what.add_argument("--bg-stats", metavar="LOG", help="a match log whose result becomes a link")
    parser.add_argument("--out", type=Path, metavar="OUT", help="a folder for codes, a .jsonl file for a match")
    parser.add_argument("--force", action="store_true", help="let files be replaced")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    if (args.show or args.take) and args.out is None:
        raise BadInput("codes and matches are written somewhere", do="add --out")
    if args.show:
        return _show(args.show, args.out, args.force)
    if args.take:
        return _take(args.take, args.out, args.force)
    if args.bg_stats:
        return _link(args.bg_stats)
    if not args.pictures:
        raise BadInput("nothing to read", do="give pictures, or see `tapis codes --help`")
    rows = [row for picture in args.pictures for row in _codes_in(picture)]
    for row in rows:
        print(json.dumps(row, ensure_ascii=False) if args.json else _words(row))
    return 0 if rows else 1


def _codes_in(path: Path) -> list[dict[str, Any]]:
    from vision.codes.read import read_codes
    from vision.stills import load_still

    image = load_still(path)
    return [
        {"image": path.name, **_said(seen.text), "outline": [[round(c, 1) for c in at] for at in seen.outline]}
        for seen in read_codes(image)
    ]


def _said(text: str) -> dict[str, Any]:
    """What a code says; of a stranger's code only that it is one."""
    from companion.codes.code import PieceCode, is_ours, kind_of, read_code

    if not is_ours(text):
        return {"kind": None, "text": text[:200]}
    try:
        code = read_code(text).code
    except BadInput as wrong:
        return {"kind": None, "text": text[:200], "trouble": str(wrong)}
    says = asdict(code) if not isinstance(code, PieceCode) else {"piece": code.index + 1, "of": code.count}
    return {"kind": kind_of(code).value.lower(), **says}


def _words(row: dict[str, Any]) -> str:
    says = ", ".join(f"{name} {value}" for name, value in row.items() if name not in ("image", "kind", "outline"))
    return f"{row['image']}: {row['kind'] or 'not one of ours'}: {says}"


def _show(log: str, folder: Path, force: bool) -> int:
    import cv2
    import numpy as np

    from companion.codes.handoff import texts_of
    from companion.store.whole import write_whole
    from vision.codes.draw import modules

    _, reading = _read(log)
    texts = texts_of(reading.entries)
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts, 1):
        large = np.kron(modules(text), np.ones((MODULE_PX, MODULE_PX), np.uint8))
        write_whole(folder / f"{number:03}.png", cv2.imencode(".png", large)[1].tobytes(), force)
    print(f"{len(reading.entries)} entries in {len(texts)} codes: {folder}")
    return 0


def _take(clip: str, target: Path, force: bool) -> int:
    from companion.codes.handoff import Collector
    from companion.store.exchange import export
    from companion.store.lines import lines_of
    from vision.frame import Frame
    from vision.sources.open import open_source

    source, collector = open_source(clip), Collector()
    log = None
    try:
        while log is None and (seen := source.read()) is not None:
            if isinstance(seen, Frame):
                log = _collected(seen.image, collector)
    finally:
        source.close()
    if log is None:
        missing = ", ".join(str(n + 1) for n in collector.missing[:20])
        what = f"pieces {missing} were not seen" if missing else "no code of a match was seen"
        raise BadInput(what, clip, "show the codes again, one after the other, a third of a second each")
    _, reading = _checked(BytesIO(log), lines_of, "the codes")
    export(reading.entries, target, force)
    print(f"{len(reading.entries)} entries: {target}")
    return 0


def _collected(image: "Image", collector: "Collector") -> bytes | None:
    """The whole match, if this picture shows its last piece. What is no piece of a match is passed over."""
    from companion.codes.code import PieceCode, is_ours, read_code
    from vision.codes.read import read_codes

    log = None
    for seen in read_codes(image):
        if is_ours(seen.text):
            try:
                code = read_code(seen.text).code
            except BadInput:
                continue  # misread: it comes round again
            if isinstance(code, PieceCode):
                log = collector.add(code) or log
                print(f"\r{collector.share:.0%}", end="", file=sys.stderr, flush=True)
    return log


def _link(log: str) -> int:
    from datetime import UTC, datetime
    from hashlib import sha256

    from companion.codes.bg_stats import Play, bg_stats_link
    from companion.core.codec import encode_entry
    from companion.core.fold import fold
    from companion.core.words import texts_of

    game, reading = _read(log)
    scores = fold(game, reading.entries).scores
    if scores is None:
        raise BadInput("this match has no scores", log, "score a match first")
    name = sha256("".join(map(encode_entry, reading.entries)).encode()).hexdigest()[:16]
    play = Play(name, game.info.id, str(texts_of(game.words, "en")["name"]), datetime.now(UTC))
    print(bg_stats_link(play, scores))
    return 0


def _read(log: str) -> "tuple[Game[Any], Reading]":
    from companion.commands.score import read_log

    return _checked(log, read_log, log)


def _checked(log: Any, reader: Any, where: str) -> "tuple[Game[Any], Reading]":
    """A whole log, or the sentence that says why it is none."""
    from companion.core.codec import kinds_of
    from companion.games import load_game
    from companion.store.lines import named_game, read_lines

    lines = reader(log)
    game = load_game(named_game(lines))
    reading = read_lines(lines, kinds_of(game.events))
    if reading.damage is not None:
        raise BadInput(f"the log is damaged ({reading.damage})", where, "mend it first; nothing was written")
    return game, reading
