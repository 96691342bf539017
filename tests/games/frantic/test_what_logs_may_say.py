"""What a log may write although the engine does it by itself, and what it may leave out."""

from tests.games.frantic.scene import Scene


def forced_by_four(targets: str, hand: str = "b1") -> Scene:
    table = Scene(pile="b5", turn="A", hands={"A": "fantastic-four r9", "B": hand, "C": "b2", "D": "b3"})
    table.play("A", "fantastic-four", "red", targets)
    return table


def test_every_victim_names_the_cards_drawn() -> None:
    table = forced_by_four("BBCD")
    codes = [table.draw("B", "r1"), table.draw("B", "r2"), table.draw("C", "r3"), table.draw("D", "r4")]
    assert codes[1:] == ["draw.owed"] * 3
    assert table.draw("D", "r5") == "draw.not_your_turn"
    assert table.play("B", "r1") == "play.wish_met"
    assert table.holds("B", "b1 r2") and table.holds("C", "b2 r3") and table.holds("D", "b3 r4")


def test_after_the_forced_draws_comes_the_one_of_the_turn() -> None:
    table = forced_by_four("BBBB")
    for word in ("r1", "r2", "r3", "r4"):
        assert table.draw("B", word) in ("draw.drawn", "draw.owed")
    assert table.draw("B", "g5") == "draw.drawn"
    assert table.draw("B", "g6") == "draw.twice"
    assert table.go_on("B") == "pass.turn_ended"
    assert table.holds("B", "b1 r1 r2 r3 r4 g5")


def test_who_leaves_forced_draws_out_draws_once_in_turn() -> None:
    table = forced_by_four("BBBB")
    assert table.draw("B", "r8") == "draw.drawn"
    assert table.play("B", "r8") == "play.wish_met"
    assert table.counts == (1, 5, 1, 1)


def test_one_card_each_is_told_apart_by_who_plays() -> None:
    """Both readings make sense until somebody plays: whose turn it then is says which was meant."""
    for player, word, counts in (("B", "r1", (1, 1, 2, 3)), ("C", "r2", (1, 3, 2, 3))):
        table = forced_by_four("BCDD")
        table.draw("B", "r1")
        table.draw("C", "r2")
        assert table.play(player, word) == "play.wish_met"
        assert table.counts == counts


def test_naming_closes_the_window_for_a_counterattack() -> None:
    table = Scene(pile="b5", turn="A", hands={"A": 5, "B": 5, "C": 5, "D": 5})
    table.play("A", "fantastic-four", "red", "CCDD")
    assert table.waits == "Attack"
    assert [table.draw("C", "r3"), table.draw("C", "r4"), table.draw("D"), table.draw("D")] == ["draw.owed"] * 4
    assert (table.turn, table.counts) == ("B", (4, 5, 7, 7))


def test_an_event_and_nice_try_make_draws_that_may_be_written() -> None:
    table = Scene("ABC", pile="b5", turn="A", hands={"A": "k5 r1", "B": "b1", "C": "b2"})
    table.play("A", "k5")
    table.event("expansion")
    draws = [table.draw(player) for player in "BCCAAA"]
    assert set(draws[2:]) == {"draw.owed"}
    assert table.counts == (4, 2, 3)
    table = Scene("AB", pile="b5", turn="A", hands={"A": "b1", "B": "nice-try r3 b3"})
    table.play("A", "b1")
    table.play("B", "nice-try", "red")
    assert [table.draw("A", word) for word in ("g1", "g2", "g3")] == ["draw.owed"] * 3
    assert table.play("B", "r3") == "play.wish_met"
    assert table.holds("A", "g1 g2 g3")


def test_a_forced_draw_names_a_card_of_the_deck_only_as_often_as_there_are() -> None:
    table = forced_by_four("CCCC")
    assert table.draw("C", "event/tornado") != "draw.owed"
    assert [table.draw("C", "g6") for _ in range(3)] == ["draw.owed", "draw.owed", "card.all_seen"]


def test_discards_from_known_hands_may_be_written_even_after_the_round() -> None:
    table = Scene(pile="b5", turn="A", hands={"A": "k5 r4 b4 y4", "B": "b1 b2", "C": "b2 y2 b4", "D": "y1 k1"})
    table.play("A", "k5")
    table.event("mating-season")
    assert table.last_round == (0, 3, 4, 0)
    assert table.discard("A", "r4 b4") == "discard.not_due"
    assert table.discard("A", "y4 r4 b4") == "discard.discarded"
    assert table.discard("A", "y4 r4 b4") == "discard.not_due"
    assert table.discard("B", "b1") == "discard.not_due"
    assert table.go_on() == "pass.nothing_waits"
    assert table.last_round == (0, 3, 4, 0)


def test_one_opponent_for_a_skip() -> None:
    table = Scene(pile="r5", turn="A")
    assert table.play("A", "r-skip", targets="BC") == "target.one"


def test_a_log_may_leave_out_the_deal_or_the_start_card() -> None:
    table = Scene()
    assert table.start("r5") == "start.turned"
    assert table.play("B", "r7") == "play.same_colour"
    assert table.counts == (7, 6, 7, 7)
    table = Scene()
    table.deal("A")
    assert table.play("B", "r3") == "play.top_needed"
    assert table.play("C", "b1") == "play.no_match"
    assert table.start("r5") == "core.out_of_phase"


def test_a_wish_or_a_target_that_the_card_does_not_ask_for() -> None:
    table = Scene(pile="r5", turn="A")
    assert table.play("A", "r6", "blue") == "wish.not_asked"
    assert table.play("A", "fantastic", "blue", "B") == "target.not_asked"
    assert table.play("A", "r6") == "play.same_colour"
    assert table.wish("A", "blue") == "wish.not_due"
