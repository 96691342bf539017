"""The app as people meet it: screens, keys, languages, pause, and what stands on the watch screen at the end."""

from dataclasses import replace

import pytest

from calibration.errors import BadInput
from companion.referee.claims import Question
from tests.ui.conftest import until
from tests.ui.fake import SCRIPT, FakeSession
from vision.observe import Kind, Observation


def watching(app):
    return app.screens.get_screen("table")


def shown(launch, **options):
    """An app that has shown the whole fake session."""
    app = launch(lambda: FakeSession(**options))
    until(lambda: watching(app).ended)
    return app


def at_home(launch, **options):
    """An app that has been started before, on its first screen."""
    app = launch(**options)
    app.welcomed()
    return app


def panels_of(screen):
    rows = reversed(screen.ids.totals.children)
    return [panel for row in rows for panel in reversed(row.children)]


def press(app, key, character=None):
    from kivy.core.window import Window

    Window.dispatch("on_key_down", key, 0, character, [])


def all_widgets(widget):
    yield widget
    for child in widget.children:
        yield from all_widgets(child)


def test_the_first_screen_leads_to_the_others(launch):
    app = at_home(launch)
    for name in ("new", "players", "settings", "open", "keys", "about", "welcome"):
        app.go(name)
        until(lambda: app.screens.current == name)  # noqa: B023
        app.go_back()
        assert app.screens.current == "start"


def test_a_session_is_shown_to_its_end(launch):
    screen = watching(shown(launch))
    assert screen.title == "Frantic Frankfurt"
    assert screen.ids.ruling.word == "Undecided"
    assert [judged.entry.n for judged in screen._rulings] == list(range(2, len(SCRIPT) + 2))
    screen.step_ruling(-1)
    assert screen.ids.ruling.symbol == "illegal"
    assert [panel.player for panel in panels_of(screen)] == ["Ann", "Ben"]


def test_the_ruling_of_now_is_on_the_card_with_its_proof(launch):
    app = launch(lambda: FakeSession(SCRIPT[:4]))
    until(lambda: watching(app).ended)
    card = watching(app).ids.ruling
    assert (card.symbol, card.word) == ("illegal", "Not allowed")
    assert card.colour[:3] == list(app.palette.illegal[:3])
    assert "certain" in card.sure


def test_another_language_says_everything_again(launch):
    app = shown(launch)
    screen = watching(app)
    before = screen.ids.ruling.sentence, screen.ids.ruling.word, screen.limit, screen.ids.entry.heading
    app.language = "de"
    after = screen.ids.ruling.sentence, screen.ids.ruling.word, screen.limit, screen.ids.entry.heading
    assert [old for old, new in zip(before, after, strict=True) if old == new] == []


def test_l_goes_round_the_languages(launch):
    app = launch()
    seen = []
    for _ in range(3):
        press(app, 108, "l")
        seen.append(app.language)
    assert seen == ["fr", "de", "en"]


def test_space_pauses_and_goes_on(launch):
    class Endless(FakeSession):
        def step(self):
            if not self._script:
                self._script = list(SCRIPT[2:4])
            return super().step()

    app = launch(Endless)
    until(lambda: watching(app).time != "0:00.0")
    press(app, 32)
    assert not watching(app).playing
    until(lambda: app.sitting.worker.news.empty())
    paused_at = watching(app).time
    for _ in range(5):
        from kivy.base import EventLoop

        EventLoop.idle()
    assert watching(app).time == paused_at
    press(app, 32)
    until(lambda: watching(app).time != paused_at)


def test_going_back_closes_the_session(launch):
    sessions = []

    def opener():
        sessions.append(FakeSession())
        return sessions[0]

    app = launch(opener)
    until(lambda: bool(sessions))
    press(app, 27)
    assert app.screens.current == "start"
    assert sessions[0].closed


def test_a_gap_is_told_over_the_last_picture(launch):
    assert "camera is gone" in watching(shown(launch, gap="camera_lost")).ids.notice.words


