"""The deck gallery: every card that is known by its looks, and the pairs that are easiest to confuse."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.words import Catalogue, card_name
from companion.games import game_ids, load_game
from companion.ui.labels import game_name
from companion.ui.picture import Picture as Picture  # decks.kv names it
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language


def pair_line(first: str, second: str, distance: float, words: Catalogue, language: str) -> str:
    """Two cards that look alike, and how much of them differs."""
    names = card_name(first, words, language), card_name(second, words, language)
    return text("decks.pair", language, first=names[0], second=names[1], percent=round(100 * distance))


class CardFace(BoxLayout):
    """A card with its name below."""

    name = StringProperty("")


class PairShown(BoxLayout):
    """Two cards that look alike, side by side, with what tells how alike."""

    words = StringProperty("")


def pairs_shown(
    faces: Mapping[str, Any], pairs: Iterable[tuple[str, str, float]], words: Catalogue, screen: Any
) -> Iterator[PairShown]:
    """The pairs as `screen` shows them: in its language and colours."""
    for first, second, distance in pairs:
        pair = PairShown(words=pair_line(first, second, distance, words, screen.language))
        for picture, name in ((pair.ids.first, first), (pair.ids.second, second)):
            picture.show(faces[name], (), screen.palette)
        yield pair


class DecksScreen(TellingScreen):
    """One deck at a time."""

    #: A game for our own deck of it, or what people called theirs.
    called = StringProperty("frankfurt")
    busy = BooleanProperty(False)
    #: It was enrolled here, so it can be gone on with.
    enrolled = BooleanProperty(False)
    alike = BooleanProperty(False)
    trouble = StringProperty("")
    #: The next press on the button takes the deck away.
    sure = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self._shown: Any = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self.choose(self.called)

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away(self)

    def choose(self, called: str) -> None:
        self.called, self.busy, self.trouble, self._shown, self.sure = called, True, "", None, False
        self.tell()
        own = self._workshop.own_deck if called in game_ids() else self._studio.shown
        self._workshop.look(self, partial(own, called), self._show, self._sorry, needs=())

    def delete(self) -> None:
        """The first press asks, the second does it; our own decks stay."""
        if not self.sure:
            self.sure = True
            return
        game = self._shown.game if self._shown is not None and self._shown.game in game_ids() else game_ids()[0]
        wrong: list[str] = []
        self._studio.forget(self.called, wrong.append)
        self.choose(game if not wrong else self.called)
        self.trouble = "\n".join(in_language(told, self.language) for told in wrong)

    def tell(self, *_: object) -> None:
        games = self.ids.games
        games.clear_widgets()
        self.enrolled = self.called not in game_ids()
        for each in game_ids():
            words = game_name(load_game(each), self.language)
            games.offer(words, partial(self.choose, each), chosen=each == self.called)
        for each in self._studio.names():
            games.offer(each, partial(self.choose, each), chosen=each == self.called)
        self.ids.cards.clear_widgets()
        self.ids.pairs.clear_widgets()
        self.alike = False
        if self._shown is not None:
            self._tell_deck()

    def _tell_deck(self) -> None:
        game = self._shown.game
        words = load_game(game).words if game in game_ids() else {}
        for card, image in self._shown.faces:
            face = CardFace(name=card_name(card, words, self.language))
            face.ids.picture.show(image, (), self.palette)
            self.ids.cards.add_widget(face)
        for pair in pairs_shown(dict(self._shown.faces), self._shown.pairs, words, self):
            self.ids.pairs.add_widget(pair)
        self.alike = bool(self._shown.pairs)

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    @property
    def _studio(self) -> Any:
        return App.get_running_app().services["studio"]

    def _show(self, shown: Any) -> None:
        self.busy, self._shown = False, shown
        self.tell()

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)
