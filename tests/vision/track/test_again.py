"""Another copy of a card on the card itself, and a card that was only moved: told apart by the edge that stays."""

import cv2
import numpy as np
import pytest

from calibration.plane import plane_of
from vision.image import Image
from vision.track.again import laid_again, lay_below

PLANE = plane_of([[2.0, 0, 0], [0, 2.0, 0], [0, 0, 1]])
OLD = np.array([(40.0, 30.0), (98.0, 30.0), (98.0, 117.0), (40.0, 117.0)]) * 2


def drawn(*outlines: np.ndarray) -> Image:  # type: ignore[type-arg]
    picture = np.full((300, 300, 3), (60, 120, 60), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(picture, np.rint(outline).astype(np.int32), (235, 235, 235))
        cv2.polylines(picture, [np.rint(outline).astype(np.int32)], True, (90, 90, 90), 1)
    return picture


@pytest.mark.parametrize("moved", [(10.0, 6.0), (-9.0, 8.0), (0.0, 16.0)])
def test_the_edge_that_stays_tells_a_copy_from_a_card_that_was_moved(moved: tuple[float, float]) -> None:
    new = OLD + np.array(moved)
    assert laid_again(drawn(OLD), drawn(OLD, new), PLANE, OLD, new)
    assert not laid_again(drawn(OLD), drawn(new), PLANE, OLD, new)


def test_a_copy_that_hides_the_edge_is_not_told() -> None:
    new = OLD + 2.0
    assert not laid_again(drawn(OLD), drawn(OLD, new), PLANE, OLD, new)


def test_a_card_that_is_read_where_it_lay_is_no_copy_though_its_edge_is_all_there() -> None:
    new = OLD + np.array([(0.0, 0.0), (-4.0, -2.0), (6.0, 0.0), (8.0, 2.0)])
    assert not laid_again(drawn(OLD), drawn(OLD), PLANE, OLD, new)


def test_a_card_of_which_nothing_came_beside_it_is_only_read_elsewhere() -> None:
    """The old outline was that of a card that peeps out under it."""
    under = OLD + np.array((10.0, 6.0))
    pile = drawn(under, OLD)
    assert not laid_again(pile, pile, PLANE, under, OLD)


@pytest.mark.parametrize("moved", [(10.0, 6.0), (-9.0, 8.0), (0.0, 16.0)])
def test_a_card_that_comes_to_light_is_told_from_one_that_is_laid(moved: tuple[float, float]) -> None:
    new = OLD + np.array(moved)
    assert lay_below(drawn(new, OLD), drawn(new), PLANE, OLD, new)
    assert not lay_below(drawn(OLD), drawn(OLD, new), PLANE, OLD, new)
    # One that pushes the old one away has come all the same.
    assert not lay_below(drawn(OLD), drawn(OLD - 6.0, new), PLANE, OLD, new)


def test_where_no_edge_is_to_be_seen_a_card_was_laid() -> None:
    assert not lay_below(drawn(OLD), drawn(OLD), PLANE, OLD, OLD + 2.0)
