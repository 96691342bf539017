"""The tables that are kept: what each is for and how well it is known, to give it a name, or to take it away.

Taking away needs two presses. Measuring one is another screen's.
"""

from functools import partial
from typing import Any

import numpy as np
from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.picture import Picture as Picture  # tables.kv names it
from companion.ui.present import OutlineView, text
from companion.ui.tables_view import KeptTable, kept_view
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

#: The plan of a table is so many pixels wide.
PLAN_PX = 320


class TableRow(BoxLayout):
    """A table, with a plan of its places and what can be done with it."""

    title = StringProperty("")
    name = StringProperty("")
    facts = StringProperty("")
    trouble = StringProperty("")
    planned = BooleanProperty(False)
    give_name: Any = ObjectProperty(lambda name: None)


class TablesScreen(TellingScreen):
    """The newest first."""

    empty = BooleanProperty(True)
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._sure: Any = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self._sure, self.trouble = None, ""
        self.tell()

    def tell(self, *_: object) -> None:
        rows, kept = self.ids.rows, self._kept.kept()
        rows.clear_widgets()
        self.empty = not kept
        for table in kept:
            rows.add_widget(self._row(table))

    @property
    def _kept(self) -> Any:
        return App.get_running_app().services["tables"]

    def _row(self, table: KeptTable) -> TableRow:
        view = kept_view(table, self.language)
        row = TableRow(
            title=view.title,
            name=table.name,
            facts=view.facts,
            trouble=in_language(table.trouble, self.language),
            planned=bool(table.zones),
            give_name=partial(self._rename, table),
        )
        if table.zones:
            self._draw_plan(row, table)
        sure = self._sure == table.path
        words = text("history.delete.sure" if sure else "history.delete", self.language)
        if table.draggable:
            row.ids.doing.offer(text("tables.drag", self.language), partial(self._drag, table))
        row.ids.doing.offer(words, partial(self._delete, table))
        return row

    def _draw_plan(self, row: TableRow, table: KeptTable) -> None:
        """Where its places lie in the camera's picture, of which nothing else is kept."""
        scale = PLAN_PX / table.size[0]
        shade = [round(255 * part) for part in self.palette.ground[2::-1]]
        plan = np.full((max(1, round(scale * table.size[1])), PLAN_PX, 3), shade, np.uint8)
        moved = (tuple((x * scale, y * scale) for x, y in outline) for outline in table.zones)
        row.ids.plan.show(plan, tuple(OutlineView(outline, "", True) for outline in moved), self.palette)

    def _drag(self, table: KeptTable) -> None:
        calibrate = App.get_running_app().screens.get_screen("calibrate")
        calibrate.open(self._kept.measured(table.path), *table.games[:1])

    def _rename(self, table: KeptTable, name: str) -> None:
        self.trouble = ""
        self._kept.rename(table.path, name, self._sorry)
        self.tell()

    def _delete(self, table: KeptTable) -> None:
        """The first press asks, the second does it."""
        self.trouble = ""
        if self._sure != table.path:
            self._sure = table.path
        else:
            self._sure = None
            self._kept.forget(table.path, self._sorry)
        self.tell()

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)
