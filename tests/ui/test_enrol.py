"""The enrolment wizard, pressed through: a dozen cards from the camera and from pictures, a name put right, a deck."""

import cv2
import pytest

from companion.desk import Desk
from companion.ui.household import Household, Settings
from tests.ui.conftest import until
from tests.ui.touch import press
from tests.vision.recognise.test_laid_out import table
from vision.recognise.deck import load_deck


@pytest.fixture
def app(launch, tmp_path):
    Desk(tmp_path / "desk").change(Household((), Settings(welcomed=True)))
    app = launch()
    app.services["studio"].folder = tmp_path / "cards"
    return app


def cards(count, start=0):
    from companion.decks import deck_folder

    return [face.views[0] for face in load_deck(deck_folder("frankfurt")).faces[start : start + count]]


def wizard(app):
    return app.screens.get_screen("enrol")


def laid(app):
    return [card.name for card in wizard(app).ids.cards.children[::-1]]


def test_a_deck_from_pictures_with_a_name_put_right_and_a_card_photographed_again(app, tmp_path):
    (tmp_path / "cards").mkdir()
    cv2.imwrite(str(tmp_path / "cards" / "1.png"), table(cards(6), 3))
    app.go("enrol")
    screen = wizard(app)
    assert "0 of 43" in screen.progress
    press(app, "From pictures or scans")
    until(lambda: screen.stage == "name" or screen.trouble)
    assert screen.trouble == ""
    order = [each.name for each in screen._session.laid]
    assert order == list(screen._session.order[:6])
    first = laid(app)[0]
    screen.choose(0)
    screen.call(screen._session.order[3])
    assert laid(app)[0] != first
    screen.choose(0)
    screen.call(screen._session.order[0])
    press(app, "The names are right")
    assert "6 of 43" in screen.progress
    screen.ids.deck_name.text = "Ours"
    press(app, "Keep the deck")
    until(lambda: screen.done or screen.trouble)
    assert screen.trouble == ""
    kept = load_deck(app.desk.folder / "decks" / "Ours")
    assert [face.name for face in kept.faces] == order
    press(app, " again")
    assert screen._session.missing[0] in order
    app.go("decks")
    press(app, "Ours")
    gallery = app.screens.get_screen("decks")
    until(lambda: len(gallery.ids.cards.children) == 6)
    press(app, "Add to this deck")
    assert (app.here, screen.deck_name) == ("enrol", "Ours")

    # Taken away with two presses; our own deck of the game is shown then, and cannot be.
    app.go_back()
    press(app, "Delete")
    assert (app.desk.folder / "decks" / "Ours").exists()
    press(app, "Press again to delete")
    assert not (app.desk.folder / "decks" / "Ours").exists()
    assert (gallery.called, gallery.enrolled) == ("frankfurt", False)


def test_no_picture_and_no_card_are_told(app, tmp_path):
    app.go("enrol")
    screen = wizard(app)
    press(app, "From pictures or scans")
    until(lambda: screen.trouble)
    assert str(tmp_path / "cards") in screen.trouble
    screen.ids.deck_name.text = "../elsewhere"
    screen._session = screen._session.lay(cards(1)).take()
    screen.tell()
    press(app, "Keep the deck")
    until(lambda: not screen.busy)
    assert "no name for a deck" in screen.trouble
    assert not (app.desk.folder / "decks").exists()


def test_what_the_camera_sees_is_laid_out(app, tmp_path):
    from companion.eyes import Eyes
    from tests.ui.still import Still
    from vision.sources.cameras import CameraInfo

    laid_out = table(cards(4), 4)
    app.workshop.eyes = Eyes(
        tmp_path, lambda: (CameraInfo("webcam:A@1", "A"),), lambda _c, _s: Still("table", laid_out, [])
    )
    app.workshop.eyes.choose("webcam:A@1")
    app.go("enrol")
    screen = wizard(app)
    until(lambda: screen._image is not None)
    press(app, "Look at them")
    until(lambda: screen.stage == "name" or screen.trouble)
    assert len(laid(app)) == 4
    press(app, "A bad picture: look again")
    assert screen.stage == "lay"
    assert screen.enrolled == 0
