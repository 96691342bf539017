"""Cases FF-16 to FF-40 of the rules reference: columns, blockage, slaps, the ends of rounds; and their neighbours."""

import pytest

from companion.core.events import ManualScore
from companion.core.ids import PileId, PlayerId
from companion.core.rulings import Verdict
from companion.games.frankfurt import GAME, events
from tests.games.frankfurt.table import Table, card

#: Nothing of this fits on red 13 and blue 20: low cards of other colours, and blue even ones.
STUCK = {"A": ["red 1", "red 3", "red 5", "red 7"], "B": ["yellow 1", "yellow 3", "yellow 5", "yellow 7"]}


def stuck() -> Table:
    return Table.opened("red 13", "blue 20", lay=STUCK)


def test_ff_16_turning_a_card_before_the_top_is_discarded() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 5", "red 12"]}, penalty="card")
    before = table.state
    assert table.reveal("A", 2, "red 8") == "reveal.too_early" and table.more == ["penalty.card"]
    assert table.state == before
    assert table.reveal("B", 3) == "reveal.too_early", "an unread top card still lies there"
    table.discard("A", "red 12", column=2)
    assert table.reveal("A", 2, "red 8") == "reveal.done" and table.column("A", 2) == ["red 8"]
    assert table.reveal("A", 2, "red 8") == "reveal.too_early"


def test_ff_16_an_empty_column_has_no_next_card() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12"]})
    table.discard("A", "red 12", column=1)
    assert table.reveal("A", 1) == "column.empty"


def test_a_turned_card_tells_where_an_unseen_discard_came_from() -> None:
    table = Table.opened("blue 7", "red 1")
    table.discard("A", "red 12")
    assert table.reveal("A", 3, "red 8") == "reveal.done"
    assert table.column("A", 3) == ["", "red 8"] and table.left("A") == 9


def test_ff_17_a_face_up_card_moves_to_an_empty_column() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12", "yellow 3"]})
    table.discard("A", "red 12", column=1)
    assert table.shift("A", 2, 1) == "shift.done"
    assert table.column("A", 1) == ["yellow 3"] and table.column("A", 2) == [""]
    assert table.reveal("A", 2, "blue 8") == "reveal.done" and table.left("A") == 9


def test_ff_18_no_face_down_card_and_not_two_at_once() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12", "yellow 8", "yellow 10"]})
    table.discard("A", "red 12", column=1)
    table.discard("A", "yellow 8", 2, column=2)
    before = table.state
    assert table.shift("A", 2, 1) == "shift.face_down"
    assert table.shift("A", 3, 1, cards=2) == "shift.one_card_only"
    assert table.shift("A", 3, 2) == "shift.target_not_empty"
    assert table.shift("A", 1, 1) == "column.empty"
    assert table.shift("A", 3, 9) == "column.missing"
    assert table.state == before


def test_ff_19_two_hands() -> None:
    table = Table.opened("blue 7", "red 1")
    before = table.state
    assert table.do(events.Foul(PlayerId("A"), "two_hands")) == "foul.two_hands" and table.more == []
    assert table.verdict == "illegal" and table.state == before
    table = Table.opened("blue 7", "red 1", penalty="freeze")
    table.do(events.Foul(PlayerId("B"), "two_hands"))
    assert table.more == ["penalty.freeze"]
    assert table.do(events.Foul(PlayerId("B"), "winking")) == "foul.unknown"


def test_who_can_play_must_play() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12", "red 1", "red 1", "red 1"], "B": STUCK["B"]})
    assert table.do(events.Foul(PlayerId("A"), "not_playing")) == "foul.must_play"
    table = stuck()
    assert table.do(events.Foul(PlayerId("A"), "not_playing")) == "foul.cannot_play"
    assert Table.opened("blue 7", "red 1").do(events.Foul(PlayerId("A"), "not_playing")) == "blockage.unread"


