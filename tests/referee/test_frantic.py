"""Frantic at a table: the discard pile, who has drawn, wishes that are asked for, and hands counted up."""

import pytest

from calibration.table_file import Seat
from companion.core.fold import Match
from companion.games import load_game
from companion.games.frantic.events import Position
from companion.referee.frantic import ADAPTER
from companion.referee.spreads import Spreads
from tests.referee.drawn import ANN, BEN, Drawn, Sitting, table_with
from tests.vision.observe.scene import quad_at
from vision.recognise.reading import Quad

DISCARD, DRAW = (140.0, 160.0), (340.0, 160.0)
TABLE = table_with({"discard": (90, 105, 190, 215), "draw": (290, 105, 390, 215)})
CARDS = {
    "red/5": "frantic/red/5",
    "blue/5": "frantic/blue/5",
    "blue/8": "frantic/blue/8",
    "yellow/3": "frantic/yellow/3",
    "yellow/9": "frantic/special/fantastic",
    "red/9": "frantic/red/9",
    "red/7": "frantic/black/7",
    "blue/13": "frantic/special/fuck-you",
}


@pytest.fixture
def sitting() -> Sitting:
    scene = Drawn([("red/5", quad_at(DISCARD))])
    scene.ids = CARDS
    return Sitting("frantic", scene, TABLE).play(scene.still(0.5))


def lays(sitting: Sitting, card: str, side: str, turn: float = 20) -> None:
    sitting.play(sitting.scene.place(card, DISCARD, side, turn), sitting.scene.still(0.4))


def test_cards_on_the_discard_pile_are_judged(sitting: Sitting) -> None:
    lays(sitting, "blue/5", "N")
    lays(sitting, "yellow/3", "S")
    assert sitting.codes == ["frantic.start.turned", "frantic.play.same_number", "frantic.play.no_match"]
    assert not sitting.questions


def test_a_wrong_card_that_goes_back_is_nothing_more(sitting: Sitting) -> None:
    lays(sitting, "yellow/3", "N")
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    assert sitting.codes == ["frantic.start.turned", "frantic.play.no_match"] and not sitting.questions


def test_what_is_laid_on_a_wrong_card_that_stayed_is_asked_not_called(sitting: Sitting) -> None:
    lays(sitting, "yellow/3", "N")
    lays(sitting, "red/9", "S", 160)
    assert sitting.codes == ["frantic.start.turned", "frantic.play.no_match"]
    assert [question.missing for question in sitting.questions] == [("below",)]


def test_a_right_card_that_is_taken_is_a_question(sitting: Sitting) -> None:
    lays(sitting, "blue/5", "N")
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    assert [question.missing for question in sitting.questions] == [("taken",)]


def test_until_it_is_answered_why_a_card_was_taken_nothing_is_called_wrong(sitting: Sitting) -> None:
    """Ben's card was early for somebody, or it was not: what is laid now is judged once the table has said."""
    lays(sitting, "blue/5", "N")
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    lays(sitting, "blue/8", "N", 160)
    assert [question.missing for question in sitting.questions] == [("taken",), ("below",)]
    assert sitting.codes == ["frantic.start.turned", "frantic.play.same_number"]


def test_a_wish_is_asked_for_once(sitting: Sitting) -> None:
    lays(sitting, "yellow/9", "N")
    (question,) = sitting.questions
    assert (question.missing, question.form, question.known) == (("wish",), "wish", (("player", BEN),))


def test_who_reached_for_the_draw_pile_has_drawn(sitting: Sitting) -> None:
    sitting.play(sitting.scene.hover(DRAW, "N"), sitting.scene.still(0.4))
    lays(sitting, "blue/5", "S")
    told = [(judged.entry.event.KIND, judged.entry.source) for judged in sitting.session.judged[2:]]
    assert told == [("draw", "camera.likely"), ("pass", "camera.likely"), ("play", "camera.certain")]
    assert sitting.codes[-1] == "frantic.play.same_number"


def test_out_of_turn_without_a_draw_is_called(sitting: Sitting) -> None:
    lays(sitting, "blue/5", "S")
    assert sitting.codes[-1] == "frantic.play.not_your_turn"


def test_a_hand_of_another_over_the_draw_pile_has_not_drawn_for_whoever_is_on_turn(sitting: Sitting) -> None:
    """Ann reached across herself, and was early."""
    sitting.play(sitting.scene.hover(DRAW, "S"), sitting.scene.still(0.4))
    lays(sitting, "blue/5", "S")
    assert sitting.codes[-1] == "frantic.play.not_your_turn" and not sitting.questions


def test_a_wrong_card_is_not_called_on_nothing_but_a_hand_over_the_draw_pile(sitting: Sitting) -> None:
    """Ben may have drawn, or somebody only reached across and Ann was early: the table is asked which."""
    sitting.play(sitting.scene.hover(DRAW, "N"), sitting.scene.still(0.4))
    lays(sitting, "yellow/3", "S")
    assert sitting.codes == ["frantic.start.turned"]
    assert [question.missing for question in sitting.questions] == [("player",)]


