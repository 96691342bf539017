"""The worked cases FB-19 to FB-43: moves and their chains, reactions, events, points, new rounds."""

import pytest

from companion.core.events import ManualScore
from companion.core.ids import CardId, PlayerId
from companion.games.frantic_board import events as e

from .table import COLOURED, NAMES, Table, choose, end, happens, play, roll, show, throw

ANN, BOB, CLEO, DAN = map(PlayerId, NAMES[:4])


# ---------------------------------------------------------------- the end of a round, points


def test_fb_19_the_turn_is_finished_before_the_finish_ends_the_round() -> None:
    """A Remote takes Bob over the finish; the round ends with Ann's turn, not before."""
    table = Table().begin().pawn("Bob", 48).legal(play("Ann", "remote", 3, target="Bob"), roll("Ann", 6))
    assert table.pawns == (0, 50) and table.awaits == "Ending" and not table.said("round.finish")
    table.legal(end("Ann"))
    assert table.said("round.finish") and table.totals == (0, 50) and table.hands == (4, 4)


@pytest.mark.parametrize(("rule", "ends"), [("end_of_turn", False), ("once_reached", True)])
def test_fb_19_a_pawn_that_leaves_the_finish_before_the_end_of_the_turn(rule: str, ends: bool) -> None:
    """A played Fuck You takes Ann to the finish, and an event of the same turn takes her away again (FBU14)."""
    table = Table(finish_counts=rule).begin().pawn("Ann", 40).legal(play("Ann", "fuck_you", 5), roll("Ann", 3))
    assert table.pawns == (50, 0)
    table.legal(e.SwapPawns(ANN, BOB)).pawn("Bob", 20).legal(end("Ann"))
    assert table.said("round.finish") is ends and table.pawns == (0, 20)


def test_fb_19_a_swap_onto_the_finish_ends_the_round_at_the_end_of_the_turn() -> None:
    table = Table(3).begin().pawn("Bob", 50).pawn("Ann", 10).put("swap", 12).moves("Ann", 2)
    table.refused(end("Ann"), "frantic_board.turn.waits_for")
    table.legal(choose("Ann", "Bob"))
    assert table.pawns == (50, 12, 0)
    table.legal(end("Ann"))
    assert table.said("round.finish") and table.totals == (50, 12, 0)


def test_fb_20_the_square_is_the_penalty() -> None:
    table = Table(3).begin().pawn("Bob", 23).pawn("Cleo", 50).moves("Ann", 1).pawn("Ann", 0).legal(end("Ann"))
    assert table.totals == (0, 23, 50) and not table.scores.over
    assert tuple(line.rounds for line in table.scores.lines) == ((0,), (23,), (50,))


def test_fb_21_each_fuck_you_held_costs_21() -> None:
    table = Table().begin().pawn("Bob", 23).pawn("Ann", 50).idle("Ann").legal(roll("Ann", 2), end("Ann"))
    assert table.totals == (50, 23) and table.said("round.hands_unseen")
    table.legal(show("Bob", "fuck_you", "push", "stop", "x"))
    assert table.code == "hand.shown" and table.totals == (50, 44)
    table.legal(show("Bob", "fuck_you", "fuck_you", "stop", "x"))
    assert table.totals == (50, 65)


def test_fb_21_the_table_may_count_one_fuck_you_only() -> None:
    table = Table(fuck_you_each=False).begin().pawn("Ann", 50).moves("Ann", 1).legal(end("Ann"))
    assert table.legal(show("Bob", "fuck_you", "fuck_you", "stop", "x")).totals == (50, 21)


def test_fb_21_a_fuck_you_that_was_taken_up_counts_without_being_shown() -> None:
    table = Table().begin().put("fuck_you", 3).moves("Ann", 3).legal(end("Ann"))
    table.pawn("Bob", 50).idle("Bob").legal(roll("Bob", 1), end("Bob"))
    assert table.totals == (24, 50)


def test_fb_22_the_limit_ends_the_match_and_the_lowest_total_wins() -> None:
    table = Table(3).legal(ManualScore(ANN, 100), ManualScore(BOB, 57), ManualScore(CLEO, 60)).begin()
    table.pawn("Bob", 23).pawn("Ann", 50).moves("Ann", 1).legal(end("Ann"))
    assert table.totals == (150, 80, 60)
    assert table.scores.over and table.scores.winners == ("Cleo",) and table.scores.limit == 121
    table.refused(e.Deal(), "core.match_over")