def test_a_question_goes_once_nobody_needs_to_answer(launch):
    screen = watching(shown(launch))
    asked = Question(Observation(Kind.PLACE, "left", None, None, 1, 0, 2, 0.9, (0, 1, 2)), ("player",))
    screen.show(replace(screen._last, judged=(), questions=(asked,)))
    assert screen.ids.notice.words
    screen.show(replace(screen._last, questions=()))
    assert screen.ids.notice.words
    screen.show(replace(screen._last, questions=(), withdrawn=(asked,)))
    assert not screen.ids.notice.words


def test_a_hidden_pile_is_told_until_it_is_seen(launch):
    screen = watching(shown(launch))
    calm = replace(screen._last, judged=())
    screen.show(replace(calm, hidden=("left",)))
    assert "left" in screen.ids.notice.words.lower()
    screen.language = "de"
    screen.ids.notice.say_again()
    assert "Hand" in screen.ids.notice.words
    screen.show(replace(calm, hidden=("left",), judged=screen.model.judged[-1:]))
    assert screen.ids.notice.words
    screen.show(calm)
    assert not screen.ids.notice.words


def test_before_anything_happens_the_card_says_so(launch):
    assert watching(launch()).ids.ruling.word == "The match is open"


def test_a_recording_that_does_not_open_is_told_in_one_sentence(launch):
    def broken():
        raise BadInput("there is no such recording", "game", "check the name")

    app = launch()
    app.watch(broken)
    until(lambda: app.screens.current == "open")
    assert "no such recording" in app.screens.get_screen("open").trouble


def test_a_bug_in_the_worker_is_not_hidden(launch):
    def broken():
        raise ZeroDivisionError

    app = launch()
    app.watch(broken)
    with pytest.raises(ZeroDivisionError):
        until(lambda: False)


def test_every_button_is_large_enough_for_a_finger(launch):
    from kivy.metrics import dp
    from kivy.uix.behaviors import ButtonBehavior

    app = shown(launch)
    for name in ("table", "scores", "start", "welcome", "new", "players", "settings", "keys", "about", "open"):
        app.go(name)
        until(lambda: app.screens.current_screen.width > 100)
        for _ in range(3):
            from kivy.base import EventLoop

            EventLoop.idle()
        for widget in all_widgets(app.screens.current_screen):
            if isinstance(widget, ButtonBehavior) and getattr(widget, "shown", True):
                assert min(widget.size) >= dp(48), f"{name}: {widget} is {widget.size}"


def test_the_same_textures_are_refilled_for_every_picture(launch):
    app = launch(lambda: FakeSession(SCRIPT[:2]))
    until(lambda: watching(app).ended)
    from companion.ui.picture import TURNS

    picture, update = watching(app).ids.picture, FakeSession().step()
    used = []
    for _ in range(8):
        picture.show(update.image, (), app.palette)
        used.append(picture.texture)
    assert len(set(used)) == TURNS
    # The last ones may still be drawn: none of them is filled again.
    assert all(used[k] not in used[k + 1 : k + TURNS] for k in range(len(used)))


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_ground_of_the_window_is_that_of_the_theme(launch, tmp_path, theme):
    import cv2

    from companion.ui.shots import shoot
    from companion.ui.theme import THEMES

    app = at_home(launch)
    app.palette = THEMES[theme]
    taken = []
    shoot(tmp_path / "screen.png", lambda: taken.append(True))
    until(lambda: bool(taken))
    corner = cv2.imread(str(tmp_path / "screen.png"))[2, 2, ::-1]
    assert tuple(corner) == pytest.approx([255 * each for each in THEMES[theme].ground[:3]], abs=2)


def test_a_picture_of_the_window_is_a_png_with_something_on_it(launch, tmp_path):
    import cv2

    from companion.ui.shots import shoot

    shown(launch)
    taken = []
    shoot(tmp_path / "screen.png", lambda: taken.append(True))
    until(lambda: bool(taken))
    image = cv2.imread(str(tmp_path / "screen.png"))
    assert image.std() > 10
