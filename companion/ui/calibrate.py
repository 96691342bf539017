"""Telling the camera where its table is: point it at the mat, or drag four corners; then drag the zones, and keep it.

The screen draws and tells where a finger is; what that means in millimetres comes from the tables of the app.
"""

import re
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from kivy.app import App
from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games import game_ids, load_game
from companion.ui.labels import game_name
from companion.ui.picture import Picture
from companion.ui.present import OutlineView, decimal, place_name, text
from companion.ui.telling import TellingScreen
from companion.ui.troubles import in_language

Point: TypeAlias = tuple[float, float]

#: A corner is caught from within a target of 48 dp.
REACH_DP = 24
PAPERS = ("A4", "A3", "letter", "tabloid")
#: Up to here a residual is good, and up to here it will do, in millimetres.
GOOD_MM, FAIR_MM = 0.6, 1.5


def residual_key(residual_mm: float) -> str:
    """How good a calibration is, in plain words: as the key of a text."""
    if residual_mm <= GOOD_MM:
        return "calibrate.good"
    return "calibrate.fair" if residual_mm <= FAIR_MM else "calibrate.poor"


def nearest_corner(corners: tuple[Point, ...], finger: Point, reach: float) -> int | None:
    """The corner under a finger."""
    away = [((x - finger[0]) ** 2 + (y - finger[1]) ** 2) ** 0.5 for x, y in corners]
    closest = min(range(len(away)), key=away.__getitem__, default=None)
    return closest if closest is not None and away[closest] <= reach else None


class TablePicture(Picture):
    """The picture, with corners or zones that follow a finger: the screen hears of it in the picture's pixels."""

    def __init__(self, **properties: Any) -> None:
        self.handles: tuple[Point, ...] = ()
        self._screen: Any = None
        super().__init__(**properties)

    def listen(self, screen: Any) -> None:
        self._screen = screen

    @property
    def scale(self) -> float:
        """Pixels of the window for one of the picture."""
        return float(self._picture.size[0] / self.texture.size[0]) if self.texture else 1.0

    def place_of(self, x: float, y: float) -> Point:
        """A place of the window in the picture."""
        left, bottom = self._picture.pos
        return (x - left) / self.scale, (bottom + self._picture.size[1] - y) / self.scale

    def window_place(self, point: Point) -> Point:
        left, bottom = self._picture.pos
        return left + point[0] * self.scale, bottom + self._picture.size[1] - point[1] * self.scale

    def grasp(self, handles: tuple[Point, ...]) -> None:
        self.handles = handles
        self._place()

    def _place(self, *_: object) -> None:
        super()._place()
        if not self.handles or self._palette is None or self.texture is None:
            return
        spots = [self.window_place(point) for point in self.handles]
        self._overlay.add(Color(*self._palette.accent))
        self._overlay.add(SmoothLine(points=[part for spot in spots for part in spot], width=dp(1.5), close=True))
        for x, y in spots:
            for radius, shade in ((dp(REACH_DP), 0.3), (dp(7), 1.0)):
                self._overlay.add(Color(*self._palette.accent[:3], shade))
                self._overlay.add(SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))

    def on_touch_down(self, touch: Any) -> bool:
        caught = self.collide_point(*touch.pos) and self._screen.began(self.place_of(*touch.pos))
        if caught:
            touch.grab(self)
        return bool(caught)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._screen.moved(self.place_of(*touch.pos))
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._screen.ended()
        return touch.grab_current is self


