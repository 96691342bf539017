"""The faces of a deck that is laid on a board: one drawing a type, on the colour of its kind, and whirls to travel by.

Which types share a colour comes from the caller, as do the names. Whatever its colour, every type has a pattern of its
own, so that a card is known from across the board by its ground, its pattern and its emblem.
"""

from collections.abc import Iterator, Mapping

from vision.art import emblems, motifs
from vision.art.card import NIGHT, PAPER, SUITS, Suit, both_ways, card, sign, star
from vision.art.drawing import Disc, Drawing, Polygon, Shape, Stroke, rectangle, scaled
from vision.art.emblems import Emblem, Inks
from vision.art.motifs import CENTRE, HIGH, WIDE, Motif, Tones
from vision.art.numerals import MISTAKEN_UPSIDE_DOWN, numeral
from vision.art.picture_card import SIGN_AT, picture_card

#: These cards lie on the squares of a board: smaller than others, of the same shape.
SIZE_MM = (44.0, 66.0)
TYPES: dict[str, tuple[Emblem, Motif]] = {
    "push": (emblems.push, motifs.slopes),
    "jump": (emblems.jump, motifs.waves),
    "second_chance": (emblems.dice, motifs.dots),
    "swap": (emblems.swap, motifs.sails),
    "x": (emblems.cross, motifs.checks),
    "stop": (emblems.stop, motifs.bricks),
    "snail": (emblems.snail, motifs.scales),
    "reverse": (emblems.reverse, motifs.zigzag),
    "remote": (emblems.remote, motifs.rings),
    "block": (emblems.shield, motifs.pillars),
    "re_roll": (emblems.re_roll, motifs.honeycomb),
    "fuck_you": (emblems.angry_face, motifs.stars),
    "troublemaker": (emblems.bolt, motifs.rays),
}
WHITE = Suit((228, 222, 206), Tones((198, 190, 170), (246, 242, 230)), NIGHT)


def faces(prefix: str, colours: Mapping[str, str], words: Mapping[str, str]) -> dict[str, Drawing]:
    """Every face under its card id; `colours` and `words` by type."""
    cards = {f"{prefix}/{kind}": face(kind, colours[kind], words[kind]) for kind in TYPES}
    return cards | {f"{prefix}/teleport/{number}": tile(number) for number in TILES}


def face(kind: str, colour: str, name: str) -> Drawing:
    emblem, motif = TYPES[kind]
    suit = SUITS.get(colour, WHITE)
    if colour == "multicolour":
        ground = (*_stripes(), *_thinned(motif))
        inks = Inks(NIGHT, SUITS["red"].ground, SUITS["yellow"].ground)
        marks: tuple[Shape, ...] = tuple(_four_dots())
    else:
        ground = (rectangle(0, 0, WIDE, HIGH, suit.ground), *motif(suit.tones))
        strong = SUITS["red"] if colour == "white" else suit
        light = SUITS["yellow"].ground if colour == "white" else suit.tones.light
        inks = Inks(suit.ink, strong.ground, light)
        marks = (Polygon(sign(colour, SIGN_AT, 2.0), suit.ink if colour == "white" else suit.ground),)
    return _small(picture_card(ground, emblem, inks, name, *marks))


def _stripes() -> Iterator[Shape]:
    """All four colours, one above another."""
    for step, colour in enumerate(("red", "yellow", "green", "blue")):
        yield rectangle(0, 21.75 * step, WIDE, 21.75 * (step + 1), SUITS[colour].ground)


def _thinned(motif: Motif) -> Iterator[Shape]:
    """Only the light parts of a pattern, so that the colours under it show."""
    tones = Tones((1, 1, 1), PAPER)
    for shape in motif(tones):
        if isinstance(shape, Stroke):
            if shape.colour == tones.light:
                yield shape
        elif isinstance(shape, Polygon | Disc) and shape.fill == tones.light:
            yield shape


