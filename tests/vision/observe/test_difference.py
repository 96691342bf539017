"""What two pictures of a pile and their readings say together: laid, taken, the same, or unclear."""

import numpy as np
import pytest

from vision.observe import Laid, Same, Taken, Unclear, difference, inside, same_card, top_of
from vision.recognise.reading import Quad, Reading
from vision.table import Snapshot, Stack

CELL = 4.0


def quad(x: float, y: float, wide: float = 60, high: float = 90) -> Quad:
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def card(name: str | None, where: Quad, confidence: float = 0.99) -> Reading:
    return Reading(name, "up", confidence, where)


def spots(where: Quad) -> np.ndarray:
    (left, top), (right, bottom) = where[0], where[2]
    grid = [(x, y) for x in np.arange(left + 2, right, CELL) for y in np.arange(top + 2, bottom, CELL)]
    return np.array(grid, np.float32).reshape(-1, 2)


HERE, ACROSS, SHIFTED, FAR = quad(100, 100), quad(85, 115, 90, 60), quad(110, 108), quad(300, 100)
NOTHING = np.zeros((0, 2), np.float32)


def test_a_card_on_an_empty_place_was_laid() -> None:
    assert difference(Stack("p"), [card("red/7", HERE)], spots(HERE), CELL) == Laid(card("red/7", HERE))


def test_a_card_on_a_card_was_laid() -> None:
    before = Stack("p", (card("red/7", HERE),))
    assert difference(before, [card("blue/9", ACROSS)], spots(ACROSS), CELL) == Laid(card("blue/9", ACROSS))


def test_a_covered_card_that_peeps_out_and_is_read_too_is_not_new() -> None:
    before = Stack("p", (card("red/7", HERE),))
    now = [card("red/7", HERE, 0.999), card("blue/9", ACROSS, 0.9)]
    assert difference(before, now, spots(ACROSS), CELL) == Laid(card("blue/9", ACROSS, 0.9))


def test_another_copy_of_a_buried_card_is_new_even_where_the_first_one_lies() -> None:
    buried, middle, top = card("blue/20", HERE), card("red/1", SHIFTED), card("yellow/13", ACROSS)
    before = Stack("p", (buried, middle, top))
    assert difference(before, [card("blue/20", HERE)], spots(HERE), CELL) == Laid(card("blue/20", HERE))
    now = [card("blue/20", HERE), card("blue/9", ACROSS)]
    assert difference(before, now, spots(ACROSS), CELL) == Laid(card("blue/9", ACROSS))


def test_a_card_that_cannot_be_named_was_laid_all_the_same() -> None:
    before = Stack("p", (card("red/7", HERE),))
    assert difference(before, [card(None, ACROSS)], spots(ACROSS), CELL) == Laid(card(None, ACROSS))


def test_a_covered_card_that_is_still_read_does_not_uncover_itself() -> None:
    before = Stack("p", (card("red/7", HERE), card("blue/9", ACROSS)))
    now = [card("red/7", HERE), card(None, SHIFTED)]
    assert difference(before, now, spots(SHIFTED), CELL) == Laid(card(None, SHIFTED))


def test_where_the_top_is_still_read_an_outline_without_a_name_has_to_explain_the_change_well() -> None:
    before = Stack("p", (card("red/7", HERE),))
    now = [card("red/7", HERE), card(None, ACROSS)]
    assert difference(before, now, spots(quad(85, 125, 90, 60)), CELL) == Laid(card(None, ACROSS))
    assert difference(before, now, spots(quad(70, 90, 120, 110)), CELL) == Same(before)


def test_the_only_card_is_gone_so_it_was_taken() -> None:
    top = card("red/7", HERE)
    assert difference(Stack("p", (top,)), [], spots(HERE), CELL) == Taken(top)


def test_the_same_card_where_it_was_is_nothing_new() -> None:
    before = Stack("p", (card("red/7", HERE),))
    assert difference(before, [card("red/7", HERE)], spots(quad(100, 100, 20, 20)), CELL) == Same(before)
    assert difference(before, [card(None, HERE)], spots(quad(100, 100, 20, 20)), CELL) == Same(before)


def test_a_card_without_a_name_where_another_lay_is_new_if_the_picture_changed() -> None:
    before = Stack("p", (card("red/7", HERE),))
    assert difference(before, [card(None, HERE)], spots(HERE), CELL) == Laid(card(None, HERE))


def test_a_nudged_card_is_the_same_card_elsewhere() -> None:
    before = Stack("p", (card("red/7", HERE),))
    found = difference(before, [card("red/7", quad(122, 112))], spots(quad(100, 100, 82, 102)), CELL)
    assert isinstance(found, Same)
    assert found.stack.top == card("red/7", quad(122, 112))


def test_a_change_that_no_card_explains_is_unclear() -> None:
    before = Stack("p", (card("red/7", HERE),))
    assert difference(before, [], spots(quad(100, 100, 30, 30)), CELL) == Unclear()
    assert difference(before, [card("blue/9", FAR)], spots(HERE), CELL) == Unclear()
    assert difference(Stack("p"), [card("blue/9", HERE)], NOTHING, CELL) == Unclear()


def test_the_same_card_may_be_read_upside_down() -> None:
    upside = (HERE[2], HERE[3], HERE[0], HERE[1])
    assert same_card(card("red/7", HERE), card("red/7", upside))
    assert not same_card(card("red/7", HERE), card("red/9", HERE))
    assert not same_card(card("red/7", HERE), card("red/7", FAR))


def test_the_surest_name_is_taken_for_the_top() -> None:
    assert top_of([card(None, HERE, 1.0), card("red/7", HERE, 0.9), card("blue/9", ACROSS, 0.95)]) == card(
        "blue/9", ACROSS, 0.95
    )
    assert top_of([]) is None


@pytest.mark.parametrize("turn", range(4))
def test_inside_does_not_depend_on_where_an_outline_begins(turn: int) -> None:
    corners = HERE[turn:] + HERE[:turn]
    points = np.array([[130, 140], [99, 140], [130, 191]], np.float32)
    assert inside(corners, points).tolist() == [True, False, False]  # type: ignore[arg-type]
    assert inside(corners[::-1], points).tolist() == [True, False, False]  # type: ignore[arg-type]


def test_a_snapshot_replaces_a_stack_and_keeps_the_others() -> None:
    first = Snapshot().with_stack(Stack("a", (card("red/7", HERE),)), 1, 10).with_stack(Stack("b"), 2, 20)
    second = first.with_stack(Stack("a", (card("red/7", HERE), card("blue/9", ACROSS))), 3, 30)
    assert first.stack("a") == Stack("a", (card("red/7", HERE),))
    assert second.tops == (card("blue/9", ACROSS),)
    assert (second.index, second.t_ns) == (3, 30)
    assert second.stack("c") is None
