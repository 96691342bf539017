"""The lens board: the drawn sheet is found, and gives back the lens of the camera that looked at it."""

import json
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pytest

from calibration.charuco import COLUMNS, MARKER, ROWS, LensFit, View, fit_lens, lens_board, view_of
from calibration.errors import BadInput
from calibration.lens import Lens
from calibration.lens_file import load_lens, save_lens
from calibration.mat import Paper
from companion.benches._mat_scenes import Camera
from companion.cli import main
from companion.printing.order import Order, printed
from vision.art.raster import rasterise
from vision.image import Image

PX_A_MM = 5
SIZE = (960, 540)
Off: TypeAlias = tuple[float, float]


@pytest.fixture(scope="module")
def sheet() -> Image:
    _, (page,) = printed(Order("lens", "", Paper.A4))
    return rasterise(page, round(page.width_mm * PX_A_MM))


def looking(focal: float, k1: float, k2: float, tilt: float, side: float, far_mm: float, off: Off = (0, 0)) -> Camera:
    """A camera over the middle of the sheet; k1 and k2 as OpenCV counts them."""
    lean = np.radians(tilt) * np.array((np.cos(side), np.sin(side), 0))
    turned = np.asarray(cv2.Rodrigues(lean)[0], np.float64)
    shift = np.array((25 * np.cos(2 * side), 15 * np.sin(side), 0))
    place = np.array((0, 0, far_mm)) - turned @ (np.array((148.5, 105, 0)) + shift)
    return Camera(SIZE, focal, k1, k2, turned, place, off)


