"""FC-47 to FC-65 of the rules reference and their neighbours: the 20 events, Time Bomb, counting, the deck."""

from typing import Any

import pytest

from companion.games.frantic.cards import DECK_SIZE, EVENT_NAMES, FACES, PLAYING_CARDS
from tests.games.frantic.scene import Scene, card


def event(name: str, players: str = "ABCD", pile: str = "r5", played: str = "k5", **hands: Any) -> Scene:
    """A plays a black card (kept out of the hands given), the event is turned up."""
    options, draw_pile = hands.pop("options", None), hands.pop("draw_pile", 60)
    held = {player: hands.get(player, 7) for player in players}
    held["A"] = held["A"] + 1 if isinstance(held["A"], int) else f"{held['A']} {played}"
    scene = Scene(players, options=options, turn="A", pile=pile, hands=held, draw_pile=draw_pile)
    assert scene.play("A", played) == "play.same_number"
    assert scene.event(name) == f"event.{name.replace('-', '_')}"
    return scene


def test_fc_47_expansion() -> None:
    scene = event("expansion")
    assert scene.counts == (11, 8, 9, 10) and scene.state.draw_pile == 50 and scene.turn == "B"


def test_fc_48_recession_as_far_as_possible() -> None:
    scene = event("recession", D=2)
    assert scene.waits == "DiscardsDue"
    assert scene.discard("D", "? ? ?") == "discard.count"
    assert scene.discard("D", "? ?") == "discard.discarded"
    assert scene.discard("D", "?") == "discard.not_due"
    assert scene.go_on() == "pass.done" and scene.waits == "NiceTryDue"
    assert scene.counts == (3, 6, 5, 0) and scene.state.pile[-2] == "?" and scene.state.top == card("k5")


def test_fc_48_recession_that_nobody_tells() -> None:
    scene = event("recession")
    assert scene.play("B", "r5") == "play.same_number"
    assert scene.counts == (3, 5, 5, 4) and scene.turn == "C" and len(scene.state.pile) == 2 + 1 + 2 + 3 + 4 + 1


def test_fc_49_robin_hood() -> None:
    scene = event("robin-hood", A=9, B=2, C=5, D=2)
    assert scene.counts == (2, 9, 5, 2) and scene.turn == "B"


def test_fc_49_robin_hood_with_equal_hands() -> None:
    assert event("robin-hood").counts == (7, 7, 7, 7)


def test_fc_49_robin_hood_for_an_initiator_without_cards() -> None:
    scene = event("robin-hood", A="", B="b1 b2", C="g1 g2 g3", D="y1 y2")
    assert scene.last_round == (6, 3, 0, 3)


def test_fc_50_charity_with_two_richest() -> None:
    scene = event("charity", A=3, B=6, C=6, D=3)
    assert scene.take("B", "C") == "take.not_due"
    assert scene.take("A", "B") == "take.taken"
    assert scene.take("A", "B") == "take.not_due"
    assert scene.go_on() == "pass.done"
    assert scene.counts == (5, 4, 4, 5) and scene.turn == "B"


def test_fc_50_charity_of_the_richest_that_run_out() -> None:
    scene = event("charity", A=0, B="b1", C=0, D=0)
    scene.go_on()
    assert scene.last_round == (0, 0, 1, 0)


def test_fc_51_earthquake() -> None:
    scene = event("earthquake", A=4, B=1, C=2, D=3)
    assert scene.counts == (3, 4, 1, 2)
    assert event("earthquake", A=4, B=1, C=2, D=3, options={"earthquake": "left"}).counts == (1, 2, 3, 4)


def test_fc_52_mating_season() -> None:
    scene = event("mating-season", pile="r6", played="k6", A="r5 k5 b5 y-gift", B="r1 r2", C="g1 b1 y1", D=3)
    assert scene.holds("A", "y-gift") and scene.holds("B", "r1 r2") and scene.counts[2] == 0
    assert scene.waits == "SetsDue" and scene.state.top == card("k6")
    assert scene.discard("D", "r9") == "discard.sets"
    assert scene.discard("D", "g-gift r9") == "discard.sets"
    assert scene.discard("D", "r9 g9") == "discard.discarded"
    assert scene.counts == (1, 2, 0, 1) and scene.waits == "NiceTryDue"


def test_fc_52_black_left_out_where_the_table_says_so() -> None:
    scene = event("mating-season", pile="r6", played="k6", A="r5 k5", options={"mating_black": False})
    assert scene.holds("A", "r5 k5")


