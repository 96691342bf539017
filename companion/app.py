"""The app: opens the window, goes from screen to screen, and passes on what people press. It decides nothing.

Its parts stand beside it: `screens` is the table of screens, `sitting` the match on the table, `keyboard` the keys.
"""

import os
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
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import NoTransition
from kivy.utils import platform

from calibration.errors import BadInput
from companion.core.fold import Judged
from companion.core.words import LANGUAGES, Catalogue
from companion.desk import Desk, HandTable
from companion.door import Door
from companion.games import load_game
from companion.keyboard import Keyboard
from companion.referee.session import Update
from companion.screens import KV_FILES, SERVICES, Screens
from companion.sitting import Sitting
from companion.tablet.desktop import this_device
from companion.tablet.life import Life
from companion.tablet.ports import Device, Surroundings
from companion.ui.entry_panel import EntryPanel, WordsBox
from companion.ui.household import AS_DEVICE
from companion.ui.labels import game_name
from companion.ui.present import is_shown, ruling_view, tablet_line, text
from companion.ui.replay import ReplayScreen
from companion.ui.setup import Setup, known_rules, setup_of
from companion.ui.table import TableScreen
from companion.ui.table_model import TableModel
from companion.ui.theme import THEMES, Palette
from companion.watching import Opener
from companion.workshop import Workshop

