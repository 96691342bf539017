"""The app as fingers use it: a match by hand from the first start to its score sheet, and a watched one overruled."""

from companion.core.fold import Standing
from companion.core.rulings import Verdict
from companion.games.frankfurt.events import Discard, Open
from companion.games.frantic.events import Draw
from companion.ui import present
from companion.ui.pads import forms_of
from tests.ui.conftest import until
from tests.ui.fake import SCRIPT, FakeSession
from tests.ui.touch import button, buttons, draw, press, settle, touch


def totals(app):
    return [line.total for line in app.model.scores.lines]


def test_from_the_first_start_to_a_score_sheet_and_back_after_a_kill(launch, tmp_path):
    app = launch()
    assert app.screens.current == "welcome"
    until(lambda: app.screens.current_screen.width > 100)
    touch(button(app.screens.current_screen, "Begin"))
    assert app.screens.current == "start"
    press(app, "New match", "Frantic", "Go")
    assert app.screens.current == "table"
    assert app.model.players == ("Player 1", "Player 2")

    # A round with the keypad: nothing is written before "Write it down", and then all of it.
    press(app, "Round 1", "1", "2", "Next player", "7", "Write it down")
    assert totals(app) == [12, 7]
    press(app, "undo")
    assert totals(app) == [0, 0]
    press(app, "redo")
    assert totals(app) == [12, 7]

    press(app, "scores")
    told = [row.sentence for row in app.screens.get_screen("scores").ids.entries.children]
    assert "Entry 2 counts again." in told and "Entry 3 counts again." in told
    press(app, "back")

    # What a camera would have seen, by hand: the form knows whose turn it is, and says what the rules would say.
    press(app, "Deal", "Write it down")
    assert app.model.judged[-1].entry.event.KIND == "deal"

    press(app, "scores")
    sheet = app.screens.get_screen("scores").ids.sheet
    assert {"+12", "+7", "12", "7"} <= {getattr(cell, "text", "") for cell in sheet.children}

    # Back asks before it leaves a match.
    press(app, "back")
    press(app, "back")
    assert app.screens.current == "table"
    press(app, "Stay")
    assert not app.table.asking

    # The process is gone without a word: another one goes on where it was.
    again = launch()
    assert again.screens.current == "start"
    press(again, "Go on playing")
    assert totals(again) == [12, 7]
    assert again.model.judged[-1].entry.event.KIND == "deal"


def test_a_watched_ruling_is_looked_at_again_and_overruled(launch):
    app = launch(lambda: FakeSession(SCRIPT[:4]))
    until(lambda: app.table.ended)
    wrong = app.model.judged[-1]
    assert wrong.rulings[0].verdict is Verdict.ILLEGAL

    press(app, "Replay")
    assert app.screens.current == "replay"
    replay = app.screens.get_screen("replay")
    assert replay.count == 4
    assert replay.place == 3
    press(app, "−1")
    assert replay.place == 2
    app.go_back()
    assert app.screens.current == "table"

    press(app, "Overrule", "Ann")
    until(lambda: len(app.model.judged) > wrong.entry.n)
    decided = app.model.judged[wrong.entry.n - 1]
    assert decided.standing is Standing.OVERRULED
    card = app.table.ids.ruling
    assert card.symbol == "legal"
    assert "does not fit" in card.before and "Ann" in card.before
    press(app, "undo")
    until(lambda: len(app.model.judged) > wrong.entry.n + 1)
    assert app.table.ids.ruling.symbol == "illegal"


