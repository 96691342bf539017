"""Every special against every reaction, what a table may choose, and what people overrule, pass or tell."""

import pytest

from companion.core.events import Overrule, Void
from companion.core.ids import CardId, PlayerId
from companion.games.frantic import events as e
from tests.games.frantic.scene import Scene, card

ATTACKS = {
    "gift": "r-gift",
    "exchange": "r-exchange",
    "skip": "r-skip",
    "four": "fantastic-four",
    "equality": "equality",
}
HARMLESS = ("r3", "k5", "r-second-chance", "fantastic", "nice-try", "counterattack")


def attacked(special: str, victim: str = "C", **options: object) -> Scene:
    """A, with ten cards, attacks somebody who holds five."""
    hands = {"A": 11, "B": 5, "C": 5, "D": 5}
    scene = Scene(turn="A", pile="r5", hands=hands, draw_pile=60, options=options)
    assert scene.play("A", ATTACKS[special], targets=victim) in ("play.same_colour", "play.four_colour")
    assert scene.waits == "Attack"
    return scene


AFTER = {
    "gift": (8, 5, 7, 5),
    "exchange": (10, 5, 5, 5),
    "skip": (10, 5, 5, 5),
    "four": (10, 5, 9, 5),
    "equality": (10, 5, 10, 5),
}


@pytest.mark.parametrize("special", ATTACKS)
def test_every_attack_that_nobody_counters(special: str) -> None:
    scene = attacked(special)
    assert scene.go_on("B") == "pass.nothing_waits" and scene.waits == "Attack"
    assert scene.go_on("C") == "pass.no_reaction"
    scene.play("B", "fantastic", "red")
    assert scene.counts == (AFTER[special][0], 4, *AFTER[special][2:])
    assert scene.turn == ("D" if special == "skip" else "C")


COUNTERED = {"gift": (10, 5, 2, 7), "exchange": (10, 5, 4, 5), "skip": (10, 5, 4, 5), "four": (10, 5, 4, 9)}


@pytest.mark.parametrize("special", COUNTERED)
def test_every_attack_passed_on(special: str) -> None:
    scene = attacked(special)
    assert scene.play("C", "counterattack", "blue", "D") == "counter.thrown"
    assert scene.state.top == card("counterattack") and scene.state.wish == "blue"
    scene.go_on("D")
    scene.go_on()
    assert scene.counts == COUNTERED[special] and scene.turn == "B"
    assert scene.state.skipped == ((3,) if special == "skip" else ())


def test_equality_passed_on_needs_somebody_poorer_than_the_new_attacker() -> None:
    scene = attacked("equality")
    assert scene.play("C", "counterattack", "blue", "D") == "target.not_fewer"
    scene.place(hands={"D": 1})
    assert scene.play("C", "counterattack", "blue", "D") == "counter.thrown"
    scene.go_on("D")
    assert scene.counts == (10, 5, 4, 4)


@pytest.mark.parametrize("special", ATTACKS)
def test_every_attack_countered_without_passing_it_on(special: str) -> None:
    scene = attacked(special)
    assert scene.play("C", "counterattack", "blue") == "counter.thrown"
    assert scene.play("B", "b1") == "play.wish_met"
    assert scene.counts == (10, 4, 4, 5) and scene.turn == "C" and not scene.state.skipped


@pytest.mark.parametrize("special", ATTACKS)
def test_nice_try_is_no_answer_to_an_attack(special: str) -> None:
    scene = attacked(special)
    assert scene.play("D", "nice-try", "blue") == "nice_try.nobody_out" and scene.waits == "Attack"


@pytest.mark.parametrize("played", HARMLESS)
def test_there_is_no_counter_where_nobody_is_attacked(played: str) -> None:
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7), draw_pile=60)
    scene.play("A", played, "red" if card(played).count("/") == 2 and "special" in card(played) else "")
    assert scene.play("C", "counterattack", "red") in ("counter.no_attack", "counter.event")


@pytest.mark.parametrize("last", [*ATTACKS.values(), "r3", "fantastic"])
def test_nice_try_answers_every_last_card(last: str) -> None:
    hands = {"A": last, "B": "nice-try b1 b2 b3", "C": "g1 g2 g3 g4", "D": "y1 y2 y3 y4"}
    scene = Scene(turn="A", pile="r5", hands=hands, draw_pile=60)
    scene.play("A", last)
    scene.target("A", "C")
    scene.wish("A", "red")
    before = scene.counts[0]
    assert scene.play("B", "nice-try", "blue") == ("play.four_colour" if "exchange" in last else "nice_try.thrown")
    if "exchange" not in last:
        assert before == 0 and scene.counts[0] == 3 and scene.state.wish == "blue"


