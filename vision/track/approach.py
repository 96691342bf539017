"""How a hand came to rest: where it was in the pictures before, and so when it stopped and how abruptly.

The resting hand's picture is laid onto the earlier ones. A hand that hits something is still fast in its last picture
in motion, and its way so far tells the moment between two frames; a hand that only hovers has slowed down by itself.
What lies under the hand is not its business.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray
from vision.track.contact import moment_of_contact

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: So many of the steepest pixels of a hand are laid onto the earlier pictures; so few tell nothing. None beside it: a
#: table may have a pattern.
POINTS, FEWEST = 450, 40
#: From rough to fine: the blur of both pictures in pixels.
BLURS = (3.0, 1.2)
STEPS = 8
#: Where a fast hand is looked for in the picture before: shifts in pixels and growths around what was expected.
GRID = np.array([(x, y, grow, 0.0) for grow, x, y in product((0.0, 0.08, 0.16), *[np.arange(-18.0, 19.0, 3.0)] * 2)])
#: So many of the points are enough to look for it, and so many of them must be in view.
SPARSE, IN_VIEW = 90, 0.4
#: Where a point cannot be it is taken to be off by so many levels, the most that count.
FAR = 30.0
#: Half of the points of an ordinary hand differ by so many levels from its middle one; the faintest count as this.
ORDINARY, FAINTEST = 18.0, 6.0
#: A distance below this is rest (pixels of the small picture, of which a card's short side has twenty).
REST_PX = 0.5
#: The shadow of another hand that comes makes a hand seem to move by so much; one that comes down moves more.
STILL_PX = 0.9
#: ... usually by so much.
SHADOW_PX = 0.5
#: Pictures looked back for the beginning of the rest, and pictures in motion that tell how it began.
LOOK_BACK, ENOUGH = 14, 3
#: Pictures before its rest in which a hand is looked for at the most: it may have lain there already in some.
FURTHEST = 6
#: How exactly a hand is laid onto a picture: pixels, and a share of the distance.
LAID_PX, LAID_SHARE = 0.08, 0.05
#: Levels of difference that a good fit leaves, and by how many pixels a level more makes it worse.
WELL, WORSE_PX = 6.0, 0.1
#: Frames by which a stop is uncertain at least, by how many more for each level of difference, and the most of these.
LEAST_SIGMA, WORSE_SIGMA, WORST = 0.15, 0.04, 25.0
#: ... and where it is seen well in no picture in motion: the first at rest may be told a picture too soon or too late.
UNSEEN_SIGMA = 0.6
#: A hand that hits falls by this part of its distance from the camera in a second, close to a metre a second above a
#: table; one that lays a card is slower. Its last steps are about as long as each other, and so is what is left of the
#: last one: where less is left it may have braked. Seen only where it is laid within so many levels.
FALLS, EVENLY, LONGEST, CLEAR = 1.6, (0.4, 1.4), 1.5, 8.0
#: What it adds to the log odds of a hit that a hand fell evenly, however little is left.
EVEN = 1.0
#: A hand that brakes creeps on: so many pictures later it has come down by more than this part of a step.
AFTER, CREEPS = 2, 0.12
#: One that is so far off by then did not come to rest (pixels).
GONE_PX = 4.0
#: What tells a hit from braking, with its bounds: a fall (as above), the way left in the last picture in motion as a
#: part of the step to it, and that step as a part of the one before. Of each what is usual, and what one more adds to
#: the log odds of a hit, as fitted on composed hands. Nobody rises so far, and shorter steps say nothing.
FALL, LEFT, STEADY = (-0.6, 3.0, 0.9, 1.1), (0.0, 1.2, 0.4, 2.8), (0.0, 1.5, 0.6, 1.6)
RISES, SHORT_PX = 0.05, 0.5
#: Whether a hand crept on or another's shadow did is not to be told: as bad as so many levels.
SHADED = 15.0
#: No hand is elsewhere: pixels, growth, and turn in radians.
LOWEST, HIGHEST = np.array([-250.0, -250.0, -RISES, -0.8]), np.array([250.0, 250.0, 1.0, 0.8])
#: What is part of a resting hand was not to be seen there before it came: levels. Of an arm that came at least such a
#: share was not: on one that lay there another's shadow may fall.
CAME, NEW = 8.0, 0.1


@dataclass(frozen=True, slots=True)
class Stop:
    """`t_s` is when the hand stopped, give or take `sigma_s`; `rest` is the first picture at rest in the row given.

    It was seen to `hit` if it came down evenly until then. `manner` tells how its way speaks for a hit in general: log
    odds, 0 if nothing was to be seen. It is `unseen` if the hand is not seen well in any picture in motion.
    """

    t_s: float
    sigma_s: float
    rest: int
    hit: bool = False
    manner: float = 0.0
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a hand was in a picture, as four lengths in pixels, and how badly it could be laid there (levels).

    `among` others it may seem to be elsewhere by what their shadows do.
    """

    t_s: float
    away: Floats
    badly: float
    among: bool = False


class Resting:
    """The picture of a hand at rest, to be laid onto earlier ones."""

    def __init__(self, picture: FloatArray, arm: Mask, hand: Mask | None = None) -> None:
        """`hand` is the part of the arm that most of the points are taken from: an arm looks alike all along."""
        parts = [(arm, POINTS)] if hand is None else [(arm & hand, POINTS * 2 // 3), (arm & ~hand, POINTS // 3)]
        chosen = [_steepest(picture, part, count) for part, count in parts]
        ys, xs = (np.concatenate([each[axis] for each in chosen]) for axis in (0, 1))
        self.count = len(xs)
        self._xs, self._ys = xs.astype(np.float32), ys.astype(np.float32)
        self.middle = (float(self._xs.mean()), float(self._ys.mean())) if self.count else (0.0, 0.0)
        self._x, self._y = self._xs - np.float32(self.middle[0]), self._ys - np.float32(self.middle[1])
        self.radius = float(np.sqrt((self._x**2 + self._y**2).mean())) if self.count else 0.0
        self._levels = [_blurred(picture, blur)[ys, xs] for blur in BLURS]
        fine = self._levels[1]
        contrast = _middle(np.abs(fine - _middle(fine))) if self.count else ORDINARY
        #: What is left tells the less the more there was to lay.
        self._counts = ORDINARY / max(contrast, FAINTEST)

    def away(self, place: Floats) -> Floats:
        """A place as four lengths in pixels: right, down, towards the camera, turned."""
        across, down, grow, turn = place
        # A hand twice as near looks twice as large: the way is proportional to 1 - 1 / size.
        return np.array([across, down, grow / (1 + max(grow, -0.5)) * self.radius, turn * self.radius])

    def laid(
        self, picture: FloatArray, free: FloatArray, near: Floats, search: bool, there: Mask | None = None
    ) -> tuple[Floats, float]:
        """Shift, growth and turn that lay the hand onto a picture, found near those given, and how badly they do:
        levels left of a hand of ordinary contrast. It is looked for where it is known to be `there`."""
        rough, fine = (_Sloped(picture, blur) for blur in BLURS)
        starts = [near, self._search(rough.level, free, near, there)] if search else [near]
        found = [self._settled(rough, self._levels[0], free, start) for start in starts]
        place, _ = min(found, key=lambda each: each[1])
        place, left = self._settled(fine, self._levels[1], free, place)
        return place, left * self._counts

    def _search(self, rough: FloatArray, free: FloatArray, near: Floats, there: Mask | None) -> Floats:
        """The best of a grid."""
        some = slice(None, None, max(1, self.count // SPARSE))
        places = np.vstack([near + GRID, np.zeros(4)]).astype(np.float32)
        x, y, (across, down, grow, turn) = self._x[some], self._y[some], places.T[:, :, None]
        at_x = self._xs[some] + across + grow * x - turn * y
        at_y = self._ys[some] + down + turn * x + grow * y
        seen = cv2.remap(rough, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        known = cv2.remap(free, at_x, at_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) > 0
        apart = np.minimum(np.abs(seen - self._levels[0][some]), FAR) * known
        if there is not None:
            away = cv2.remap(np.where(there, 0, FAR).astype(np.float32), at_x, at_y, cv2.INTER_NEAREST)
            apart = np.maximum(apart, away * known)
        count = known.sum(axis=1)
        cost = np.where(count >= IN_VIEW * len(x), apart.sum(axis=1) / np.maximum(count, 1), np.inf)
        return np.asarray(places[int(np.argmin(cost))], np.float64)

    def _settled(self, seen: "_Sloped", level: FloatArray, free: FloatArray, place: Floats) -> tuple[Floats, float]:
        """The place found by following the slopes, and what is left there. Robust: others may cover parts."""
        height, width = seen.level.shape
        error = np.inf
        for _ in range(STEPS):
            across, down, grow, turn = place
            at_x = (self._xs + across + grow * self._x - turn * self._y).astype(np.float32)[None]
            at_y = (self._ys + down + turn * self._x + grow * self._y).astype(np.float32)[None]
            inside = ((at_x > 0) & (at_x < width - 1) & (at_y > 0) & (at_y < height - 1))[0]
            inside &= cv2.remap(free, at_x, at_y, cv2.INTER_NEAREST)[0] > 0
            if np.count_nonzero(inside) < FEWEST / 2:
                return place, np.inf
            found = [cv2.remap(each, at_x, at_y, cv2.INTER_LINEAR)[0] for each in (seen.level, seen.right, seen.low)]
            left = level - found[0]
            error = _middle(np.abs(left[inside]))
            weight = inside / (1 + (left / (3 * error + 2)) ** 2) ** 2
            right, low = found[1:]
            slope = np.stack([right, low, right * self._x + low * self._y, low * self._x - right * self._y])
            weighted = slope * weight
            normal = (weighted @ slope.T).astype(np.float64)
            normal[np.diag_indices(4)] *= 1.001
            normal[np.diag_indices(4)] += 1e-6
            move = np.linalg.solve(normal, weighted @ left)
            place = np.clip(place + move, LOWEST, HIGHEST)
            if np.abs(move[:2]).max() < 0.01 and np.abs(move[2:]).max() < 2e-4:
                break
        return place, error


class _Sloped:
    """A blurred picture and how it rises to the right and downwards."""

    def __init__(self, picture: FloatArray, blur: float) -> None:
        self.level = _blurred(picture, blur)
        self.right, self.low = (cv2.Sobel(self.level, -1, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))


def _middle(values: FloatArray) -> float:
    """The median, near enough."""
    half = len(values) // 2
    return float(np.partition(values, half)[half])


def at_rest_since(pictures: Sequence[FloatArray], hand: Mask) -> int | None:
    """The first picture from which on the hand lies as in the last one: the last itself if it still moves, the first if
    it did not come. None when hardly anything of it is to be seen."""
    last = len(pictures) - 1
    # What looked the same in the beginning lay there already.
    resting = Resting(pictures[-1], hand & (np.abs(pictures[-1] - pictures[0]) > CAME))
    if resting.count < FEWEST:
        return None
    free, place = np.ones(pictures[-1].shape, np.float32), np.zeros(4)
    for position in range(last - 1, max(-1, last - 1 - LOOK_BACK), -1):
        place, _ = resting.laid(pictures[position], free, place, search=False)
        if np.linalg.norm(resting.away(place)) > REST_PX:
            return position + 1
    return 0


def goes_on(pictures: Sequence[FloatArray], position: int, hand: Mask, covered: Mask) -> bool:
    """Is a hand that just came into a picture elsewhere in the last one, as far as it is not `covered` in either?

    Not if it is not to be seen well enough, nor if it seems to have come nearer: hands that come down do not, but what
    another's shadow passes over may seem to.
    """
    resting = Resting(pictures[position], _came(pictures, position, hand & ~covered))
    if resting.count < FEWEST:
        return False
    free = (~covered).astype(np.float32)
    place, badly = resting.laid(pictures[-1], free, np.zeros(4), search=False)
    moved = resting.away(place)
    return bool(badly <= CLEAR and np.linalg.norm(moved) > STILL_PX and moved[2] <= 0)


def _came(pictures: Sequence[FloatArray], position: int, hand: Mask) -> Mask:
    """The part of a hand that looked different a few pictures ago: what lay there already is none of it."""
    before = pictures[max(0, position - ENOUGH - 1)]
    return np.asarray(hand & (np.abs(pictures[position] - before) > CAME))


def stop_of(
    pictures: Sequence[FloatArray],
    times: Floats,
    rest: int,
    arm: Mask,
    hand: Mask,
    others: Callable[[int], Mask],
    there: Callable[[int], Mask | None] = lambda _: None,
    lies_since: int | None = None,
    came: bool = False,
    under: tuple[float, float] | None = None,
) -> Stop | None:
    """How the hand stopped that lies in the picture `rest`, the first at rest; None when that is not to be seen.

    `arm` is where it lies, `hand` the end of it, `others` says where any other arm is in a picture, and `there` where
    this one is, if that is known. By its outline it lies there since another picture, maybe, and `came` then if it was
    elsewhere before. What falls straight down comes away from the point `under` the camera in the picture.
    """
    seen = arm & ~others(rest)
    new = _came(pictures, rest, seen)
    resting = Resting(pictures[rest], new, hand)
    if resting.count < FEWEST or np.count_nonzero(new) < NEW * np.count_nonzero(seen):
        return None
    after = min(rest + AFTER, len(pictures) - 1)
    later = others(after)
    place, badly = resting.laid(pictures[after], (~later).astype(np.float32), np.zeros(4), search=False)
    if came and rest == lies_since and badly > CLEAR and np.count_nonzero(later & hand) > np.count_nonzero(hand) / 2:
        # Others cover most of it so soon that its outline alone tells in which picture it lay.
        before, lies = float(times[rest - 1]), float(times[rest])
        return Stop((before + lies) / 2, lies - before, rest, unseen=True)
    crept = -resting.away(place)
    if crept[2] < -REST_PX and (later & arm).any():
        # Under others nobody rises: their shadows make it seem so.
        crept = np.zeros(4)
    if np.linalg.norm(crept) > GONE_PX:
        return None
    ways = [_Way(float(times[min(rest + 1, after)]), np.zeros(4), 0.0), _Way(float(times[rest]), crept, SHADED)]
    last = _went_back(ways, resting, pictures, times, rest, others, there)
    if last is None:
        return None
    coming = _coming(ways[last - 1 : last + ENOUGH], resting.radius)
    since = rest - last + 2
    # Where the outline says that it lay there, one picture in motion may be another's shadow, and motion that ends
    # sooner than it seemed to that of another which lay on it and goes.
    if lies_since is not None and lies_since < since - 1 and (len(coming) <= 2 or since < rest):
        return _between(ways[last - 1 :], since) if since >= rest else None
    lean = (resting.middle[0] - under[0], resting.middle[1] - under[1]) if under else (0.0, 0.0)
    stop = _fitted(coming, since, resting.radius, lean)
    if any(np.linalg.norm(way.away) > np.linalg.norm(ways[last].away) for way in ways[2:last]):
        # Since then it was laid onto something else: it may have stopped a picture sooner, or later.
        stop = replace(stop, sigma_s=float(np.hypot(stop.sigma_s, times[rest] - times[rest - 1])))
    if any(way.badly <= CLEAR and np.linalg.norm(way.away) > STILL_PX for way in ways[last:]):
        return stop
    before, lies = float(times[since - 1]), float(times[since])
    if since <= rest and stop.t_s < before:
        # Places seen so badly do not tell that it lay in a picture in which its whole arm is seen to move.
        stop = replace(stop, t_s=(before + lies) / 2, sigma_s=UNSEEN_SIGMA * (lies - before))
    return replace(stop, unseen=True)


def _went_back(
    ways: list[_Way],
    resting: Resting,
    pictures: Sequence[FloatArray],
    times: Floats,
    rest: int,
    others: Callable[[int], Mask],
    there: Callable[[int], Mask | None],
) -> int | None:
    """Adds where a hand was in the pictures before its rest; the number of the last one in motion, if there is any."""
    crept, place, step = ways[-1].away, np.zeros(4), np.zeros(4)
    last: int | None = None
    for position in range(rest - 1, max(-1, rest - 1 - FURTHEST), -1):
        covered = others(position)
        free = (~covered).astype(np.float32)
        earlier, badly = resting.laid(pictures[position], free, place + step, True, there(position))
        step, place = earlier - place, earlier
        ways.append(_Way(float(times[position]), resting.away(place) + crept, badly, bool(covered.any())))
        last = _last_in_motion(ways)
        if last is not None and len(ways) >= last + ENOUGH:
            break
    return last


def _last_in_motion(ways: Sequence[_Way]) -> int | None:
    """The last picture from which the hand went on, having come to it. Where it seems to be only for a moment another's
    shadow passed over it as it lay; and where it stayed, a little elsewhere, only the camera moved, or the table."""

    def went(before: int, after: int) -> bool:
        return bool(np.linalg.norm(above[before] - above[max(0, after)]) > REST_PX)

    def jumped(k: int) -> bool:
        # One that comes does not go away for a moment: among others it was laid onto another.
        return bool(ways[k].among and np.linalg.norm(above[k + 1]) < np.linalg.norm(above[k]))

    # One that comes down was never lower than it lies: there only another's shadow puts it.
    above = [way.away * (1, 1, way.away[2] >= -REST_PX, 1) for way in ways]
    for k in range(1, len(ways)):
        came = went(k, k - 1) and went(k, k - 2)
        if came and (k + 1 == len(ways) or (went(k + 1, k) and went(k + 1, k - 1) and not jumped(k))):
            return k
    return None


def _coming(ways: Sequence[_Way], radius: float) -> Sequence[_Way]:
    """As far back as they go on: a hand that seems to have gone back, or to have come from below the table, was laid
    onto something else."""
    for k in range(2, len(ways)):
        nearer, way = ways[k - 1], ways[k]
        if way.away[2] <= -RISES * radius or np.linalg.norm(way.away) < np.linalg.norm(nearer.away):
            return ways[:k]
    return ways


def _between(ways: Sequence[_Way], rest: int) -> Stop | None:
    """That it stopped between two pictures, if it was elsewhere in more than one before: then that was no shadow."""
    still, *moving = ways
    if len(moving) < 2 or min(float(np.linalg.norm(way.away)) for way in moving) < STILL_PX:
        return None
    return Stop((still.t_s + moving[0].t_s) / 2, (still.t_s - moving[0].t_s) / 2, rest)


def _fitted(ways: Sequence[_Way], rest: int, radius: float, lean: tuple[float, float]) -> Stop:
    """The moment that explains the way best, and what the manner of coming says.

    `ways` are the first picture at rest and then those in motion, the last one first.
    """
    still, *moving = ways
    frame = still.t_s - moving[0].t_s
    times = np.array([way.t_s for way in moving])
    lengths = np.array([way.away for way in moving])
    badly = np.minimum([way.badly for way in moving], WORST)
    exact = LAID_PX + LAID_SHARE * np.linalg.norm(lengths, axis=1) + WORSE_PX * np.maximum(badly - WELL, 0.0)
    exact = np.hypot(exact, [SHADOW_PX * way.among for way in moving])
    mean, sigma_s = moment_of_contact(times, lengths, exact, still.t_s, radius, lean)
    # A hand that could hardly be laid onto its last picture in motion tells little.
    blind = LEAST_SIGMA + WORSE_SIGMA * max(0.0, min(moving[0].badly, WORST) - WELL)
    sigma = float(np.hypot(sigma_s, blind * frame))
    manner = _manner(ways, frame, radius) + EVEN * _came_down(ways, frame, radius, 0.0)
    return Stop(mean, sigma, rest, _came_down(ways, frame, radius, EVENLY[0]), manner)


def _came_down(ways: Sequence[_Way], frame_s: float, radius: float, least: float) -> bool:
    """Did a hand grow smaller by as much in each of the last pictures, as one does that falls until it hits? At least
    this share of a step must be left of the last one."""
    if len(ways) <= ENOUGH or max(way.badly for way in ways[1:3]) > CLEAR:
        return False
    crept, last, before, earlier = (float(way.away[2]) / radius for way in ways[: ENOUGH + 1])
    step, longer = before - last, earlier - before
    slowest = FALLS * frame_s
    evenly = EVENLY[0] * step < longer < EVENLY[1] * step and least * step < last < LONGEST * step
    return step > slowest and evenly and crept < CREEPS * step


def _manner(ways: Sequence[_Way], frame_s: float, radius: float) -> float:
    """How its last pictures in motion speak for a hit, in log odds; less where it is seen badly."""
    if len(ways) <= 2:
        return 0.0
    left, far, *further = (float(np.linalg.norm(way.away)) for way in ways[1:])
    fell = float(ways[2].away[2] - ways[1].away[2]) / radius / frame_s
    odds = _clear(ways[2]) * _speaks(fell, *FALL)
    if far - left > SHORT_PX:
        odds += _clear(ways[2]) * _speaks(left / (far - left), *LEFT)
    if further and further[0] - far > SHORT_PX:
        odds += min(_clear(ways[2]), _clear(ways[3])) * _speaks((far - left) / (further[0] - far), *STEADY)
    return odds


def _clear(way: _Way) -> float:
    """How far a hand is believed to have been where it was laid."""
    return float(np.clip((2 * CLEAR - way.badly) / CLEAR, 0.0, 1.0))


def _speaks(seen: float, least: float, most: float, usual: float, adds: float) -> float:
    return adds * (min(max(seen, least), most) - usual)


def _steepest(rest: FloatArray, hand: Mask, count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    ys, xs = np.nonzero(hand)
    if not len(ys):
        return ys, xs
    slope = np.hypot(*(cv2.Sobel(rest, -1, *way, scale=1 / 8) for way in ((1, 0), (0, 1))))[ys, xs]
    chosen = np.sort(np.argsort(-slope, kind="stable")[:count])
    return ys[chosen], xs[chosen]


def _blurred(picture: FloatArray, blur: float) -> FloatArray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
