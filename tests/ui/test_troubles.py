"""What goes wrong is said in the language of the screen, and nobody can add a sentence to the app without its words."""

import ast
import re
from pathlib import Path

import pytest

from calibration.errors import BadInput
from companion.ui.troubles import in_language, sentences

PROJECT = Path(__file__).parents[2]
#: Whoever uses the app can meet every sentence of these.
MET = (
    "calibration/cards.py",
    "calibration/clock.py",
    "calibration/find.py",
    "calibration/markers.py",
    "companion/audience.py",
    "companion/decks/enrolling.py",
    "companion/decks/shelf.py",
    "companion/eyes.py",
    "companion/live.py",
    "companion/paper.py",
    "companion/portraits.py",
    "companion/spectator/server.py",
    "companion/studio.py",
    "companion/tables.py",
    "vision/stills.py",
)


def said(path):
    """The sentences of a module: what is wrong and what to do, with {} for what is filled in."""
    for node in ast.walk(ast.parse((PROJECT / path).read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadInput":
            do = [each.value for each in node.keywords if each.arg == "do"]
            for part in (*node.args[:1], *node.args[2:3], *do):
                if isinstance(part, ast.Constant):
                    yield part.value
                elif isinstance(part, ast.JoinedStr):
                    yield "".join(each.value if isinstance(each, ast.Constant) else "{}" for each in part.values)


@pytest.mark.parametrize("path", MET)
def test_every_sentence_that_people_can_meet_has_its_words(path):
    there = list(said(path))
    assert there and [each for each in there if each not in sentences()] == []


def test_no_words_are_kept_for_what_nobody_says():
    files = [*PROJECT.glob("calibration/**/*.py"), *PROJECT.glob("companion/**/*.py"), *PROJECT.glob("vision/**/*.py")]
    everything = {each for path in files for each in said(path.relative_to(PROJECT))}
    assert [each for each in sentences() if each not in everything] == []


def test_the_same_is_filled_in_in_every_language():
    for sentence, told in sentences().items():
        assert told.keys() == {"fr", "de"} and all(told.values())
        for words in told.values():
            assert len(re.findall(r"\{\d?\}", words)) <= sentence.count("{}")


def test_a_sentence_is_told_with_its_place_and_its_advice():
    wrong = BadInput("no picture comes from this camera", "webcam:A@1", "is it plugged in, and used by nobody else?")
    assert in_language(str(wrong), "en") == str(wrong)
    german = in_language(str(wrong), "de")
    assert (
        german == "webcam:A@1: von dieser Kamera kommt kein Bild; ist sie eingesteckt, und braucht sie niemand anders?"
    )
    assert in_language(german, "de") == german


def test_what_is_filled_in_stays_and_what_is_not_known_too():
    told = in_language(str(BadInput("has 9 x 8 pixels, too many", "a.png", "make it smaller")), "fr")
    assert told == "a.png: a 9 x 8 pixels, c’est trop; réduisez-la"
    assert in_language("a.png: nobody has said this before", "fr") == "a.png: nobody has said this before"


def test_a_wizard_in_german_says_in_german_what_is_missing(launch):
    from tests.ui.conftest import until
    from tests.ui.touch import press

    app = launch(language="de")
    app.go("enrol")
    press(app, "Aus Bildern oder Scans")
    screen = app.screens.get_screen("enrol")
    until(lambda: screen.trouble)
    assert "da sind keine Bilder von Karten" in screen.trouble
