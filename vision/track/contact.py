"""When a hand that came down was stopped: from where it was in its last pictures in motion.

A hand that hits falls until it does; sideways it may have braked before. So its fall says the moment, and its other
ways say little more than that it was not there yet. Every moment is weighed by how well a fall of any usual pace that
ends then explains where it was.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Moments tried from the last picture but one in motion to the first at rest.
TRIED = 61
#: How fast hands fall that hit, in parts of their distance from the camera a second: any of these, give or take a share
#: of it; and by what share of a frame's fall it changes from frame to frame.
PACES, GIVE, CHANGES = (0.9, 1.5, 2.4, 3.9), 0.4, 0.15
#: What a fall looks like sideways (pixels a second), and how fast hands come and brake sideways (pixels a second, and a
#: second squared): of the ways right and down, and of the turn, which is also not seen so exactly (pixels).
ACROSS, TURNED, TURN_PX = (150.0, 300.0, 3600.0), (15.0, 90.0, 1350.0), 0.3
#: ... or they come straight down, or nearly so: shares of that.
HARDLY = (0.1, 1.0)
#: So many seconds before the hit they may have braked, which becomes the less likely at this rate.
BRAKED_S, SELDOM_S = (0.0, 0.003, 0.007, 0.012, 0.017, 0.025, 0.033, 0.05), 0.02
#: A hand is no flat picture: growth is seen no better than to this share of its radius.
GROWTH = 0.007


def moment_of_contact(
    times: Floats, ways: Floats, exact_px: Floats, still_s: float, radius: float, lean: tuple[float, float] = (0, 0)
) -> tuple[float, float]:
    """The moment in seconds and its standard deviation.

    `times` are of the pictures in motion, the last one first, `ways` (n x 4, pixels: right, down, nearer, turned) from
    where it came to rest at `still_s`. What falls straight down is seen to move by `lean` pixels right and down for
    every part of its distance from the camera.
    """
    # What seems to be its last picture in motion may be its first at rest, seen badly.
    tried = np.linspace(times[:2].min(), still_s, TRIED)
    since = np.maximum(tried[:, None] - times, 0.0)
    # Since the moment, and since it had braked sideways: for every moment tried and every braking.
    braked = np.maximum(since[:, None] - np.array(BRAKED_S)[:, None], 0.0)
    terms = np.stack([np.broadcast_to(since[:, None], braked.shape), braked, braked**2], axis=-1)
    falls = []
    for pace in PACES:
        fell = _fell(since, ways[:, 2], exact_px, radius, float(still_s - times[0]), pace * radius)[:, None]
        for way, leaning in enumerate(lean):
            falling = since[:, None] * pace * leaning
            fell = fell + _moved(terms, (*ACROSS, GIVE * pace * leaning), exact_px, ways[:, way] - falling)
        falls.append(fell)
    likely = np.logaddexp.reduce(falls, axis=0)
    likely = likely + _moved(terms, (*TURNED, 0.0), np.hypot(exact_px, TURN_PX), ways[:, 3])
    likely = likely - np.array(BRAKED_S) / SELDOM_S + np.log(np.gradient(np.array(BRAKED_S)))
    share = np.exp(likely - likely.max()).sum(axis=1)
    share /= share.sum()
    mean = float(share @ tried)
    return mean, float(np.sqrt(share @ (tried - mean) ** 2))


def _fell(since: Floats, nearer: Floats, exact_px: Floats, radius: float, frame_s: float, pace: float) -> Floats:
    """How well a fall of that pace explains by how much nearer a hand was: logarithms, for every row of times since."""
    terms, exact_px = np.stack([since, since**2], axis=-1), np.hypot(exact_px, GROWTH * radius)
    return _likely(terms, np.array([GIVE * pace, CHANGES * pace / frame_s]), exact_px, nearer - since * pace)


def _moved(terms: Floats, usual: tuple[float, float, float, float], exact_px: Floats, seen: Floats) -> Floats:
    """How well a usual coming explains a way, of which the last of the usual is how unsure its fall's part is."""
    even, *braking, fall = usual
    each = [
        _likely(terms, np.array([np.hypot(share * even, fall), *(share * each for each in braking)]), exact_px, seen)
        for share in HARDLY
    ]
    return np.asarray(np.logaddexp.reduce(each, axis=0), np.float64)


def _likely(terms: Floats, usual: Floats, exact: Floats, seen: Floats) -> Floats:
    """How likely it is to see this if it is a sum of the terms, each as strong as usual: logarithms."""
    spread = (terms * usual**2) @ terms.swapaxes(-1, -2) + np.diag(exact**2)
    left = np.linalg.solve(spread, np.broadcast_to(seen, spread.shape[:-1])[..., None])[..., 0]
    return np.asarray(-0.5 * ((left * seen).sum(axis=-1) + np.linalg.slogdet(spread)[1]), np.float64)
