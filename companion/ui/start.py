"""The first screen. Its picture is drawn: three cards fanned on a table, one of them recognised."""

from typing import Any

from kivy.app import App
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.symbols import draw_symbol, middle_of
from companion.ui.telling import TellingScreen
from companion.ui.theme import DARK, Colour, colour

#: Turn in degrees, distance to the right, colour and sign of each card; the last lies on top.
CARDS: tuple[tuple[float, float, Colour, str], ...] = (
    (16, -0.46, colour("#7cc4ff"), "circle"),
    (2, -0.02, colour("#ffc46b"), "triangle"),
    (-13, 0.42, colour("#5ad1b3"), "diamond"),
)


class StartScreen(TellingScreen):
    """What this is, and the ways in; first of all back into the match that is running."""

    running = StringProperty("")
    rematch = StringProperty("")
    notice = StringProperty("")

    def tell(self, *_: object) -> None:
        """Ask the desk what there is to go on with."""
        app = App.get_running_app()
        self.running, self.rematch, self.notice = app.running_line(), app.rematch_line(), app.start_notice()


class CardFan(Widget):
    """Three cards on a round cloth, as large as fits."""

    cloth = ColorProperty((1, 1, 1, 1))

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(pos=self._draw, size=self._draw, cloth=self._draw)

    def _draw(self, *_: object) -> None:
        side = min(self.width, self.height)
        self.canvas.clear()
        with self.canvas:
            for reach, share in ((0.98, 0.05), (0.9, 0.07), (0.8, 0.12)):
                Color(*self.cloth[:3], share)
                place = [middle - side * reach / 2 for middle in middle_of(self)]
                SmoothEllipse(pos=place, size=[side * reach] * 2)
            for turn, right, tint, sign in CARDS:
                self._draw_card(side, turn, right, tint, sign, seen=sign == CARDS[-1][3])

    def _draw_card(self, side: float, turn: float, right: float, tint: Colour, sign: str, seen: bool) -> None:
        width, height = side * 0.31, side * 0.465
        across, up = middle_of(self)
        x, y = across + right * width - width / 2, up - height / 2 - abs(right) * width * 0.12
        PushMatrix()
        Rotate(angle=turn, origin=(x + width / 2, y - height * 0.4))
        Color(0, 0, 0, 0.28)
        SmoothRoundedRectangle(pos=(x + dp(3), y - dp(7)), size=(width, height), radius=[width * 0.09])
        Color(*colour("#f7f5f0"))
        SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[width * 0.09])
        Color(*tint)
        SmoothRoundedRectangle(
            pos=(x + width * 0.07, y + width * 0.07),
            size=(width * 0.86, height - width * 0.14),
            radius=[width * 0.06],
        )
        self._draw_sign(x + width * 0.26, y + height / 2 - width * 0.24, width * 0.48, sign)
        self._draw_sign(x + width * 0.13, y + height - width * 0.28, width * 0.15, sign)
        self._draw_sign(x + width * 0.72, y + width * 0.13, width * 0.15, sign)
        if seen:
            Color(*DARK.accent)
            gap = dp(9)
            frame = (x - gap, y - gap, width + 2 * gap, height + 2 * gap, width * 0.12)
            SmoothLine(rounded_rectangle=frame, width=dp(1.8))
        PopMatrix()

    def _draw_sign(self, left: float, bottom: float, side: float, sign: str) -> None:
        draw_symbol(sign, left, bottom, side, colour("#fbfaf6"), DARK.ground)