def test_nice_try_makes_everybody_draw_who_is_out() -> None:
    hands = {"A": "r3", "B": "nice-try b1", "C": "", "D": 2}
    scene = Scene(turn="A", pile="r5", hands=hands, draw_pile=4)
    scene.play("A", "r3")
    assert scene.play("B", "nice-try", "blue") == "nice_try.thrown"
    assert scene.counts == (3, 1, 1, 2) and scene.waits == "Counting" and scene.news[-1] == "round.over_pile_empty"


# ---------------------------------------------------------------- what a table may choose


def test_option_counter_share_whole() -> None:
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7), options={"counter_share": "whole"}, draw_pile=60)
    scene.play("A", "fantastic-four", "red", "BCCD")
    assert scene.play("B", "counterattack", "blue", "A") == "counter.thrown"
    scene.go_on()
    assert scene.counts == (10, 6, 7, 7)


def test_option_counter_wish_of_the_attacker() -> None:
    scene = attacked("four", counter_wish="attacker")
    scene.wish("A", "green")
    assert scene.play("C", "counterattack", "blue", "A") == "counter.thrown"
    assert scene.state.wish == "green" and scene.wish("C", "blue") == "wish.not_due"


def test_option_window_confirm() -> None:
    scene = attacked("skip", window="confirm")
    assert scene.play("B", "r1") == "pass.window_open" and scene.waits == "Attack"
    scene.go_on()
    assert scene.play("B", "r1") == "play.same_colour" and scene.turn == "D"


def test_option_skip_of_two() -> None:
    scene = Scene("AB", {"skip_of_two": "nothing"}, turn="A", pile="r5", hands={"A": 7, "B": 7})
    scene.play("A", "r-skip")
    assert scene.play("B", "r1") == "play.same_colour" and scene.turn == "A"


def test_option_exchange_with_none() -> None:
    for choice, counts in (("give", (5, 2, 7)), ("nothing", (7, 0, 7))):
        scene = Scene("ABC", {"exchange_with_none": choice}, turn="A", pile="r5", hands={"A": 8, "B": 0, "C": 7})
        scene.play("A", "r-exchange", targets="B")
        scene.go_on()
        assert scene.counts == counts


def test_option_start_card_nobody() -> None:
    for word in ("r-gift", "fantastic", "k4"):
        scene = Scene(options={"start_card": "nobody"})
        scene.deal()
        assert scene.start(word) == "start.turned" and scene.turn == "B"


def test_option_bomb_pile_out_and_finishers() -> None:
    for choice, points in (("double", (2, 4, 6)), ("single", (1, 2, 3))):
        scene = Scene("ABC", {"bomb_pile_out": choice}, turn="A", pile="k5", hands={"A": "r5 g1", "B": 1, "C": 1})
        scene.place(hands={"A": "g1 k4", "B": "b2", "C": "y3"}, pile="r4", draw_pile=0)
        scene.play("A", "k4")
        scene.event("time-bomb")
        assert scene.draw("B") == "draw.pile_empty" and scene.last_round == points
    for rule, points in (("each", (-10, -10, 13)), ("first", (10, -10, 13))):
        scene = Scene("ABC", {"bomb_finishers": rule}, turn="A", pile="r4", hands={"A": "k4", "B": "", "C": "y3"})
        scene.play("A", "k4")
        scene.event("time-bomb")
        assert scene.last_round == points


def test_option_gambling_tie_nobody() -> None:
    hands = {"A": "r9 k5", "B": "r9", "C": "r1"}
    scene = Scene("ABC", {"gambling_tie": "nobody"}, turn="A", pile="r5", hands=hands)
    scene.play("A", "k5")
    scene.event("gambling-man")
    for player, word in (("B", "r9"), ("C", "r1"), ("A", "r9")):
        scene.bet(player, word)
    assert scene.holds("A", "r9") and scene.holds("B", "r9") and scene.holds("C", "r1")


def test_option_dealer_tie() -> None:
    for choice, allowed in (("nearest", "deal.dealer"), ("table", "deal.dealt")):
        scene = Scene("ABC", {"dealer_tie": choice}, turn="A", pile="r5", hands={"A": "r1", "B": "b4", "C": "y4"})
        scene.play("A", "r1")
        assert scene.last_round == (0, 4, 4)
        assert scene.deal("A") == "deal.dealer"
        assert scene.deal("C") == allowed