def test_ff_20_in_a_blockage_each_adds_a_card_to_a_different_pile() -> None:
    lay = {**STUCK, "C": ["red 1", "red 3", "red 5", "red 7"]}
    table = Table.opened("red 13", "blue 20", "blue 20", lay=lay)
    assert table.more == ["blockage.found"], "the engine saw it itself"
    assert table.blocked("B") == "blockage.declared"
    assert table.add("A", "red 1", 1) == "blockage.added"
    assert table.add("B", "blue 20", 1) == "blockage.pile_used"
    assert table.add("A", "blue 20", 2) == "blockage.added_twice"
    assert table.blocked() == "blockage.still_adding"
    assert table.add("B", "blue 18", 2) == "blockage.added"
    assert table.add("C", "blue 16", 3) == "blockage.added"
    assert [table.pile(n)[-1] for n in (1, 2, 3)] == ["red 1", "blue 18", "blue 16"]
    assert table.draws == [32, 32, 32] and not table.state.adding


def test_ff_21_without_a_draw_pile_the_card_comes_from_the_lid() -> None:
    table = stuck()
    table.count("B", draw=0)
    table.count(lid=5)
    assert table.blocked("A") == "blockage.declared"
    assert table.add("B", "red 2", 1) == "core.card_unknown"
    assert table.add("B", "red 8", 1) == "blockage.from_lid" and table.state.lid == 4
    assert table.add("A", "red 20", 2) == "blockage.added" and table.draws == [54, 0]


def test_ff_22_with_an_empty_lid_that_player_adds_nothing() -> None:
    lay = {**STUCK, "C": ["red 1", "red 3", "red 5", "red 7"]}
    table = Table.opened("red 13", "blue 20", "blue 20", lay=lay)
    table.count("B", draw=0)
    assert table.blocked("A") == "blockage.declared" and table.fact("players") == ("A", "C")
    assert table.add("B", "red 8", 1) == "blockage.nothing_left" and table.state.adding == (0, 2)
    assert table.add("A", "red 8", 1) == table.add("C", "red 8", 2) == "blockage.added"
    assert not table.state.adding and table.draws == [32, 0, 32]


def test_ff_22_house_rule_the_lowest_card_of_the_pile() -> None:
    table = Table.opened("red 13", "blue 20", lay=STUCK, empty_lid="lowest_of_pile")
    table.count("B", draw=0)
    table.blocked("A")
    assert table.add("B", "red 13", 1) == "blockage.from_bottom" and table.pile(1) == ["red 13"]


def test_ff_23_a_declared_blockage_that_is_none() -> None:
    table = Table.opened("red 13", "blue 20", lay={**STUCK, "A": ["yellow 14", "red 1", "red 1", "red 1"]})
    before = table.state
    for caller in ("A", "B", ""):
        assert table.blocked(caller) == "blockage.can_play"
        assert (table.fact("player"), table.fact("pile")) == ("A", "1")
    assert table.state == before
    assert table.add("A", "red 1", 1) == "blockage.can_play"
    assert table.blocked("Z") == "core.player_unknown"


def test_ff_23_a_hidden_card_that_can_be_turned_comes_first() -> None:
    table = Table.opened("red 13", "blue 20", lay={**STUCK, "A": ["red 1", "blue 14", "red 1", "red 1"]})
    table.discard("A", "blue 14", 1)
    assert table.blocked("A") == "blockage.can_reveal" and table.fact("player") == "A"


@pytest.mark.parametrize(
    ("rule", "code"), [("shift_first", "blockage.can_shift"), ("shift_is_optional", "blockage.declared")]
)
def test_ff_23_a_shift_that_exposes_a_card(rule: str, code: str) -> None:
    lay = {**STUCK, "A": ["blue 14", "red 1", "red 3", "red 5"]}
    table = Table.opened("red 13", "blue 20", lay=lay, blockage=rule)
    table.discard("A", "blue 14", 1)
    assert table.blocked("B") == code


def test_a_blockage_nobody_can_see_is_for_the_table_to_decide() -> None:
    table = Table.opened("red 13", "blue 20")
    assert table.blocked("A") == "blockage.unread" and table.verdict == "undecided"
    assert table.state.adding == (0, 1)


def test_ff_24_a_blockage_may_follow_a_blockage() -> None:
    table = stuck()
    table.blocked()
    table.add("A", "red 13", 1)
    assert table.add("B", "blue 20", 2) == "blockage.added" and table.more == ["blockage.found"]
    assert table.blocked() == "blockage.declared"
    table.add("A", "red 8", 1)
    assert table.add("B", "blue 18", 2) == "blockage.added" and table.more == [], "red 1 fits on red 8"
    assert table.blocked() == "blockage.can_play"


