"""The app: wires the screens to the match on the table, written by hand or watched. It decides nothing.

Whatever is written goes into the log first and onto the screen after. Kivy takes one piece of news a frame from the
worker that watches; what people say while a table is watched goes to that worker, because the log belongs to it.
"""

import os
import queue
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.utils import platform

from calibration.errors import BadInput
from companion.core.events import Entry, Event
from companion.core.fold import Judged
from companion.core.words import LANGUAGES, Catalogue
from companion.desk import Desk, HandTable
from companion.door import Door
from companion.games import load_game
from companion.moments import nearest
from companion.referee.session import Update
from companion.ui.about import AboutScreen
from companion.ui.calibrate import CalibrateScreen
from companion.ui.cameras import CamerasScreen
from companion.ui.codes import CodesScreen
from companion.ui.decks import DecksScreen
from companion.ui.entry_panel import EntryPanel, WordsBox
from companion.ui.household import marks_of
from companion.ui.keys import KeysScreen, action_of
from companion.ui.labels import game_name
from companion.ui.new import NewScreen
from companion.ui.open import OpenScreen
from companion.ui.players import PlayersScreen
from companion.ui.present import is_shown, ruling_view, text
from companion.ui.printing import PrintingScreen
from companion.ui.replay import ReplayScreen
from companion.ui.scans import Scans
from companion.ui.scores import ScoresScreen
from companion.ui.seats import SeatsScreen
from companion.ui.settings import SettingsScreen
from companion.ui.setup import Setup, known_rules, setup_of
from companion.ui.sounds import Sounds
from companion.ui.start import StartScreen
from companion.ui.table import TableScreen
from companion.ui.table_model import TableModel
from companion.ui.theme import THEMES
from companion.ui.welcome import WelcomeScreen
from companion.voice.announce import announce
from companion.voice.speak import Silence, find_speaker
from companion.watching import Ended, Opened, Opener, Refused, Said, Worker
from companion.workshop import Workshop

#: Where watched recordings are kept; the matches that people play are in the desk's own file.
WATCHED = "watched.tapis"

#: Numbers of keys.
ESCAPE, ENTER, ENTER_OF_PAD, BACKSPACE = 27, 13, 271, 8

SCREENS = {
    "start": StartScreen,
    "welcome": WelcomeScreen,
    "new": NewScreen,
    "seats": SeatsScreen,
    "table": TableScreen,
    "scores": ScoresScreen,
    "replay": ReplayScreen,
    "players": PlayersScreen,
    "settings": SettingsScreen,
    "open": OpenScreen,
    "keys": KeysScreen,
    "about": AboutScreen,
    "cameras": CamerasScreen,
    "codes": CodesScreen,
    "calibrate": CalibrateScreen,
    "printing": PrintingScreen,
    "decks": DecksScreen,
}
KV_FILES = ("theme", "entry_panel", "ruling_panel", *SCREENS)


