"""The board game at a table: a die is a roll of whoever is to roll, everything else is asked."""

import cv2
import pytest

from companion.core.ids import PlayerId
from companion.games.frantic_board.events import Play, Starts
from companion.referee.adapter import Around
from companion.referee.frantic_board import ADAPTER
from tests.referee.drawn import ANN, LARGE, SEATS, OnLargeTable, Sitting, table_with
from vision.dice import FACES
from vision.frame import Frame
from vision.observe import Kind, Observation

DICE = (300.0, 100.0, 420.0, 220.0)
TABLE = table_with({"dice": DICE, "draw": (40, 40, 120, 150)}, LARGE)


class WithDie(OnLargeTable):
    """A die of 20 mm in its place; the table is drawn at 2 pixels a millimetre for it."""

    value = 0

    def frame(self, *args: object, **named: object) -> Frame:
        seen = super().frame(*args, **named)
        if self.value:
            cv2.rectangle(seen.image, (340, 140), (362, 162), (245, 245, 245), -1)
            for x, y in FACES[self.value][0]:
                cv2.circle(seen.image, (round(340 + 22 * x), round(140 + 22 * y)), 2, (15, 15, 15), -1, cv2.LINE_AA)
        return seen


@pytest.fixture
def sitting() -> Sitting:
    return Sitting("frantic_board", WithDie([]), TABLE)


def test_a_die_is_the_roll_of_whoever_is_to_roll(sitting: Sitting) -> None:
    sitting.play(sitting.scene.still(1.2))
    sitting.session.say(Starts(ANN))
    sitting.session.say(Play(ANN, "board/push", 12, "forward"))  # type: ignore[arg-type]
    assert isinstance(sitting.scene, WithDie)
    sitting.scene.value = 4
    sitting.play(sitting.scene.still(1.2))
    last = sitting.session.judged[-1].entry
    assert (last.event.KIND, last.source) == ("roll", "camera.certain")
    assert getattr(last.event, "value", 0) == 4 and getattr(last.event, "player", "") == ANN


def test_a_die_that_nobody_is_to_roll_is_nothing(sitting: Sitting) -> None:
    assert isinstance(sitting.scene, WithDie)
    sitting.scene.value = 2
    sitting.play(sitting.scene.still(1.2))
    assert len(sitting.session.judged) == 1 and not sitting.questions


def test_where_a_card_lies_on_the_board_is_asked() -> None:

    seen = Observation(Kind.PLACE, "board", None, "board/push", 1, 0, 2, 0.99, (0, 1, 2))
    (asked,) = ADAPTER.observed(seen, PlayerId("Ann"), Around(None, SEATS, TABLE))
    assert asked.missing == ("square",) and dict(asked.known) == {"player": "Ann", "card": "board/push"}  # type: ignore[union-attr]
