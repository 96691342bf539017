"""FC-1 to FC-19 of the rules reference and their neighbours: which card fits, drawing, Fuck You, start cards."""

import pytest

from tests.games.frantic.scene import Scene, card

HIDDEN = {"A": 7, "B": 7, "C": 7, "D": 7}


def on(pile: str, wish: str = "", **place: object) -> Scene:
    return Scene(turn="A", pile=pile, wish=wish, hands=HIDDEN, **place)


def rules(pile: str, played: str, code: str, wish: str = "") -> Scene:
    """A plays with hidden hands: the ruling, and that only what is allowed changes the table."""
    scene = on(pile, wish)
    before = scene.state
    assert scene.play("A", played) == code
    if "no_" in code or "black" in code or "missed" in code:
        assert scene.state == before
    else:
        assert scene.state.top == card(played) and scene.counts == (6, 7, 7, 7)
    return scene


def test_fc_1_number_on_number() -> None:
    assert rules("r9", "r4", "play.same_colour").turn == "B"
    assert rules("r4", "b4", "play.same_number").turn == "B"
    assert rules("r4", "b9", "play.no_match").turn == "A"


def test_fc_2_same_symbol() -> None:
    assert rules("r-skip", "b-skip", "play.same_symbol").waits == "TargetDue"
    assert rules("y-second-chance", "g-second-chance", "play.same_symbol").turn == "A"


def test_fc_3_other_symbol() -> None:
    assert rules("r-gift", "b-skip", "play.no_match").waits == "Turn"
    rules("r-skip", "b5", "play.no_match")
    rules("b5", "r-skip", "play.no_match")
    rules("r-skip", "r5", "play.same_colour")


def test_fc_4_black_on_its_number() -> None:
    scene = rules("r5", "k5", "play.same_number")
    assert scene.waits == "EventDue"
    rules("r5", "k6", "play.black_needs_number")
    rules("r-skip", "k6", "play.black_needs_number")


def test_fc_5_black_on_a_number_wish() -> None:
    assert rules("fantastic", "k5", "play.wish_met", wish="5").waits == "EventDue"
    rules("fantastic", "k6", "play.wish_missed", wish="5")


def test_fc_6_black_never_meets_a_colour() -> None:
    assert rules("fantastic", "k5", "play.black_no_colour", wish="red").state.wish == "red"
    rules("equality", "k5", "play.black_no_colour", wish="green")


def test_fc_7_black_never_on_black() -> None:
    rules("k3", "k3", "play.black_on_black")
    rules("k3", "k4", "play.black_on_black")


def test_fc_8_on_a_black_card() -> None:
    rules("k6", "r6", "play.same_number")
    rules("k6", "g2", "play.on_black")
    rules("k6", "fantastic", "play.four_colour")
    rules("k6", "g-gift", "play.on_black")


def test_fc_9_black_cannot_be_wished() -> None:
    scene = on("r5")
    before = scene.state
    assert scene.play("A", "fantastic", "black") == "wish.black"
    assert scene.state == before
    scene.play("A", "fantastic")
    assert scene.wish("A", "black") == "wish.black"
    assert scene.waits == "WishDue" and scene.state.wish == ""
    assert scene.wish("A", "purple") == "wish.strange" == scene.wish("A", 10) == scene.wish("A", 0)
    assert scene.wish("A", 7) == "wish.made"
    assert scene.state.wish == "7" and scene.turn == "B"


def test_fc_10_after_a_number_wish() -> None:
    rules("fantastic", "r7", "play.wish_met", wish="7")
    rules("fantastic", "k7", "play.wish_met", wish="7")
    rules("fantastic", "r-skip", "play.wish_missed", wish="7")
    rules("fantastic", "equality", "play.four_colour", wish="7")


@pytest.mark.parametrize("special", ["equality", "counterattack", "nice-try"])
def test_fc_11_colour_only(special: str) -> None:
    scene = on("r5")
    before = scene.state
    assert scene.play("A", special, 7) == "wish.colour_only"
    assert scene.state == before
    assert scene.play("A", special, "green") == "play.four_colour"
    assert scene.state.wish == "green"


@pytest.mark.parametrize("special", ["fantastic", "fantastic-four"])
def test_fc_11_fantastic_takes_a_number(special: str) -> None:
    scene = on("r5")
    assert scene.play("A", special, 7) == "play.four_colour"
    assert scene.state.wish == "7"


def test_fc_12_draw_then_play_a_card_held_before() -> None:
    scene = Scene(turn="A", pile="r5", hands={"A": "r7 r8 b1", "B": 7, "C": 7, "D": 7}, draw_pile=50)
    assert scene.draw("A", "g2") == "draw.drawn"
    assert scene.draw("A") == "draw.twice"
    assert scene.play("A", "r7") == "play.same_colour"
    assert scene.holds("A", "r8 b1 g2") and scene.state.draw_pile == 49
    assert scene.play("A", "r8") == "play.not_your_turn"
    assert scene.turn == "B"


def test_fc_12_the_next_player_plays_after_a_draw() -> None:
    scene = on("r5")
    scene.draw("A")
    assert scene.play("B", "r7") == "play.same_colour"
    assert scene.turn == "C" and scene.counts == (8, 6, 7, 7)


def test_fc_12_a_turn_is_not_left_out() -> None:
    scene = on("r5")
    assert scene.play("B", "r7") == "play.not_your_turn"
    assert scene.draw("B") == "draw.not_your_turn"
    assert scene.go_on("A") == "pass.draw_first" and scene.turn == "A"


def test_fc_13_drawing_from_an_empty_pile() -> None:
    scene = Scene("ABC", turn="A", pile="r5", hands={"A": "r7 k2", "B": "b1", "C": "fuck-you"}, draw_pile=0)
    assert scene.draw("A") == "draw.pile_empty"
    assert scene.news == ["round.over_pile_empty", "round.scored"]
    assert scene.last_round == (9, 1, 42) and scene.waits == ""
    assert scene.state.players[scene.state.dealer] == "C"


def test_fc_14_the_last_card_of_the_pile() -> None:
    scene = on("r5", draw_pile=1)
    assert scene.draw("A") == "draw.drawn"
    assert scene.go_on("A") == "pass.turn_ended"
    assert scene.state.draw_pile == 0 and scene.turn == "B"
    assert scene.play("B", "r1") == "play.same_colour" and scene.turn == "C"


def ten(count: int, pile: str = "b4 r5", wish: str = "") -> Scene:
    held = " ".join(["fuck-you", "g1", "g2", "g3", "g4", "g6", "g7", "g8", "g9", "y1", "y2"][:count])
    return Scene(turn="A", pile=pile, wish=wish, hands={"A": held, "B": 7, "C": 7, "D": 7})


def test_fc_15_fuck_you_with_ten_cards() -> None:
    scene = ten(10)
    assert scene.play("A", "fuck-you") == "play.fuck_you"
    assert scene.counts[0] == 9 and scene.state.top == card("r5") and scene.turn == "B"
    assert scene.state.pile[-1] == card("fuck-you")
    assert scene.play("B", "g1") == "play.no_match"
    assert scene.play("B", "r1") == "play.same_colour"


@pytest.mark.parametrize("count", [1, 9, 11])
def test_fc_16_fuck_you_with_another_number_of_cards(count: int) -> None:
    scene = ten(count)
    assert scene.play("A", "fuck-you") == "play.not_ten_cards"
    assert scene.counts[0] == count and scene.turn == "A"


def test_fc_17_fuck_you_on_a_wish() -> None:
    scene = ten(10, "b4 fantastic", "red")
    assert scene.play("A", "fuck-you") == "play.fuck_you"
    assert scene.state.wish == "red"
    assert scene.play("B", "g1") == "play.wish_missed"
    assert scene.play("B", "r1") == "play.wish_met"


def test_fc_17_fuck_you_on_black() -> None:
    scene = ten(10, "k5")
    assert scene.play("A", "fuck-you") == "play.fuck_you"
    assert scene.play("B", "k3") == "play.black_on_black"
    assert scene.play("B", "r5") == "play.same_number"


@pytest.mark.parametrize("played", ["g1", "k3", "b-skip", "equality"])
def test_fc_18_fuck_you_as_start_card(played: str) -> None:
    scene = Scene()
    scene.deal("A")
    assert scene.start("fuck-you") == "start.turned"
    assert scene.turn == "B" and scene.counts == (7, 7, 7, 7) and scene.state.draw_pile == 125 - 28 - 1
    assert scene.play("B", played) == ("play.four_colour" if played == "equality" else "play.anything")


def test_fc_19_black_start_card() -> None:
    scene = Scene()
    scene.deal("A")
    assert scene.start("k2") == "start.turned"
    assert scene.waits == "EventDue" and scene.state.top == card("k2")
    assert scene.play("B", "r2") == "event.needed"
    assert scene.event("expansion") == "event.expansion"
    assert scene.counts == (7 + 4, 7 + 1, 7 + 2, 7 + 3) and scene.turn == "B"


def test_cards_that_nobody_has_read() -> None:
    scene = on("r5")
    assert scene.play("A", "?") == "core.card_needed"
    assert scene.state.top == "?" and scene.counts[0] == 6 and scene.waits == "WishDue"
    assert scene.play("B", "fantastic", "red") == "play.four_colour"
    assert scene.play("C", "g4") == "play.wish_missed"
    assert scene.play("C", "r4") == "play.wish_met"


def test_a_wish_that_nobody_told() -> None:
    scene = on("r5")
    scene.play("A", "equality")
    scene.target("A")
    assert scene.play("B", "k4") == "play.black_no_colour"
    assert scene.play("B", "r4") == "wish.needed" and scene.turn == "C"
    assert scene.play("C", "r5") == "play.same_colour"


def test_cards_that_cannot_be_there() -> None:
    scene = Scene(turn="A", pile="b-skip r5", hands={"A": "r7 r8", "B": 7, "C": 7, "D": 7})
    assert scene.play("A", "r9") == "card.not_in_hand"
    scene.play("A", "r7")
    assert scene.play("B", "zebra") == "core.card_unknown"
    assert scene.play("X", "r7") == "core.player_unknown"
    scene.play("B", "b7")
    assert scene.play("C", "b-skip") == "card.all_seen" and scene.waits == "TargetDue"