@pytest.mark.parametrize(("before", "over"), [(70, False), (71, True), (72, True)])
def test_fb_22_the_limit_need_only_be_reached(before: int, over: bool) -> None:
    table = Table(2).legal(ManualScore(ANN, before)).begin().pawn("Ann", 50).moves("Ann", 1).legal(end("Ann"))
    assert table.scores.over is over


def test_fb_22_a_hand_that_is_shown_later_may_reach_the_limit() -> None:
    table = Table(2).legal(ManualScore(ANN, 60)).begin().pawn("Ann", 50).moves("Ann", 1).legal(end("Ann"))
    assert table.totals == (110, 0) and not table.scores.over
    table.legal(show("Ann", "fuck_you", "stop", "stop", "stop"))
    assert table.totals == (131, 0) and table.scores.over and table.scores.winners == ("Bob",)


@pytest.mark.parametrize(("tie", "winners"), [("shared", ("Ann", "Bob")), ("last_round", ("Bob",))])
def test_fb_22_a_tie_is_shared_or_goes_to_the_lower_last_round(tie: str, winners: tuple[str, ...]) -> None:
    table = Table(3, tie=tie).legal(ManualScore(BOB, 10), ManualScore(CLEO, 120)).begin()
    table.pawn("Ann", 10).pawn("Cleo", 50).idle("Ann").legal(roll("Ann", 1)).pawn("Ann", 10).legal(end("Ann"))
    assert table.totals == (10, 10, 170) and table.scores.winners == winners


def test_fb_23_a_limit_that_is_passed_in_a_round_lets_the_round_go_on() -> None:
    table = Table().begin().legal(ManualScore(ANN, 200))
    assert not table.scores.over
    table.moves("Ann", 2).legal(end("Ann"))
    assert table.turn == "Bob" and not table.scores.over
    table.pawn("Bob", 50).idle("Bob").legal(roll("Bob", 1), end("Bob"))
    assert table.scores.over and table.scores.winners == ("Bob",)


# ---------------------------------------------------------------- chains


@pytest.mark.parametrize(
    ("square", "arrow", "there", "against"),
    [
        (3, "right", 4, "left"),
        (3, "forward", 4, "back"),
        (16, "left", 17, "right"),
        (16, "up", 25, "down"),
        (5, "up", 16, "down"),
    ],
)
def test_fb_24_two_facing_push_cards_send_a_pawn_there_and_back_once(
    square: int, arrow: str, there: int, against: str
) -> None:
    table = Table().begin().pawn("Ann", square - 2)
    table.put("push", square, arrow=arrow).put("push", there, arrow=against).moves("Ann", 2)
    assert table.codes.count("frantic_board.land.push") == 2
    assert table.pawns == (square, 0) and set(table.state.fired) == {square, there} and table.awaits == "Ending"


def test_fb_24_a_chain_of_three_and_more_cards() -> None:
    """Push 3 -> 4, Jump 4 -> 2 (back), Push up 2 -> 19, where a Second Chance gives another move."""
    table = Table().begin().put("push", 3, arrow="right").put("jump", 4, arrow="back").put("push", 2, arrow="up")
    table.put("second_chance", 19).moves("Ann", 3)
    assert table.pawns[0] == 19 and table.awaits == "Move"
    table.legal(roll("Ann", 1))
    assert table.pawns[0] == 20 and table.awaits == "Ending"


def test_fb_24_each_card_acts_once_a_turn_even_in_a_second_move_and_again_in_the_next_turn() -> None:
    table = Table().begin().put("push", 4, arrow="back").put("second_chance", 3)
    table.moves("Ann", 4).legal(roll("Ann", 1))
    assert table.pawns[0] == 4 and table.awaits == "Ending", "the Push has acted already"
    table.legal(end("Ann")).moves("Bob", 3)
    assert table.awaits == "Move", "a new turn wakes the Second Chance"
    table.legal(roll("Bob", 1))
    assert table.pawns[1] == 3


@pytest.mark.parametrize("arrow", ["left", "down"])
def test_fb_24_a_push_off_the_board_moves_nobody(arrow: str) -> None:
    table = Table().begin().put("push", 1, arrow=arrow).moves("Ann", 1)
    assert table.said("land.push_off_board") and table.pawns[0] == 1


