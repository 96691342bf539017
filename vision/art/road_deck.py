"""The faces of a deck of kilometres: milestones in seven colours, headwind and tailwind, and two that stop the race.

Notes at the foot of a milestone say what it counts; they and all names come from the caller.
"""

from collections.abc import Iterator, Mapping

from vision.art import emblems, motifs
from vision.art.card import NIGHT, PAPER, Suit, both_ways, card, mixed, star
from vision.art.drawing import Colour, Disc, Drawing, Polygon, Shape, Stroke, arc, rectangle
from vision.art.emblems import Emblem, Inks
from vision.art.letters import lettering
from vision.art.motifs import CENTRE, HIGH, WIDE, Motif, Tones
from vision.art.numerals import MISTAKEN_UPSIDE_DOWN, numeral
from vision.art.picture_card import picture_card

STONES: dict[int, tuple[Suit, Motif]] = {
    7: (Suit((22, 146, 150), Tones((10, 108, 116), (98, 200, 196)), (4, 46, 54)), motifs.slopes),
    8: (Suit((206, 44, 48), Tones((158, 20, 38), (238, 104, 88)), (66, 6, 18)), motifs.rays),
    9: (Suit((118, 70, 172), Tones((84, 40, 134), (172, 132, 218)), (40, 12, 70)), motifs.waves),
    10: (Suit((236, 122, 28), Tones((200, 88, 10), (252, 176, 96)), (76, 30, 2)), motifs.dots),
    11: (Suit((58, 150, 74), Tones((24, 108, 56), (138, 202, 118)), (6, 46, 26)), motifs.zigzag),
    12: (Suit((38, 100, 192), Tones((20, 62, 146), (98, 162, 232)), (8, 22, 66)), motifs.honeycomb),
    13: (Suit((222, 86, 140), Tones((186, 50, 108), (246, 152, 186)), (84, 10, 46)), motifs.stars),
}
FAIR = Suit((246, 206, 72), Tones((228, 176, 34), (255, 230, 138)), (30, 92, 44))
FOUL = Suit((112, 98, 88), Tones((84, 72, 64), (150, 136, 124)), (66, 6, 18))
WINDS: dict[str, tuple[Suit, Motif, Emblem]] = {
    "+5": (FAIR, motifs.sails, emblems.chevrons_up),
    "-5": (FOUL, motifs.bricks, emblems.chevrons_down),
    "+10": (FAIR, motifs.chevrons, emblems.chevrons_up),
    "-10": (FOUL, motifs.checks, emblems.chevrons_down),
}


def faces(prefix: str, words: Mapping[str, str], notes: Mapping[int, str]) -> dict[str, Drawing]:
    """Every face under its card id; `words` by the last part of the id, `notes` by the number on a stone."""
    stones = {f"{prefix}/km/{value}": stone(value, notes[value]) for value in STONES}
    winds = {f"{prefix}/mod/{name}": wind(name) for name in WINDS}
    return (
        stones
        | winds
        | {
            f"{prefix}/accrochage": _stopper(emblems.tangle, (92, 40, 120), motifs.scales, words["accrochage"]),
            f"{prefix}/echange-force": _stopper(
                emblems.exchange, (20, 120, 140), motifs.pillars, words["echange-force"]
            ),
        }
    )


def stone(value: int, note: str) -> Drawing:
    """A milestone by the road."""
    suit, motif = STONES[value]
    return card(
        (rectangle(0, 0, WIDE, HIGH, suit.ground),),
        motif(suit.tones),
        _milestone(suit),
        _figure(str(value), suit),
        lettering("km", (CENTRE[0], 61.4), 5.2, suit.ink, weight=1.2),
        _foot(note, suit),
        _corners(str(value), suit),
    )


def _figure(text: str, suit: Suit) -> Iterator[Shape]:
    # A line under the numeral needs room on the stone too.
    low = text in MISTAKEN_UPSIDE_DOWN
    return iter(numeral(text, (CENTRE[0], 39.6 if low else 42.4), 14.0 if low else 17.6, 4.4, suit.ink))


