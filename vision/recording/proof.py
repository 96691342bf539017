"""Pictures that prove a ruling: moments side by side with what matters outlined, and a slow clip of what led to it.

Whoever knows the game says what to outline and what to write; this only draws. The same moments give the same bytes.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image

Points: TypeAlias = Sequence[tuple[float, float]]
Region: TypeAlias = tuple[int, int, int, int]
Colour: TypeAlias = tuple[int, int, int]

#: Around what is disputed, so much of its size on every side.
MARGIN = 0.6
#: Height of a moment, of the band above it, and of a line of text below all of them; the space between two moments.
HEIGHT, BAND, LINE, GAP = 400, 34, 30, 8
GROUND, INK = (28, 24, 22), (240, 240, 240)
#: Blue green red. Orange and sky blue: told apart by everybody, and by their numbers.
LOWER, UPPER, PLACE = (0, 140, 255), (255, 190, 60), (235, 235, 235)
FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Outline:
    """Something to look at; `mark` is written beside it, never over what is printed on a card."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One moment."""

    image: Image
    caption: str
    outlines: tuple[Outline, ...] = ()


def region_around(points: Points, size: tuple[int, int]) -> Region:
    """The part of a picture that shows an outline and what is around it: left, top, width, height."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    reach = MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = max(0, int(min(xs) - reach)), max(0, int(min(ys) - reach))
    right, bottom = min(size[0], int(max(xs) + reach) + 1), min(size[1], int(max(ys) + reach) + 1)
    return left, top, max(1, right - left), max(1, bottom - top)


def lies_in(point: tuple[float, float], polygon: Points) -> bool:
    return cv2.pointPolygonTest(np.array(polygon, np.float32), point, False) >= 0


def side_by_side(panels: Sequence[Panel], region: Region, lines: Sequence[str]) -> Image:
    """The moments from left to right, cut to a region, each under its caption; the lines below all of them."""
    drawn = [_panel(panel, region) for panel in panels]
    width = sum(each.shape[1] for each in drawn) + GAP * (len(drawn) + 1)
    written = [part for line in lines for part in _wrapped(line, width - 2 * GAP)]
    canvas = np.full((BAND + HEIGHT + GAP + LINE * len(written) + GAP, width, 3), GROUND, np.uint8)
    left = GAP
    for each in drawn:
        canvas[: each.shape[0], left : left + each.shape[1]] = each
        left += each.shape[1] + GAP
    for row, text in enumerate(written):
        _write(canvas, text, (GAP, BAND + HEIGHT + GAP + LINE * row + 21), 0.62)
    return canvas


def save_picture(path: Path, picture: Image) -> None:
    done, data = cv2.imencode(".png", picture)
    assert done, "OpenCV cannot encode a PNG"
    path.write_bytes(data.tobytes())


def save_clip(path: Path, images: Sequence[Image], fps: float) -> None:
    """A clip that every player plays."""
    height, width = images[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (width, height))
    if not writer.isOpened():
        raise BadInput("this clip cannot be written", str(path), "make room or give another folder")
    for image in images:
        writer.write(image)
    writer.release()


def _panel(panel: Panel, region: Region) -> Image:
    left, top, width, height = region
    scale = HEIGHT / height
    cut = panel.image[top : top + height, left : left + width]
    size = (max(1, round(width * scale)), HEIGHT)
    large = np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    for outline in panel.outlines:
        corners = ((np.array(outline.points) - (left, top)) * scale).round().astype(np.int32)
        cv2.polylines(large, [corners], True, (0, 0, 0), 5, cv2.LINE_AA)
        cv2.polylines(large, [corners], True, outline.colour, 3, cv2.LINE_AA)
        x, y = (int(part) for part in corners.min(axis=0))
        _write(large, outline.mark, (max(2, x - 24), max(26, y)), 1.0, outline.colour)
    canvas = np.full((BAND + HEIGHT, large.shape[1], 3), GROUND, np.uint8)
    canvas[BAND:] = large
    _write(canvas, panel.caption, (4, 23), 0.62)
    return canvas


def _write(canvas: Image, text: str, place: tuple[int, int], size: float, colour: Colour = INK) -> None:
    """OpenCV's own letters know no accents; the words stay readable without."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    cv2.putText(canvas, plain, place, FONT, size, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, plain, place, FONT, size, colour, 1, cv2.LINE_AA)


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        fits = cv2.getTextSize(longer, FONT, 0.62, 1)[0][0] <= width
        lines[-1:] = [longer] if fits or not lines else [lines[-1], word]
    return lines
