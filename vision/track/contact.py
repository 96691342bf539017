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
    times: Floats, ways: Floats, exact_px: Floats, still_s: float, radius: float
) -> tuple[float, float]:
    """The moment in seconds and its standard deviation.

    `times` are of the pictures in motion, the last one first, `ways` (n x 4, pixels: right, down, nearer, turned) from
    where it came to rest at `still_s`.
    """
    # What seems to be its last picture in motion may be its first at rest, seen badly.
    tried = np.linspace(times[:2].min(), still_s, TRIED)
    since = np.maximum(tried[:, None] - times, 0.0)
    likely = _fell(since, ways[:, 2], exact_px, radius, float(still_s - times[0]))[:, None]
    # Since the moment, and since it had braked sideways: for every moment tried and every braking.
    braked = np.maximum(since[:, None] - np.array(BRAKED_S)[:, None], 0.0)
    terms = np.stack([np.broadcast_to(since[:, None], braked.shape), braked, braked**2], axis=-1)
    for way, usual, more_px in ((0, ACROSS, 0.0), (1, ACROSS, 0.0), (3, TURNED, TURN_PX)):
        exact = np.hypot(exact_px, more_px)
        each = [_likely(terms, share * np.array(usual), exact, ways[:, way]) for share in HARDLY]
        likely = likely + np.logaddexp.reduce(each, axis=0)
    likely = likely - np.array(BRAKED_S) / SELDOM_S + np.log(np.gradient(np.array(BRAKED_S)))
    share = np.exp(likely - likely.max()).sum(axis=1)
    share /= share.sum()
    mean = float(share @ tried)
    return mean, float(np.sqrt(share @ (tried - mean) ** 2))


def _fell(since: Floats, nearer: Floats, exact_px: Floats, radius: float, frame_s: float) -> Floats:
    """How well falls explain by how much nearer a hand was: logarithms, for every row of times since."""
    terms, exact_px = np.stack([since, since**2], axis=-1), np.hypot(exact_px, GROWTH * radius)
    paces = [pace * radius for pace in PACES]
    usual = [np.array([GIVE * pace, CHANGES * pace / frame_s]) for pace in paces]
    likely = [_likely(terms, about, exact_px, nearer - since * pace) for pace, about in zip(paces, usual, strict=True)]
    return np.asarray(np.logaddexp.reduce(likely, axis=0), np.float64)


def _likely(terms: Floats, usual: Floats, exact: Floats, seen: Floats) -> Floats:
    """How likely it is to see this if it is a sum of the terms, each as strong as usual: logarithms."""
    spread = (terms * usual**2) @ terms.swapaxes(-1, -2) + np.diag(exact**2)
    left = np.linalg.solve(spread, np.broadcast_to(seen, spread.shape[:-1])[..., None])[..., 0]
    return np.asarray(-0.5 * ((left * seen).sum(axis=-1) + np.linalg.slogdet(spread)[1]), np.float64)
