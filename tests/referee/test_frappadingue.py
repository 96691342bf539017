"""Frappadingue at a table: throws, what goes into the counter, specials that must come, and stopping."""

import pytest

from tests.referee.drawn import ANN, LARGE, OnLargeTable, Sitting, table_with

TABLE = table_with({"throw": (5, 5, 475, 150), "counter": (5, 170, 475, 315)}, LARGE)
#: Pictures stand for cards: `a` to `e` in the throw, each with a milestone or a special.
CARDS = {
    "red/8": "frappa/km/8",
    "blue/8": "frappa/km/8",
    "yellow/8": "frappa/km/8",
    "red/12": "frappa/km/12",
    "red/7": "frappa/km/7",
    "red/9": "frappa/km/9",
    "blue/9": "frappa/km/9",
    "yellow/9": "frappa/km/9",
    "red/10": "frappa/km/10",
    "red/11": "frappa/km/11",
    "blue/10": "frappa/mod/+10",
    "blue/5": "frappa/accrochage",
}
THROW = [(50.0 + 92 * k, 75.0) for k in range(5)]
COUNTER = [(50.0 + 92 * k, 242.0) for k in range(5)]


@pytest.fixture
def sitting() -> Sitting:
    scene = OnLargeTable([])
    scene.ids = CARDS
    return Sitting("frappadingue", scene, TABLE)


def lies(sitting: Sitting, throw: list[str], counter: list[str], seconds: float = 1.1) -> None:
    """So the cards lie now, and so they stay for a while."""
    sitting.scene.lay([*zip(throw, THROW, strict=False), *zip(counter, COUNTER, strict=False)])
    sitting.play(sitting.scene.still(seconds))


def test_a_turn_is_thrown_kept_and_validated(sitting: Sitting) -> None:
    lies(sitting, [], [])
    lies(sitting, ["red/8", "red/7", "red/9", "red/10", "red/11"], [])
    lies(sitting, ["red/7", "red/9", "red/10", "red/11"], ["red/8"])
    lies(sitting, [], [])
    assert sitting.codes == [
        "frappadingue.throw.scores",
        "frappadingue.keep.kept",
        "frappadingue.validate.done",
    ]
    assert sitting.totals[ANN] == 100 and not sitting.questions
    assert [judged.entry.source for judged in sitting.session.judged[1:]] == [
        "camera.certain",
        "camera.certain",
        "camera.likely",
    ]


def test_specials_that_were_left_lying_come_too_and_fifty_must_go_on(sitting: Sitting) -> None:
    lies(sitting, ["red/12", "blue/10", "red/9", "red/7", "red/11"], [])
    lies(sitting, ["blue/10", "red/9", "red/7", "red/11"], ["red/12"])
    kept = sitting.session.judged[-1]
    assert [ruling.code for ruling in kept.rulings] == [
        "frappadingue.keep.with_specials",
        "frappadingue.keep.must_go_on",
    ]
    assert kept.rulings[0].fact["specials"] == ("frappa/mod/+10",) and kept.rulings[0].fact["points"] == 150


def test_stopping_on_fifty_is_called(sitting: Sitting) -> None:
    lies(sitting, ["red/12", "red/10", "red/9", "red/7", "red/11"], [])
    lies(sitting, ["red/10", "red/9", "red/7", "red/11"], ["red/12"])
    lies(sitting, [], [], 3.5)
    assert sitting.codes[-1] == "frappadingue.validate.not_a_hundred"


def test_a_combination_moved_card_by_card_is_never_called(sitting: Sitting) -> None:
    nines = ["red/9", "blue/9", "yellow/9"]
    lies(sitting, [*nines, "red/7", "red/11"], [])
    for moved in (1, 2, 3):
        lies(sitting, [*nines[moved:], "red/7", "red/11"], nines[:moved])
    assert sitting.codes == ["frappadingue.throw.scores", "frappadingue.keep.kept"]
    assert sitting.session.judged[-1].rulings[0].fact["points"] == 200


def test_a_card_that_never_scores_is_called_when_it_stays(sitting: Sitting) -> None:
    lies(sitting, ["red/8", "red/7", "red/9", "red/10", "red/11"], [])
    lies(sitting, ["red/8", "red/9", "red/10", "red/11"], ["red/7"], 3.5)
    assert sitting.codes[-1] == "frappadingue.keep.no_points"


def test_an_unread_card_is_a_question_with_what_is_known(sitting: Sitting) -> None:
    sitting.scene.unreadable.add("red/10")
    lies(sitting, ["red/8", "red/7", "red/9", "red/10", "red/11"], [], 3.2)
    assert sitting.codes == []
    (question,) = sitting.questions
    assert question.missing == ("card",) and question.form == "throw"
    known = dict(question.known)
    assert known["player"] == ANN and sorted(known["cards"])[0] == "?" and len(known["cards"]) == 5


def test_cards_that_are_still_being_turned_up_are_no_throw(sitting: Sitting) -> None:
    lies(sitting, ["red/8", "red/7", "red/9"], [], 4.0)
    assert sitting.codes == [] and not sitting.questions


def test_a_throw_told_too_early_is_put_right(sitting: Sitting) -> None:
    lies(sitting, ["red/8", "red/7", "red/9", "red/10", "red/11"], [])
    lies(sitting, ["red/8", "red/12", "red/9", "red/10", "red/11"], [])
    throw = sitting.session.judged[1]
    assert throw.standing.value == "corrected"
    assert "frappa/km/12" in dict(throw.rulings[0].facts)["cards"]


def test_a_tangle_ends_the_turn(sitting: Sitting) -> None:
    lies(sitting, ["red/8", "blue/5", "red/9", "red/10", "red/11"], [])
    assert sitting.codes[0] == "frappadingue.throw.accrochage"
