"""The TABLE file: what a camera's picture shows of a table. Reads, checks and writes it; decides nothing about play.

It is one JSON object: `size` of the picture, `mm_to_px` (the plane), `card_mm` (short and long side), `seats` (the
sides of the picture that arms come from) and `piles` (a name and an outline in pixels each). All faults of a file are
told at once.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

from calibration.errors import BadInput
from calibration.plane import Plane, plane_of

Point: TypeAlias = tuple[float, float]

LARGEST_FILE = 1_000_000
LARGEST_SIDE = 20_000


class Seat(Enum):
    """A side of the picture; an arm that comes from there is that player's."""

    SOUTH = "S"
    NORTH = "N"
    WEST = "W"
    EAST = "E"


@dataclass(frozen=True, slots=True)
class Pile:
    """A place on the table where cards are stacked, and its outline in pixels."""

    name: str
    polygon: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Table:
    size: tuple[int, int]
    plane: Plane
    card_mm: tuple[float, float]
    seats: tuple[Seat, ...]
    piles: tuple[Pile, ...]

    def card_px(self, pile: Pile) -> tuple[float, float]:
        """Short and long side of a card lying on that pile, in pixels."""
        xs, ys = zip(*pile.polygon, strict=True)
        scale = self.plane.px_per_mm((sum(xs) / len(xs), sum(ys) / len(ys)))
        return self.card_mm[0] * scale, self.card_mm[1] * scale

    def card_widths(self, region: tuple[int, int, int, int] | None = None) -> tuple[float, float]:
        """How many pixels wide cards are in the picture or a part (x, y, width, height) of it: at least, at most."""
        left, top, width, height = region or (0, 0, *self.size)
        ends = [(x, y) for x in (left, left + width) for y in (top, top + height)]
        spans = [self.card_mm[0] * self.plane.px_per_mm(end) for end in ends]
        return min(spans), max(spans)


def load_table(path: Path) -> Table:
    return table_of(read_json(path), str(path))


def read_json(path: Path) -> Any:
    """The plain data of a TABLE file; what it holds is checked by whoever asks."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadInput("this is too large for a TABLE file", str(path), "give the file the calibration wrote")
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadInput(f"cannot be read as a TABLE file ({_short(wrong)})", str(path), "calibrate again") from None


def save_table(table: Table, path: Path, *, replace: bool = False) -> None:
    """Write whole or not at all; an existing file stays unless `replace`."""
    write_json(plain(table), path, replace=replace)


def write_json(data: Mapping[str, Any], path: Path, *, replace: bool) -> None:
    if path.exists() and not replace:
        raise BadInput("there is a file of this name already", str(path), "use --force to replace it")
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        draft.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        draft.replace(path)
    except OSError as wrong:
        draft.unlink(missing_ok=True)
        raise BadInput(f"cannot be written ({_short(wrong)})", str(path), "choose another place") from None


def plain(table: Table) -> dict[str, Any]:
    """The table as the JSON object of the file."""
    return {
        "size": list(table.size),
        "mm_to_px": [list(row) for row in table.plane.mm_to_px],
        "card_mm": list(table.card_mm),
        "seats": [seat.value for seat in table.seats],
        "piles": [{"pile": p.name, "polygon": [list(point) for point in p.polygon]} for p in table.piles],
    }


def table_of(data: Any, where: str) -> Table:
    """The table that plain data stands for."""
    if not isinstance(data, Mapping):
        raise BadInput("a TABLE file holds one JSON object", where, "give the file the calibration wrote")
    faults: list[str] = []

    def part(name: str, read: Any) -> Any:
        try:
            return read(data[name])
        except KeyError:
            faults.append(f"{name} is missing")
        except (TypeError, ValueError, BadInput) as wrong:
            faults.append(f"{name}: {_short(wrong)}")
        return None

    size, plane = part("size", _size), part("mm_to_px", lambda rows: plane_of(_matrix(rows)))
    card, seats, piles = part("card_mm", _card), part("seats", _seats), part("piles", _piles)
    if faults:
        raise BadInput("; ".join(faults), where, "calibrate the table again or mend the file")
    return Table(size, plane, card, seats, piles)


def _size(raw: Any) -> tuple[int, int]:
    width, height = raw
    if not all(type(side) is int and 0 < side <= LARGEST_SIDE for side in (width, height)):
        raise ValueError("two whole numbers of pixels are needed")
    return width, height


def _matrix(raw: Any) -> list[list[float]]:
    rows = [[_number(value) for value in row] for row in raw]
    if [len(row) for row in rows] != [3, 3, 3]:
        raise ValueError("three rows of three numbers are needed")
    return rows


def _card(raw: Any) -> tuple[float, float]:
    short, long = sorted(_number(side) for side in raw)
    if not 10 <= short <= long <= 500:
        raise ValueError("a card's sides are between 10 and 500 mm")
    return short, long


def _seats(raw: Any) -> tuple[Seat, ...]:
    if isinstance(raw, str):
        raise TypeError('a list of sides such as ["S", "N"] is needed')
    return tuple(dict.fromkeys(Seat(side) for side in raw))


def _piles(raw: Any) -> tuple[Pile, ...]:
    piles = tuple(_pile(pile) for pile in raw)
    names = [pile.name for pile in piles]
    if len(set(names)) < len(names):
        raise ValueError("two piles have the same name")
    return piles


def _pile(raw: Any) -> Pile:
    name, polygon = raw["pile"], tuple((_number(x), _number(y)) for x, y in raw["polygon"])
    if not isinstance(name, str) or not name.strip() or len(name) > 60:
        raise ValueError("every pile needs a short name")
    if len(polygon) < 3:
        raise ValueError(f"pile {name!r} needs an outline of three points or more")
    return Pile(name, polygon)


def _number(raw: Any) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not isfinite(raw) or abs(raw) > 1e9:
        raise TypeError(f"{raw!r:.40} is not a number")
    return float(raw)


def _short(wrong: Exception) -> str:
    """One line about an exception; a bare key or value becomes readable."""
    if isinstance(wrong, OSError) and wrong.strerror:
        return wrong.strerror.lower()
    return f"{wrong}"[:160] or type(wrong).__name__
