"""What goes wrong is said in the language of the screen, and nobody can add a sentence to the app without its words."""

import ast
import errno
import os
import re
from pathlib import Path

import pytest

from calibration.errors import BadInput
from calibration.zones import Zone, faults
from companion.ui.troubles import in_language, sentences

PROJECT = Path(__file__).parents[2]
FILES = sorted(
    str(path.relative_to(PROJECT))
    for room in ("calibration", "companion", "vision")
    for path in PROJECT.glob(f"{room}/**/*.py")
)
#: Whoever uses the app meets no sentence of these: they are commands, and what only a command or a maker of games uses.
NEVER_MET = (
    "calibration/charuco.py",
    "calibration/colour.py",
    "calibration/lens_file.py",
    "companion/benches/",
    "companion/cli.py",
    "companion/commands/",
    "companion/core/playthrough.py",
    "companion/games/frantic_board/files.py",
    "companion/proofs/",
    "companion/sharing/table.py",
    "companion/store/recovery.py",
    "vision/recording/doctor.py",
    "vision/training/",
)
#: In these, what is wrong in particular is told as well.
TOLD_WHY = ("calibration/table_file.py", "companion/core/codec.py")
#: What the system and SQLite say is in no file of ours.
SYSTEM = {os.strerror(number) for number in errno.errorcode} | {
    "[Errno {}] {}",
    "attempt to write a readonly database",
    "database disk image is malformed",
    "database is locked",
    "database or disk is full",
    "disk I/O error",
    "file is not a database",
    "unable to open database file",
}


def texts(part, names=None):
    """What an expression can say, with {} for what is filled in; a name says what was put under it in its module."""
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        return [part.value]
    if isinstance(part, ast.JoinedStr):
        return ["".join(each.value if isinstance(each, ast.Constant) else "{}" for each in part.values)]
    if isinstance(part, ast.IfExp):
        return texts(part.body, names) + texts(part.orelse, names)
    if isinstance(part, ast.BinOp):
        return [one + other for one in texts(part.left, names) for other in texts(part.right, names)]
    if isinstance(part, ast.Name) and names and part.id in names:
        return [each for value in names[part.id] for each in texts(value)]
    return ["{}"]


def said(path):
    """The sentences of a module: what is wrong and what to do."""
    tree, names = ast.parse((PROJECT / path).read_text("utf-8")), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if called == "BadInput" or (called in ("TypeError", "ValueError") and path in TOLD_WHY):
            do = [each.value for each in node.keywords if each.arg == "do"]
            for part in (*node.args[:1], *node.args[2:3], *do):
                yield from (each for each in texts(part, names) if each.strip("{}. "))


@pytest.mark.parametrize("path", [each for each in FILES if not each.startswith(NEVER_MET) and any(said(each))])
def test_every_sentence_that_people_can_meet_has_its_words(path):
    assert [each for each in said(path) if each not in sentences()] == []


def test_no_words_are_kept_for_what_nobody_says():
    everything = SYSTEM | {
        each
        for path in FILES
        for node in ast.walk(ast.parse((PROJECT / path).read_text("utf-8")))
        for each in texts(node)
    }
    joined = {each for path in FILES for each in said(path)}
    assert [each for each in sentences() if each not in everything | joined] == []


def test_what_is_wrong_with_zones_has_its_words():
    bow_tie, small = ((0, 0), (200, 200), (200, 0), (0, 200)), ((0, 0), (9, 0), (9, 9), (0, 9))
    told = faults([Zone("a", bow_tie), Zone("b", small), Zone("b", ((0, 0), (200, 0), (200, 200), (0, 200)))])
    assert len({each.split()[-1] for each in told}) == 4, told
    assert all(in_language(each, "de") != each != in_language(each, "fr") for each in told)


def test_why_the_system_refuses_is_told_in_the_language_too():
    full = f"the match file could not be written ([Errno 28] {os.strerror(errno.ENOSPC)}: '/m')"
    assert "plus de place sur le disque: '/m'" in in_language(full, "fr")
    damage = BadInput("this is not JSON", "line 3", "one JSON object stands on a line, each key once")
    told = in_language(str(BadInput(f"the match is damaged ({damage})", "a.json", "export it again")), "de")
    assert "Zeile 3: das ist kein JSON" in told and "JSON object" not in told


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
