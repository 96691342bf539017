"""The cameras: which there are, what each sees, which one is used, and how it hangs. It opens none itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui.parts import on_press_of
from companion.ui.picture import Picture as Picture  # cameras.kv names it
from companion.ui.present import screen_words, tablet_line, text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language


class Camera(Protocol):
    """What the screen needs of a camera."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CameraView:
    """A line of the list."""

    id: str
    name: str
    note: str
    chosen: bool


def camera_views(cameras: Iterable[Camera], chosen: str, language: str) -> tuple[CameraView, ...]:
    """The list, in its own order; two cameras of one kind are told apart by their plug."""
    listed = tuple(cameras)
    names = [camera.name for camera in listed]
    return tuple(
        CameraView(
            camera.id,
            camera.name if names.count(camera.name) == 1 else f"{camera.name} ({camera.id.rpartition('@')[2]})",
            text("cameras.used", language) if camera.id == chosen else "",
            camera.id == chosen,
        )
        for camera in listed
    )


def trouble_words(trouble: str, language: str) -> str:
    """A gap has a short code, and words for it; whatever else is wrong is a sentence already."""
    return screen_words()[language].get(f"gap.{trouble}") or tablet_line(trouble, language)


class CameraRow(ButtonBehavior, BoxLayout):
    """A camera to choose: a still picture, its name, and whether it is used."""

    name = StringProperty("")
    note = StringProperty("")
    chosen = BooleanProperty(False)


class CamerasScreen(TellingScreen):
    """The list, and the chosen one live."""

    found = BooleanProperty(False)
    live = BooleanProperty(False)
    held = BooleanProperty(False)
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._chosen = ""
        self._stills: dict[str, Any] = {}
        self._rows: dict[str, CameraRow] = {}
        super().__init__(**properties)

    def on_pre_enter(self, *_: object) -> None:
        self.trouble = ""
        self.tell()
        self._workshop.look(self, self._workshop.eyes.each, self._show, self._sorry)

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away(self)

    def tell(self, *_: object) -> None:
        """The list as it is now."""
        eyes = self._workshop.eyes
        self._chosen = eyes.chosen
        views = camera_views(eyes.cameras(), self._chosen, self.language)
        self.found, self.live = bool(views), any(view.chosen for view in views)
        self.held = eyes.holds(self._chosen)
        rows = self.ids.rows
        rows.clear_widgets()
        self._rows.clear()
        for view in views:
            row = CameraRow(name=view.name, note=view.note, chosen=view.chosen)
            on_press_of(row, partial(self.choose, view.id))
            rows.add_widget(row)
            self._rows[view.id] = row
            if view.id in self._stills:
                row.ids.still.show(self._stills[view.id], (), self.palette)

    def choose(self, camera: str) -> None:
        self._workshop.eyes.choose(camera)
        self.tell()
        self._look(camera)

    def turn(self) -> None:
        self._workshop.eyes.turn(self._chosen)
        self._look(self._chosen)

    def mirror(self) -> None:
        self._workshop.eyes.mirror(self._chosen)
        self._look(self._chosen)

    def hold(self) -> None:
        self._workshop.eyes.hold(self._chosen)
        self.tell()
        self._look(self._chosen)

    def add(self, typed: str) -> None:
        """A network camera is kept once a picture has come from it."""
        eyes = self._workshop.eyes
        self.trouble = text("cameras.asking", self.language)
        self._workshop.look(self, lambda: eyes.through(eyes.address(typed)), self._show_new, self._sorry)

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    def _look(self, camera: str) -> None:
        self._workshop.look(self, partial(self._workshop.eyes.through, camera), self._show_live, self._sorry)

    def _show(self, look: Any) -> None:
        if look.camera == self._chosen:
            self._show_live(look)
        else:
            self._show_still(look)

    def _show_still(self, look: Any) -> None:
        row = self._rows.get(look.camera)
        if look.image is not None:
            self._stills[look.camera] = look.image
            if row is not None:
                row.ids.still.show(look.image, (), self.palette)
        elif row is not None:
            row.note = trouble_words(look.trouble, self.language)

    def _show_new(self, look: Any) -> None:
        if look.camera != self._chosen and look.image is not None:
            self._workshop.eyes.choose(look.camera)
            self.ids.address.text = ""
            self.tell()
        self._show_live(look)

    def _show_live(self, look: Any) -> None:
        self.trouble = trouble_words(look.trouble, self.language)
        if look.image is not None:
            if look.camera not in self._stills:
                self._show_still(look)
            self.ids.picture.show(look.image, (), self.palette)

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)
