"""The faces of a deck of wishes: numbers 1 to 9 in four colours and black, specials, and events that meet everybody.

A number stands huge on the pattern of its value; what is no number has an emblem on a plaque and its name below. Cards
of no colour of their own show all four. Words come from the caller, so that every language has its deck.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin

from vision.art import emblems, motifs
from vision.art.card import NIGHT, PAPER, SUITS, banner, both_ways, card, index, mixed, sign, star
from vision.art.drawing import Colour, Disc, Drawing, Point, Polygon, Shape, Stroke, arc, rectangle
from vision.art.emblems import Emblem, Inks
from vision.art.event_emblems import EVENTS
from vision.art.motifs import CENTRE, HIGH, WIDE, Motif, Tones
from vision.art.numerals import MISTAKEN_UPSIDE_DOWN, numeral
from vision.art.picture_card import MIDDLE, SIGN_AT, picture_card

COLOURS = ("blue", "red", "green", "yellow")
BLACK = "black"
NUMBERS: dict[int, Motif] = {
    1: motifs.rays,
    2: motifs.bricks,
    3: motifs.chevrons,
    4: motifs.checks,
    5: motifs.stars,
    6: motifs.honeycomb,
    7: motifs.slopes,
    8: motifs.rings,
    9: motifs.waves,
}
ONE_COLOUR: dict[str, tuple[Emblem, Motif]] = {
    "second-chance": (emblems.second_chance, motifs.scales),
    "skip": (emblems.skip, motifs.pillars),
    "gift": (emblems.gift, motifs.dots),
    "exchange": (emblems.exchange, motifs.zigzag),
}
FUCK_YOU = "fuck-you"
#: The grounds of events go round, their patterns too: no two have the same of both.
EVENT_GROUNDS: tuple[Colour, ...] = (
    *((214, 196, 160), (176, 200, 206), (214, 178, 176), (186, 204, 166), (200, 186, 212)),
)
EVENT_MOTIFS: tuple[Motif, ...] = (*motifs.BY_VALUE.values(),)
#: The strong colour of an event's picture.
EVENT_SUITS = dict(
    zip(
        EVENTS,
        (
            *("red", "blue", "red", "yellow", "green", "blue", "red", "blue", "yellow", "red"),
            *("green", "blue", "yellow", "green", "red", "blue", "green", "red", "blue", "yellow"),
        ),
        strict=True,
    )
)
Words = Mapping[str, str]


def faces(prefix: str, words: Words) -> dict[str, Drawing]:
    """Every face under its card id. `words` names specials and events by the last part of their ids."""
    numbers = {f"{prefix}/{colour}/{n}": number(colour, n) for colour in (*COLOURS, BLACK) for n in NUMBERS}
    special = f"{prefix}/special"
    one = {f"{special}/{name}/{colour}": one_colour(name, colour, words) for name in ONE_COLOUR for colour in COLOURS}
    four = {f"{special}/{name}": four_colours(name, words) for name in FOUR_COLOURS}
    unique = {f"{special}/{FUCK_YOU}": fuck_you(words)}
    events = {f"{prefix}/event/{name}": event(place, name, words) for place, name in enumerate(EVENTS)}
    return numbers | one | four | unique | events


def number(colour: str, value: int) -> Drawing:
    suit = SUITS[colour]
    rim = (246, 190, 36) if colour == BLACK else suit.ink
    return card(
        (rectangle(0, 0, WIDE, HIGH, suit.ground),),
        NUMBERS[value](suit.tones),
        _huge(str(value), rim),
        both_ways(index(str(value), colour, suit.ink, suit.ground), _lightning() if colour == BLACK else ()),
    )


def _huge(text: str, rim: Colour) -> Iterator[Shape]:
    """A paper numeral with a rim, as high as half the card."""
    low = text in MISTAKEN_UPSIDE_DOWN
    centre, height = (CENTRE[0], CENTRE[1] - (5.0 if low else 0.0)), 28.0 if low else 35.0
    for weight, colour in ((12.6, rim), (9.0, PAPER)):
        for stroke in numeral(text, centre, height, 9.0, colour):
            # The line under 6 and 9 is thinner; its rim must not be.
            width = weight if stroke.width_mm == 9.0 else weight - 2.4
            yield Stroke(stroke.points, width, stroke.colour)


def _lightning() -> Iterator[Shape]:
    """Top right of the black cards: something will happen."""
    yield rectangle(WIDE - 13.2, 0, WIDE, 13.0, PAPER)
    yield from emblems.laid(emblems.bolt, Inks(NIGHT, (246, 190, 36), PAPER), (WIDE - 7.4, 7.2), 0.42)


def one_colour(name: str, colour: str, words: Words) -> Drawing:
    emblem, motif = ONE_COLOUR[name]
    suit = SUITS[colour]
    ground = (rectangle(0, 0, WIDE, HIGH, suit.ground), *motif(suit.tones))
    inks = Inks(suit.ink, suit.ground, suit.tones.light)
    return picture_card(ground, emblem, inks, words[name], Polygon(sign(colour, SIGN_AT, 2.0), suit.ground))


# ---------------------------------------------------------------- all four colours


def _grounds() -> tuple[Colour, ...]:
    return tuple(SUITS[colour].ground for colour in ("red", "yellow", "green", "blue"))


def _quarters() -> Iterator[Shape]:
    for k, (fill, left, top) in enumerate(zip(_grounds(), (0, 29, 29, 0), (0, 0, 43.5, 43.5), strict=True)):
        yield rectangle(left, top, left + 29, top + 43.5, fill)
        yield Disc((left + 14.5, top + 21.75), 12.0, mixed(fill, NIGHT, 0.3))
        yield Disc((left + 14.5, top + 21.75), 7.5, _grounds()[(k + 2) % 4])


def _sunburst() -> Iterator[Shape]:
    for ray in range(24):
        start, end = (2 * pi * (ray + side) / 24 for side in (0.0, 1.0))
        tips = ((CENTRE[0] + 80 * cos(angle), MIDDLE[1] + 80 * sin(angle)) for angle in (start, end))
        yield Polygon((MIDDLE, *tips), _grounds()[ray % 4])


def _ripples() -> Iterator[Shape]:
    for step, radius in enumerate((58.0, 51.5, 45.0, 38.5, 32.0, 25.5)):
        yield Disc(MIDDLE, radius, _grounds()[step % 4])


def _bands() -> Iterator[Shape]:
    for step in range(8):
        yield rectangle(0, 10.9 * step, WIDE, 10.9 * (step + 1) + 0.1, _grounds()[step % 4])
        yield rectangle(0, 10.9 * step, WIDE, 10.9 * step + 2.2, mixed(_grounds()[step % 4], NIGHT, 0.3))


def _diamonds() -> Iterator[Shape]:
    for row in range(-1, 9):
        for column in range(-1, 6):
            x, y = 14.5 * column + 7.25 * (row % 2), 10.875 * row
            fill = _grounds()[(2 * row + column) % 4]
            yield Polygon(((x, y - 10.9), (x + 7.3, y), (x, y + 10.9), (x - 7.3, y)), fill)


FOUR_COLOURS = {
    "fantastic": (emblems.shooting_star, _sunburst),
    "fantastic-four": (emblems.four_cards, _quarters),
    "counterattack": (emblems.return_arrow, _ripples),
    "equality": (emblems.equal, _bands),
    "nice-try": (emblems.finish_denied, _diamonds),
}


def four_colours(name: str, words: Words) -> Drawing:
    emblem, ground = FOUR_COLOURS[name]
    inks = Inks(NIGHT, SUITS["red"].ground, SUITS["yellow"].ground)
    return picture_card(ground(), emblem, inks, words[name])


def fuck_you(words: Words) -> Drawing:
    """Everything but polite: pink, a grim face, and what it costs to keep it."""
    inks = Inks((70, 8, 50), (255, 214, 64), PAPER)
    ground, tones = (222, 62, 132), Tones((178, 34, 102), (246, 132, 176))
    spikes = Polygon(star(MIDDLE, 23.6, 18.0, 16), inks.line)
    return card(
        (rectangle(0, 0, WIDE, HIGH, ground),),
        motifs.zigzag(tones),
        (spikes,),
        emblems.laid(emblems.angry_face, inks, MIDDLE, 1.5),
        banner(words[FUCK_YOU], 62.4, inks.line),
        both_ways((rectangle(0, 0, 15.2, 13.0, PAPER), *numeral("42", (8.9, 7.0), 5.4, 1.4, inks.line))),
    )


# ---------------------------------------------------------------- events


def event(place: int, name: str, words: Words) -> Drawing:
    """An event: pale, with a wide picture and its name; `place` chooses pattern and ground."""
    ground = EVENT_GROUNDS[place % len(EVENT_GROUNDS)]
    tones = Tones(mixed(ground, NIGHT, 0.16), mixed(ground, PAPER, 0.45))
    strong = SUITS[EVENT_SUITS[name]]
    inks = Inks(NIGHT, strong.ground, strong.tones.light)
    window = (rectangle(7.4, 14.4, 50.6, 62.0, NIGHT), rectangle(8.4, 15.4, 49.6, 61.0, PAPER))
    return card(
        (rectangle(0, 0, WIDE, HIGH, ground),),
        EVENT_MOTIFS[place % len(EVENT_MOTIFS)](tones),
        window,
        emblems.laid(EVENTS[name], inks, (CENTRE[0], 38.2), 1.72),
        banner(words[name], 67.0, NIGHT),
    )


# ---------------------------------------------------------------- backs


def back() -> Drawing:
    """Playing cards: four ribbons that go under and over, on night blue; the same both ways up."""
    return card((rectangle(0, 0, WIDE, HIGH, NIGHT),), _ribbons((52, 66, 78), _grounds()), _seal(NIGHT, PAPER))


def event_back() -> Drawing:
    """Events: the same in daylight."""
    pale = tuple(mixed(colour, PAPER, 0.35) for colour in _grounds())
    return card((rectangle(0, 0, WIDE, HIGH, PAPER),), _ribbons((222, 214, 196), pale), _seal(PAPER, NIGHT))


def _ribbons(shade: Colour, colours: Iterable[Colour]) -> Iterator[Shape]:
    """Small tiles, each two quarter rings, turned so that the whole looks alike upside down."""
    lines = tuple(_quarter_rings(tuple(colours)))
    yield from (Stroke(line, 3.4, shade) for line, _ in lines)
    yield from (Stroke(line, 1.5, fill) for line, fill in lines)


def _quarter_rings(fills: tuple[Colour, ...]) -> Iterator[tuple[tuple[Point, ...], Colour]]:
    side = 29 / 3
    for row in range(9):
        for column in range(6):
            x, y = side * column, side * row
            falling = (row + min(column, 5 - column)) % 2
            fill = fills[(min(row, 8 - row) + min(column, 5 - column)) % 4]
            for right, low in ((0, 0), (1, 1)) if falling else ((1, 0), (0, 1)):
                turn = (2 * low + (right ^ low)) / 4
                yield arc((x + right * side, y + low * side), side / 2, side / 2, turn, turn + 0.25, 10), fill


def _seal(fill: Colour, line: Colour) -> Iterator[Shape]:
    yield Disc(CENTRE, 12.6, fill)
    yield Disc(CENTRE, 11.2, line)
    yield Disc(CENTRE, 10.2, fill)
    for k, colour in enumerate(_grounds() * 2):
        yield Polygon((CENTRE, *arc(CENTRE, 8.4, 8.4, k / 8, (k + 1) / 8, 12)), colour)
    yield Polygon(star(CENTRE, 4.6, 2.1, 4), line)
