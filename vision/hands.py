"""Hands over the piles: which of them hit a pile, from which side, when, and which lies under which.

It watches the pile's surroundings, and once they are quiet again looks back: which arms came to rest there, and when,
which of them shook the table, whose outline is unbroken. A hand that brakes by itself above a pile shakes nothing and
is no slap. It decides slaps and knows no game: whether a slap was allowed is no business of a camera.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat, Table
from vision.detect.ahead import Ahead, Coming
from vision.detect.colours import Colours, Labels
from vision.detect.sides import label_of
from vision.observe import Slap
from vision.track.approach import LOOK_BACK
from vision.track.arms import touched
from vision.track.change import Change, Small
from vision.track.hand import as_before
from vision.track.landings import Landings
from vision.track.shake import Moment, moved_back
from vision.track.shots import ARM_PX, Shot, Shots
from vision.track.sway import Sway, is_bare
from vision.track.verdict import Judge
from vision.track.zone import QUIET_FRAMES, under_camera, zone_of

Mask = NDArray[np.bool_]

#: Pictures kept to look back at, none from before a gap of so long.
KEPT, GAP_NS = 29, 400_000_000
#: So many pictures more are waited for: hands that come together are judged together, and a swing is seen better. Those
#: after which a hand moves again do not count, if all was quiet for as long as a quick slap lasts.
PATIENCE, QUICK = 3, 2
#: A hand at the end of an arm is as long as so many short sides of a card.
HAND_CARDS = 3.1
#: Whose arm is over a pile is looked up in so many pictures, from no longer before or after.
GLANCES, AROUND_NS = 3, 500_000_000
#: An arm that is not seen any more is under others if so much of where it was last seen is theirs.
BURIED = 0.6


@dataclass(frozen=True, slots=True)
class _Due:
    """When hands are to be judged, and the `last` picture that tells how.

    A `glance` at the latest tells whether it is worth while. Where something has moved again since, `quiet` is for how
    long each zone had not until then.
    """

    index: int
    last: int
    glance: Coming
    quiet: Sequence[int] = ()


class Hands:
    """Feed it every frame of one source, in order, with the change the watcher found."""

    def __init__(
        self, sides: Ahead, table: Table, factor: int, heard: Sequence[Moment] = (), row_us: float = 0.0
    ) -> None:
        self._sides = sides
        self._seats = table.seats
        size = (max(1, table.size[0] // factor), max(1, table.size[1] // factor))
        self._zones = [zone_of(pile, table, factor, size) for pile in table.piles]
        short = [table.card_px(pile)[0] / factor for pile in table.piles]
        self._hand_px = HAND_CARDS * sum(short) / max(1, len(short))
        self._under = under_camera(table, factor)
        #: When hands are judged next; None when there is nothing to judge.
        self._due: _Due | None = None
        self._kept: deque[Shot] = deque(maxlen=KEPT)
        self._table: Small = np.zeros((*size[::-1], 3), np.uint8)
        self._sway, self._calm, self._since = Sway(), True, (0.0, 0.0)
        self._judge = Judge(self._zones, heard, size[1] / 2, row_us * factor / 1e6)
        #: Arms that were judged, and where they lay then.
        self._judged: dict[Seat, Mask] = {}
        self._colours = Colours()

    def see(self, index: int, t_ns: int, change: Change, table: Small) -> tuple[Slap, ...]:
        """What this frame adds: usually nothing."""
        gap, calm = self._kept and t_ns - self._kept[-1].t_ns > GAP_NS, is_bare(change.foreground)
        told = self._look_back(self._due) if self._due and self._due.quiet and (gap or calm) else ()
        if gap:
            self._forget()
        if calm:
            self._judged.clear()
            self._colours = Colours()
        elif self._calm:
            self._table, self._since = table.copy(), self._sway.at
        self._calm = calm
        shift = self._sway.see(t_ns, change.small, change.foreground, change.moved)
        small = moved_back(change.small, (shift[0] - self._since[0], shift[1] - self._since[1]))
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
        before = self._kept[-1].small if self._kept else small
        self._kept.append(Shot(index, t_ns, small, shift, grey, touched(change.foreground)))
        waits = self._due is not None and not self._due.quiet
        rested = [zone for zone in self._zones if zone.quiet >= QUICK and (zone.stirred or waits)]
        quiet = [zone.quiet for zone in self._zones]
        settled = [zone.settled(before, small, change) for zone in self._zones]
        moves = any(not zone.quiet and zone.covered(change) for zone in rested)
        if (moves or any(settled)) and self._due and self._due.quiet:
            told += self._look_back(self._due)
        if self._due and index >= self._due.index:
            told += self._look_back(self._due)
        elif self._due and not moves:
            self._ask_ahead(self._due)
        if moves:
            self._due = _Due(index + PATIENCE, index - 1, self._shots().glance(self._kept[-2]), quiet)
        elif any(settled) and self._due is None:
            self._due = _Due(index + PATIENCE, index + PATIENCE, self._shots().glance(self._kept[-1]))
        return told

    def seat_at(self, pile: str, t_ns: int) -> Seat | None:
        """From which side the one arm comes that is over a pile around that time, as the network alone sees it: one of
        the table's own colours stands out of it too little for anybody else. None where there is none, or several.
        """
        zone = next(zone for zone in self._zones if zone.pile.name == pile)
        near = sorted(self._kept, key=lambda shot: abs(shot.t_ns - t_ns))[:GLANCES]
        seen = [self._sides.at_once(shot.small, self._table) for shot in near if abs(shot.t_ns - t_ns) <= AROUND_NS]
        over = {seat for labels in seen for seat in self._seats if zone.under(labels == label_of(seat))}
        return over.pop() if len(over) == 1 else None

    def _shots(self) -> Shots:
        return Shots(list(self._kept), self._sides, self._table, self._colours)

    def _forget(self) -> None:
        """What was seen before a gap and what is seen after it is no one movement."""
        self._kept.clear()
        self._due = None
        for zone in self._zones:
            zone.stirred, zone.quiet = False, 0

    def _ask_ahead(self, due: _Due) -> None:
        """For the labels of the pictures that will be looked back to, if an arm seems to have come to rest."""
        with self._as_of(due) as seen:
            shots = seen.shots
            going_on = len(shots.kept) > 1 and shots.kept[-2].labels is not None
            if not shots.alone() and (going_on or self._resting(seen, due.glance.result())):
                for shot in shots.kept:
                    if due.last - shot.index <= LOOK_BACK:
                        shots.asked(shot)

    def _look_back(self, due: _Due) -> tuple[Slap, ...]:
        """Which hands came to rest on piles since their surroundings were quiet the last time."""
        self._due = None
        with self._as_of(due) as seen:
            return self._landed(seen, due.glance.result())

    @contextmanager
    def _as_of(self, due: _Due) -> Iterator[Landings]:
        """What has moved again since is left out."""
        shots, since = self._shots(), [zone.quiet for zone in self._zones]
        if due.quiet:
            shots.kept = [shot for shot in shots.kept if shot.index <= due.last]
            for zone, frames in zip(self._zones, due.quiet, strict=True):
                zone.quiet = frames + QUIET_FRAMES - 1
        try:
            yield Landings(shots, self._zones, self._hand_px, self._under)
        finally:
            for zone, frames in zip(self._zones, since, strict=True):
                zone.quiet = frames

    def _landed(self, seen: Landings, now: Labels) -> tuple[Slap, ...]:
        """Which hands came to rest on piles until the last picture. Where none seems to, by what was seen at a glance,
        the others are not labelled: that is enough where all hands move."""
        shots, before = seen.shots, self._judged
        staying, resting = self._staying(now), self._resting(seen, now)
        if resting:
            if not shots.alone():
                # In their order: colours are learnt where arms are apart, before they meet.
                for shot in shots.recent():
                    shots.asked(shot)
            now = shots.labels(shots.last)
            staying = self._staying(now)
        self._judged = staying
        for zone in self._zones:
            zone.told = [seat for seat in zone.told if seat in staying]
        present = self._present(now)
        new = [seat for seat in present if seat not in staying]
        landings = [landing for seat in new if resting and (landing := seen.landing(seat)) is not None]
        if not landings:
            return ()
        for landing in landings:
            self._judged[landing.seat] = now == label_of(landing.seat)
        ended = {landing.seat for landing in landings}
        # What hands are over that came too, of which it was not seen whether they landed; not those still coming, or
        # going again.
        over = {
            seat: seen.over(seat, now)
            for seat in new
            if seat not in ended and seat not in before and _came(shots, seat, now)
        }
        strangers = {seat: zones for seat, zones in over.items() if not zones or seen.quiet(zones)}
        gone = [seat for seat in self._seats if seat in shots.came_near() and seat not in present]
        strangers |= {seat: {} for seat in gone if _is_buried(shots, seat, now)}
        return self._judge.slaps(seen, landings, now, strangers)

    def _present(self, now: Labels) -> list[Seat]:
        return [seat for seat in self._seats if np.count_nonzero(now == label_of(seat)) > ARM_PX]

    def _staying(self, now: Labels) -> dict[Seat, Mask]:
        """The arms that were judged and lie as they did."""
        arms = {seat: now == label_of(seat) for seat in self._present(now)}
        return {seat: was for seat, was in self._judged.items() if seat in arms and as_before(arms[seat], was)}

    def _resting(self, seen: Landings, now: Labels) -> bool:
        """Does any arm seem to have come to rest?"""
        staying = self._staying(now)
        return any(seen.may_rest(seat, now) for seat in self._present(now) if seat not in staying)


def _came(shots: Shots, seat: Seat, now: Labels) -> bool:
    """Did an arm come, or go on, since the pictures that are looked back to?"""
    before = shots.labels(shots.recent()[0]) == label_of(seat)
    return not as_before(now == label_of(seat), before)


def _is_buried(shots: Shots, seat: Seat, now: Labels) -> bool:
    """Was an arm seen a moment ago, where others are now?"""
    for shot in reversed(shots.recent()):
        before = shots.labels(shot) == label_of(seat)
        if np.count_nonzero(before) > ARM_PX:
            return bool(np.count_nonzero(before & (now > 0)) > BURIED * np.count_nonzero(before))
    return False