def test_fb_24_a_push_back_from_the_first_square_reaches_the_start() -> None:
    assert Table().begin().put("push", 1, arrow="back").moves("Ann", 1).pawns[0] == 0


def test_fb_24_a_push_may_lead_onto_the_finish_or_a_teleport() -> None:
    finish = Table().begin().pawn("Ann", 29).put("push", 31, arrow="up").moves("Ann", 2)
    assert finish.pawns[0] == 50
    teleport = Table().begin().put("push", 5, arrow="forward").moves("Ann", 5)
    assert teleport.pawns[0] == 6 and teleport.awaits == "TeleportRoll"


def test_fb_24_an_arrow_that_nobody_saw_is_asked_for() -> None:
    table = Table().begin().legal(play("Ann", "push", 3))
    assert table.said("play.arrow_needed")
    table.legal(roll("Ann", 3))
    assert table.said("play.arrow_needed") and table.awaits == "Ask"
    table.pawn("Ann", 4).legal(e.Done(ANN), end("Ann"))
    assert table.pawns[0] == 4


@pytest.mark.parametrize("between", ["stop", "x", "snail", "troublemaker", "fuck_you", "swap"])
@pytest.mark.parametrize(("arrow", "to"), [("forward", 5), ("back", 1)])
def test_fb_25_a_jump_ignores_the_square_between(between: str, arrow: str, to: int) -> None:
    table = Table().begin().pawn("Ann", 0).put("jump", 3, arrow=arrow)
    if arrow == "forward":
        table.put(between, 4)
    table.moves("Ann", 3)
    assert table.said("land.jump") and table.pawns[0] == to and not table.said("move.stopped")


def test_fb_25_what_lies_where_a_jump_ends_acts() -> None:
    table = (
        Table().begin().put("jump", 3, arrow="forward").put("stop", 4).put("jump", 5, arrow="forward").moves("Ann", 3)
    )
    assert table.pawns[0] == 7
    past = Table().begin().pawn("Ann", 47).put("jump", 49, arrow="forward").moves("Ann", 2)
    assert past.pawns[0] == 50
    under = Table().begin().put("jump", 1, arrow="back").moves("Ann", 1)
    assert under.pawns[0] == 0


@pytest.mark.parametrize(
    ("square", "arrow", "allowed"),
    [
        (5, "up", False),
        (5, "down", False),
        (5, "right", True),
        (5, "left", True),
        (5, "forward", True),
        (5, "back", True),
        (15, "left", True),
        (15, "up", False),
        (10, "up", True),
        (10, "right", False),
        (11, "down", True),
        (11, "left", True),
        (11, "right", False),
        (1, "left", False),
    ],
)
def test_fb_26_a_jump_lies_along_the_way_or_against_it(square: int, arrow: str, allowed: bool) -> None:
    table = Table().begin()
    if allowed:
        table.legal(play("Ann", "jump", square, arrow))
        assert table.state.squares[square][-1].arrow in ("forward", "back")
    else:
        table.refused(play("Ann", "jump", square, arrow), "frantic_board.play.jump_across")
        assert table.cards(square) == () and table.hands == (4, 4)


def test_fb_26_a_push_may_lie_across_and_a_strange_arrow_is_none() -> None:
    table = Table().begin().refused(play("Ann", "push", 5, "north"), "frantic_board.play.no_such_arrow")
    assert table.legal(play("Ann", "push", 5, "up")).code == "play.on_empty"


# ---------------------------------------------------------------- teleports


@pytest.mark.parametrize(("number", "square"), [(1, 6), (5, 38), (6, 46)])
def test_fb_27_a_teleport_that_rolls_its_own_number_keeps_the_pawn(number: int, square: int) -> None:
    table = Table().begin().pawn("Ann", square - 2).moves("Ann", 2)
    assert table.awaits == "TeleportRoll"
    table.legal(roll("Ann", number))
    assert table.said("land.teleport_same") and table.pawns[0] == square and table.awaits == "Ending"


def test_fb_28_a_teleport_sends_to_the_number_rolled_and_rolls_no_second_time() -> None:
    table = Table().begin().pawn("Ann", 36).moves("Ann", 2).legal(roll("Ann", 2))
    assert table.said("land.teleport") and table.pawns[0] == 14 and table.awaits == "Ending"
    table.refused(roll("Ann", 3), "frantic_board.turn.waits_for")


