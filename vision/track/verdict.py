"""Which of the hands that came to rest together hit, on which pile, when, and which lies under which.

A hand is believed to have hit by the swing of the table, by its manner of coming, by the sound, and by where others lie
that came with it. How a hand came to rest is not its business, nor when it is time to judge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from calibration.table_file import Seat
from vision.detect.colours import Labels
from vision.observe import Certainty, Slap
from vision.track.heard import sharpened
from vision.track.knocks import Guess, Knock, fit_knocks
from vision.track.landings import Landing, Landings
from vision.track.layers import Hand, clearly_apart, in_order, lifted, pile_up, upper
from vision.track.meant import BESIDE, Lies, meant_by, speaks_for_hit
from vision.track.shake import Moment
from vision.track.shots import Shots
from vision.track.zone import Zone

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


@dataclass(frozen=True, slots=True)
class _Came:
    """A hand that came to rest, and what the table's swing says of it; its moment by all that is known, be it `heard`
    or not."""

    landing: Landing
    knock: Knock
    moment: Moment
    heard: bool

    @property
    def hit(self) -> bool:
        return self.knock.believed or self._was_seen or (self.heard and self._may_have_hit)

    @property
    def sure(self) -> bool:
        """Is it believed to have hit whatever others did?"""
        return self.knock.sure or self._was_seen

    @property
    def open(self) -> bool:
        """Is it open whether it hit?"""
        return self._may_have_hit and not self.knock.disbelieved

    @property
    def _was_seen(self) -> bool:
        """Did it come down as only a hand does that hits, and does the table's swing not speak against it?"""
        return (self.landing.stop.hit or self.landing.stop.manner > SURELY) and not self.knock.disbelieved

    @property
    def _may_have_hit(self) -> bool:
        return self.landing.stop.manner > BRAKED


