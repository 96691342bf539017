"""The small parts that several screens are built from; their looks are in theme.kv."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Text
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.ui.present import RulingView, TotalView
from companion.ui.symbols import Symbol as Symbol  # theme.kv names it

#: The height or width of a widget that was never laid out, as Kivy makes it.
NOT_YET = 100


@lru_cache(maxsize=4096)
def natural_width(words: str, font_size: float, bold: bool = False) -> int:
    """How wide words are where nothing makes them wrap."""
    letters = Text(font_size=font_size, bold=bold)
    return max((int(letters.get_extents(line)[0]) for line in words.split("\n")), default=0)


def on_press_of(widget: Any, then: Callable[[], object]) -> None:
    """Do something when a button is pressed and let go."""
    widget.bind(on_release=lambda _widget: then())


class Press(ButtonBehavior, Label):
    """A button. `main` is the one that people came for; `danger` takes something away; not `shown` takes no room."""

    shown = BooleanProperty(True)
    main = BooleanProperty(False)
    danger = BooleanProperty(False)


class IconPress(ButtonBehavior, Widget):
    """A button with a symbol instead of a word. `hint` is the word, for those who read and for the keys' list."""

    shown = BooleanProperty(True)
    symbol = StringProperty("back")
    hint = StringProperty("")


class Chip(ButtonBehavior, BoxLayout):
    """A small choice: a word, with a player's mark or on a card's colour."""

    shown = BooleanProperty(True)
    text = StringProperty("")
    chosen = BooleanProperty(False)
    #: Beside what matters more.
    quiet = BooleanProperty(False)
    mark = StringProperty("")
    mark_colour = ColorProperty((1, 1, 1, 1))
    #: A card's own colour, with alpha 0 where the chip is no card.
    tint = ColorProperty((0, 0, 0, 0))
    #: So wide it may be; longer words wrap.
    room = NumericProperty(0)
    value: Any = ObjectProperty(None, allownone=True)


class Flow(StackLayout):
    """Chips one after the other, in as many lines as they need."""

    def offer(self, text: str, then: Callable[[], object], **looks: Any) -> Chip:
        chip = Chip(text=text, **looks)
        on_press_of(chip, then)
        self.add_widget(chip)
        return chip


class CardFlow(Flow):
    """Cards side by side, a little closer, so that a whole colour fits into a line."""


class Columns(BoxLayout):
    """Things of different heights in columns that all begin at the top."""

    def put(self, widgets: Sequence[Widget], columns: int) -> None:
        self.clear_widgets()
        for number in range(columns):
            column = Column()
            for widget in widgets[number::columns]:
                column.add_widget(widget)
            self.add_widget(column)


class Column(BoxLayout):
    """One of them."""


class Veiled(BoxLayout):
    """A box whose things take no touch while they are not seen: Kivy gives a touch to whatever lies under it."""

    def on_touch_down(self, touch: Any) -> bool:
        return bool(self.opacity) and bool(super().on_touch_down(touch))


class Page(BoxLayout):
    """What scrolls when it is higher than its place. One that `grows` is as high as what it holds.

    What is around a growing page scrolls.

    A page never lies in another one that scrolls, because a finger could not tell which of the two it moves.
    """

    grows = BooleanProperty(False)
    #: Whether what is too wide scrolls as well.
    sideways = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self._held: Widget | None = None
        self._scroll = ScrollView(do_scroll_x=False, bar_width=dp(4))
        super().__init__(**properties)
        self.bind(grows=self._place, sideways=self._scroll.setter("do_scroll_x"))

    def add_widget(self, widget: Widget, *args: Any, **options: Any) -> None:
        """The one widget that it holds."""
        self._held = widget
        widget.bind(height=self._grow)
        self._place()

    def to_top(self) -> None:
        self._scroll.scroll_y = 1

    def _place(self, *_: object) -> None:
        held = self._held
        if held is None:
            return
        if held.parent is not None:
            held.parent.remove_widget(held)
        self.clear_widgets()
        if not self.grows:
            self._scroll.add_widget(held)
        super().add_widget(held if self.grows else self._scroll)
        self.size_hint_y = None if self.grows else 1
        self._grow()

    def _grow(self, *_: object) -> None:
        if self.grows and self._held is not None:
            self.height = self._held.height


