"""The look in numbers: colours and sizes that every screen shares. It imports no Kivy, so tests can check the contrast.

Colour never speaks alone: each verdict and each player has a symbol too. The verdict colours are apart for people with
any of the three colour blindnesses.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.core.rulings import Verdict

Colour: TypeAlias = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """`#rrggbb` as Kivy wants it."""
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    ground: Colour
    panel: Colour
    raised: Colour
    line: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    legal: Colour
    illegal: Colour
    undecided: Colour

    def of(self, verdict: Verdict) -> Colour:
        return {Verdict.LEGAL: self.legal, Verdict.ILLEGAL: self.illegal, Verdict.UNDECIDED: self.undecided}[verdict]


DARK = Palette(
    ground=colour("#0d1217"),
    panel=colour("#151c23"),
    raised=colour("#202a34"),
    line=colour("#2e3b47"),
    text=colour("#f3f6f8"),
    quiet=colour("#a3b1bd"),
    accent=colour("#5ad1b3"),
    on_accent=colour("#06201a"),
    legal=colour("#5ad1b3"),
    illegal=colour("#ff9466"),
    undecided=colour("#f2cf63"),
)

#: A player's colour and shape, by seat.
PLAYER_MARKS: tuple[tuple[Colour, str], ...] = (
    (colour("#7cc4ff"), "circle"),
    (colour("#ffc46b"), "square"),
    (colour("#d9a1f5"), "triangle"),
    (colour("#8fe388"), "diamond"),
    (colour("#ff9fb2"), "hexagon"),
    (colour("#e6e05c"), "drop"),
    (colour("#9fb0ff"), "bar"),
    (colour("#f0f0f0"), "ring"),
)


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are for the eye: 1 (equal) to 21 (black and white), as WCAG defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(shade: Colour) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3])
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
