"""The look in numbers: colours and sizes that every screen shares. It imports no Kivy, so tests can check the contrast.

Colour never speaks alone: each verdict and each player has a symbol too. The colours of verdicts, and those of players,
are apart for people with any of the three colour blindnesses, in every theme: tests/reliability/test_r19_access.py.
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
    #: A player's colour, by mark; `PLAYER_SHAPES` holds the shape that goes with each.
    players: tuple[Colour, ...]

    def of(self, verdict: Verdict) -> Colour:
        return {Verdict.LEGAL: self.legal, Verdict.ILLEGAL: self.illegal, Verdict.UNDECIDED: self.undecided}[verdict]


PLAYER_SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "drop", "bar", "ring")


def _colours(codes: str) -> tuple[Colour, ...]:
    return tuple(map(colour, codes.split()))


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
    players=_colours("#a6f5f2 #f9fc56 #ec7ac3 #6dc27f #ebc3a0 #d2a853 #6bb9f8 #c3f0bf"),
)

LIGHT = Palette(
    ground=colour("#f1efe9"),
    panel=colour("#ffffff"),
    raised=colour("#e5e8ea"),
    line=colour("#c4ccd2"),
    text=colour("#11171c"),
    quiet=colour("#47545f"),
    accent=colour("#006b5c"),
    on_accent=colour("#ffffff"),
    legal=colour("#006b5c"),
    illegal=colour("#79041f"),
    undecided=colour("#825700"),
    players=_colours("#3e58b5 #805a1c #8239db #0c4343 #a40079 #4f3e09 #515a9b #1c1e13"),
)

CONTRAST = Palette(
    ground=colour("#000000"),
    panel=colour("#000000"),
    raised=colour("#262626"),
    line=colour("#ffffff"),
    text=colour("#ffffff"),
    quiet=colour("#e2e2e2"),
    accent=colour("#ffe94a"),
    on_accent=colour("#000000"),
    legal=colour("#4df5c6"),
    illegal=colour("#ffa274"),
    undecided=colour("#ffe94a"),
    players=_colours("#70befe #daa5a7 #ffece3 #90f9ae #cdcafb #eccb62 #acaadc #ddfeff"),
)

THEMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}

#: A player's colour and shape on the dark theme, by mark.
PLAYER_MARKS: tuple[tuple[Colour, str], ...] = tuple(zip(DARK.players, PLAYER_SHAPES, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are for the eye: 1 (equal) to 21 (black and white), as WCAG defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(shade: Colour) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3])
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
