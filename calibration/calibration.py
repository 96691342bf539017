"""A calibration: everything a camera must know about its table, frozen, saved for each table, found by the mat's code.

The file is a TABLE file with one more part, `calibration`; programs that know only TABLE files read it as one, and old
TABLE files open as calibrations of which only the plane is known.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from calibration.clock import FrameClock, ZeroTest
from calibration.colour import Colour
from calibration.errors import BadInput
from calibration.fit import Fit
from calibration.lens import Lens, usual_lens
from calibration.plane import Floats, Plane, fit_plane
from calibration.table_file import Pile, Seat, Table, plain, read_json, table_of, write_json
from calibration.zones import Zone

#: 2: the axis of a lens may be off the middle of the picture; what wrote 1 knew none that is.
VERSION = 2
LONGEST_CODE, MOST_ZONES, MOST_POINTS = 200, 100, 60


@dataclass(frozen=True, slots=True)
class Calibration:
    """`table` is what a plain homography can say; `plane` and `lens` together are exact. None: not measured."""

    table: Table
    plane: Plane
    lens: Lens
    zones: tuple[Zone, ...] = ()
    residual_mm: float | None = None
    code: str = ""
    paper: str = ""
    colour: Colour | None = None
    clock: FrameClock | None = None
    zero: ZeroTest | None = None

    def to_px(self, points_mm: ArrayLike) -> Floats:
        return self.lens.bend(self.plane.to_px(points_mm))

    def to_mm(self, points_px: ArrayLike) -> Floats:
        return self.plane.to_mm(self.lens.straighten(points_px))


def calibration_of(
    fit: Fit,
    zones: tuple[Zone, ...],
    watched: tuple[str, ...],
    card_mm: tuple[float, float],
    seats: tuple[Seat, ...],
    area_mm: ArrayLike,
    code: str = "",
    paper: str = "",
    colour: Colour | None = None,
) -> Calibration:
    """From a fit. `watched` are the zones that become piles; `area_mm` is where the plain homography must be best."""
    spots = np.asarray(area_mm, np.float64)
    flat, _ = fit_plane(spots, fit.to_px(spots))
    piles = tuple(Pile(zone.name, _outline_px(zone, fit)) for zone in zones if zone.name in watched)
    table = Table(fit.lens.size, flat, (min(card_mm), max(card_mm)), seats, piles)
    return Calibration(table, fit.plane, fit.lens, zones, fit.residual_mm, code, paper, colour)


def _outline_px(zone: Zone, fit: Fit) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in fit.to_px(zone.outline))


def save_calibration(calibration: Calibration, path: Path, *, replace: bool = False) -> None:
    write_json(plain(calibration.table) | {"calibration": _plain(calibration)}, path, replace=replace)


def load_calibration(path: Path) -> Calibration:
    data = read_json(path)
    table = table_of(data, str(path))
    more = data.get("calibration")
    if more is None:
        return Calibration(table, table.plane, usual_lens(table.size))
    try:
        return _read(more, table)
    except (KeyError, TypeError, ValueError, AttributeError, BadInput) as wrong:
        raise BadInput(f"its calibration part is damaged ({wrong!s:.80})", str(path), "calibrate again") from None


def path_for(folder: Path, code: str) -> Path:
    """Where the calibration of a table is kept. A code is anybody's text: it never becomes part of a name."""
    return folder / f"table-{hashlib.sha256(code.encode()).hexdigest()[:16]}.json"


def find_calibration(folder: Path, code: str) -> Calibration | None:
    """The calibration of the table with this code, if there is one."""
    path = path_for(folder, code)
    if not code or not path.is_file():
        return None
    found = load_calibration(path)
    return found if found.code == code else None


def _plain(calibration: Calibration) -> dict[str, Any]:
    lens = calibration.lens
    zones = [
        {"zone": zone.name, "outline_mm": [list(p) for p in zone.outline], "seat": zone.seat and zone.seat.value}
        for zone in calibration.zones
    ]
    return {
        "version": VERSION,
        "plane": [list(row) for row in calibration.plane.mm_to_px],
        "lens": {"focal_px": lens.focal_px, "k1": lens.k1, "k2": lens.k2, "off": list(lens.off)},
        "zones": zones,
        "residual_mm": calibration.residual_mm,
        "code": calibration.code,
        "paper": calibration.paper,
        "colour": calibration.colour and asdict(calibration.colour),
        "clock": calibration.clock and asdict(calibration.clock),
        "zero": calibration.zero and asdict(calibration.zero),
    }


def _read(data: Mapping[str, Any], table: Table) -> Calibration:
    if _number(data["version"]) > VERSION:
        raise ValueError("it was written by a newer version")
    plane = table_of(plain(table) | {"mm_to_px": data["plane"]}, "plane").plane
    lens = _lens(data["lens"], table.size)
    zones, residual = tuple(map(_zone, data["zones"][: MOST_ZONES + 1])), data["residual_mm"]
    if len(zones) > MOST_ZONES:
        raise ValueError("too many zones")
    colour, clock, zero = data["colour"], data["clock"], data["zero"]
    return Calibration(
        table,
        plane,
        lens,
        zones,
        None if residual is None else _number(residual),
        _text(data["code"]),
        _text(data["paper"]),
        colour and _colour(colour),
        clock and FrameClock(**_numbers(clock)),
        zero and ZeroTest(**_numbers(zero)),
    )


def _lens(data: Mapping[str, Any], size: tuple[int, int]) -> Lens:
    focal, k1, k2 = (_number(data[name]) for name in ("focal_px", "k1", "k2"))
    x, y = map(_number, data.get("off", (0.0, 0.0)))
    lens = Lens(size, focal, k1, k2, (x, y))
    if not lens.likely:
        raise ValueError("no lens is like this")
    return lens


def _zone(data: Mapping[str, Any]) -> Zone:
    outline = tuple((_number(x), _number(y)) for x, y in data["outline_mm"][: MOST_POINTS + 1])
    if not 3 <= len(outline) <= MOST_POINTS:
        raise ValueError("a zone needs three corners or more, but not so many")
    return Zone(_text(data["zone"]), outline, None if data["seat"] is None else Seat(data["seat"]))


def _colour(data: Mapping[str, Any]) -> Colour:
    first, second, third = ((_number(a), _number(b), _number(c)) for a, b, c in data["mix"])
    return Colour((first, second, third), _number(data["error_before"]), _number(data["error_after"]))


def _numbers(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else _number(value) for name, value in data.items()}


def _number(raw: Any) -> Any:
    """A whole number stays one."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not isfinite(raw) or abs(raw) > 1e9:
        raise TypeError(f"{raw!r:.40} is not a number")
    return raw


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or len(raw) > LONGEST_CODE:
        raise TypeError("a short text is needed")
    return raw
