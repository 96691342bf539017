"""Small questions: every one has words in every language, and a form in which what is known stands already."""

import pytest

from companion.core.words import LANGUAGES
from companion.games import load_game
from companion.referee.claims import Question
from companion.ui.pads import answer_of
from companion.ui.present import question_line
from vision.observe import Kind, Observation

SEEN = Observation(Kind.PLACE, "discard", None, None, 1, 0, 2, 0.9, (0, 1, 2))
WORDS = load_game("frantic").words
PARTS = ("card", "order", "player", "below", "taken", "wish", "target", "event", "hand", "copies", "square")


@pytest.mark.parametrize("part", PARTS)
def test_every_question_has_words(part: str) -> None:
    lines = {question_line(Question(SEEN, (part,)), WORDS, language) for language in LANGUAGES}
    assert len(lines) == len(LANGUAGES) and not any("question." in line for line in lines)


def test_the_card_is_asked_for_before_who_laid_it() -> None:
    both = question_line(Question(SEEN, ("player", "card")), WORDS, "en")
    assert both == question_line(Question(SEEN, ("card",)), WORDS, "en")


@pytest.mark.parametrize(
    ("game", "form", "known"),
    [
        ("frantic", "wish", {"player": "Ann"}),
        ("frantic", "show_hand", {"player": "Ann", "cards": ("frantic/red/1",)}),
        ("frappadingue", "throw", {"player": "Ann", "cards": ("frappa/km/8", "?")}),
        ("frantic_board", "play", {"player": "Ann", "card": "board/push"}),
    ],
)
def test_a_question_opens_its_form_with_what_is_known(game: str, form: str, known: dict[str, object]) -> None:
    answer = answer_of(Question(SEEN, ("card",), form, tuple(known.items())), load_game(game))
    assert answer is not None
    assert answer[0].key == form and answer[1] == known
