"""The share screen: the result as it will be sent, and a button for each thing that can be made of it.

A file is written when somebody asks for it, and where it lies is told; nothing leaves the device by itself.
"""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, OptionProperty, StringProperty

from companion.sharing.kinds import Kind
from companion.sharing.result import Result
from companion.sharing.words import summary
from companion.ui.codes import EACH_S
from companion.ui.parts import Press, on_press_of
from companion.ui.picture import Picture as Picture  # share.kv names it
from companion.ui.present import text
from companion.ui.share_view import OFFERED
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language


class ShareScreen(TellingScreen):
    """`shows` is what stands where the picture is: the picture, the code of a link, or the codes of the match."""

    title = StringProperty("")
    told = StringProperty("")
    trouble = StringProperty("")
    note = StringProperty("")
    busy = BooleanProperty(False)
    #: The picture of the result is not there yet.
    drawing = BooleanProperty(False)
    empty = BooleanProperty(True)
    shows = OptionProperty("picture", options=["picture", "link", "codes"])

    def __init__(self, **properties: Any) -> None:
        self._number: int | None = None
        self._result: Result | None = None
        self._pictures: tuple[Any, ...] = ()
        self._turning: Any = None
        super().__init__(**properties)

    def open(self, number: int | None = None) -> None:
        """A match of the history; without a number the one on the table."""
        self._number = number
        App.get_running_app().go("share")

    def on_pre_enter(self, *_: object) -> None:
        self.told = self.trouble = ""
        outbox = self._outbox
        self._result = outbox.on_table() if self._number is None else outbox.kept(self._number)
        self.tell()

    def on_leave(self, *_: object) -> None:
        self._number = None
        self._stop_turning()

    def tell(self, *_: object) -> None:
        self._stop_turning()
        self.shows, self.note, self.empty = "picture", "", self._result is None
        self.ids.kinds.clear_widgets()
        if self._result is None:
            return
        self.title = self._result.game_name(self.language)
        for kind, words in OFFERED.items():
            press = Press(text=text(words, self.language), main=kind is Kind.PICTURE)
            on_press_of(press, partial(self.send, kind))
            self.ids.kinds.add_widget(press)
        self.drawing = True
        self._fetch(partial(self._outbox.preview, self._result, self.language), self._show_picture)

    def send(self, kind: Kind) -> None:
        if self._result is None or self.busy:
            return
        self.busy, self.told, self.trouble = True, "", ""
        self._fetch(partial(self._outbox.send, kind, self._result, self.language), self._sent)

    def copy_words(self) -> None:
        if self._result is not None:
            Clipboard.copy(summary(self._result, self.language))
            self.told = text("share.copied", self.language)

    def show_link(self) -> None:
        """The result for BG Stats: a code for the phone, and the link itself to paste."""
        if self._result is not None:
            address, code = self._outbox.link(self._result, self.language)
            Clipboard.copy(address)
            self._show_codes("link", (code,))

    def show_codes(self) -> None:
        """The whole match, for another tablet's camera."""
        if self._result is not None:
            self._show_codes("codes", self._outbox.codes(self._result))

    @property
    def _outbox(self) -> Any:
        return App.get_running_app().services["outbox"]

    def _fetch(self, steps: Any, hear: Any) -> None:
        App.get_running_app().workshop.fetch(steps, hear, self._sorry)

    def _show_picture(self, image: Any) -> None:
        self.drawing = False
        if self.shows == "picture":
            self.ids.picture.show(image, (), self.palette)

    def _show_codes(self, what: str, pictures: tuple[Any, ...]) -> None:
        self._stop_turning()
        self.shows, self.note = what, text(f"share.{what}.how", self.language)
        self._pictures = pictures
        self._next(0)
        if len(pictures) > 1:
            self._turning = Clock.schedule_interval(self._next, EACH_S)

    def _next(self, _seconds: float) -> None:
        self.ids.code.show(self._pictures[0], (), self.palette)
        self._pictures = (*self._pictures[1:], self._pictures[0])

    def _stop_turning(self) -> None:
        if self._turning is not None:
            self._turning.cancel()
            self._turning = None

    def _sent(self, sent: Any) -> None:
        self.busy = False
        self.told = text("share.offered" if sent.offered else "share.saved", self.language, path=sent.path)

    def _sorry(self, trouble: str) -> None:
        self.busy = self.drawing = False
        self.trouble = in_language(trouble, self.language)
