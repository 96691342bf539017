"""The enrolment wizard: lay a dozen cards side by side, look, put the names right, go on; then the deck is kept.

Names come in the deck's own order, so that mostly nothing has to be put right. It recognises nothing itself.
"""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.core.words import card_name
from companion.games import game_ids, load_game
from companion.ui.cameras import trouble_words
from companion.ui.decks import pairs_shown
from companion.ui.labels import game_name
from companion.ui.parts import on_press_of
from companion.ui.picture import Picture as Picture  # enrol.kv names it
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

#: So many cards are asked for at a time.
DOZEN = 12


def called(name: str, game: str, language: str) -> str:
    """A card's name on the screen."""
    if not name:
        return text("enrol.nameless", language)
    if name.startswith("back"):
        return text("enrol.back", language)
    return card_name(name, load_game(game).words, language)


class LaidCard(ButtonBehavior, BoxLayout):
    """A card that was found, and what it is taken for; a press chooses it, to say what it is."""

    name = StringProperty("")
    chosen = BooleanProperty(False)


class EnrolScreen(TellingScreen):
    """`stage` is which game, laying out, or naming what was found."""

    game = StringProperty("frankfurt")
    deck_name = StringProperty("")
    stage = StringProperty("lay")
    next = StringProperty("")
    progress = StringProperty("")
    done = StringProperty("")
    trouble = StringProperty("")
    live = BooleanProperty(False)
    busy = BooleanProperty(False)
    enrolled = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        self._session: Any = None
        self._image: Any = None
        self._place = -1
        self._sure = False
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        if self._session is None:
            self.begin(self.game)
        self._look()
        self.tell()

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away(self)

    def begin(self, game: str) -> None:
        """A new deck; what was not kept is gone."""
        self.game, self.stage, self.done, self.trouble, self._place, self._sure = game, "lay", "", "", -1, False
        self._session = self._studio.begin(game)
        self.deck_name = self._studio.free_name(game_name(load_game(game), self.language))
        self.tell()

    def begin_anew(self) -> None:
        if self._sure:
            self.begin(self.game)
        else:
            self._sure = True
            self.tell()

    def tell(self, *_: object) -> None:
        if self._session is None:
            return
        session, say = self._session, partial(text, language=self.language)
        self._tell_games()
        self.enrolled = len(session.faces)
        self.progress = say("enrol.progress", enrolled=self.enrolled, all=len(session.order))
        names = [called(name, self.game, self.language) for name in session.missing[:DOZEN]]
        self.next = say("enrol.next", cards=", ".join(names)) if names else say("enrol.complete")
        self.stage = "name" if session.laid else "lay"
        self._tell_laid()
        self._tell_names()

    # ---------------------------------------------------------------- laying out

    def take_picture(self) -> None:
        """What the camera sees now."""
        if self._image is not None and not self.busy:
            self._fetch(partial(self._studio.find, self._image))

    def from_pictures(self) -> None:
        if not self.busy:
            self._fetch(self._studio.pictures)

    def _fetch(self, steps: Any) -> None:
        self.busy, self.trouble, self.done = True, "", ""
        self._workshop.fetch(steps, self._found, self._sorry)

    def _found(self, views: tuple[Any, ...]) -> None:
        self.busy, self._place = False, -1
        self._session = self._session.lay(views)
        self.tell()

    # ---------------------------------------------------------------- naming

    def choose(self, place: int) -> None:
        """This card is something else: its name is asked for."""
        self._place = -1 if self._place == place else place
        self.tell()

    def call(self, name: str) -> None:
        self._step(self._session.call(self._place, name))

    def leave_out(self) -> None:
        self._step(self._session.leave_out(self._place))

    def take(self) -> None:
        """The names are right."""
        self._step(self._session.take())

    def lay_again(self) -> None:
        """The picture was bad: nothing of it is used."""
        self._step(self._session.lay(()))

    def photograph_again(self, name: str) -> None:
        self.done = ""
        self._step(self._session.photograph_again(name))

    def keep(self, name: str) -> None:
        if not self.busy:
            self.busy, self.trouble = True, ""
            self._workshop.fetch(partial(self._studio.keep, name.strip(), self._session), self._kept, self._sorry)

    def open(self, name: str) -> None:
        """Go on with a deck that is kept already."""
        self.deck_name = name
        self._studio.go_on(name, self._opened, self._sorry)
        App.get_running_app().go("enrol")

    def _opened(self, session: Any) -> None:
        self.game, self.done, self.trouble = session.game, "", ""
        self._step(session)

    # ---------------------------------------------------------------- what is shown

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    @property
    def _studio(self) -> Any:
        return App.get_running_app().services["studio"]

    def _step(self, session: Any) -> None:
        self._session, self._place, self._sure = session, -1, False
        self.tell()

    def _look(self) -> None:
        eyes = self._workshop.eyes
        self.live = bool(eyes.chosen)
        if self.live:
            self._workshop.look(self, partial(eyes.through, eyes.chosen), self._see, self._sorry)

    def _see(self, look: Any) -> None:
        if look.image is None:
            self.trouble = trouble_words(look.trouble, self.language)
            return
        self._image = look.image
        if self.stage == "lay":
            self.ids.picture.show(look.image, (), self.palette)

    def _tell_games(self) -> None:
        """Which game: as long as nothing can be lost by it. Then beginning anew takes two presses."""
        games, session = self.ids.games, self._session
        games.clear_widgets()
        if session.faces or session.laid:
            words = "enrol.anew.sure" if self._sure else "enrol.anew"
            games.offer(text(words, self.language), self.begin_anew)
            return
        for each in game_ids():
            games.offer(game_name(load_game(each), self.language), partial(self.begin, each), chosen=each == self.game)

    def _tell_laid(self) -> None:
        cards = self.ids.cards
        cards.clear_widgets()
        for place, each in enumerate(self._session.laid):
            if self._place not in (-1, place):
                # A name is being asked for: only that card and the names are of interest, also on a phone.
                continue
            card = LaidCard(name=called(each.name, self.game, self.language), chosen=place == self._place)
            card.ids.picture.show(each.view, (), self.palette)
            on_press_of(card, partial(self.choose, place))
            cards.add_widget(card)

    def _tell_names(self) -> None:
        names = self.ids.names
        names.clear_widgets()
        if not 0 <= self._place < len(self._session.laid):
            return
        names.offer(text("enrol.leave_out", self.language), self.leave_out)
        now = self._session.laid[self._place].name
        for name in self._session.order:
            names.offer(called(name, self.game, self.language), partial(self.call, name), chosen=name == now)

    def _kept(self, kept: Any) -> None:
        self.busy = False
        self.done = text("enrol.kept", self.language, faces=kept.faces, path=kept.path)
        again, pairs, words = self.ids.again, self.ids.pairs, load_game(self.game).words
        again.clear_widgets()
        pairs.clear_widgets()
        faces = {name: views[0] for name, views in self._session.faces.items()}
        for pair in pairs_shown(faces, kept.pairs, words, self):
            pairs.add_widget(pair)
        if kept.pairs:
            self.done += "\n" + text("decks.alike", self.language) + ":"
        for name in dict.fromkeys(name for pair in kept.pairs[:3] for name in pair[:2]):
            label = text("enrol.again", self.language, card=called(name, self.game, self.language))
            again.offer(label, partial(self.photograph_again, name))

    def _sorry(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)
