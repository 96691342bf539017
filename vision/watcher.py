"""Frames in, observations out: looks closer only where something changed, and reads a pile only after it has settled.

It decides when to read and when a reading is sure enough to be told. Which rules a card obeys is not its business.
"""

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat, Table
from vision.detect.ahead import Ahead, LabelsArms, open_ahead
from vision.frame import Frame
from vision.hands import Hands
from vision.image import FloatArray, Image
from vision.observe import (
    Bared,
    Difference,
    Kind,
    Laid,
    Observation,
    Same,
    Seen,
    Taken,
    Unclear,
    centre,
    difference,
    explains,
    inside,
    top_of,
)
from vision.recognise.reading import Reading
from vision.table import Snapshot, Stack
from vision.track.again import laid_again, lay_below
from vision.track.arms import Arm, find_arms
from vision.track.change import Change, ChangeDetector, otherwise_lit
from vision.track.hole import find_holes
from vision.track.leftover import Leftover
from vision.track.outline import bare_table, changed_share, outline_of_change
from vision.track.place import Place, Settled
from vision.track.rest import Span
from vision.track.shake import Moment, StillTable

#: A reading is told at once from this confidence on; below it the next frames are asked too, and all of them vote.
SURE = 0.95
MOST_LOOKS = 5
#: An arm lies over a card if more of its pixels do than these: small ones, of which a card's short side has twenty.
COVERED_PX = 12
#: How often a pile is looked at when the camera starts before it is taken for empty, or its card for unknown.
FIRST_LOOKS = 4
#: Over a pile that is not known yet something has moved: if no card on it is sure, nothing may move for so long before
#: that is believed.
UNREAD_NS = 600_000_000
#: A pile that is not known yet is looked at with an arm over it if nothing has moved there for so long: then it is no
#: arm, but one that is printed on a card.
RESTED_NS = 20_000_000_000
#: What every look takes for the likeliest name is told, with its confidence, from this chance on.
LIKELY = 0.85
#: An arm that has not moved is waited for so many times, each as long as `place` says.
MOST_WAITS = 6
#: Where something has gone, nothing moves for so long.
GONE_NS = 200_000_000
#: What changed on a pile is an arm if so much of it is.
SHARE_OF_ARM = 0.25
#: A name that is no likelier than this does not become sure by another look at the same picture.
HOPELESS = 0.3
#: A picture that is shifted by so much is of a camera that was pushed: small pixels, of which a card's short side has
#: twenty.
PUSHED_PX = 1.0
#: The pile looks as before a card was laid if no more than this share of a card differs.
UNCHANGED = 0.12
#: Pictures kept of a calm pile: the latest may show the tip of a shadow already.
CALM_PICTURES = 4
#: A card may look so many times larger or smaller in area than one flat on the table: a high pile, perspective.
SIZE = 1.6
#: Around a pile, so many long sides of a card belong to the region that is read.
MARGIN = 0.5


#: Left, top, width and height in pixels.
Region: TypeAlias = tuple[int, int, int, int]


class Reads(Protocol):
    """What the watcher needs of a reader of cards."""

    def read(
        self, image: Image, within: Region | None = None, widths: tuple[float, float] | None = None
    ) -> tuple[Reading, ...]:
        """Every card in a region of the picture, in which cards are so many pixels wide, at least and at most."""

    def name(self, image: Image, outlines: Sequence[FloatArray]) -> tuple[Reading, ...]:
        """The cards in outlines that are known."""


@dataclass(slots=True)
class _Watched:
    """One pile: where it is, the region to read, and the looks taken since it settled."""

    place: Place
    region: Region
    looks: list[Laid] = field(default_factory=list)
    tries: int = 0
    #: As long as nothing is known of it: did an arm lie over it when it was looked at?
    hidden: bool = False
    #: What the last look at the whole pile has outlined.
    outlined: list[FloatArray] = field(default_factory=list)
    #: What the last look made of it, and since when nothing had moved then.
    found: tuple[Difference, int] | None = None
    #: How often an arm that rests over it was waited for.
    waits: int = 0
    #: For every card of the stack, what the region looked like before it was laid, if that was seen.
    below: list[Image | None] = field(default_factory=list)
    #: The last pictures in which nothing touched the pile, oldest first.
    calm: deque[Image] = field(default_factory=lambda: deque(maxlen=CALM_PICTURES))


