"""Which card, for every outline of a picture at once: shortlist, exact outline, second look, judgement.

The first look describes every crop by its rough outline. The likeliest face is then laid onto the picture exactly
(`align`), the crop is taken again and described again; the faces most like it are compared cell by cell (`compare`)
and the best of them is judged (`judge`). It knows no game and no rule; what cannot be told stays without a name.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.align import aligned
from vision.recognise.compare import features, printed, ranked, together
from vision.recognise.crop import Pyramid, moved, sides, turned
from vision.recognise.describe import Described, describe, fitted
from vision.recognise.flat import Flat, flat_under
from vision.recognise.gallery import Gallery, nearest_names
from vision.recognise.judge import Evidence, evidence_for, probability, supported
from vision.recognise.pair import Sight, coloured, likeness
from vision.recognise.texture import HEIGHT as FINE_HEIGHT
from vision.recognise.texture import LEAST_PX, doubted, textured
from vision.recognise.texture import WIDTH as FINE_WIDTH

#: So many views are compared cell by cell.
SHORTLIST = 12
#: So many names are looked at side by side with the crop.
PAIRED = 4
#: So many alternatives are told at most.
ALTERNATIVES = 3
#: Below this ratio of sides nobody can tell which pair is the short one, so both are tried.
_SQUARISH = 1.22


#: A name is said aloud only if it is at least this sure; what is less sure gets a second try nearby.
SURE = 0.93
#: So many places nearby are tried.
TRIED = 2
#: A place nearby that is less like its likeliest face (log odds up to what all places share) is not worth a try: of
#: those on composed scenes that led to a name two in a hundred were, of all three in ten.
PROMISING = 28.0
#: How sure a name is that the fine print speaks against.
UNDECIDED = 0.5
#: A rival with a smaller share of the odds has lost by what is larger than fine print: every doubt about such a name
#: was wrong where it was looked at. Whether a card shows its back is doubted all the same.
LOST = 0.0005
#: Where to try: shares of the card's width and height to move by, and its size.
_TRIES = (
    (0.14, 0.0, 1.0), (-0.14, 0.0, 1.0), (0.0, 0.12, 1.0), (0.0, -0.12, 1.0), (0.0, 0.0, 0.88), (0.0, 0.0, 1.14),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Identity:
    """The best `row` of the gallery for an outline, how sure, the exact `quad` as printed, the next names, and
    whether its fine print speaks against it.
    """

    row: int
    chance: float
    quad: FloatArray
    evidence: Evidence
    rivals: tuple[tuple[str, float], ...]
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The shortlisted `rows` for one exact crop with their features, and what the crop looks like."""

    rows: NDArray[np.intp]
    told: FloatArray
    crop: Sight


def identify(picture: Pyramid, quads: list[FloatArray], gallery: Gallery, flat: Flat | None = None) -> list[Identity]:
    """One identity for each outline (short edge first), in the same order; `flat` where the table is known."""
    if not quads:
        return []
    quads = stood_up(picture, quads, gallery)
    found = _looked_at(picture, quads, gallery)
    again = [k for k, identity in enumerate(found) if identity.chance < SURE and not identity.doubted]
    if again and flat is None:
        sure = [_short_first(identity, gallery) for identity in found if identity.chance >= SURE]
        flat = flat_under(sure, gallery.shape, picture.size)
    places, nearby = _elsewhere(picture, [quads[k] for k in again], gallery, flat)
    for place, other in zip(places, _looked_at(picture, nearby, gallery), strict=True):
        k = again[place]
        found[k] = max(found[k], other, key=lambda identity: identity.chance)
    return found


def _short_first(identity: Identity, gallery: Gallery) -> FloatArray:
    return turned(identity.quad, gallery.entries[identity.row % len(gallery.entries)].quarters)


def _looked_at(picture: Pyramid, quads: list[FloatArray], gallery: Gallery) -> list[Identity]:
    if not quads:
        return []
    exact = laid_on(picture, quads, gallery)
    looks = compared([picture.crop(quad) for quad in exact], gallery)
    return [_judged(picture, look, quad, gallery) for look, quad in zip(looks, exact, strict=True)]


def _elsewhere(
    picture: Pyramid, quads: list[FloatArray], gallery: Gallery, flat: Flat | None
) -> tuple[list[int], list[FloatArray]]:
    """For outlines that led nowhere, the places nearby that look most like some face, and for which outline each is: a
    card's share up, down, aside, smaller or larger, and a card of the right size in each corner. An outline that is off
    by more than `align` can mend is the usual reason for an unread card.
    """
    if not quads:
        return [], []
    tries = [_tries(quad, flat) for quad in quads]
    alike = _alike(describe([picture.crop(quad) for each in tries for quad in each]), gallery).max(axis=1)
    alike = alike.reshape(len(quads), -1)
    best = np.argsort(-alike, axis=1)[:, :TRIED]
    chosen = [(k, int(place)) for k, row in enumerate(best) for place in row if alike[k, place] >= PROMISING]
    return [k for k, _ in chosen], [tries[k][place] for k, place in chosen]


def _tries(quad: FloatArray, flat: Flat | None) -> list[FloatArray]:
    laid = flat.laid_in_corners(quad) if flat else []
    return [*(moved(quad, *change) for change in _TRIES), turned(quad, 1), *laid]


