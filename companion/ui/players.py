"""The people who play here: name, colour and symbol, and a photo for whoever wants one."""

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.household import Person, clean_name
from companion.ui.present import text
from companion.ui.telling import TellingScreen
from companion.ui.theme import PLAYER_SHAPES
from companion.ui.troubles import in_language


class PersonRow(BoxLayout):
    """One player to change; its looks are in players.kv."""

    name = StringProperty("")
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))
    photo = StringProperty("")
    give_photo: Any = ObjectProperty(lambda: None)
    give_mark: Any = ObjectProperty(lambda: None)
    give_name: Any = ObjectProperty(lambda name: None)
    take_out: Any = ObjectProperty(lambda: None)


class PlayersScreen(TellingScreen):
    """Everybody of the house."""

    empty = StringProperty("")
    #: What brings back whoever was taken out last, while the screen is open.
    back = StringProperty("")
    #: Whose photo is being taken, and what there is to say about it.
    posing = StringProperty("")
    trouble = StringProperty("")
    #: The camera shows something.
    seen = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self._seen: Any = None
        self._files = False
        self._taken_out: tuple[Person, int, bytes] | None = None
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self._taken_out = None
        self.tell()

    def on_leave(self, *_: object) -> None:
        self.leave_photo()

    def tell(self, *_: object) -> None:
        desk = App.get_running_app().desk
        if self.posing:
            self._offer_photo()
        rows = self.ids.people
        rows.clear_widgets()
        people = desk.household.people
        self.empty = "" if people else text("players.none", self.language)
        out = self._taken_out
        self.back = text("players.back", self.language, name=out[0].name) if out is not None else ""
        for person in people:
            row = PersonRow(
                name=person.name,
                mark=PLAYER_SHAPES[person.mark],
                mark_colour=self.palette.players[person.mark],
                photo=desk.photo_of(person.name),
                give_photo=partial(self.pose, person.name),
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
        place = desk.household.people.index(person)
        self._taken_out = replace(person, photo=""), place, self._portraits.photo(person.name)
        if person.photo:
            self._portraits.give(person.name, "")
        if self.posing == person.name:
            self.leave_photo()
        desk.change(desk.household.without(person.name))
        self.tell()

    def bring_back(self) -> None:
        """Whoever was taken out last, where they were, with their photo; a name that is taken by now stays as it is."""
        desk = App.get_running_app().desk
        assert self._taken_out is not None
        person, place, photo = self._taken_out
        self._taken_out, self.trouble = None, ""
        if person.name not in {each.name for each in desk.household.people}:
            desk.change(desk.household.with_person(person, last=place))
            if photo:
                self._portraits.put_back(person.name, photo, self._sorry)
        self.tell()

    # ---------------------------------------------------------------- a photo

    @property
    def _portraits(self) -> Any:
        return App.get_running_app().services["portraits"]

    def pose(self, name: str) -> None:
        """Look through the chosen camera, if there is one, until a photo is taken."""
        workshop = App.get_running_app().workshop
        self.posing, self.trouble, self._seen, self.seen, self._files = name, "", None, False, False
        self._offer_photo()
        if chosen := workshop.eyes.chosen:
            workshop.look(self, partial(workshop.eyes.through, chosen), self._show, self._sorry)

    def leave_photo(self) -> None:
        App.get_running_app().workshop.look_away(self)
        self.posing, self._seen, self.seen = "", None, False

    def _show(self, look: Any) -> None:
        if look.image is None or not self.posing:
            return
        first, self._seen, self.seen = self._seen is None, look.image, True
        self.ids.picture.show(look.image, (), self.palette)
        if first:
            self._offer_photo()

    def _offer_photo(self) -> None:
        app, flow, say = App.get_running_app(), self.ids.photo, partial(text, language=self.language)
        how = "players.photo.how" if app.workshop.eyes.chosen else "players.photo.no_camera"
        self.ids.how.text = text(how, self.language, name=self.posing)
        flow.clear_widgets()
        if self._seen is not None:
            flow.offer(say("players.photo.take"), self._take, chosen=True)
        flow.offer(say("cameras"), partial(app.go, "cameras"))
        flow.offer(say("players.photo.file"), self._offer_files)
        if app.desk.household.person(self.posing).photo:
            flow.offer(say("players.photo.none"), partial(self._give, self.posing))
        flow.offer(say("ruling.leave"), self.leave_photo)
        for path in self._portraits.pictures() if self._files else ():
            flow.offer(path.stem, partial(self._from_file, path))

    def _offer_files(self) -> None:
        self._files = True
        there = self._portraits.pictures()
        self.trouble = "" if there else text("players.photo.no_files", self.language, folder=self._portraits.folder)
        self._offer_photo()

    def _from_file(self, path: Any) -> None:
        self._fetch(partial(self._portraits.cut_file, path))

    def _take(self) -> None:
        self._fetch(partial(self._portraits.cut, self._seen))

    def _fetch(self, steps: Any) -> None:
        App.get_running_app().workshop.fetch(steps, partial(self._give, self.posing), self._sorry)

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)

    def _give(self, name: str, photo: str = "") -> None:
        self._portraits.give(name, photo)
        self.leave_photo()
        self.tell()
