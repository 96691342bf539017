"""Totals as lines: everybody's over the rounds, or somebody's over the matches, as `score_view` has laid them out.

No line is told by its colour alone: each ends in its player's mark.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Text
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import ColorProperty
from kivy.uix.widget import Widget

from companion.ui.score_view import Chart, heights, steps
from companion.ui.symbols import draw_symbol
from companion.ui.theme import Colour

MARK_DP = 13


class ScoreChart(Widget):
    """`line` is the ground line, `near` the limit, `words` the numbers beside them."""

    line = ColorProperty((1, 1, 1, 1))
    near = ColorProperty((1, 1, 1, 1))
    words = ColorProperty((1, 1, 1, 1))

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._chart: Chart | None = None
        self._colours: Sequence[Colour] = ()
        self._marks: Sequence[str] = ()
        self.bind(pos=self._draw, size=self._draw, line=self._draw, near=self._draw, words=self._draw)

    def show(self, shown: Chart, colours: Sequence[Colour], marks: Sequence[str]) -> None:
        self._chart, self._colours, self._marks = shown, colours, marks
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._chart is None:
            return
        values = heights(self._chart)
        letters = number(0).height
        left = self.x + max(number(value).width for value in values) + dp(8)
        bottom = self.y + letters + dp(6)
        width = max(1.0, self.x + self.width - left - dp(MARK_DP))
        height = max(1.0, self.y + self.height - bottom - max(letters / 2, dp(MARK_DP / 2)))
        with self.canvas:
            for value, up in values.items():
                self._write(value, self.x, bottom + height * up - letters / 2)
            for step, along in steps(self._chart, int(width / (2 * number(999).width))):
                self._write(step, left + width * along - number(step).width / 2, self.y)
            Color(*self.line)
            SmoothLine(points=[left, bottom, left + width, bottom], width=dp(1))
            if self._chart.limit is not None:
                Color(*self.near)
                y = bottom + height * self._chart.limit
                SmoothLine(points=[left, y, left + width, y], width=dp(1), dash_length=4, dash_offset=4)
            for path, colour, mark in zip(self._chart.paths, self._colours, self._marks, strict=True):
                points = [part for x, y in path for part in (left + x * width, bottom + y * height)]
                Color(*colour)
                if len(path) > 1:
                    SmoothLine(points=points, width=dp(1.6), joint="round")
                side = dp(MARK_DP)
                draw_symbol(mark, points[-2] - side / 2, points[-1] - side / 2, side, colour, colour)

    def _write(self, value: int, x: float, y: float) -> None:
        texture = number(value)
        Color(*self.words)
        Rectangle(texture=texture, pos=(x, y), size=texture.size)


def number(value: int) -> Texture:
    """A number, drawn; there are few of them."""
    return _drawn(str(value), sp(13))


@lru_cache(maxsize=256)
def _drawn(words: str, font_size: float) -> Texture:
    label = Text(text=words, font_size=font_size, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture
