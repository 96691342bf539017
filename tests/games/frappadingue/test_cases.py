"""Cases FD-1 to FD-34 of the rules reference, by their numbers, and their neighbours."""

import pytest

from companion.core.events import ManualScore
from companion.core.ids import CardId, PlayerId
from companion.core.rulings import Verdict
from companion.games.frappadingue import GAME, events
from companion.games.frappadingue.cards import DECK, FORCED_EXCHANGE, IN_PLAY
from tests.games.frappadingue.table import Table, card, cards

LOST = ["turn.lost"]


def test_fd_1_the_forced_exchanges_are_out_of_the_game() -> None:
    assert dict(DECK)[FORCED_EXCHANGE] == 2 and FORCED_EXCHANGE not in IN_PLAY
    table = Table()
    before = table.state
    assert table.throw(8, "swap", 9, 10, 11) == "throw.removed_card" and table.state == before


def test_fd_2_the_first_throw_has_five_piles() -> None:
    table = Table()
    for wrong in ([8], [8, 7, 9, 10], [8, 7, 9, 10, 11, 12], []):
        assert table.throw(*wrong) == "throw.wrong_piles" and table.fact("piles") == 5
    assert table.throw(8, 7, 9, 10, 11) == "throw.scores" and table.state.throw == cards(8, 7, 9, 10, 11)


def test_fd_3_an_8_is_100_and_four_piles_follow() -> None:
    table = Table()
    table.throw(8, 7, 9, 10, 11)
    assert table.keep(8) == "keep.kept" and table.more == []
    assert (table.points, table.piles, table.state.counter) == (100, 4, cards(8))


def test_fd_4_a_12_is_50_and_the_turn_must_go_on() -> None:
    table = Table()
    table.throw(12, 7, 9, 10, 11)
    assert table.keep(12) == "keep.kept" and table.more == ["keep.must_go_on"]
    assert (table.points, table.piles) == (50, 4)
    assert table.validate() == "validate.not_a_hundred" and table.turn == "A" and table.totals() == [0, 0]


def test_fd_5_a_throw_in_which_nothing_scores_loses_the_turn() -> None:
    table = Table()
    assert table.throw(7, 9, 10, 11, 13) == "throw.dead" and table.more == LOST
    assert table.turn == "B" and table.totals() == [0, 0]


@pytest.mark.parametrize("dead", [[7, 7, 9, 9, 10], [13, 13, 11, 11, 10], ["+5", "+10", 7, 7, 9]])
def test_fd_5_pairs_and_specials_score_nothing(dead: list[str | int]) -> None:
    assert Table().throw(*dead) == "throw.dead"


@pytest.mark.parametrize(
    ("value", "points"), [(7, 100), (8, 1000), (9, 200), (10, 300), (11, 400), (12, 500), (13, 600)]
)
def test_fd_6_brelan_carre_quinte_of_every_value(value: int, points: int) -> None:
    others = [other for other in (7, 9, 10) if other != value]
    for size, factor in ((3, 1), (4, 2), (5, 4)):
        table = Table()
        table.throw(*[value] * size, *others[: 5 - size])
        assert table.keep(*[value] * size) == "keep.kept"
        assert table.points == points * factor and table.piles == (5 if size == 5 else 5 - size)


def test_fd_7_three_8_as_a_brelan() -> None:
    table = Table()
    table.throw(8, 8, 8, 7, 9)
    assert table.keep(8, 8, 8, declared="brelan") == "keep.kept" and (table.points, table.piles) == (1000, 2)


def test_fd_8_only_one_of_three_8_may_be_kept() -> None:
    table = Table()
    table.throw(8, 8, 8, 7, 9)
    assert table.keep(8) == "keep.kept" and (table.points, table.piles) == (100, 4)


def test_fd_8_all_scoring_cards_by_a_house_rule() -> None:
    table = Table(keeping="all_scoring")
    table.throw(8, 8, 8, 7, 9)
    assert table.keep(8) == "keep.all_scoring" and table.points == 0
    assert table.keep(8, 8, 8) == "keep.kept"


def test_fd_9_a_carre_and_an_8_make_a_full_hand() -> None:
    table = Table()
    table.throw(13, 13, 13, 13, 8)
    assert table.keep(13, 13, 13, 13, 8) == "keep.kept" and table.more == ["keep.full_hand"]
    assert (table.points, table.piles) == (1300, 5)