def stood_up(picture: Pyramid, quads: list[FloatArray], gallery: Gallery) -> list[FloatArray]:
    """Where perspective leaves no short side, a look both ways decides which edge is the top."""
    doubtful = [k for k, quad in enumerate(quads) if max(sides(quad)) < _SQUARISH * min(sides(quad))]
    if not doubtful:
        return quads
    quads = list(quads)
    lying = [turned(quads[k], 1) for k in doubtful]
    seen = describe([picture.crop(quads[k]) for k in doubtful] + [picture.crop(quad) for quad in lying])
    best = _alike(seen, gallery).max(axis=1)
    for place, k in enumerate(doubtful):
        if best[place + len(doubtful)] > best[place]:
            quads[k] = lying[place]
    return quads


def laid_on(picture: Pyramid, quads: list[FloatArray], gallery: Gallery) -> list[FloatArray]:
    """The exact outlines: the likeliest face of each rough one, laid onto the picture."""
    rows = _alike(describe([picture.crop(quad) for quad in quads]), gallery).argmax(axis=1)
    rough = aligned(picture, quads, [gallery.template(int(row), fine=False) for row in rows], 5)
    return aligned(picture, rough, [gallery.template(int(row), fine=True) for row in rows], 2)


def _alike(seen: Described, gallery: Gallery) -> FloatArray:
    """The net's log odds of every row of the gallery for every crop, up to what all rows share."""
    flat = (seen.cells * seen.trust[:, :, None]).reshape(len(seen.trust), -1)
    alike = flat @ gallery.cells.reshape(len(gallery.cells), -1).T
    return np.asarray(alike * fitted()["sharpness"], np.float32)


def compared(crops: list[Image], gallery: Gallery) -> list[Look]:
    """The second look at every exact crop: the most similar rows of the gallery, compared cell by cell."""
    seen = describe(crops)
    alike = _alike(seen, gallery)
    looks = []
    for k, crop in enumerate(crops):
        rows = np.argsort(-alike[k])[:SHORTLIST]
        laid = np.stack([gallery.print(int(row)) for row in rows])
        sight = Sight(seen.cells[k], seen.trust[k], printed(crop), coloured(crop))
        told = features(sight.cells, sight.trust, sight.print, gallery.cells[rows], laid)
        looks.append(Look(rows, told, sight))
    return looks


def _judged(picture: Pyramid, look: Look, quad: FloatArray, gallery: Gallery) -> Identity:
    best, odds, evidence = weighed(look, min(sides(quad)), gallery)
    weights = np.exp(odds[best] - odds[best[0]])
    shares = weights / weights.sum()
    names = [gallery.names[gallery.owner[look.rows[place]]] for place in best]
    rows = [int(look.rows[k]) for k in best]
    upright = quad if rows[0] < len(gallery.entries) else turned(quad, 2)
    chance = probability(evidence)
    open_yet = len(best) > 1 and (float(shares[1]) >= LOST or gallery.entries[rows[0] % len(gallery.entries)].back)
    unlike = chance >= SURE and open_yet and _fine_print_doubts(picture, look, quad, rows, gallery)
    rivals = zip(names[1 : ALTERNATIVES + 1], shares[1 : ALTERNATIVES + 1], strict=True)
    return Identity(
        rows[0],
        min(chance, UNDECIDED) if unlike else chance,
        turned(upright, -gallery.entries[rows[0] % len(gallery.entries)].quarters),
        evidence,
        tuple((name, float(share) * (1 - chance) / (1 - float(shares[0]) + 1e-9)) for name, share in rivals),
        unlike,
    )


def _fine_print_doubts(picture: Pyramid, look: Look, quad: FloatArray, rows: list[int], gallery: Gallery) -> bool:
    """On a card large enough to show any: is its fine print rather that of the second row than of the first?"""
    if len(rows) < 2 or min(sides(quad)) < LEAST_PX:
        return False
    crop = textured(picture.crop(quad, FINE_WIDTH, FINE_HEIGHT))
    unlike = np.square(gallery.print(rows[0]) - gallery.print(rows[1])).sum(axis=1)
    return doubted(crop, look.crop.trust, gallery.texture(rows[0]), gallery.texture(rows[1]), unlike)


def weighed(look: Look, short_px: float, gallery: Gallery) -> tuple[list[int], FloatArray, Evidence]:
    """The best place of every name in `look.rows`, best first; all odds; the evidence for the first.

    The names that the cells find likeliest are laid beside the crop one by one, and both looks count.
    """
    odds = ranked(look.told)
    best = nearest_names(odds, gallery.owner[look.rows], SHORTLIST)
    beside = likeness(look.crop, gallery.sights([int(look.rows[place]) for place in best[:PAIRED]]))
    odds = together(odds, best[:PAIRED], beside)
    order = np.argsort(-odds[best[:PAIRED]])
    best, beside = [best[k] for k in order] + best[PAIRED:], beside[order]
    prints = np.stack([gallery.print(int(look.rows[place])) for place in best])
    support = supported(look.crop.print, look.crop.trust, prints[0], prints[1:])
    told = best[: ALTERNATIVES + 1]
    evidence = evidence_for(look.crop, look.told, odds, told, look.rows, gallery, short_px, support, beside)
    return best, odds, evidence
