"""Random decks: thousands of card designs nobody prints, so that what is learnt from them is no particular deck.

A deck is drawn in one of several styles that real decks have, and comes in families of near-twins: one drawing in
several colours, or faces that differ in a digit only. It decides what is printed; the composer decides where it lies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.image import Image
from vision.training.strokes import (
    BLACK,
    FONTS,
    SYMBOLS,
    WHITE,
    Colour,
    Font,
    Points,
    Rng,
    blend,
    colour,
    fill_polygon,
    gradient,
    line_polygon,
    mixed,
    noise,
    palette,
    pattern,
    plain,
    scatter,
    shaded,
    stripes_within,
    symbol_points,
    write,
)
from vision.training.typefaces import typefaces

WIDTH = 240  # pixels across a face; its height follows the deck's aspect
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")
LETTERS = ("A", "K", "Q", "J", "D", "B", "V", "R", "C", "S", "P", "W", "M", "X")
WORDS = (
    "SKIP",
    "TURN",
    "DRAW",
    "STOP",
    "GIFT",
    "SWAP",
    "KM",
    "BONUS",
    "TRADE",
    "WILD",
    "JOKER",
    "PASS",
    "LUNA",
    "ZERO",
)


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck's faces and back, all of one size; sizes in millimetres, `corner_mm` the radius of its corners."""

    faces: tuple[Image, ...]
    back: Image
    width_mm: float
    height_mm: float
    corner_mm: float
    style: str


@dataclass(frozen=True, slots=True)
class Design:
    """What all faces of one deck share."""

    shape: tuple[int, int]
    seed: int
    colours: tuple[Colour, ...]
    symbols: tuple[str, ...]
    font: Font
    weight: int
    index_height: float
    index_place: tuple[float, float]
    border: int
    paper: Colour
    big: float
    variant: int


@dataclass(frozen=True, slots=True)
class Meaning:
    """What tells one face from its siblings: a text, a suit and a drawing."""

    text: str
    suit: int
    count: int
    drawing: int


Style = Callable[[Rng, Design, Meaning], Image]


def random_deck(rng: Rng, faces: int = 16, style: str | None = None, fonts: Sequence[Font] = FONTS) -> Deck:
    """Draw a whole deck: `faces` faces, a back and a size. The same `rng` state draws the same deck."""
    name = style or str(rng.choice(tuple(STYLES)))
    width_mm = float(rng.choice([56.0, 57.0, 58.0, 59.0, 63.0, 63.5, 65.0]))
    aspect = float(np.clip(rng.normal(1.48, 0.08), 1.33, 1.65))
    design = _design(rng, (round(WIDTH * aspect), WIDTH), fonts)
    draw = (STYLES | FURTHER_STYLES | TWIN_STYLES)[name]
    drawn = [draw(_own(design, meaning), design, meaning) for meaning in _meanings(rng, design, faces)]
    different = {face.tobytes(): face for face in drawn}.values()  # some styles cannot show every difference
    corner = float(rng.choice([0.0, float(rng.uniform(2, 6))], p=[0.06, 0.94]))
    return Deck(
        tuple(worn(rng, face) for face in different),
        worn(rng, _back(rng, design)),
        width_mm,
        width_mm * aspect,
        corner,
        name,
    )


def varied_deck(rng: Rng, faces: int) -> Deck:
    """A random deck in any style there is, more often than not set in type."""
    style = str(rng.choice((*STYLES, *FURTHER_STYLES)))
    return random_deck(rng, faces, style, typefaces() if rng.random() < 0.6 else FONTS)


def twin_deck(rng: Rng, faces: int) -> Deck:
    """A deck of symbols that little but their filling and their number tells apart; one in two is any varied deck."""
    return random_deck(rng, faces, "shaded_symbols") if rng.random() < 0.5 else varied_deck(rng, faces)


