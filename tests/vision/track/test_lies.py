"""Since when an arm lies, by its outline: what others cover or shade for a moment is no movement."""

import numpy as np

from vision.track.lies import lies_since

FREE = np.zeros((60, 60), bool)


def arm(tip: int, aside: int = 0, wide: int = 16) -> np.ndarray:
    """From below up to a row."""
    mask = FREE.copy()
    mask[tip:, 22 + aside : 22 + aside + wide] = True
    return mask


def since(pictures: list[tuple[np.ndarray, np.ndarray]], at_least: int | None = None) -> int:
    last = len(pictures) - 1
    return lies_since(lambda position: pictures[position], last, 0, last if at_least is None else at_least)


def test_an_arm_lies_from_the_first_picture_on_in_which_its_outline_is_where_it_stays() -> None:
    coming = [(arm(50 - 6 * k), FREE) for k in range(5)]
    assert since([*coming, *[(arm(20), FREE)] * 6]) == 5


def test_a_hand_that_comes_down_grows_smaller_and_does_not_lie_yet() -> None:
    falls = [(arm(20 - grown, -grown, 16 + 2 * grown), FREE) for grown in (6, 4, 2)]
    assert since([*falls, *[(arm(20), FREE)] * 4]) == 3


def test_what_others_cover_is_learnt_from_the_pictures_before_they_came() -> None:
    """In the last pictures nothing but the forearm is to be seen, and then the hand, at rest."""
    over = FREE.copy()
    over[15:45] = True
    covered, free = (arm(20) & ~over, over), (arm(20), FREE)
    assert since([(arm(40), FREE), (arm(30), FREE), free, free, free, covered, covered, covered]) == 2


def test_a_shadow_that_is_taken_for_a_part_of_it_in_one_picture_is_no_movement() -> None:
    shaded = arm(20) | arm(30, 16, 8)
    assert since([(arm(44), FREE), *[(arm(20), FREE)] * 3, (shaded, FREE), *[(arm(20), FREE)] * 3]) == 1


def test_what_is_known_to_lie_still_is_not_asked() -> None:
    shaded = arm(20) | arm(30, 16, 8)
    pictures = [(arm(44), FREE), *[(shaded, FREE)] * 4, (arm(20), FREE)]
    assert (since(pictures), since(pictures, at_least=1)) == (5, 1)


def test_an_arm_of_which_nothing_is_in_view_tells_nothing() -> None:
    assert since([(arm(20), ~FREE)] * 5) == 4
