"""How small a code may be in the picture, tilted and in poor light, and what reading and looking for codes costs.

Made-up photographs of a table's code (29 x 29 modules) and of a piece of a match (69 x 69), a few for each row:

    read   the share that is read, by the size of a module in pixels, the tilt and the light; with zbar and without
    cost   ms for the search in a 1280x720 picture, and for reading one code

The smallest module that is read nine times of ten is told for each tilt; it must stay at 3 pixels or below up to 50
degrees in good light. (A module of 1 mm is 3 pixels wide where the picture has 3 pixels a millimetre.)
"""

import argparse
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from companion.benches import Row

if TYPE_CHECKING:
    import numpy as np

    from vision.codes.read import Decoder
    from vision.image import Image

HELP = "how small, tilted and dark a code may be, and what looking for codes costs"

SIZES = (1.5, 2.0, 2.5, 3.0, 4.0)
TILTS = (0, 30, 50)
LIGHTS = (1.0, 0.25)
OFTEN = 0.9
LARGEST_SMALLEST = 3.0
WIDE, HIGH = 640, 480


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--times", type=int, default=4, metavar="N", help="photographs of each size (default 4)")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    from vision.codes.read import opencv, zbar

    for name, decode in (("zbar", zbar()), ("opencv", opencv)):
        if decode is not None:
            yield from _reading(name, decode, args.times)
    yield _cost()


def _texts() -> dict[str, str]:
    from companion.codes.code import PieceCode, TableCode, code_text

    return {
        "table": code_text(TableCode("7F3K9A", "frankfurt_a3")),
        "match": code_text(PieceCode("ABCDEFGHABCDEFGH", 1, 20, bytes(range(250)))),
    }


def _reading(engine: str, decode: "Decoder", times: int) -> Iterator[Row]:
    import numpy as np

    from vision.codes.read import read_codes

    rng = np.random.default_rng(1)
    for name, text in _texts().items():
        for light in LIGHTS if engine == "zbar" else LIGHTS[:1]:
            for tilt in TILTS:
                shares = {}
                for size in SIZES:
                    photos = (_photo(text, size, tilt, light, rng) for _ in range(times))
                    right = sum(text in [seen.text for seen in read_codes(photo, decode=decode)] for photo in photos)
                    shares[size] = round(right / times, 2)
                smallest = min((size for size, share in shares.items() if share >= OFTEN), default=None)
                row: Row = {"read": name, "with": engine, "light": light, "tilt": tilt, "smallest_px": smallest}
                row |= {f"{size:g}px": share for size, share in shares.items()}
                if engine == "zbar" and light == 1.0:
                    row |= {"floor": LARGEST_SMALLEST, "ok": smallest is not None and smallest <= LARGEST_SMALLEST}
                yield row


def _cost() -> Row:
    import numpy as np

    from vision.codes.find import find_patches
    from vision.codes.read import read_patches

    rng = np.random.default_rng(2)
    photo = _photo(_texts()["table"], 4, 20, 1.0, rng)
    large = np.tile(photo, (2, 2, 1))[:720, :1280]
    search, reading = [], []
    for _ in range(10):
        begun = perf_counter()
        find_patches(large)
        found = perf_counter()
        patches = find_patches(photo)
        begun_reading = perf_counter()
        read_patches(photo, patches[:1])
        search.append(1000 * (found - begun))
        reading.append(1000 * (perf_counter() - begun_reading))
    return {
        "cost": "1280x720",
        "search_ms": round(sorted(search)[len(search) // 2], 1),
        "read_ms": round(sorted(reading)[len(reading) // 2], 1),
    }


def _photo(text: str, size: float, tilt: float, light: float, rng: "np.random.Generator") -> "Image":
    """A code lying on grained wood, turned any way, seen by a camera that blurs and makes noise."""
    import cv2
    import numpy as np

    from vision.codes.draw import modules

    wood = cv2.GaussianBlur(rng.normal(0, 1, (HIGH, WIDE)).astype(np.float32), (0, 0), 3) * 60 + 120
    drawn = cv2.resize(modules(text), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST).astype(np.float32)
    half = len(drawn) / 8 * size / 2
    turn, over = np.radians(rng.uniform(0, 360)), np.radians(tilt)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    x = corners @ (np.cos(turn), -np.sin(turn))
    y = corners @ (np.sin(turn), np.cos(turn))
    far = 6 * half + 800
    nearer = far / (far + y * np.sin(over))
    middle = np.array([WIDE, HIGH]) / 2 + rng.uniform(-30, 30, 2)
    fine = 2
    px = (np.column_stack((x * nearer, y * np.cos(over) * nearer)) + middle + 0.5) * fine - 0.5
    paper = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * len(drawn) - 0.5
    warp = cv2.getPerspectiveTransform(paper.astype(np.float32), px.astype(np.float32))
    layers = (cv2.warpPerspective(layer, warp, (WIDE * fine, HIGH * fine)) for layer in (drawn, np.ones_like(drawn)))
    ink, cover = (cv2.resize(layer, (WIDE, HIGH), interpolation=cv2.INTER_AREA) for layer in layers)
    seen = cv2.GaussianBlur(wood * (1 - cover) + 0.8 * ink + 20 * cover, (0, 0), 0.7) * light
    noisy = seen[..., None] + rng.normal(0, 4, (HIGH, WIDE, 3))
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)
