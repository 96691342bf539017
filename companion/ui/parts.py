"""The small parts that several screens are built from; their looks are in theme.kv."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.ui.present import RulingView, TotalView
from companion.ui.symbols import Symbol as Symbol  # theme.kv names it


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
    mark = StringProperty("")
    mark_colour = ColorProperty((1, 1, 1, 1))
    #: A card's own colour, with alpha 0 where the chip is no card.
    tint = ColorProperty((0, 0, 0, 0))
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


class TopBar(BoxLayout):
    """Back, and where one is. What else a screen needs stands to the right."""

    title = StringProperty("")


class LanguageChoice(ButtonBehavior, Label):
    language = StringProperty("en")


class LanguageSwitch(BoxLayout):
    """EN, FR, DE: one press, at any time."""


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
    turn = NumericProperty(0)

    def show(self, view: TotalView) -> None:
        self.player, self.total, self.badge, self.leads = view.player, view.total, view.badge, view.leads
        self.due, self.share, self.near = view.due, view.share, view.near


class RulingRow(ButtonBehavior, BoxLayout):
    """An earlier ruling in one or two lines."""

    symbol = StringProperty("legal")
    colour = ColorProperty((1, 1, 1, 1))
    sentence = StringProperty("")
    time = StringProperty("")

    def show(self, view: RulingView) -> None:
        self.symbol, self.time = view.verdict.value, view.time
        self.sentence = f"[s]{view.sentence}[/s]" if view.struck else view.sentence
