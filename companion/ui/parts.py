"""The small parts that several screens are built from; their looks are in theme.kv."""

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui.present import RulingView, TotalView
from companion.ui.symbols import Symbol as Symbol  # theme.kv names it


class Press(ButtonBehavior, Label):
    """A button. `main` is the one that people came for."""

    main = BooleanProperty(False)


class IconPress(ButtonBehavior, Widget):
    """A button with a symbol instead of a word."""

    symbol = StringProperty("back")


class LanguageChoice(ButtonBehavior, Label):
    language = StringProperty("en")


class LanguageSwitch(BoxLayout):
    """EN, FR, DE: one press, at any time."""


class TotalPanel(BoxLayout):
    """A player's name, mark and total, readable from the other side of the table."""

    player = StringProperty("")
    total = StringProperty("0")
    badge = StringProperty("")
    leads = BooleanProperty(False)
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))

    def show(self, view: TotalView) -> None:
        self.player, self.total, self.badge, self.leads = view.player, view.total, view.badge, view.leads


class RulingRow(BoxLayout):
    """An earlier ruling in one or two lines."""

    symbol = StringProperty("legal")
    colour = ColorProperty((1, 1, 1, 1))
    sentence = StringProperty("")
    time = StringProperty("")

    def show(self, view: RulingView) -> None:
        self.symbol, self.time = view.verdict.value, view.time
        self.sentence = f"[s]{view.sentence}[/s]" if view.struck else view.sentence
