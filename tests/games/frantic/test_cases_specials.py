"""FC-20 to FC-46 of the rules reference and their neighbours: specials, Counterattack, Nice Try."""

import pytest

from tests.games.frantic.scene import Scene, card


def with_hands(players: str = "ABCD", pile: str = "r5", draw_pile: int = 60, **hands: str | int) -> Scene:
    options = hands.pop("options", None)
    held = {player: hands.get(player, 7) for player in players}
    return Scene(players, options=options, turn="A", pile=pile, hands=held, draw_pile=draw_pile)  # type: ignore[arg-type]


def test_fc_20_gift_as_start_card() -> None:
    scene = Scene()
    scene.deal("A", {"A": "r1 r2 r3 r4 b1 b2 b3"})
    assert scene.start("r-gift") == "start.turned"
    assert scene.waits == "TargetDue"
    assert scene.target("A", "A") == "target.self"
    assert scene.target("A", "C") == "target.named"
    assert scene.give("A", "C", "r1 r2") == "give.given"
    assert scene.counts == (5, 7, 9, 7) and scene.turn == "B"


def test_fc_21_fantastic_as_start_card() -> None:
    scene = Scene()
    scene.deal("A")
    assert scene.start("fantastic") == "start.turned"
    assert scene.wish("B", "red") == "wish.not_due"
    assert scene.wish("A", "red") == "wish.made"
    assert scene.turn == "B" and scene.state.wish == "red"
    assert scene.play("B", "g1") == "play.wish_missed"
    assert scene.play("B", "r1") == "play.wish_met"


@pytest.mark.parametrize("special", ["counterattack", "nice-try", "equality"])
def test_fc_21_start_cards_that_only_wish(special: str) -> None:
    scene = Scene()
    scene.deal("A")
    assert scene.start(special, "green") == "start.turned"
    assert scene.turn == "B" and scene.state.wish == "green"


def test_fc_21_second_chance_as_start_card() -> None:
    scene = Scene()
    scene.deal("A", {"A": "r1 r2 r3 r4 b1 b2 b3"})
    assert scene.start("r-second-chance") == "start.turned"
    assert scene.turn == "A"
    assert scene.draw("A") == "draw.must_play"
    assert scene.play("A", "r1") == "play.same_colour" and scene.turn == "B"


def test_fc_22_gift_of_fuck_you_is_refused() -> None:
    scene = with_hands(A="r-gift fuck-you b1 b2", B=3)
    scene.play("A", "r-gift", targets="B")
    before = scene.state
    assert scene.give("A", "B", "fuck-you b1") == "give.fuck_you"
    assert scene.state == before
    assert scene.give("A", "B", "b1") == "give.count"
    assert scene.give("A", "C", "b1 b2") == "give.other"
    assert scene.give("A", "B", "b1 b2") == "give.given"
    assert scene.holds("A", "fuck-you") and scene.counts[1] == 5 and scene.turn == "B"


def test_fc_23_gift_of_the_one_card_beside_fuck_you() -> None:
    scene = with_hands(A="r-gift fuck-you b1", B=3)
    scene.play("A", "r-gift", targets="B")
    assert scene.give("A", "B", "b1 fuck-you") == "give.fuck_you"
    assert scene.give("A", "B", "b1") == "give.given"
    assert scene.holds("A", "fuck-you") and scene.counts[1] == 4


def test_fc_23_a_hidden_hand_may_hold_fuck_you() -> None:
    scene = with_hands(A=3)
    scene.play("A", "r-gift", targets="B")
    assert scene.give("A", "B", "b1") == "give.fewer"
    assert scene.counts[:2] == (1, 8) and scene.turn == "B"


def test_fc_24_gift_as_last_card() -> None:
    scene = with_hands(A="r-gift", B="b1 counterattack", C="g1", D="y1 y2")
    assert scene.play("A", "r-gift") == "play.same_colour"
    assert scene.waits == "TargetDue"
    assert scene.target("A", "B") == "target.named"
    assert scene.waits == "Attack"
    assert scene.go_on("B") == "pass.no_reaction"
    assert scene.news[-2:] == ["round.over_hand_empty", "round.scored"]
    assert scene.last_round == (0, 8, 1, 3)


