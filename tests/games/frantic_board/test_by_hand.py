"""The generic operations: what people write down where the app does not know, each with its reason and what it does."""

from companion.core.ids import CardId, PlayerId
from companion.games.frantic_board import events as e

from .table import Table, end, happens, play, roll, show

ANN, BOB = PlayerId("Ann"), PlayerId("Bob")
PUSH = CardId("board/push")


def _by_event() -> Table:
    """Ann has triggered an event that nobody has entered: the table does it."""
    return Table().begin().legal(play("Ann", "troublemaker", 40)).do(happens("Ann", number=4))


def test_pawns_cards_and_counts_are_written_down() -> None:
    table = _by_event().legal(e.RemoveCard(40))
    assert table.code == "hand.removed" and table.cards(40) == ()
    table.refused(e.RemoveCard(40), "frantic_board.hand.no_card_there")
    table.refused(e.TakeCard(BOB, 41), "frantic_board.hand.no_card_there")
    table.refused(e.TakeCard(BOB, 51), "frantic_board.play.no_such_square")
    table.legal(e.Discard(BOB, 2))
    assert table.code == "hand.discarded" and table.hands == (3, 2)
    table.refused(e.Discard(BOB, 3), "frantic_board.hand.not_so_many")
    table.refused(e.Discard(BOB, 2, PUSH), "frantic_board.hand.not_so_many")
    table.refused(e.CountHand(BOB, 95), "frantic_board.hand.not_so_many")
    table.refused(e.CountPile(-1), "frantic_board.hand.not_so_many")
    table.legal(e.CountPile(3))
    assert table.code == "hand.pile_counted" and table.state.pile == 3
    table.refused(e.Draw(BOB, 4), "frantic_board.draw.pile_short")
    table.legal(e.Draw(BOB, 3))
    assert table.code == "draw.drew" and table.hands == (3, 5) and table.state.pile == 0
    table.legal(e.Done(ANN))
    assert table.code == "hand.done" and table.awaits == "Ending"


def test_tiles_dice_and_moves_are_written_down() -> None:
    table = _by_event().legal(e.MoveTeleport(3, 23))
    assert table.code == "hand.tile_moved" and table.state.teleports[2] == 23
    table.legal(e.SetDie(BOB, 2))
    assert table.code == "hand.die_set" and table.state.dice == (0, 2)
    table.refused(e.SetDie(BOB, 7), "frantic_board.roll.impossible")
    table.put("push", 3, arrow="forward").legal(e.Walk(BOB, 3))
    assert table.code == "move.walked" and table.pawns == (0, 4)
    table.legal(e.Walk(BOB, -2))
    assert table.pawns == (0, 2)
    table.refused(e.Walk(BOB, 51), "frantic_board.roll.impossible")
    table.legal(e.SwapPawns(ANN, BOB))
    assert table.code == "choose.swapped" and table.pawns == (2, 0)
    table.refused(e.MovePawn(ANN, 51), "frantic_board.play.no_such_square")


def test_a_card_put_from_a_hand_leaves_it() -> None:
    table = _by_event().legal(e.PutCard(PUSH, 20, "up", BOB))
    assert table.code == "hand.put" and table.hands == (3, 3) and table.cards(20) == ("push",)
    table.do(e.CountHand(BOB, 0)).refused(e.PutCard(PUSH, 20, "up", BOB), "frantic_board.play.not_in_hand")
    table.refused(e.PutCard(CardId("board/frog"), 20), "core.card_unknown")


def test_a_hand_is_shown_whole_and_of_this_game() -> None:
    table = Table().begin().refused(show("Ann", "teleport/1"), "frantic_board.hand.strange")
    table.legal(show("Ann", "push", "push"))
    assert table.code == "hand.shown" and table.said("hand.count_differs") and table.hands == (2, 4)


def test_people_name_who_begins_and_the_dice_say_the_rest() -> None:
    table = Table().legal(e.Deal()).legal(e.FirstRoll(ANN, 3))
    assert table.code == "first.rolled" and table.state.first_rolls == (3, 0)
    table.legal(e.Starts(BOB))
    assert table.code == "first.named" and table.turn == "Bob"
    table.legal(e.CountHand(ANN, 4), e.CountHand(BOB, 4)).idle("Bob").legal(roll("Bob", 2))
    assert table.code == "roll.rolled" and table.said("move.moved") and table.pawns == (0, 2)
    table.legal(end("Bob"))
    assert table.code == "turn.ended" and table.said("turn.next") and table.turn == "Ann"


def test_there_is_no_room_beyond_the_finish_where_the_table_plays_so() -> None:
    table = Table(overshoot="stay").begin().pawn("Ann", 48).moves("Ann", 3)
    assert table.said("move.no_room") and table.pawns[0] == 48


def test_an_event_that_finds_all_on_one_square_moves_nobody() -> None:
    table = Table().begin().legal(play("Ann", "troublemaker", 40), happens("Ann", "robin_hood"))
    assert table.said("event.nobody_moves") and table.pawns == (0, 0)


def test_the_owner_enters_cards_and_an_event_that_removes_a_colour() -> None:
    table = Table().legal(e.CardsCounted((("stop", "blue", "passing", 0),)))
    assert table.code == "data.cards_known"
    table.legal(e.EventText(1, "paint", "", ("remove red",)))
    assert table.code == "data.sheet_known"
    table.begin().put("push", 3, arrow="up").put("stop", 5).legal(play("Ann", "troublemaker", 40))
    table.legal(happens("Ann", "paint"))
    assert table.said("event.removed") and table.cards(3) == () and table.cards(5) == ("stop",)
