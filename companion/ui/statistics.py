"""Statistics: what the matches of this device say of everybody, game by game. It counts nothing itself."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.careers import Career
from companion.games import load_game
from companion.ui.chart import ScoreChart as ScoreChart  # statistics.kv names it
from companion.ui.history_view import CareerView, career_view, games_of
from companion.ui.labels import game_name
from companion.ui.telling import TellingScreen
from companion.ui.theme import PLAYER_SHAPES
from companion.ui.troubles import in_language


class FactRow(BoxLayout):
    """A name and its value."""

    name = StringProperty("")
    value = StringProperty("")


class CareerPanel(BoxLayout):
    """Somebody in one game."""

    player = StringProperty("")
    head = StringProperty("")
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))
    photo = StringProperty("")
    charted = BooleanProperty(False)

    def show(self, view: CareerView) -> None:
        self.player, self.head, self.charted = view.player, view.head, view.chart is not None
        for name, value in view.facts:
            self.ids.facts.add_widget(FactRow(name=name, value=value))
        if view.chart is not None:
            self.ids.chart.show(view.chart, [tuple(self.mark_colour)], [self.mark])


class StatisticsScreen(TellingScreen):
    """One game at a time."""

    game = StringProperty("")
    busy = BooleanProperty(False)
    empty = BooleanProperty(False)
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._careers: tuple[Career, ...] = ()
        self._panels: list[CareerPanel] = []
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        app = App.get_running_app()
        self._careers, self.busy, self.empty, self.trouble = (), True, False, ""
        self.tell()
        app.workshop.fetch(app.services["archive"].careers, self._show, self._sorry)

    def tell(self, *_: object) -> None:
        games = self.ids.games
        games.clear_widgets()
        self._panels = []
        found = games_of(self._careers)
        if found and self.game not in found:
            self.game = found[0]
        for game in found:
            words = game_name(load_game(game), self.language)
            games.offer(words, partial(self._choose, game), chosen=game == self.game)
        desk = App.get_running_app().desk
        for career in self._careers:
            if career.game == self.game and self.palette is not None:
                mark = desk.household.person(career.player).mark
                colour = self.palette.players[mark]
                photo = desk.photo_of(career.player)
                panel = CareerPanel(mark=PLAYER_SHAPES[mark], mark_colour=colour, photo=photo)
                panel.show(career_view(career, self.language))
                self._panels.append(panel)
        self.arrange()

    def arrange(self) -> None:
        """As many columns as there is room for; letters of twice the size need twice the room."""
        for panel in self._panels:
            if panel.parent is not None:
                panel.parent.remove_widget(panel)
        self.ids.people.put(self._panels, max(1, int(self.width / max(dp(360), sp(330)))))

    def _choose(self, game: str) -> None:
        self.game = game
        self.tell()

    def _show(self, careers: tuple[Career, ...]) -> None:
        self._careers, self.busy, self.empty = careers, False, not careers
        self.tell()

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)