def test_fc_24_gift_as_last_card_countered() -> None:
    scene = with_hands(A="r-gift", B="b1 b2 counterattack", C="g1", D="y1 y2")
    scene.play("A", "r-gift", targets="B")
    assert scene.play("B", "counterattack", targets="A") == "counter.thrown"
    assert scene.give("B", "A", "b1 b2") == "give.given"
    assert scene.holds("A", "b1 b2") and scene.counts == (2, 0, 1, 2)
    assert scene.waits == "WishDue"
    assert scene.show("C", "g1") == "hand.counted"
    assert scene.show("A", "b1 b2") == "hand.already_counted" and scene.last_round == (3, 0, 1, 3)


def test_fc_25_exchange_as_last_card() -> None:
    scene = with_hands(A="r-exchange", B="b1 b2 b3", C=3, D=3)
    scene.play("A", "r-exchange", targets="B")
    assert scene.waits == "SwapDue"
    assert scene.take("A", "B", "b1 b2") == "take.taken"
    assert scene.holds("A", "b1 b2") and scene.holds("B", "b3") and scene.turn == "B"


def test_fc_26_exchange_with_one_card() -> None:
    scene = with_hands(A="r-exchange g1 g2 g3", B="b1")
    scene.play("A", "r-exchange", targets="B")
    assert scene.take("A", "B", "b1 b1") == "take.count"
    assert scene.give("A", "B", "g1") == "give.count"
    assert scene.give("A", "B", "g1 g2") == "give.given"
    assert scene.take("A", "B", "b1") == "take.taken"
    assert scene.holds("A", "g3 b1") and scene.holds("B", "g1 g2")


def test_fc_27_exchange_takes_from_the_hand_as_it_was() -> None:
    scene = with_hands(A="r-exchange g1 g2", B="b1 b2 b3")
    scene.play("A", "r-exchange", targets="B")
    scene.give("A", "B", "g1 g2")
    assert scene.take("A", "B", "g1 b1") == "card.not_in_hand"
    assert scene.take("A", "B", "b1 b2") == "take.taken"
    assert scene.holds("A", "b1 b2") and scene.holds("B", "b3 g1 g2") and scene.turn == "B"


def test_fc_27_exchange_unseen_and_fuck_you_taken_blind() -> None:
    scene = with_hands(A="r-exchange g1 g2 g3", B="fuck-you b1")
    scene.play("A", "r-exchange", targets="B")
    assert scene.give("A", "B", "g1 g2") == "give.given"
    assert scene.take("A", "B", "fuck-you b1") == "take.taken"
    assert scene.holds("A", "g3 fuck-you b1")


def test_fc_28_second_chance_as_last_card() -> None:
    scene = with_hands(A="r-second-chance")
    assert scene.play("A", "r-second-chance") == "play.same_colour"
    assert scene.turn == "A" and scene.counts[0] == 0
    assert scene.go_on("A") == "pass.second_chance"
    assert scene.draw("A") == "draw.second_chance"
    assert scene.counts[0] == 1 and scene.turn == "A"
    assert scene.go_on("A") == "pass.turn_ended" and scene.turn == "B"


def test_fc_28_the_next_player_plays_on() -> None:
    scene = with_hands(A="r-second-chance")
    scene.play("A", "r-second-chance")
    assert scene.play("B", "r1") == "play.same_colour"
    assert scene.counts == (1, 6, 7, 7) and scene.state.draw_pile == 59


def test_fc_29_second_chance_must_be_played_on() -> None:
    scene = with_hands(A="r-second-chance g1 fantastic")
    scene.play("A", "r-second-chance")
    assert scene.draw("A") == "draw.must_play" and scene.counts[0] == 2
    assert scene.play("A", "fantastic", "blue") == "play.four_colour"
    assert scene.turn == "B" and scene.state.wish == "blue"