def test_fd_10_five_12() -> None:
    table = Table()
    table.throw(12, 12, 12, 12, 12)
    table.keep(12, 12, 12, 12, 12)
    assert table.points == 2000 and table.more == ["keep.full_hand"]


def test_fd_11_five_8_and_how_they_may_be_declared() -> None:
    for declared, points in (("best", 4000), ("quinte", 4000), ("carre", 2100), ("brelan", 1200), ("singles", 500)):
        table = Table()
        table.throw(8, 8, 8, 8, 8)
        assert table.keep(8, 8, 8, 8, 8, declared=declared) == "keep.kept" and table.points == points
    table = Table(reading="always_best")
    table.throw(8, 8, 8, 8, 8)
    table.keep(8, 8, 8, 8, 8, declared="singles")
    assert table.points == 4000


def test_fd_12_no_combination_across_throws() -> None:
    table = Table()
    table.throw(8, 9, 9, 7, 10)
    assert table.keep(9, 9) == "keep.no_points" and table.points == 0
    assert table.keep(8, 9, 9) == "keep.no_points" and table.state.counter == ()
    table.keep(8)
    assert table.throw(9, 7, 10, 11) == "throw.dead"


def test_fd_12_house_rule_combinations_grow() -> None:
    table = Table(combinations="across_throws")
    table.throw(9, 9, 9, 7, 10)
    table.keep(9, 9, 9)
    assert table.throw(9, 7) == "throw.scores" and table.keep(9) == "keep.kept"
    assert (table.points, table.piles) == (400, 1)


def test_fd_13_all_visible_specials_come_too() -> None:
    for named in ([8], [8, "+10"], ["-5", 8, "+10"]):
        table = Table().counter([8, 8])
        assert table.throw(8, "+10", "-5") == "throw.scores"
        assert table.keep(*named) == "keep.with_specials" and table.fact("gained") == 150
        assert table.more == ["keep.full_hand", "keep.must_go_on"]
        assert (table.points, table.piles, len(table.state.counter)) == (350, 5, 5)


def test_fd_14_specials_are_never_kept_alone() -> None:
    table = Table().counter([8, 8])
    assert table.throw("+10", "-5", 7) == "throw.dead" and table.more == LOST
    table = Table()
    table.throw(8, "+10", "-5", 7, 9)
    before = table.state
    assert table.keep("+10") == table.keep("+10", "-5") == "keep.specials_alone" and table.state == before
    assert table.keep() == "keep.nothing" and table.keep("+10", 7) == "keep.no_points" and table.state == before


def test_fd_15_a_forced_special_may_cost() -> None:
    table = Table().counter([8, 8])
    table.throw(12, "-10", 9)
    assert table.keep(12) == "keep.with_specials" and table.fact("gained") == -50
    assert (table.points, table.piles) == (150, 1) and table.more == ["keep.must_go_on"]


def test_fd_16_350_cannot_be_validated() -> None:
    table = Table().counter([8, 8], [8])
    assert table.points == 300
    table.throw(12, 7)
    table.keep(12)
    assert table.validate() == "validate.not_a_hundred" and table.points == 350 and table.piles == 1


def test_fd_17_250_cannot_be_validated() -> None:
    table = Table().counter([8, 8], [12])
    before = table.state
    assert table.validate() == "validate.not_a_hundred" and table.fact("points") == 250 and table.state == before


def test_fd_18_200_can_be_validated() -> None:
    table = Table().counter([8, 8])
    assert table.validate() == "validate.done" and table.totals() == [200, 0] and table.turn == "B"
    assert table.state.counter == () and table.piles == 5


def counter_of_zero(**options: object) -> Table:
    table = Table(**options)
    table.throw(8, "-10", 7, 9, 10)
    assert table.keep(8) == "keep.with_specials" and table.points == 0 and table.more == []
    return table


def test_fd_19_nothing_is_not_validated() -> None:
    assert counter_of_zero().validate() == "validate.too_low"
    assert counter_of_zero(least=0).validate() == "validate.done"
    table = Table()
    table.throw(12, 12, "-10", "-10", 7)
    table.keep(12, 12)
    assert table.points == -100 and table.validate() == "validate.too_low"
    assert Table().validate() == "validate.empty"


