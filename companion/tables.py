"""The table of the camera that is used, measured from one picture of it: by its mat, or by the corners of a sheet.

Zones are dragged by `calibration.zones`' pure functions; here is only what the screen needs of them, in pixels.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from calibration.calibration import Calibration, calibration_of, path_for, save_calibration
from calibration.cards import fit_corners
from calibration.errors import BadInput
from calibration.mat import Paper
from calibration.table_file import Pile, Seat
from calibration.zones import Grip, dragged, faults, grip_at, proposed
from companion.core.game import GameInfo
from companion.games import load_game
from companion.referee.mats import game_mat
from companion.survey import table_by_mat
from vision.image import Image

Points: TypeAlias = tuple[tuple[float, float], ...]

#: A table without a mat has no code to be found by: there is one of them, where the tablet stands.
HERE = "here.json"
CARD_MM, SEATS = (58.0, 87.0), (Seat.SOUTH, Seat.NORTH)


@dataclass(frozen=True, slots=True)
class Measured:
    """A calibration as the screen sees it: how far off it is, and every zone's outline in the picture."""

    made: Calibration

    @property
    def residual_mm(self) -> float | None:
        """None where a file of old does not say."""
        return self.made.residual_mm

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture that it was measured in."""
        return self.made.table.size

    @property
    def zones(self) -> tuple[tuple[str, Points], ...]:
        return tuple((zone.name, _plain(self.made.to_px(zone.outline))) for zone in self.made.zones)

    @property
    def faults(self) -> tuple[str, ...]:
        return faults(self.made.zones)

    def grip(self, finger: tuple[float, float]) -> Grip | None:
        """What a finger at this place of the picture holds."""
        return grip_at(self.made.zones, self._mm(finger))

    def dragged(self, grip: Grip, start: tuple[float, float], finger: tuple[float, float]) -> "Measured":
        """The same table, with a zone or its corner moved; what is watched moves with it."""
        zones = dragged(self.made.zones, grip, self._mm(start), self._mm(finger))
        outlines = {zone.name: _plain(self.made.to_px(zone.outline)) for zone in zones}
        piles = tuple(Pile(pile.name, outlines.get(pile.name, pile.polygon)) for pile in self.made.table.piles)
        return Measured(replace(self.made, zones=zones, table=replace(self.made.table, piles=piles)))

    def save(self, folder: Path) -> Path:
        """Keep it; what was kept for this table before is out of date."""
        path = path_for(folder, self.made.code) if self.made.code else folder / HERE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BadInput(f"this folder cannot be made ({wrong.strerror})", str(folder), "make room for it") from None
        save_calibration(self.made, path, replace=True)
        return path

    def _mm(self, point: tuple[float, float]) -> tuple[float, float]:
        (x, y) = self.made.to_mm([point])[0]
        return float(x), float(y)


def by_mat(picture: Image, game: str) -> Generator[Measured, None, None]:
    """The game's printed mat lies on the table; half of its marks may be hidden."""
    yield Measured(table_by_mat(picture, game, CARD_MM, SEATS))


def by_corners(picture: Image, game: str, paper: str, corners: Points) -> Generator[Measured, None, None]:
    """Four corners of an empty sheet, top left first, clockwise: the places of the game's mat are laid out on it."""
    info, size = load_game(game).info, (picture.shape[1], picture.shape[0])
    mat = game_mat(info, Paper[paper.upper()])
    fit = fit_corners(corners, (mat.width_mm, mat.height_mm), size)
    zones = proposed(mat, info.at_seat, SEATS, fit.plane, size)
    first = info.mat[0].name if info.mat else info.zones[0]
    watched = tuple(zone.name for zone in zones if zone.seat is None and zone.name.split("-")[0] == first)
    area = [(0, 0), (mat.width_mm, 0), (mat.width_mm, mat.height_mm), (0, mat.height_mm)]
    yield Measured(calibration_of(fit, zones, watched, CARD_MM, SEATS, area))


def is_for(info: GameInfo, known: Calibration) -> bool:
    """Whether places of this game are watched on a table."""
    names = {place.name for place in info.mat} | set(info.zones)
    return any(pile.name.split("-")[0] in names for pile in known.table.piles)


def first_corners(picture: Image) -> Points:
    """Where the corners are before anybody has dragged them: well inside the picture."""
    high, wide = picture.shape[:2]
    return tuple((x * wide, y * high) for x, y in ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)))


def _plain(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Points:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in points)