def test_ff_25_the_winner_s_pile_goes_to_the_lid_and_the_others_take_one_each() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8").empty("A")
    table.discard("B", "yellow 9", 3)
    assert table.slap("A", 2) == "slap.round_won" and table.phase == "collecting"
    assert table.slap("B", 2) == "slap.pile_gone"
    assert table.slap("B", 3) == "slap.takes" and table.phase == "collecting"
    assert table.slap("C", 1) == "slap.takes" and table.more == ["round.ended"]
    assert table.state.lid == 1 and table.phase == "opening" and not table.state.piles
    assert table.draws == [33, 33 + 9 + 2, 33 + 10 + 1]
    assert [line.rounds for line in GAME.scores(table.state).lines] == [(-11,), (0,), (0,)]


def test_ff_26_the_lower_hand_has_the_pile() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8", "blue 8").empty("A")
    table.slap("A", 1, 0)
    assert table.slap("B", 2, 0) == "slap.takes"
    assert table.slap("C", 2, 1) == "slap.upper_hand" and table.fact("other") == "B"
    assert table.slap("D", 3) == "slap.takes" and table.more == ["round.ended"], "the last pile is C's"
    assert dict(table.state.taken) == {"1": 0, "2": 1, "3": 3, "4": 2}


def test_ff_26_a_hand_found_below_takes_the_pile_away() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8").empty("A")
    table.slap("A", 1)
    assert table.slap("B", 2, 1) == "slap.takes"
    assert table.slap("C", 2, 0) == "slap.lower_hand" and table.more == ["round.ended"]
    assert dict(table.state.taken) == {"1": 0, "2": 2, "3": 1}


def test_ff_26_too_close_to_call() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8", "red 8").empty("A")
    table.slap("A", 1)
    table.slap("B", 2)
    assert table.slap("C", 2, certainty="too_close") == "slap.too_close" and table.verdict == "undecided"
    overruled = Table.opened("red 13", "blue 20", "blue 8").empty("A")
    overruled.slap("A", 1)
    overruled.slap("B", 2)
    overruled.do(events.Slap(PlayerId("C"), events.PileId("2"), None, "too_close"), Verdict.LEGAL)
    assert dict(overruled.state.taken) == {"1": 0, "2": 2, "3": 1}


def test_ff_26_everybody_takes_one_pile() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8", "red 8").empty("A")
    table.slap("A", 1)
    table.slap("B", 2)
    before = table.state
    assert table.slap("B", 3) == "slap.already_slapped" and table.slap("A", 4) == "slap.already_slapped"
    assert table.slap("B", 2) == "slap.already_yours" and table.slap("B", 9) == "pile.missing"
    assert table.end_round() == "round.piles_free"
    assert table.state == before


def test_ff_27_two_players_need_no_race() -> None:
    table = Table.opened("red 13", "blue 20").empty("A")
    assert table.slap("A", 2) == "slap.round_won" and table.more == ["round.ended"]
    assert table.draws == [55, 55 + 10 + 1] and table.state.lid == 1
    assert table.slap("B", 2) == "slap.pile_gone" and table.slap("B", 1) == "slap.already_yours"
    assert table.draws == [55, 66]


def test_ff_28_leftover_columns_and_the_pile_go_under_the_draw_pile() -> None:
    table = Table.opened("red 1", "red 3", lay={"B": ["yellow 8", "blue 10", "red 12", "blue 20"]})
    table.discard("B", "yellow 8", 1, 1)
    table.discard("B", "blue 10", 1, 2)
    table.reveal("B", 2, "red 7")
    table.empty("A").slap("A", 2)
    assert table.draws == [55, 55 + 8 + 3] and table.seat("B").columns == ()
    assert sum(table.draws) + table.state.lid == 132 - 10, "ten cards of A were counted away"


def test_ff_29_a_slap_with_a_card_left_is_void() -> None:
    table = Table.opened("red 13", "blue 20")
    table.count("A", columns=1)
    before = table.state
    assert table.slap("A", 1) == "slap.not_finished" and table.fact("left") == 1 and table.more == []
    assert table.state == before and table.phase == "playing"
    table = Table.opened("red 13", "blue 20", false_slap="penalty", penalty="freeze")
    assert table.slap("B", 1) == "slap.not_finished" and table.more == ["penalty.freeze"]