def test_option_hand() -> None:
    scene = Scene(options={"hand": 5})
    assert scene.deal() == "deal.dealt" and scene.counts == (5, 5, 5, 5) and scene.state.draw_pile == 105


# ---------------------------------------------------------------- a whole round, and what people say about it


def test_the_deal_and_the_next_dealer() -> None:
    scene = Scene("ABC")
    assert scene.play("A", "r5") == "round.none"
    assert scene.deal("B", {"A": "r1 r2"}) == "deal.count"
    assert scene.deal() == "deal.running"
    assert scene.start("g4") == "start.turned" and scene.turn == "C"
    assert scene.play("A", "g1") == "play.not_your_turn"
    assert scene.start("g4") == "core.out_of_phase"
    scene.place(hands={"C": "g1", "B": "y9 r-gift"})
    scene.play("C", "g1")
    assert scene.waits == "" and scene.last_round == (3, 16, 0)
    assert scene.deal("A") == "deal.dealer"
    assert scene.deal() == "deal.dealt" and scene.state.players[scene.state.dealer] == "B"


def test_counting_up() -> None:
    scene = Scene("ABC", turn="A", pile="r5", hands={"A": "r1", "B": 3, "C": 2})
    scene.play("A", "r1")
    assert scene.show("B", "r9 fuck-you") == "hand.count_differs"
    assert scene.show("C", points=9) == "hand.counted" or scene.show("C", points=9) == "hand.already_counted"
    assert scene.last_round == (0, 51, 9)
    assert scene.show("B", "r9 fuck-you") == "hand.already_counted"


def test_points_that_cannot_be() -> None:
    scene = Scene("ABC", turn="A", pile="r5", hands={"A": "r1", "B": 3, "C": 2})
    assert scene.show("B", points=20) == "round.running"
    scene.play("A", "r1")
    assert scene.show("B", points=99) == "hand.points_impossible"
    assert scene.show("B", points=2) == "hand.points_impossible"
    assert scene.show("B", points=60) == "hand.counted"


def test_a_hand_shown_is_known_from_then_on() -> None:
    scene = Scene(turn="A", pile="r5", hands={"A": 3, "B": 3, "C": 3, "D": 3})
    assert scene.show("A", "r1 r2 g1") == "hand.shown" and scene.turn == "A"
    assert scene.play("A", "r9") == "card.not_in_hand"
    assert scene.show("A", "r1 r2 g2") == "hand.cards_differ"
    assert scene.show("A", "r1 r2 event") == "core.card_unknown"


def test_the_all_seeing_eye_until_everybody_agrees() -> None:
    scene = Scene("AB", turn="A", pile="r5", hands={"A": "k5 r1", "B": 2})
    scene.play("A", "k5")
    scene.event("all-seeing-eye")
    assert scene.show("B", "r1 r2") == "hand.shown"
    assert scene.go_on("A") == "pass.done" and scene.waits == "OpenHands"
    assert scene.go_on("B") == "pass.done" and scene.turn == "B"


def test_an_event_card_where_none_is_due() -> None:
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7))
    assert scene.event("doomsday") == "event.not_due"
    scene.play("A", "k5")
    assert scene.event("nonsense") == "core.card_unknown"
    assert scene.play("B", "frantic") == "core.card_unknown"
    assert scene.event("friday-13th") == "event.friday_13th"
    scene.place(pile="k5 r7", turn="B")
    scene.play("B", "k7")
    assert scene.event("friday-13th") == "card.all_seen"


def test_the_table_overrules() -> None:
    scene = Scene(turn="A", pile="r5", hands={"A": "b9 b8", "B": 7, "C": 7, "D": 7})
    assert scene.play("A", "b9") == "play.no_match"
    scene.send(Overrule(3, "legal", by="B"))
    assert scene.state.top == card("b9") and scene.turn == "B" and scene.holds("A", "b8")
    scene.send(Void(4))
    assert scene.state.top == card("r5") and scene.turn == "A"


