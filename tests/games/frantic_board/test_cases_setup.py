"""The worked cases FB-1 to FB-18: limits, dealing, the first turn, laying cards, drawing."""

import pytest

from companion.core.events import ManualScore
from companion.core.game import Direction
from companion.core.ids import PlayerId
from companion.games.frantic_board import events as e

from .table import COLOURED, GAME, NAMES, Table, end, play, roll, throw

ANN, BOB, CLEO, DAN = map(PlayerId, NAMES[:4])


@pytest.mark.parametrize(
    ("players", "length", "limit"),
    [(2, "short", 99), (3, "medium", 121), (3, "long", 157), (4, "short", 83), (6, "medium", 99), (4, "long", 121)],
)
def test_fb_1_three_players_and_a_medium_match_play_to_121(players: int, length: str, limit: int) -> None:
    assert Table(players, length=length).scores.limit == limit


def test_fb_2_five_players_and_a_fast_match_play_to_83() -> None:
    table = Table(5, length="short")
    assert table.scores.limit == 83
    table.legal(e.LimitAgreed(70))
    assert (table.code, table.scores.limit) == ("limit.agreed", 70)
    table.refused(e.LimitAgreed(0), "frantic_board.limit.senseless")
    table.begin().refused(e.LimitAgreed(90), "frantic_board.limit.late")


@pytest.mark.parametrize(("players", "each"), [(2, 8), (3, 7), (4, 6), (5, 6), (6, 6)])
def test_fb_3_two_three_and_more_players_get_8_7_and_6_cards(players: int, each: int) -> None:
    table = Table(players).refused(e.Deal(each - 1), "frantic_board.deal.count")
    table.legal(e.Deal(each))
    assert table.code == "deal.dealt"
    assert (table.hands, table.state.pile) == ((each,) * players, 94 - players * each)
    table.refused(e.Deal(each), "frantic_board.turn.not_now")


@pytest.mark.parametrize(("players", "laid"), [(2, 4), (3, 3), (4, 2), (6, 2)])
def test_fb_4_everybody_lays_cards_until_four_are_left(players: int, laid: int) -> None:
    table = Table(players).legal(e.Deal(), e.Starts(BOB))
    squares = iter(square for square in range(1, 50) if square not in table.state.teleports)
    order = [*NAMES[1:players], "Ann"]
    for _ in range(laid):
        for player in order:
            assert table.turn == player and table.awaits == ""
            table.legal(play(player, "block", next(squares)))
    assert table.said("placing.done") and table.said("turn.next")
    assert table.hands == (4,) * players
    assert sum(map(len, table.state.squares)) == laid * players
    assert (table.turn, table.awaits) == ("Bob", "PlayCard")


def test_fb_4_who_is_not_due_lays_nothing() -> None:
    table = Table(3).legal(e.Deal(), e.Starts(ANN), play("Ann", "block", 1))
    table.refused(play("Ann", "block", 2), "frantic_board.turn.not_now")
    table.refused(play("Cleo", "block", 2), "frantic_board.turn.not_now")
    table.refused(roll("Bob", 3), "frantic_board.turn.not_now")


@pytest.mark.parametrize("card", ["reverse", "fuck_you", "troublemaker", "remote"])
def test_fb_5_cards_laid_in_the_preparation_have_no_effect_now(card: str) -> None:
    table = Table().legal(e.Deal(), e.Starts(ANN), play("Ann", card, 3))
    assert table.codes == ("frantic_board.play.on_empty",)
    assert table.pawns == (0, 0) and table.turn == "Bob" and table.state.stack == ()


def test_fb_5_a_card_laid_in_the_preparation_acts_when_a_pawn_comes_later() -> None:
    table = Table().legal(e.Deal(), e.Starts(ANN), play("Ann", "push", 3, "forward"))
    table.legal(e.CountHand(ANN, 4), e.CountHand(BOB, 4)).moves("Ann", 3)
    assert table.said("land.push") and table.pawns == (4, 0)


@pytest.mark.parametrize(
    ("square", "code"),
    [
        (0, "play.start_or_finish"),
        (50, "play.start_or_finish"),
        (6, "play.on_teleport"),
        (46, "play.on_teleport"),
        (51, "play.no_such_square"),
        (-1, "play.no_such_square"),
    ],
)
@pytest.mark.parametrize("card", ["push", "troublemaker", "block"])
def test_fb_6_no_card_lies_on_start_finish_or_teleports(square: int, code: str, card: str) -> None:
    placing = Table().legal(e.Deal(), e.Starts(ANN))
    placing.refused(play("Ann", card, square, "forward"), f"frantic_board.{code}")
    turns = Table().begin().refused(play("Ann", card, square, "forward"), f"frantic_board.{code}")
    assert turns.hands == (4, 4)