def test_fc_29_nothing_fits() -> None:
    scene = with_hands(A="r-second-chance g1 g2")
    scene.play("A", "r-second-chance")
    assert scene.play("A", "g1") == "play.no_match"
    assert scene.play("B", "r1") == "play.not_your_turn"
    assert scene.draw("A", "r9") == "draw.second_chance"
    assert scene.play("A", "r9") == "play.same_colour" and scene.turn == "B"


def test_fc_29_no_card_after_the_draw_where_the_table_says_so() -> None:
    scene = with_hands(A="r-second-chance g1 g2", options={"second_chance_play": False})  # type: ignore[arg-type]
    scene.play("A", "r-second-chance")
    assert scene.draw("A", "r9") == "draw.second_chance" and scene.turn == "B"


def test_fc_30_skip_on_somebody_skipped() -> None:
    scene = with_hands(A=5)
    scene.place(skipped="C")
    assert scene.play("A", "r-skip", targets="C") == "target.skipped"
    assert scene.counts[0] == 5
    assert scene.play("A", "r-skip", targets="D") == "play.same_colour"
    assert scene.go_on() == "pass.no_reaction"
    assert scene.state.skipped == (2, 3) and scene.turn == "B"
    assert scene.play("B", "r1") == "play.same_colour"
    assert scene.turn == "A" and scene.news == ["skip.missed", "skip.missed"]


def test_fc_31_skip_between_two() -> None:
    scene = with_hands("AB", A=5)
    assert scene.play("A", "r-skip") == "play.same_colour"
    assert scene.play("A", "r1") == "play.same_colour"
    assert scene.counts == (3, 7) and scene.turn == "B"


def test_fc_32_fantastic_four_split() -> None:
    scene = with_hands()
    assert scene.play("A", "fantastic-four", "red", "DBBC") == "play.four_colour"
    assert scene.waits == "Attack" and scene.counts == (6, 7, 7, 7)
    assert scene.go_on() == "pass.no_reaction"
    assert scene.counts == (6, 9, 8, 8) and scene.turn == "B"
    assert [ruling.fact["player"] for ruling in scene.rulings[1:]] == ["D", "B", "C"]


def test_fc_33_fantastic_four_on_oneself() -> None:
    scene = with_hands()
    before = scene.state
    assert scene.play("A", "fantastic-four", "red", "ABBC") == "target.self"
    assert scene.play("A", "fantastic-four", "red", "A") == "target.self"
    assert scene.play("A", "fantastic-four", "red", "BBC") == "target.count"
    assert scene.play("A", "fantastic-four", "red", "BBCX") == "core.player_unknown"
    assert scene.state == before


def test_fc_34_fantastic_four_as_last_card() -> None:
    scene = with_hands(A="fantastic-four", B="b1", C="g1", D="y1")
    scene.play("A", "fantastic-four", "red", "B")
    assert scene.counts == (0, 5, 1, 1) and scene.waits == "NiceTryDue"
    assert scene.go_on("B") == "pass.no_reaction" and scene.news == ["round.over_hand_empty"]
    assert scene.waits == "Counting"
    assert scene.show("B", "b1 r2 r3 r4 r6") == "hand.counted"
    assert scene.last_round == (0, 16, 1, 1)


def test_fc_35_fantastic_four_with_three_cards_left() -> None:
    scene = with_hands(draw_pile=3)
    scene.play("A", "fantastic-four", "red", "BBCC")
    scene.go_on()
    assert scene.counts == (6, 9, 8, 7) and scene.state.draw_pile == 0
    assert scene.waits == "Counting" and scene.news[-1] == "round.over_pile_empty"


def test_fc_36_equality_without_anybody_poorer() -> None:
    scene = with_hands(A=3, B=2, C=2, D=5)
    assert scene.play("A", "equality") == "play.four_colour"
    assert scene.target("A", "B") == "target.not_due"
    assert scene.wish("A", "blue") == "wish.made" and scene.turn == "B"