def test_fb_28_a_pawn_passes_a_teleport_without_a_roll_and_starts_from_one_too() -> None:
    table = Table().begin().pawn("Ann", 5).moves("Ann", 2)
    assert table.pawns[0] == 7 and table.awaits == "Ending"
    start = Table().begin().pawn("Ann", 6).moves("Ann", 1)
    assert start.pawns[0] == 7 and start.awaits == "Ending"


def test_fb_28_teleports_lie_where_an_event_has_moved_them() -> None:
    table = Table().begin().legal(e.MoveTeleport(2, 20)).moves("Ann", 6).legal(roll("Ann", 2))
    assert table.pawns[0] == 20
    table.refused(e.MoveTeleport(2, 38), "frantic_board.hand.tile_nowhere")
    table.refused(e.MoveTeleport(7, 21), "frantic_board.hand.tile_nowhere")
    table.refused(e.MoveTeleport(1, 50), "frantic_board.hand.tile_nowhere")


# ---------------------------------------------------------------- Remote, X, Reverse, Swap, reactions


def test_fb_29_a_blocked_remote_cancels_the_attackers_move() -> None:
    table = Table(3).begin().pawn("Ann", 20).pawn("Bob", 10)
    table.legal(play("Ann", "remote", 3, target="Bob"))
    assert table.said("played.remote")
    table.refused(throw("Cleo", "block", 12), "frantic_board.block.not_attacked")
    table.refused(throw("Ann", "block", 12), "frantic_board.block.not_attacked")
    table.legal(throw("Bob", "block", 12))
    assert table.code == "block.remote" and table.awaits == "Ending"
    table.refused(roll("Ann", 4), "frantic_board.turn.waits_for")
    assert table.pawns == (20, 10, 0) and table.hands == (3, 3, 4)
    table.legal(end("Ann"))
    assert table.turn == "Bob"


def test_fb_29_a_block_that_comes_after_the_roll_takes_the_move_back() -> None:
    table = Table().begin().pawn("Bob", 10).put("fuck_you", 13)
    table.legal(play("Ann", "remote", 3, target="Bob"), roll("Ann", 3))
    assert table.pawns == (0, 13) and table.hands == (3, 5)
    table.legal(throw("Bob", "block", 20))
    assert table.code == "block.remote" and table.pawns == (0, 10)
    assert table.cards(13) == ("fuck_you",) and table.hands == (3, 3) and table.awaits == "Ending"


def test_fb_29_a_remote_that_is_not_blocked_moves_the_other_pawn() -> None:
    table = Table(3).begin().pawn("Bob", 10).legal(play("Ann", "remote", 3))
    assert table.awaits == "Target"
    table.refused(choose("Ann", "Ann"), "frantic_board.choose.oneself")
    table.refused(choose("Bob", "Cleo"), "frantic_board.turn.waits_for")
    table.refused(roll("Ann", 4), "frantic_board.turn.waits_for")
    table.legal(choose("Ann", "Bob"), roll("Ann", 3))
    assert table.pawns == (0, 13, 0) and table.turn == "Ann"
    Table().begin().refused(play("Ann", "remote", 3, target="Ann"), "frantic_board.choose.oneself")
    Table().begin().refused(play("Ann", "remote", 3, target="Zoe"), "core.player_unknown")


@pytest.mark.parametrize(
    ("square", "arrow", "closed", "to"),
    [
        (3, "forward", (4,), 5),
        (3, "back", (2,), 1),
        (5, "up", (16,), 25),
        (3, "forward", (4, 5), 6),
        (16, "down", (5,), 6),
    ],
)
def test_fb_30_a_push_onto_x_goes_on_one_square_the_same_way(
    square: int, arrow: str, closed: tuple[int, ...], to: int
) -> None:
    table = Table().begin().pawn("Ann", square).pawn("Ann", square - 1)
    table.put("push", square, arrow=arrow).put("x", *closed).moves("Ann", 1)
    assert table.said("land.x") and table.pawns[0] == to


def test_fb_30_a_jump_onto_x_goes_on_and_the_next_card_acts() -> None:
    table = Table().begin().legal(e.MoveTeleport(1, 49)).put("jump", 3, arrow="forward").put("x", 5)
    table.put("push", 6, arrow="up").moves("Ann", 3)
    assert table.pawns[0] == 15


