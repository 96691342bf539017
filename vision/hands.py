"""Hands over the piles: which of them hit a pile, from which side, when, and which lies under which.

It watches the pile's surroundings, and once they are quiet again looks back: which arms came to rest there, and when,
which of them shook the table, whose outline is unbroken. A hand that brakes by itself above a pile shakes nothing and
is no slap. It decides slaps and knows no game: whether a slap was allowed is no business of a camera.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Seat, Table
from vision.detect.ahead import Ahead, Coming
from vision.detect.colours import Colours, Labels
from vision.detect.sides import label_of
from vision.image import FloatArray
from vision.observe import Certainty, Slap
from vision.track.approach import AFTER, ENOUGH, LOOK_BACK, STILL_PX, Stop, at_rest_since, slid, stop_of
from vision.track.arms import touched
from vision.track.change import Change, Small
from vision.track.hand import BENEATH_PX, as_before, clear, end_of, hidden_hand, near_others, with_covered
from vision.track.heard import sharpened
from vision.track.knocks import Guess, Knock, fit_knocks
from vision.track.layers import SOON, Hand, clearly_apart, in_order, pile_up, upper
from vision.track.lies import lies_since
from vision.track.meant import BESIDE, lies_on, may_mean, meant_by, most, speaks_for_hit
from vision.track.shake import Moment, moved_back
from vision.track.sway import Sway, is_bare
from vision.track.zone import QUIET_FRAMES, Zone, zone_of

Mask = NDArray[np.bool_]

#: Pictures kept to look back at, none from before a gap of so long.
KEPT, GAP_NS = 29, 400_000_000
#: So many pictures more are waited for: hands that come together are judged together, and a swing is seen better. Those
#: after which a hand moves again do not count, if all was quiet for as long as a quick slap lasts.
PATIENCE, QUICK = 3, 2
#: An arm in view covers at least so many small pixels; a hand at the end of it is as long as so many short sides of a
#: card.
ARM_PX, HAND_CARDS = 150, 3.1
#: Pictures that are looked back for an arm that others have come to lie on.
ANCHORS = 11
#: The ground that arms are seen on is so many levels darker than a hand that is brighter than this, or brighter.
GROUND, DARK = 45.0, 100.0
#: An arm that is not seen any more is under others if so much of where it was last seen is theirs.
BURIED = 0.6
#: A knock rings for so long, and hands that hit within so long mean one pile, though they are judged one by one.
RINGS_S, TOGETHER_S = 0.25, 0.25
#: Standard deviations on either side that the told interval holds, and the least it is: no stand swings like a spring.
SPREAD, LEAST_S = 2.6, 0.009
#: A hit of which the interval would reach further than so many frames either way is not told.
VAGUE = 2.0
#: A hand whose manner of coming speaks so much against a hit was not heard to hit either.
BRAKED = -1.0
#: From these log odds on a hand is seen to hit on a table that does not swing.
SURELY = 3.0
#: Pictures from its rest on in which a hand may be seen whole: later another may lie on it.
SEEN = 2


@dataclass(slots=True)
class _Shot:
    """One frame as it is kept: small, moved back by its shift."""

    index: int
    t_ns: int
    small: Small
    shift: tuple[float, float]
    grey: FloatArray
    #: At which sides of the picture something is that is no table.
    sides: frozenset[Seat]
    labels: Coming | None = None


@dataclass(frozen=True, slots=True)
class _Landing:
    """An arm that came to rest with its hand on one of the piles of `zones`, which say how well it lies on each.

    `whole` is its outline before it was covered, `coming` that in its last picture in motion.
    """

    zones: Mapping[int, float]
    seat: Seat
    stop: Stop
    whole: Mask
    coming: Mask
    frames: tuple[int, int]


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
        self._size = (max(1, table.size[0] // factor), max(1, table.size[1] // factor))
        self._zones = [zone_of(pile, table, factor, self._size) for pile in table.piles]
        short = [table.card_px(pile)[0] / factor for pile in table.piles]
        self._hand_px = HAND_CARDS * sum(short) / max(1, len(short))
        #: When hands are judged next; None when there is nothing to judge.
        self._due: _Due | None = None
        self._shots: deque[_Shot] = deque(maxlen=KEPT)
        self._table: Small = np.zeros((*self._size[::-1], 3), np.uint8)
        self._sway, self._calm, self._since = Sway(), True, (0.0, 0.0)
        self._knocked: list[Moment] = []
        self._heard, self._row_s = heard, row_us * factor / 1e6
        #: Arms that were judged, and where they lay then.
        self._judged: dict[Seat, Mask] = {}
        #: When the last hit was that is told of each side.
        self._hit_s: dict[Seat, float] = {}
        self._colours = Colours()

    def see(self, index: int, t_ns: int, change: Change, table: Small) -> tuple[Slap, ...]:
        """What this frame adds: usually nothing."""
        gap, calm = self._shots and t_ns - self._shots[-1].t_ns > GAP_NS, is_bare(change.foreground)
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
        before = self._shots[-1].small if self._shots else small
        self._shots.append(_Shot(index, t_ns, small, shift, grey, touched(change.foreground)))
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
            self._due = _Due(index + PATIENCE, index - 1, self._glance(self._shots[-2]), quiet)
        elif any(settled) and self._due is None:
            self._due = _Due(index + PATIENCE, index + PATIENCE, self._glance(self._shots[-1]))
        return told

    def _forget(self) -> None:
        """What was seen before a gap and what is seen after it is no one movement."""
        self._shots.clear()
        self._due = None
        for zone in self._zones:
            zone.stirred, zone.quiet = False, 0

    def _ask_ahead(self, due: _Due) -> None:
        """For the labels of the pictures that will be looked back to, if an arm seems to have come to rest."""
        with self._as_of(due):
            going_on = len(self._shots) > 1 and self._shots[-2].labels is not None
            if not self._alone() and (going_on or self._resting(due.glance.result())):
                for shot in self._shots:
                    if due.last - shot.index <= LOOK_BACK:
                        self._asked(shot)

    def _look_back(self, due: _Due) -> tuple[Slap, ...]:
        """Which hands came to rest on piles since their surroundings were quiet the last time."""
        self._due = None
        with self._as_of(due):
            return self._landed()

    @contextmanager
    def _as_of(self, due: _Due) -> Iterator[None]:
        """What has moved again since is left out."""
        shots, since = self._shots, [zone.quiet for zone in self._zones]
        if due.quiet:
            self._shots = deque((shot for shot in shots if shot.index <= due.last), KEPT)
            for zone, frames in zip(self._zones, due.quiet, strict=True):
                zone.quiet = frames + QUIET_FRAMES - 1
        try:
            yield
        finally:
            self._shots = shots
            for zone, frames in zip(self._zones, since, strict=True):
                zone.quiet = frames

    def _landed(self) -> tuple[Slap, ...]:
        """Which hands came to rest on piles until the last picture that is kept."""
        before, now = self._judged, self._first_look()
        staying, resting = self._staying(now), self._resting(now)
        if resting:
            if not self._alone():
                # In their order: colours are learnt where arms are apart, before they meet.
                for shot in self._recent():
                    self._asked(shot)
            now = self._labels(self._shots[-1])
            staying = self._staying(now)
        self._judged = staying
        for zone in self._zones:
            zone.told = [seat for seat in zone.told if seat in staying]
        present = self._present(now)
        new = [seat for seat in present if seat not in staying]
        landings = [landing for seat in new if resting and (landing := self._landing(seat)) is not None]
        if not landings:
            return ()
        for landing in landings:
            self._judged[landing.seat] = now == label_of(landing.seat)
        ended = {landing.seat for landing in landings}
        # What hands are over that came too, of which it was not seen whether they landed; not those still coming, or
        # going again.
        over = {
            seat: self._over(seat, now)
            for seat in new
            if seat not in ended and seat not in before and self._came(seat, now)
        }
        strangers = {seat: zones for seat, zones in over.items() if not zones or self._quiet(zones)}
        gone = [seat for seat in self._seats if seat in self._came_near() and seat not in present]
        strangers |= {seat: {} for seat in gone if self._is_buried(seat, now)}
        return self._judge(landings, now, strangers)

    def _first_look(self) -> Labels:
        """At the latest picture, alone unless it is its turn: that is enough where all hands move."""
        *before, last = self._recent()
        its_turn = self._alone() or all(shot.labels is not None for shot in before)
        return self._labels(last) if its_turn else self._glance(last).result()

    def _glance(self, shot: _Shot) -> Coming:
        """At a picture alone."""
        return self._sides.labels(shot.small, self._table)

    def _recent(self) -> Sequence[_Shot]:
        """The pictures that are looked back to."""
        return list(self._shots)[-LOOK_BACK - 1 :]

    def _came_near(self) -> frozenset[Seat]:
        """The sides from which an arm may have come since."""
        return frozenset().union(*(shot.sides for shot in self._recent()))

    def _alone(self) -> bool:
        """Did no more than one arm come? Then it meets no other, and few pictures need to be labelled."""
        return len(self._came_near()) < 2

    def _present(self, now: Labels) -> list[Seat]:
        return [seat for seat in self._seats if np.count_nonzero(now == label_of(seat)) > ARM_PX]

    def _staying(self, now: Labels) -> dict[Seat, Mask]:
        """The arms that were judged and lie as they did."""
        arms = {seat: now == label_of(seat) for seat in self._present(now)}
        return {seat: was for seat, was in self._judged.items() if seat in arms and as_before(arms[seat], was)}

    def _resting(self, now: Labels) -> bool:
        """Does any arm seem to have come to rest?"""
        staying = self._staying(now)
        return any(self._may_rest(seat, now) for seat in self._present(now) if seat not in staying)

    def _may_rest(self, seat: Seat, now: Labels) -> bool:
        """Does an arm seem to lie still that came?"""
        first, *_, before, last = [shot.grey for shot in self._recent()]
        rest = at_rest_since([first, before, last], clear(now, seat))
        return rest == 1 or (rest is None and self._is_crossed(seat, now))

    def _came(self, seat: Seat, now: Labels) -> bool:
        """Did an arm come, or go on, since the pictures that are looked back to?"""
        before = self._labels(self._shots[max(0, len(self._shots) - 1 - LOOK_BACK)]) == label_of(seat)
        return not as_before(now == label_of(seat), before)

    def _is_buried(self, seat: Seat, now: Labels) -> bool:
        """Was an arm seen a moment ago, where others are now?"""
        for shot in reversed(self._recent()):
            before = self._labels(shot) == label_of(seat)
            if np.count_nonzero(before) > ARM_PX:
                return bool(np.count_nonzero(before & (now > 0)) > BURIED * np.count_nonzero(before))
        return False

    def _judge(
        self, landings: Sequence[_Landing], now: Labels, strangers: Mapping[Seat, Mapping[int, float]]
    ) -> tuple[Slap, ...]:
        """Of hands that came to rest together, those that hit their pile."""
        lying = self._all_lying(landings)
        knocks = self._knocks(landings, lying, now, bool(strangers))
        sooner = [self._as_knocked(*each) for each in zip(landings, knocks, strict=True)]
        if any(each is not landing for each, landing in zip(sooner, landings, strict=True)):
            landings, lying = sooner, self._all_lying(sooner)
        moments, heard = sharpened(
            [self._by_row(landing, knock.moment) for landing, knock in zip(landings, knocks, strict=True)], self._heard
        )
        hits = [
            (landing, moment, not (knock.sure or _was_seen(landing.stop, knock)))
            for landing, moment, knock, sound in zip(landings, moments, knocks, heard, strict=True)
            if (knock.believed or _was_seen(landing.stop, knock) or (sound and landing.stop.manner > BRAKED))
            and SPREAD * moment.sigma_s < VAGUE * self._frame_s()
        ]
        if not hits:
            return ()
        over = [*(landing.zones for landing in landings), *strangers.values(), *self._told_since(-np.inf)]
        together = self._told_since(min(moment.t_s for _, moment, _ in hits) - TOGETHER_S)
        number = meant_by([*(landing.zones for landing, *_ in hits), *together], over)
        if number is None:
            return ()
        zone = self._zones[number]
        here = {hit[0].seat: hit for hit in hits if hit[0].zones.get(number, 0.0) >= BESIDE}
        hands = {seat: replace(lying[seat], moment=moment) for seat, (_, moment, _) in here.items()}
        order, unclear = pile_up(hands, now, self._falling(hands))
        piled = [hands[seat].moment for seat in order]
        whens = dict(zip(order, piled if unclear else in_order(piled), strict=True))
        pairs = zip(landings, knocks, strict=True)
        others = [(each, knock) for each, knock in pairs if number in each.zones and each.seat not in here]
        # One that seems to hover lies on no pile.
        untold = {each.seat: lying[each.seat] for each, knock in others if knock.margin >= 0}
        untold |= {seat: self._hidden(seat, now) for seat in strangers}
        beneath = accumulate((self._beneath(seat, hands, untold, now) for seat in order), max)
        below = {seat: len(zone.told) + k + hidden for k, (seat, hidden) in enumerate(zip(order, beneath, strict=True))}
        layers = [None if seat in unclear else below[seat] for seat in order]
        open_ends = bool(strangers) or any(
            each.stop.manner > BRAKED and not knock.disbelieved for each, knock in others
        )
        slaps = [
            self._slap(zone, here[seat][0], whens, layer, doubtful=open_ends or here[seat][2])
            for seat, layer in zip(order, layers, strict=True)
        ]
        zone.told += order
        self._hit_s |= {seat: moment.t_s for seat, moment in whens.items()}
        return tuple(sorted(slaps, key=lambda slap: slap.t_ns))

    def _told_since(self, t_s: float) -> list[Mapping[int, float]]:
        """What the hands that lie there and are told to have hit since then lie on."""
        return [
            {number: 1.0} for number, zone in enumerate(self._zones) for seat in zone.told if self._hit_s[seat] > t_s
        ]

    def _as_knocked(self, landing: _Landing, knock: Knock) -> _Landing:
        """A hand that knocked sooner than it was seen to come to rest lay then as it was seen then: since, others have
        come to lie on it."""
        if not knock.believed or landing.stop.t_s - knock.moment.t_s < self._frame_s():
            return landing
        shots = [*self._recent()]
        rest = next((k for k, shot in enumerate(shots) if shot.t_ns / 1e9 > knock.moment.t_s), 0)
        if not rest:
            return landing
        coming, whole = self._outlines(landing.seat, shots, rest)
        return replace(landing, whole=whole, coming=coming, frames=(shots[rest - 1].index, shots[rest].index))

    def _all_lying(self, landings: Sequence[_Landing]) -> dict[Seat, Hand]:
        rests = {landing.frames[1] for landing in landings}
        before = SOON if len(landings) > 1 else 0
        near = {index for rest in rests for index in range(rest - before, rest + SOON)}
        shots = [shot for shot in self._shots if shot.index in near or shot is self._shots[-1]]
        return {each.seat: self._lying(each, shots) for each in landings}

    def _lying(self, landing: _Landing, shots: Sequence[_Shot]) -> Hand:
        """A hand as it came to rest, with what is seen over it in the pictures in which it lies still."""
        seat, rest = landing.seat, next(shot for shot in self._shots if shot.index == landing.frames[1])
        # What was seen to its end is elsewhere no more: of that it is known where others came to cover it.
        ended = not hidden_hand(self._labels(rest), seat, round(self._hand_px)).any()
        hand, over, aloft = self._hand_of(landing.whole, seat), {}, {}
        for shot in shots:
            labels = self._labels(shot)
            if shot.index < rest.index:
                aloft[shot.index] = labels[hidden_hand(labels, seat, round(self._hand_px))]
            else:
                gone = hand & (labels != label_of(seat))
                over[shot.index] = labels[gone if ended else hidden_hand(labels, seat, round(self._hand_px))]
        moment = Moment(landing.stop.t_s, landing.stop.sigma_s)
        return Hand(moment, landing.whole, landing.coming, over, aloft, landing.frames[1])

    def _falling(self, hands: Mapping[Seat, Hand]) -> dict[int, Labels]:
        """The pictures in which hands that came together still fell."""
        last = max((hand.rest for hand in hands.values() if hand.rest is not None), default=0)
        falling = [shot for shot in self._recent() if shot.index < last] if len(hands) > 1 else []
        return {shot.index: self._labels(shot) for shot in falling}

    def _hidden(self, seat: Seat, now: Labels) -> Hand:
        """The hand of an arm that lies there now and was not seen to come to rest."""
        over = {self._shots[-1].index: now[hidden_hand(now, seat, round(self._hand_px))]}
        return Hand(Moment(-np.inf, 0.0), now == label_of(seat), None, over)

    @staticmethod
    def _beneath(seat: Seat, hands: Mapping[Seat, Hand], untold: Mapping[Seat, Hand], now: Labels) -> int:
        """How many hands that are not told came sooner than one that is, and are seen to lie under it."""
        sooner = {each: hand for each, hand in untold.items() if hand.moment.t_s < hands[seat].moment.t_s}
        return sum(upper({**hands, **sooner}, seat, other, now) is seat for other in sooner)

    def _landing(self, seat: Seat, since: int = 0) -> _Landing | None:
        """How the arm of a seat came to rest on a pile that is quiet now; None when it did not.

        It may be going again `since` so many pictures.
        """
        label = label_of(seat)
        kept = list(self._shots)[: len(self._shots) - since]
        shots, now = kept[-LOOK_BACK - 1 :], self._labels(kept[-1])
        times = np.array([shot.t_ns for shot in shots], np.float64) / 1e9
        crossed = self._is_crossed(seat, now)
        rests = self._rests(seat, now, shots, crossed) if crossed or self._over(seat, now) else ()
        if len(shots) - 1 in rests:
            return self._landing(seat, since + 1) if since < PATIENCE else None
        for rest in rests:
            there = self._labels(shots[rest])
            # Others may have come to lie on it since: where it lay when it came to rest counts as well.
            if not self._quiet(most(self._over(seat, now), self._over(seat, there))):
                continue
            whole = there == label if np.count_nonzero(there == label) > ARM_PX else now == label
            end = self._hand_of(whole, seat)
            stop = stop_of(
                self._cut_out(shots, shots[rest].grey[whole]),
                times,
                rest,
                whole,
                end,
                lambda position: self._others(shots[position], label),
                lambda position: self._there(shots[position], label),
                rests[0],
            )
            if stop is not None:
                return self._landed_at(seat, stop, now, shots)
        return None

    def _landed_at(self, seat: Seat, stop: Stop, now: Labels, shots: Sequence[_Shot]) -> _Landing | None:
        """The landing of an arm that stopped like that; None on a pile that is not quiet now."""
        coming, whole = self._outlines(seat, shots, stop.rest)
        hidden = hidden_hand(self._labels(shots[stop.rest]), seat, round(self._hand_px))
        under = lies_on(self._hand_of(whole | coming, seat), seat, self._zones, not hidden.any())
        zones = most(self._over(seat, now), self._over(seat, self._labels(shots[stop.rest])), under)
        if not self._quiet(zones):
            return None
        frames = (shots[max(0, stop.rest - 1)].index, shots[stop.rest].index)
        return _Landing(zones, seat, stop, whole, coming, frames)

    def _outlines(self, seat: Seat, shots: Sequence[_Shot], rest: int) -> tuple[Mask, Mask]:
        """Where an arm was in its last picture in motion, and where it lies from `rest` on."""
        coming, *resting = (self._labels(shot) == label_of(seat) for shot in shots[rest - 1 : rest + SEEN])
        return coming, np.asarray(np.logical_or.reduce(resting))

    def _rests(self, seat: Seat, now: Labels, shots: Sequence[_Shot], crossed: bool) -> Sequence[int]:
        """The pictures from which on an arm may lie as it does now, the first of them first; the last if it moves.

        Where others may have come to lie on it, it is looked for in earlier pictures too, in which it is seen better.
        """
        label, greys, last = label_of(seat), [shot.grey for shot in shots], len(shots) - 1
        rest = at_rest_since(greys, clear(now, seat))
        rests = [] if rest is None else [rest]
        if not crossed or rest in (0, last):
            return () if rest == 0 else rests
        back = max(ENOUGH, len(shots) - ANCHORS)
        first = lies_since(
            lambda position: (self._labels(shots[position]) == label, self._others(shots[position], label)),
            last,
            back,
            last if rest is None else rest,
        )
        # A hand that falls straight down hardly changes its outline: what is clear of it must lie still too.
        while first < (last if rest is None else rest):
            later = min(first + AFTER, last)
            covered = self._others(shots[first], label) | self._others(shots[later], label)
            moved = slid(greys[: later + 1], first, self._labels(shots[first]) == label, covered)
            if moved is None or np.linalg.norm(moved) <= STILL_PX:
                break
            first += 1
        return [first, *(each for each in rests if each != first)]

    def _over(self, seat: Seat, labels: Labels) -> dict[int, float]:
        """The piles under the hand of an arm, be it seen or under others."""
        hand, hidden = self._hand_of(with_covered(labels, seat), seat), hidden_hand(labels, seat, round(self._hand_px))
        return most(lies_on(hand, seat, self._zones, not hidden.any()), lies_on(hidden, seat, self._zones, ends=False))

    def _is_crossed(self, seat: Seat, now: Labels) -> bool:
        """May others have come to lie on its hand?"""
        hand = self._hand_of(now == label_of(seat), seat).astype(np.uint8)
        around = cv2.dilate(hand, np.ones((2 * BENEATH_PX + 1,) * 2, np.uint8)) > 0
        return bool((around & (now > 0) & (now != label_of(seat))).any())

    def _hand_of(self, arm: Mask, seat: Seat) -> Mask:
        return end_of(arm, seat, self._hand_px)

    def _quiet(self, zones: Mapping[int, float]) -> bool:
        """Are the piles quiet that a hand may mean, if there are any?"""
        meant = may_mean(zones)
        return bool(meant) and all(self._zones[number].quiet >= QUIET_FRAMES for number in meant)

    def _knocks(
        self, landings: Sequence[_Landing], lying: Mapping[Seat, Hand], now: Labels, strangers: bool
    ) -> tuple[Knock, ...]:
        """Which of the landings shook the table, their moments sharpened."""
        seats = [landing.seat for landing in landings]
        guesses = [
            Guess(
                lying[each.seat].moment,
                each.stop.manner + speaks_for_hit(each.zones),
                tuple(
                    k
                    for k, other in enumerate(seats)
                    if other is not each.seat and upper(lying, each.seat, other, now) is other
                ),
            )
            for each in landings
        ]
        # The table may still swing from hands that were judged a moment ago.
        first = min(guess.moment.t_s for guess in guesses) - RINGS_S
        earlier = [moment for moment in self._knocked if moment.t_s > first - RINGS_S]
        shots = [shot for shot in self._shots if shot.t_ns / 1e9 >= first]
        times = np.array([shot.t_ns for shot in shots], np.float64) / 1e9
        shifts = np.array([shot.shift for shot in shots], np.float64)
        knocks = fit_knocks(times, shifts, guesses, earlier, strangers)
        self._knocked = [*earlier, *(knock.moment for knock in knocks if knock.believed)]
        return knocks

    def _by_row(self, landing: _Landing, moment: Moment) -> Moment:
        """A picture's time is that of its middle row; others are taken earlier or later."""
        rows = np.nonzero(landing.whole.any(axis=1))[0]
        below = float(rows.mean()) - self._size[1] / 2 if len(rows) else 0.0
        return replace(moment, t_s=moment.t_s + below * self._row_s)

    def _slap(
        self,
        zone: Zone,
        landing: _Landing,
        whens: Mapping[Seat, Moment],
        layer: int | None,
        doubtful: bool,
    ) -> Slap:
        """One is `doubtful` that may be another's, of which it was not seen whether it hit, or that is believed only
        because others hit."""
        moment = whens[landing.seat]
        t_ns, reach = round(moment.t_s * 1e9), round(max(SPREAD * moment.sigma_s, LEAST_S) * 1e9)
        others = [other for seat, other in whens.items() if seat != landing.seat]
        gap = min((abs(other.t_s - moment.t_s) for other in others), default=np.inf)
        apart = all(clearly_apart(moment, other) for other in others)
        frame_s = self._frame_s()
        return Slap(
            pile=zone.pile.name,
            seat=landing.seat,
            t_ns=t_ns,
            lo_ns=t_ns - reach,
            hi_ns=t_ns + reach,
            layer=layer,
            certainty=_certainty(gap / frame_s, apart, layer is not None and not doubtful and reach < frame_s * 1e9),
            frames=(*landing.frames, self._shots[-1].index),
        )

    def _frame_s(self) -> float:
        return (self._shots[-1].t_ns - self._shots[0].t_ns) / 1e9 / max(1, len(self._shots) - 1)

    def _labels(self, shot: _Shot) -> Labels:
        return self._asked(shot).result()

    def _asked(self, shot: _Shot) -> Coming:
        if shot.labels is None:
            shot.labels = self._sides.labels(shot.small, self._table, self._colours)
        return shot.labels

    def _cut_out(self, shots: Sequence[_Shot], hand: FloatArray) -> Sequence[FloatArray]:
        """The pictures with what is no arm half faded to a plain ground, well apart from that `hand`: a table's pattern
        stays where it is and would hold the hand there. As they are where only one arm came."""
        if self._alone() or not hand.size:
            return [shot.grey for shot in shots]
        level = float(np.median(hand))
        ground = np.float32(level - GROUND if level > DARK else level + GROUND)
        arms = [cv2.dilate((self._labels(shot) > 0).astype(np.uint8), np.ones((3, 3), np.uint8)) for shot in shots]
        return [np.where(arm > 0, shot.grey, (shot.grey + ground) / 2) for shot, arm in zip(shots, arms, strict=True)]

    def _there(self, shot: _Shot, label: int) -> Mask | None:
        """Where an arm is, give or take a little; None if that is not known."""
        if self._alone():
            return None
        arm = np.asarray(self._labels(shot) == label, np.uint8)
        return cv2.dilate(arm, np.ones((5, 5), np.uint8)) > 0 if np.count_nonzero(arm) > ARM_PX else None

    def _others(self, shot: _Shot, label: int) -> Mask:
        return np.zeros(shot.grey.shape, np.bool_) if self._alone() else near_others(self._labels(shot), label)


def _was_seen(stop: Stop, knock: Knock) -> bool:
    """Did a hand come down as only one does that hits, and does the table's swing not speak against it?"""
    return (stop.hit or stop.manner > SURELY) and not knock.disbelieved


def _certainty(gap_frames: float, apart: bool, sure: bool) -> Certainty:
    """Neighbouring frames are too close to call by time, unless the table's swing tells; two frames apart are certain
    if the layers are clear too."""
    if gap_frames < 1 and not apart:
        return Certainty.TOO_CLOSE
    return Certainty.CERTAIN if gap_frames >= 2 and sure else Certainty.LIKELY