def test_fb_7_only_those_who_tie_for_the_highest_roll_again() -> None:
    table = Table(4).legal(e.Deal())
    table.legal(e.FirstRoll(ANN, 17), e.FirstRoll(BOB, 4), e.FirstRoll(DAN, 17))
    table.refused(e.FirstRoll(BOB, 20), "frantic_board.first.twice")
    table.legal(e.FirstRoll(CLEO, 17))
    assert table.said("first.tied")
    table.refused(e.FirstRoll(BOB, 20), "frantic_board.first.out")
    table.legal(e.FirstRoll(DAN, 8), e.FirstRoll(ANN, 8), e.FirstRoll(CLEO, 2))
    assert table.said("first.tied")
    table.refused(e.FirstRoll(CLEO, 20), "frantic_board.first.out")
    table.legal(e.FirstRoll(ANN, 3), e.FirstRoll(DAN, 9))
    assert table.said("first.is") and table.turn == "Dan"
    table.refused(e.FirstRoll(ANN, 9), "frantic_board.turn.not_now")


def test_fb_7_a_d20_shows_1_to_20_and_may_be_unread() -> None:
    table = Table().refused(e.FirstRoll(ANN, 21), "frantic_board.roll.impossible")
    table.asked(e.FirstRoll(ANN), "frantic_board.roll.unread")
    assert table.state.first_rolls == (0, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fb_8_turns_go_anticlockwise_in_the_order_of_the_match(players: int) -> None:
    assert GAME.info.direction is Direction.ANTICLOCKWISE
    table = Table(players).begin("Bob")
    for player in (*NAMES[1:players], "Ann", "Bob"):
        assert table.turn == player
        table.moves(player, 1).legal(end(player))


def test_fb_9_a_card_lies_on_empty_squares_and_its_own_colour() -> None:
    table = Table(4).do(COLOURED).begin().put("stop", 8).put("push", 9)
    table.refused(play("Ann", "push", 8, "forward"), "frantic_board.play.other_colour")
    table.legal(play("Ann", "push", 7, "forward"))
    assert table.code == "play.on_empty"
    table.legal(roll("Ann", 1), end("Ann"), play("Bob", "push", 9, "back"))
    assert table.code == "play.on_same_colour"
    assert table.cards(9) == ("push", "push") and table.hands == (4, 3, 4, 4)
    table.legal(roll("Bob", 1), end("Bob"), play("Cleo", "snail", 8))
    assert table.code == "play.on_same_colour" and table.cards(8) == ("stop", "snail")


def test_fb_9_the_colour_may_stand_in_the_cards_name() -> None:
    table = Table().begin().put("blue/stop", 8)
    table.refused(play("Ann", "push", 8, "forward"), "frantic_board.play.other_colour")
    table.refused(play("Ann", "blue/push", 7, "forward"), "core.card_unknown")
    table.refused(play("Ann", "mauve/stop", 7), "core.card_unknown")
    table.legal(play("Ann", "blue/snail", 8))
    assert table.code == "play.on_same_colour"


def test_fb_9_a_colour_that_nobody_has_entered_is_asked_for() -> None:
    table = Table().begin().put("stop", 8)
    table.asked(play("Ann", "push", 8, "forward"), "frantic_board.play.colour_needed")
    assert table.cards(8) == ("stop", "push") and table.hands == (3, 4)
    same = Table().begin().put("stop", 8).legal(play("Ann", "stop", 8))
    assert same.code == "play.on_same_colour"


def _covered(table: Table, *empty: int) -> Table:
    """Blue cards everywhere but on the squares where none can lie, and on `empty`."""
    taken = set(table.state.teleports) | set(empty)
    return table.put("stop", *(square for square in range(1, 50) if square not in taken))


def test_fb_10_the_colour_rule_is_waived_when_no_square_is_left() -> None:
    table = _covered(Table(3).do(COLOURED).begin()).put("troublemaker", 12)
    table.refused(play("Ann", "push", 12, "forward"), "frantic_board.play.on_white")
    table.legal(play("Ann", "push", 20, "forward"))
    assert table.code == "play.colour_waived" and table.cards(20) == ("stop", "push")
    # Now there is red again, so red goes there and nowhere else.
    table.legal(roll("Ann", 1), end("Ann"))
    table.refused(play("Bob", "push", 21, "forward"), "frantic_board.play.other_colour")
    table.legal(play("Bob", "push", 20, "back"))
    assert table.code == "play.on_same_colour"


def test_fb_10_one_empty_square_keeps_the_colour_rule() -> None:
    table = _covered(Table().do(COLOURED).begin(), 33)
    table.refused(play("Ann", "push", 20, "forward"), "frantic_board.play.other_colour")
    table.legal(play("Ann", "push", 33, "forward"))
    assert table.code == "play.on_empty"


@pytest.mark.parametrize("white", ["fuck_you", "troublemaker"])
@pytest.mark.parametrize("card", ["push", "block", "fuck_you", "troublemaker", "stop"])
def test_fb_11_nothing_ever_covers_a_white_card(white: str, card: str) -> None:
    table = Table().do(COLOURED).begin().put(white, 9)
    table.refused(play("Ann", card, 9, "forward"), "frantic_board.play.on_white")


def test_fb_12_white_cards_lie_on_any_colour_but_white() -> None:
    table = Table(3).do(COLOURED).begin().put("push", 9, arrow="forward").put("fuck_you", 10)
    table.refused(play("Ann", "troublemaker", 10), "frantic_board.play.on_white")
    table.legal(play("Ann", "troublemaker", 9))
    assert table.code == "play.white_anywhere" and table.cards(9) == ("push", "troublemaker")
    unknown = Table().begin().put("stop", 9).legal(play("Ann", "fuck_you", 9))
    assert unknown.code == "play.white_anywhere"


@pytest.mark.parametrize("card", ["block", "re_roll"])
def test_fb_13_a_reaction_card_played_in_the_own_turn_has_no_effect(card: str) -> None:
    table = Table().begin().legal(play("Ann", card, 9))
    assert table.codes == ("frantic_board.play.on_empty", "frantic_board.play.reaction_idle")
    assert table.cards(9) == (card,) and table.hands == (3, 4) and table.awaits == "Move"


def test_fb_14_a_block_in_an_opponents_turn_works_and_its_owner_refills_at_that_turns_end() -> None:
    table = Table(3).begin().legal(play("Ann", "remote", 9, target="Bob"), throw("Bob", "block", 12))
    assert table.code == "block.remote"
    assert table.cards(12) == ("block",) and table.hands == (3, 3, 4)
    table.legal(end("Ann"))
    assert table.hands == (4, 4, 4) and table.turn == "Bob" and table.state.pile == 94 - 21 - 2


def test_fb_15_with_five_cards_nobody_draws() -> None:
    table = Table().begin().legal(e.CountHand(ANN, 6)).moves("Ann", 2)
    table.refused(e.Draw(ANN, 1), "frantic_board.draw.hand_full")
    pile = table.state.pile
    table.legal(end("Ann"))
    assert table.hands == (5, 4) and table.state.pile == pile and not table.said("draw.drew")


def test_fb_16_everybody_with_fewer_than_four_cards_draws() -> None:
    table = Table(3).begin().legal(e.CountHand(CLEO, 1), e.CountHand(BOB, 3)).moves("Ann", 2)
    pile = table.state.pile
    table.legal(e.Draw(CLEO, 2))
    assert table.hands == (3, 3, 3)
    table.refused(e.Draw(CLEO, 2), "frantic_board.draw.hand_full")
    table.legal(end("Ann"))
    assert table.hands == (4, 4, 4) and table.state.pile == pile - 5
    assert table.codes.count("frantic_board.draw.drew") == 3


@pytest.mark.parametrize("pile", [0, 1])
def test_fb_17_the_round_ends_when_somebody_must_draw_and_the_pile_is_empty(pile: int) -> None:
    table = Table().begin().pawn("Bob", 17).legal(e.CountPile(pile), e.CountHand(BOB, 3)).moves("Ann", 5)
    table.legal(end("Ann"))
    assert table.said("round.pile") and table.totals == (5, 17)
    assert table.state.pile == 0 and table.hands == (3 + pile, 3)
    table.refused(play("Bob", "push", 9, "forward"), "frantic_board.turn.not_now")


def test_fb_17_drawing_from_an_empty_pile_ends_the_round_too() -> None:
    table = Table().begin().legal(e.CountPile(0)).moves("Ann", 5).legal(e.Draw(ANN, 1))
    assert table.code == "round.pile" and table.totals == (5, 0)


def test_fb_18_an_empty_pile_ends_nothing_while_nobody_must_draw() -> None:
    table = Table().begin().legal(e.CountPile(1)).moves("Ann", 5).legal(end("Ann"))
    assert table.state.pile == 0 and table.turn == "Bob" and table.hands == (4, 4)
    table.legal(e.CountHand(BOB, 5)).moves("Bob", 5).legal(end("Bob"))
    assert not table.said("round.pile") and table.turn == "Ann"


def test_points_by_hand_are_accepted_at_any_time() -> None:
    table = Table().legal(ManualScore(ANN, 3)).begin().legal(ManualScore(BOB, -2))
    assert table.totals == (3, -2)
    table.refused(ManualScore(PlayerId("Zoe"), 1), "core.player_unknown")
