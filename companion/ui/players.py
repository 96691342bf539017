"""The people who play here: name, colour and symbol. A press on the symbol gives the next one."""

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.household import Person, clean_name
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.theme import PLAYER_SHAPES


class PersonRow(BoxLayout):
    """One player to change; its looks are in players.kv."""

    name = StringProperty("")
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))
    give_mark: Any = ObjectProperty(lambda: None)
    give_name: Any = ObjectProperty(lambda name: None)
    take_out: Any = ObjectProperty(lambda: None)


class PlayersScreen(TellingScreen):
    """Everybody of the house."""

    empty = StringProperty("")

    def tell(self, *_: object) -> None:
        desk = App.get_running_app().desk
        rows = self.ids.people
        rows.clear_widgets()
        people = desk.household.people
        self.empty = "" if people else text("players.none", self.language)
        for person in people:
            row = PersonRow(
                name=person.name,
                mark=PLAYER_SHAPES[person.mark],
                mark_colour=self.palette.players[person.mark],
                give_mark=partial(self._next_mark, person),
                give_name=partial(self._rename, person),
                take_out=partial(self._remove, person),
            )
            rows.add_widget(row)

    def add(self, name: str) -> None:
        desk = App.get_running_app().desk
        name = clean_name(name)
        known = {person.name for person in desk.household.people}
        if name and name not in known:
            desk.change(desk.household.with_person(Person(name, desk.household.free_mark())))
            self.ids.new.text = ""
            self.tell()

    def _next_mark(self, person: Person) -> None:
        desk = App.get_running_app().desk
        changed = replace(person, mark=(person.mark + 1) % len(PLAYER_SHAPES))
        desk.change(desk.household.with_person(changed, person.name))
        self.tell()

    def _rename(self, person: Person, name: str) -> None:
        desk = App.get_running_app().desk
        name = clean_name(name)
        if name and name not in {each.name for each in desk.household.people}:
            desk.change(desk.household.with_person(replace(person, name=name), person.name))
        self.tell()

    def _remove(self, person: Person) -> None:
        desk = App.get_running_app().desk
        desk.change(desk.household.without(person.name))
        self.tell()
