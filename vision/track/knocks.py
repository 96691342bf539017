"""Which hands shook the table, and when: every set of hands that may have knocked is tried on the swing that was seen.

A knock starts a damped swing of its own direction and strength at the one pitch of the stand. A hand is believed to
have knocked by how much worse the swing is explained without it - by any set of the other hands, or by a knock of
nobody that was seen to land. It decides moments and beliefs; where the hands are is not its business.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from vision.track.shake import Floats, Moment

#: A tablet on its stand swings so many times a second and calms down so fast (1/s): expectation and spread.
SWINGS, CALMS = (11.0, 2.5), (9.0, 4.0)
#: Pixels a knock shakes the picture by, more or less.
SIZE_PX = 0.37
#: Pixels by which a shift is uncertain where hands and their shadows cover much of the table, and the share of the
#: largest: slopes say a shift, but not quite how large.
NOISE_PX, NOISE_SHARE = 0.015, 0.02
#: Pictures that are shifted less, or by less than so many times the unrest until so many standard deviations before the
#: first hand came, show no knock at all.
SHAKEN_PX, SHAKEN, BEFORE = 0.015, 3.0, 3.0
#: Nor do those of which so many of the latest stay shifted, all alike, by such a share of the most.
LATEST, LASTS = 3, 0.5
#: How unlikely it is that nobody who was seen to land knocked, in squared deviations, as all that follows. Another that
#: came near, whose end was not seen, may well have knocked, so many seconds sooner or later than those.
NOBODYS, STRANGE_S = 12.0, 0.05
#: Standard deviations from which on it is hardly less likely that another hand came still earlier or later than it was
#: seen to: it was covered, or something else was seen.
STRAYS = 2.0
#: How unlikely it is that a hand hit through one that it lies on, and that one was not on the pile.
THROUGH = 6.0
#: A hand on which others come to lie may seem to move, by their shadows, though it has long come to rest: then it came
#: so much sooner (s), give or take, than it was seen to. That is as unlikely as this.
SOONER_S, GIVE_S, LATE = 0.045, 0.035, 7.0
#: From this margin on, fifteen to one, a hand is believed to have knocked: at ten to one a table at which people only
#: talked was told to be hit once in twenty minutes.
BELIEVED = 5.5
#: Three hands in four that come to rest with another do as that one did, hit or not: so many times likelier is each
#: that does.
COMPANY = 3.0
#: Values tried at first in each of so many bands of pitches; the best of each is followed for so many steps.
TRIED, BANDS, STEPS = 80, 8, 9
#: Two ways to explain a swing are one if all their moments (s) are as close as this.
ONE_WAY_S = 0.002


@dataclass(frozen=True, slots=True)
class Guess:
    """When a hand came to rest, as far as it was seen, and how the manner of its coming speaks for a hit: log odds.

    `beneath` are the numbers of the guesses whose hands are seen to lie on it.
    """

    moment: Moment
    manner: float = 0.0
    beneath: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Knock:
    """A guess, sharpened, and by how much worse the swing is explained without it: whatever others did, and `together`
    with them."""

    moment: Moment
    margin: float
    together: float

    @property
    def believed(self) -> bool:
        return self.together > BELIEVED

    @property
    def sure(self) -> bool:
        """Is it believed whatever others did?"""
        return self.margin > BELIEVED

    @property
    def disbelieved(self) -> bool:
        return self.margin < -BELIEVED


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to explain a swing: the moments, and how unlikely it is (twice the negative logarithm)."""

    moments: tuple[Moment, ...]
    cost: float


