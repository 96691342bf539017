"""Logs that leave out what nobody saw: the deal, the first d20, the end of a turn. What is there is judged."""

import pytest

from companion.core.events import Event
from companion.core.ids import PlayerId
from companion.games.frantic_board import events as e

from .table import Table, choose, end, happens, play, roll, show, throw

ANN, BOB = PlayerId("Ann"), PlayerId("Bob")


def test_a_log_without_a_deal_begins_in_the_middle_of_a_round() -> None:
    table = Table().legal(play("Ann", "push", 3, "forward"))
    assert table.said("deal.unseen") and table.said("first.is") and table.hands == (3, 4)
    table.legal(roll("Ann", 3), end("Ann"))
    assert table.pawns == (4, 0) and table.hands == (4, 4) and table.turn == "Bob"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (play("Ann", "push", 6, "up"), "frantic_board.play.on_teleport"),
        (play("Ann", "push", 50, "up"), "frantic_board.play.start_or_finish"),
        (play("Ann", "jump", 9, "up"), "frantic_board.play.jump_across"),
        (play("Ann", "remote", 9, target="Ann"), "frantic_board.choose.oneself"),
        (throw("Bob", "block", 9), "frantic_board.turn.not_now"),
        (choose("Ann", "Bob"), "frantic_board.turn.not_now"),
    ],
)
def test_the_first_thing_in_a_log_may_be_illegal(event: Event, code: str) -> None:
    Table().refused(event, code)


def test_a_table_that_is_set_up_by_hand_waits_for_whoever_goes_first() -> None:
    table = Table(3).legal(e.MovePawn(ANN, 10), e.MovePawn(BOB, 20)).put("swap", 13)
    assert table.awaits == "" and table.hands == (4, 4, 4)
    table.legal(roll("Ann", 3), choose("Ann", "Bob"))
    assert table.pawns == (20, 13, 0)
    table.legal(throw("Bob", "block", 41))
    assert table.pawns == (13, 20, 0)


def test_a_log_may_begin_at_any_step_of_a_turn() -> None:
    event = Table(3).legal(e.MovePawn(ANN, 9), happens("Ann", "robin_hood"), end("Ann"))
    assert event.pawns == (0, 9, 9) and event.turn == "Bob"
    assert Table(3).legal(end("Cleo")).turn == "Ann"
    shown = Table().legal(show("Ann", "fuck_you", "stop", "stop", "stop"))
    shown.refused(play("Ann", "push", 9, "up"), "frantic_board.play.not_in_hand")
    assert shown.legal(play("Ann", "fuck_you", 9)).pawns == (21, 0)


def test_the_first_roll_of_a_log_can_be_taken_back() -> None:
    table = Table().legal(roll("Ann", 3), throw("Bob", "re_roll", 20))
    assert table.pawns == (0, 0) and table.hands == (4, 3) and table.awaits == "Move"
    table.legal(roll("Ann", 5), end("Ann"))
    assert table.pawns == (5, 0) and table.hands == (4, 4)


def test_whoever_lays_the_first_card_goes_first_where_no_d20_was_seen() -> None:
    table = Table().legal(e.Deal(), play("Bob", "push", 3, "up"))
    assert table.said("first.is") and table.turn == "Ann" and table.hands == (8, 7)
    Table().legal(e.Deal(), e.FirstRoll(ANN, 3)).refused(play("Bob", "push", 3, "up"), "frantic_board.turn.not_now")
    Table().legal(e.Starts(BOB)).refused(play("Ann", "push", 3, "up"), "frantic_board.turn.waits_for")


def test_the_next_players_card_ends_a_turn_that_only_had_to_draw() -> None:
    table = Table(3).begin().moves("Ann", 2).legal(play("Bob", "stop", 9))
    assert table.said("turn.ended") and table.said("draw.drew") and table.hands == (4, 3, 4)
    table.refused(play("Cleo", "stop", 9), "frantic_board.turn.waits_for")
    table.legal(roll("Bob", 1)).refused(play("Ann", "stop", 10), "frantic_board.turn.waits_for")


def test_the_next_players_card_is_refused_while_the_turn_has_not_moved() -> None:
    Table().begin().idle("Ann").refused(play("Bob", "stop", 9), "frantic_board.turn.waits_for")


def test_the_next_players_card_is_refused_where_the_round_has_ended() -> None:
    table = Table().begin().pawn("Ann", 48).moves("Ann", 2)
    table.refused(play("Bob", "stop", 9), "frantic_board.turn.not_now")
    table.legal(end("Ann"))
    assert table.totals == (50, 0)


def test_a_board_is_not_drawn_under_what_stands_or_lies_there() -> None:
    small = e.BoardDrawn((tuple(range(1, 11)),), (2, 3, 4, 5, 6, 7))
    Table().legal(e.MovePawn(ANN, 40)).refused(small, "frantic_board.data.late")
    Table().put("stop", 9).refused(small, "frantic_board.data.late")
    Table().legal(e.MovePawn(ANN, 4)).legal(small)
