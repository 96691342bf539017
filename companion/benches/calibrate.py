"""How well a table is known after calibrating, in made-up scenes whose truth is exact.

The mat is printed as `tapis print` does it, its PDF is turned into pixels (by pdftoppm where that is installed, else by
drawing the same sheet), laid on tables of many kinds, half hidden by cards, and photographed at 1280 x 720 by cameras
0.35 to 1.0 m above the table, tilted by 0 to 45 degrees, with lenses that bend, uneven light, blur, noise and JPEG.
Errors are distances in millimetres all over the sheet, as far as it is in the picture. `told_mm` is the error the
calibration itself expected. Two markers at least lie open in every picture: of less nothing can be found. `recognised`
says in how many scenes the table was known by its mat, `open` in how many a panel with its id lies open in the picture
too, `of_open` how many of those were known, and `wrong` how often it was taken for another. Cards: four to seven of
them, corners off by 0.7 pixels, no mat; with --detector the bundled reader looks for them by itself in pictures of our
own deck. Errors are those of all scenes; `refused` are those that `tapis calibrate` would not take by its own estimate,
`kept_p95_mm` is the error of the others. The alarm: what a look and a frame cost.

    tapis bench calibrate
    tapis bench calibrate --scenes 40 --json
"""

import argparse
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from calibration.errors import BadInput
from companion.benches import Row

if TYPE_CHECKING:
    from calibration.mat import Mat, Paper
    from companion.benches._mat_scenes import Camera, Rng
    from companion.codes.code import TableCode
    from vision.image import Image

HELP = "millimetres of error after calibrating; cost of the drift alarm"

