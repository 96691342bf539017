"""A steady stream of training scenes, composed by other processes, the same for the same seed whatever their number."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache

import cv2
import numpy as np

from vision.image import FloatArray, Image
from vision.training.art import Deck, random_deck, varied_deck
from vision.training.composer import Recipe, Scene, compose
from vision.training.ours import our_deck
from vision.training.targets import targets

DECKS_AT_ONCE, SCENES_A_DECK, FACES = 24, 25, 10
OURS = 12  # every so many training decks one is of our own drawing
Sample = tuple[Image, FloatArray]


@lru_cache(maxsize=2 * DECKS_AT_ONCE)
def _deck(seed: int, number: int, typed: bool) -> Deck:
    rng = np.random.default_rng((seed, 1, number))
    if number % OURS == OURS - 1:
        return our_deck(rng, FACES)
    return varied_deck(rng, FACES) if typed and number % 2 else random_deck(rng, FACES)


def scene(seed: int, number: int, recipe: Recipe) -> Scene:
    """The scene of that number in the endless series of that seed; its decks are drawn for it and its neighbours."""
    first = number // SCENES_A_DECK
    decks = [_deck(seed, k, recipe.typed) for k in range(first, first + DECKS_AT_ONCE)]
    return compose(np.random.default_rng((seed, 2, number)), decks, recipe)


def _sample(seed: int, number: int, recipe: Recipe) -> Sample:
    cv2.setNumThreads(1)
    made = scene(seed, number, recipe)
    return made.image, targets(made)


def samples(seed: int, count: int, recipes: Sequence[Recipe], workers: int) -> Iterator[Sample]:
    """Scenes 0 to `count` of a seed with their targets, the recipes by turns, composed by `workers` processes."""
    with ProcessPoolExecutor(workers) as pool:
        waiting: list[Future[Sample]] = []
        for number in range(count):
            waiting.append(pool.submit(_sample, seed, number, recipes[number % len(recipes)]))
            if len(waiting) > 24 * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