def photographed(camera: Camera, sheet: Image) -> Image:
    """Twice as fine, then averaged; a little blur and noise. What few pixels see is computed, the rest interpolated."""
    step, rim = 8, 2
    x, y = (np.arange(-rim, side // step + rim) * step for side in SIZE)
    few = camera.to_mm(np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2).astype(float)).reshape(len(y), len(x), 2)
    across, down = ((np.arange(2 * side) + 0.5) / 2 - 0.5 for side in SIZE)
    column, row = np.meshgrid(across / step + rim, down / step + rim)
    spots = cv2.remap(few.astype(np.float32), column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
    fine = cv2.remap(sheet, spots * PX_A_MM - 0.5, None, cv2.INTER_LINEAR, borderValue=(90, 110, 120))
    seen = cv2.GaussianBlur(cv2.resize(fine, SIZE, interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    noise = np.random.default_rng(1).normal(0, 3, seen.shape)
    return np.clip(40 + 0.7 * seen + noise, 0, 255).astype(np.uint8)


def pictures(sheet: Image, focal: float, k1: float, k2: float, tilt: float = 32.0, off: Off = (0, 0)) -> list[Image]:
    far = 1.05 * focal * 297 / SIZE[0]
    return [photographed(looking(focal, k1, k2, tilt, side, far, off), sheet) for side in np.arange(0.3, 6.3, 1.2)]


@pytest.mark.parametrize(("focal", "k1", "k2"), [(700.0, -0.1, 0.02), (820.0, 0.05, -0.02), (520.0, -0.2, 0.04)])
def test_focal_length_and_bending_come_back(sheet: Image, focal: float, k1: float, k2: float) -> None:
    views = [view for picture in pictures(sheet, focal, k1, k2) if (view := view_of(picture)) is not None]
    fit = fit_lens(views)
    assert fit.lens.focal_px == pytest.approx(focal, rel=0.01)
    assert fit.rms_px < 0.5
    unit = (fit.lens.reach_px / focal) ** 2
    r = np.linspace(0, 0.95, 20)
    bent = np.array([1 + x * x * (fit.lens.k1 + x * x * fit.lens.k2) for x in r])
    true = np.array([1 + x * x * unit * (k1 + x * x * unit * k2) for x in r])
    assert np.abs((bent * fit.lens.focal_px / focal - true) * r).max() * fit.lens.reach_px < 6


def test_the_axis_comes_back(sheet: Image) -> None:
    off = (8.0, -5.0)
    views = [view for picture in pictures(sheet, 700.0, -0.1, 0.02, off=off) if (view := view_of(picture)) is not None]
    lens = fit_lens(views).lens
    assert lens.middle == pytest.approx((SIZE[0] / 2 - 0.5 + off[0], SIZE[1] / 2 - 0.5 + off[1]), abs=3)


def test_corners_are_where_they_are(sheet: Image) -> None:
    camera = looking(700.0, -0.1, 0.02, 20.0, 1.0, 240.0)
    view = view_of(photographed(camera, sheet))
    assert view is not None and len(view.numbers) > 40
    true = camera.to_px(np.array(lens_board(Paper.A4).corners_mm)[list(view.numbers)])
    assert np.percentile(np.linalg.norm(view.corners_px - true, axis=1), 90) < 0.3


@pytest.mark.parametrize("paper", Paper)
def test_the_board_fits_its_sheet_beside_the_ruler(paper: Paper) -> None:
    board = lens_board(paper)
    assert board.left_mm >= 14 and board.top_mm >= 9 and board.square_mm >= 24
    assert len(list(board.black)) == len(list(board.markers)) == COLUMNS * ROWS // 2
    assert all(spot.width_mm == pytest.approx(MARKER * board.square_mm) for _, spot in board.markers)
    title, (page,) = printed(Order("lens", "", paper, "de"))
    assert title and (page.width_mm, page.height_mm) == (paper.width_mm, paper.height_mm)


def test_pictures_from_the_front_alone_are_not_enough(sheet: Image) -> None:
    flat = pictures(sheet, 700.0, 0.0, 0.0, tilt=1.0)
    views = [view for picture in flat if (view := view_of(picture)) is not None]
    with pytest.raises(BadInput, match="focal length is only known"):
        fit_lens(views)
    with pytest.raises(BadInput, match="4 are needed"):
        fit_lens(views[:3])
    other = View((640, 480), views[0].numbers, views[0].corners_px)
    with pytest.raises(BadInput, match="different sizes"):
        fit_lens([*views, other])
    assert view_of(np.full((540, 960, 3), 120, np.uint8)) is None


def test_from_the_printed_sheet_to_a_table(sheet: Image, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "lens", "--paper", "letter", "--out", str(tmp_path / "lens.pdf")]) == 0
    assert main(["print", "mat", "--out", str(tmp_path / "mat.pdf")]) == 2
    names = []
    for number, picture in enumerate(pictures(sheet, 700.0, -0.1, 0.02)):
        names.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(names[-1], picture)
    capsys.readouterr()
    out = tmp_path / "lens.json"
    assert main(["calibrate", "--lens", *names, "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["focal_px"] == pytest.approx(700, rel=0.01)
    assert main(["calibrate", "--lens", *names, "--out", str(out)]) == 2, "the file is there"
    corners = ["--corners", "100,100 860,100 860,440 100,440", "--known-lens", str(out)]
    table = tmp_path / "table.json"
    assert main(["calibrate", *corners, "--out", str(table), names[0]]) == 0
    assert json.loads(table.read_text())["calibration"]["lens"]["focal_px"] == pytest.approx(700, rel=0.01)
    assert main(["calibrate", *corners]) == 2, "no picture"


def test_a_lens_file_is_kept_and_checked(tmp_path: Path) -> None:
    path, lens = tmp_path / "lens.json", Lens((1280, 720), 900.0, -0.05, 0.01, (0.01, -0.02))
    save_lens(LensFit(lens, 0.2, 0.001, 9), path)
    assert load_lens(path, lens.size) == lens
    good = json.loads(path.read_text())
    path.write_text(json.dumps({part: value for part, value in good.items() if part != "off"}))
    assert load_lens(path, lens.size).off == (0, 0), "older files know no axis"
    path.write_text(json.dumps(good))
    assert load_lens(path, (640, 360)).focal_px == pytest.approx(450)
    with pytest.raises(BadInput, match="measure it again"):
        load_lens(path, (640, 480))
    for part, value in (
        ("off", [1, 0]),
        ("lens", 9),
        ("size", [0, 1]),
        ("focal_px", "x"),
        ("k1", 1e400),
        ("focal_px", 1.0),
        ("k2", 7),
    ):
        path.write_text(json.dumps(good | {part: value}))
        with pytest.raises(BadInput, match="measure the lens again"):
            load_lens(path, lens.size)
    path.write_text("[]")
    with pytest.raises(BadInput, match="lens"):
        load_lens(path, lens.size)