class CalibrateScreen(TellingScreen):
    """`way` is mat or corners; after measuring, the zones can be dragged until the table is kept."""

    game = StringProperty("frankfurt")
    way = StringProperty("mat")
    paper = StringProperty("A4")
    busy = BooleanProperty(False)
    seen = BooleanProperty(False)
    measured: Any = ObjectProperty(None, allownone=True)
    told = StringProperty("")
    #: The file of the table, once it is kept: then its zero test can be made.
    kept = StringProperty("")
    trouble = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self._image: Any = None
        self._held: Any = None
        self._opened: Any = None
        super().__init__(**properties)

    def open(self, measured: Any, game: str = "") -> None:
        """A table that is kept, to drag its zones: over what the camera sees, or over nothing."""
        self._opened, self.game = measured, game or self.game
        App.get_running_app().go("calibrate")

    def on_pre_enter(self, *_: object) -> None:
        self.ids.picture.listen(self)
        self.begin_again()
        if self._opened is not None:
            wide, high = self._opened.size
            self._image, self.seen = np.full((high, wide, 3), 60, np.uint8), True
            self.measured, self._opened = self._opened, None
            self.tell()

    def on_leave(self, *_: object) -> None:
        self._workshop.look_away(self)

    def begin_again(self) -> None:
        """Live, with nothing measured."""
        self.measured, self.told, self.kept, self.trouble, self._held = None, "", "", "", None
        self._image, self.seen = None, False
        eyes = self._workshop.eyes
        self.ids.picture.handles = ()
        if eyes.chosen:
            self._workshop.look(self, partial(eyes.through, eyes.chosen), self._see, self._sorry)
        self.tell()

    def tell(self, *_: object) -> None:
        self._offer("games", "game", {each: game_name(load_game(each), self.language) for each in game_ids()})
        ways = {"mat": text("calibrate.mat", self.language), "corners": text("calibrate.corners", self.language)}
        self._offer("ways", "way", ways)
        self._offer("papers", "paper", {each: each.capitalize() for each in PAPERS})
        if self.measured is not None:
            self._draw_zones()
            self._tell_measured()

    def measure(self) -> None:
        """From the picture as it is now."""
        if self._image is None or self.busy:
            return
        self.busy, self.trouble = True, ""
        self._workshop.look_away(self)
        tables = self._workshop.tables
        steps = (
            partial(tables.by_mat, self._image, self.game)
            if self.way == "mat"
            else partial(tables.by_corners, self._image, self.game, self.paper, self.ids.picture.handles)
        )
        self._workshop.fetch(steps, self._hear, self._not_measured)

    def keep(self) -> None:
        """The table's file is written; it counts from now on."""
        self._workshop.keep_table(self.measured, self._kept, self._sorry)

    # ---------------------------------------------------------------- fingers

    def began(self, finger: Point) -> bool:
        picture = self.ids.picture
        if self.measured is not None:
            grip = self.measured.grip(finger)
            self._held = None if grip is None else (grip, finger, self.measured)
        else:
            self._held = nearest_corner(picture.handles, finger, dp(REACH_DP) / picture.scale)
        return self._held is not None

    def moved(self, finger: Point) -> None:
        if self.measured is not None:
            grip, start, before = self._held
            self.measured = before.dragged(grip, start, finger)
            self._draw_zones()
        else:
            handles = list(self.ids.picture.handles)
            handles[self._held] = finger
            self.ids.picture.grasp(tuple(handles))

    def ended(self) -> None:
        self._held = None
        if self.measured is not None:
            self._tell_measured()

    # ---------------------------------------------------------------- what comes back

    @property
    def _workshop(self) -> Any:
        return App.get_running_app().workshop

    def _offer(self, row: str, name: str, choices: dict[str, str]) -> None:
        flow = self.ids[row]
        flow.clear_widgets()
        for choice, words in choices.items():
            flow.offer(words, partial(self._choose, name, choice), chosen=choice == getattr(self, name))

    def _choose(self, name: str, choice: str) -> None:
        setattr(self, name, choice)
        self.begin_again()

    def _see(self, look: Any) -> None:
        if look.image is None:
            return
        if self.measured is not None:
            # Only the camera of that table shows where its zones lie.
            if look.image.shape[1::-1] == self.measured.size:
                self._image = look.image
                self._draw_zones()
            return
        self._image, self.seen = look.image, True
        picture = self.ids.picture
        picture.show(look.image, (), self.palette)
        if self.way == "corners" and not picture.handles:
            picture.grasp(self._workshop.tables.first_corners(look.image))

    def _hear(self, measured: Any) -> None:
        self.busy, self.measured = False, measured
        self.ids.picture.handles = ()
        self._draw_zones()
        self._tell_measured()

    def _draw_zones(self) -> None:
        outlines = tuple(OutlineView(outline, self._called(name), True) for name, outline in self.measured.zones)
        self.ids.picture.show(self._image, outlines, self.palette)

    def _tell_measured(self) -> None:
        residual = self.measured.residual_mm
        if residual is None:
            self.told = text("calibrate.drag", self.language)
        else:
            self.told = text(residual_key(residual), self.language, mm=decimal(residual, self.language))
        self.trouble = "\n".join(self._fault(told) for told in self.measured.faults)

    def _called(self, zone: str) -> str:
        return place_name(zone, load_game(self.game).words, self.language)

    def _fault(self, told: str) -> str:
        """What is wrong with zones, by the names that stand in the picture."""
        told = in_language(told, self.language)
        for name, _ in self.measured.zones:
            told = re.sub(rf"{re.escape(name)}(?![\w-])", self._called(name), told)
        return told

    def _not_measured(self, trouble: str) -> None:
        self.busy, self.trouble = False, in_language(trouble, self.language)
        eyes = self._workshop.eyes
        self._workshop.look(self, partial(eyes.through, eyes.chosen), self._see, self._sorry)

    def _kept(self, path: str) -> None:
        self.told, self.kept, self.trouble = text("calibrate.kept", self.language) + f"\n{path}", path, ""

    def clap(self) -> None:
        """The zero test: a few claps, seen and heard."""
        self.trouble = ""
        self._workshop.clap(self, self.kept, self._clapping, self._not_clapped)

    def _clapping(self, news: Any) -> None:
        if hasattr(news, "image"):
            self.busy, self.told = True, text("calibrate.clapping", self.language, left=news.left_s)
            self.ids.picture.show(news.image, (), self.palette)
        else:
            numbers = {"claps": news.claps, "offset": round(news.offset_ms), "spread": round(news.spread_ms)}
            self.busy, self.told = False, text("calibrate.clapped", self.language, **numbers)

    def _not_clapped(self, trouble: str) -> None:
        self.busy, self.told, self.trouble = (
            False,
            text("calibrate.kept", self.language),
            in_language(trouble, self.language),
        )

    def _sorry(self, trouble: str) -> None:
        self.trouble = in_language(trouble, self.language)