@pytest.mark.parametrize(("rule", "to"), [("not_counted", 5), ("counted", 4)])
def test_fb_30_an_x_on_the_way_is_skipped(rule: str, to: int) -> None:
    assert Table(x=rule).begin().put("x", 2).moves("Ann", 4).pawns[0] == to


@pytest.mark.parametrize("rule", ["not_counted", "counted"])
def test_fb_30_nobody_ends_a_move_on_an_x(rule: str) -> None:
    assert Table(x=rule).begin().put("x", 4).moves("Ann", 4).pawns[0] == 5


def test_fb_31_a_reverse_turns_the_second_chance_move_too() -> None:
    table = Table().begin().pawn("Ann", 20).put("second_chance", 16)
    table.legal(play("Ann", "reverse", 40))
    assert table.said("played.reverse")
    table.legal(roll("Ann", 4))
    assert table.pawns[0] == 16 and table.awaits == "Move"
    table.legal(roll("Ann", 1))
    assert table.pawns[0] == 15 and table.awaits == "Ending"
    table.legal(end("Ann")).moves("Bob", 2).legal(end("Bob")).moves("Ann", 2)
    assert table.pawns == (17, 2), "the next turn goes forward again"


def test_fb_31_reverse_goes_no_further_back_than_the_start() -> None:
    for rule, to in (("stop", 0), ("stay", 2)):
        table = Table(below_start=rule).begin().pawn("Ann", 2).legal(play("Ann", "reverse", 40), roll("Ann", 4))
        assert table.pawns[0] == to


def test_fb_31_reverse_and_x_the_way_is_back() -> None:
    table = Table().begin().pawn("Ann", 20).put("x", 18).legal(play("Ann", "reverse", 40), roll("Ann", 2))
    assert table.pawns[0] == 17


def test_fb_32_who_lands_on_a_swap_cannot_block_it_and_must_swap() -> None:
    table = Table(3).begin().pawn("Bob", 30).put("swap", 3).moves("Ann", 3)
    assert table.awaits == "Partner"
    table.refused(throw("Ann", "block", 20), "frantic_board.block.own_swap")
    table.refused(end("Ann"), "frantic_board.turn.waits_for")
    table.refused(choose("Ann", "Ann"), "frantic_board.choose.oneself")
    table.legal(choose("Ann", "Bob"))
    assert table.code == "choose.swapped" and table.pawns == (30, 3, 0)
    table.refused(throw("Ann", "block", 20), "frantic_board.block.own_swap")
    table.refused(throw("Cleo", "block", 20), "frantic_board.block.not_attacked")


def test_fb_33_the_chosen_partner_may_block_the_swap() -> None:
    table = Table(3).begin().pawn("Bob", 30).put("swap", 3).moves("Ann", 3)
    table.legal(choose("Ann", "Bob"), throw("Bob", "block", 20))
    assert table.code == "block.swap" and table.pawns == (3, 30, 0)
    assert table.cards(20) == ("block",) and table.hands == (3, 3, 4) and table.awaits == "Ending"
    table.refused(throw("Bob", "block", 21), "frantic_board.block.not_attacked")


def test_fb_33_after_the_turn_it_is_too_late_to_block() -> None:
    table = Table(3).begin().pawn("Bob", 30).put("swap", 3).moves("Ann", 3).legal(choose("Ann", "Bob"), end("Ann"))
    table.refused(throw("Bob", "block", 20), "frantic_board.block.not_attacked")


def test_fb_33_a_block_needs_a_square_where_it_may_lie() -> None:
    table = Table(3).begin().pawn("Bob", 30).put("swap", 3).put("push", 20, arrow="up").moves("Ann", 3)
    table.legal(choose("Ann", "Bob"))
    table.refused(throw("Bob", "block", 20), "frantic_board.play.other_colour")
    table.refused(throw("Bob", "block", 22), "frantic_board.play.on_teleport")
    table.legal(throw("Bob", "block"))
    assert table.code == "block.swap" and table.said("throw_in.square_needed")


