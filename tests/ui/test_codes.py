"""Codes in the app: a scanner on any screen, typing that stays typing, badges, decks, a match for another device."""

import pytest

from companion.codes.code import DeckCode, PlayerCode, TableCode, code_text
from companion.codes.handoff import texts_of
from companion.codes.meaning import AskWho, CalibrateTable
from companion.desk import Desk
from companion.sharing.codes import drawn
from companion.store.key import household_key
from companion.ui.household import Household, Person, Settings
from tests.ui.conftest import until
from tests.ui.still import Still

US_SHIFT = {":": ";"}


@pytest.fixture
def app(launch, tmp_path):
    """A house where Ann and Ben live."""
    Desk(tmp_path / "desk").change(Household((Person("Ann"), Person("Ben", 1)), Settings(welcomed=True)))
    return launch()


def scan(app, code):
    """As a handheld scanner types: every key in no time, then Enter."""
    from kivy.core.window import Window

    for sign in code:
        shift = sign.isupper() or sign in US_SHIFT
        plain = US_SHIFT.get(sign, sign.lower())
        Window.dispatch("on_key_down", ord(plain), 0, plain, ["shift"] if shift else [])
    Window.dispatch("on_key_down", 13, 0, "\r", [])


def codes(app):
    return app.screens.get_screen("codes")


def match_by_hand(app):
    app.choose_game("frantic")
    app.screens.get_screen("seats").begin()
    entries = tuple(judged.entry for judged in app.model.judged)
    app.leave_table()
    return entries


def test_a_sealed_badge_signs_in_on_any_screen(app, tmp_path):
    app.go("settings")
    scan(app, code_text(PlayerCode("Ann"), household_key(tmp_path / "desk")))
    assert (app.screens.current, app.door.present) == ("codes", ("Ann",))
    app.go_back()
    assert app.screens.current == "settings"


def test_whoever_signed_in_sits_in_the_next_match(app, tmp_path):
    key = household_key(tmp_path / "desk")
    for name in ("Ben", "Ann"):
        scan(app, code_text(PlayerCode(name), key))
        assert codes(app).words == f"{name} is here."
    app.choose_game("frantic")
    assert app.screens.get_screen("seats").setup.players == ("Ben", "Ann")


def test_a_badge_of_another_house_is_only_a_question(app):
    scan(app, code_text(PlayerCode("Zoe")))
    assert app.door.present == ()
    codes(app).do()
    assert app.door.present == ("Zoe",)
    assert "Zoe" in [person.name for person in app.desk.household.people]


def test_the_deck_of_a_box_leads_to_its_game(app):
    scan(app, code_text(DeckCode("frappadingue", "own")))
    codes(app).do()
    assert app.screens.current == "seats"
    assert app.screens.get_screen("seats").setup.game.info.id == "frappadingue"


def test_typing_a_t_and_more_stays_typing(app):
    from kivy.core.window import Window

    Window.dispatch("on_key_down", ord("t"), 0, "t", [])
    Window.dispatch("on_key_down", ord("l"), 0, "l", [])
    until(lambda: app.language == "fr")
    assert app.screens.current != "codes"


def test_a_line_on_a_screen_that_was_left_keeps_no_keys(app):
    from kivy.core.window import Window

    line = codes(app)
    line = next(each for each in line.walk() if type(each).__name__ == "WordsBox")
    app.go("codes")
    line.focus = True
    Window.dispatch("on_key_down", ord("l"), 0, "l", [])
    app.go_back()
    assert app.language == "en"
    Window.dispatch("on_key_down", ord("l"), 0, "l", [])
    until(lambda: app.language == "fr")


def test_a_damaged_code_is_told(app):
    codes(app).take("TAPIS1:PLAYER:AAAA:AAAAAAA")
    assert "misread" in codes(app).trouble


def test_a_match_goes_from_one_device_to_another_piece_by_piece(app):
    entries = match_by_hand(app)
    app.delete_everything()
    screen = codes(app)
    for text in reversed(texts_of(entries)):
        screen.take(text)
    assert "Ann" in screen.words
    app.resume()
    assert [judged.entry for judged in app.model.judged] == list(entries)


def test_the_newest_match_is_shown_and_can_be_read_again(app):
    from vision.codes.read import read_codes

    entries = match_by_hand(app)
    images = app.door.handed_over()
    assert tuple(read_codes(image)[0].text for image in images) == texts_of(entries, household_key(app.desk.folder))
    app.go("codes")
    codes(app).show_match()
    until(lambda: codes(app).ids.code.texture is not None)
    codes(app).stop_showing()
    assert not codes(app).showing


def test_the_camera_reads_what_is_held_before_it(app, tmp_path):
    from companion.eyes import Eyes
    from vision.sources.cameras import CameraInfo

    badge = drawn(code_text(PlayerCode("Zoe")))
    app.workshop.eyes = Eyes(
        tmp_path, lambda: (CameraInfo("webcam:A@1", "A"),), lambda _c, _s: Still("badge", badge, [])
    )
    app.workshop.eyes.choose("webcam:A@1")
    app.go("codes")
    until(lambda: "Zoe" in codes(app).words)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_what_a_code_asks_is_told_in_every_language(app, language):
    from companion.ui.codes import action_view

    assert "QRS7" in action_view(CalibrateTable("QRS7", ""), language).words
    view = action_view(AskWho("Ann", True), language)
    assert view.button
    assert view.words.count("Ann") == 2


def test_a_table_that_is_new_here_leads_to_calibrating(app):
    codes(app).take(code_text(TableCode("QRS7TUV")))
    assert "QRS7TUV" in codes(app).words
    codes(app).do()
    assert app.screens.current == "calibrate"
