"""Films of a table made from a script: hands lay and take cards, slap, hover; shadows pass, lights go on, the camera is
bumped or away. Every film brings its truth, for tests and for measuring; nothing learns from them.

The same script gives the same pictures. It decides where everything is and when; it knows no game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.plane import plane_of
from calibration.table_file import Pile, Seat, Table
from vision.frame import Frame, Gap
from vision.image import FloatArray, Image
from vision.training.arms import Eye, drawn, random_arm, shadow
from vision.training.paint import Canvas
from vision.training.strokes import Points
from vision.training.tables import SURFACES, Surface
from vision.training.view import View

CARD_MM = (58.0, 87.0)
#: A card of a pile lies so much higher than the one below it.
THICK_MM = 0.35
#: A hand comes and goes in so many seconds; it lets go of a card after so long.
COMES, GOES, LETS_GO = 0.55, 0.5, 0.12
#: A slap falls from so high in so long, and stays so long; a hand on another lies so much higher.
FALL_MM, FALLS, RESTS, ABOVE_MM = 170.0, 0.22, 0.35, 26.0
#: A table that is hit makes the camera tremble: pixels, times a second, and how fast that ends.
JOLT = (1.2, 12.0, 9.0)
#: The shutter is open for so long.
EXPOSURE_S = 0.012
#: An arm looks the same within so many millimetres.
SAME_MM = 40.0
_SIDE = {Seat.SOUTH: 1, Seat.NORTH: 2, Seat.WEST: 3, Seat.EAST: 4}
_OUTWARD = {Seat.SOUTH: (0.0, -1.0), Seat.NORTH: (0.0, 1.0), Seat.WEST: (-1.0, 0.0), Seat.EAST: (1.0, 0.0)}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies: its middle (mm) and its turn in degrees."""

    x: float
    y: float
    turn: float = 0.0

    def corners(self, z: float = 0.0, size_mm: tuple[float, float] = CARD_MM) -> Points:
        wide, high = size_mm[0] / 2, size_mm[1] / 2
        angle = np.radians(self.turn)
        c, s = np.cos(angle), np.sin(angle)
        flat = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]) @ np.array([[c, s], [-s, c]])
        return np.column_stack([flat + np.array([self.x, self.y]), np.full(4, z)])


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or anything flat with a picture, that lies in a place of the table (not always one of the TABLE's)."""

    pile: str
    card: str
    spot: Spot
    size_mm: tuple[float, float] = CARD_MM

    def corners(self, z: float = 0.0) -> Points:
        return self.spot.corners(z, self.size_mm)


@dataclass(frozen=True, slots=True)
class Lay:
    """At `t` seconds the card lies still."""

    t: float
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Take:
    """At `t` the uppermost card of the pile leaves its place."""

    t: float
    seat: Seat
    pile: str


@dataclass(frozen=True, slots=True)
class Sort:
    """From `t` on, a hand passes over a zone within `seconds`; what it has passed lies as in `cards`."""

    t: float
    seat: Seat
    pile: str
    cards: tuple[Card, ...]
    seconds: float = 0.8


@dataclass(frozen=True, slots=True)
class Slap:
    """At `t` the hand hits the pile, or the hand that lies on it already if `layer` is above 0."""

    t: float
    seat: Seat
    spot: Spot
    pile: str
    layer: int = 0


@dataclass(frozen=True, slots=True)
class Hover:
    """A hand comes down to `height` mm above the spot, moves aside (mm) meanwhile, and goes. It touches no card."""

    t: float
    seat: Seat
    spot: Spot
    height: float = 60.0
    seconds: float = 0.4
    aside: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Shade:
    """A soft shadow passes over the table."""

    t: float
    seconds: float = 1.2
    depth: float = 0.4


@dataclass(frozen=True, slots=True)
class Light:
    """From `t` on the light is so many times as strong."""

    t: float
    factor: float


@dataclass(frozen=True, slots=True)
class Bump:
    """At `t` the camera is pushed: from then on it sees everything this much moved (px) and turned (degrees)."""

    t: float
    right: float
    down: float
    turn: float


@dataclass(frozen=True, slots=True)
class Away:
    """From `t` on there is no camera for some seconds."""

    t: float
    seconds: float
    reason: str = "camera_lost"


Act: TypeAlias = Lay | Take | Sort | Slap | Hover | Shade | Light | Bump | Away
Handed: TypeAlias = Lay | Take | Sort | Slap | Hover


@dataclass(frozen=True, slots=True)
class Script:
    """What happens. `places` are the TABLE's: name, middle (mm), and half its width and height."""

    seats: tuple[Seat, ...]
    places: Mapping[str, tuple[float, float, float, float]]
    opening: tuple[Card, ...]
    acts: tuple[Act, ...]
    seconds: float
    size: tuple[int, int] = (640, 360)
    fps: float = 15.0
    wide_mm: float = 620.0
    tilt: float = 8.0
    surface: str = "felt"
    seed: int = 1
    noise: float = 0.3


#: A part of a frame, as rows and columns, and what is there.
_Part: TypeAlias = tuple[tuple[slice, slice], NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class _Cut:
    """A part of a picture that is larger than a frame on all sides, cut out at `left`, `top`."""

    left: int
    top: int
    picture: NDArray[np.uint8]

    def warped(self, onto: FloatArray, size: tuple[int, int]) -> _Part | None:
        """The part of a frame that this covers once moved; None outside of the frame."""
        scale, (x, y) = float(onto[0, 0]), onto[:, 2] + onto[:, :2] @ (self.left, self.top)
        high, wide = self.picture.shape[:2]
        left, right = max(0, int(x) - 1), min(size[0], int(x + scale * wide) + 2)
        top, bottom = max(0, int(y) - 1), min(size[1], int(y + scale * high) + 2)
        if left >= right or top >= bottom:
            return None
        way = np.array([[scale, 0, x - left], [0, scale, y - top]], np.float32)
        there = cv2.warpAffine(self.picture, way, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        return (slice(top, bottom), slice(left, right)), np.asarray(there, np.uint8)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An arm as it was drawn at a spot: colours with their cover, and its shadow."""

    spot: Spot
    layers: _Cut
    fallen: _Cut


@dataclass(slots=True)
class _Hand:
    """An arm as it was drawn, and where it is when."""

    act: Handed
    spot: Spot
    arm: _Drawn
    comes: float
    goes: float
    path: list[tuple[float, NDArray[np.float64]]] = field(default_factory=list)

    def at(self, t: float) -> NDArray[np.float64]:
        """Where the hand is (mm, from its spot) at a time."""
        times = [when for when, _ in self.path]
        where = np.array([place for _, place in self.path])
        k = int(np.clip(np.searchsorted(times, t) - 1, 0, len(times) - 2))
        share = np.clip((t - times[k]) / max(1e-9, times[k + 1] - times[k]), 0, 1)
        falls = isinstance(self.act, Slap) and times[k + 1] == self.act.t
        eased = share**1.6 if falls else share * share * (3 - 2 * share)
        return np.asarray(where[k] + eased * (where[k + 1] - where[k]), np.float64)


class Film:
    """`pictures` are the deck's faces by name, upright; `back` is a face like any other."""

    def __init__(self, script: Script, pictures: Mapping[str, Image]) -> None:
        self.script, self._pictures = script, pictures
        width, height = script.size
        rng = np.random.default_rng((script.seed, 1))
        focal, lean = 0.9 * width, np.radians(script.tilt)
        self._far = focal * script.wide_mm / width
        c, s = np.cos(lean), np.sin(lean)
        down = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]])
        lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
        self._eye = Eye(lens @ np.column_stack([down, [0, 0, self._far]]), float(focal))
        angle = rng.uniform(0, 2 * np.pi)
        self._light = np.array([0.35 * np.cos(angle), 0.35 * np.sin(angle), 0.93])
        self._margin = int(0.75 * height)
        self._noise = [rng.normal(0, script.noise, (height, width, 3)).astype(np.float32) for _ in range(4)]
        self._bare = self._bare_table(rng)
        self._drawn: tuple[tuple[Card, ...], FloatArray] | None = None
        self._arms: dict[tuple[Seat, Spot], _Drawn] = {}

    # ---------------------------------------------------------------- truth

    @cached_property
    def table(self) -> Table:
        """The TABLE file of this camera."""
        plane = plane_of(self._eye.matrix[:, [0, 1, 3]])
        piles = []
        for name, (x, y, wide, high) in self.script.places.items():
            corners = [(x - wide, y + high), (x + wide, y + high), (x + wide, y - high), (x - wide, y - high)]
            polygon = tuple((round(float(a), 1), round(float(b), 1)) for a, b in plane.to_px(corners))
            piles.append(Pile(name, polygon))
        return Table(self.script.size, plane, CARD_MM, self.script.seats, tuple(piles))

    def lying(self, t: float) -> tuple[Card, ...]:
        """What lies on the table at a time, in the order in which it was laid."""
        cards = list(self.script.opening)
        for act in sorted((a for a in self.script.acts if isinstance(a, Lay | Take | Sort)), key=lambda act: act.t):
            if isinstance(act, Lay) and act.t <= t:
                cards.append(act.card)
            elif isinstance(act, Take) and act.t <= t:
                cards.remove(next(card for card in reversed(cards) if card.pile == act.pile))
            elif isinstance(act, Sort) and act.t <= t:
                passed = (t - act.t) / act.seconds
                cards = [card for card in cards if card.pile != act.pile or self._share(act, card) > passed]
                cards += [card for card in act.cards if self._share(act, card) <= passed]
        return tuple(cards)

    def quad(self, card: Card) -> Points:
        """The outline of a card on the table, in pixels: top left, top right, bottom right, bottom left as printed."""
        return self._eye.see(card.corners())[0]

    def _share(self, act: Sort, card: Card) -> float:
        """When the hand that sorts a zone passes a place in it, 0 to 1, from left to right."""
        xs = [each.spot.x for each in (*act.cards, *self.script.opening) if each.pile == act.pile]
        low, high = min(xs, default=0.0) - 20, max(xs, default=0.0) + 20
        return float(np.clip((card.spot.x - low) / (high - low), 0, 1))

    # ---------------------------------------------------------------- pictures

    def frames(self) -> Iterator[Frame | Gap]:
        """The film as a camera would deliver it."""
        hands = sorted((self._hand(act) for act in self.script.acts if isinstance(act, Handed)), key=self._level)
        away = [act for act in self.script.acts if isinstance(act, Away)]
        told: set[float] = set()
        for index in range(round(self.script.seconds * self.script.fps)):
            t = index / self.script.fps
            gone = next((act for act in away if act.t <= t < act.t + act.seconds), None)
            if gone is None:
                yield Frame(index, round(t * 1e9), self.picture(t, hands, index), "script")
            elif gone.t not in told:
                told.add(gone.t)
                yield Gap(round(gone.t * 1e9), gone.reason)

    def busy(self, t: float, margin: float = 0.25) -> bool:
        """Does anything happen around this time?"""
        for act in self.script.acts:
            before, after = _extent(act)
            if act.t - before - margin <= t <= act.t + after + margin:
                return True
        return False

    def picture(self, t: float, hands: Sequence[_Hand], index: int) -> Image:
        seen = self._still(t)
        near = [hand for hand in hands if hand.comes <= t <= hand.goes]
        if near:
            seen = seen.copy()
        for hand in near:
            self._paint(seen, hand, t)
        seen = self._moved(self._lit(seen, t), t) + self._noise[index % len(self._noise)]
        return np.clip(seen, 0, 255).astype(np.uint8)

    def _bare_table(self, rng: np.random.Generator) -> FloatArray:
        maker = next(make for make in SURFACES if make.__name__ == f"_{self.script.surface}")
        canvas = Canvas(self.script.size)
        surface = Surface(maker(rng), 500.0, 0.0)
        canvas.lay_table(surface, View(self.script.size, self._eye.matrix, np.radians(self.script.tilt)), 0.0)
        _clutter(canvas, self._eye, rng, self.script.wide_mm)
        # Neither so dark nor so bright that a camera would not cope.
        level = float(canvas.picture.mean())
        return canvas.picture * np.float32(np.clip(level, 70, 150) / max(level, 1.0))

    def _still(self, t: float) -> FloatArray:
        cards = self.lying(t)
        if self._drawn is None or self._drawn[0] != cards:
            picture = self._bare.copy()
            heights: dict[str, int] = {}
            for card in cards:
                level = heights[card.pile] = heights.get(card.pile, -1) + 1
                self._lay(picture, card.card, card.corners(level * THICK_MM))
            self._drawn = (cards, picture)
        return self._drawn[1]

    def _lay(self, picture: FloatArray, name: str, corners: Points) -> None:
        """A card's face onto the picture, with round corners and a little shade around it."""
        face = self._pictures[name]
        high, wide = face.shape[:2]
        quad = self._eye.see(corners)[0].astype(np.float32)
        source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        short = float(np.linalg.norm(quad[1] - quad[0]))
        small = cv2.resize(face, None, fx=(share := min(1.0, 2 * short / wide)), fy=share, interpolation=cv2.INTER_AREA)
        matrix = cv2.getPerspectiveTransform(source * np.float32(share), quad)
        corner, far = quad.min(axis=0) - 8, quad.max(axis=0) + 8
        (left, top), (right, bottom) = np.maximum(0, corner).astype(int), np.maximum(0, far).astype(int)
        room = picture[top:bottom, left:right]
        if not room.size:
            return
        matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64) @ matrix
        size = (room.shape[1], room.shape[0])
        cover = np.zeros(small.shape[:2], np.uint8)
        inset = max(1, round(0.06 * small.shape[1]))
        cv2.rectangle(cover, (inset, inset), (cover.shape[1] - 1 - inset, cover.shape[0] - 1 - inset), 255, -1)
        cover = np.asarray(
            cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1,) * 2)), np.uint8
        )
        alpha = cv2.warpPerspective(cover, matrix, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        shade = cv2.GaussianBlur(alpha[..., 0], (0, 0), 2.0)[..., None]
        room *= 1 - np.float32(0.25) * shade * (1 - alpha)
        room += alpha * (cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR) - room)

    # ---------------------------------------------------------------- hands

    def _hand(self, act: Handed) -> _Hand:
        before, after = _extent(act)
        spot = self._spot_of(act)
        near = Spot(*(round(each / SAME_MM) * SAME_MM for each in (spot.x, spot.y)))
        if (act.seat, near) not in self._arms:
            self._arms[act.seat, near] = self._arm(act.seat, near)
        hand = _Hand(act, spot, self._arms[act.seat, near], act.t - before, act.t + after)
        hand.path = self._path(act, hand)
        return hand

    def _arm(self, seat: Seat, spot: Spot) -> _Drawn:
        """The arm of a seat is the same in every act; it is drawn anew where perspective makes it look another."""
        rng = np.random.default_rng((self.script.seed, 7, _SIDE[seat]))
        arm = random_arm(rng, _SIDE[seat], np.array([spot.x, spot.y]), 0.0)
        shift = np.array([[1, 0, self._margin], [0, 1, self._margin], [0, 0, 1]], np.float64)
        eye = Eye(shift @ self._eye.matrix, self._eye.focal)
        size = (self.script.size[0] + 2 * self._margin, self.script.size[1] + 2 * self._margin)
        picture, mask = drawn(arm, eye, self._light, size)
        left, top, wide, high = cv2.boundingRect(cv2.dilate(mask, np.ones((9, 9), np.uint8)))
        part = (slice(top, top + high), slice(left, left + wide))
        cover = cv2.GaussianBlur(mask[part].astype(np.float32), (0, 0), 0.7)
        layers = np.dstack([np.clip(picture[part], 0, 255), 255 * cover]).astype(np.uint8)
        fallen = (255 * shadow(arm, eye, self._light, size, 4.0)).clip(0, 255).astype(np.uint8)
        x, y, across, down = cv2.boundingRect(fallen)
        return _Drawn(spot, _Cut(left, top, layers), _Cut(x, y, fallen[y : y + down, x : x + across]))

    def _spot_of(self, act: Handed) -> Spot:
        if isinstance(act, Slap | Hover):
            return act.spot
        if isinstance(act, Lay):
            return act.card.spot
        if isinstance(act, Sort):
            x, y, _, _ = self.script.places.get(act.pile, (0.0, 0.0, 0.0, 0.0))
            spots = [card.spot for card in act.cards]
            return Spot(x, float(np.mean([spot.y for spot in spots])) if spots else y)
        return next(card.spot for card in reversed(self.lying(act.t - 1e-6)) if card.pile == act.pile)

    def _path(self, act: Handed, hand: _Hand) -> list[tuple[float, NDArray[np.float64]]]:
        """Where the hand is from its spot (mm), and when."""
        out = np.array([*_OUTWARD[act.seat], 0.0])
        # Far enough for no finger to be seen.
        far = out * (0.75 * self.script.wide_mm) + (0, 0, 50)
        # A hand that holds a card has its fingers at the card's near edge.
        hold = out * 62.0 if isinstance(act, Lay | Take) else np.zeros(3)
        t = act.t
        if isinstance(act, Slap):
            lift = np.array([0, 0, act.layer * ABOVE_MM])
            high = lift + (0, 0, FALL_MM) + out * 60
            rest = t + RESTS
            return [(hand.comes, far), (t - FALLS, high), (t, lift), (rest, lift), (hand.goes, far)]
        if isinstance(act, Hover):
            over, aside = np.array([0, 0, act.height]), np.array([*act.aside, 0.0])
            return [(hand.comes, far), (t, over), (t + act.seconds, over + aside), (hand.goes, far + aside)]
        if isinstance(act, Sort):
            half = self.script.places.get(act.pile, (0.0, 0.0, 90.0, 0.0))[2]
            left, right = np.array([-half, 0, 12.0]), np.array([half, 0, 12.0])
            return [(hand.comes, far + left), (t, left), (t + act.seconds, right), (hand.goes, far + right)]
        return [(hand.comes, far + hold), (t, hold), (t + LETS_GO, hold), (hand.goes, far + hold)]

    def _level(self, hand: _Hand) -> float:
        return hand.act.layer if isinstance(hand.act, Slap) else 0

    def _paint(self, seen: FloatArray, hand: _Hand, t: float) -> None:
        """The hand, its shadow, and the card it holds."""
        act = hand.act
        held = self._held(act, t)
        if held is not None:
            offset = hand.at(t) - hand.at(act.t)
            corners = held.corners(3.0) + offset
            self._lay(seen, held.card, corners)
        size, place = self.script.size, hand.at(t)
        if found := hand.arm.fallen.warped(self._onto(hand, place, falls=True), size):
            where, fallen = found
            seen[where] *= 1 - np.float32(0.4 / 255) * fallen.astype(np.float32)[..., None]
        moments = [hand.at(t + share * EXPOSURE_S) for share in (-0.5, 0.0, 0.5)]
        moments = moments if np.ptp(moments, axis=0).max() > 0.2 else moments[1:2]
        parts = [hand.arm.layers.warped(self._onto(hand, moment), size) for moment in moments]
        if seen_there := _overlaid([part for part in parts if part is not None], len(moments)):
            where, layers = seen_there
            seen[where] *= 1 - layers[..., 3:] / 255
            seen[where] += layers[..., :3] * np.float32(0.95)

    def _held(self, act: Handed, t: float) -> Card | None:
        if isinstance(act, Lay) and t < act.t:
            return act.card
        if isinstance(act, Take) and t >= act.t:
            before, after = self.lying(act.t - 1e-6), self.lying(act.t)
            return next(card for card in before if card not in after)
        return None

    def _onto(self, hand: _Hand, place: NDArray[np.float64], falls: bool = False) -> FloatArray:
        """From the drawn arm to the picture: it moves as its spot does, and looks larger where it is nearer."""
        spot = np.array([hand.arm.spot.x, hand.arm.spot.y, 0.0])
        there = np.array([hand.spot.x, hand.spot.y, 0.0]) + place
        if falls:
            there = there - self._light * (place[2] / self._light[2])
        (was, now), _ = self._eye.see(np.array([spot, there]))
        scale = 1.0 if falls else self._far / (self._far - place[2])
        origin = was + self._margin
        moved = now - scale * origin
        return np.array([[scale, 0, moved[0]], [0, scale, moved[1]]], np.float32)

    # ---------------------------------------------------------------- light and camera

    def _lit(self, seen: FloatArray, t: float) -> FloatArray:
        lamps = [act.factor for act in self.script.acts if isinstance(act, Light) and t >= act.t]
        if lamps:
            seen = seen * np.float32(np.prod(lamps))
        for act in self.script.acts:
            if isinstance(act, Shade) and act.t <= t <= act.t + act.seconds:
                seen = seen * self._shade(act, (t - act.t) / act.seconds)
        return seen

    def _shade(self, act: Shade, share: float) -> FloatArray:
        width, height = self.script.size
        x = (np.arange(width, dtype=np.float32) - (-0.4 + 1.8 * share) * width) / (0.16 * width)
        y = (np.arange(height, dtype=np.float32) - 0.45 * height) / (0.4 * height)
        return 1 - np.float32(act.depth) * np.exp(-(x[None] ** 2) - y[:, None] ** 2)[..., None]

    def _moved(self, seen: FloatArray, t: float) -> FloatArray:
        """What the camera's own movements make of the picture."""
        size = self.script.size
        matrix = np.eye(3)
        for act in self.script.acts:
            if isinstance(act, Bump) and t >= act.t:
                turned = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), act.turn, 1)
                turned[:, 2] += np.array([act.right, act.down])
                matrix = np.vstack([turned, (0, 0, 1)]) @ matrix
            if isinstance(act, Slap) and t > act.t:
                strength, times, ends = JOLT
                matrix[1, 2] += strength * np.exp(-ends * (t - act.t)) * np.sin(2 * np.pi * times * (t - act.t))
        if np.allclose(matrix, np.eye(3), atol=0.02):
            return seen
        return np.asarray(cv2.warpAffine(seen, matrix[:2], size, borderMode=cv2.BORDER_REFLECT), np.float32)