def test_fc_37_equality_counts_after_playing() -> None:
    scene = with_hands(A=7, B=2, C=6, D=9)
    assert scene.play("A", "equality", "blue", "C") == "target.not_fewer"
    assert scene.play("A", "equality", "blue", "B") == "play.four_colour"
    scene.go_on("B")
    assert scene.counts == (6, 6, 6, 9) and scene.turn == "B"


def test_fc_37_equality_effect_is_optional() -> None:
    scene = with_hands(A=7, B=2)
    scene.play("A", "equality", "blue")
    assert scene.play("B", "b1") == "play.wish_met" and scene.counts[:2] == (6, 1)


def test_fc_38_gift_countered_twice() -> None:
    scene = with_hands(A="r-gift r1 r2 r3", B="b1 b2 b3 counterattack", C="g1 g2 g3 counterattack", D=4)
    scene.play("A", "r-gift", targets="B")
    assert scene.play("B", "counterattack", "blue", "C") == "counter.thrown"
    assert scene.play("C", "counterattack", "green", "A") == "counter.thrown"
    assert scene.state.wish == "green"
    assert scene.give("C", "A", "g1 g2") == "give.given"
    assert scene.holds("A", "r1 r2 r3 g1 g2") and scene.holds("C", "g3") and scene.counts == (5, 3, 1, 4)
    assert scene.turn == "B" and scene.play("B", "b1") == "play.wish_missed"


def test_fc_38_without_a_wish_the_colour_of_the_attack_stands() -> None:
    scene = with_hands(A="r-gift r1 r2 r3", B="b1 b2 b3 counterattack", C=4)
    scene.play("A", "r-gift", targets="B")
    scene.play("B", "counterattack")
    assert scene.target("B") == "target.waived"
    assert scene.play("B", "b1") == "play.wish_missed"
    assert scene.state.wish == "red" and scene.counts[0] == 3


def test_fc_38_the_attacker_stays_the_source_where_the_table_says_so() -> None:
    scene = with_hands(A="r-gift r1 r2 r3", B=4, C=4, options={"counter_source": "attacker"})  # type: ignore[arg-type]
    scene.play("A", "r-gift", targets="B")
    scene.play("B", "counterattack", "blue", "C")
    assert scene.give("A", "C", "r1 r2") == "give.given"
    assert scene.counts == (1, 3, 6, 7)


def test_fc_38_counter_of_a_share() -> None:
    scene = with_hands()
    scene.play("A", "fantastic-four", 7, "BBCD")
    assert scene.play("B", "counterattack", targets="AA") == "counter.thrown"
    scene.go_on()
    scene.go_on()
    scene.go_on()
    assert scene.counts == (8, 6, 8, 8) and scene.state.wish == "7"


def test_fc_38_counter_before_the_target_was_told() -> None:
    scene = with_hands()
    scene.play("A", "r-skip")
    assert scene.play("C", "counterattack", "blue", "A") == "counter.thrown"
    scene.go_on()
    assert scene.state.skipped == (0,) and scene.turn == "B"


def test_fc_39_an_event_cannot_be_countered() -> None:
    scene = with_hands()
    scene.play("A", "k5")
    scene.event("recession")
    before = scene.state
    assert scene.play("C", "counterattack", "red") == "counter.event"
    assert scene.play("B", "counterattack", "red") == "counter.event"
    assert scene.state == before


def test_fc_39_nobody_was_attacked() -> None:
    scene = with_hands()
    assert scene.play("C", "counterattack", "red") == "counter.no_attack"
    scene.play("A", "r-skip", targets="B")
    assert scene.play("D", "counterattack", "red") == "counter.no_attack"


def test_fc_40_counterattack_as_last_card() -> None:
    scene = with_hands(A="r-skip r1", B="counterattack", C="g1 g2", D="y1")
    scene.play("A", "r-skip", targets="B")
    assert scene.play("B", "counterattack", "blue", "C") == "counter.thrown"
    assert scene.counts[1] == 0
    assert "round.over_hand_empty" in scene.news and scene.last_round == (1, 0, 3, 1)