def test_fb_34_a_re_roll_may_be_answered_by_another_re_roll() -> None:
    table = Table(3).begin().moves("Ann", 4)
    assert table.pawns[0] == 4
    table.legal(throw("Bob", "re_roll", 20))
    assert table.code == "re_roll.re_rolled" and table.pawns[0] == 0 and table.awaits == "Move"
    table.legal(roll("Ann", 6))
    assert table.pawns[0] == 6
    table.legal(throw("Cleo", "re_roll", 21), roll("Ann", 2))
    assert table.pawns[0] == 2 and table.hands == (3, 3, 3) and table.awaits == "Ending"
    assert table.cards(20) == table.cards(21) == ("re_roll",)


def test_fb_34_the_roller_answers_an_opponents_re_roll_but_not_the_own_roll() -> None:
    table = Table().begin().moves("Ann", 4)
    table.refused(throw("Ann", "re_roll", 20), "frantic_board.re_roll.own_roll")
    table.legal(throw("Bob", "re_roll", 20), roll("Ann", 6), throw("Ann", "re_roll", 21), roll("Ann", 1))
    assert table.pawns[0] == 1 and table.hands == (2, 3)
    own = Table(re_roll_on="any_roll").begin().moves("Ann", 4).legal(throw("Ann", "re_roll", 20), roll("Ann", 2))
    assert own.pawns[0] == 2


def test_fb_34_two_re_rolls_at_once_make_the_new_roll_be_rolled_again() -> None:
    table = Table(3).begin().moves("Ann", 4).legal(throw("Bob", "re_roll", 20), throw("Cleo", "re_roll", 21))
    table.legal(roll("Ann", 6))
    assert table.code == "roll.again" and table.pawns[0] == 0
    table.legal(roll("Ann", 3))
    assert table.pawns[0] == 3


def test_fb_34_a_re_roll_undoes_everything_that_the_roll_did() -> None:
    table = Table().begin().put("fuck_you", 4).moves("Ann", 4)
    assert table.hands == (4, 4)
    table.legal(throw("Bob", "re_roll", 20))
    assert table.hands == (3, 3) and table.cards(4) == ("fuck_you",)
    table.legal(roll("Ann", 4))
    assert table.hands == (4, 3)


def test_fb_34_teleports_are_re_rolled_and_what_is_over_is_not() -> None:
    table = Table().begin().moves("Ann", 6).legal(roll("Ann", 3), throw("Bob", "re_roll", 20))
    assert table.awaits == "TeleportRoll" and table.pawns[0] == 6
    table.legal(roll("Ann", 5))
    assert table.pawns[0] == 38
    table.legal(end("Ann"))
    table.refused(throw("Ann", "re_roll", 21), "frantic_board.re_roll.no_roll")
    table.refused(throw("Ann", "push", 21), "frantic_board.throw_in.not_a_reaction")


# ---------------------------------------------------------------- events, white cards


def test_fb_35_an_event_moves_pawns_past_all_cards() -> None:
    table = Table().begin().put("stop", 1).put("snail", 2).put("jump", 3, arrow="forward").put("x", 4)
    table.legal(play("Ann", "troublemaker", 40), happens("Ann", "expansion"))
    assert table.code == "event.happens" and table.awaits == "EventDie"
    table.refused(roll("Ann", 3), "frantic_board.turn.waits_for")
    table.legal(roll("Bob", 3), roll("Ann", 4))
    assert table.pawns == (4, 3) and table.awaits == "Ending" and table.state.fired == ()


def test_fb_36_an_event_that_says_move_wakes_the_cards() -> None:
    sheet = e.EventText(7, "march", "Everybody moves two squares.", ("walk all 2",))
    table = Table().legal(sheet).begin().put("push", 2, arrow="forward")
    table.legal(play("Ann", "troublemaker", 40), happens("Ann", number=7))
    assert table.code == "event.happens" and table.said("land.push")
    assert table.pawns == (2, 3), "the Push acts once a turn, on Bob who goes first"
    by_hand = Table().begin().put("push", 2, arrow="forward").legal(play("Ann", "troublemaker", 40))
    by_hand.asked(happens("Ann", number=7), "frantic_board.event.unknown")
    by_hand.legal(e.Walk(BOB, 2), e.Done())
    assert by_hand.pawns == (0, 3) and by_hand.awaits == "Ending"


def test_fb_37_robin_hood_swaps_all_leaders_with_the_last() -> None:
    table = Table(3).begin().pawn("Ann", 20).pawn("Bob", 20).pawn("Cleo", 7).legal(play("Ann", "troublemaker", 40))
    table.legal(happens("Ann", "robin_hood"))
    assert table.pawns == (7, 7, 20) and table.awaits == "Ending"