#: What issue and house promise: the 95th percentile of the error with a mat and without, and a frame's cost in ms.
MAT_MM, CARDS_MM, ALARM_MS = 0.6, 1.5, 1.0
#: Which markers are hidden: none, any four, or the four of one side.
HIDDEN = ("none", "any half", "one side")
CORNER_PX = 0.7
#: The table on whose mat the benches look, and in how many of the scenes in which a panel lies open it must be known.
TABLE, RECOGNISED = "7F3K9AQ2", 0.95
PAPERS = {"A4": "A4", "A3": "A3", "LETTER": "letter", "TABLOID": "tabloid"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scenes", type=int, default=12, metavar="N", help="scenes for every row (12)")
    parser.add_argument("--detector", action="store_true", help="cards found by the reader too (slow)")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    from calibration.mat import Paper

    for paper in Paper:
        for hidden in HIDDEN:
            yield _mat_row(paper, hidden, args.scenes)
    yield _cards_row(args.scenes)
    if args.detector:
        yield _detector_row(args.scenes)
    yield _alarm_row()


def _mat_row(paper: "Paper", hidden: str, scenes: int) -> Row:
    """One table, told by its mat: where it lies, and which it is."""
    import numpy as np

    from calibration.find import fit_mat
    from companion.codes.code import TableCode, code_text
    from companion.games import load_game
    from companion.referee.mats import game_mat
    from companion.survey import code_on

    mat = game_mat(load_game("frankfurt").info, paper)
    code = TableCode(TABLE, f"{mat.game}_{paper.name.lower()}")
    sheet, printed_by = sheet_of(mat, code)
    errors, told, lost, times, codes = [], [], 0, [], []
    for truth, picture, open_panel in _mat_scenes(mat, sheet, hidden, scenes):
        begun = perf_counter()
        try:
            fit, _ = fit_mat(picture)
        except BadInput:
            lost += 1
            codes.append(("", open_panel))
            continue
        times.append(1000 * (perf_counter() - begun))
        codes.append((code_on(picture, mat, fit), open_panel))
        spots_mm = np.array(mat.grid_mm)
        pixels = truth.to_px(spots_mm)
        inside = ((pixels >= 0) & (pixels <= np.array(truth.size) - 1)).all(axis=1)
        errors += list(np.linalg.norm(fit.to_mm(pixels[inside]) - spots_mm[inside], axis=1))
        told.append(fit.residual_mm)
    row: Row = {"calibrate": f"mat {paper.name}", "hidden": hidden, "sheet": printed_by, "scenes": scenes}
    row |= _errors(errors, told, times) | {"not_found": lost} | _verdict(errors, lost, MAT_MM)
    return row | _recognised(codes, code_text(code), bool(row["ok"]))


def _mat_scenes(mat: "Mat", sheet: "Image", hidden: str, scenes: int) -> "Iterator[tuple[Camera, Image, bool]]":
    """The camera, its picture, and whether a panel with the table's id is in it, whole and open."""
    import numpy as np

    from calibration.find import FEWEST_MARKERS
    from companion.benches._mat_scenes import camera, cover, lies_open, photographed, surface

    rng, middle = np.random.default_rng(20), (mat.width_mm / 2, mat.height_mm / 2)
    # A larger sheet is not in the picture from as near as a small one.
    lowest = 350 if mat.width_mm < 300 else 500
    scene = 0
    while scene < scenes:
        truth = camera(rng, middle, rng.uniform(lowest, 1000), rng.uniform(0, 45))
        covered = cover(rng, sheet, [mat.markers[k].spot for k in hidden_markers(hidden, rng)])
        if sum(lies_open(truth, sheet, covered, marker.spot) for marker in mat.markers) < FEWEST_MARKERS:
            continue
        picture = photographed(rng, truth, mat, covered, surface(rng, scene), rng.uniform(1, 5), rng.uniform(0.5, 1))
        yield truth, picture, any(lies_open(truth, sheet, covered, panel) for panel in mat.panels)
        scene += 1


def _recognised(codes: Sequence[tuple[str, bool]], code: str, ok: bool) -> Row:
    """In how many scenes the table was known by its mat; where a panel lies open it must be, and never as another."""
    right = [found == code for found, _ in codes]
    wrong = sum(found not in ("", code) for found, _ in codes)
    shown = [found == code for found, open_panel in codes if open_panel]
    fine = not wrong and sum(shown) >= RECOGNISED * len(shown)
    return {"recognised": sum(right), "open": len(shown), "of_open": sum(shown), "wrong": wrong, "ok": ok and fine}


def hidden_markers(hidden: str, rng: "Rng") -> Sequence[int]:
    if hidden == "none":
        return ()
    if hidden == "any half":
        return tuple(map(int, rng.choice(8, 4, replace=False)))
    # Left with a middle one, right with a middle one, top with one, bottom with one.
    return ((0, 3, 5, 1), (2, 4, 7, 6), (0, 1, 2, 3), (5, 6, 7, 4))[int(rng.integers(4))]


def sheet_of(mat: "Mat", code: "TableCode") -> "tuple[Image, str]":
    """The sheet of a table in pixels, from its PDF where that can be drawn, and by whom."""
    import cv2
    import numpy as np

    from companion.benches._mat_scenes import PRINT_PX_PER_MM, printed
    from companion.printing.mat_page import panel_cells

    poppler = shutil.which("pdftoppm")
    if poppler is None:
        return printed(mat, panel_cells(code)), "drawn"
    from companion.cli import main

    with TemporaryDirectory() as folder:
        pdf = Path(folder) / "mat.pdf"
        asked = ["print", "mat", "--game", mat.game, "--paper", PAPERS[mat.paper.name], "--table", code.table]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            status = main([*asked, "--out", str(pdf)])
        if status != 0:
            raise BadInput("the mat could not be printed", mat.game)
        dpi = str(25.4 * PRINT_PX_PER_MM)
        subprocess.run(
            [poppler, "-png", "-r", dpi, "-f", "1", "-l", "1", str(pdf), str(pdf.with_suffix(""))], check=True
        )
        page = cv2.imread(str(next(Path(folder).glob("mat*.png"))))
    assert page is not None
    # A paper's size is no whole number of points: pdftoppm adds a pixel that is none of the sheet.
    wide, high = (round(side * PRINT_PX_PER_MM) for side in (mat.width_mm, mat.height_mm))
    return np.asarray(page[:high, :wide], np.uint8), "PDF"


def _cards_row(scenes: int) -> Row:
    import numpy as np

    from calibration.cards import MOST_MM, fit_cards
    from companion.benches._mat_scenes import aligned_errors, camera, lying_cards

    rng, errors, told, times, kept = np.random.default_rng(21), [], [], [], []
    for _ in range(scenes):
        truth = camera(rng, (0, 0), rng.uniform(350, 1000), rng.uniform(0, 45))
        cards = lying_cards(rng, int(rng.integers(4, 8)))
        quads = [truth.to_px(card) + rng.normal(0, CORNER_PX, (4, 2)) for card in cards]
        begun = perf_counter()
        fit = fit_cards(quads, (58, 87), truth.size)
        times.append(1000 * (perf_counter() - begun))
        table = np.concatenate(cards)
        found = list(aligned_errors(fit.to_mm(truth.to_px(table)), table))
        errors += found
        told.append(fit.residual_mm)
        if fit.residual_mm <= MOST_MM:
            kept.append(found)
    refused, sure = scenes - len(kept), [error for found in kept for error in found]
    kept_mm = {"kept_p95_mm": round(float(np.percentile(sure, 95)), 2)} if sure else {}
    row: Row = {"calibrate": "cards", "corners_off_px": CORNER_PX, "scenes": scenes}
    return row | _errors(errors, told, times) | {"refused": refused} | kept_mm | _verdict(errors, 0, CARDS_MM)


def _detector_row(scenes: int) -> Row:
    import numpy as np

    from calibration.cards import fit_cards
    from companion.benches._mat_scenes import aligned_errors, camera, lying_cards, surface, table_with_cards
    from companion.referee.demo import demo_folder
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    deck = load_deck(demo_folder() / "deck")
    reader, rng = Reader(deck), np.random.default_rng(22)
    errors, told, lost = [], [], 0
    for scene in range(scenes):
        truth = camera(rng, (0, 0), rng.uniform(350, 700), rng.uniform(0, 35))
        cards = lying_cards(rng, int(rng.integers(4, 8)))
        picture = table_with_cards(rng, truth, cards, deck, surface(rng, scene))
        named = [reading for reading in reader.read(picture) if reading.card is not None]
        try:
            fit = fit_cards([reading.quad for reading in named], (58, 87), truth.size)
        except BadInput:
            lost += 1
            continue
        table = np.concatenate(cards)
        errors += list(aligned_errors(fit.to_mm(truth.to_px(table)), table))
        told.append(fit.residual_mm)
    row: Row = {"calibrate": "cards found by the reader", "scenes": scenes}
    return row | _errors(errors, told, []) | {"too_few_found": lost} | _verdict(errors, 0, CARDS_MM)


def _alarm_row() -> Row:
    import numpy as np

    from calibration.drift import DriftAlarm
    from calibration.plane import plane_of
    from companion.benches._mat_scenes import surface

    rng = np.random.default_rng(23)
    still = np.asarray(surface(rng, 0)[:720, :1280])
    frames = [np.clip(still + rng.normal(0, 2, still.shape), 0, 255).astype(np.uint8) for _ in range(3)]
    alarm, times = DriftAlarm((1280, 720), plane_of(np.diag((1.5, 1.5, 1.0)))), []
    for index in range(150):
        begun = perf_counter()
        alarm.look(frames[index % 3], index * 33_333_333)
        times.append(1000 * (perf_counter() - begun))
    p50, p95 = (round(float(np.percentile(times, share)), 2) for share in (50, 95))
    mean = round(float(np.mean(times)), 2)
    return {"calibrate": "drift alarm", "p50_ms": p50, "p95_ms": p95, "mean_ms": mean, "ok": p50 <= ALARM_MS}


def _errors(errors: Sequence[float], told: Sequence[float], times: Sequence[float]) -> Row:
    import numpy as np

    if not errors:
        return {}
    p50, p95, most = (round(float(value), 2) for value in np.percentile(np.array(errors), (50, 95, 100)))
    row: Row = {"p50_mm": p50, "p95_mm": p95, "max_mm": most, "told_mm": round(float(np.median(told)), 2)}
    return row | ({"ms": round(float(np.median(times)))} if times else {})


def _verdict(errors: Sequence[float], lost: int, limit: float) -> Row:
    import numpy as np

    fine = bool(errors) and lost == 0 and float(np.percentile(np.array(errors), 95)) <= limit
    return {"limit_mm": limit, "ok": fine}
