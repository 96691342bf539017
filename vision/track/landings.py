"""How arms came to rest with their hands on piles: when, on which, and where each lay before others covered it.

It looks back from the present to the pictures in which they came. Whether a hand that came to rest hit is not its
business.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat
from vision.detect.colours import Labels
from vision.detect.sides import label_of
from vision.track.approach import AFTER, ENOUGH, LOOK_BACK, Stop, at_rest_since, goes_on, stop_of
from vision.track.hand import BENEATH_PX, clear, end_of, hidden_hand, with_covered
from vision.track.layers import SOON, Hand
from vision.track.lies import lies_since
from vision.track.meant import Lies, lies_on, may_mean, most
from vision.track.shake import Moment
from vision.track.shots import ARM_PX, Shot, Shots
from vision.track.zone import QUIET_FRAMES, Zone

Mask = NDArray[np.bool_]

#: An arm is looked for that came to rest before the latest of so many pictures, if it moves again in those.
GOING = 3
#: Pictures that are looked back for an arm that others have come to lie on.
ANCHORS = 11
#: Pictures from its rest on in which a hand may be seen whole: later another may lie on it.
SEEN = 2


@dataclass(frozen=True, slots=True)
class Landing:
    """An arm that came to rest with its hand on one of the piles of `zones`, which say how well it lies on each.

    `whole` is its outline before it was covered, `coming` that in its last picture in motion.
    """

    zones: Lies
    seat: Seat
    stop: Stop
    whole: Mask
    coming: Mask
    frames: tuple[int, int]


class Landings:
    """In these pictures on these piles, by hands that are `hand_px` long; `under` the camera is that point in them."""

    def __init__(self, shots: Shots, zones: Sequence[Zone], hand_px: float, under: tuple[float, float]) -> None:
        self.shots, self._zones, self._hand_px, self._under = shots, zones, hand_px, under

    def landing(self, seat: Seat, since: int = 0) -> Landing | None:
        """How the arm of a seat came to rest on a pile that is quiet now; None when it did not.

        It may be going again `since` so many pictures.
        """
        label = label_of(seat)
        kept = self.shots.kept[: len(self.shots.kept) - since]
        shots, now = kept[-LOOK_BACK - 1 :], self.shots.labels(kept[-1])
        times = np.array([shot.t_ns for shot in shots], np.float64) / 1e9
        crossed = self._is_crossed(seat, now)
        rests = self._rests(seat, now, shots, crossed) if crossed or self.over(seat, now) else ()
        if len(shots) - 1 in rests:
            return self.landing(seat, since + 1) if since < GOING else None
        spare: Stop | None = None
        for rest in rests:
            there = self.shots.labels(shots[rest])
            # Others may have come to lie on it since: where it lay when it came to rest counts as well.
            if not self.quiet(most(self.over(seat, now), self.over(seat, there))):
                continue
            whole = there == label if np.count_nonzero(there == label) > ARM_PX else now == label
            stop = stop_of(
                self.shots.cut_out(shots, shots[rest].grey[whole]),
                times,
                rest,
                whole,
                self._hand_of(whole, seat),
                lambda position: self.shots.others(shots[position], label),
                lambda position: self.shots.there(shots[position], label),
                rests[0],
                rests[0] > _anchor(shots),
                self._under,
            )
            if stop is not None and not stop.unseen:
                return self._landed_at(seat, stop, now, shots)
            spare = spare or stop
        return self._landed_at(seat, spare, now, shots) if spare else None

    def _landed_at(self, seat: Seat, stop: Stop, now: Labels, shots: Sequence[Shot]) -> Landing | None:
        """The landing of an arm that stopped like that; None on a pile that is not quiet now."""
        coming, whole = self._outlines(seat, shots, stop.rest)
        frames = (shots[max(0, stop.rest - 1)].index, shots[stop.rest].index)
        zones = self._lies_on(seat, whole | coming, frames[1], now, 0)
        return Landing(zones, seat, stop, whole, coming, frames) if self.quiet(zones) else None

    def lifted(self, landing: Landing, beneath: int) -> Landing:
        """A hand that came to lie on so many others."""
        now, outlines = self.shots.labels(self.shots.last), landing.whole | landing.coming
        return replace(landing, zones=self._lies_on(landing.seat, outlines, landing.frames[1], now, beneath))

    def _lies_on(self, seat: Seat, outlines: Mask, rest: int, now: Labels, beneath: int) -> dict[int, float]:
        """How well a hand lies on piles: as it is seen now, as it was in the picture numbered `rest`, in which it came
        to lie, and by its outlines."""
        there = next(self.shots.labels(shot) for shot in self.shots.kept if shot.index == rest)
        under = lies_on(self._hand_of(outlines, seat), seat, self._zones, not self._hidden(there, seat).any(), beneath)
        return most(self.over(seat, now, beneath), self.over(seat, there, beneath), under)

    def _outlines(self, seat: Seat, shots: Sequence[Shot], rest: int) -> tuple[Mask, Mask]:
        """Where an arm was in its last picture in motion, and where it lies from `rest` on."""
        coming, *resting = (self.shots.labels(shot) == label_of(seat) for shot in shots[rest - 1 : rest + SEEN])
        return coming, np.asarray(np.logical_or.reduce(resting))

    def _rests(self, seat: Seat, now: Labels, shots: Sequence[Shot], crossed: bool) -> Sequence[int]:
        """The pictures from which on an arm may lie as it does now, the first of them first; the last if it moves.

        Where others may have come to lie on it, it is looked for in earlier pictures too, in which it is seen better.
        """
        label, greys, last = label_of(seat), [shot.grey for shot in shots], len(shots) - 1
        rest = at_rest_since(greys, clear(now, seat))
        rests = [] if rest is None else [rest]
        if rest == 0:
            return ()
        if not crossed or rest == last or (rest and not self._hidden(now, seat).any()):
            return rests
        first = lies_since(
            lambda position: (self.shots.labels(shots[position]) == label, self.shots.others(shots[position], label)),
            last,
            _anchor(shots),
            last if rest is None else rest,
        )
        # A hand that falls straight down hardly changes its outline: what is clear of it must lie still too.
        while first < (last if rest is None else rest):
            later = min(first + AFTER, last)
            covered = self.shots.others(shots[first], label) | self.shots.others(shots[later], label)
            if not goes_on(greys[: later + 1], first, self.shots.labels(shots[first]) == label, covered):
                break
            first += 1
        return [first, *(each for each in rests if each != first)]

    def as_knocked(self, landing: Landing, knock: Moment) -> Landing:
        """A hand that surely knocked sooner than it was seen to come to rest lay then as it was seen then: since,
        others have come to lie on it."""
        shots = self.shots.recent()
        rest = next((k for k, shot in enumerate(shots) if shot.t_ns / 1e9 > knock.t_s + knock.sigma_s), 0)
        if not rest or shots[rest].index >= landing.frames[1]:
            return landing
        coming, whole = self._outlines(landing.seat, shots, rest)
        return replace(landing, whole=whole, coming=coming, frames=(shots[rest - 1].index, shots[rest].index))

    def lying(self, landings: Sequence[Landing]) -> dict[Seat, Hand]:
        """The hands as they came to rest, each with what is seen over it then."""
        rests = {landing.frames[1] for landing in landings}
        before = SOON if len(landings) > 1 else 0
        near = {index for rest in rests for index in range(rest - before, rest + SOON)}
        shots = [shot for shot in self.shots.kept if shot.index in near or shot is self.shots.last]
        return {each.seat: self._lies(each, shots) for each in landings}

    def _lies(self, landing: Landing, shots: Sequence[Shot]) -> Hand:
        """A hand as it came to rest, with what is seen over it in the pictures in which it lies still."""
        seat, rest = landing.seat, next(shot for shot in self.shots.kept if shot.index == landing.frames[1])
        # What was seen to its end is elsewhere no more: of that it is known where others came to cover it.
        ended = not self._hidden(self.shots.labels(rest), seat).any()
        hand, over, aloft = self._hand_of(landing.whole, seat), {}, {}
        for shot in shots:
            labels = self.shots.labels(shot)
            if shot.index < rest.index:
                aloft[shot.index] = labels[self._hidden(labels, seat)]
            else:
                gone = hand & (labels != label_of(seat))
                over[shot.index] = labels[gone if ended else self._hidden(labels, seat)]
        moment = Moment(landing.stop.t_s, landing.stop.sigma_s)
        return Hand(moment, landing.whole, landing.coming, over, aloft, landing.frames[1])

    def falling(self, hands: Mapping[Seat, Hand]) -> dict[int, Labels]:
        """The pictures in which hands that came together still fell."""
        last = max((hand.rest for hand in hands.values() if hand.rest is not None), default=0)
        falling = [shot for shot in self.shots.recent() if shot.index < last] if len(hands) > 1 else []
        return {shot.index: self.shots.labels(shot) for shot in falling}

    def beneath(self, seat: Seat, now: Labels) -> Hand:
        """The hand of an arm that lies there now and was not seen to come to rest."""
        over = {self.shots.last.index: now[self._hidden(now, seat)]}
        return Hand(Moment(-np.inf, 0.0), now == label_of(seat), None, over)

    def over(self, seat: Seat, labels: Labels, beneath: int = 0) -> dict[int, float]:
        """The piles under the hand of an arm, be it seen or under others."""
        hand, hidden = self._hand_of(with_covered(labels, seat), seat), self._hidden(labels, seat)
        seen = lies_on(hand, seat, self._zones, not hidden.any(), beneath)
        return most(seen, lies_on(hidden, seat, self._zones, False, beneath))

    def may_rest(self, seat: Seat, now: Labels) -> bool:
        """Does an arm seem to lie still that came?"""
        first, *_, before, last = [shot.grey for shot in self.shots.recent()]
        rest = at_rest_since([first, before, last], clear(now, seat))
        return rest == 1 or (rest is None and self._is_crossed(seat, now))

    def _is_crossed(self, seat: Seat, now: Labels) -> bool:
        """May others have come to lie on its hand?"""
        hand = self._hand_of(now == label_of(seat), seat).astype(np.uint8)
        around = cv2.dilate(hand, np.ones((2 * BENEATH_PX + 1,) * 2, np.uint8)) > 0
        return bool((around & (now > 0) & (now != label_of(seat))).any())

    def _hand_of(self, arm: Mask, seat: Seat) -> Mask:
        return end_of(arm, seat, self._hand_px)

    def _hidden(self, labels: Labels, seat: Seat) -> Mask:
        """Where its hand must lie if others cover it."""
        return hidden_hand(labels, seat, round(self._hand_px))

    def quiet(self, zones: Lies) -> bool:
        """Are the piles quiet that a hand may mean, if there are any?"""
        meant = may_mean(zones)
        return bool(meant) and all(self._zones[number].quiet >= QUIET_FRAMES for number in meant)


def _anchor(shots: Sequence[Shot]) -> int:
    """The first picture that is looked back to for the outline of an arm that others have come to lie on."""
    return max(ENOUGH, len(shots) - ANCHORS)