def _milestone(suit: Suit) -> Iterator[Shape]:
    left, right, dome, low = 9.4, 48.6, 30.4, 68.0
    for margin, fill in ((1.8, suit.ink), (0.0, PAPER)):
        yield rectangle(left - margin, dome, right + margin, low + margin, fill)
        yield Polygon(arc((CENTRE[0], dome), 19.6 + margin, 17.6 + margin, 0.5, 1.0), fill)
    cap = arc((CENTRE[0], dome), 19.6, 17.6, 0.525, 0.975)
    yield Polygon(cap, suit.ground)
    yield Polygon(star((CENTRE[0], 20.4), 5.0, 2.2), PAPER)


def _foot(note: str, suit: Suit) -> Iterator[Shape]:
    yield rectangle(0, 71.4, WIDE, 80.0, suit.ink)
    yield rectangle(0, 72.3, WIDE, 79.1, PAPER)
    yield from lettering(note, (CENTRE[0] - 6.0, 75.8), 2.6, suit.ink, weight=0.46, room=38.0)


def _corners(text: str, suit: Suit) -> Iterator[Shape]:
    tab = rectangle(0, 0, 15.2, 12.4, PAPER)
    yield from both_ways((tab, *numeral(text, (8.9, 6.9), 5.4, 1.4, suit.ink)))


def wind(name: str) -> Drawing:
    """So many kilometres more, or fewer: arrows along the road and a figure that fills the card."""
    suit, motif, emblem = WINDS[name]
    fair = name.startswith("+")
    fill: Colour = (58, 150, 74) if fair else (206, 44, 48)
    inks = Inks(suit.ink, fill, suit.tones.light)
    panel = (Disc(CENTRE, 23.6, suit.ink), Disc(CENTRE, 22.0, PAPER))
    return card(
        (rectangle(0, 0, WIDE, HIGH, suit.ground),),
        motif(suit.tones),
        panel,
        lettering(name.replace("-", "–"), (CENTRE[0], CENTRE[1] - 2.4), 15.0, inks.strong, weight=3.8, room=34.0),
        lettering("km", (CENTRE[0], 57.4), 4.6, suit.ink, weight=1.0),
        emblems.laid(emblem, inks, (CENTRE[0], 73.6 if fair else 13.4), 0.62),
        _corners_of_wind(name, suit),
    )


def _corners_of_wind(name: str, suit: Suit) -> Iterator[Shape]:
    tab = rectangle(0, 0, 17.0, 12.4, PAPER)
    text = name.replace("-", "–")
    yield from both_ways((tab, *lettering(text, (9.4, 6.9), 5.0, suit.ink, weight=1.3, room=10.6)))


def _stopper(emblem: Emblem, ground: Colour, motif: Motif, name: str) -> Drawing:
    tones = Tones(mixed(ground, NIGHT, 0.35), mixed(ground, PAPER, 0.5))
    inks = Inks(NIGHT, (236, 122, 28), tones.light)
    return picture_card((rectangle(0, 0, WIDE, HIGH, ground), *motif(tones)), emblem, inks, name)


def back() -> Drawing:
    """Fields on both sides of a road; the same both ways up."""
    grass, dark, road = (92, 140, 62), (72, 116, 50), (62, 64, 70)
    rows = [rectangle(0, 7.25 * row + 1.8, WIDE, 7.25 * row + 5.45, dark) for row in range(12)]
    way = (rectangle(19.0, 0, 39.0, HIGH, PAPER), rectangle(20.2, 0, 37.8, HIGH, road))
    dashes = [Stroke(((CENTRE[0], y), (CENTRE[0], y + 4.0)), 1.6, PAPER) for y in (6.0, 15.0, 24.0, 59.0, 68.0, 77.0)]
    shoulders = [Disc((x, 8.0 + 10.14 * row), 1.9, (246, 206, 72)) for row in range(8) for x in (10.6, 47.4)]
    seal = (Disc(CENTRE, 12.6, road), Disc(CENTRE, 11.2, PAPER), Disc(CENTRE, 10.2, road))
    tips = Polygon(star(CENTRE, 8.6, 3.8, 8), (246, 206, 72))
    return card((rectangle(0, 0, WIDE, HIGH, grass),), rows, way, dashes, shoulders, seal, (tips,))