def test_fc_53_vandalism() -> None:
    held = {"A": "k4 r1 g1 r-skip", "B": "r2 b2", "C": "g2 fantastic", "D": 3}
    scene = Scene(turn="A", pile="r8 fantastic", wish="4", hands=held)
    assert scene.play("A", "k4") == "play.wish_met"
    assert scene.event("vandalism") == "event.vandalism"
    assert scene.holds("A", "g1") and scene.holds("B", "b2") and scene.holds("C", "g2 fantastic")
    assert scene.discard("D", "g9") == "discard.colour"
    assert scene.discard("D", "r9") == "discard.discarded" and scene.turn == "B"


@pytest.mark.parametrize(("counts", "left"), [(False, "g1 g9"), (True, "r1")])
def test_fc_53_a_wish_counts_where_the_table_says_so(counts: bool, left: str) -> None:
    hands = {"A": "fantastic b1", "B": "equality b2", "C": "fantastic b3", "D": "k4 r1 g1 g9"}
    scene = Scene(options={"wish_is_colour": counts}, turn="A", pile="r8", hands=hands)
    scene.play("A", "fantastic", "green")
    scene.play("B", "equality", "green")
    scene.play("C", "fantastic", 4)
    scene.play("D", "k4")
    scene.event("vandalism")
    assert scene.holds("D", left)


def test_fc_54_vandalism_without_a_colour() -> None:
    scene = Scene()
    scene.deal("A", {"A": "r1 r2 r3 r4 b1 b2 b3"})
    scene.start("k2")
    assert scene.event("vandalism") == "event.vandalism"
    assert scene.counts == (7, 7, 7, 7) and scene.turn == "B"


def test_fc_55_gambling_man() -> None:
    scene = event("gambling-man", A="r1 g1", B="r2 b2", C="r9 b3", D="g4 y4")
    assert scene.bet("B", "b2") == "bet.colour"
    assert scene.bet("B", "r2") == "bet.laid"
    assert scene.bet("B", "r2") == "bet.not_due"
    assert scene.go_on("C") == "bet.must"
    scene.bet("C", "r9")
    assert scene.bet("A", "r1") == "bet.laid"
    assert scene.news == ["bet.taken"]
    assert scene.holds("C", "b3 r2 r9 r1") and scene.holds("D", "g4 y4 ? ?") and scene.counts == (1, 1, 4, 4)


def test_fc_55_gambling_man_with_hidden_hands_and_a_tie() -> None:
    scene = event("gambling-man")
    assert scene.play("B", "r5") == "bet.needed"
    assert scene.go_on("D") == "bet.none"
    scene.bet("A", "r9")
    scene.bet("C", "r1")
    assert scene.bet("B", "r9") == "bet.laid"
    assert scene.counts == (6, 9, 6, 9) and scene.turn == "B"


def test_fc_56_gambling_man_2020() -> None:
    scene = event("gambling-man", options={"gambling_man": "second_lowest"})
    assert scene.go_on("B") == "bet.must"
    for player, word in zip("BCDA", ("r2", "fantastic", "g9", "fuck-you"), strict=True):
        assert scene.bet(player, word) == "bet.laid"
    assert scene.counts == (6, 6, 10, 6)


def test_fc_57_gambling_man_2020_in_any_order() -> None:
    scene = event("gambling-man", "ABC", options={"gambling_man": "second_lowest"})
    for player, word in zip("BCA", ("g5", "g3", "g9"), strict=True):
        scene.bet(player, word)
    assert scene.counts == (6, 9, 6)


def test_fc_58_doomsday() -> None:
    scene = event("doomsday", A="fuck-you r9 b9", B=7, C="b1", D=0)
    assert scene.last_round == (50, 50, 50, 50) and scene.waits == ""


def bomb(players: str = "ABCD", **hands: Any) -> Scene:
    scene = event("time-bomb", players, **hands)
    assert scene.turn == "B" and scene.state.bomb == tuple(2 if p == "B" else 3 for p in players)
    return scene


def test_fc_59_time_bomb_points() -> None:
    scene = bomb(A=2, B=2, C=2, D=2)
    for player in "BCDAB":
        assert scene.draw(player) == "draw.drawn"
        assert scene.go_on(player) == "pass.turn_ended"
    scene.place(hands={"C": "r5", "A": "r1 g1 b1 y9", "B": "g1 g4", "D": "r9 b9 y1 y1"})
    assert scene.play("C", "r5") == "play.same_number"
    assert scene.last_round == (22, 15, -10, 30)


