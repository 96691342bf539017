"""One outline, one look: laid exactly, compared with the faces most like it, judged.

The first look describes every crop by its rough outline. A face is then laid onto the picture exactly (`align`), the
crop is taken again and described again; the faces most like it are compared cell by cell (`compare`) and side by side
(`pair`), and the best of them is judged (`judge`). As long as that leaves a doubt other opinions are asked for, and all
is judged again: the larger crop is seen by other eyes (`same`), and a large card's fine print is compared (`fine`).
Where to look, and how often, is `identify`'s business.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray, Image
from vision.recognise.align import aligned
from vision.recognise.claim import Claim, claim_of
from vision.recognise.compare import features, printed, ranked, together, unlike
from vision.recognise.crop import Pyramid, sides, smaller, turned
from vision.recognise.describe import Described, describe, fitted
from vision.recognise.fine import AGAINST, as_finely_printed, marked
from vision.recognise.fine import HEIGHT as FINE_HEIGHT
from vision.recognise.fine import WIDTH as FINE_WIDTH
from vision.recognise.gallery import Gallery, nearest_names
from vision.recognise.judge import Evidence, evidence_for, probability, supported
from vision.recognise.pair import Sight, coloured, likeness
from vision.recognise.same import HEIGHT as SAME_HEIGHT
from vision.recognise.same import WIDTH as SAME_WIDTH
from vision.recognise.same import sameness, seen
from vision.recognise.tint import tinted_like_another

#: So many views are compared cell by cell.
SHORTLIST = 12
#: So many names are looked at side by side with the crop.
PAIRED = 4
#: So many alternatives are told at most.
ALTERNATIVES = 3
#: A name is said aloud only if it is at least this sure.
SURE = 0.92
#: Between these chances another opinion is asked for: below it names no card (from 0.02 on it named none more, and was
#: asked for half as often again), above nobody doubts it.
DOUBT = (0.1, 0.985)
#: The other eyes were taught by cards at least this wide; a smaller one they see magnified, as they never saw any.
TAUGHT_PX = 40.0
#: A card at least this wide shows fine print. It is cut out twice as fine, and made smaller for the other eyes: it
#: aliases less.
LARGE_PX = 110.0
#: Fine print by which the faces differ no more than this (log odds) tells nothing.
SILENT = 0.1
#: How sure a name is that the tint or the fine print speaks against; the latter for a rival with such a share of the
#: odds at least: one with less has lost by what is larger than fine print.
UNDECIDED, OPEN = 0.5, 0.0005


@dataclass(frozen=True, slots=True)
class Identity:
    """The best `row` of the gallery for an outline, how sure, the exact `quad` as printed, and the next names. `others`
    are likely rows too, none of which the outline was laid by; a sure face's `claim` is where it was seen.
    """

    row: int
    chance: float
    quad: FloatArray
    evidence: Evidence
    rivals: tuple[tuple[str, float], ...]
    others: tuple[int, ...] = ()
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """The shortlisted `rows` for one exact crop with their features, what the crop looks like cell by cell, the
    `large` crop and the fine `marks` for other opinions, and the rows' prints and how `unlike` the crop's each is.
    """

    rows: NDArray[np.intp]
    told: FloatArray
    crop: Sight
    large: Image
    marks: FloatArray | None
    prints: FloatArray
    unlike: FloatArray


#: The best place of every name in a look's `rows`, best first; all odds; the evidence for the first, and its chance.
Verdict: TypeAlias = tuple[list[int], FloatArray, Evidence, float]
#: For each look the log odds of some rows of the gallery; None from one that can tell nothing.
Opinion: TypeAlias = Callable[[Sequence[Look], Sequence[list[int]], Gallery], Sequence[FloatArray | None]]


@dataclass(frozen=True, slots=True)
class Bar:
    """What a look must reach for another opinion to be asked for: this `chance` after every opinion so far, and some
    face as much `alike` the card (log odds) by the closest look.
    """

    chance: float = 0.0
    alike: float = -np.inf


#: Every doubt is looked into, for what is no name is told too.
NO_BAR = Bar()


@dataclass(frozen=True, slots=True)
class Crops:
    """The same exact outlines cut out small, to be described, and larger, for `same`; the `fine` marks of those that
    are large enough to show any."""

    small: list[Image]
    large: list[Image]
    fine: list[FloatArray | None]


def cropped(picture: Pyramid, quads: Sequence[FloatArray]) -> Crops:
    crops = Crops([picture.crop(quad) for quad in quads], [], [])
    for quad in quads:
        if min(sides(quad)) >= LARGE_PX:
            finest = picture.crop(quad, FINE_WIDTH, FINE_HEIGHT)
            crops.large.append(smaller(finest, SAME_WIDTH, SAME_HEIGHT))
            crops.fine.append(marked(finest))
        else:
            crops.large.append(picture.crop(quad, SAME_WIDTH, SAME_HEIGHT))
            crops.fine.append(None)
    return crops


def looked_at(picture: Pyramid, quads: list[FloatArray], gallery: Gallery, bar: Bar = NO_BAR) -> list[Identity]:
    """An identity for each outline, laid by the face that it is most like."""
    if not quads:
        return []
    rows = likeliest(picture, quads, gallery)
    exact = laid_on(picture, quads, gallery, rows)
    return _identities(exact, compared(cropped(picture, exact), gallery), gallery, rows, bar)


def laid_by(
    picture: Pyramid, quads: list[FloatArray], gallery: Gallery, rows: Sequence[int], bar: Bar
) -> list[Identity | None]:
    """An identity for each outline, laid by the face of a row; None where that face is not like the card even so."""
    if not quads:
        return []
    exact = laid_on(picture, quads, gallery, rows)
    looks = compared(cropped(picture, exact), gallery)
    like = [k for k, look in enumerate(looks) if rows[k] in look.rows[:PAIRED]]
    near, seen_near = [exact[k] for k in like], [looks[k] for k in like]
    told = _identities(near, seen_near, gallery, [rows[k] for k in like], bar)
    by_place = dict(zip(like, told, strict=True))
    return [by_place.get(k) for k in range(len(exact))]


def likeliest(picture: Pyramid, quads: list[FloatArray], gallery: Gallery) -> list[int]:
    """The row of the gallery that the picture in each rough outline is most like."""
    rows = alike(describe([picture.crop(quad) for quad in quads]), gallery).argmax(axis=1)
    return [int(row) for row in rows]


def laid_on(picture: Pyramid, quads: list[FloatArray], gallery: Gallery, rows: Sequence[int]) -> list[FloatArray]:
    """The exact outlines: a face of the gallery for each rough one, laid onto the picture."""
    rough = aligned(picture, quads, [gallery.template(row, fine=False) for row in rows], 5)
    return aligned(picture, rough, [gallery.template(row, fine=True) for row in rows], 2)


def alike(seen: Described, gallery: Gallery) -> FloatArray:
    """The net's log odds of every row of the gallery for every crop, up to what all rows share."""
    flat = (seen.cells * seen.trust[:, :, None]).reshape(len(seen.trust), -1)
    odds = flat @ gallery.cells.reshape(len(gallery.cells), -1).T
    return np.asarray(odds * fitted()["sharpness"], np.float32)