@pytest.mark.parametrize("players", [2, 3])
def test_ff_30_a_wrong_last_card_called_before_the_slap_is_settled(players: int) -> None:
    table = Table.opened(*["blue 7", "red 1", "red 3"][:players])
    table.count("A", columns=1)
    assert table.discard("A", "red 5") == "discard.lower" and table.left("A") == 0
    assert table.slap("A", 2) == "slap.round_won" and table.phase == "collecting"
    assert table.challenge("B") == "challenge.upheld" and table.more[0] == "slap.undone"
    assert table.phase == "playing" and table.left("A") == 1 and table.state.winner == -1
    assert table.slap("A", 2) == "slap.not_finished"


def test_ff_30_a_wrong_last_card_called_before_the_slap() -> None:
    table = Table.opened("blue 7", "red 1")
    table.count("A", columns=1)
    table.discard("A", "red 5")
    table.challenge("B")
    assert table.slap("A", 1) == "slap.not_finished" and table.left("A") == 1


@pytest.mark.parametrize(
    ("cards", "sizes", "draw"),
    [
        (2, (1, 0, 0, 0), 0),  # FF-33
        (3, (1, 1, 0, 0), 0),  # FF-34
        (4, (1, 2, 0, 0), 0),
        (5, (1, 2, 1, 0), 0),
        (6, (1, 2, 2, 0), 0),  # FF-31
        (7, (1, 2, 3, 0), 0),
        (8, (1, 2, 3, 1), 0),
        (10, (1, 2, 3, 3), 0),
        (11, (1, 2, 3, 4), 0),  # FF-32
        (12, (1, 2, 3, 4), 1),
    ],
)
def test_ff_31_32_33_34_short_draw_piles_build_what_they_can(cards: int, sizes: tuple[int, ...], draw: int) -> None:
    table = Table()
    table.count("A", draw=cards)
    assert table.open("A", "red 8") == "open.pile"
    assert tuple(map(len, table.seat("A").columns)) == sizes and table.seat("A").draw == draw


def test_ff_31_the_unused_fourth_column_can_be_used_at_once() -> None:
    table = Table()
    table.count("A", draw=6)
    assert table.lay_out("A", "red 1", "red 3", "red 5") == "lay_out.done" and table.fact("sizes") == (1, 2, 2)
    table.open("A", "red 8")
    assert table.shift("A", 3, 4) == "core.out_of_phase", "not before everybody has opened"
    table.open("B", "red 8")
    assert table.shift("A", 3, 4) == "shift.done" and table.column("A", 4) == ["red 5"]
    assert table.reveal("A", 3, "blue 9") == "reveal.done"


def test_ff_32_with_an_empty_draw_pile_blockage_cards_come_from_the_lid() -> None:
    table = Table()
    table.count("A", draw=11)
    for player in "AB":
        table.lay_out(player, *STUCK[player])
    table.open("A", "red 13")
    table.open("B", "blue 20")
    table.count(lid=3)
    table.blocked()
    assert table.add("A", "red 8", 1) == "blockage.from_lid" and (table.draws[0], table.state.lid) == (0, 2)


def test_ff_33_two_cards_make_one_column_and_an_opener() -> None:
    table = Table()
    table.count("A", draw=2)
    assert table.lay_out("A", "red 1", "red 3") == "column.empty"
    assert table.lay_out("A", "red 1") == "lay_out.done" and table.open("A", "red 8") == "open.pile"
    assert table.left("A") == 1 and table.draws[0] == 0


def test_ff_34_three_cards_make_two_columns_and_an_opener() -> None:
    table = Table()
    table.count("A", draw=3)
    table.open("A", "red 8")
    assert [len(column) for column in table.seat("A").columns] == [1, 1, 0, 0] and table.draws[0] == 0


def test_fewer_than_two_cards_build_nothing() -> None:
    table = Table()
    table.count("A", draw=1)
    assert table.open("A", "red 8") == "open.too_few" and not table.state.piles


@pytest.mark.parametrize("last", [0, 1])
def test_ff_35_at_most_one_card_at_the_end_of_a_round_wins(last: int) -> None:
    table = Table()
    table.count("A", draw=11 + last)
    table.open("A", "red 8")
    table.open("B", "red 8")
    table.empty("A").slap("A", 1)
    assert table.more == ["round.ended", "game.won"] and table.phase == "over"
    assert table.winners() == ["A"] and table.totals()[0] == last
    assert table.open("B") == "core.match_over"
    assert table.do(ManualScore(PlayerId("B"), 3)) == "core.scored_by_hand" and table.totals()[1] == 66 + 3


