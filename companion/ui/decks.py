"""The deck gallery: every card that is known by its looks, and the pairs that are easiest to confuse."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.core.words import Catalogue, card_name
from companion.games import game_ids, load_game
from companion.ui.labels import game_name
from companion.ui.picture import Picture as Picture  # decks.kv names it
from companion.ui.present import text


def pair_line(first: str, second: str, distance: float, words: Catalogue, language: str) -> str:
    """Two cards that look alike, and how much of them differs."""
    names = card_name(first, words, language), card_name(second, words, language)
    return text("decks.pair", language, first=names[0], second=names[1], percent=round(100 * distance))


class CardFace(BoxLayout):
    """A card with its name below."""

    name = StringProperty("")


class DecksScreen(Screen):
    """One deck at a time."""

    language = StringProperty("en")
    palette = ObjectProperty()
    game = StringProperty("frankfurt")
    busy = BooleanProperty(False)
    pairs = StringProperty("")
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._shown: Any = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self.choose(self.game)

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away()

    def choose(self, game: str) -> None:
        self.game, self.busy, self.trouble, self._shown = game, True, "", None
        self.tell()
        self._workshop.look(partial(self._workshop.own_deck, game), self._show, self._sorry)

    def tell(self, *_: object) -> None:
        games = self.ids.games
        games.clear_widgets()
        for each in game_ids():
            words = game_name(load_game(each), self.language)
            games.offer(words, partial(self.choose, each), chosen=each == self.game)
        self.ids.cards.clear_widgets()
        self.pairs = ""
        if self._shown is not None:
            self._tell_deck()

    def _tell_deck(self) -> None:
        words = load_game(self.game).words
        for card, image in self._shown.faces:
            face = CardFace(name=card_name(card, words, self.language))
            face.ids.picture.show(image, (), self.palette)
            self.ids.cards.add_widget(face)
        self.pairs = "\n".join(
            pair_line(first, second, distance, words, self.language) for first, second, distance in self._shown.pairs
        )

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    def _show(self, shown: Any) -> None:
        self.busy, self._shown = False, shown
        self.tell()

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, trouble