@pytest.mark.parametrize(
    "wrong",
    [("A", "r5"), ("D", "g-gift"), ("B", "k9"), ("C", "fuck-you"), ("B", "nice-try"), ("C", "counterattack")],
)
def test_overruling_any_play_leaves_a_table_to_go_on_with(wrong: tuple[str, str]) -> None:
    scene = Scene(turn="A", pile="b9", hands={"A": "b1", "B": 7, "C": 7, "D": 0}, draw_pile=40)
    scene.play(*wrong)
    scene.send(Overrule(3, "legal"))
    assert scene.state.pile[-1] in (card("b9"), card(wrong[1]))
    assert scene.state.stack and scene.state.pile == (card("b9"), card(wrong[1]))
    scene.send(Overrule(3, "illegal"))
    assert scene.state.pile == (card("b9"),) and scene.counts == (1, 7, 7, 0) and scene.turn == "A"


def test_position_is_checked() -> None:
    scene = Scene()
    assert scene.place(pile="r5", draw_pile=200) == "position.too_many"
    assert scene.place(pile="r5", draw_pile=-1) == "position.too_many"
    assert scene.place(hands={"X": 5}) == "core.player_unknown"
    assert scene.place(pile="zebra") == "core.card_unknown"
    assert scene.place(pile="fantastic", wish="black") == "wish.black"
    assert scene.place(pile="fantastic", wish="Red") == "position.taken" and scene.state.wish == "red"
    assert scene.place(hands={"A": "r-skip", "B": "r-skip"}) == "card.all_seen"


def test_what_follows_is_told() -> None:
    scene = attacked("skip")
    scene.go_on("C")
    assert scene.news == ["skip.must_miss"]
    scene.play("B", "fantastic", "red")
    assert scene.news == ["skip.missed"]
    scene = attacked("four")
    scene.go_on("C")
    assert scene.news == ["draw.forced"] and scene.rulings[1].fact == {"player": "C", "count": 4}


def test_event_cards_and_playing_cards_are_two_decks() -> None:
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7))
    assert scene.send(e.Play(PlayerId("A"), CardId("frantic/event/doomsday"))) == "play.event_card"
    scene.play("A", "k5")
    assert scene.send(e.EventCard(card("r5"))) == "event.no_event_card"
    assert scene.waits == "EventDue"
    assert scene.send(e.EventCard()) == "core.card_needed" and scene.turn == "B"


def test_an_unread_card_while_a_window_is_open_may_be_the_reaction() -> None:
    scene = attacked("gift", "B")
    before = scene.state
    assert scene.play("B", "?") == "core.card_needed" and scene.state == before
    assert scene.play("B", "counterattack", "blue", "A") == "counter.thrown"
    scene = Scene(turn="A", pile="r5", hands={"A": "r3", "B": 2, "C": 2, "D": 2})
    scene.play("A", "r3")
    assert scene.play("C", "?") == "core.card_needed" and scene.waits == "NiceTryDue"


def test_a_missed_turn_is_not_missed_twice() -> None:
    scene = Scene("ABC", turn="A", pile="r5", hands={"A": 7, "B": 7, "C": 7})
    scene.play("A", "r-skip", targets="B")
    assert scene.play("C", "r1") == "play.same_colour" and scene.turn == "A"
    scene.play("A", "r2")
    assert scene.turn == "B" and scene.state.skipped == ()


def test_cards_told_before_the_target_name_it() -> None:
    scene = Scene(turn="A", pile="r5", hands={"A": 7, "B": 7, "C": 7, "D": 7})
    scene.play("A", "r-gift")
    assert scene.give("A", "C", "? ?") == "give.given" and scene.counts == (4, 7, 9, 7)
    scene.play("B", "r-exchange")
    assert scene.take("B", "D", "r9 ?") == "take.taken"
    assert scene.play("C", "r1") == "play.same_colour"
    assert scene.counts == (4, 6, 8, 7) and card("r9") in scene.hand("B")


def test_second_chance_with_an_empty_draw_pile() -> None:
    scene = Scene("ABC", turn="A", pile="r5", hands={"A": "r-second-chance g1", "B": "b1", "C": "y1"}, draw_pile=0)
    scene.play("A", "r-second-chance")
    assert scene.draw("A") == "draw.pile_empty" and scene.last_round == (1, 1, 1)
    assert scene.deal() == "deal.dealt" and scene.state.players[scene.state.dealer] == "B"


def test_playing_on_after_an_event_that_nobody_told_in_full() -> None:
    """B has discarded and is next: this Counterattack is the card of the turn."""
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7), draw_pile=60)
    scene.play("A", "k5")
    scene.event("recession")
    assert scene.discard("B", "?") == "discard.discarded"
    assert scene.play("C", "counterattack", "red") == "counter.event"
    assert scene.play("B", "counterattack", "red") == "play.four_colour"
    assert scene.counts == (2, 5, 5, 4) and scene.turn == "C"
