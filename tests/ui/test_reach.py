"""Fingers themselves: what is in sight is what takes the touch, and nothing that is hidden lies over it."""

import cv2
from kivy.uix.widget import Widget

from companion.core.events import ManualScore
from companion.core.ids import PlayerId
from companion.moments import Moment
from companion.ui.household import Person

from .conftest import until
from .fake import SCRIPT, FakeSession
from .reach import unreached
from .touch import button, press, touch


def test_a_finger_comes_to_what_the_ruling_card_offers(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic Frankfurt", "Go")
    app.model.write(ManualScore(PlayerId(app.model.players[0]), 5))
    until(lambda: not list(unreached(app.screens.current_screen)))
    touch(button(app.table, "Overrule"))
    assert app.table.ids.ruling.deciding


def test_a_finger_chooses_the_words_of_a_sheet(launch):
    app = launch()
    app.welcomed()
    press(app, "Print")
    until(lambda: not list(unreached(app.screens.current_screen)))


def test_what_is_hidden_and_disabled_would_be_found_out(launch):
    app = launch()
    app.welcomed()
    screen = app.screens.current_screen
    until(lambda: not list(unreached(screen)))
    screen.add_widget(Widget(opacity=0, disabled=True))
    until(lambda: list(unreached(screen)))
    assert "cannot be pressed" in next(unreached(screen))


def test_one_picture_can_be_looked_at_again(launch):
    """A slider has two ends even so."""
    app = launch()
    image = FakeSession(SCRIPT[:1]).step().image
    moments = tuple(Moment(n, n, cv2.imencode(".jpg", image)[1].tobytes(), ()) for n in range(3))
    screen = app.screens.get_screen("replay")
    screen.open(moments, 2, {}, str)
    screen.open(moments[:1], 0, {}, str)
    assert screen.count == 1


def test_a_new_ruling_does_not_take_the_question_away_from_whoever_overrules(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic Frankfurt", "Go")
    for points in (5, 6):
        app.model.write(ManualScore(PlayerId(app.model.players[0]), points))
        if points == 5:
            press(app, "Overrule")
    ruling = app.table.ids.ruling
    assert ruling.deciding and ruling.n == 2
    press(app, "Leave it")
    app.model.write(ManualScore(PlayerId(app.model.players[0]), 7))
    assert not ruling.deciding and ruling.n == 4


def test_players_get_their_names_on_the_way_to_a_match(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic Frankfurt", "Players")
    assert app.here == "players"
    app.desk.change(app.desk.household.with_person(Person("Zoe", 2)))
    app.go_back()
    assert app.here == "seats"
    press(app, "Player 2", "Zoe", "Go")
    assert "Zoe" in app.model.players