class Watcher:
    """Feed it every frame of one source, in order. Without `sides`, the network that sees arms, it tells no slaps.

    `heard` are knocks from its sound, on the clock of the pictures; `row_us` is the sensor's delay from row to row.
    """

    def __init__(
        self,
        reader: Reads,
        table: Table,
        sides: LabelsArms | None = None,
        heard: Sequence[Moment] = (),
        row_us: float = 0.0,
    ) -> None:
        self._reader = reader
        self._table = table
        short = min((table.card_px(pile)[0] for pile in table.piles), default=60.0)
        self._detector = ChangeDetector(table.size, short)
        self._sides = Ahead(sides) if sides else open_ahead()
        self._hands = Hands(self._sides, table, self._detector.factor, heard, row_us) if self._sides else None
        self._piles = [self._watch(Place(pile, table, self._detector.factor)) for pile in table.piles]
        masks = [watched.place.mask for watched in self._piles]
        self._leftover = Leftover()
        self._began = False
        #: Where arms are seen in the latest picture; None as long as nobody asked.
        self._arms: NDArray[np.bool_] | None = None
        self._outside = ~np.logical_or.reduce(masks) if masks else np.ones((1, 1), bool)
        self.snapshot = Snapshot()
        #: Piles that look otherwise than before, and nobody could tell why, until whoever is told takes them out.
        self.unexplained: set[str] = set()
        #: Less on machines that would fall behind.
        self.most_looks = MOST_LOOKS

    @property
    def disturbed_since_ns(self) -> int | None:
        """Since when a pile has been disturbed about which nothing was told yet; None when all is calm."""
        return min((p.place.disturbed_since for p in self._piles if p.place.disturbed_since is not None), default=None)

    @property
    def over(self) -> Mapping[str, frozenset[Seat]]:
        """The sides from which arms reach over each pile in the latest picture, as far as that is seen."""
        return {each.place.pile.name: each.place.over for each in self._piles}

    def watch(self, frame: Frame) -> tuple[Seen, ...]:
        """What this frame adds: usually nothing."""
        change = self._detector.see(frame.image, frame.t_ns)
        self._arms = None
        if not self._began:
            self._began = True
            self._leftover.learn(np.ones(change.moved.shape, bool), self._arms_in(change))
        unseen = [p for p in self._piles if self.snapshot.stack(p.place.pile.name) is None]
        busy = [p for p in self._piles if p.place.touched(change)]
        arms = find_arms(change.foreground, self._detector.solid(change)) if busy else ()
        told: list[Seen] = []
        if self._hands:
            told += self._hands.see(frame.index, frame.t_ns, change, self._detector.table())
        for watched in self._piles:
            settled = watched.place.see(frame.index, frame.t_ns, change, arms, self._detector.table())
            if watched not in busy:
                watched.calm.append(frame.image)
                if watched in unseen:
                    self._first_look(watched, change, frame)
            elif watched in unseen:
                if watched.place.quiet:
                    self._first_still(watched, change, frame)
                else:
                    watched.tries = 0
            elif settled is not None:
                told += self._look(watched, settled, change, frame)
        if busy or change.foreground.any():
            self._detector.absorb(change, self._apart(arms), frame.t_ns)
            self._fill_holes(change, unseen, frame)
        return tuple(told)

    def _fill_holes(self, change: Change, unseen: Sequence[_Watched], frame: Frame) -> None:
        """A hand that was there when the camera began is taken out of the table's picture: as long as it is in it, its
        shape seems to reach in over the rim. It is known by its hole, or because the network sees it in that picture;
        on a pile a card that was taken leaves a hole as well."""
        still = self._detector.still(frame.t_ns, GONE_NS)
        table = self._detector.table()
        here = np.logical_or.reduce([self._outside, *(watched.place.mask for watched in unseen)])
        holes = find_holes(change.foreground, still, self._detector.known(), change.small, table) & here
        gone = self._leftover.gone(change.foreground, still, lambda: self._arms_in(change))
        if gone.any():
            # A pile that is known lies as it did, only not in the shadow of that arm any more.
            holes |= gone & (here | otherwise_lit(table, change.small))
        if holes.any():
            self._detector.settle(holes, change.small)

    def _apart(self, arms: Sequence[Arm]) -> NDArray[np.bool_]:
        """Where there is neither a pile nor an arm over one: of that arm, a part on the pile would be left over."""
        over = [arm.mask for arm in arms if any(watched.place.covered(arm.mask) for watched in self._piles)]
        return np.asarray(self._outside & ~np.logical_or.reduce(over)) if over else self._outside

    def _arms_in(self, change: Change) -> NDArray[np.bool_]:
        """Where the network sees arms in this picture by itself, whatever was there before."""
        if self._arms is None:
            nowhere = np.zeros(change.moved.shape, bool)
            self._arms = self._sides.arms_at_once(change.small) > 0 if self._sides else nowhere
        return self._arms

    def _first_look(self, watched: _Watched, change: Change, frame: Frame) -> None:
        """What lies on a pile when the camera starts is no event. Of what an arm hides nothing is known: only a card
        that it leaves free is, as is one that comes to light. The same picture is not looked at for ever."""
        place = watched.place
        rested = bool(self._detector.still(frame.t_ns, RESTED_NS)[place.mask].all())
        if watched.tries >= FIRST_LOOKS and not rested:
            return
        watched.tries += 1
        top = self._first_top(watched, frame)
        watched.hidden = not rested and place.covered(self._arms_in(change))
        sure = top is not None and _is_sure(top) and not (watched.hidden and self._is_covered(top, change))
        looked = watched.tries >= FIRST_LOOKS and (rested or place.disturbed_since is None)
        if sure or (looked and not watched.hidden):
            self._keep(watched, (top,) if top else (), frame)
            watched.tries, watched.below = 0, [None] if top else []

    def _first_still(self, watched: _Watched, change: Change, frame: Frame) -> None:
        """Nothing moves on a pile of which nothing is known, though it looks otherwise than in the beginning."""
        self._first_look(watched, change, frame)
        place = watched.place
        seen = self.snapshot.stack(place.pile.name) is not None
        if seen or (place.still_ns >= UNREAD_NS and not watched.hidden):
            self._leftover.learn(place.mask, self._arms_in(change))
            self._accept(watched, change, frame)

    def _is_covered(self, card: Reading, change: Change) -> bool:
        """Does an arm seem to lie over this card?"""
        ys, xs = np.nonzero(self._arms_in(change))
        points = np.column_stack([xs, ys]).astype(np.float32) * self._detector.factor
        return int(np.count_nonzero(inside(card.quad, points))) > COVERED_PX

    def _first_top(self, watched: _Watched, frame: Frame) -> Reading | None:
        """The card on top of a pile of which nothing is known: one that stands out of the table, else any card."""
        here = _region(frame.image, watched)
        standing_out = self._outline(watched, bare_table(here), here)
        if standing_out is not None:
            named = top_of(self._on_pile(watched, self._reader.name(frame.image, [standing_out])))
            if named is not None and _is_sure(named):
                return named
        return top_of(self._read(watched, frame))

    def _look(self, watched: _Watched, settled: Settled, change: Change, frame: Frame) -> list[Observation]:
        before = self.snapshot.stack(watched.place.pile.name)
        if before is None or not settled.changed:  # nothing is told of a pile that was never seen
            return self._accept(watched, change, frame)
        if watched.waits and self._is_arm(settled, change):
            return self._wait(watched)
        watched.tries += 1
        found = self._found(watched, before, settled, frame)
        if isinstance(found, Laid):
            watched.looks.append(found)
        if not (isinstance(found, Laid) and _is_sure(found.card)):
            # Fingers have straight edges too, and hide a card as well as if it were gone; and a pile that is the same
            # must not be remembered with an arm over it, be it one that does not seem to reach in.
            if self._is_arm(settled, change):
                return self._wait(watched)
            if settled.under_arm and not isinstance(found, Same):
                # What stays for very long is no arm, but a lamp, a cup. Then the pile is as it was.
                return self._wait(watched) if watched.waits < MOST_WAITS else self._accept(watched, change, frame)
        if not isinstance(found, Same) and watched.waits < MOST_WAITS and self._is_pushed(change):
            return self._wait(watched)
        if self._undecided(found, watched.tries):
            return []
        decided = _vote(watched.looks) if watched.looks and not isinstance(found, Bared) else found
        calm = _region(watched.calm[0], watched).copy() if watched.calm else None
        if isinstance(decided, Laid):
            watched.below.append(calm)
        elif isinstance(decided, Taken):
            watched.below.pop()
        self._accept(watched, change, frame)
        return self._tell(watched, before, decided, settled, frame)

    def _is_arm(self, settled: Settled, change: Change) -> bool:
        """Does the network see an arm in what changed? One of the table's colours need not seem to reach in."""
        if self._sides is None:
            return False
        labels = self._sides.at_once(change.small, self._detector.table())
        xs, ys = ((settled.points[:, axis] / settled.cell).astype(int) for axis in (0, 1))
        return bool((labels[ys, xs] > 0).mean() > SHARE_OF_ARM)

    def _is_pushed(self, change: Change) -> bool:
        """Does the table beside the piles lie elsewhere too? Then it is the camera that moved, or the cards with the
        cloth, and who watches over that will say so in a moment."""
        free = StillTable.free(change.foreground) & self._outside
        return math.hypot(*StillTable(self._detector.table()).shift(change.small, free)) > PUSHED_PX

    def _wait(self, watched: _Watched) -> list[Observation]:
        """For the arm to go, or the table to be found again."""
        watched.looks.clear()
        watched.tries = 0
        watched.waits += 1
        watched.place.wait()
        return []

    def _found(self, watched: _Watched, before: Stack, settled: Settled, frame: Frame) -> Difference:
        """The same picture is not looked at twice where the first look came nowhere near an answer."""
        if watched.tries > 1 and watched.found is not None:
            found, since_ns = watched.found
            if since_ns == settled.since_ns and not _near_an_answer(found):
                return found
        found = self._found_out(watched, before, settled, frame)
        watched.found = (found, settled.since_ns)
        return found

    def _found_out(self, watched: _Watched, before: Stack, settled: Settled, frame: Frame) -> Difference:
        """What is under the card that was on top when the camera began was never seen: it may come to light."""
        found, top = self._difference(watched, before, settled, frame), before.top
        if isinstance(found, Laid) and top is not None and len(before.cards) == 1 and watched.calm:
            was, plane = watched.calm[0], self._table.plane
            if lay_below(was, frame.image, plane, top.quad, found.card.quad):
                return Bared(found.card)
        return found

    def _difference(self, watched: _Watched, before: Stack, settled: Settled, frame: Frame) -> Difference:
        """First name what the change itself outlines; only if that tells nothing look again at what lay there before,
        and then for cards anywhere on the pile: each costs as much as all before it."""
        points, cell = settled.points, settled.cell
        if before.top is not None and self._as_below(watched, frame):
            return Taken(before.top)
        laid = self._laid(watched, frame)
        named = self._named(watched, frame, [] if laid is None else [laid])
        found = difference(before, named, points, cell)
        if isinstance(found, Laid) and _is_sure(found.card):
            return found
        named += self._named(watched, frame, [np.array(card.quad, np.float32) for card in before.cards[-2:]])
        found = difference(before, named, points, cell)
        if isinstance(found, Same | Unclear):
            alike = named if isinstance(found, Same) else [each for each in named if explains(each, points, cell)]
            found = self._again(watched, before, alike, frame) or found
        if isinstance(found, Same):
            return found
        if isinstance(found, Taken) or (isinstance(found, Laid) and _is_sure(found.card)):
            return found
        return difference(before, [*self._anywhere(watched, frame), *named], points, cell)

    def _anywhere(self, watched: _Watched, frame: Frame) -> list[Reading]:
        """Cards anywhere on the pile. They are looked for once more when nothing else is left; the looks between name
        again what the first one has outlined."""
        if watched.tries in (1, self.most_looks):
            found = self._read(watched, frame)
            watched.outlined = [np.array(each.quad, np.float32) for each in found]
            return found
        return self._named(watched, frame, watched.outlined)

    def _again(self, watched: _Watched, before: Stack, named: Iterable[Reading], frame: Frame) -> Laid | None:
        """The name of the top card, or of the one under it, is read where it lay: another copy of it, if the old edge
        of the top card is still to be seen."""
        top = before.top
        if top is None or not watched.calm:
            return None
        names = [card.card for card in reversed(before.cards[-2:])]
        for reading in sorted((each for each in named if each.card in names), key=lambda each: names.index(each.card)):
            if _is_sure(reading) and reading.card is not None:
                was, plane = watched.calm[0], self._table.plane
                return Laid(reading) if laid_again(was, frame.image, plane, top.quad, reading.quad) else None
        return None

    def _named(self, watched: _Watched, frame: Frame, outlines: Sequence[FloatArray]) -> list[Reading]:
        return self._on_pile(watched, self._reader.name(frame.image, outlines)) if outlines else []

    def _as_below(self, watched: _Watched, frame: Frame) -> bool:
        """Does the pile look as it did before its top card was laid?"""
        below = watched.below[-1] if watched.below else None
        area = math.prod(self._table.card_px(watched.place.pile))
        return below is not None and changed_share(below, _region(frame.image, watched), area) < UNCHANGED

    def _laid(self, watched: _Watched, frame: Frame) -> FloatArray | None:
        """The outline of a card that was laid since the pile was calm."""
        if not watched.calm:
            return None
        return self._outline(watched, _region(watched.calm[0], watched), _region(frame.image, watched))

    def _outline(self, watched: _Watched, before: Image, after: Image) -> FloatArray | None:
        """The outline of a card that makes the difference between two pictures of a pile's region."""
        left, top = watched.region[:2]
        found = outline_of_change(before, after, self._table.plane.moved(-left, -top), self._table.card_mm)
        return None if found is None else found + np.array([left, top], np.float32)

    def _undecided(self, found: Difference, tries: int) -> bool:
        sure = isinstance(found, Taken | Same | Bared) or (isinstance(found, Laid) and _is_sure(found.card))
        return not sure and tries < self.most_looks

    def _tell(
        self, watched: _Watched, before: Stack, found: Difference, settled: Settled, frame: Frame
    ) -> list[Observation]:
        if isinstance(found, Same):
            self._keep(watched, found.stack.cards, frame)
        if isinstance(found, Bared):
            self._keep(watched, (found.card,), frame)
        if isinstance(found, Bared | Unclear):
            self.unexplained.add(watched.place.pile.name)
        if isinstance(found, Same | Bared | Unclear):
            return []
        if isinstance(found, Laid):
            self._keep(watched, (*before.cards, found.card), frame)
            return [self._observation(Kind.PLACE, watched, found.card, settled, settled.appeared())]
        self._keep(watched, before.cards[:-1], frame)
        return [self._observation(Kind.TAKE, watched, found.card, settled, settled.vanished())]

    def _observation(self, kind: Kind, watched: _Watched, card: Reading, settled: Settled, span: Span) -> Observation:
        moments = settled.moments
        at, low, high = moments[span.at], moments[span.low], moments[span.high]
        return Observation(
            kind=kind,
            pile=watched.place.pile.name,
            seat=settled.seat(span, self._table.seats) or self._seat_at(watched.place.pile.name, at.t_ns),
            card=card.card,
            t_ns=at.t_ns,
            lo_ns=low.t_ns,
            hi_ns=high.t_ns,
            confidence=card.confidence,
            frames=(moments[0].index, at.index, settled.index),
            alternatives=card.alternatives,
        )

    def _seat_at(self, pile: str, t_ns: int) -> Seat | None:
        return self._hands.seat_at(pile, t_ns) if self._hands else None

    def _accept(self, watched: _Watched, change: Change, frame: Frame) -> list[Observation]:
        """The pile is calm as it lies there now; nothing is told of it."""
        watched.place.accept()
        watched.calm.clear()
        watched.calm.append(frame.image)
        watched.looks.clear()
        watched.tries = watched.waits = 0
        self._detector.settle(watched.place.mask, change.small)
        return []

    def _keep(self, watched: _Watched, cards: tuple[Reading, ...], frame: Frame) -> None:
        self.snapshot = self.snapshot.with_stack(Stack(watched.place.pile.name, cards), frame.index, frame.t_ns)

    def _read(self, watched: _Watched, frame: Frame) -> list[Reading]:
        """What is read on this pile: outlines of a card's size whose middle lies on it."""
        widths = self._table.card_widths(watched.region)
        return self._on_pile(watched, self._reader.read(frame.image, watched.region, widths))

    def _on_pile(self, watched: _Watched, readings: Iterable[Reading]) -> list[Reading]:
        outline = np.array(watched.place.pile.polygon, np.float32)
        expected = math.prod(self._table.card_px(watched.place.pile))
        return [
            reading
            for reading in readings
            if 1 / SIZE <= cv2.contourArea(np.array(reading.quad, np.float32)) / expected <= SIZE
            and cv2.pointPolygonTest(outline, centre(reading.quad), False) >= 0
        ]

    def _watch(self, place: Place) -> _Watched:
        xs, ys = zip(*place.pile.polygon, strict=True)
        margin = MARGIN * self._table.card_px(place.pile)[1]
        width, height = self._table.size
        left, top = max(0, int(min(xs) - margin)), max(0, int(min(ys) - margin))
        right, bottom = min(width, int(max(xs) + margin) + 1), min(height, int(max(ys) + margin) + 1)
        return _Watched(place, (left, top, right - left, bottom - top))