class TapisApp(App):
    """Screens, keys, settings, the match on the table, and the worker of the session that is watched.

    `on_update` hears of every update once it is on the screen. It may return True to hold the next one back, and calls
    `go_on` then: so pictures can be taken of exactly this moment. `on_end` hears when the session is over.
    """

    language = OptionProperty("en", options=list(LANGUAGES))
    #: What the screens take from it follows when another palette is chosen: that is what `rebind` is for.
    palette = ObjectProperty(THEMES["dark"], rebind=True)
    face_players = BooleanProperty(False)
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    folder_name = StringProperty("")
    title = "Tapis"

    def __init__(
        self,
        first: Opener | None = None,
        paced: bool = True,
        on_update: Callable[[Update, Catalogue], bool] = lambda update, words: False,
        on_end: Callable[[], None] = lambda: None,
        folder: Path | None = None,
        language: str = "",
        **properties: Any,
    ) -> None:
        super().__init__(**properties)
        self.first, self._paced, self._on_update, self._on_end = first, paced, on_update, on_end
        if folder is None and platform == "linux":
            # Kivy makes this app's folder, but not the one that it lies in; a fresh account has neither.
            Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser().mkdir(parents=True, exist_ok=True)
        self.desk = Desk(folder or Path(self.user_data_dir))
        self.folder_name = str(self.desk.folder)
        self.workshop, self.door = Workshop(self.desk.folder), Door(self.desk)
        self.scans = Scans(self._press, self.take_code)
        self.hand: HandTable | None = None
        self.model: TableModel | None = None
        self.marks: tuple[int, ...] = ()
        self.speaker, self.sounds = find_speaker(), Sounds()
        self._worker: Worker | None = None
        self._opener: Opener | None = None
        self._held = False
        self._path: list[str] = []
        self._ring = Clock.create_trigger(self._hear)
        self._dress(language)

    # ---------------------------------------------------------------- beginning and end

    def build(self) -> ScreenManager:
        folder = files("companion.ui")
        Window.clearcolor = self.palette.ground
        for name in KV_FILES:
            Builder.load_file(str(folder / f"{name}.kv"))
        self.screens = ScreenManager(transition=NoTransition())
        self._furnish()
        Window.bind(on_key_down=self._key)
        # A table is looked at, not touched: the screen stays on.
        Window.allow_screensaver = False
        return self.screens

    def run(self) -> None:
        """Until the window closes. However it ends, the worker ends first: it closes the log."""
        try:
            super().run()
        finally:
            self._close()

    def on_start(self) -> None:
        self._speaking = Clock.schedule_interval(lambda _seconds: self.speaker.step(), 0.2)
        if self.first is not None:
            self.watch(self.first)
        elif not self.desk.household.settings.welcomed:
            self.go("welcome")

    def on_pause(self) -> bool:
        """Another app is in front. Everything is written already; watching waits."""
        if self._worker is not None:
            self._worker.pause()
        return True

    def on_resume(self) -> None:
        if self._worker is not None and self._table.playing:
            self._worker.go()

    def on_stop(self) -> None:
        self._close()
        self.workshop.close()
        self.speaker.stop()
        self._speaking.cancel()
        Window.unbind(on_key_down=self._key)
        for name in KV_FILES:
            Builder.unload_file(str(files("companion.ui") / f"{name}.kv"))

    def _furnish(self) -> None:
        """All screens, made afresh: letters of another size need everything to be laid out again."""
        here = self.screens.current if self.screens.screens else "start"
        self.screens.clear_widgets()
        for name, kind in SCREENS.items():
            self.screens.add_widget(kind(name=name))
        if self.model is not None:
            self._table.watched = self._worker is not None
            self._table.open(self.model, self.marks)
        self.screens.current = here

    def _dress(self, language: str = "") -> None:
        """Take over what is set. `language` is what was asked for at the start, if anything."""
        settings = self.desk.household.settings
        self.palette = THEMES[settings.theme]
        self.language = language or settings.language or "en"
        self.face_players = settings.face_players
        Metrics.fontscale = settings.font_scale
        Window.clearcolor = self.palette.ground

    def say(self, key: str, language: str) -> str:
        """A text of the screens. The language is an argument so that kv asks again when it changes."""
        return text(key, language)

    # ---------------------------------------------------------------- from screen to screen

    @property
    def match_file(self) -> Path:
        """Where watched recordings are kept: written before anything is shown, there after any stop."""
        return self.desk.folder / WATCHED

    def go(self, screen: str) -> None:
        if screen != self.screens.current:
            self._path.append(self.screens.current)
            self.screens.current = screen

    def go_back(self) -> None:
        """The top layer closes: a form, a question, a screen. A match is never left without being asked."""
        here = self.screens.current
        if here == "start":
            self.stop()
        elif here == "table":
            self._leave_layer()
        else:
            previous = self._path.pop() if self._path else "start"
            self.screens.current = "start" if previous == here else previous

    def _leave_layer(self) -> None:
        entry: EntryPanel = self._table.ids.entry
        if entry.open:
            entry.cancel()
        elif self._table.asking:
            self._table.stay()
        elif self._worker is not None:
            self.leave_table()
        else:
            self._table.ask_to_leave()

    def leave_table(self) -> None:
        """Back to the start; the match is kept as it is."""
        self._close()
        self._path.clear()
        self.screens.current = "start"

    def welcomed(self) -> None:
        self.choose("welcomed", True)
        self._path.clear()
        self.screens.current = "start"

    def choose(self, name: str, value: Any) -> None:
        """Set something; it counts at once and for the next time."""
        was = self.desk.household.settings
        self.desk.change(self.desk.household.with_setting(name, value))
        self._dress()
        if was.font_scale != self.desk.household.settings.font_scale:
            Clock.schedule_once(lambda _seconds: self._furnish())
        elif self.screens.current == "settings":
            self.screens.get_screen("settings").tell()

    @property
    def can_speak(self) -> bool:
        return not isinstance(self.speaker, Silence)

    def next_language(self) -> None:
        self.choose("language", LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)])

    def delete_everything(self) -> None:
        """Matches, people, settings: gone. There is no other copy."""
        self._close()
        self.desk.delete_everything()
        self.match_file.unlink(missing_ok=True)
        self._dress()
        self._path.clear()
        self.screens.current = "welcome"

    # ---------------------------------------------------------------- the start screen

    def running_line(self) -> str:
        """The match to go on with, in a line."""
        try:
            kept = self.desk.running()
        except BadInput:
            return ""
        if kept is None:
            return ""
        totals = ", ".join(f"{p} {t}" for p, t in zip(kept.line.players, kept.line.totals, strict=True))
        return f"{game_name(load_game(kept.line.game), self.language)} · {totals}"

    def rematch_line(self) -> str:
        setup = self._rematch()
        return f"{game_name(setup.game, self.language)} · {', '.join(setup.players)}" if setup else ""

    def start_notice(self) -> str:
        try:
            self.desk.history()
        except BadInput as error:
            return str(error)
        return text("start.little_room", self.language) if self.desk.little_room() else ""

    def choose_game(self, game_id: str) -> None:
        setup = setup_of(load_game(game_id), self.desk.household, self._guest_name)
        self.screens.get_screen("seats").show(self.door.seated(setup))
        self.go("seats")

    def _guest_name(self, number: int) -> str:
        return text("seats.guest", self.language, number=number)

    def _rematch(self) -> Setup | None:
        """The last match once more: same game, same seats, same house rules."""
        household = self.desk.household
        for game_id, players in reversed(list(household.seats.items())):
            try:
                game = load_game(game_id)
            except BadInput:
                continue
            return Setup(game, players, known_rules(game, household.rules.get(game_id, {})))
        return None

    def rematch(self) -> None:
        setup = self._rematch()
        if setup is not None:
            self.begin(setup)

    def begin(self, setup: Setup) -> None:
        """A new match, written before it is shown."""
        game_id = setup.game.info.id
        household = self.desk.household
        seats = {game: names for game, names in household.seats.items() if game != game_id} | {game_id: setup.players}
        rules = {**household.rules, game_id: dict(setup.rules)}
        self._try(lambda: self._sit_down(self.desk.begin(setup.match())))
        if self.hand is not None:
            self.desk.change(type(household)(household.people, household.settings, seats, rules))

    def resume(self) -> None:
        kept = self.desk.running()
        if kept is not None:
            self._try(lambda: self._sit_down(self.desk.resume(kept.line.match)))

    def _try(self, action: Callable[[], None]) -> None:
        """Do it, or say on the start screen why it cannot be done."""
        try:
            action()
        except BadInput as error:
            self.leave_table()
            self.screens.get_screen("start").notice = str(error)

    # ---------------------------------------------------------------- a match written by hand

    def _sit_down(self, hand: HandTable) -> None:
        self._close()
        self.hand = hand
        self._fresh_table(watched=False)
        self._open_model(hand.model, self._write_by_hand)
        self._path.clear()
        self.screens.current = "table"

    def _write_by_hand(self, event: Event) -> None:
        assert self.hand is not None
        try:
            entry = self.hand.log.append(event)
        except BadInput as error:
            self._table.ids.notice.tell(text("not_written", self.language) + " " + str(error))
            return
        self._hear_of((entry,))

    def _open_model(self, model: TableModel, write: Callable[[Event], None]) -> None:
        self.model = model
        model.write = write
        self.marks = marks_of(model.players, self.desk.household)
        self._table.open(model, self.marks)
        self.can_undo, self.can_redo = model.can_undo, model.can_redo

    def _hear_of(self, entries: tuple[Entry, ...]) -> tuple[Judged, ...]:
        """Entries are in the log: now they are shown and told."""
        model = self.model
        assert model is not None
        before = model.scores
        fresh = model.take(entries)
        if fresh:
            if self.hand is not None:
                self._table.news(fresh)
            self.can_undo, self.can_redo = model.can_undo, model.can_redo
            if self.screens.current == "scores":
                self.screens.get_screen("scores").tell()
            self._announce(fresh, before)
        return fresh

    def _announce(self, fresh: tuple[Judged, ...], before: Any) -> None:
        settings, model = self.desk.household.settings, self.model
        assert model is not None
        for each in announce(fresh, before, model.scores, model.game.words, self.language, settings.voice):
            if settings.sounds and each.sound is not None and self._paced:
                self.sounds.play(each.sound.value)
            if each.words:
                self.speaker.say(each.words, self.language)

    # ---------------------------------------------------------------- what people do at the table

    def undo(self) -> None:
        if self.model is not None:
            self.model.undo()

    def redo(self) -> None:
        if self.model is not None:
            self.model.redo()

    def ask_who(self) -> None:
        if self._table.ids.ruling.disputable:
            self._table.ask_who()

    def accept_ruling(self) -> None:
        if self._table.ids.ruling.disputable:
            self._table.ids.ruling.accept()

    def write_round(self) -> None:
        entry: EntryPanel = self._table.ids.entry
        if self.model is not None and self.screens.current == "table":
            entry.begin(entry.round_form)

    def show_entry(self, n: int) -> None:
        """An entry of the sheet, on the ruling card, where it can be put right."""
        self._table.show_ruling(n)
        self.go_back()

    def earlier_ruling(self) -> None:
        self._table.step_ruling(-1)

    def later_ruling(self) -> None:
        self._table.step_ruling(1)

    def replay(self, n: int) -> None:
        """Look again at the moment of an entry, as far back as pictures are kept."""
        model, worker = self.model, self._worker
        row = worker.moments.row if worker is not None else ()
        if model is None or not row:
            return
        judged = model.judged[n - 1]
        view = ruling_view(judged, model.game.words, self.language)
        screen: ReplayScreen = self.screens.get_screen("replay")
        screen.open(row, nearest(row, judged.entry.hi_ns), model.game.words, view.sentence)
        self.go("replay")

    def replay_last(self) -> None:
        shown = [judged for judged in self.model.judged if is_shown(judged)] if self.model else []
        if shown:
            self.replay(shown[-1].entry.n)

    def frame_before(self) -> None:
        self.screens.get_screen("replay").step(-1)

    def frame_after(self) -> None:
        self.screens.get_screen("replay").step(1)

    def go_scores(self) -> None:
        if self.model is not None:
            self.go("scores")

    def go_keys(self) -> None:
        self.go("keys")

    def toggle_full_screen(self) -> None:
        Window.fullscreen = False if Window.fullscreen else "auto"

    # ---------------------------------------------------------------- a watched table

    def watch_demo(self) -> None:
        # Readers and networks load when the first session opens, so that the first screen is there at once.
        from companion.referee.demo import open_demo

        self.watch(partial(open_demo, self.match_file))

    def watch_folder(self, folder: Path) -> None:
        from companion.referee.demo import open_recording

        self.watch(partial(open_recording, folder, self.match_file))

    def watch(self, opener: Opener) -> None:
        """Open a session on a fresh table."""
        self._close()
        self._opener = opener
        self.desk.folder.mkdir(parents=True, exist_ok=True)
        self._fresh_table(watched=True)
        self.go("table")
        self._worker = Worker(opener, self._paced, self._ring)
        self._worker.start()

    def toggle_pause(self) -> None:
        if self._worker is None or self._table.ended:
            return
        playing = self._worker.going.is_set()
        if playing:
            self._worker.pause()
        else:
            self._worker.go()
        self._table.playing = not playing

    def go_on(self) -> None:
        """Take the next thing out of the queue, after `on_update` held it back."""
        self._held = False
        self._ring()

    @property
    def _table(self) -> TableScreen:
        screen: TableScreen = self.screens.get_screen("table")
        return screen

    def _fresh_table(self, watched: bool) -> None:
        self.screens.remove_widget(self._table)
        self.screens.add_widget(TableScreen(name="table", watched=watched))

    def _close(self) -> None:
        """Whatever is on the table is left as it is."""
        if self._worker is not None:
            self._worker.stop()
            self._worker.join()
            self._worker = None
        if self.hand is not None:
            self.hand.close()
            self.hand = None
        self.model = None
        self.can_undo = self.can_redo = False

    def _hear(self, _seconds: float) -> None:
        """One piece of news a frame."""
        if self._worker is None or self._held:
            return
        try:
            news = self._worker.news.get_nowait()
        except queue.Empty:
            return
        if isinstance(news, Opened):
            model = TableModel(news.game, (judged.entry for judged in news.judged))
            self._open_model(model, self._worker.say)
        elif isinstance(news, Update):
            fresh = self._hear_of(tuple(judged.entry for judged in news.judged))
            self._table.show(news, fresh)
            self._held = self._on_update(news, self._table.words)
        elif isinstance(news, Said):
            self._table.news(self._hear_of((news.judged.entry,)))
        elif isinstance(news, Refused):
            self._table.ids.notice.tell(text("not_written", self.language) + " " + str(news.error))
        elif isinstance(news, Ended):
            self._table.ended = True
            self._on_end()
        else:
            self._fail(news.error)
        self._ring()

    def _fail(self, error: BaseException) -> None:
        """Bad input is told on the screen, or to whoever named it at the start; a bug comes out."""
        if not isinstance(error, BadInput) or self._opener is self.first:
            raise error
        self._path.clear()
        self.go("open")
        self.screens.get_screen("open").trouble = text("trouble", self.language) + ": " + str(error)

    # ---------------------------------------------------------------- keys

    def _key(self, _window: object, key: int, _code: int, character: str | None, modifiers: Any) -> bool:
        """Keys go to the form that is open first, then to the app. A line of words that is typed keeps its keys."""
        if key != ESCAPE and WordsBox.typing:
            return False
        return self.scans.key(key, character or "", list(modifiers or ()))

    def take_code(self, code: str) -> None:
        """A handheld scanner has read a code, whatever is on the screen."""
        self.go("codes")
        self.screens.get_screen("codes").take(code)

    def _press(self, key: int, character: str, modifiers: list[str]) -> bool:
        if self.screens.current == "table" and self._key_of_table(key, character):
            return True
        action = action_of(key, character, modifiers)
        if action:
            getattr(self, action)()
        return bool(action)

    def _key_of_table(self, key: int, character: str) -> bool:
        entry: EntryPanel = self._table.ids.entry
        if not entry.open:
            seat = int(character) - 1 if character.isdigit() else -1
            if self.model is not None and 0 <= seat < len(self.model.players):
                self._table.score_for(seat)
                return True
            return False
        if key in (ENTER, ENTER_OF_PAD):
            entry.enter()
            return True
        return entry.key("<" if key == BACKSPACE else character)