def test_a_ruling_that_was_accepted_stays_so_after_a_restart_and_can_be_taken_back(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic Frankfurt", "Go")
    ann, ben = app.model.players[:2]
    app.model.write(Open(ann, "frankfurt/red/8"), Open(ben, "frankfurt/blue/7"), Discard(ben, "frankfurt/red/4", "1"))
    card = app.table.ids.ruling
    assert card.symbol == "illegal" and "accepted" not in card.sure
    press(app, "Accept")
    assert card.symbol == "illegal" and "accepted" in card.sure
    app.accept_ruling()
    assert len(app.model.judged) == 5
    app.leave_table()
    press(app, "Go on playing")
    assert app.model.judged[3].accepted
    app.go_scores()
    settle()
    rows = [row.sentence for row in app.screens.get_screen("scores").ids.entries.children]
    assert "The ruling on entry 4 was accepted." in rows
    app.go_back()
    press(app, "undo")
    assert not app.model.judged[3].accepted and "accepted" not in app.table.ids.ruling.sure
    press(app, "redo")
    assert app.model.judged[3].accepted


def test_an_entry_is_corrected_in_the_form_it_was_written_in(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    press(app, "Round 1", "5", "Next player", "6", "Write it down")
    app.show_entry(2)
    press(app, "Correct")
    # Whose points they are is asked above, who puts them right below.
    chips = [each for each in buttons(app.table.ids.entry) if getattr(each, "text", "") == "Player 2"]
    chips[-1].dispatch("on_release")
    app.table.ids.entry.values["corrected_why"] = "misread"
    press(app, "erase", "9", "Write it down")
    assert totals(app) == [9, 6]
    assert app.model.judged[1].standing is Standing.CORRECTED
    app.show_entry(2)
    told = app.table.ids.ruling.before
    assert "5 points" in told and "Player 2" in told and "misread" in told


def test_a_match_that_is_over_says_who_won_and_begins_once_more(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    # Whoever reaches the limit first does not end it: the others' points of the round count as well.
    press(app, "Round 1", "1", "5", "4", "Next player", "1", "6", "0", "Write it down")
    card = app.table.ids.ruling
    assert card.word == "Won by Player 1" and "Player 1" in card.sentence
    assert "over" not in present.ruling_view(app.model.told(app.model.judged[1]), app.table.words, "en").sentence
    press(app, "Score sheet", "back", "Rematch")
    assert totals(app) == [0, 0] and not app.model.over
    assert len(app.desk.history()) == 2


def test_on_a_phone_a_question_comes_into_sight_and_so_does_what_was_not_allowed(launch):
    from kivy.core.window import Window

    before = Window.size
    Window.size = (392, 700)
    try:
        app = launch()
        press(app, "Begin", "New match", "Frantic", "Go")
        table, stage = app.table, app.table.ids.stage
        until(lambda: table.flows)
        pad, card = table.ids.entry, table.ids.ruling
        assert pad.y > card.y, "by hand the pad comes first"
        app.model.write(Draw("Nobody"))
        assert app.model.judged[-1].rulings[0].verdict is not Verdict.LEGAL
        until(lambda: stage.scroll_y < 0.5)
        app.go_back()
        settle()
        assert table.asking and stage.scroll_y == 1
    finally:
        Window.size = before


def test_a_grey_button_says_what_is_missing(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    entry = app.table.ids.entry
    press(app, "Round 1")
    assert not entry.ready and entry.preview == "Still missing: Player 1"
    press(app, "5")
    assert entry.goes_on and entry.preview == ""
    press(app, "Next player")
    assert entry.preview == "Still missing: Player 2"
    app.language = "de"
    assert entry.preview == "Es fehlt noch: Player 2"
    entry.begin(next(form for form in forms_of(app.model.game) if form.key == "play"))
    assert entry.preview == "Es fehlt noch: Wer"


def test_keys_write_a_round_and_take_it_back(launch):
    from kivy.core.window import Window

    def key(number, character="", modifiers=()):
        Window.dispatch("on_key_down", number, 0, character, list(modifiers))

    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    key(110, "n")
    key(51, "3")
    app.table.ids.entry._next_seat()
    key(52, "4")
    key(13)
    assert totals(app) == [3, 4]
    key(122, "z", ["ctrl"])
    assert totals(app) == [0, 0]
    card = app.table.ids.ruling
    assert card.sentence == "The whole round was taken back."
    assert "3 points for Player 1" in card.before and "4 points for Player 2" in card.before
    key(122, "z", ["ctrl", "shift"])
    assert totals(app) == [3, 4]
    key(49, "1")
    assert app.table.ids.entry.open
    key(27)
    assert not app.table.ids.entry.open
    assert app.screens.current == "table"
    key(63, "?")
    assert app.screens.current == "keys"


def test_a_seat_that_is_drawn_onto_another_is_swapped_and_beside_all_it_goes_back(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "+ guest", "+ guest")
    seats = app.screens.get_screen("seats")
    one, *_, last = (button(seats.ids.ring, name) for name in seats.setup.players)
    there, home = last.to_window(*last.center), tuple(one.center)
    draw(one, (there[0] - 40, there[1] - 40), there)
    assert seats.setup.players == ("Player 4", "Player 2", "Player 3", "Player 1")
    assert seats.how.endswith("Player 4, at the near side, begins.")
    one = button(seats.ids.ring, "Player 4")
    assert tuple(one.center) == home
    x, y = one.to_window(*one.center)
    draw(one, (x + 60, y + 60), (x + 20, y + 75))
    assert len(seats.setup.players) == 4
    assert tuple(one.center) == home
    touch(one)
    assert "Player 4" not in seats.setup.players


def test_lots_are_drawn_and_it_is_said_who_begins(launch):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "+ guest", "+ guest", "+ guest", "+ guest")
    seats = app.screens.get_screen("seats")
    before = seats.setup.players
    assert seats.how.endswith("Player 1, at the near side, begins.")
    until(lambda: press(app, "Draw lots") or seats.setup.players[0] != before[0])
    assert sorted(seats.setup.players) == sorted(before)
    assert seats.how.endswith(f"{seats.setup.players[0]}, at the near side, begins.")
    # Where all play at once nobody begins.
    app.go_back()
    press(app, "Frantic Frankfurt")
    assert "begins" not in seats.how


def test_settings_count_at_once_and_the_next_time(launch):
    from kivy.metrics import Metrics

    app = launch()
    press(app, "Begin", "Settings", "light", "DE")
    assert app.palette.text[0] < 0.2
    press(app, "150 %")
    until(lambda: Metrics.fontscale == 1.5)
    assert app.screens.current == "settings"
    again = launch()
    assert (again.language, Metrics.fontscale) == ("de", 1.5)
    again.choose("font_scale", 1.0)


def test_everything_is_deleted_in_two_presses(launch, tmp_path):
    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")
    app.leave_table()
    press(app, "Settings", "Delete everything")
    assert app.desk.history()
    press(app, "Press again")
    assert app.desk.history() == ()
    assert list((tmp_path / "desk").iterdir()) == []
    assert app.screens.current == "welcome"


def test_a_disk_that_takes_nothing_is_told_and_play_goes_on(launch, monkeypatch):
    from calibration.errors import BadInput

    app = launch()
    press(app, "Begin", "New match", "Frantic", "Go")

    def full(entries):
        raise BadInput("the match file could not be written (disk full)", "matches.tapis", "make room")

    monkeypatch.setattr(app.sitting.hand.log, "extend", full)
    press(app, "Round 1", "5", "Next player", "6", "Write it down")
    assert "disk full" in app.table.ids.notice.words
    assert totals(app) == [0, 0]
    monkeypatch.undo()
    press(app, "Round 1", "5", "Next player", "6", "Write it down")
    assert totals(app) == [5, 6]


def test_another_app_in_front_stops_the_watching_and_loses_nothing(launch):
    app = launch(lambda: FakeSession(SCRIPT[:3] * 20))
    until(lambda: app.model is not None)
    assert app.on_pause()
    assert not app.sitting.worker.going.is_set()
    app.on_resume()
    assert app.sitting.worker.going.is_set()
    until(lambda: app.table.ended)
    assert len(app.model.judged) == 61
