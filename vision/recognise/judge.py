"""How sure: from the agreement of a crop with its best face to the chance that the name is right.

A name is right only if the cells that tell the face from its rivals were seen and agree; being better than the rivals
is not enough, for the true face may not be enrolled. The weights were fitted on composed scenes of random decks
(`vision/training/fit_judge.py`), which hold strangers too.
"""

from collections.abc import Sequence
from math import copysign, log1p
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray
from vision.recognise.compare import opinion
from vision.recognise.describe import CELLS
from vision.recognise.gallery import Gallery
from vision.recognise.pair import Sight

#: What speaks for the best face, as numbers: see `evidence_for`.
Evidence: TypeAlias = FloatArray
#: A fitted net's numbers by name, as they are stored.
Net: TypeAlias = dict[str, Any]

#: Prints of a cell differ clearly from here on.
_CLEARLY_APART = 0.25

#: Where the numbers of the closer looks begin, and how many each has.
_LOOKS, _A_LOOK = 19, 3
#: Log odds beyond which more is not surer.
_SURELY = 12.0
#: A card this many pixels wide is as good as a larger one: no crop is taken finer.
_LARGE = 160.0


def evidence_for(
    crop: Sight,
    told: FloatArray,
    odds: FloatArray,
    best: list[int],
    rows: NDArray[np.intp],
    gallery: Gallery,
    short_px: float,
    support: float,
    looks: Sequence[FloatArray],
) -> Evidence:
    """The evidence for the first of `best` (places in `rows`, one a name, best first); `looks` are the odds that closer
    looks give the first few of them.
    """
    cells, trust = crop.cells, crop.trust
    row, total = int(rows[best[0]]), float(trust.sum()) + 1e-6
    agreement = (cells * gallery.cells[row]).sum(axis=1)
    rivals = gallery.telling[row]
    weight = trust * rivals.max(axis=0)
    others = [int(rows[place]) for place in best[1:]]
    towards = _towards(cells, trust, gallery.cells[row], gallery.cells[others])
    context = (
        total / CELLS,
        _worst_fifth(agreement, trust),
        float((trust * (agreement < 0.3)).sum() / total),
        _lead(odds, best, 1),
        _lead(odds, best, 2),
        float(np.log1p((rivals * trust).sum(axis=1).min())),
        float((weight * agreement).sum() / (weight.sum() + 1e-3)),
        float(towards.min()) if others else 0.5,
        float(np.log(min(short_px, _LARGE))),
        support,
        *(number for beside in looks for number in _beside(beside)),
    )
    return np.concatenate([told[best[0]] * (CELLS / total), np.array(context, np.float32)])


def _worst_fifth(agreement: FloatArray, trust: FloatArray) -> float:
    """The mean agreement of the fifth of what was seen that agrees least."""
    order = np.argsort(agreement)
    worst = order[np.cumsum(trust[order]) <= 0.2 * trust.sum()]
    return float((agreement[worst] * trust[worst]).sum() / (trust[worst].sum() + 1e-6))


def _lead(odds: FloatArray, best: list[int], place: int) -> float:
    """How far ahead of the name at `place`, on a scale that flattens."""
    lead = float(odds[best[0]] - odds[best[place]]) if len(best) > place else 50.0
    return copysign(log1p(abs(lead)), lead)


def _beside(odds: FloatArray) -> tuple[float, float, float]:
    """By one closer look: the odds of the first, and its lead on the second and the third."""
    first, second, third = (*(min(max(each, -_SURELY), _SURELY) for each in odds.tolist()), -_SURELY, -_SURELY)[:3]
    return first, first - second, first - third


def _towards(cells: FloatArray, trust: FloatArray, face: FloatArray, others: FloatArray) -> FloatArray:
    """Where the crop lies between a face and each other, in the cells in which they differ: 0.5 on the face, -0.5 on
    the other.
    """
    difference = face - others
    weight = (difference * difference).sum(axis=2) @ trust
    along = ((cells - (face + others) / 2) * difference).sum(axis=2) @ trust
    return np.asarray(along / (weight + 1e-3), np.float32)


def supported(trust: FloatArray, away: FloatArray, between: FloatArray, best: list[int]) -> float:
    """How far the print speaks for the first of `best` against the rival it speaks for least, in the cells where they
    differ. `away` is how unlike the crop every face prints, `between` how unlike the first.

    A haze on an enrolled photo weakens all of its cells, and can make a sharper near-twin fit better on the whole; so
    what counts are the very places that tell the face from a rival.
    """
    face, *rivals = best
    if not rivals:
        return 1.0
    apart = between[rivals]
    clearly = (apart >= _CLEARLY_APART) & (apart >= 0.4 * apart.max(axis=1, keepdims=True))
    weight = trust * apart * clearly
    nearer = away[rivals] - away[face]
    total = weight.sum(axis=1)
    side = (weight * nearer / (apart + 1e-6)).sum(axis=1) / (total + 1e-6)
    return float(np.where(total > 0, side, 1.0).min())


def closest(evidence: Evidence) -> float:
    """The log odds of the best face once it was laid beside the crop, whatever the others are like."""
    return float(evidence[_LOOKS])


def probability(evidence: Evidence) -> float:
    """The fitted chance that the best face is the card's, after as many closer looks as the evidence tells of."""
    return chance_by(opinion((len(evidence) - _LOOKS) // _A_LOOK)["judge"], evidence)


def chance_by(judge: Net, evidence: Evidence) -> float:
    """What one fitted net makes of the evidence."""
    net = {
        name: np.asarray(judge[name], np.float32)
        for name in ("mean", "scale", "first", "first_bias", "second", "second_bias")
    }
    scaled = (evidence - net["mean"]) / net["scale"]
    hidden = np.tanh(scaled @ net["first"] + net["first_bias"])
    return float(1 / (1 + np.exp(-float(hidden @ net["second"] + net["second_bias"][0]))))