def compared(crops: Crops, gallery: Gallery) -> list[Look]:
    """The second look at every exact crop: the most similar rows of the gallery, compared cell by cell."""
    described = describe(crops.small)
    odds = alike(described, gallery)
    looks = []
    for k, crop in enumerate(crops.small):
        rows = np.argsort(-odds[k])[:SHORTLIST]
        laid = np.stack([gallery.print(int(row)) for row in rows])
        sight = Sight(described.cells[k], described.trust[k], printed(crop), coloured(crop))
        apart = unlike(laid, sight.print)
        told = features(sight.cells, sight.trust, gallery.cells[rows], apart)
        looks.append(Look(rows, told, sight, crops.large[k], crops.fine[k], laid, apart))
    return looks


def _identities(
    quads: Sequence[FloatArray], looks: Sequence[Look], gallery: Gallery, rows: Sequence[int], bar: Bar
) -> list[Identity]:
    verdicts = judged(looks, [min(sides(quad)) for quad in quads], gallery, bar)
    every = zip(looks, verdicts, quads, rows, strict=True)
    return [_identity(look, verdict, quad, gallery, row) for look, verdict, quad, row in every]


def _identity(look: Look, verdict: Verdict, quad: FloatArray, gallery: Gallery, laid: int) -> Identity:
    best, odds, evidence, chance = verdict
    weights = np.exp(odds[best] - odds[best[0]])
    shares = weights / weights.sum()
    names = [gallery.names[gallery.owner[look.rows[place]]] for place in best]
    rows = [int(look.rows[k]) for k in best]
    upright = quad if rows[0] < len(gallery.entries) else turned(quad, 2)
    if chance > UNDECIDED and (_fine_print_doubts(look, rows, shares, gallery) or _tint_doubts(look, rows, gallery)):
        chance = UNDECIDED
    rivals = zip(names[1 : ALTERNATIVES + 1], shares[1 : ALTERNATIVES + 1], strict=True)
    entry = gallery.entries[rows[0] % len(gallery.entries)]
    sure = chance >= SURE and not entry.back
    return Identity(
        rows[0],
        chance,
        turned(upright, -entry.quarters),
        evidence,
        tuple((name, float(share) * (1 - chance) / (1 - float(shares[0]) + 1e-9)) for name, share in rivals),
        tuple(row for row in rows[:PAIRED] if row != laid),
        claim_of(quad, look.crop.cells, look.crop.trust, gallery.cells[rows[0]]) if sure else None,
    )


