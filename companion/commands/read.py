"""Read the cards of stills: which, where, which way up, and how sure.

Prints one JSON object a picture with --json, else a line a card. A card's name is null where it is not known: a wrong
name is much worse than none. `--show FOLDER` draws what was seen into a copy of every picture: green for named cards,
amber for unknown ones, blue for backs. The scale is found from the cards themselves; with --table it is known, and
what has not the size of the table's cards is left out.

A picture that cannot be read is told in one sentence; the others are read all the same, and the exit status is 2.

    tapis read --deck ~/decks/frankfurt --json table.jpg
    tapis read --deck ~/decks/frankfurt --show seen/ *.jpg
"""

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput

if TYPE_CHECKING:
    from calibration.table_file import Table
    from vision.image import Image
    from vision.reader import Reader
    from vision.recognise.reading import Reading

HELP = "read the cards of stills"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", required=True, type=Path, metavar="DECK", help="an enrolled deck")
    parser.add_argument("--table", type=Path, metavar="TABLE", help="the camera's table file")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--show", type=Path, metavar="OUT_DIR", help="draw what was seen into copies of the pictures")
    parser.add_argument("--force", action="store_true", help="let --show replace pictures that are there")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")


def run(args: argparse.Namespace) -> int:
    from calibration.table_file import load_table
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    table = None if args.table is None else load_table(args.table)
    reader = Reader(load_deck(args.deck), table=table)
    status = 0
    for path in args.images:
        try:
            _read(path, reader, table, args)
        except BadInput as wrong:
            print(f"tapis: {wrong}", file=sys.stderr)
            status = 2
    return status


def _read(path: Path, reader: "Reader", table: "Table | None", args: argparse.Namespace) -> None:
    from vision.stills import load_still

    image = load_still(path)
    width, height = image.shape[1], image.shape[0]
    if table is not None and table.size != (width, height):
        said = f"is {width} x {height} pixels, the table file's pictures are {table.size[0]} x {table.size[1]}"
        raise BadInput(said, str(path), "give pictures of that camera, or leave --table out")
    begun = perf_counter()
    readings = reader.read(image)
    ms = 1000 * (perf_counter() - begun)
    if args.json:
        row = {"image": path.name, "size": [image.shape[1], image.shape[0]], "ms": round(ms, 1)}
        print(json.dumps(row | {"cards": [as_json(reading) for reading in readings]}), flush=True)
    else:
        print(f"{path}: {len(readings)} cards, {ms:.0f} ms")
        for reading in readings:
            print("  " + _words(reading))
    if args.show is not None:
        _show(image, readings, args.show / f"{path.stem}.png", args.force)


def as_json(reading: "Reading") -> dict[str, Any]:
    return {
        "card": reading.card,
        "face": reading.face,
        "confidence": round(reading.confidence, 4),
        "quad": [[round(x, 2), round(y, 2)] for x, y in reading.quad],
        "alternatives": [[name, round(chance, 4)] for name, chance in reading.alternatives],
    }


def _words(reading: "Reading") -> str:
    x, y = (sum(values) / 4 for values in zip(*reading.quad, strict=True))
    what = reading.card or ("face down" if reading.face == "down" else "not known")
    return f"{what} at {x:.0f}, {y:.0f} ({100 * reading.confidence:.1f} in 100)"


def _show(image: "Image", readings: "tuple[Reading, ...]", out: Path, force: bool) -> None:
    import cv2

    from vision.recognise.show import drawn

    if out.exists() and not force:
        raise BadInput("is already there", str(out), "choose another folder or add --force")
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f".{out.name}.part.png")
    cv2.imwrite(str(part), drawn(image, readings))
    part.replace(out)