def test_fc_60_time_bomb_explodes() -> None:
    scene = bomb(A=2, B=2, C=2, D=2)
    for _ in range(3):
        for player in "BCDA":
            scene.draw(player)
            scene.go_on(player)
    assert scene.waits == "Counting" and scene.news == ["round.over_bomb"]
    assert scene.show("A", "b3 g9 ? ? ?") == "core.card_needed" and scene.waits == "Counting"
    shown = ("b3 g4 b1 b1 g3", "g1 g1 y1 y1 r1", "b9 g8 y2 r1", "b2 g2 b2 r1")
    for player, words in zip("ABCD", shown, strict=True):
        scene.show(player, words)
    assert scene.last_round == (24, 10, 40, 14)


def test_fc_60_a_missed_turn_counts() -> None:
    scene = bomb("AB", A=9, B=9)
    scene.place(skipped="A")
    scene.draw("B")
    scene.go_on("B")
    assert scene.turn == "B" and scene.state.bomb == (2, 1)


def test_fc_61_nice_try_against_the_time_bomb() -> None:
    scene = bomb(A=2, B=2, C=2, D=2)
    scene.draw("B")
    scene.place(hands={"C": "r5", "D": "nice-try b1"})
    assert scene.play("C", "r5") == "play.same_number" and scene.waits == "NiceTryDue"
    assert scene.play("D", "nice-try", "blue") == "nice_try.thrown"
    assert scene.counts[2] == 3 and scene.turn == "D" and scene.state.bomb == (3, 2, 2, 2)


def test_fc_62_merry_christmas() -> None:
    scene = event("merry-christmas", A="fuck-you b1", B="b2 b3", C=3, D=0)
    assert scene.waits == "PresentsDue"
    assert scene.play("B", "r5") == "give.needed"
    assert scene.give("A", "A", "fuck-you b1") == "give.self"
    assert scene.give("A", "B", "fuck-you") == "give.given"
    scene.give("A", "C", "b1")
    scene.give("B", "D", "b2 b3")
    assert scene.give("D", "A", "b2") == "give.not_due"
    assert scene.give("C", "A", "? ? ?") == "give.given"
    assert scene.holds("B", "fuck-you") and scene.holds("D", "b2 b3") and scene.counts == (3, 1, 1, 2)
    assert scene.turn == "B"


def test_fc_62_merry_christmas_between_two() -> None:
    assert event("merry-christmas", "AB", A="b1", B="b2 b3 b4").counts == (3, 1)


def test_fc_63_market_with_two_cards() -> None:
    scene = event("market", draw_pile=2)
    assert scene.market("r1") == "market.count"
    assert scene.market("r1 fuck-you") == "market.open"
    assert scene.take("C", words="r1") == "market.order"
    assert scene.take("B", words="g9") == "market.card"
    assert scene.take("B", words="r1") == "take.taken"
    assert scene.take("C", words="fuck-you") == "take.taken"
    assert scene.counts == (7, 8, 8, 7) and scene.waits == "Counting" and scene.news == ["round.over_pile_empty"]


def test_fc_64_reaching_the_limit_is_enough() -> None:
    scene = Scene("ABC", {"length": "short"}, turn="A", pile="r5", hands={"A": "r1", "B": 1, "C": 1})
    for player, points in zip("ABC", (137, 73, 89), strict=True):
        scene.write(player, points)
    assert not scene.match.scores.over  # type: ignore[union-attr]
    scene.play("A", "r1")
    scene.show("B", "r-gift")
    scene.show("C", "g-gift")
    scores = scene.match.scores
    assert scores is not None and [line.total for line in scores.lines] == [137, 80, 96]
    assert scores.over and scores.winners == ("B",) and scores.limit == 137
    assert scene.rulings[-1].code == "frantic.match.won"
    assert scene.deal() == "core.match_over"


def test_fc_64_below_the_limit() -> None:
    scene = Scene("ABC", {"length": "short"})
    scene.write("A", 136)
    assert scene.deal() == "deal.dealt"


@pytest.mark.parametrize(("tie", "winners"), [("shared", ("A", "B")), ("last_round", ("B",))])
def test_fc_64_a_tie(tie: str, winners: tuple[str, ...]) -> None:
    scene = Scene("ABC", {"limit": 50, "final_tie": tie}, turn="C", pile="r5", hands={"A": "b9", "B": "b2", "C": "r1"})
    scene.write("B", 7)
    scene.write("C", 60)
    scene.play("C", "r1")
    assert scene.match.scores is not None and scene.match.scores.winners == winners