def _region(image: Image, watched: _Watched) -> Image:
    left, top, width, height = watched.region
    return image[top : top + height, left : left + width]


def _is_sure(card: Reading) -> bool:
    """A name, or a back, that needs no second look."""
    return card.confidence >= SURE and (card.card is not None or card.face == "down")


def _near_an_answer(found: Difference) -> bool:
    """Might the next picture, with other noise, show a name?"""
    if isinstance(found, Unclear):
        return False
    return not isinstance(found, Laid) or max((chance for _, chance in found.card.alternatives), default=1.0) > HOPELESS


def _vote(looks: Sequence[Laid]) -> Laid:
    """Several looks at the same card: one sure name is enough, two different ones are none."""
    cards = [look.card for look in looks]
    named = [card for card in cards if card.card is not None]
    if len({card.card for card in named}) == 1:
        return Laid(max(named, key=lambda card: card.confidence))
    if named:
        return Laid(replace(cards[-1], card=None))
    guesses = [card.alternatives[0] for card in cards if card.alternatives]
    chance = min((chance for _, chance in guesses), default=0.0)
    if chance >= LIKELY and len({name for name, _ in guesses}) == 1:
        # Not sure enough to be read aloud, but every look says the same.
        return Laid(replace(cards[-1], card=guesses[0][0], confidence=chance))
    return Laid(cards[-1])
