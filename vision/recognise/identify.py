"""Which card, for every outline of a picture at once: a look where the detector says, others where that led nowhere.

A name that a look is sure of stands. What is left is looked at again: with another likely face laid onto it, moved by
a part of a card, and as a card of the right size in each corner. It knows no game and no rule; what cannot be told
stays without a name.
"""

from dataclasses import replace

import numpy as np

from vision.detect.overlap import overlap
from vision.image import FloatArray
from vision.recognise.claim import read_off
from vision.recognise.crop import Pyramid, moved, sides, turned
from vision.recognise.describe import describe
from vision.recognise.flat import Flat, flat_under
from vision.recognise.gallery import Gallery
from vision.recognise.judge import closest
from vision.recognise.look import SURE, UNDECIDED, Bar, Identity, alike, laid_by, looked_at

#: Below this ratio of sides nobody can tell which pair is the short one, so both are tried.
_SQUARISH = 1.22
#: What is less sure than this is not worth laying another face onto: of 751 such looks on composed scenes none led to a
#: name. One that comes from doing so must be this much surer than others, and its face must be what the closest look
#: takes for the card's (log odds): it is the best of several. On traced tables of random decks such names were as
#: seldom wrong as others.
HOPEFUL, SURER, ALIKE = 0.2, 0.95, 2.0
#: What another face or a place nearby makes no likelier than this, after whatever opinion, is not looked into: of 393
#: such looks on traced tables and photographs of two real decks none led to a name.
HOPE = 0.3
#: A name this likely is not given up for another one that a place nearby makes sure.
LIKELY = 0.4
#: Two outlines that share this much of their union are of one card.
ONE_PLACE = 0.55
#: So many places nearby are tried.
TRIED = 2
#: A place nearby that is less like its likeliest face (log odds up to what all places share) is not worth a try: of
#: those on composed scenes that led to a name two in a hundred were, of all three in ten.
PROMISING = 28.0
#: Where to try: shares of the card's width and height to move by, and its size.
_TRIES = (
    (0.14, 0.0, 1.0), (-0.14, 0.0, 1.0), (0.0, 0.12, 1.0), (0.0, -0.12, 1.0), (0.0, 0.0, 0.88), (0.0, 0.0, 1.14),
)  # fmt: skip


def identify(picture: Pyramid, quads: list[FloatArray], gallery: Gallery, flat: Flat | None = None) -> list[Identity]:
    """One identity for each outline (short edge first), in the same order; `flat` where the table is known."""
    if not quads:
        return []
    quads = stood_up(picture, quads, gallery)
    found = looked_at(picture, quads, gallery)
    _lay_others(picture, quads, gallery, found)
    again, named = _unsure(found), [identity for identity in found if identity.chance >= SURE]
    if again and flat is None:
        flat = flat_under([_short_first(identity, gallery) for identity in named], gallery.shape, picture.size)
    places, nearby = _elsewhere(picture, [quads[k] for k in again], gallery, flat)
    others: dict[int, list[Identity]] = {k: [] for k in again}
    for place, other in zip(places, looked_at(picture, nearby, gallery, Bar(HOPE)), strict=True):
        if not any(_contradicts(other, here, gallery) for here in named):
            others[again[place]].append(other)
    for k, around in others.items():
        found[k] = _settled(found[k], around, gallery)
    _say_each_place_once(found, gallery)
    return found


def _say_each_place_once(found: list[Identity], gallery: Gallery) -> None:
    """Withholds the name of what was read off another card that is surer."""
    said: list[Identity] = []
    for k in sorted(range(len(found)), key=lambda k: -found[k].chance):
        if found[k].chance < SURE:
            return
        if any(_read_off(found[k], other, gallery) for other in said):
            found[k] = replace(found[k], chance=UNDECIDED)
        else:
            said.append(found[k])


def _read_off(lesser: Identity, surer: Identity, gallery: Gallery) -> bool:
    if gallery.owner[lesser.row] == gallery.owner[surer.row] or not (lesser.claim and surer.claim):
        return False
    return read_off(lesser.claim, surer.claim)


def _contradicts(other: Identity, here: Identity, gallery: Gallery) -> bool:
    """Do both name what lies in one place, and not alike? Then the one that an outline led to is right."""
    return gallery.owner[other.row] != gallery.owner[here.row] and overlap(other.quad, here.quad) >= ONE_PLACE


def _settled(here: Identity, nearby: list[Identity], gallery: Gallery) -> Identity:
    """The surest name, unless a sure one from nearby stands against another that was likely where the outline is.

    Two symbols look like the three of another face that lies a little beside them, one of them out of sight.
    """
    against = [gallery.owner[each.row] for each in nearby if each.chance >= SURE]
    if here.chance >= LIKELY and any(name != gallery.owner[here.row] for name in against):
        return replace(here, chance=min(here.chance, UNDECIDED))
    return max([here, *nearby], key=lambda identity: identity.chance)


def _unsure(found: list[Identity]) -> list[int]:
    return [k for k, identity in enumerate(found) if identity.chance < SURE]


def _lay_others(picture: Pyramid, quads: list[FloatArray], gallery: Gallery, found: list[Identity]) -> None:
    """Lays the other likely faces of what is unsure onto the picture too; a name that is sure then stands in `found`.

    An enrolled photo's outline is off by a hundredth of the card, or three, so what suits one face lets another, of
    which the same is true, be compared a little beside itself.
    """
    onto = [(k, row) for k in _unsure(found) if found[k].chance >= HOPEFUL for row in found[k].others]
    looks = laid_by(picture, [quads[k] for k, _ in onto], gallery, [row for _, row in onto], Bar(HOPE, ALIKE))
    for (k, _), other in zip(onto, looks, strict=True):
        if other and other.chance >= max(SURER, found[k].chance) and closest(other.evidence) >= ALIKE:
            found[k] = other


def _short_first(identity: Identity, gallery: Gallery) -> FloatArray:
    return turned(identity.quad, gallery.entries[identity.row % len(gallery.entries)].quarters)


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
    odds = alike(describe([picture.crop(quad) for each in tries for quad in each]), gallery).max(axis=1)
    odds = odds.reshape(len(quads), -1)
    best = np.argsort(-odds, axis=1)[:, :TRIED]
    chosen = [(k, int(place)) for k, row in enumerate(best) for place in row if odds[k, place] >= PROMISING]
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
    best = alike(seen, gallery).max(axis=1)
    for place, k in enumerate(doubtful):
        if best[place + len(doubtful)] > best[place]:
            quads[k] = lying[place]
    return quads
