"""Labels that are asked for early: in their order, what cannot wait before them, and bugs where they are waited for."""

from threading import Event, Timer

import numpy as np
import pytest

from vision.detect.ahead import Ahead


def picture(number: int) -> np.ndarray:
    return np.full((2, 2, 3), number, np.uint8)


class Writes:
    """Labels a picture with its own first level, and writes down which it was; it begins when it is let."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.may_begin = Event()

    def labels(self, picture: np.ndarray, table: np.ndarray, colours: object = None) -> np.ndarray:
        assert self.may_begin.wait(10)
        self.done.append(int(picture[0, 0, 0]))
        if not picture.any():
            raise ValueError("nothing to be seen")
        return picture[..., 0]

    def arms(self, picture: np.ndarray) -> np.ndarray:
        return self.labels(picture, picture)


def test_pictures_are_labelled_in_the_order_in_which_they_are_asked_for() -> None:
    sides = Writes()
    ahead = Ahead(sides)
    coming = [ahead.labels(picture(number), picture(9)) for number in (3, 1, 2)]
    assert not any(each.done() for each in coming)
    sides.may_begin.set()
    assert [int(each.result()[0, 0]) for each in coming] == [3, 1, 2]
    assert sides.done == [3, 1, 2]


def test_what_cannot_wait_comes_before_all_that_was_not_begun() -> None:
    sides = Writes()
    ahead = Ahead(sides)
    coming = [ahead.labels(picture(number), picture(9)) for number in range(1, 9)]
    # Whoever asks at once waits: somebody else lets the first begin.
    Timer(0.5, sides.may_begin.set).start()
    assert int(ahead.at_once(picture(255), picture(9))[0, 0]) == 255
    assert [int(each.result()[0, 0]) for each in coming] == list(range(1, 9))
    # The first had been taken up, if its thread was there by then.
    assert sides.done in ([1, 255, *range(2, 9)], [255, *range(1, 9)])


def test_a_bug_is_raised_where_it_is_waited_for_and_the_next_picture_is_labelled() -> None:
    sides = Writes()
    sides.may_begin.set()
    ahead = Ahead(sides)
    wrong, right = ahead.labels(picture(0), picture(9)), ahead.labels(picture(5), picture(9))
    with pytest.raises(ValueError, match="nothing to be seen"):
        wrong.result()
    assert right.result().any()
