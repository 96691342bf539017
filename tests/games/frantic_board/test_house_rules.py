"""The house rules FBU1 to FBU15 that no worked case shows, and what the table decides against the rules."""

import pytest

from companion.core.events import Correct, Event, Overrule, Void
from companion.core.ids import CardId, PlayerId
from companion.games.frantic_board import events as e
from companion.games.frantic_board.options import OPTIONS

from .table import Table, choose, end, happens, play, roll, throw

ANN, BOB, CLEO = map(PlayerId, ("Ann", "Bob", "Cleo"))


def test_every_open_question_is_a_house_rule() -> None:
    assert {option.code for option in OPTIONS if option.unsure} == {f"FBU{number}" for number in range(1, 16)}


def test_multicoloured_cards_cover_their_own_colour_or_any() -> None:
    own = Table().begin().put("push", 9, arrow="up").put("re_roll", 10)
    own.refused(play("Ann", "block", 9), "frantic_board.play.other_colour")
    own.legal(play("Ann", "block", 10))
    any_colour = Table(multicolour="any_colour").begin().put("push", 9, arrow="up").put("fuck_you", 10)
    any_colour.refused(play("Ann", "block", 10), "frantic_board.play.on_white")
    any_colour.legal(play("Ann", "block", 9))
    assert any_colour.code == "play.on_same_colour"


def test_a_card_may_be_laid_under_a_pawn_and_acts_later_or_not_at_all() -> None:
    allowed = Table().begin().pawn("Bob", 9).legal(play("Ann", "push", 9, "up"))
    assert allowed.pawns == (0, 9)
    refused = Table(under_pawn="refused").begin().pawn("Bob", 9)
    refused.refused(play("Ann", "push", 9, "up"), "frantic_board.play.under_pawn")


def test_a_push_that_points_off_the_board_may_be_refused() -> None:
    Table().begin().legal(play("Ann", "push", 9, "down"))
    Table(push_off_board="refused").begin().refused(
        play("Ann", "push", 9, "down"), "frantic_board.play.arrow_off_board"
    )


def test_several_pawns_share_a_square_or_the_later_one_goes_on() -> None:
    shared = Table(3).begin().pawn("Bob", 3).moves("Ann", 3)
    assert shared.pawns == (3, 3, 0)
    pushed_on = Table(3, shared_square="next_free").begin().pawn("Bob", 3).pawn("Cleo", 4).moves("Ann", 3)
    assert pushed_on.pawns == (5, 3, 4)
    back = Table(3, shared_square="next_free").begin().pawn("Ann", 5).pawn("Bob", 3)
    back.legal(play("Ann", "reverse", 40), roll("Ann", 2))
    assert back.pawns == (2, 3, 0)


def test_any_roll_may_be_re_rolled_where_the_table_plays_so() -> None:
    for rule, legal in (("opponents_move", False), ("any_roll", True)):
        table = Table(re_roll_on=rule).begin().legal(play("Ann", "troublemaker", 40), happens("Ann", "expansion"))
        answer = throw("Bob", "re_roll", 20)
        if legal:
            table.legal(answer)
            assert table.awaits == "Happening"
            table.legal(happens("Ann", "expansion"), roll("Bob", 2), throw("Ann", "re_roll", 21))
            assert table.awaits == "EventDie" and table.pawns == (0, 0)
        else:
            table.refused(answer, "frantic_board.re_roll.no_roll")


def test_a_re_rolled_die_is_no_longer_set() -> None:
    table = Table().begin().legal(e.SetDie(ANN, 6)).idle("Ann").legal(roll("Ann", 0))
    assert table.pawns[0] == 6, "an unread die that is set is known"
    table.legal(throw("Bob", "re_roll", 20), roll("Ann", 2))
    assert table.pawns[0] == 2


def test_who_holds_no_card_begins_with_the_move() -> None:
    table = Table().begin().legal(e.CountHand(ANN, 0))
    table.refused(play("Ann", "push", 9, "up"), "frantic_board.play.not_in_hand")
    table.legal(roll("Ann", 3), throw("Bob", "re_roll", 20), roll("Ann", 4))
    assert table.pawns[0] == 4 and table.awaits == "Ending"


def test_a_hand_that_is_known_holds_no_other_card() -> None:
    table = (
        Table().begin().legal(e.ShowHand(ANN, tuple(map(CardId, ("board/push", "board/push", "board/x", "board/x")))))
    )
    table.refused(play("Ann", "stop", 9), "frantic_board.play.not_in_hand")
    table.legal(play("Ann", "x", 9))
    assert table.state.hands[0].known == ("board/push", "board/push", "board/x")
    table.asked(roll("Ann", 0), "frantic_board.roll.unread")