def fit_knocks(
    times: Floats, shifts: Floats, guesses: Sequence[Guess], earlier: Sequence[Moment] = (), strangers: bool = False
) -> tuple[Knock, ...]:
    """What the shifts (n x 2, pixels) of pictures at `times` (s) say of every guess; `earlier` knocks still ring.

    `strangers` are hands that came too, of which it was not seen whether they landed.
    """
    blur = 0.0 if earlier else _unrest(times, shifts, guesses)
    if np.abs(shifts).max(initial=0.0) < max(SHAKEN_PX, SHAKEN * blur) or _pushed(shifts):
        return tuple(Knock(guess.moment, 0.0, 0.0) for guess in guesses)
    found = _Explained(times, shifts, blur, guesses, earlier, strangers)
    late = found.late()
    if late is not None:
        guesses = [_sooner(guess) if number == late else guess for number, guess in enumerate(guesses)]
        found = _Explained(times, shifts, blur, guesses, earlier, strangers)
    return tuple(found.knock(number) for number in range(len(guesses)))


def _sooner(guess: Guess) -> Guess:
    """As it is if it had lain there for a while when it seemed to come."""
    return replace(guess, moment=Moment(guess.moment.t_s - SOONER_S, GIVE_S))


class _Explained:
    """A swing, explained by every set of the guesses."""

    def __init__(
        self,
        times: Floats,
        shifts: Floats,
        blur: float,
        guesses: Sequence[Guess],
        earlier: Sequence[Moment],
        strangers: bool,
    ) -> None:
        self._guesses, self._earlier = guesses, earlier
        self._swing, self._loose = _Swing(times, shifts, blur), _Swing(times, shifts, blur, STRAYS)
        self._nobody = Moment(float(times.mean()), float(np.ptp(times)) / 2)
        self._nobodys = NOBODYS
        if strangers:
            self._nobody = Moment(float(np.mean([guess.moment.t_s for guess in guesses])), STRANGE_S)
            self._nobodys = 0.0
        self._ways: dict[tuple[int, ...], _Way] = {}
        self._others: dict[tuple[int, ...], float] = {}
        for size in range(len(guesses) + 1):
            for chosen in combinations(range(len(guesses)), size):
                self._explain(chosen)

    def _explain(self, chosen: tuple[int, ...]) -> None:
        moments = [*(self._guesses[k].moment for k in chosen), *self._earlier]
        alone, helped = self._swing.explained(moments), self._swing.explained([*moments, self._nobody])
        helped = _Way(helped.moments, helped.cost + self._nobodys)
        best = min(alone, helped, key=lambda way: way.cost)
        dear = self._dear(chosen)
        self._ways[chosen] = _Way(best.moments, best.cost + dear)
        strayed = self._loose.explained(moments).cost if 0 < len(chosen) < len(self._guesses) else np.inf
        self._others[chosen] = min(best.cost, strayed) + dear

    def _dear(self, chosen: tuple[int, ...]) -> float:
        """How unlikely a set is by what was seen of the hands."""
        through = [each for k, each in enumerate(self._guesses) if k not in chosen and {*each.beneath} & {*chosen}]
        return THROUGH * len(through) - 2 * sum(self._guesses[k].manner for k in chosen)

    def late(self) -> int | None:
        """The hand beneath another that came sooner than it was seen to, if that explains the swing by far better."""
        likely, way = min(self._ways.items(), key=lambda each: each[1].cost)
        costs = [(self._if_late(k, likely), k) for k, guess in enumerate(self._guesses) if guess.beneath]
        cost, number = min(costs, default=(np.inf, 0))
        return number if cost < way.cost else None

    def _if_late(self, number: int, likely: Sequence[int]) -> float:
        """How unlikely it is that this hand came sooner than it was seen to, and knocked with those that did."""
        chosen = tuple(sorted({*likely, number}))
        guesses = [_sooner(self._guesses[k]) if k == number else self._guesses[k] for k in chosen]
        explained = self._swing.explained([*(guess.moment for guess in guesses), *self._earlier])
        return explained.cost + self._dear(chosen) + LATE

    def knock(self, number: int) -> Knock:
        """A hand came when it was seen to; others may stray."""
        with_it = min((chosen for chosen in self._ways if number in chosen), key=lambda chosen: self._ways[chosen].cost)
        moment = self._ways[with_it].moments[with_it.index(number)]
        knock = Knock(moment, self._margin(number, 1.0), self._margin(number, COMPANY))
        return knock if knock.believed else replace(knock, moment=self._guesses[number].moment)

    def _margin(self, number: int, company: float) -> float:
        """How much worse all sets without a hand explain the swing than all with it, if each hand is so many times
        likelier to have done as the others did."""
        most = len(self._guesses) - 1

        def likely(chosen: tuple[int, ...], cost: float) -> float:
            return float(np.log(company)) * (len(chosen) - 1 if chosen else most) - cost / 2

        with_it = [likely(chosen, way.cost) for chosen, way in self._ways.items() if number in chosen]
        without = [likely(chosen, cost) for chosen, cost in self._others.items() if number not in chosen]
        return 2 * float(np.logaddexp.reduce(with_it) - np.logaddexp.reduce(without))


