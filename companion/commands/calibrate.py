"""Tell a camera where its table is: from a printed mat, from cards of known size, or from four corners.

IMAGE is a picture from the camera where it hangs now, or a CLIP (a video file, a folder of pictures), of which a still
picture is made. OUT is a TABLE file for `watch`, with more in it: the lens, zones in millimetres, colours.

    --mat GAME       the game's printed mat lies on the table (`tapis print mat`); half of its marks may be hidden
    --cards DECK     nothing printed: three or more cards of this enrolled deck lie flat where the piles will be
    --corners "x,y x,y x,y x,y" --area-mm WIDExHIGH
                     the corners of a sheet or table top of known size, in pixels: top left first, then clockwise

It prints how far off it expects to be, in millimetres. With --tables DIR the calibration is kept under the mat's code
and found again by it. --show draws a grid of 50 mm and the zones into a picture: look at it before you play.

A lens is guessed well enough for most tables; who wants it exact measures it once for each camera, and it then holds
wherever that camera hangs: print `tapis print lens`, glue it onto something flat, and photograph it from near, at least
four times (better a dozen), each time tilted to another side. --known-lens takes the file.

    tapis calibrate --mat frankfurt --out table.json --show grid.png picture.jpg
    tapis calibrate --lens board-*.jpg --out lens.json
    tapis calibrate --mat frankfurt --known-lens lens.json --out table.json picture.jpg
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.errors import BadInput

if TYPE_CHECKING:
    from calibration.calibration import Calibration
    from calibration.lens import Lens
    from vision.image import Image

HELP = "tell a camera where its table is"

#: Pictures of a clip whose median is the still table, without the hands that pass.
_LOOKS = 9
_GREEN, _AMBER = (80, 220, 80), (40, 170, 250)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--mat", metavar="GAME", help="the game's printed mat lies on the table")
    how.add_argument("--cards", type=Path, metavar="DECK", help="cards of an enrolled deck lie on the table")
    how.add_argument("--corners", metavar="POINTS", help='four corners in pixels: "x,y x,y x,y x,y"')
    how.add_argument("--lens", nargs="+", type=Path, metavar="IMAGE", help="measure the lens by its printed board")
    parser.add_argument("--known-lens", type=Path, metavar="LENS", help="the camera's lens as it was measured")
    parser.add_argument("--area-mm", default="297x210", metavar="WxH", help="the size between the corners (A4)")
    parser.add_argument("--card-mm", default="58x87", metavar="WxH", help="the size of a card")
    parser.add_argument("--seats", default="S,N", metavar="SIDES", help="sides of the picture players sit at (S,N)")
    parser.add_argument("--out", type=Path, metavar="TABLE", help="the TABLE file to write (or the LENS)")
    parser.add_argument("--tables", type=Path, metavar="DIR", help="keep it there, under the code of the mat")
    parser.add_argument("--show", type=Path, metavar="PNG", help="draw the grid and the zones into a picture")
    parser.add_argument("--force", action="store_true", help="replace files that are there")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("image", nargs="?", type=Path, metavar="IMAGE", help="a picture or a clip from the camera")


def run(args: argparse.Namespace) -> int:
    from calibration.calibration import path_for, save_calibration
    from companion.commands._lens import measure_lens

    if args.lens is not None:
        return measure_lens(args)
    if args.image is None:
        raise BadInput("which picture?", do="name a picture or a clip from the camera")
    picture = _still(args.image)
    made = calibrated(picture, args, _known_lens(args.known_lens, picture))
    if args.tables is not None and not made.code:
        raise BadInput("the code of the mat could not be read", str(args.image), "use --out, or uncover the code")
    if args.show is not None:
        _show(picture, made, args.show, args.force)
    if args.tables is not None:
        args.tables.mkdir(parents=True, exist_ok=True)
        save_calibration(made, path_for(args.tables, made.code), replace=True)
    if args.out is not None:
        save_calibration(made, args.out, replace=args.force)
    facts = _facts(made)
    print(json.dumps(facts) if args.json else "\n".join(f"{name}: {value}" for name, value in facts.items()))
    return 0


def _known_lens(path: Path | None, picture: "Image") -> "Lens | None":
    from calibration.lens_file import load_lens

    return None if path is None else load_lens(path, (picture.shape[1], picture.shape[0]))


def calibrated(picture: "Image", args: argparse.Namespace, lens: "Lens | None" = None) -> "Calibration":
    """The way that was asked for; a lens that was measured is kept as it is."""
    if args.mat is not None:
        from companion.survey import table_by_mat

        return table_by_mat(picture, args.mat, _sides(args.card_mm), _seats(args.seats), lens)
    return _by_cards(picture, args, lens) if args.cards is not None else _by_corners(picture, args, lens)


def _by_cards(picture: "Image", args: argparse.Namespace, lens: "Lens | None") -> "Calibration":
    from calibration.calibration import calibration_of
    from calibration.cards import check_sure, fit_cards
    from calibration.zones import Zone
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    card_mm = _sides(args.card_mm)
    # Only cards that are known are surely whole and flat.
    readings = [reading for reading in Reader(load_deck(args.cards)).read(picture) if reading.card is not None]
    fit = fit_cards([reading.quad for reading in readings], card_mm, (picture.shape[1], picture.shape[0]), lens)
    check_sure(fit)
    zones = []
    for number, reading in enumerate(sorted(readings, key=lambda reading: reading.quad[0]), 1):
        corners = fit.to_mm(reading.quad)
        larger = corners.mean(axis=0) + 1.25 * (corners - corners.mean(axis=0))
        zones.append(Zone(f"pile-{number}", tuple((float(x), float(y)) for x, y in larger)))
    area = [point for zone in zones for point in zone.outline]
    names = tuple(zone.name for zone in zones)
    return calibration_of(fit, tuple(zones), names, card_mm, _seats(args.seats), area)


def _by_corners(picture: "Image", args: argparse.Namespace, lens: "Lens | None") -> "Calibration":
    from calibration.calibration import calibration_of
    from calibration.cards import fit_corners

    try:
        corners = [tuple(map(float, point.split(","))) for point in args.corners.split()]
    except ValueError:
        corners = []
    if len(corners) != 4 or any(len(point) != 2 for point in corners):
        raise BadInput("four corners are needed", args.corners[:60], 'write them as "x,y x,y x,y x,y"')
    wide, high = _sides(args.area_mm)
    fit = fit_corners(corners, (wide, high), (picture.shape[1], picture.shape[0]), lens)
    area = [(0, 0), (wide, 0), (wide, high), (0, high)]
    return calibration_of(fit, (), (), _sides(args.card_mm), _seats(args.seats), area)


def _still(path: Path) -> "Image":
    import numpy as np

    from vision.frame import Frame
    from vision.sources.image_folder import PICTURES
    from vision.sources.open import open_source
    from vision.stills import load_still

    if path.suffix.lower() in PICTURES:
        return load_still(path)
    source = open_source(path)
    seen = [item.image for _ in range(_LOOKS) if isinstance(item := source.read(), Frame)]
    source.close()
    if not seen:
        raise BadInput("holds no pictures", str(path), "give a picture or a clip of the table")
    return np.asarray(np.median(np.stack(seen), axis=0), np.uint8)


def _seats(text: str) -> Any:
    from calibration.table_file import Seat

    try:
        return tuple(dict.fromkeys(Seat(side.strip().upper()) for side in text.split(",")))
    except ValueError:
        raise BadInput("seats are sides of the picture", text[:40], "write S, N, W, E with commas") from None


def _sides(text: str) -> tuple[float, float]:
    try:
        wide, high = map(float, text.lower().split("x"))
        if not (10 <= wide <= 5000 and 10 <= high <= 5000):
            raise ValueError
    except ValueError:
        raise BadInput("a size in millimetres is needed", text[:40], "write it as 58x87") from None
    return wide, high


def _facts(made: "Calibration") -> dict[str, Any]:
    facts: dict[str, Any] = {
        "residual_mm": None if made.residual_mm is None else round(made.residual_mm, 2),
        "size": list(made.lens.size),
        "px_per_mm": round(made.table.plane.px_per_mm((made.lens.size[0] / 2, made.lens.size[1] / 2)), 2),
        "zones": [zone.name for zone in made.zones],
        "piles": [pile.name for pile in made.table.piles],
        "code": made.code,
    }
    if made.colour is not None:
        facts["colour_error"] = [round(made.colour.error_before, 1), round(made.colour.error_after, 1)]
    return facts


def _show(picture: "Image", made: "Calibration", out: Path, force: bool) -> None:
    import cv2
    import numpy as np

    if out.exists() and not force:
        raise BadInput("is already there", str(out), "choose another name or add --force")
    drawn = picture.copy()
    wide, high = made.lens.size
    corners = made.to_mm([(0, 0), (wide - 1, 0), (wide - 1, high - 1), (0, high - 1)])
    (left, top), (right, bottom) = np.clip((corners.min(axis=0), corners.max(axis=0)), -1500, 1500)
    steps = np.linspace(0, 1, 60)
    lines = [
        np.column_stack((np.full(60, x), top + steps * (bottom - top))) for x in np.arange(left // 50 * 50, right, 50)
    ]
    lines += [
        np.column_stack((left + steps * (right - left), np.full(60, y))) for y in np.arange(top // 50 * 50, bottom, 50)
    ]
    for line in lines:
        cv2.polylines(drawn, [np.rint(made.to_px(line)).astype(np.int32)], False, _GREEN, 1, cv2.LINE_AA)
    for zone in made.zones:
        outline = np.rint(made.to_px(zone.outline)).astype(np.int32)
        cv2.polylines(drawn, [outline], True, _AMBER, 2, cv2.LINE_AA)
        left_px, top_px = map(int, outline.min(axis=0))
        cv2.putText(drawn, zone.name, (left_px + 6, top_px + 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, _AMBER, 1, cv2.LINE_AA)
    part = out.with_name(f".{out.name}.part.png")
    cv2.imwrite(str(part), drawn)
    part.replace(out)
