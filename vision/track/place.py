"""One watched pile through time: calm, disturbed by a hand or a card, and settled again.

It decides when a pile has settled, how it changed, when, and from which side the arm came. It names no card.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Pile, Seat, Table
from vision.track.arms import Arm, reach
from vision.track.change import SMALL_CARD_PX, Change, Small, otherwise_lit
from vision.track.rest import Span, came_to_stay, changed_pixels

#: Shares of a card's area: so much change disturbs a pile, and so much change is worth reading it again.
DISTURBS, CHANGES = 0.02, 0.08
#: A pile has settled when it was quiet for so many frames and so long, with no arm over it ...
QUIET_FRAMES, QUIET_NS = 1, 60_000_000
#: ... or when even an arm over it has not moved for so long (a pile at the rim of the picture looks like an arm), nor
#: a shadow.
RESTING_NS = 1_500_000_000
#: Frames kept of a disturbance, and before it.
MOST_MOMENTS, CALM_MOMENTS = 240, 3
#: The arm that laid a card is near it for so long before and after.
AROUND_NS = 500_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    index: int
    t_ns: int
    small: Small
    reaches: tuple[tuple[Seat, float], ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A pile lies still again, perhaps with an arm over it that does. `points` are the changed spots in pixels of the
    frame, each a square of `cell` px."""

    index: int
    t_ns: int
    points: NDArray[np.float32]
    cell: float
    moments: tuple[Moment, ...]
    before: Small
    after: Small
    where: NDArray[np.bool_]
    under_arm: bool
    #: Since when nothing has moved there.
    since_ns: int

    @property
    def changed(self) -> bool:
        return len(self.points) > CHANGES * SMALL_CARD_PX**2 * 1.5

    def appeared(self) -> Span:
        """Between which moments what is there now came to stay."""
        return came_to_stay(np.stack([moment.small for moment in self.moments]), self.before, self.after, self.where)

    def vanished(self) -> Span:
        """Between which moments what was there went away: the same, told backwards."""
        last = len(self.moments) - 1
        pictures = np.stack([moment.small for moment in reversed(self.moments)])
        back = came_to_stay(pictures, self.after, self.before, self.where)
        return Span(last - back.high, last - back.at, last - back.low)

    def seat(self, span: Span, seats: Collection[Seat]) -> Seat | None:
        """Which of the seats the arm came from around that time; None without an arm or between two."""
        low, high = self.moments[span.low].t_ns - AROUND_NS, self.moments[span.high].t_ns + AROUND_NS
        weights: Counter[Seat] = Counter()
        for moment in self.moments:
            if low <= moment.t_ns <= high:
                weights.update({seat: share for seat, share in moment.reaches if seat in seats})
        first, second = (*weights.most_common(2), (None, 0.0), (None, 0.0))[:2]
        return first[0] if first[1] > 1.5 * second[1] else None


class Place:
    def __init__(self, pile: Pile, table: Table, factor: int) -> None:
        self.pile = pile
        self._factor = factor
        width, height = table.size[0] // factor, table.size[1] // factor
        mask = np.zeros((height, width), np.uint8)
        outline = np.rint(np.array(pile.polygon) / factor - 0.5).astype(np.int32)
        cv2.fillPoly(mask, [outline], 255)
        # A card laid carelessly sticks out of its pile.
        mask = np.asarray(cv2.dilate(mask, np.ones((SMALL_CARD_PX // 2 + 1,) * 2, np.uint8)), np.uint8)
        self.mask: NDArray[np.bool_] = mask > 0
        ys, xs = np.nonzero(mask)
        self.box = (int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1) if len(xs) else (0, 0, 1, 1)
        self._card_area = table.card_mm[0] * table.card_mm[1] * (SMALL_CARD_PX / table.card_mm[0]) ** 2
        self._rows, self._columns = slice(self.box[1], self.box[3]), slice(self.box[0], self.box[2])
        self._inside = self.mask[self._rows, self._columns]
        self._moments: deque[Moment] = deque(maxlen=CALM_MOMENTS)
        self._still_since: int | None = None
        self._still_frames = 0
        #: Something rests over it that is no card.
        self._waits = False
        self.disturbed_since: int | None = None
        #: For how long nothing has moved there since it was disturbed.
        self.still_ns = 0
        #: The sides from which arms reach over it in the latest picture; of arms that touch each other all of theirs.
        self.over: frozenset[Seat] = frozenset()

    def touched(self, change: Change) -> bool:
        """Does this frame need a closer look here?"""
        return self.disturbed_since is not None or self.covered(change.foreground) or self.covered(change.moved)

    def see(self, index: int, t_ns: int, change: Change, arms: Iterable[Arm], table: Small) -> Settled | None:
        """Take in a frame. What comes back is a pile that lies still after a disturbance."""
        small = change.small[self._rows, self._columns]
        here = [arm for arm in arms if self.covered(arm.mask)]
        self.over = frozenset(seat for arm in here for seat in arm.seats)
        self._moments.append(Moment(index, t_ns, small.copy(), self._reaches(here)))
        if self.disturbed_since is None:
            if not self.covered(change.foreground):
                return None
            self.disturbed_since = self._moments[0].t_ns
            self._moments = deque(self._moments, maxlen=MOST_MOMENTS)
        if self.covered(change.moved) or self._still_since is None:
            self._waits = self._waits and self._still_since is None
            self._still_since, self._still_frames, self.still_ns = t_ns, 0, 0
            return None
        self._still_frames += 1
        self.still_ns = still_ns = t_ns - self._still_since
        if not self.quiet or ((here or self._waits) and still_ns < RESTING_NS):
            return None
        settled = self._settled(index, t_ns, small, table[self._rows, self._columns], bool(here), self._still_since)
        return settled if settled.changed or still_ns >= RESTING_NS or not self.covered(change.foreground) else None

    @property
    def quiet(self) -> bool:
        """Has nothing moved there for long enough to look at it?"""
        return self._still_frames >= QUIET_FRAMES and self.still_ns >= QUIET_NS

    def wait(self) -> None:
        """Nothing can be told as long as an arm rests there: look again when it has rested as long once more."""
        self._still_since, self._waits = None, True

    def accept(self) -> None:
        """The change is dealt with: the pile is calm as it lies now."""
        self.disturbed_since = self._still_since = None
        self._still_frames = self.still_ns = 0
        self._waits = False
        self._moments = deque(list(self._moments)[-CALM_MOMENTS:], maxlen=CALM_MOMENTS)

    def _settled(self, index: int, t_ns: int, small: Small, before: Small, under_arm: bool, since_ns: int) -> Settled:
        where = changed_pixels(before, small) & self._inside & ~otherwise_lit(before, small)
        ys, xs = np.nonzero(where)
        corner = np.array([self.box[0], self.box[1]], np.float32)
        points = (np.column_stack((xs, ys)).astype(np.float32) + corner + 0.5) * self._factor - 0.5
        moments = tuple(self._moments)
        pictures = before.copy(), small.copy()
        return Settled(index, t_ns, points, float(self._factor), moments, *pictures, where, under_arm, since_ns)

    def covered(self, mask: NDArray[np.uint8] | NDArray[np.bool_]) -> bool:
        """Is so much of this over the pile that it disturbs it?"""
        here = mask[self._rows, self._columns].astype(bool) & self._inside
        return int(np.count_nonzero(here)) > DISTURBS * self._card_area

    def _reaches(self, arms: Iterable[Arm]) -> tuple[tuple[Seat, float], ...]:
        return tuple((seat, reach(arm, self.box, seat)) for arm in arms for seat in arm.seats)