def test_a_card_that_goes_back_needs_no_answer(sitting: Sitting) -> None:
    """What lies there is again what is written, so that the next wrong card is called and not asked about."""
    sitting.play(sitting.scene.hover(DRAW, "N"), sitting.scene.still(0.4))
    lays(sitting, "yellow/3", "S")
    sitting.play(sitting.scene.take("S"), sitting.scene.still(0.4))
    assert sitting.withdrawn == sitting.questions
    lays(sitting, "blue/8", "N", 160)
    assert sitting.codes == ["frantic.start.turned", "frantic.play.no_match"] and len(sitting.questions) == 1


def test_what_was_doubtful_before_a_card_that_goes_back_stays_so(sitting: Sitting) -> None:
    """Nobody said why the right card was taken: that is still open when a card that was asked about has gone again."""
    lays(sitting, "blue/5", "N")
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    lays(sitting, "blue/8", "N", 160)
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    lays(sitting, "yellow/3", "S", 30)
    assert [question.missing for question in sitting.questions] == [("taken",), ("below",), ("below",)]
    assert [question.missing for question in sitting.withdrawn] == [("below",)]


def test_who_reached_over_the_draw_pile_as_a_card_was_read_is_remembered(sitting: Sitting) -> None:
    """Reading a card takes a while; whoever is next does not wait for it."""
    state = Match(load_game("frantic")).extend(sitting.log.entries()).state
    spreads = Spreads(ADAPTER, sitting.scene, TABLE)
    frames = [*sitting.scene.still(0.2), *sitting.scene.hover(DRAW, "N"), *sitting.scene.still(0.4)]
    for frame in frames:
        spreads.see(frame, state, {"draw": frozenset({Seat.NORTH})})
    reached = [visit for visit in spreads.visited if visit.place == "draw"]
    assert reached and {visit.seats for visit in reached} == {frozenset({Seat.NORTH})}
    spreads.forget_draws(frames[0].t_ns)
    assert list(spreads.visited) == reached
    spreads.forget_draws(frames[-1].t_ns + 1)
    assert spreads.visited == ()


def test_who_reached_over_the_discard_pile_may_have_played_unseen(sitting: Sitting) -> None:
    """A copy laid exactly on its like is not seen: whoever plays next is not called for being early."""
    sitting.play(sitting.scene.hover(DISCARD, "N"), sitting.scene.still(0.4))
    lays(sitting, "blue/5", "S")
    assert sitting.codes == ["frantic.start.turned"]
    assert [question.missing for question in sitting.questions] == [("player",)]


def test_who_reached_over_another_discard_pile_did_not_play_on_this_one() -> None:
    scene = Drawn([("red/5", quad_at(DISCARD))])
    scene.ids = CARDS
    piles = {"discard": (90, 105, 190, 215), "discard-2": (290, 105, 390, 215), "draw": (410, 105, 470, 215)}
    sitting = Sitting("frantic", scene, table_with(piles)).play(scene.still(0.5), scene.hover(DRAW, "N"))
    sitting.play(scene.still(0.4))
    lays(sitting, "blue/5", "S")
    assert sitting.codes[-1] == "frantic.play.not_your_turn" and not sitting.questions


def test_who_took_a_wrong_card_back_reached_there_for_that(sitting: Sitting) -> None:
    lays(sitting, "yellow/3", "N")
    sitting.play(sitting.scene.take("N"), sitting.scene.still(0.4))
    lays(sitting, "blue/5", "S")
    assert sitting.codes[1:] == ["frantic.play.no_match", "frantic.play.not_your_turn"] and not sitting.questions


def beside(x: float, y: float) -> Quad:
    return quad_at((x, y))


@pytest.fixture
def counting(sitting: Sitting) -> Sitting:
    """Ben lays the last card; Ann holds two."""
    sitting.session.say(Position(turn=BEN, counts=((ANN, 2), (BEN, 1))))
    lays(sitting, "blue/5", "N")
    return sitting


def test_hands_are_counted_up_as_they_lie(counting: Sitting) -> None:
    counting.play(counting.scene.still(0.5))
    counting.scene.lying += [("blue/13", beside(230, 262)), ("red/9", beside(60, 268))]
    counting.play(counting.scene.still())
    assert counting.totals == {ANN: 42 + 9, BEN: 0}


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        (["red/9"], "hand"),
        (["red/9", "blue/8", "blue/13"], "hand"),
        (["blue/13", "blue/13"], "copies"),
    ],
)
def test_what_cannot_be_a_hand_is_asked(counting: Sitting, cards: list[str], missing: str) -> None:
    counting.scene.lying += [(card, beside(60 + 85 * k, 268)) for k, card in enumerate(cards)]
    counting.play(counting.scene.still(3.2))
    question = counting.questions[-1]
    assert question.missing == (missing,) and question.form == "show_hand"
    assert dict(question.known)["player"] == ANN
