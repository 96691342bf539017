"""One step of learning to tell a card's own face from its rivals: which pictures are laid side by side, and the loss.

It decides what is shown together; what looks at it is up to the network that learns (`train_pair`, `train_same`).
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.training.pairs import Shown

#: So many of a crop's rivals are laid beside it.
SHOWN = 3
T = TypeVar("T", bound=Shown)


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """Crops of some decks, the faces they are shown beside, and who belongs to whom."""

    crops: list[tuple[T, int]]
    faces: list[tuple[T, int]]
    pairs: NDArray[np.int64]  # crop and face of every pair
    same: Tensor
    one_deck: Tensor  # crop x face: of one deck
    own: Tensor  # crop x face: the card's own


def step_of(picks: list[tuple[T, list[int]]], rng: np.random.Generator | None) -> Step[T]:
    """Every picked crop beside its own face, if it has one, and some rivals: the hardest ones where `rng` is None."""
    crops: list[tuple[T, int]] = []
    faces: list[tuple[T, int]] = []
    pairs, same = [], []
    owner: list[tuple[int, int]] = []
    for deck, (one, cards) in enumerate(picks):
        place: dict[int, int] = {}
        count = len(one.upright)
        for card in cards:
            own = [int(one.faces[card])] if one.faces[card] >= 0 else []
            for row in own + [int(row) for row in _shown_rivals(one.rivals[card], rng)]:
                if row not in place:
                    place[row] = len(faces)
                    faces.append((one, row))
                    owner.append((deck, row % count))
                pairs.append((len(crops), place[row]))
                same.append(float(row in own))
            crops.append((one, card))
    decks = [deck for deck, (_, cards) in enumerate(picks) for _ in cards]
    one_deck = torch.tensor([[deck == other for other, _ in owner] for deck in decks])
    mine = [(deck, int(one.faces[card])) for deck, (one, card) in zip(decks, crops, strict=True)]
    own_face = torch.tensor([[face == who for who in owner] for face in mine])
    return Step(crops, faces, np.array(pairs), torch.tensor(same), one_deck, own_face)


def _shown_rivals(rivals: NDArray[np.int64], rng: np.random.Generator | None) -> NDArray[np.int64]:
    if rng is None:
        return rivals[: SHOWN + 1]
    places = rng.choice(len(rivals), min(SHOWN, len(rivals)), replace=False)
    if rng.random() < 0.7:
        places[0] = 0
    return rivals[np.unique(places)]


def pair_loss(odds: Tensor, step: Step[T]) -> Tensor:
    """Each pair right by itself, and of the faces beside one crop its own the likeliest."""
    alone = functional.binary_cross_entropy_with_logits(odds, step.same)
    crop_of, own = torch.from_numpy(step.pairs[:, 0]), step.same > 0.5
    held = odds.clamp(-15, 15)
    together = torch.zeros(len(step.crops)).index_add(0, crop_of, held.exp())
    return alone + 0.3 * (together[crop_of[own]].log() - held[own]).mean()
