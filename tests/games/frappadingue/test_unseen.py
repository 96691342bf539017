"""What a camera or a hurried player leaves out: cards kept one by one, unread specials, turns passed on."""

from companion.core.events import ManualScore
from companion.core.ids import PlayerId
from companion.games.frappadingue.events import Turn
from companion.games.frappadingue.state import Phase
from tests.games.frappadingue.table import Table


def _turn(player: str) -> Turn:
    return Turn(PlayerId(player))


def _points(player: str, points: int) -> ManualScore:
    return ManualScore(PlayerId(player), points)


def test_cards_of_one_throw_may_be_kept_one_after_the_other() -> None:
    table = Table()
    table.throw(12, 12, 12, 9, 10)
    assert table.keep(12) == table.keep(12) == "keep.kept" and table.points == 100
    assert table.keep(12) == "keep.kept" and table.points == 500, "a brelan of 12"
    assert table.piles == 2 and table.throw(12, 9) == "throw.scores"
    assert table.keep(12) == "keep.kept" and table.points == 550, "no combination across throws (FDU8)"


def test_a_brelan_grows_into_a_carre_within_its_throw() -> None:
    table = Table()
    table.throw(9, 9, 9, 9, 7)
    assert table.keep(9) == "keep.no_points" and table.keep(9, 9, 9) == "keep.kept" and table.points == 200
    assert table.keep(9) == "keep.kept" and table.points == 400 and table.piles == 1
    assert table.throw(9) == "throw.dead"


def test_all_scoring_cards_are_those_that_score_together() -> None:
    table = Table(keeping="all_scoring")
    table.throw(9, 9, 9, 9, 8)
    assert table.keep(9, 9, 9, 9) == table.keep(9, 9, 9, 8) == "keep.all_scoring"
    assert table.keep(9, 9, 9, 9, 8) == "keep.kept" and table.points == 500


def test_the_number_of_piles_tells_that_an_unread_card_was_a_special() -> None:
    for piles, hand in (([8, 7, 9, 10], 1), ([8, 7, 9], 2), ([8, 7], 3)):
        table = Table()
        assert table.throw(8, "?", "?", 9, 10) == "throw.unread" and table.keep(8) == "keep.unread"
        assert table.throw(*piles) == "throw.scores" and table.state.hand == hand == len(table.state.counter)
        assert table.keep(8) == "keep.kept"
        assert table.validate() == ("validate.unread" if hand > 1 else "validate.done")
    table = Table()
    table.throw(8, "?", 7, 9, 10)
    table.keep(8)
    assert table.throw(8, 7) == "throw.wrong_piles", "one unread card is one special at most"
    assert table.validate() == "validate.unread", "it may be a special that changes the count"


def test_an_unread_special_may_fill_the_hand() -> None:
    table = Table()
    table.throw(8, 8, 8, 8, "?")
    assert table.keep(8, 8, 8, 8) == "keep.unread" and table.piles == 1
    assert table.throw(8, 7, 9, 10, 11) == "throw.scores" and table.state.hand == 0
    assert table.keep(8) == "keep.kept" and table.piles == 4


def test_only_a_counter_that_could_be_validated_is_saved_from_a_dead_throw() -> None:
    for options, total in (
        ({}, 200),
        ({"opening": 500}, 0),
        ({"overshoot": "exact", "target": 5_000}, 200),
        ({"full_hand": "must_throw"}, 200),
    ):
        table = Table(dead_throw="counter_saved", **options).counter([8, 8])
        table.throw(7, 9, 10)
        assert table.totals() == [total, 0] and table.more == ["turn.saved" if total else "turn.lost"]
    odd = Table(dead_throw="counter_saved").counter([8, 8, 12])
    odd.throw(7, 9)
    assert odd.totals() == [0, 0] and odd.more == ["turn.lost"]


def test_passing_the_turn_says_what_is_lost() -> None:
    table = Table("ABC").counter([8, 8])
    assert table.do(_turn("C")) == "turn.passed" and table.more == ["turn.lost"]
    assert table.rulings[1].fact == {"player": "A", "points": 200} and table.turn == "C"
    assert table.do(_turn("C")) == "turn.passed" and table.more == []


def test_passing_the_turn_on_ends_the_last_round() -> None:
    for last_round, ends_with in (("one_more_turn", "B"), ("finish_round", "A")):
        table = Table("ABC", last_round=last_round)
        table.throw(7, 9, 10, 11, 13)
        table.do(_points("B", 10_000))
        for player in ("B", "C", "A", "B"):
            assert table.state.phase is not Phase.OVER and table.do(_turn(player)) == "turn.passed"
            if table.winners():
                break
        assert player == ends_with and table.winners() == ["B"]
