"""How well and how fast stills are read.

With a folder of pictures and their truth files (NNN.jpg beside NNN.json, see docs/contract.md) and a deck, first one
row of what was read right, then one row a band of confidence (what was promised, what came true), then one row a stage
of the work. With --strangers the pictures are read again by decks of which a third of the faces was left out, thrice:
cards whose face is missing should stay without a name. Without a folder, what one identity costs against decks of 50,
150, 500 and 1,500 made-up faces.

    tapis bench read
    tapis bench read pictures/ --deck ~/decks/frankfurt --json
    tapis bench read pictures/ --deck ~/decks/frankfurt --strangers
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput
from companion.benches import Row

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.recognise.deck import Deck
    from vision.recognise.reading import Reading

HELP = "cards read right, read wrong and not read; confidence; time by stage"

#: The house's budgets (docs/design.md, section 7).
STILL_MS, IDENTITY_MS = 120.0, 1.0
#: Of cards that are not enrolled, at least so many stay unknown; and so many times other faces are left out.
UNKNOWN, DRAWS, LEFT_OUT = 0.97, 3, 1 / 3
_DECKS = (50, 150, 500, 1500)
_BANDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="pictures with their truth files")
    parser.add_argument("--strangers", action="store_true", help="also read with a third of the faces not enrolled")
    parser.add_argument("--deck", type=Path, metavar="DECK", help="the enrolled deck of those pictures")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    if args.folder is None:
        yield from _identity_rows()
        return
    if args.deck is None:
        raise BadInput("a folder of pictures needs its deck", do="add --deck DECK")
    yield from _folder_rows(args.folder, args.deck)
    if args.strangers:
        yield _strangers(args.folder, args.deck)


@dataclass(slots=True)
class _Tally:
    clear: int = 0
    clear_read: int = 0
    part: int = 0
    part_read: int = 0
    named: int = 0
    wrong: int = 0
    ghosts: int = 0
    promised: list[tuple[float, bool]] = field(default_factory=list)
    ms: dict[str, list[float]] = field(default_factory=dict)


def _folder_rows(folder: Path, deck: Path) -> Iterator[Row]:
    from vision.reader import Reader
    from vision.recognise.deck import load_deck
    from vision.stills import load_still

    pictures = _pictures(folder)
    reader, tally = Reader(load_deck(deck)), _Tally()
    for path in pictures:
        truth, image, begun = _truth(path), load_still(path), perf_counter()
        readings = reader.read(image)
        _clock(tally, reader, 1000 * (perf_counter() - begun))
        _count(tally, readings, truth)
    yield _quality(tally, len(pictures))
    yield from _confidence(tally)
    for stage, values in tally.ms.items():
        row: Row = {"stage": stage, "p50": _at(values, 0.5), "p95": _at(values, 0.95)}
        yield row | ({"floor": STILL_MS, "ok": row["p50"] <= STILL_MS} if stage == "all" else {})


def _pictures(folder: Path) -> list[Path]:
    pictures = sorted(path for path in folder.glob("*.jpg") if path.with_suffix(".json").exists())
    if not pictures:
        raise BadInput("holds no pictures with truth files", str(folder), "name a folder of NNN.jpg beside NNN.json")
    return pictures


def _truth(picture: Path) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))["cards"]
    return cards


def _strangers(folder: Path, deck: Path) -> Row:
    """Of the cards that were found and are not enrolled, how many stay without a name."""
    import numpy as np

    from vision.reader import Reader, shared_area
    from vision.recognise.deck import load_deck
    from vision.stills import load_still

    whole, found, named = load_deck(deck), 0, 0
    for draw in range(DRAWS):
        order = np.random.default_rng((3, draw)).permutation(len(whole.faces))
        kept = [whole.faces[k] for k in order[round(LEFT_OUT * len(order)) :]]
        part = replace(whole, faces=tuple(kept))
        enrolled, reader = {face.name for face in part.faces}, Reader(part)
        for path in _pictures(folder):
            cards = [card for card in _truth(path) if card["face"] == "up"]
            for reading in reader.read(load_still(path)):
                here = {card["id"] for card in cards if shared_area(reading.quad, card["quad"]) >= 0.5}
                # Where cards lie on each other it may be the enrolled one that was read.
                if here - enrolled and reading.card not in here:
                    found += 1
                    named += reading.card is not None
    share = 1 - named / max(1, found)
    return {"strangers": found, "unknown": round(share, 4), "floor": UNKNOWN, "ok": bool(found) and share >= UNKNOWN}


def _clock(tally: _Tally, reader: "Reader", ms: float) -> None:
    for stage, value in (*reader.stage_ms.items(), ("all", ms)):
        tally.ms.setdefault(stage, []).append(value)


def _count(tally: _Tally, readings: "tuple[Reading, ...]", truth: list[dict[str, Any]]) -> None:
    from vision.reader import shared_area

    read: set[int] = set()
    for reading in readings:
        near = [k for k, card in enumerate(truth) if shared_area(reading.quad, card["quad"]) >= 0.5]
        up = {k: truth[k]["id"] for k in near if truth[k]["face"] == "up"}
        tally.ghosts += not near and all(shared_area(reading.quad, card["quad"]) < 0.1 for card in truth)
        if reading.card is not None:
            right = reading.card in up.values()
            tally.named += 1
            tally.wrong += not right
            tally.promised.append((reading.confidence, right))
            read |= {k for k, name in up.items() if name == reading.card}
        elif reading.face == "up" and reading.alternatives:
            name, chance = reading.alternatives[0]
            tally.promised.append((chance, name in up.values()))
    for k, card in enumerate(truth):
        if card["face"] != "up" or ((card.get("legibility") or 1) < 0.4 and k not in read):
            continue
        clear = card["visible"] >= 0.85 and card["in_frame"] >= 0.99
        tally.clear += clear
        tally.clear_read += clear and k in read
        tally.part += not clear and card["visible"] >= 0.4
        tally.part_read += not clear and card["visible"] >= 0.4 and k in read


def _quality(tally: _Tally, images: int) -> Row:
    return {
        "images": images,
        "clear": tally.clear,
        "recall_clear": round(tally.clear_read / max(1, tally.clear), 4),
        "part": tally.part,
        "recall_part": round(tally.part_read / max(1, tally.part), 4),
        "named": tally.named,
        "wrong_per_1000": round(1000 * tally.wrong / max(1, tally.named), 2),
        "ghosts_per_image": round(tally.ghosts / images, 3),
    }


def _confidence(tally: _Tally) -> Iterator[Row]:
    for low, high in pairwise(_BANDS):
        band = [(chance, right) for chance, right in tally.promised if low <= chance < high or chance == high == 1.0]
        if band:
            promised = sum(chance for chance, _ in band) / len(band)
            right = sum(right for _, right in band) / len(band)
            yield {
                "confidence": [low, high], "cards": len(band), "promised": round(promised, 4), "right": round(right, 4)
            }  # fmt: skip


def _at(values: list[float], share: float) -> float:
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 2)


def _identity_rows() -> Iterator[Row]:
    """Time per card for 25 cards in one picture, the detector left out."""
    import numpy as np

    from vision.recognise.crop import Pyramid
    from vision.recognise.gallery import Gallery
    from vision.recognise.identify import identify

    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    corners = np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)
    quads = [np.add(corners, (40 + 240 * (k % 5), 30 + 130 * (k // 5)), dtype=np.float32) for k in range(25)]
    for faces in _DECKS:
        gallery, times = Gallery(_made_up(faces)), []
        for _ in range(12):
            begun = perf_counter()
            identify(Pyramid(picture), quads, gallery)
            times.append(1000 * (perf_counter() - begun) / len(quads))
        row: Row = {"faces": faces, "identity_ms": {"p50": _at(times[2:], 0.5), "p95": _at(times[2:], 0.95)}}
        yield row | ({"floor": IDENTITY_MS, "ok": row["identity_ms"]["p50"] <= IDENTITY_MS} if faces == 150 else {})


def _made_up(faces: int) -> "Deck":
    import cv2
    import numpy as np

    from vision.recognise.deck import Deck, Face

    rng = np.random.default_rng(faces)
    coarse = rng.integers(0, 255, (faces, 9, 6, 3)).astype(np.uint8)
    return Deck("any", tuple(Face(str(k), (cv2.resize(c, (192, 288)).astype(np.uint8),)) for k, c in enumerate(coarse)))