def _overlaid(parts: Sequence[_Part], count: int) -> tuple[tuple[slice, slice], FloatArray] | None:
    """The mean of what is seen at `count` moments while the shutter is open; None if nothing is."""
    if not parts:
        return None
    rows, columns = ([where[axis] for where, _ in parts] for axis in (0, 1))
    top, left = min(each.start for each in rows), min(each.start for each in columns)
    bottom, right = max(each.stop for each in rows), max(each.stop for each in columns)
    layers = np.zeros((bottom - top, right - left, 4), np.float32)
    for (row, column), part in parts:
        layers[row.start - top : row.stop - top, column.start - left : column.stop - left] += part
    return (slice(top, bottom), slice(left, right)), np.asarray(layers / count, np.float32)


def _extent(act: Act) -> tuple[float, float]:
    """How long before and after its time an act is to be seen."""
    if isinstance(act, Slap):
        return FALLS + COMES, RESTS + GOES
    if isinstance(act, Hover | Sort):
        return COMES, act.seconds + GOES
    if isinstance(act, Lay | Take):
        return COMES, LETS_GO + GOES
    if isinstance(act, Shade | Away):
        return 0.0, act.seconds
    return 0.0, 1.0


def _clutter(canvas: Canvas, eye: Eye, rng: np.random.Generator, wide_mm: float) -> None:
    """What lies about in the corners of any table: coins, notes with a few lines. A camera holds on to it."""
    for right in (-1, 1):
        for up in (-1, 1):
            corner = np.array([right * 0.43 * wide_mm, up * 0.2 * wide_mm])
            note = corner + np.array([(-32, -22), (32, -22), (32, 22), (-32, 22)]) @ _turned(rng.normal(0, 0.3))
            canvas.lay_shape(eye.see(np.column_stack([note, np.zeros(4)]))[0], (205, 225, 230))
            for line in range(3):
                start = note[3] + (note[0] - note[3]) * (0.25 + 0.22 * line) + (note[2] - note[3]) * 0.1
                end = start + (note[2] - note[3]) * rng.uniform(0.4, 0.8)
                thick = (note[0] - note[3]) * 0.06
                outline = np.array([start, end, end + thick, start + thick])
                canvas.lay_shape(eye.see(np.column_stack([outline, np.zeros(4)]))[0], (70, 50, 40))
            for _ in range(3):
                middle = corner + rng.normal(0, 12, 2) + (0, -up * 48)
                angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
                rim = middle + 11 * np.column_stack([np.cos(angles), np.sin(angles)])
                canvas.lay_shape(eye.see(np.column_stack([rim, np.zeros(16)]))[0], (60, 120, 170))


def _turned(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])