def _four_dots() -> Iterator[Shape]:
    for k, colour in enumerate(("red", "yellow", "green", "blue")):
        yield Disc((SIGN_AT[0] - 3.6 + 2.4 * k, SIGN_AT[1]), 1.1, SUITS[colour].ground)


#: Every whirl has a colour and a pattern of its own: dark, light, ground.
TILES: dict[int, tuple[Suit, Motif]] = {
    1: (Suit((104, 60, 150), Tones((70, 34, 112), (160, 118, 204)), (44, 16, 74)), motifs.rays),
    2: (Suit((20, 132, 138), Tones((8, 92, 100), (98, 196, 194)), (4, 46, 54)), motifs.bricks),
    3: (Suit((226, 116, 30), Tones((186, 82, 10), (250, 176, 100)), (76, 30, 2)), motifs.chevrons),
    4: (Suit((210, 72, 128), Tones((170, 38, 96), (244, 148, 184)), (84, 10, 46)), motifs.checks),
    5: (Suit((112, 142, 40), Tones((78, 106, 18), (176, 204, 100)), (34, 52, 4)), motifs.stars),
    6: (Suit((120, 84, 60), Tones((88, 58, 38), (182, 144, 114)), (48, 26, 12)), motifs.honeycomb),
}


def tile(number: int) -> Drawing:
    """A place to travel from: a whirl with its number in the eye, and as many stars below."""
    suit, motif = TILES[number]
    inks = Inks(suit.ink, suit.tones.dark, suit.tones.light)
    whirl = emblems.laid(emblems.portal, inks, CENTRE, 2.3)
    stars = (star((7.4 + 5.7 * k, 77.2), 3.0, 1.4) for k in range(number))
    index: tuple[Shape, ...] = numeral(str(number), (8.2, 7.4), 5.4, 1.4, suit.ink)
    high = CENTRE[1] - (2.0 if str(number) in MISTAKEN_UPSIDE_DOWN else 0.0)
    drawing = card(
        (rectangle(0, 0, WIDE, HIGH, suit.ground),),
        motif(suit.tones),
        (Disc(CENTRE, 25.0, suit.ink), *whirl, Disc(CENTRE, 14.6, PAPER)),
        numeral(str(number), (CENTRE[0], high), 14.0, 4.2, suit.ink),
        (Polygon(points, PAPER) for points in stars),
        both_ways((rectangle(0, 0, 13.2, 13.2, PAPER), *index)),
    )
    return _small(drawing)


def back() -> Drawing:
    """A road that winds; the same both ways up."""
    ground, road = (30, 84, 92), (22, 60, 68)
    lines = []
    for row in range(-1, 8):
        y = CENTRE[1] + 14.5 * (row - 3)
        wave = tuple((x - 1.0, y + (4.0 if row % 2 else -4.0) * _bend(x - 30.0)) for x in range(61))
        lines += [Stroke(wave, 7.4, road), *_dashes(wave)]
    seal = (Disc(CENTRE, 12.6, ground), Disc(CENTRE, 11.2, PAPER), Disc(CENTRE, 10.2, ground))
    tips = Polygon(star(CENTRE, 8.6, 3.6, 6), (246, 190, 36))
    return _small(card((rectangle(0, 0, WIDE, HIGH, ground),), lines, seal, (tips, Disc(CENTRE, 2.4, ground))))


def _bend(x: float) -> float:
    """Odd about the middle, so that half a turn of the card changes nothing."""
    return x / 15.0 - (x / 21.0) ** 3


def _dashes(line: tuple[tuple[float, float], ...]) -> Iterator[Shape]:
    for start in range(4, len(line) - 4, 8):
        yield Stroke(line[start : start + 5], 0.9, (196, 214, 206))


def _small(drawing: Drawing) -> Drawing:
    return scaled(drawing, SIZE_MM[0] / WIDE)