@pytest.mark.parametrize(
    ("before", "after"),
    [((9, 3, 3), (3, 9, 9)), ((4, 4, 4), (4, 4, 4)), ((1, 5, 9), (9, 5, 1)), ((50, 0, 0), (0, 50, 50))],
)
def test_fb_37_robin_hood_with_other_ties(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    table = Table(3).begin()
    for player, square in zip(NAMES, before, strict=False):
        table.pawn(player, square)
    table.legal(play("Ann", "troublemaker", 40), happens("Ann", "robin_hood"))
    assert table.pawns == after


def test_fb_38_a_troublemaker_that_is_played_brings_an_event_in_place_of_the_move() -> None:
    table = Table().begin().legal(play("Ann", "troublemaker", 9))
    assert table.said("played.troublemaker") and table.awaits == "Happening"
    table.refused(roll("Ann", 4), "frantic_board.turn.waits_for")
    table.asked(happens("Ann", number=12), "frantic_board.event.unknown")
    table.refused(end("Ann"), "frantic_board.turn.waits_for")
    table.legal(e.Done(ANN))
    assert table.awaits == "Ending" and table.pawns == (0, 0) and table.cards(9) == ("troublemaker",)


def test_fb_39_landing_on_a_troublemaker_brings_an_event_after_the_move() -> None:
    table = Table().begin().put("troublemaker", 5).moves("Ann", 5)
    assert table.said("land.troublemaker") and table.pawns[0] == 5 and table.awaits == "Happening"
    table.legal(happens("Ann", "robin_hood"))
    assert table.pawns == (0, 5) and table.cards(5) == ("troublemaker",)
    passing = Table().begin().put("troublemaker", 4).moves("Ann", 5)
    assert passing.awaits == "Ending"


def test_fb_40_landing_on_a_fuck_you_takes_it_into_the_hand() -> None:
    table = Table().begin().legal(e.CountHand(ANN, 6)).put("push", 4, arrow="up").put("fuck_you", 4).moves("Ann", 4)
    assert table.said("land.fuck_you") and table.hands == (6, 4) and table.pawns[0] == 4
    assert table.state.hands[0].known == ("board/fuck_you",) and table.cards(4) == ("push",)
    passing = Table().begin().put("fuck_you", 3).moves("Ann", 4)
    assert passing.cards(3) == ("fuck_you",)


def test_fb_40_a_hand_limit_leaves_the_card_on_the_board() -> None:
    table = Table(hand_limit=6).begin().legal(e.CountHand(ANN, 7)).put("fuck_you", 4).moves("Ann", 4)
    assert table.said("land.hand_limit") and table.cards(4) == ("fuck_you",)


@pytest.mark.parametrize(("origin", "to"), [(10, 31), (0, 21), (28, 49), (29, 50), (40, 50)])
def test_fb_41_a_fuck_you_that_is_played_advances_21_squares_then_the_move_follows(origin: int, to: int) -> None:
    table = Table().begin().pawn("Ann", origin).put("stop", min(origin + 3, 47)).legal(play("Ann", "fuck_you", 5))
    assert table.said("played.fuck_you") and table.pawns[0] == to and table.awaits == "Move"
    table.legal(roll("Ann", 1))
    assert table.pawns[0] == min(to + 1, 50)


def test_fb_41_what_lies_where_the_21_squares_end_is_ignored_too() -> None:
    table = Table().begin().pawn("Ann", 10).put("push", 31, arrow="back").legal(play("Ann", "fuck_you", 5))
    assert table.pawns[0] == 31
    closed = Table().begin().pawn("Ann", 10).put("x", 31).legal(play("Ann", "fuck_you", 5))
    assert closed.pawns[0] == 32, "nobody stands on an X"
    no_move = Table(fuck_you_past_finish="no_move").begin().pawn("Ann", 40).legal(play("Ann", "fuck_you", 5))
    assert no_move.pawns[0] == 50 and no_move.awaits == "Ending"


def test_fb_42_an_event_takes_no_teleport_into_a_hand() -> None:
    table = Table().begin().legal(play("Ann", "troublemaker", 9)).do(happens("Ann", number=3))
    table.refused(e.TakeCard(ANN, 6), "frantic_board.hand.tile_taken")
    table.refused(e.RemoveCard(6), "frantic_board.hand.tile_taken")
    table.refused(play("Ann", "teleport/1", 9), "frantic_board.play.tile")
    table.refused(e.PutCard(CardId("board/push"), 6, "up"), "frantic_board.play.on_teleport")
    table.legal(e.TakeCard(ANN, 9))
    assert table.state.hands[0].known == ("board/troublemaker",)


@pytest.mark.parametrize(("rule", "first"), [("roll", -1), ("next", 1)])
def test_fb_43_a_new_round_clears_the_board_and_deals_again(rule: str, first: int) -> None:
    table = Table(3, next_first=rule).begin().put("push", 9, arrow="up").legal(e.MoveTeleport(2, 20))
    table.pawn("Cleo", 50).moves("Ann", 3).legal(end("Ann"))
    table.legal(e.Deal())
    assert table.code == "deal.dealt" and table.pawns == (0, 0, 0) and table.hands == (7, 7, 7)
    assert not any(table.state.squares) and table.state.teleports == (6, 14, 22, 30, 38, 46)
    assert table.state.first == first and table.totals == (3, 0, 50) and table.state.pile == 94 - 21


# ---------------------------------------------------------------- passing


def test_a_stop_ends_the_move_of_a_pawn_that_passes() -> None:
    table = Table().begin().put("stop", 3).moves("Ann", 5)
    assert table.said("move.stopped") and table.pawns[0] == 3
    landing = Table().begin().put("stop", 3).moves("Ann", 3)
    assert landing.pawns[0] == 3 and not landing.said("move.stopped")
    asking = Table(stop="ask").begin().put("stop", 3).moves("Ann", 5)
    assert asking.awaits == "Ask" and asking.legal(e.Steps(ANN, 1)).pawns[0] == 4


def test_a_snail_is_asked_about_or_halves_the_rest() -> None:
    table = Table().begin().put("snail", 1).put("push", 3, arrow="up").moves("Ann", 6)
    assert table.said("move.passing_ask") and table.pawns[0] == 1 and table.awaits == "Ask"
    table.refused(e.Steps(BOB, 2), "frantic_board.turn.waits_for")
    table.legal(e.Steps(ANN, 2))
    assert table.pawns[0] == 18, "the move goes on, and lands"
    halving = Table(snail="halve").begin().put("snail", 1).moves("Ann", 6)
    assert halving.said("move.slowed") and halving.pawns[0] == 4


def test_overshooting_the_finish() -> None:
    for rule, to in (("stop", 50), ("bounce", 47), ("stay", 48)):
        assert Table(overshoot=rule).begin().pawn("Ann", 48).moves("Ann", 5).pawns[0] == to


def test_a_pawn_that_is_sent_back_from_the_finish_to_its_square_lands_there() -> None:
    table = Table(overshoot="bounce").begin().pawn("Ann", 49).put("push", 49, arrow="back").moves("Ann", 2)
    assert table.pawns[0] == 48


def test_fb_30_at_the_edge_a_sideways_push_onto_x_goes_on_along_the_way() -> None:
    table = Table().begin().pawn("Ann", 14).put("push", 16, arrow="down").put("x", 5).moves("Ann", 2)
    assert table.pawns[0] == 6, "below 5 there is nothing"
    back = Table().begin().pawn("Ann", 18).put("push", 16, arrow="down").put("x", 5)
    assert back.legal(play("Ann", "reverse", 40), roll("Ann", 2)).pawns[0] == 4


def test_an_unread_die_or_card_is_asked_about() -> None:
    table = Table().begin().idle("Ann").asked(roll("Ann", 0), "frantic_board.roll.unread")
    table.pawn("Ann", 4).legal(e.Done(), end("Ann"))
    table.asked(e.Play(BOB, CardId("?"), 3), "core.card_needed")
    table.legal(roll("Bob", 3))
    assert "core.card_needed" in table.codes and table.awaits == "Ask"
    table.legal(e.Done(BOB), end("Bob"))
    table.do(play("Ann", "nothing", 9))
    assert table.codes == ("core.card_unknown",)


def test_colours_of_the_sheet_decide() -> None:
    table = Table().do(COLOURED).begin().put("second_chance", 5)
    assert table.legal(play("Ann", "jump", 5, "right")).code == "play.on_same_colour"
