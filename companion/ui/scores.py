"""The score sheet of a match: a line a round, running totals, the limit, a chart, and every entry to look at again."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from kivy.app import App
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.core.events import Void
from companion.core.sheet import Line, sheet
from companion.ui.chart import ScoreChart as ScoreChart  # scores.kv names it
from companion.ui.labels import game_name, short_card, tint_of
from companion.ui.parts import RulingRow, natural_width, on_press_of
from companion.ui.present import is_shown, limit_line, ruling_view, subject, text, totals_view, winner_line
from companion.ui.score_view import chart
from companion.ui.table_model import TableModel
from companion.ui.telling import TellingScreen
from companion.ui.theme import PLAYER_SHAPES

#: So many entries are listed, newest first; the log keeps them all.
ENTRIES = 60


class SheetName(BoxLayout):
    """A player at the head of a column."""

    name = StringProperty("")
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))
    leads = BooleanProperty(False)
    #: The mark stands above the name: where columns are narrow.
    stacked = BooleanProperty(False)


class Sheet(GridLayout):
    """The sheet itself: each column as wide as it needs, so that it scrolls sideways where there are many."""

    least = NumericProperty(0)

    def measure(self, first: Sequence[str], names: Sequence[str], beside: float) -> None:
        """What stands in the first column and at the head of the others, and the room each needs beside its words."""
        widths = [max(natural_width(words, sp(22), True) for words in first) + dp(8)]
        widths += [max(natural_width(name, sp(17), True) + beside, sp(54)) for name in names]
        self.cols_minimum, self.least = dict(enumerate(widths)), sum(widths)


class SheetCell(BoxLayout):
    """A number of the sheet, and the total after it; its looks are in scores.kv."""

    text = StringProperty("")
    total = StringProperty("")
    strong = BooleanProperty(False)


class ScoresScreen(TellingScreen):
    """The sheet of the match on the table."""

    title = StringProperty("")
    limit = StringProperty("")
    winner = StringProperty("")
    empty = StringProperty("")
    narrow = BooleanProperty(False)

    def on_narrow(self, *_: object) -> None:
        self.tell_if_shown()

    def tell(self, *_: object) -> None:
        app = App.get_running_app()
        model: TableModel | None = app.model
        if model is None or model.scores is None or self.palette is None:
            return
        self.title = game_name(model.game, self.language)
        self.limit = limit_line(model.scores, self.language)
        self.winner = winner_line(model.scores, self.language)
        lines = sheet(model.game, model.judged)
        self.empty = "" if lines else text("scores.empty", self.language)
        self._show_sheet(model, app.marks, lines)
        colours = [self.palette.players[mark] for mark in app.marks]
        self.ids.chart.show(chart(lines, model.scores), colours, [PLAYER_SHAPES[mark] for mark in app.marks])
        self._show_entries(model)

    def _show_sheet(self, model: TableModel, marks: tuple[int, ...], lines: tuple[Line, ...]) -> None:
        assert model.scores is not None
        grid = self.ids.sheet
        grid.clear_widgets()
        grid.cols = len(model.players) + 1
        grid.add_widget(SheetCell(text=text("scores.round", self.language)))
        for seat, view in enumerate(totals_view(model.scores, self.language)):
            mark = marks[seat]
            looks = {"mark": PLAYER_SHAPES[mark], "mark_colour": self.palette.players[mark], "leads": view.leads}
            grid.add_widget(SheetName(name=view.player, stacked=self.narrow, **looks))
        for line in lines:
            name = line.name if not line.by_hand else line.name or text("by_hand", self.language)
            grid.add_widget(SheetCell(text=name))
            for points, total in zip(line.points, line.totals, strict=True):
                grid.add_widget(SheetCell(text=f"{points:+d}" if points else "·", total=str(total)))
        grid.add_widget(SheetCell(text=text("scores.total", self.language), strong=True))
        for each in model.scores.lines:
            grid.add_widget(SheetCell(text=str(each.total), strong=True))
        first = [text(f"scores.{words}", self.language) for words in ("round", "total")]
        grid.measure(first, model.players, dp(4) if self.narrow else dp(36))

    def _show_entries(self, model: TableModel) -> None:
        rows = self.ids.entries
        rows.clear_widgets()
        app = App.get_running_app()
        shown = [judged for judged in model.judged if is_shown(judged)]
        for judged in shown[: -ENTRIES - 1 : -1]:
            view = ruling_view(model.told(judged), model.game.words, self.language)
            event = judged.entry.event
            if isinstance(event, Void) and isinstance(model.judged[event.target - 1].entry.event, Void):
                again = subject(model.judged, judged.entry.n)
                view = replace(view, sentence=text("scores.back", self.language, n=again))
            row = RulingRow(colour=self.palette.of(view.verdict))
            row.show(view)
            row.time = f"{judged.entry.n}"
            # What a hand counts is seen card by card.
            cards = getattr(judged.counted, "cards", ())
            if isinstance(cards, tuple):
                row.show_cards([(short_card(card, model.game, self.language), tint_of(card)) for card in cards])
            on_press_of(row, partial(app.show_entry, judged.entry.n))
            rows.add_widget(row)