def _fine_print_doubts(look: Look, rows: list[int], shares: FloatArray, gallery: Gallery) -> bool:
    """Is a large card's fine print rather that of another likely face than that of the first of `rows`?"""
    if look.marks is None:
        return False
    likely = [row for row, share in zip(rows[:PAIRED], shares, strict=False) if share >= OPEN]
    alike = as_finely_printed(look.marks, look.crop.trust, gallery.marks(likely))
    return bool(alike.max() > alike[0] + AGAINST)


def _tint_doubts(look: Look, rows: list[int], gallery: Gallery) -> bool:
    """Is the card's tint rather that of another likely face than that of the first of `rows`?"""
    face, *others = gallery.colours(rows[:PAIRED])
    return tinted_like_another(look.crop.colour, look.crop.trust, face, np.array(others, np.float32))


def judged(looks: Sequence[Look], short_px: Sequence[float], gallery: Gallery, bar: Bar) -> list[Verdict]:
    """One verdict for each look. An opinion is asked for on all of them at once that are in doubt so far."""
    least = max(bar.chance, DOUBT[0])
    places = [nearest(look, gallery) for look in looks]
    told: list[list[FloatArray]] = [[] for _ in looks]
    verdicts: dict[int, Verdict] = {}
    asked = list(range(len(looks)))
    for opinion in OPINIONS:
        asked = [k for k in asked if opinion in opinions_on(short_px[k])]
        odds = opinion([looks[k] for k in asked], [paired(looks[k], places[k]) for k in asked], gallery)
        for k, each in zip(asked, odds, strict=True):
            if each is None:
                continue
            told[k].append(each)
            best, every, evidence = weighed(looks[k], places[k], told[k], short_px[k], gallery)
            verdicts[k] = best, every, evidence, probability(evidence)
        asked = [k for k in asked if least < verdicts[k][-1] < DOUBT[1] and told[k][0].max() >= bar.alike]
    return [verdicts[k] for k in range(len(looks))]


def nearest(look: Look, gallery: Gallery) -> list[int]:
    """The best place of every name in `look.rows`, by what the cells find likeliest."""
    return nearest_names(ranked(look.told), gallery.owner[look.rows], SHORTLIST)


def paired(look: Look, places: list[int]) -> list[int]:
    """The rows that are looked at side by side with the crop: of the first few of `places`."""
    return [int(look.rows[place]) for place in places[:PAIRED]]


def side_by_side(looks: Sequence[Look], rows: Sequence[list[int]], gallery: Gallery) -> list[FloatArray]:
    """For each look the log odds of its `rows` by the closest look at their cells."""
    return likeness([look.crop for look in looks], [gallery.sights(each) for each in rows])


def by_other_eyes(looks: Sequence[Look], rows: Sequence[list[int]], gallery: Gallery) -> list[FloatArray]:
    """The same by eyes that learnt from pictures alone."""
    return sameness(seen([look.large for look in looks]), [gallery.grids(each) for each in rows])


def by_fine_print(looks: Sequence[Look], rows: Sequence[list[int]], gallery: Gallery) -> list[FloatArray | None]:
    """The same by how much fine print is where; none of a small card, or where all is blurred or out of the picture."""
    told: list[FloatArray | None] = []
    for look, each in zip(looks, rows, strict=True):
        odds = None if look.marks is None else as_finely_printed(look.marks, look.crop.trust, gallery.marks(each))
        told.append(None if odds is None or np.ptp(odds) < SILENT else odds)
    return told


#: What is asked, one after another as long as there is a doubt.
OPINIONS: tuple[Opinion, ...] = (side_by_side, by_other_eyes, by_fine_print)


def opinions_on(short_px: float) -> tuple[Opinion, ...]:
    """All opinions that there are on a card this wide: one too small for the other eyes has the first only, and fine
    print only a large one."""
    return OPINIONS[: 1 + (short_px >= TAUGHT_PX) + (short_px >= LARGE_PX)]


def weighed(
    look: Look, places: list[int], looks: Sequence[FloatArray], short_px: float, gallery: Gallery
) -> tuple[list[int], FloatArray, Evidence]:
    """`places` again, best first once all looks count; all odds; the evidence for the first."""
    odds = together(ranked(look.told), places[:PAIRED], looks)
    order = np.argsort(-odds[places[:PAIRED]])
    best, looks = [places[k] for k in order] + places[PAIRED:], [each[order] for each in looks]
    between = unlike(look.prints, look.prints[best[0]])
    support = supported(look.crop.trust, look.unlike, between, best)
    told = best[: ALTERNATIVES + 1]
    return best, odds, evidence_for(look.crop, look.told, odds, told, look.rows, gallery, short_px, support, looks)