@pytest.mark.parametrize(
    ("players", "length", "limit"),
    [(2, "short", 137), (4, "medium", 154), (4, "long", 179), (5, "short", 113), (8, "medium", 137), (8, "long", 154)],
)
def test_fc_64_limits(players: int, length: str, limit: int) -> None:
    scores = Scene("ABCDEFGH"[:players], {"length": length}).match.scores
    assert scores is not None and scores.limit == limit


def test_fc_65_the_deck() -> None:
    assert DECK_SIZE == 125 and len(EVENT_NAMES) == 20 == len(set(EVENT_NAMES))
    numbers = [face for face in PLAYING_CARDS if face.number]
    coloured = [face for face in numbers if face.colour != "black"]
    specials = [face for face in PLAYING_CARDS if not face.number and face.points == 7]

    def count(faces: list[Any]) -> tuple[int, int]:
        return sum(face.copies for face in faces), sum(face.copies * face.points for face in faces)

    assert count(coloured) == (72, 360)
    assert count([face for face in numbers if face.colour == "black"]) == (9, 45)
    assert count(specials) == (43, 301)
    assert count(list(PLAYING_CARDS)) == (125, 748) and FACES[card("fuck-you")].points == 42


def test_events_that_only_move_cards() -> None:
    communism = event("communism", A=3, B=9, C=1, D=5)
    assert communism.counts == (9, 9, 9, 9) and communism.state.draw_pile == 42
    standoff = event("mexican-standoff", A="r1 fuck-you", B=9, C=1, D=5)
    assert standoff.counts == (3, 3, 3, 3) and standoff.state.draw_pile == 48 and standoff.state.top == card("k5")
    tornado = event("tornado", A=1, B=9, C=1, D=3)
    assert tornado.counts == (3, 4, 4, 3) and tornado.turn == "B"


def test_a_standoff_with_a_short_pile() -> None:
    scene = event("mexican-standoff", draw_pile=7)
    assert scene.counts == (0, 3, 3, 1) and scene.news == ["round.over_pile_empty"] and scene.waits == "Counting"


def test_surprise_party() -> None:
    scene = event("surprise-party", A="", B="fuck-you", C=3, D=2)
    assert scene.give("A", "B", "?") == "give.not_due"
    assert scene.give("B", "A", "fuck-you") == "give.given"
    assert scene.give("C", "A", "? ?") == "give.count"
    assert scene.give("C", "D", "?") == "give.given"
    assert scene.give("D", "C", "?") == "give.given"
    assert scene.holds("A", "fuck-you") and scene.counts == (1, 0, 3, 2) and scene.waits == "NiceTryDue"


def test_finish_line_counts_the_hands() -> None:
    scene = event("finish-line", A="r1", B="b9 fuck-you", C="g-gift", D="y3")
    assert scene.last_round == (1, 51, 7, 3) and scene.state.players[scene.state.dealer] == "B"


#: The code of each event's ruling, and of the end of the round where the event brings it about.
CODES = {
    "finish-line": ("event.finish_line", "round.over_finish_line"),
    "doomsday": ("event.doomsday", "round.over_doomsday"),
    "mating-season": ("event.mating_season", ""),
    "merry-christmas": ("event.merry_christmas", ""),
    "mexican-standoff": ("event.mexican_standoff", ""),
    "robin-hood": ("event.robin_hood", ""),
    "surprise-party": ("event.surprise_party", ""),
    "all-seeing-eye": ("event.all_seeing_eye", ""),
    "time-bomb": ("event.time_bomb", ""),
}


@pytest.mark.parametrize("name", CODES)
def test_every_event_is_told_by_name(name: str) -> None:
    scene = Scene(turn="A", pile="r5", hands=dict.fromkeys("ABCD", 7), draw_pile=60)
    scene.play("A", "k5")
    told, ends = CODES[name]
    assert scene.event(name) == told
    assert scene.news[:1] == ([ends] if ends else [])


def test_mating_season_with_nothing_to_discard() -> None:
    scene = event("mating-season", "ABC")
    assert scene.play("B", "r5") == "discard.needed"
    assert scene.go_on("B") == "pass.nothing_to_discard"
    assert scene.discard("B", "r1 g1") == "discard.not_due"
    assert scene.go_on() == "pass.nothing_to_discard" and scene.turn == "B" and scene.counts == (7, 7, 7)


def test_mating_season_takes_all_of_a_number() -> None:
    scene = event("mating-season", "ABC", B="? r1 g1 b1", C="? g8")
    assert scene.discard("B", "r1 g1") == "discard.all"
    assert scene.discard("C", "r8 g8") == "discard.discarded"
    assert scene.discard("B", "r1 g1 b1") == "discard.discarded" and scene.counts == (7, 1, 0)