def test_ff_36_with_two_cards_the_match_goes_on() -> None:
    table = Table()
    table.count("A", draw=13)
    table.open("A", "red 8")
    table.open("B", "red 8")
    table.empty("A").slap("A", 1)
    assert table.more == ["round.ended"] and table.phase == "opening" and table.draws[0] == 2


@pytest.mark.parametrize(("players", "share"), [("AB", 66), ("ABC", 44), ("ABCD", 33)])
def test_ff_37_the_cards_are_dealt_evenly(players: str, share: int) -> None:
    table = Table(players)
    assert table.draws == [share] * len(players) == table.totals()
    for player in players:
        assert table.open(player, "red 8") == "open.pile" and table.fact("draw") == share - 11
    assert table.draws == [share - 11] * len(players) and table.phase == "playing"
    assert [len(column) for column in table.seat("A").columns] == [1, 2, 3, 4]
    assert [pile.name for pile in table.state.piles] == ["1", "2", "3", "4"][: len(players)]


def test_ff_38_opening_cards_need_not_fit() -> None:
    table = Table.opened("red 20", "red 9")
    assert (table.pile(1), table.pile(2)) == (["red 20"], ["red 9"]) and table.phase == "playing"
    assert table.challenge("A", 2) == "challenge.needs_no_fit"
    assert table.open("A", "red 8") == "open.again"


def test_ff_38_everybody_opens_one_pile_of_their_own() -> None:
    table = Table()
    assert table.open("A", "red 8", "left") == "open.pile"
    assert table.open("A", "red 9") == "open.again" and table.open("B", "red 9", "left") == "open.pile_exists"
    assert table.open("B", "red 2") == "core.card_unknown" and len(table.state.piles) == 1


def test_ff_39_constant_stress_lets_the_winner_go_on_at_once() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8", constant_stress=True).empty("A")
    table.slap("A", 1)
    assert table.open("B", "red 1") == "open.collect_first"
    assert table.open("A", "red 8", "4") == "open.stress" and table.state.lid == 1
    assert table.discard("A", "red 9", 4) == "discard.same_colour" and table.left("A") == 9
    assert table.discard("A", "blue 9", 3) == "discard.round_over"
    assert table.slap("B", 2) == "slap.takes"
    assert table.open("B", "red 1", "5") == "open.stress" and table.draws[1] == 33 + 11 - 11
    assert table.open("C", "red 3", "6") == "open.stress" and table.more == ["round.ended"]
    assert table.phase == "playing" and table.state.round == 2


def test_ff_39_without_constant_stress_everybody_waits() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8").empty("A")
    table.slap("A", 1)
    before = table.state
    assert table.open("A", "red 8") == "open.collect_first" and table.lay_out("A") == "open.collect_first"
    assert table.state == before


def double_finish(b_has: int, **options: object) -> Table:
    """A and B finish together; A has nothing left, B so many cards before taking a pile of one."""
    table = Table("AB", **options)
    table.count("A", draw=11)
    table.count("B", draw=11 + b_has)
    for player in "AB":
        table.open(player, "red 8")
        table.empty(player)
    return table


def test_ff_40_of_two_finishers_the_lower_hand_wins() -> None:
    table = double_finish(0)
    assert table.slap("A", 1, 0) == "slap.round_won"
    assert table.slap("B", 1, 1) == "slap.upper_hand"
    assert table.draws == [0, 1] and table.phase == "over" and table.winners() == ["A"]


def test_ff_40_the_lower_hand_counts_even_if_it_was_seen_later() -> None:
    table = double_finish(0)
    assert table.slap("B", 1, 1) == "slap.round_won" and table.slap("A", 1, 0) == "slap.lower_hand"
    assert table.draws == [0, 1] and table.winners() == ["A"]
    other = double_finish(0)
    other.slap("B", 2)
    other.slap("A", 1)
    assert other.draws == [1, 0] and other.winners() == ["B"]


@pytest.mark.parametrize(("rule", "winners"), [("fewest_cards", ["A"]), ("shared", ["A", "B"])])
def test_ff_40_house_rules_of_the_double_finish(rule: str, winners: list[str]) -> None:
    table = double_finish(0, double_finish=rule)
    table.slap("A", 1)
    table.slap("B", 2)
    assert table.winners() == winners