def test_a_remote_gives_what_lies_there_to_the_pawns_owner_and_the_choices_to_the_mover() -> None:
    taken = Table(3).begin().put("fuck_you", 4).legal(play("Ann", "remote", 40, target="Bob"), roll("Ann", 4))
    assert taken.hands == (3, 5, 4)
    chosen = Table(3).begin().put("swap", 4).pawn("Cleo", 30)
    chosen.legal(play("Ann", "remote", 40, target="Bob"), roll("Ann", 4))
    chosen.refused(choose("Bob", "Cleo"), "frantic_board.turn.waits_for")
    chosen.refused(choose("Ann", "Bob"), "frantic_board.choose.oneself")
    chosen.refused(throw("Bob", "block", 20), "frantic_board.block.own_swap")
    chosen.legal(choose("Ann", "Cleo"))
    assert chosen.pawns == (0, 30, 4)
    chosen.legal(throw("Cleo", "block", 20))
    assert chosen.pawns == (0, 4, 30)


def test_fb_29_the_second_move_of_a_remote_may_be_blocked_too() -> None:
    table = Table(3).begin().put("second_chance", 3).legal(play("Ann", "remote", 40, target="Bob"))
    table.legal(roll("Ann", 3), roll("Ann", 2))
    assert table.pawns == (0, 5, 0)
    table.refused(throw("Cleo", "block", 41), "frantic_board.block.not_attacked")
    table.legal(throw("Bob", "block", 41))
    assert table.pawns == (0, 3, 0) and table.awaits == "Ending"


def test_a_reaction_that_only_its_own_text_explains_is_left_to_the_people() -> None:
    table = Table().legal(e.CardsCounted((("mirror", "multicolour", "reaction", 0),))).begin().moves("Ann", 4)
    table.asked(throw("Bob", "mirror", 20), "frantic_board.card.ask")
    assert table.awaits == "Ask" and table.cards(20) == ("mirror",)
    table.legal(e.MovePawn(ANN, 0), e.Done(), end("Ann"))
    assert table.turn == "Bob"


@pytest.mark.parametrize("event", [play("Ann", "push", 9, "up"), roll("Ann", 3), end("Ann"), e.MovePawn(ANN, 3)])
def test_nothing_of_a_round_happens_before_its_d20_are_rolled_or_after_it_ends(event: Event) -> None:
    if not isinstance(event, e.MovePawn):
        Table().legal(e.Deal(), e.FirstRoll(ANN, 12)).refused(event, "frantic_board.turn.not_now")
    over = Table().begin().pawn("Ann", 50).moves("Ann", 1).legal(end("Ann"))
    over.refused(event, "frantic_board.turn.not_now")


def test_the_table_may_overrule_where_a_card_lies() -> None:
    table = Table().begin().put("fuck_you", 9).do(play("Ann", "push", 9, "up"))
    refused = len(table.match.judged)
    table.do(Overrule(refused, "legal", "Bob", "we play so"))
    assert table.cards(9) == ("fuck_you", "push") and table.awaits == "Move" and table.hands == (3, 4)
    table.do(Void(refused + 1))
    assert table.cards(9) == ("fuck_you",) and table.awaits == "PlayCard"


def test_a_roll_that_was_misread_is_corrected_and_everything_after_it_follows() -> None:
    table = Table().begin().put("push", 4, arrow="forward").moves("Ann", 3)
    misread = len(table.match.judged)
    table.legal(end("Ann")).moves("Bob", 1)
    table.do(Correct(misread, roll("Ann", 4)))
    assert table.pawns == (5, 1) and table.match.judged[misread - 1].original is not None


def test_every_card_of_the_table_may_be_unread() -> None:
    table = Table().legal(e.Deal(), e.Starts(ANN))
    for square in range(1, 5):
        table.asked(e.Play(ANN, CardId("?"), square), "core.card_needed")
        table.asked(e.Play(BOB, CardId("?"), square + 30 if square < 4 else 40), "core.card_needed")
    assert table.awaits == "PlayCard" and table.hands == (4, 4)
    table.asked(e.Play(ANN, CardId("?"), 1), "core.card_needed")
    table.legal(roll("Ann", 6))
    assert table.pawns[0] == 1 and "core.card_needed" in table.codes
    table.legal(e.Steps(ANN, 5))
    assert table.pawns[0] == 2, "the next unread card stops the move again"
    table.asked(e.ThrowIn(BOB, CardId("?"), 45), "core.card_needed")


def test_strangers_are_nobody() -> None:
    zoe = PlayerId("Zoe")
    table = Table().begin()
    for event in (
        play("Zoe", "push", 9, "up"), roll("Zoe", 3), end("Zoe"), choose("Zoe", "Ann"), throw("Zoe", "block", 9),
        happens("Zoe"), e.FirstRoll(zoe, 3), e.Starts(zoe), e.MovePawn(zoe, 3), e.SwapPawns(ANN, zoe), e.Walk(zoe, 2),
        e.Steps(zoe, 2), e.Done(zoe), e.TakeCard(zoe, 9), e.Draw(zoe), e.Discard(zoe), e.SetDie(zoe, 3),
        e.CountHand(zoe, 3), e.ShowHand(zoe, ()), e.PutCard(CardId("board/push"), 9, "up", zoe),
    ):  # fmt: skip
        table.refused(event, "core.player_unknown")