def test_fd_20_four_cards_in_the_counter_leave_one_pile() -> None:
    table = Table().counter([13, 13, 13, 8])
    assert table.piles == 1
    assert table.throw(8, 7) == "throw.wrong_piles" and table.fact("piles") == 1
    assert table.throw(8) == "throw.scores"


@pytest.mark.parametrize("last", [9, 13, 7])
def test_fd_21_one_pile_with_a_card_that_only_combines(last: int) -> None:
    table = Table().counter([13, 13, 13, 8])
    assert table.throw(last) == "throw.dead" and table.more == LOST
    assert table.turn == "B" and table.totals() == [0, 0]


@pytest.mark.parametrize("last", ["+10", "-10", "+5", "acc"])
def test_fd_22_one_pile_with_a_special(last: str) -> None:
    table = Table().counter([13, 13, 13, 8])
    assert table.throw(last) == ("throw.accrochage" if last == "acc" else "throw.dead") and table.more == LOST
    assert table.turn == "B" and table.totals() == [0, 0]


def test_fd_23_one_pile_that_shows_an_8() -> None:
    table = Table().counter([13, 13, 13, 8])
    table.throw(8)
    assert table.keep(8) == "keep.kept" and table.more == ["keep.full_hand"]
    assert (table.points, table.piles) == (800, 5)


def full_hand(**options: object) -> Table:
    return Table(**options).counter([13, 13, 13, 13, 8])


def test_fd_24_a_full_hand_may_stop() -> None:
    table = full_hand()
    assert table.validate() == "validate.done" and table.totals() == [1300, 0]
    table = full_hand(full_hand="must_throw")
    assert table.validate() == "validate.full_hand" and table.totals() == [0, 0]


def test_fd_25_a_full_hand_goes_on_with_five_piles_and_everything_at_risk() -> None:
    table = full_hand()
    assert table.throw(8, 7, 9, 10) == "throw.fewer_piles", "perhaps there were no more cards"
    table = full_hand()
    table.throw(8, 7, 9, 10, 11)
    table.keep(8)
    assert (table.points, table.piles, len(table.state.counter)) == (1400, 4, 6)
    assert table.throw(7, 9, 10, 11) == "throw.dead" and table.totals() == [0, 0]


def test_fd_26_a_tangle_ends_the_turn_whatever_else_is_there() -> None:
    table = Table().counter([8])
    assert table.throw("acc", 8, 8, 8) == "throw.accrochage" and table.more == LOST
    assert table.turn == "B" and table.totals() == [0, 0]
    assert table.keep(8, 8, 8) == "turn.not_yours"


def test_fd_27_a_tangle_in_the_first_throw() -> None:
    table = Table()
    assert table.throw("acc", 8, 8, 8, 7) == "throw.accrochage" and table.turn == "B"
    table = Table(first_accrochage="redraw")
    assert table.throw("acc", 8, 8, 8, 7) == "throw.redraw" and table.turn == "A"
    assert table.throw(8, 7, 9, 10, 11) == "throw.scores"
    table.keep(8)
    assert table.throw("acc", 8, 8, 8) == "throw.accrochage" and table.turn == "B"


def test_fd_28_a_lost_turn_leaves_the_pad_as_it_is() -> None:
    table = Table()
    table.do(ManualScore(PlayerId("A"), 700))
    table.counter([13, 13, 13, 13, 8], [8], [12])
    assert table.points == 1450
    assert table.throw(7, 9, 10) == "throw.dead" and table.rulings[1].fact["points"] == 1450
    assert table.totals() == [700, 0] and table.state.counter == () and table.piles == 5


def test_fd_29_validated_points_are_written_down() -> None:
    table = Table().counter([13, 13, 13, 8, 8])
    assert table.points == 800 and table.validate() == "validate.done"
    assert table.totals() == [800, 0] and table.turn == "B" and table.state.counter == ()
    assert [line.rounds for line in GAME.scores(table.state).lines] == [(800,), ()]


def test_fd_30_plus_five_is_50_or_as_printed_30() -> None:
    for plus_five, points in ((50, 150), (30, 130)):
        table = Table(plus_five=plus_five)
        table.throw(8, "+5", 7, 9, 10)
        assert table.keep(8) == "keep.with_specials" and table.points == points
        assert table.validate() == "validate.not_a_hundred"
    option = next(option for option in GAME.info.options if option.name == "plus_five")
    assert option.default == 50 and option.unsure