def _pushed(shifts: Floats) -> bool:
    """Did the picture not come back to where it was? Then the camera was moved, and what shook is not to be told."""
    if len(shifts) <= LATEST:
        return False
    latest, most = shifts[-LATEST:], float(np.linalg.norm(shifts, axis=1).max())
    away, unrest = np.linalg.norm(latest.mean(axis=0)), np.linalg.norm(np.ptp(latest, axis=0))
    return bool(away > LASTS * most and unrest < (1 - LASTS) * away)


def _unrest(times: Floats, shifts: Floats, guesses: Sequence[Guess]) -> float:
    """Pixels by which pictures seem shifted before anybody can have knocked: a dim table is not seen better."""
    first = min((guess.moment.t_s - BEFORE * guess.moment.sigma_s for guess in guesses), default=-np.inf)
    return float(np.sqrt((shifts[times < first] ** 2).mean())) if (times < first).any() else 0.0


class _Swing:
    """The shifts of some pictures, to be explained by knocks near the moments given; `strays` lets them be far too."""

    def __init__(self, times: Floats, shifts: Floats, blur: float, strays: float = np.inf) -> None:
        self._times, self._shifts, self._strays = times, shifts, strays
        self._noise = NOISE_PX + blur + NOISE_SHARE * float(np.abs(shifts).max())

    def explained(self, moments: Sequence[Moment]) -> _Way:
        """The best knocks near the moments given, and what they leave; other ways nearly as good widen them."""
        if not moments:
            return _Way((), float(((self._shifts / self._noise) ** 2).sum()))
        prior = np.array([*(moment.t_s for moment in moments), SWINGS[0], CALMS[0]])
        spread = np.array([*(moment.sigma_s for moment in moments), SWINGS[1], CALMS[1]])
        values = prior + spread * _scattered(len(prior))
        values[:, -2:] = np.maximum(values[:, -2:], 1.0)
        costs = (self._misfits(values, prior, spread) ** 2).sum(axis=1).reshape(BANDS, TRIED)
        first = values.reshape(BANDS, TRIED, -1)[np.arange(BANDS), np.argmin(costs, axis=1)]
        values, costs, sigmas = self._followed(first, prior, spread)
        costs = costs + np.array([self._occam(each) for each in values])
        count, best = len(moments), int(np.argmin(costs))
        # The same way found twice is one.
        kept: list[int] = []
        for k in np.argsort(costs, kind="stable"):
            if all(np.abs(values[k, :count] - values[other, :count]).max() > ONE_WAY_S for other in kept):
                kept.append(int(k))
        share = np.exp(-0.5 * (costs[kept] - costs[best]))[:, None]
        share /= share.sum()
        found, sigma = values[kept, :count], sigmas[kept, :count]
        mean = (share * found).sum(axis=0)
        wide = np.sqrt((share * (sigma**2 + (found - mean) ** 2)).sum(axis=0))
        likely = float(costs[best] - 2 * np.log(np.exp(-0.5 * (costs[kept] - costs[best])).sum()))
        return _Way(tuple(Moment(float(t), float(s)) for t, s in zip(mean, wide, strict=True)), likely)

    def _followed(self, values: Floats, prior: Floats, spread: Floats) -> tuple[Floats, Floats, Floats]:
        """Damped least squares from several starts at once: values, costs and standard deviations."""
        steps = np.array([2e-4] * (len(prior) - 2) + [0.02, 0.02])
        damping = np.ones(len(values))
        left = self._misfits(values, prior, spread)
        for _ in range(STEPS):
            ahead = (values[:, None] + np.diag(steps)[None]).reshape(-1, len(prior))
            slopes = (self._misfits(ahead, prior, spread).reshape(*values.shape, -1) - left[:, None]) / steps[:, None]
            normal = slopes @ slopes.transpose(0, 2, 1)
            diagonal = np.einsum("kii->ki", normal)[:, :, None] * np.eye(len(prior))
            wanted = -(slopes @ left[..., None])
            moved = values + np.linalg.solve(normal + damping[:, None, None] * diagonal, wanted)[..., 0]
            moved[:, -2:] = np.maximum(moved[:, -2:], 1.0)
            tried = self._misfits(moved, prior, spread)
            better = (tried**2).sum(axis=1) < (left**2).sum(axis=1)
            values, left = np.where(better[:, None], moved, values), np.where(better[:, None], tried, left)
            damping = np.where(better, damping / 4, damping * 4)
        sigmas = np.sqrt(np.einsum("kii->ki", np.linalg.inv(normal)))
        # What is known far better than it was expected fits by chance all the less.
        narrow = np.linalg.slogdet(normal * np.outer(spread, spread))[1]
        return values, (left**2).sum(axis=1) + narrow, sigmas

    def _misfits(self, values: Floats, prior: Floats, spread: Floats) -> Floats:
        """For each row of values what the best strengths leave, and how far all is from what was expected."""
        swings, square = self._swings(values)
        strengths = np.linalg.solve(square, swings.transpose(0, 2, 1) @ self._shifts)
        left = (self._shifts - swings @ strengths) / self._noise
        parts = [left.reshape(len(values), -1), strengths.reshape(len(values), -1) / SIZE_PX]
        away = (values - prior) / spread
        if np.isfinite(self._strays):
            near = away[:, :-2] / self._strays
            away[:, :-2] = self._strays * np.sign(near) * np.sqrt(np.log1p(near**2))
        return np.concatenate([*parts, away], axis=1)

    def _swings(self, values: Floats) -> tuple[Floats, Floats]:
        """The swings of knocks of unit strength, and their products; two knocks at once share what they explain."""
        since = np.maximum(self._times[None, :, None] - values[:, None, :-2], 0.0)
        swings = np.exp(-values[:, -1, None, None] * since) * np.sin(2 * np.pi * values[:, -2, None, None] * since)
        return swings, swings.transpose(0, 2, 1) @ swings + (self._noise / SIZE_PX) ** 2 * np.eye(swings.shape[2])

    def _occam(self, values: Floats) -> float:
        """How much better than expected the strengths are known, right and down."""
        square = self._swings(values[None])[1][0] / (self._noise / SIZE_PX) ** 2
        return 2 * float(np.linalg.slogdet(square)[1])


@lru_cache(maxsize=8)
def _scattered(width: int) -> Floats:
    """Deviations to begin with, in standard deviations: the same ones every time, from low pitches to high."""
    scattered = np.random.default_rng(width).uniform(-2.5, 2.5, (BANDS, TRIED, width))
    scattered[:, :, -2] = np.linspace(-2.5, 2.5, BANDS)[:, None]
    return np.asarray(scattered.reshape(BANDS * TRIED, width), np.float64)