class Judge:
    """Shown hands that came to rest together, one group after the other, on these piles.

    `heard` are the knocks in the sound. A picture's time is that of its `middle` row; each later one is `row_s` later.
    """

    def __init__(self, zones: Sequence[Zone], heard: Sequence[Moment], middle: float, row_s: float) -> None:
        self._zones, self._heard, self._middle, self._row_s = zones, heard, middle, row_s
        self._knocked: list[Moment] = []
        #: When the last hit was that is told of each side.
        self._hit_s: dict[Seat, float] = {}

    def slaps(
        self, seen: Landings, landings: Sequence[Landing], now: Labels, strangers: Mapping[Seat, Lies]
    ) -> tuple[Slap, ...]:
        """Of hands that came to rest together, those that hit their pile.

        `strangers` are hands that came too, of which it was not seen whether they landed, and what they are over.
        """
        came, lying = self._came(seen, landings, now, bool(strangers))
        clearest = VAGUE * seen.shots.frame_s()
        hits = [each for each in came if each.hit and SPREAD * each.moment.sigma_s < clearest]
        number = self._meant(hits, [*(each.landing.zones for each in came), *strangers.values()]) if hits else None
        if number is None:
            return ()
        zone = self._zones[number]
        here = {hit.landing.seat: hit for hit in hits if hit.landing.zones.get(number, 0.0) >= BESIDE}
        others = [each for each in came if number in each.landing.zones and each.landing.seat not in here]
        hands = {seat: replace(lying[seat], moment=hit.moment) for seat, hit in here.items()}
        order, unclear = pile_up(hands, now, seen.falling(hands))
        piled = [hands[seat].moment for seat in order]
        whens = dict(zip(order, piled if unclear else in_order(piled), strict=True))
        # One that seems to hover lies on no pile.
        untold = {each.landing.seat: lying[each.landing.seat] for each in others if each.knock.margin >= 0}
        untold |= {seat: seen.beneath(seat, now) for seat in strangers}
        beneath = accumulate((_beneath(seat, hands, untold, now) for seat in order), max)
        below = {seat: len(zone.told) + k + hidden for k, (seat, hidden) in enumerate(zip(order, beneath, strict=True))}
        doubtful = bool(strangers) or any(each.open for each in others)
        slaps = [
            _slap(zone, here[seat], seen.shots, whens, None if seat in unclear else below[seat], doubtful)
            for seat in order
        ]
        zone.told += order
        self._hit_s |= {seat: moment.t_s for seat, moment in whens.items()}
        return tuple(sorted(slaps, key=lambda slap: slap.t_ns))

    def _came(
        self, seen: Landings, landings: Sequence[Landing], now: Labels, strangers: bool
    ) -> tuple[list[_Came], dict[Seat, Hand]]:
        """The hands with what the table's swing and the sound say of them, and how they lie."""
        lying = seen.lying(landings)
        knocks = self._knocks(seen.shots, landings, lying, now, strangers)
        sooner = [
            seen.as_knocked(landing, knock.moment) if knock.believed else landing
            for landing, knock in zip(landings, knocks, strict=True)
        ]
        if any(each is not landing for each, landing in zip(sooner, landings, strict=True)):
            landings, lying = sooner, seen.lying(sooner)
        lifts = lifted(lying, now)
        landings = [seen.lifted(landing, lifts[landing.seat]) for landing in landings]
        moments = [self._by_row(landing, knock.moment) for landing, knock in zip(landings, knocks, strict=True)]
        came = zip(landings, knocks, *sharpened(moments, self._heard), strict=True)
        return [_Came(*each) for each in came], lying

    def _knocks(
        self, shots: Shots, landings: Sequence[Landing], lying: Mapping[Seat, Hand], now: Labels, strangers: bool
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
        ringing = [shot for shot in shots.kept if shot.t_ns / 1e9 >= first]
        times = np.array([shot.t_ns for shot in ringing], np.float64) / 1e9
        shifts = np.array([shot.shift for shot in ringing], np.float64)
        knocks = fit_knocks(times, shifts, guesses, earlier, strangers)
        self._knocked = [*earlier, *(knock.moment for knock in knocks if knock.believed)]
        return knocks

    def _by_row(self, landing: Landing, moment: Moment) -> Moment:
        """A picture's time is that of its middle row; others are taken earlier or later."""
        rows = np.nonzero(landing.whole.any(axis=1))[0]
        below = float(rows.mean()) - self._middle if len(rows) else 0.0
        return replace(moment, t_s=moment.t_s + below * self._row_s)

    def _meant(self, hits: Sequence[_Came], over: Sequence[Lies]) -> int | None:
        """The pile that was hit, by what all that came and those that are told are over."""
        together = self._told_since(min(hit.moment.t_s for hit in hits) - TOGETHER_S)
        return meant_by([*(hit.landing.zones for hit in hits), *together], [*over, *self._told_since(-np.inf)])

    def _told_since(self, t_s: float) -> list[Lies]:
        """What the hands that lie there and are told to have hit since then lie on."""
        return [
            {number: 1.0} for number, zone in enumerate(self._zones) for seat in zone.told if self._hit_s[seat] > t_s
        ]


def _beneath(seat: Seat, hands: Mapping[Seat, Hand], untold: Mapping[Seat, Hand], now: Labels) -> int:
    """How many hands that are not told came sooner than one that is, and are seen to lie under it."""
    sooner = {each: hand for each, hand in untold.items() if hand.moment.t_s < hands[seat].moment.t_s}
    return sum(upper({**hands, **sooner}, seat, other, now) is seat for other in sooner)


def _slap(
    zone: Zone, hit: _Came, shots: Shots, whens: Mapping[Seat, Moment], layer: int | None, doubtful: bool
) -> Slap:
    """One is `doubtful` that may be another's, of which it was not seen whether it hit; so is one that is believed only
    because others hit."""
    seat, frame_s = hit.landing.seat, shots.frame_s()
    moment = whens[seat]
    t_ns, reach = round(moment.t_s * 1e9), round(max(SPREAD * moment.sigma_s, LEAST_S) * 1e9)
    others = [when for other, when in whens.items() if other != seat]
    gap = min((abs(other.t_s - moment.t_s) for other in others), default=np.inf)
    apart = all(clearly_apart(moment, other) for other in others)
    sure = layer is not None and not doubtful and hit.sure and reach < frame_s * 1e9
    return Slap(
        pile=zone.pile.name,
        seat=seat,
        t_ns=t_ns,
        lo_ns=t_ns - reach,
        hi_ns=t_ns + reach,
        layer=layer,
        certainty=_certainty(gap / frame_s, apart, sure),
        frames=(*hit.landing.frames, shots.last.index),
    )


def _certainty(gap_frames: float, apart: bool, sure: bool) -> Certainty:
    """Neighbouring frames are too close to call by time, unless the table's swing tells; two frames apart are certain
    if the layers are clear too."""
    if gap_frames < 1 and not apart:
        return Certainty.TOO_CLOSE
    return Certainty.CERTAIN if gap_frames >= 2 and sure else Certainty.LIKELY