@pytest.mark.parametrize(("kept", "points"), [([8, 8], 50), ([8, 8, 12], 100)])
def test_fd_31_two_8_and_two_negative_specials(kept: list[str | int], points: int) -> None:
    table = Table()
    table.throw(8, 8, 12, "-5", "-10")
    assert table.keep(*kept) == "keep.with_specials" and table.points == points
    assert ("keep.must_go_on" in table.more) is (points == 50)
    assert table.piles == (1 if points == 50 else 5)


def test_fd_32_a_full_hand_of_850_must_go_on() -> None:
    table = Table()
    table.throw(11, 11, 11, 11, 12)
    table.keep(11, 11, 11, 11, 12)
    assert table.points == 850 and table.more == ["keep.full_hand", "keep.must_go_on"]
    assert table.validate() == "validate.not_a_hundred"


def test_fd_33_of_five_9_three_may_be_kept() -> None:
    table = Table()
    table.throw(9, 9, 9, 9, 9)
    assert table.keep(9, 9) == table.keep(9) == "keep.no_points"
    assert table.keep(9, 9, 9, 9, declared="brelan") == "keep.no_points"
    assert table.keep(9, 9, 9) == "keep.kept" and (table.points, table.piles) == (200, 2)


def near_the_target(**options: object) -> Table:
    table = Table("ABC", **options)
    for player, points in (("A", 9800), ("B", 9500), ("C", 100)):
        table.do(ManualScore(PlayerId(player), points))
    return table


def test_fd_34_the_highest_total_of_the_last_round_wins() -> None:
    table = near_the_target()
    table.counter([8, 8])
    assert table.validate() == "validate.done" and table.more == ["match.last_round"] and table.winners() == []
    table.throw(13, 13, 13, 7, 9, player="B")
    table.keep(13, 13, 13, player="B")
    assert table.validate("B") == "validate.done" and table.totals() == [10_000, 10_100, 100]
    assert table.throw(7, 9, 10, 11, 13, player="C") == "throw.dead" and table.more == ["turn.lost", "match.won"]
    assert table.winners() == ["B"] and table.throw(8, 7, 9, 10, 11) == "core.match_over"


def test_fd_34_equal_totals_win_together() -> None:
    table = near_the_target()
    table.counter([8, 8])
    table.validate()
    table.do(ManualScore(PlayerId("B"), 500))
    for player in "BC":
        table.throw(7, 9, 10, 11, 13, player=player)
    assert table.winners() == ["A", "B"]


def test_fd_34_the_match_may_end_at_once() -> None:
    table = near_the_target(last_round="at_once")
    table.counter([8, 8])
    assert table.validate() == "validate.done" and table.more == ["match.won"] and table.winners() == ["A"]


def test_fd_34_the_round_may_be_finished_only() -> None:
    table = near_the_target(last_round="finish_round")
    for _ in "AB":
        table.throw(7, 9, 10, 11, 13, player=table.turn)
    table.do(ManualScore(PlayerId("C"), 9700))
    table.throw(8, 8, 7, 9, 10, player="C")
    table.keep(8, 8, player="C")
    assert table.validate("C") == "validate.done" and table.winners() == ["C"]


@pytest.mark.parametrize(("target", "over"), [(5_000, True), (10_000, False), (20_000, False)])
def test_the_target_is_a_house_rule(target: int, over: bool) -> None:
    table = Table(target=target)
    table.do(ManualScore(PlayerId("A"), 5_000))
    assert (table.more == ["match.last_round"]) is over and GAME.scores(table.state).limit == target


def test_the_first_score_may_need_500() -> None:
    table = Table(opening=500).counter([8, 8])
    assert table.validate() == "validate.opening" and table.totals() == [0, 0]
    table = Table(opening=500).counter([12, 12, 12])
    assert table.validate() == "validate.done" and table.totals() == [500, 0]


def test_the_target_may_have_to_be_met_exactly() -> None:
    table = Table(overshoot="exact")
    table.do(ManualScore(PlayerId("A"), 9_900))
    table.counter([8, 8])
    assert table.validate() == "validate.overshoot" and table.totals() == [9_900, 0]


def test_a_dead_throw_may_save_the_counter_but_a_tangle_never() -> None:
    table = Table(dead_throw="counter_saved").counter([8, 8])
    table.throw(7, 9, 10)
    assert table.more == ["turn.saved"] and table.totals() == [200, 0]
    table = Table(dead_throw="counter_saved").counter([8, 8])
    table.throw("acc", 9, 10)
    assert table.more == LOST and table.totals() == [0, 0]


