"""What this is in three pictures: keep the score by hand, let the camera watch, look again. No camera is needed."""

from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.ui.symbols import draw_symbol, middle_of
from companion.ui.theme import DARK, colour


class Lesson(BoxLayout):
    """One picture with its sentence."""

    number = StringProperty("1")
    words = StringProperty("")
    kind = StringProperty("score")
    #: So high its picture may be.
    tall = NumericProperty(0)


class LessonPicture(Widget):
    """Drawn, so that it is sharp at any size and needs no file."""

    kind = StringProperty("score")
    accent = ColorProperty((1, 1, 1, 1))
    ground = ColorProperty((0, 0, 0, 1))
    players: Any = ObjectProperty(DARK.players)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(pos=self._draw, size=self._draw, kind=self._draw, accent=self._draw, players=self._draw)

    def _draw(self, *_: object) -> None:
        side = min(self.width, self.height)
        left, bottom = (middle - side / 2 for middle in middle_of(self))
        self.canvas.clear()
        with self.canvas:
            {"score": self._scores, "watch": self._watch, "proof": self._proof}[self.kind](left, bottom, side)

    def _scores(self, left: float, bottom: float, side: float) -> None:
        """Four players' bars round a tablet."""
        Color(*self.ground)
        SmoothRoundedRectangle(
            pos=(left + side * 0.1, bottom + side * 0.16), size=(side * 0.8, side * 0.68), radius=[dp(14)]
        )
        for place, (height, shape) in enumerate(
            zip((0.34, 0.2, 0.46, 0.28), ("circle", "square", "triangle", "diamond"), strict=True)
        ):
            Color(*self.players[place])
            x = left + side * (0.2 + 0.155 * place)
            SmoothRoundedRectangle(
                pos=(x, bottom + side * 0.36), size=(side * 0.11, side * height * 0.9), radius=[dp(4)]
            )
            self._sign(shape, x + side * 0.01, bottom + side * 0.23, side * 0.09, self.players[place])

    def _watch(self, left: float, bottom: float, side: float) -> None:
        """A camera over a card."""
        Color(*self.ground)
        SmoothEllipse(pos=(left + side * 0.08, bottom + side * 0.04), size=(side * 0.84, side * 0.46))
        Color(0.97, 0.96, 0.94, 1)
        SmoothRoundedRectangle(
            pos=(left + side * 0.4, bottom + side * 0.14), size=(side * 0.2, side * 0.28), radius=[dp(5)]
        )
        self._sign("diamond", left + side * 0.45, bottom + side * 0.23, side * 0.1, colour("#d8572a"))
        Color(*self.accent)
        SmoothLine(
            rounded_rectangle=(left + side * 0.37, bottom + side * 0.11, side * 0.26, side * 0.34, dp(7)), width=dp(1.8)
        )
        SmoothRoundedRectangle(
            pos=(left + side * 0.38, bottom + side * 0.76), size=(side * 0.24, side * 0.13), radius=[dp(6)]
        )
        for x in (0.37, 0.63):
            SmoothLine(
                points=[left + side * 0.5, bottom + side * 0.74, left + side * x, bottom + side * 0.47], width=dp(1)
            )
        Color(*self.ground)
        SmoothEllipse(pos=(left + side * 0.46, bottom + side * 0.785), size=(side * 0.08, side * 0.08))

    def _proof(self, left: float, bottom: float, side: float) -> None:
        """A ruling, and the hand that takes it back."""
        Color(*self.ground)
        SmoothRoundedRectangle(
            pos=(left + side * 0.08, bottom + side * 0.26), size=(side * 0.84, side * 0.5), radius=[dp(14)]
        )
        self._sign("legal", left + side * 0.16, bottom + side * 0.5, side * 0.18, self.accent)
        Color(*self.accent)
        for y, width in ((0.63, 0.44), (0.54, 0.34)):
            SmoothRoundedRectangle(
                pos=(left + side * 0.4, bottom + side * y), size=(side * width, side * 0.035), radius=[dp(2)]
            )
        self._sign("undo", left + side * 0.62, bottom + side * 0.31, side * 0.14, self.players[1])

    def _sign(self, shape: str, x: float, y: float, side: float, tint: Any) -> None:
        draw_symbol(shape, x, y, side, tint, self.ground)


class WelcomeScreen(Screen):
    """Three pictures, then the first match."""