def test_fc_41_nice_try() -> None:
    scene = with_hands(A="r3", B="nice-try b1", C="g1", D="y1")
    assert scene.play("A", "r3") == "play.same_colour"
    assert scene.waits == "NiceTryDue" and scene.news == ["round.out_of_cards"]
    assert scene.play("C", "nice-try", "blue") == "card.not_in_hand"
    assert scene.play("B", "nice-try", "blue") == "nice_try.thrown"
    assert scene.counts == (3, 1, 1, 1) and scene.turn == "B" and scene.state.wish == "blue"
    assert scene.play("B", "b1") == "play.wish_met"


def test_fc_41_nobody_throws_it() -> None:
    scene = with_hands(A="r3", B=1, C="g1", D="y1")
    scene.play("A", "r3")
    assert scene.play("B", "r1") == "round.over"
    assert scene.waits == "NiceTryDue"
    assert scene.show("B", "nice-try") == "hand.counted"
    assert scene.last_round == (0, 7, 1, 1)


def test_fc_41_nobody_is_out() -> None:
    scene = with_hands()
    assert scene.play("C", "nice-try", "red") == "nice_try.nobody_out"
    assert scene.play("A", "nice-try", "red") == "play.four_colour" and scene.state.wish == "red"


def test_fc_42_nice_try_just_received() -> None:
    scene = with_hands(A="r-gift nice-try", B="b1", C="g1", D="y1")
    scene.play("A", "r-gift", targets="B")
    assert scene.give("A", "B", "nice-try") == "give.given"
    assert scene.waits == "NiceTryDue"
    assert scene.play("B", "nice-try", "blue") == "nice_try.thrown"
    assert scene.counts == (3, 1, 1, 1) and scene.turn == "B"


def test_fc_43_nice_try_after_an_event() -> None:
    scene = with_hands(A="k5 r1 r2", B=4, C="g1", D=6)
    scene.place(hands={"A": "k5 r1 r2 r3 r4", "C": "g1 g2", "B": "nice-try b1 b2", "D": "y1 y2 y3 y4 y6"})
    scene.play("A", "k5")
    scene.event("recession")
    assert scene.discard("B", "b1") == "discard.discarded"
    assert scene.discard("C", "g1") == "discard.count"
    assert scene.discard("C", "g1 g2") == "discard.discarded"
    scene.discard("D", "y1 y2 y3")
    assert scene.discard("A", "r1 r2 r3 r4") == "discard.discarded"
    assert scene.counts == (0, 2, 0, 2) and scene.state.top == card("k5") and scene.waits == "NiceTryDue"
    assert scene.play("B", "nice-try", "red") == "nice_try.thrown"
    assert scene.counts == (3, 1, 3, 2) and scene.turn == "B"


def test_fc_44_nice_try_as_last_card() -> None:
    scene = with_hands(A="r3", B="nice-try", C="g1", D="y1")
    scene.play("A", "r3")
    assert scene.play("B", "nice-try", "blue") == "nice_try.thrown"
    assert scene.counts == (3, 0, 1, 1)
    assert scene.waits == "Counting" and "round.over_hand_empty" in scene.news
    scene.show("A", "b1 b2 b3")
    assert scene.last_round == (6, 0, 1, 1)


def test_fc_45_last_card_black_and_third_time_lucky() -> None:
    scene = with_hands(A="k5")
    scene.play("A", "k5")
    assert scene.event("third-time-lucky") == "event.third_time_lucky"
    assert scene.counts == (3, 10, 10, 10) and scene.turn == "B"


def test_fc_46_last_card_black_and_friday_13th() -> None:
    scene = with_hands(A="k5", B="b1", C="g1", D="y1")
    scene.play("A", "k5")
    assert scene.waits == "EventDue"
    assert scene.event("friday-13th") == "event.friday_13th"
    assert scene.last_round == (0, 1, 1, 1) and scene.waits == ""