def test_after_the_slap_nobody_discards() -> None:
    table = Table.opened("red 13", "blue 20", "blue 8").empty("A")
    table.slap("A", 1)
    before = table.state
    assert table.discard("B", "blue 9", 3) == "discard.round_over" and table.state == before
    free = Table.opened("red 13", "blue 20", "blue 8", after_slap="until_own_slap").empty("A")
    free.slap("A", 1)
    assert free.discard("B", "blue 9", 3) == "discard.same_colour"
    assert free.discard("B", "red 14", 1) == "discard.pile_taken"


def test_a_round_nobody_watched_is_counted_by_hand() -> None:
    table = Table()
    assert table.end_round("A", 55, 70) == "round.counted" and table.more == ["round.ended"]
    assert table.draws == [55, 70] and table.state.lid == 7 and table.state.round == 2
    assert table.end_round("A", 55) == table.end_round("A", 100, 100) == "count.impossible"
    assert table.end_round("Z", 1, 1) == "core.player_unknown"
    assert table.end_round("B", 1, 1) == "round.counted" and table.winners() == ["B"]
    assert table.end_round("A", 1, 1) == "core.match_over" and table.winners() == ["B"]


def test_that_a_round_has_ended_may_be_said_after_the_last_slap_ended_it() -> None:
    table = Table()
    assert table.end_round() == "core.out_of_phase", "nothing has begun"
    table = Table.opened("red 13", "blue 20").empty("A")
    assert table.slap("A", 1) == "slap.round_won" and table.more == ["round.ended"]
    before = table.state
    assert table.end_round() == table.end_round("A") == "round.collected" and table.state == before
    table.open("A", "red 1")
    assert table.end_round() == "core.out_of_phase"
    won = Table.opened("red 13", "blue 20").empty("A")
    won.count("A", draw=1)
    assert won.slap("A", 1) == "slap.round_won" and won.winners() == ["A"]
    assert won.end_round() == "round.collected" and won.winners() == ["A"]


def test_a_card_in_flight_when_the_last_slap_ends_the_round_comes_too_late() -> None:
    table = Table.opened("red 13", "blue 20").empty("A")
    table.slap("A", 1)
    before = table.state
    assert table.discard("B", "blue 1", 2) == "discard.round_over" == table.discard("B", "yellow 14", 1)
    late = events.Discard(PlayerId("B"), card("blue 1"), PileId("2"))
    table.do(late, Verdict.LEGAL)
    assert table.state == before and table.discard("B", "blue 1", 3) == "pile.missing"


def test_counts_by_hand_have_the_last_word() -> None:
    table = Table.opened("red 13", "blue 20")
    assert table.count("A", draw=55) == "count.agrees"
    assert table.count("A", draw=50) == "count.corrected" and table.fact("missing") == 5
    assert table.count("A", draw=200) == table.count("A", draw=-1) == "count.impossible"
    assert table.count("A") == "count.empty" and table.count("Z", draw=1) == "core.player_unknown"
    assert Table(corrections="none").count("A", draw=50) == "count.forbidden"


def test_a_count_between_rounds_may_end_the_match() -> None:
    table = Table()
    table.end_round("A", 20, 70)
    assert table.count("A", draw=1) == "count.corrected" and table.more == ["game.won"] and table.winners() == ["A"]


def test_no_card_is_ever_lost() -> None:
    table = Table.opened("red 1", "red 3")
    for what in ("yellow 8", "blue 10", "red 12", "blue 20"):
        table.discard("A", what, 1)
    for _ in range(6):
        table.discard("A", "?", 2)
    assert table.left("A") == 0 and table.discard("A", "red 8", 1) == "discard.no_cards"
    assert table.slap("A", 1, 0) == "slap.round_won"
    assert table.end_round() == "round.collected"
    assert sum(table.draws) + table.state.lid == 132 and table.draws == [55, 55 + 10 + 7]


def test_the_timer_of_the_house_rules() -> None:
    assert Table.opened("red 1", "red 3").do(events.TimeUp()) == "timer.none"
    table = Table.opened("red 1", "red 3", round_timer="2_minutes")
    assert table.do(events.TimeUp()) == "timer.up" and table.add("A", "red 8", 1) == "blockage.added"