def _design(rng: Rng, shape: tuple[int, int], fonts: Sequence[Font]) -> Design:
    cream = int(rng.integers(225, 256))
    return Design(
        shape=shape,
        seed=int(rng.integers(1 << 31)),
        colours=tuple(palette(rng, int(rng.integers(2, 7)))),
        symbols=tuple(str(s) for s in rng.choice(tuple(SYMBOLS), 4, replace=False)),
        font=fonts[int(rng.integers(len(fonts)))],
        weight=int(rng.choice([3, 5, 8, 12])),
        index_height=float(rng.uniform(10, 44)),
        index_place=(float(rng.uniform(0.08, 0.14)), float(rng.uniform(0.06, 0.1))),
        border=int(rng.choice([0, 0, int(rng.integers(4, 22))])),
        paper=(int(rng.integers(cream - 30, cream + 1)), int(rng.integers(cream - 8, cream + 1)), cream),
        big=float(rng.uniform(0.22, 0.5)),
        variant=int(rng.integers(1 << 16)),
    )


def _own(design: Design, meaning: Meaning) -> Rng:
    """Chance of a drawing: the same for every colour and number of one family, so that siblings are near-twins."""
    return np.random.default_rng((design.seed, meaning.drawing))


def _meanings(rng: Rng, design: Design, count: int) -> list[Meaning]:
    texts = [str(n) for n in range(1, 21)]
    if rng.random() < 0.2:
        texts = list(ROMAN)
    elif rng.random() < 0.3:
        texts = [*texts[:10], *LETTERS]
    elif rng.random() < 0.2:
        texts = [sign + str(n) for n in (2, 4, 5, 10, 15) for sign in "+-"] + list(WORDS)
    shared = rng.random() < 0.6  # one drawing for the whole deck, or one for each face
    cards = [
        Meaning(text, suit, k + 1, 0 if shared else k)
        for k, text in enumerate(texts)
        for suit in range(len(design.colours))
    ]
    chosen = sorted(rng.choice(len(cards), min(count, len(cards)), replace=False))
    return [cards[i] if rng.random() > 0.1 else replace(cards[i], text=str(rng.choice(WORDS))) for i in chosen]


def worn(rng: Rng, face: Image) -> Image:
    """Print is never quite even: a little grain, a little fading."""
    grain = 0.02 * noise(rng, (face.shape[0], face.shape[1]), (12, 8)) + np.float32(rng.uniform(-0.06, 0.02))
    return shaded(face, grain.astype(np.float32))


# --- parts of a face ----------------------------------------------------------------------------------------------


def _indices(face: Image, design: Design, text: str, fill: Colour, symbol: str | None = None) -> None:
    """The small corner texts, upright at the top left and turned at the bottom right; some decks use all four."""
    height, width = design.shape
    px, py = design.index_place[0] * width, design.index_place[1] * height
    places = [(px, py, 0.0), (width - px, height - py, np.pi)]
    if design.variant & 1:
        places += [(width - px, py, 0.0), (px, height - py, np.pi)]
    for x, y, turn in places:
        write(
            face,
            text,
            (x, y),
            design.index_height,
            fill,
            font=design.font,
            weight=design.weight,
            widest=1.6 * px,
            turn=turn,
        )
        if symbol:
            below = y + (1 if turn == 0 else -1) * design.index_height * 1.1
            fill_polygon(face, symbol_points(symbol, (x, below), design.index_height * 0.4, turn), fill)


def _landscape(rng: Rng, shape: tuple[int, int], hue: Colour) -> Image:
    """A picture in one colour: sky, sun, ridges, a skyline or trees."""
    height, width = shape
    picture = gradient(rng, shape, mixed(hue, WHITE, rng.uniform(0.3, 0.8)), mixed(hue, BLACK, rng.uniform(0, 0.4)))
    if rng.random() < 0.6:
        centre = (rng.uniform(0.2, 0.8) * width, rng.uniform(0.15, 0.5) * height)
        fill_polygon(picture, symbol_points("circle", centre, rng.uniform(0.1, 0.4) * width), mixed(hue, WHITE, 0.7))
    for layer in range(int(rng.integers(2, 5))):
        fill = mixed(hue, BLACK, 0.2 + 0.2 * layer)
        top = height * (0.45 + 0.12 * layer)
        xs = np.linspace(0, width, int(rng.integers(6, 24)))
        ys = top + rng.uniform(-0.1, 0.1, len(xs)) * height
        if rng.random() < 0.5:
            xs, ys = np.repeat(xs, 2)[1:], np.repeat(ys, 2)[:-1]
        outline = np.concatenate([np.stack([xs, ys], 1), [(width, height), (0, height)]])
        fill_polygon(picture, outline, fill)
    return picture


