"""What camera a table needs: how high it must hang to see a place, and how many pixels a millimetre then gets.

Plain arithmetic of a camera that looks straight down; the table in docs/setup.md is made here.
"""

from math import radians, tan

from calibration.lens import FIELDS_OF_VIEW

#: A card's name is read from so many pixels a millimetre on; below the second only large print is.
GOOD_PX_PER_MM, LEAST_PX_PER_MM = 1.5, 1.0
#: Around the place so much more should be seen: arms come from there.
MARGIN = 1.1
#: Places people play on, mm, the longer side along the longer side of the picture.
PLACES = (
    ("A4 mat", 297, 210),
    ("A3 mat", 420, 297),
    ("A3 mat and four players' cards", 700, 560),
    ("card table", 850, 850),
    ("dining table", 1200, 800),
)
PICTURES = ((1280, 720), (1920, 1080), (3840, 2160))


def height_mm(place_mm: tuple[float, float], picture: tuple[int, int], device: str = "tablet") -> float:
    """How high above the table a camera must hang to see a place and some room around it."""
    return MARGIN * _width_needed(place_mm, picture) / 2 / tan(radians(FIELDS_OF_VIEW[device]) / 2)


def px_per_mm(place_mm: tuple[float, float], picture: tuple[int, int]) -> float:
    """The scale of the picture when it shows just that place and some room around it: the lens does not matter."""
    return picture[0] / (MARGIN * _width_needed(place_mm, picture))


def setup_table() -> str:
    """The table of docs/setup.md."""
    heads = [f"{wide} x {high}" for wide, high in PICTURES]
    lines = ["| place | size | height of a tablet | " + " | ".join(heads) + " |", "|---|---|---|" + "---|" * len(heads)]
    for name, wide, high in PLACES:
        cells = [f"{scale:.1f} ({_verdict(scale)})" for p in PICTURES if (scale := px_per_mm((wide, high), p))]
        above = f"{height_mm((wide, high), PICTURES[0]) / 10:.0f} cm"
        lines.append(f"| {name} | {wide / 10:g} x {high / 10:g} cm | {above} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _width_needed(place_mm: tuple[float, float], picture: tuple[int, int]) -> float:
    """The width that must be seen: the place's own, or what its depth asks for in a picture of this shape."""
    return max(place_mm[0], place_mm[1] * picture[0] / picture[1])


def _verdict(scale: float) -> str:
    return "good" if scale >= GOOD_PX_PER_MM else "just" if scale >= LEAST_PX_PER_MM else "too few"