class TopBar(BoxLayout):
    """Back, where one is, and the screen's tools. A title that has no room beside the tools stands below them."""

    title = StringProperty("")
    #: One that is not `needed` is left out where it has no room.
    needed = BooleanProperty(True)
    tools: Any = ObjectProperty(None, allownone=True)

    def add_widget(self, widget: Widget, *args: Any, **options: Any) -> None:
        if self.tools is None:
            super().add_widget(widget, *args, **options)
            return
        self.tools.add_widget(widget)
        widget.bind(width=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.tools.measure()


class Tools(StackLayout):
    """Buttons beside a title, in more than one line where they must."""

    #: So wide they may be.
    room = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(room=self.measure, spacing=self.measure, children=self.measure)

    def measure(self, *_: object) -> None:
        widths = [child.width for child in self.children]
        self.width = min(self.room, sum(widths) + self.spacing[0] * max(0, len(widths) - 1))


class LanguageChoice(ButtonBehavior, Label):
    language = StringProperty("en")


class LanguageSwitch(BoxLayout):
    """EN, FR, DE: one press, at any time."""


class Face(Widget):
    """Somebody's photo; where there is none, it takes no room."""

    photo = StringProperty("")


class TotalPanel(ButtonBehavior, BoxLayout):
    """A player's name, mark and total, readable from the other side of the table; `turn` degrees towards its player."""

    player = StringProperty("")
    total = StringProperty("0")
    badge = StringProperty("")
    leads = BooleanProperty(False)
    due = BooleanProperty(False)
    #: The share of the limit that is reached, and whether that is near it.
    share = NumericProperty(0)
    near = BooleanProperty(False)
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))
    photo = StringProperty("")
    turn = NumericProperty(0)
    #: Lower than this it cannot be read.
    least = NumericProperty(0)
    #: Name and total in one line: where there is no room for a panel.
    flat = BooleanProperty(False)

    def show(self, view: TotalView) -> None:
        self.player, self.total, self.badge, self.leads = view.player, view.total, view.badge, view.leads
        self.due, self.share, self.near = view.due, view.share, view.near


class TotalsRow(BoxLayout):
    """Panels side by side. One that is `low` is as high as they need, or as there is `room`."""

    low = BooleanProperty(False)
    room = NumericProperty(0)

    def __init__(self, panels: Sequence[TotalPanel], **properties: Any) -> None:
        super().__init__(**properties)
        for panel in panels:
            self.add_widget(panel)
            panel.bind(least=self._lower)
        self._lower()

    def _lower(self, *_: object) -> None:
        if self.low:
            self.size_hint_y = None
            self.height = max(self.room, *(panel.least for panel in self.children))


class CardTag(Label):
    """A card by its name on its colour: to look at, not to press."""

    tint = ColorProperty((1, 1, 1, 1))


class RulingRow(ButtonBehavior, BoxLayout):
    """An earlier ruling in one or two lines, and the cards that it counted, if it did."""

    symbol = StringProperty("legal")
    colour = ColorProperty((1, 1, 1, 1))
    sentence = StringProperty("")
    time = StringProperty("")

    def show(self, view: RulingView) -> None:
        self.symbol, self.time = view.verdict.value, view.time
        self.sentence = f"[s]{view.sentence}[/s]" if view.struck else view.sentence

    def show_cards(self, cards: Sequence[tuple[str, Sequence[float]]]) -> None:
        """The names of the cards, and their colours."""
        for name, tint in cards:
            self.ids.cards.add_widget(CardTag(text=name, tint=tint))