def _collage(rng: Rng, shape: tuple[int, int], colours: tuple[Colour, ...]) -> Image:
    """A busy many-coloured picture: what a painting or a photograph looks like from a metre away."""
    height, width = shape
    picture = gradient(rng, shape, colour(rng), colour(rng))
    for _ in range(int(rng.integers(4, 25))):
        fill = colours[rng.integers(len(colours))] if rng.random() < 0.5 else colour(rng)
        centre = rng.uniform(0, 1, 2) * (width, height)
        points = centre + rng.normal(0, rng.uniform(0.05, 0.3) * width, (int(rng.integers(3, 7)), 2))
        fill_polygon(picture, cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64), fill)
    scatter(rng, picture, [colour(rng), *colours], int(rng.integers(0, 12)), (0.03 * width, 0.2 * width))
    if rng.random() < 0.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 4)), np.uint8)
    return shaded(picture, 0.25 * noise(rng, shape, (int(rng.integers(3, 40)), int(rng.integers(3, 30)))))


def _picture(rng: Rng, shape: tuple[int, int], design: Design, suit: int) -> Image:
    kind = design.variant % 3
    if kind == 0:
        return _landscape(rng, shape, design.colours[suit])
    if kind == 1:
        tint = plain(shape, design.colours[suit])
        return np.asarray(cv2.addWeighted(_collage(rng, shape, design.colours), 0.7, tint, 0.3, 0), np.uint8)
    hue = design.colours[suit]
    picture = pattern(rng, shape, mixed(hue, WHITE, 0.5), hue)
    centre = (shape[1] / 2, shape[0] / 2)
    fill_polygon(picture, symbol_points(design.symbols[0], centre, 0.35 * shape[1]), mixed(hue, BLACK, 0.6))
    return picture


def _number(face: Image, design: Design, text: str, fill: Colour, rim: Colour | None) -> None:
    height, width = design.shape
    centre, size = (width / 2, height / 2), design.big * height
    stretch, turn = 0.7 + 0.1 * (design.variant % 5), (0.0, 0.0, -0.25)[design.variant % 3]
    style = {"font": design.font, "widest": 0.8 * width, "stretch": stretch, "turn": turn}
    if rim is not None:
        write(face, text, centre, size * 1.08, rim, weight=design.weight + 10, **style)  # type: ignore[arg-type]
    if isinstance(design.font, str) and design.variant & 128:
        # Set in type, and a shadow behind the number, as thick as its letters.
        behind = (centre[0] + 0.03 * size, centre[1] + 0.03 * size)
        write(face, text, behind, size, mixed(fill, BLACK, 0.8), weight=design.weight + 4, **style)  # type: ignore[arg-type]
    write(face, text, centre, size, fill, weight=design.weight + 4, **style)  # type: ignore[arg-type]


def _frame(face: Image, border: int, fill: Colour) -> None:
    if border:
        height, width = face.shape[:2]
        inner = face[border : height - border, border : width - border].copy()
        face[:] = fill
        face[border : height - border, border : width - border] = inner


# --- styles -------------------------------------------------------------------------------------------------------