def test_something_is_kept_before_anything_else() -> None:
    table = Table()
    assert table.keep(8) == "keep.no_throw"
    table.throw(8, 12, 9, 10, 11)
    before = table.state
    assert table.throw(8, 7, 9, 10, 11) == table.validate() == "turn.must_keep" and table.state == before
    assert table.keep(8, 8) == table.keep(13) == "keep.not_thrown" and table.state == before
    assert table.do(events.Nothing(PlayerId("A"))) == "nothing.scores" and table.state == before
    assert table.keep(8, declared="flush") == "keep.declared_unknown"
    assert table.keep(8, declared="brelan") == "keep.no_combination" and table.state == before
    assert table.keep(8) == "keep.kept" and table.keep(12) == "keep.kept" and (table.points, table.piles) == (150, 3)


def test_one_player_after_the_other() -> None:
    table = Table()
    before = table.state
    assert table.throw(8, 7, 9, 10, 11, player="B") == "turn.not_yours"
    assert table.throw(8, 7, 9, 10, 11, player="Z") == "core.player_unknown" and table.state == before
    assert table.validate("B") == table.keep(8, player="B") == "turn.not_yours"
    free = Table(first_player="who_throws_first")
    assert free.throw(8, 7, 9, 10, 11, player="B") == "throw.scores" and free.turn == "B"
    assert table.do(events.Turn(PlayerId("B"))) == "turn.passed" and table.turn == "B"


def test_foreign_cards_are_refused() -> None:
    table = Table()
    before = table.state
    wrong = events.Throw(PlayerId("A"), (CardId("frappa/km/6"), *cards(7, 8, 9, 10)))
    assert table.do(wrong) == "core.card_unknown" and table.state == before
    table.throw(8, 7, 9, 10, 11)
    assert table.do(events.Keep(PlayerId("A"), (CardId("frankfurt/red/8"),))) == "core.card_unknown"


def test_unread_cards_are_ruled_as_far_as_can_be() -> None:
    table = Table()
    assert table.throw(8, "?", 9, 10, 11) == "throw.unread" and table.rulings[0].verdict is Verdict.UNDECIDED
    assert table.keep(8) == "keep.unread" and table.points == 100
    table = Table()
    assert table.throw("acc", "?", 9, 10, 11) == "throw.accrochage", "the tangle is certain"
    table = Table()
    table.throw(7, "?", 9, 10, 11)
    assert table.do(events.Nothing(PlayerId("A"))) == "nothing.unread" and table.turn == "B"
    table = Table()
    table.throw("?", 7, 9, 10, 11)
    assert table.keep(8) == "keep.kept" and table.points == 100, "now somebody has read it"
    table = Table()
    table.throw("?", 7, 9, 10, 11)
    table.keep("?")
    assert table.validate() == "validate.unread" and table.turn == "B"


def test_the_table_has_the_last_word() -> None:
    table = Table().counter([8, 8], [12])
    table.do(events.Validate(PlayerId("A")), Verdict.LEGAL)
    assert table.totals() == [250, 0] and table.turn == "B"
    table = Table().counter([8, 8])
    table.do(events.Validate(PlayerId("A")), Verdict.ILLEGAL)
    assert table.totals() == [0, 0] and table.turn == "A"


def test_a_small_counted_deck_has_as_many_piles_as_it_can() -> None:
    assert Table(deck="stand_in").throw(8, 7, 9, 10) == "throw.wrong_piles"
    assert full_hand(deck="stand_in").throw(8, 7, 9, 10) == "throw.wrong_piles"
    assert full_hand(small_deck="five_piles").throw(8, 7, 9, 10) == "throw.wrong_piles"


def test_points_by_hand_count_and_can_be_taken_away() -> None:
    table = Table()
    assert table.do(ManualScore(PlayerId("A"), 10_000)) == "core.scored_by_hand" and table.more == ["match.last_round"]
    table.do(ManualScore(PlayerId("A"), -10_000))
    assert table.state.finisher == -1 and table.totals() == [0, 0]


def test_sixteen_house_rules_have_their_number() -> None:
    codes = {option.code for option in GAME.info.options}
    assert codes >= {f"FDU{number}" for number in range(1, 16)} and GAME.info.players == (2, 8)
    assert card("acc") in IN_PLAY