#: Where watched recordings are kept; the matches that people play are in the desk's own file.
WATCHED = "watched.tapis"


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
        device: Device | None = None,
        **properties: Any,
    ) -> None:
        super().__init__(**properties)
        self.first = first
        self.device = device or this_device()
        if folder is None and platform == "linux":
            # Kivy makes this app's folder, but not the one that it lies in; a fresh account has neither.
            Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser().mkdir(parents=True, exist_ok=True)
        self.desk = Desk(folder or Path(self.user_data_dir))
        self.folder_name = str(self.desk.folder)
        self.workshop, self.door = Workshop(self.desk.folder, self.device, self._in_words), Door(self.desk)
        self.services = {name: service(self.desk) for name, service in SERVICES.items()}
        self.sitting = Sitting(self, paced, on_update, on_end)
        self.keyboard = Keyboard(self, self.take_code)
        self._path: list[str] = []
        self._replayed: Judged | None = None
        self.life = Life(self.device, self.sitting.let_go, self.sitting.take_up, self.sitting.spare, self._surrounded)
        self._around = self.life.begin()
        self._asked_language = language
        self._dress()

    # ---------------------------------------------------------------- beginning and end

    def build(self) -> BoxLayout:
        folder = files("companion.ui")
        Window.clearcolor = self.palette.ground
        for name in KV_FILES:
            Builder.load_file(str(folder / f"{name}.kv"))
        self.screens = Screens(transition=NoTransition())
        self._furnish()
        Window.bind(on_key_down=self.keyboard.key, on_memorywarning=self._spare)
        # A table is looked at, not touched: the screen stays on.
        Window.allow_screensaver = False
        edges = self._around.margins
        frame = BoxLayout(padding=(edges.left, edges.top, edges.right, edges.bottom))
        frame.add_widget(self.screens)
        return frame

    def run(self) -> None:
        """Until the window closes. However it ends, the worker ends first: it closes the log."""
        try:
            super().run()
        finally:
            self.sitting.close()

    def on_start(self) -> None:
        if self.first is not None:
            self.watch(self.first)
        elif not self.desk.household.settings.welcomed:
            self.go("welcome")

    def on_pause(self) -> bool:
        """Another app is in front. Everything is written already; a camera is let go, a recording waits."""
        self.sitting.pause()
        self.workshop.pause()
        return self.life.pause()

    def on_resume(self) -> None:
        self.life.resume()
        self.sitting.resume()
        self.workshop.resume()

    def _surrounded(self, around: Surroundings) -> None:
        """The device was turned, or is set up in another way than when it was looked at last."""
        edges, self._around = around.margins, around
        self.root.padding = (edges.left, edges.top, edges.right, edges.bottom)
        self._dress()
        self._furnish()

    def _spare(self, *_: object) -> None:
        self.life.low_memory()

    def on_stop(self) -> None:
        WordsBox.leave()
        self.sitting.close()
        for service in self.services.values():
            service.close()
        self.workshop.close()
        Window.unbind(on_key_down=self.keyboard.key, on_memorywarning=self._spare)
        for name in KV_FILES:
            Builder.unload_file(str(files("companion.ui") / f"{name}.kv"))

    def _furnish(self) -> None:
        """Screens made afresh: letters of another size need everything to be laid out again."""
        here = self.screens.current or "start"
        self.screens.clear_widgets()
        if self.model is not None:
            self.table.watched = self.sitting.worker is not None
            self.table.camera = "on" if self.sitting.watching_live else "off" if self.sitting.hand else ""
            self.table.open(self.model, self.marks)
        self.screens.current = here

    def _dress(self) -> None:
        """Take over what is set here; where nothing is, what is set on the device."""
        settings, around = self.desk.household.settings, self._around
        self.palette = THEMES[("dark" if around.dark else "light") if settings.theme == AS_DEVICE else settings.theme]
        self.language = self._asked_language or settings.language or around.language
        self.face_players = settings.face_players
        Metrics.fontscale = settings.font_scale * around.font_scale
        if around.density is not None:
            # On Android Kivy's own density has the size of letters in it: they would grow twice.
            Metrics.density = around.density

    def on_palette(self, _app: App, palette: Palette) -> None:
        """The window's own colour is the ground of every screen."""
        Window.clearcolor = palette.ground

    def _in_words(self, told: str) -> str:
        return tablet_line(told, self.language)

    def say(self, key: str, language: str) -> str:
        """A text of the screens. The language is an argument so that kv asks again when it changes."""
        return text(key, language)

    # ---------------------------------------------------------------- from screen to screen

    @property
    def match_file(self) -> Path:
        """Where watched recordings are kept: written before anything is shown, there after any stop."""
        return self.desk.folder / WATCHED

    @property
    def here(self) -> str:
        """The screen that is shown."""
        return str(self.screens.current)

    @property
    def table(self) -> TableScreen:
        screen: TableScreen = self.screens.get_screen("table")
        return screen

    @property
    def model(self) -> TableModel | None:
        """The match on the table, if there is one."""
        return self.sitting.model

    @property
    def marks(self) -> tuple[int, ...]:
        """The colours and symbols of its players."""
        return self.sitting.marks

    def fresh_table(self, watched: bool) -> None:
        if self.screens.has_screen("table"):
            self.screens.remove_widget(self.table)
        self.screens.add_widget(TableScreen(name="table", watched=watched, camera="" if watched else "off"))

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
        entry: EntryPanel = self.table.ids.entry
        if entry.open:
            entry.cancel()
        elif self.table.asking:
            self.table.stay()
        elif (self.sitting.worker is not None and not self.sitting.watching_live) or (self.model and self.model.over):
            self.leave_table()
        else:
            self.table.ask_to_leave()

    def leave_table(self) -> None:
        """Back to the start; the match is kept as it is."""
        self.sitting.leave()
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
        if name == "language":
            self._asked_language = ""
        self._dress()
        if was.font_scale != self.desk.household.settings.font_scale:
            Clock.schedule_once(lambda _seconds: self._furnish())
        elif self.screens.current == "settings":
            self.screens.get_screen("settings").tell()

    @property
    def can_speak(self) -> bool:
        return self.sitting.can_speak

    def next_language(self) -> None:
        self.choose("language", LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)])

    def delete_everything(self) -> None:
        """Matches, people, settings: gone. There is no other copy."""
        self.sitting.leave()
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
            return self._in_words(str(error))
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
        """The match on the table once more, or the last one."""
        match = self.model.match if self.model is not None else None
        if self.model is not None and match is not None:
            game = self.model.game
            setup: Setup | None = Setup(game, match.players, known_rules(game, dict(match.options)))
        else:
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
        if self.sitting.hand is not None:
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
            self.screens.get_screen("start").notice = self._in_words(str(error))

    def _sit_down(self, hand: HandTable) -> None:
        self.sitting.by_hand(hand)
        self._path.clear()
        self.screens.current = "table"
        # A camera that people have chosen is there to watch; where none is, nobody is bothered with it.
        self.sitting.look(quiet=True)

    def toggle_camera(self) -> None:
        """Let the camera watch the match on the table, or let it go."""
        if self.sitting.watching_live:
            self.sitting.look_away()
        elif self.here == "table":
            self.sitting.look()

    # ---------------------------------------------------------------- what people do at the table

    def undo(self) -> None:
        if self.model is not None:
            self.model.undo()

    def redo(self) -> None:
        if self.model is not None:
            self.model.redo()

    def ask_who(self) -> None:
        if self.table.ids.ruling.disputable:
            self.table.ask_who()

    def accept_ruling(self) -> None:
        if self.table.ids.ruling.disputable:
            self.table.ids.ruling.accept()
            self.table.refresh()

    def write_round(self) -> None:
        entry: EntryPanel = self.table.ids.entry
        if self.model is not None and self.screens.current == "table":
            entry.begin(entry.round_form)

    def show_entry(self, n: int) -> None:
        """An entry of the sheet, on the ruling card, where it can be put right."""
        self.table.show_ruling(n)
        self.go_back()

    def earlier_ruling(self) -> None:
        self.table.step_ruling(-1)

    def later_ruling(self) -> None:
        self.table.step_ruling(1)

    def replay(self, n: int) -> None:
        """Look again at the moment of an entry, as far back as pictures are kept."""
        model = self.model
        if model is None:
            return
        judged = model.judged[n - 1]
        row, place = self.sitting.moments.of(judged.entry)
        if not row:
            return
        words = model.game.words
        screen: ReplayScreen = self.screens.get_screen("replay")
        self._replayed = judged
        screen.open(row, place, words, lambda language: ruling_view(judged, words, language).sentence)
        self.go("replay")

    def replay_last(self) -> None:
        shown = [judged for judged in self.model.judged if is_shown(judged)] if self.model else []
        if shown:
            self.replay(shown[-1].entry.n)

    def save_replay(self) -> None:
        """The ruling that is looked at again, as a picture and a clip that can be shown to others."""
        from companion.evidence import save

        judged, model, places = self._replayed, self.model, self.sitting.places
        screen: ReplayScreen = self.screens.get_screen("replay")
        row = self.sitting.moments.of(judged.entry)[0] if judged is not None else ()
        if judged is None or model is None or places is None or not row:
            return
        screen.saved = text("replay.saving", self.language)
        steps = partial(save, self.workshop.documents, judged, row, places, model.game.words, self.language)
        self.workshop.fetch(steps, self._replay_saved, partial(setattr, screen, "saved"))

    def _replay_saved(self, saved: Any) -> None:
        self.screens.get_screen("replay").saved = text("replay.saved", self.language, where=saved.picture)
        self.device.share(saved.picture, "image/png")

    def frame_before(self) -> None:
        self.screens.get_screen("replay").step(-1)

    def frame_after(self) -> None:
        self.screens.get_screen("replay").step(1)

    def go_scores(self) -> None:
        if self.model is not None:
            self.go("scores")

    def go_help(self) -> None:
        """How the game on the table goes, and by which house rules."""
        if self.model is not None:
            self.go("help")

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
        self.watch(self.opener_of(folder))

    def opener_of(self, folder: Path) -> Opener:
        """How to watch what lies in a folder: a recording of ours, or a film with its table and its deck."""
        from companion.live import open_film
        from companion.referee.demo import open_recording
        from vision.recording.walk import is_recording

        if is_recording(folder):
            return partial(open_film, folder, self.desk.folder, self.match_file)
        return partial(open_recording, folder, self.match_file)

    def watch(self, opener: Opener) -> None:
        """Open a session on a fresh table."""
        self.desk.folder.mkdir(parents=True, exist_ok=True)
        self.sitting.watch(opener)
        self.go("table")

    def toggle_pause(self) -> None:
        """Of what is in sight: the table that is watched, or the moment that is looked at again."""
        if self.here == "replay":
            self.screens.get_screen("replay").toggle()
        else:
            self.sitting.toggle_pause()

    def go_on(self) -> None:
        self.sitting.go_on()

    def fail(self, error: BaseException, told: bool) -> None:
        """Bad input is told on the screen, or to whoever named it at the start; a bug comes out."""
        if not isinstance(error, BadInput) or not told:
            raise error
        self._path.clear()
        self.go("open")
        self.screens.get_screen("open").trouble = text("trouble", self.language) + ": " + self._in_words(str(error))

    def take_code(self, code: str) -> None:
        """A handheld scanner has read a code, whatever is on the screen."""
        self.go("codes")
        self.screens.get_screen("codes").take(code)