def _full_bleed(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """A picture to the very edge, a big number on it."""
    face = _picture(rng, design.shape, design, meaning.suit)
    rim = BLACK if design.variant & 8 else None
    _number(
        face,
        design,
        meaning.text,
        WHITE if design.variant & 4 else mixed(design.colours[meaning.suit], WHITE, 0.8),
        rim,
    )
    _indices(face, design, meaning.text, WHITE)
    _frame(face, design.border if design.variant & 16 else 0, design.paper)
    return face


def _plain_numeral(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """One plain colour, a numeral, perhaps an oval or a ribbon behind it."""
    height, width = design.shape
    hue = design.colours[meaning.suit]
    face = plain(design.shape, hue)
    behind, ink = hue, WHITE
    if design.variant & 4:
        turn = 0.5 if design.variant & 8 else 0.0
        fill_polygon(face, symbol_points("circle", (width / 2, height / 2), 0.38 * height, turn, 0.62), WHITE)
        behind, ink = WHITE, hue
    elif design.variant & 8:
        lean = rng.uniform(-0.3, 0.3) * height
        ribbon = np.array(
            [
                (0, 0.3 * height + lean),
                (width, 0.3 * height - lean),
                (width, 0.7 * height - lean),
                (0, 0.7 * height + lean),
            ]
        )
        fill_polygon(face, ribbon, mixed(hue, WHITE, 0.5))
    if design.variant & 32 and meaning.count > 10:
        fill_polygon(face, symbol_points(design.symbols[1], (width / 2, height / 2), 0.22 * height), ink)
    else:
        _number(face, design, meaning.text, ink, BLACK if behind != WHITE and design.variant & 16 else None)
    _indices(face, design, meaning.text, mixed(hue, WHITE, 0.9))
    _frame(face, design.border, design.paper)
    return face


def _bordered_picture(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """A picture framed by white or coloured paper, with tiny indices."""
    height, width = design.shape
    ground = design.paper if design.variant & 4 else design.colours[meaning.suit]
    face = plain(design.shape, ground)
    side, top = int(width * rng.uniform(0.05, 0.2)), int(height * rng.uniform(0.05, 0.2))
    panel = _picture(rng, (height - 2 * top, width - 2 * side), design, meaning.suit)
    face[top : height - top, side : width - side] = panel
    if design.variant & 8:
        cv2.rectangle(face, (side, top), (width - side, height - top), BLACK, 2, cv2.LINE_AA)
    if design.variant & 64:
        _number(face, design, meaning.text, design.paper, BLACK)
    _indices(face, design, meaning.text, BLACK if design.variant & 4 else design.paper)
    return face


def _symbols_on_white(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """White, with one to four symbols that are solid, outlined or shaded; printed upright or lying."""
    height, width = design.shape
    face = plain(design.shape, design.paper)
    count, fill = 1 + meaning.count % 4, design.colours[meaning.suit]
    name, look = design.symbols[meaning.count // 4 % 3], meaning.count % 3
    size = min(0.32 * width, 0.33 * height / count)
    for k in range(count):
        centre = (width / 2, height * (0.5 + (k - (count - 1) / 2) * 0.72 / count))
        points = symbol_points(name, centre, size, np.pi / 2 if design.variant & 2 else 0.0)
        if look == 0:
            fill_polygon(face, points, fill)
        elif look == 1:
            stripes_within(face, points, fill, 6)
        line_polygon(face, points, fill, 4)
    if design.variant & 4:
        _indices(face, design, meaning.text, fill)
    return face


def _filled_symbols(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """White, with one to three symbols, and every way to fill them: solid, hatched in any direction, tinted, empty."""
    height, width = design.shape
    face = plain(design.shape, design.paper)
    count, look, kind = 1 + meaning.count % 3, meaning.count // 3 % 3, meaning.count // 9 % 3
    fill, pitch = design.colours[meaning.suit], 4 + design.variant % 7
    hatching = (0.0, np.pi / 2, np.pi / 4, -np.pi / 4)[design.variant // 64 % 4]
    size = (0.24 + 0.02 * (design.variant // 256 % 4)) * width
    for k in range(count):
        centre = (width / 2, height * (0.5 + (k - (count - 1) / 2) * 0.26))
        points = symbol_points(design.symbols[kind], centre, size, np.pi / 2 if design.variant & 2 else 0.0)
        if look == 0:
            fill_polygon(face, points, fill)
        elif look == 1 and design.variant & 8:
            fill_polygon(face, points, mixed(fill, design.paper, 0.7))
        elif look == 1:
            stripes_within(face, points, fill, pitch, hatching)
        line_polygon(face, points, fill, 2 + design.variant % 4)
    if design.variant & 4:
        _indices(face, design, meaning.text, fill)
    return face


def _shaded_symbols(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """White or tinted, with one to three symbols, upright or lying, squeezed or not, in three of the `_FILLINGS`."""
    height, width = design.shape
    of_deck = np.random.default_rng(design.seed)
    fillings = [_empty, *(_FILLINGS[k] for k in of_deck.permutation(len(_FILLINGS))[:2])]
    turn, squeeze = float(of_deck.choice([0.0, np.pi / 2])), float(of_deck.uniform(0.4, 1))
    size, apart, thick = of_deck.uniform(0.2, 0.38) * width, of_deck.uniform(1.15, 1.4), int(of_deck.integers(1, 6))
    one_size = of_deck.random() < 0.6
    texture = _Texture(int(of_deck.integers(4, 13)), int(of_deck.integers(1, 4)), float(of_deck.uniform(-1.6, 1.6)))
    count, look, kind = 1 + meaning.count % 3, meaning.count // 3 % 3, meaning.count // 9 % 3
    # Lying symbols stand in a row down the card, and must not touch.
    tall = 2 * size * (squeeze if turn else 1.0)
    step = min(apart * tall, 0.92 * height / (3 if one_size else count))
    size *= min(1.0, 0.9 * step / tall)
    face, fill = plain(design.shape, design.paper), design.colours[meaning.suit]
    for k in range(count):
        centre = (width / 2, height / 2 + (k - (count - 1) / 2) * step)
        points = symbol_points(design.symbols[kind], centre, size, turn, squeeze)
        fillings[look](face, points, fill, texture)
        line_polygon(face, points, fill, thick)
    if design.variant & 4:
        _indices(face, design, str(count), fill)
    return face


@dataclass(frozen=True, slots=True)
class _Texture:
    """How fine a filling is: so many pixels from line to line, their width, and their slant in radians."""

    pitch: int
    line: int
    slant: float


def _empty(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    pass


def _solid(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    fill_polygon(face, points, fill)


def _tinted(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    ground = face[0, 0]
    fill_polygon(
        face, points, mixed(fill, (int(ground[0]), int(ground[1]), int(ground[2])), 0.85 - 0.05 * texture.pitch)
    )


def _hatched(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    stripes_within(face, points, fill, texture.pitch, line=texture.line)


def _slanted(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    stripes_within(face, points, fill, texture.pitch, texture.slant, texture.line)


def _netted(face: Image, points: Points, fill: Colour, texture: _Texture) -> None:
    for turn in (texture.slant, texture.slant + np.pi / 2):
        stripes_within(face, points, fill, 2 * texture.pitch, turn, texture.line)


_FILLINGS = (_solid, _tinted, _hatched, _slanted, _netted)


def _pips(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """Playing cards: suit symbols by number, double-headed courts in a frame, corner indices over a small suit."""
    height, width = design.shape
    red_or_black = (40, 30, 200) if meaning.suit % 2 == 0 else BLACK
    ink = design.colours[meaning.suit] if design.variant & 16 or meaning.suit > 3 else red_or_black
    name = (
        ("heart", "spade", "diamond", "club")[meaning.suit % 4]
        if design.variant & 8
        else design.symbols[meaning.suit % 4]
    )
    face = plain(design.shape, design.paper)
    if meaning.count > 10:
        court = _collage(rng, (height // 2, int(0.7 * width)), (*design.colours, WHITE))
        whole = np.concatenate([court, court[::-1, ::-1]])
        top, left = (height - whole.shape[0]) // 2, (width - whole.shape[1]) // 2
        whole = np.asarray(cv2.resize(whole, None, fx=1, fy=0.86), np.uint8)
        top = (height - whole.shape[0]) // 2
        face[top : top + whole.shape[0], left : left + whole.shape[1]] = whole
        cv2.rectangle(face, (left, top), (width - left, height - top), ink, 2, cv2.LINE_AA)
    else:
        for x, y in _pip_places(meaning.count):
            turn = np.pi if y > 0.5 else 0.0
            fill_polygon(face, symbol_points(name, (x * width, y * height), 0.085 * width, turn), ink)
    _indices(face, design, meaning.text, ink, name)
    return face


def _pip_places(count: int) -> list[tuple[float, float]]:
    columns = {1: (0, 1, 0), 2: (0, 2, 0), 3: (0, 3, 0)}.get(
        count, (count // 2 - (count > 7), 0, count // 2 - (count > 7))
    )
    middle = count - columns[0] - columns[2]
    places = []
    for x, n in zip((0.3, 0.5, 0.7), (columns[0], middle, columns[2]), strict=True):
        places += [(x, 0.5 if n == 1 else 0.18 + 0.64 * k / (n - 1)) for k in range(n)]
    return places


def _titled(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """A title, a picture and lines of text below it, as collectible and event cards have."""
    height, width = design.shape
    hue = design.colours[meaning.suit]
    ground = mixed(hue, WHITE, 0.75) if design.variant & 4 else mixed(hue, BLACK, 0.3)
    face = (
        plain(design.shape, ground)
        if design.variant & 8
        else pattern(rng, design.shape, ground, mixed(ground, WHITE, 0.1))
    )
    ink = BLACK if design.variant & 4 else WHITE
    side, split = int(0.08 * width), int(height * rng.uniform(0.45, 0.7))
    face[int(0.14 * height) : split, side : width - side] = _picture(
        rng, (split - int(0.14 * height), width - 2 * side), design, meaning.suit
    )
    write(
        face,
        f"{rng.choice(WORDS)} {meaning.text}",
        (width / 2, 0.075 * height),
        0.05 * height,
        ink,
        font=design.font,
        widest=0.85 * width,
    )
    for y in np.arange(split + 0.05 * height, 0.92 * height, 0.035 * height):
        cv2.line(
            face, (side, int(y)), (int(width * rng.uniform(0.5, 0.92)), int(y)), mixed(ground, ink, 0.7), 2, cv2.LINE_AA
        )
    _frame(face, design.border, BLACK if design.variant & 32 else design.paper)
    return face


def _wordy(rng: Rng, design: Design, meaning: Meaning) -> Image:
    """Nearly empty: paper or a dark ground with a word and perhaps a small sign."""
    height, width = design.shape
    dark = bool(design.variant & 4)
    ground = mixed(design.colours[meaning.suit], BLACK, 0.75) if dark else design.paper
    face = plain(design.shape, ground)
    ink = design.paper if dark else design.colours[meaning.suit]
    write(
        face,
        meaning.text,
        (width / 2, height * rng.uniform(0.25, 0.5)),
        0.12 * height,
        ink,
        font=design.font,
        widest=0.8 * width,
    )
    centre = (width / 2, height * 0.72)
    fill_polygon(face, symbol_points(design.symbols[meaning.suit % 4], centre, 0.12 * width), ink)
    if design.variant & 8:
        _indices(face, design, meaning.text[:2], ink)
    if design.variant & 16:
        inset = design.border + 6
        cv2.rectangle(face, (inset, inset), (width - inset, height - inset), ink, 2, cv2.LINE_AA)
    return face


STYLES: dict[str, Style] = {
    "full_bleed": _full_bleed,
    "plain_numeral": _plain_numeral,
    "bordered_picture": _bordered_picture,
    "symbols_on_white": _symbols_on_white,
    "pips": _pips,
    "titled": _titled,
    "wordy": _wordy,
}
#: Styles of `varied_deck` only: what `random_deck` draws from a seed must stay as it is.
FURTHER_STYLES: dict[str, Style] = {"filled_symbols": _filled_symbols}
#: A style of `twin_deck` only, for the same reason.
TWIN_STYLES: dict[str, Style] = {"shaded_symbols": _shaded_symbols}


def _back(rng: Rng, design: Design) -> Image:
    """The other side: a pattern or a plain ground, a medallion, a border."""
    height, width = design.shape
    hue = colour(rng, (0.2, 1), (0.1, 0.9))
    other = mixed(hue, WHITE if rng.random() < 0.6 else BLACK, rng.uniform(0.2, 1))
    kind = rng.random()
    if kind < 0.6:
        back = pattern(rng, design.shape, hue, other)
    elif kind < 0.8:
        back = plain(design.shape, hue)
    else:
        back = gradient(rng, design.shape, hue, other)
    if rng.random() < 0.4:
        scatter(rng, back, [other, *design.colours], int(rng.integers(5, 60)), (4, 16))
    centre = (width / 2, height / 2)
    if rng.random() < 0.6:
        size = rng.uniform(0.12, 0.4) * width
        fill_polygon(back, symbol_points(str(rng.choice(["circle", "hexagon", "diamond", "sun"])), centre, size), other)
        fill_polygon(back, symbol_points(design.symbols[0], centre, size * 0.6), hue)
    if rng.random() < 0.3:
        write(
            back,
            str(rng.choice(WORDS)),
            centre,
            0.12 * height,
            WHITE,
            font=design.font,
            widest=0.8 * width,
            turn=float(rng.choice([0, 0.6])),
        )
    if rng.random() < 0.3:
        blend(back, np.clip(noise(rng, design.shape, (3, 3)), 0, 1), other)
    _frame(back, int(rng.choice([0, int(rng.integers(4, 24))])), design.paper if rng.random() < 0.8 else other)
    return back
