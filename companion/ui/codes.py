"""Where codes arrive: from the camera, from a handheld scanner, typed; and where a match is shown as codes to go.

What a code may cause is decided by `companion.codes.meaning`; nothing but a sealed badge happens without a press.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.codes.handoff import Collector
from companion.codes.meaning import Action, AskWho, CalibrateTable, Collect, LoadTable, OpenDeck, SignIn
from companion.games import load_game
from companion.ui.labels import game_name
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

#: So long each code of a match is shown: another camera reads it twice or more.
EACH_S = 0.34


@dataclass(frozen=True, slots=True)
class ActionView:
    """What a code says, and the words on the button that does something about it; none where nothing is asked."""

    words: str
    button: str = ""


def action_view(action: Action, language: str) -> ActionView:
    match action:
        case LoadTable(table):
            return ActionView(text("codes.table", language, table=table), text("codes.calibrate_again", language))
        case CalibrateTable(table):
            return ActionView(text("codes.new_table", language, table=table), text("codes.calibrate", language))
        case OpenDeck(game):
            name = game_name(load_game(game), language)
            return ActionView(text("codes.deck", language, game=name), text("codes.play", language, game=name))
        case SignIn(player):
            return ActionView(text("codes.signed_in", language, player=player))
        case AskWho(player, True):
            return ActionView(text("codes.is_it", language, player=player), text("codes.yes", language))
        case AskWho(player):
            return ActionView(text("codes.nobody", language, player=player), text("codes.add", language))
        case Collect(piece):
            return ActionView(text("codes.piece", language, number=piece.index + 1, count=piece.count))


class CodesScreen(TellingScreen):
    """`share` is how much of a match has come; `showing` whether one is being shown."""

    words = StringProperty("")
    button = StringProperty("")
    present = StringProperty("")
    trouble = StringProperty("")
    live = BooleanProperty(False)
    showing = BooleanProperty(False)
    share = NumericProperty(0.0)

    def __init__(self, **properties: Any) -> None:
        self._action: Action | None = None
        self._collector = Collector()
        self._codes: tuple[Any, ...] = ()
        self._turning: Any = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self.trouble = ""
        self.live = bool(self._workshop.eyes.chosen)
        if self.live:
            self._workshop.look(self, self._workshop.eyes.codes, self._see, self._sorry)
        self.tell()

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away(self)
        self.stop_showing()

    def tell(self, *_: object) -> None:
        view = action_view(self._action, self.language) if self._action else ActionView("")
        self.words, self.button = view.words, view.button
        names = self._door.present
        self.present = text("codes.present", self.language, players=", ".join(names)) if names else ""

    def take(self, typed: str) -> None:
        """A code has arrived, wherever from."""
        self.trouble = ""
        self._door.read(typed, self._hear, self._sorry)

    def do(self) -> None:
        """The press on the button."""
        app, action = App.get_running_app(), self._action
        match action:
            case LoadTable() | CalibrateTable():
                app.go("calibrate")
            case OpenDeck(game):
                app.choose_game(game)
            case AskWho(player):
                self._door.sign_in(player)
                self._action = SignIn(player)
                self.tell()

    def show_match(self) -> None:
        """The newest match, code after code, until somebody has had enough."""
        self._codes = self._door.handed_over()
        self.trouble = "" if self._codes else text("codes.no_match", self.language)
        self.showing = bool(self._codes)
        if self.showing:
            self._next_code(0)
            self._turning = Clock.schedule_interval(partial(self._next_code), EACH_S)

    def stop_showing(self) -> None:
        self.showing = False
        if self._turning is not None:
            self._turning.cancel()
            self._turning = None

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    @property
    def _door(self) -> Any:
        return App.get_running_app().door

    def _see(self, look: Any) -> None:
        if look.image is not None:
            self.ids.picture.show(look.image, (), self.palette)
        for code in look.texts:
            self.take(code)

    def _hear(self, action: Action) -> None:
        self._action = action
        if isinstance(action, SignIn):
            self._door.sign_in(action.player)
        self.tell()
        if isinstance(action, Collect):
            self._door.collect(self._collector, action.piece, self._came, self._sorry)
            self.share = self._collector.share

    def _came(self, players: tuple[str, ...]) -> None:
        """A whole match is here, and kept."""
        self._collector, self._action = Collector(), None
        self.tell()
        self.words = text("codes.match", self.language, players=", ".join(players))

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)

    def _next_code(self, _seconds: float) -> None:
        self.ids.code.show(self._codes[0], (), self.palette)
        self._codes = (*self._codes[1:], self._codes[0])
