"""The camera's picture with the outlines and names of what is seen. It recognises nothing itself."""

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.core.text import Label as Text
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.ui.present import OutlineView
from companion.ui.symbols import middle_of
from companion.ui.theme import Palette

# Kivy crashes when a texture is made before there is a window.
assert Window is not None, "no window could be opened"


#: So many textures at most are filled by turns. A frame around a picture fades in so many seconds.
TURNS, GLOWS_S = 3, 1.6


def _texture(width: int, height: int) -> Texture:
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.flip_vertical()
    return texture


class Picture(Widget):
    """A picture as large as fits, with rounded corners.

    Three textures are refilled by turns: a new one for every picture would leak, and filling one that is still being
    drawn, as the last two may be, would wait for that, and let no other thread work meanwhile.
    """

    radius = NumericProperty("14dp")
    names = BooleanProperty(True)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._textures: deque[Texture] = deque()
        self._pixels = np.zeros((0, 0, 4), np.uint8)
        self._outlines: Sequence[OutlineView] = ()
        self._palette: Palette | None = None
        self._tags: dict[str, Texture] = {}
        with self.canvas:
            self._tint = Color(1, 1, 1, 0)
            self._picture = RoundedRectangle()
            self._overlay = InstructionGroup()
            self.canvas.add(self._overlay)
            self._glow_colour = Color(0, 0, 0, 0)
            self._glow = SmoothLine(width=dp(2.5))
        self._lit_s = 0.0
        self._go_out = Clock.create_trigger(self._fade, GLOWS_S)
        self.bind(pos=self._place, size=self._place)

    @property
    def texture(self) -> Texture | None:
        """What is shown; nothing before the first picture."""
        return self._textures[0] if self._textures else None

    def show(self, image: NDArray[np.uint8], outlines: Sequence[OutlineView], palette: Palette) -> None:
        """Show a picture in OpenCV's order of colours, and what is seen in it, in the picture's own coordinates."""
        height, width = image.shape[:2]
        fresh = self.texture is None or tuple(self.texture.size) != (width, height)
        if fresh:
            self._textures.clear()
            # Four bytes a pixel are what graphics memory holds: three would be taken apart again, one by one.
            self._pixels = np.full((height, width, 4), 255, np.uint8)
            self._tint.a = 1
        self._textures.appendleft(_texture(width, height) if len(self._textures) < TURNS else self._textures.pop())
        texture = self._picture.texture = self._textures[0]
        for colour in range(3):  # all at once takes numpy eight times as long
            self._pixels[..., colour] = image[..., 2 - colour]
        if self._glow_colour.a:
            self._fade()
        texture.blit_buffer(self._pixels.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.canvas.ask_update()
        # Most pictures show the same cards as the one before: then nothing needs to be drawn again over them.
        if (fresh, outlines, palette) != (False, self._outlines, self._palette):
            self._outlines, self._palette = outlines, palette
            self._place()

    def _place(self, *_: object) -> None:
        """Fit the picture into the widget, and everything drawn on it with it."""
        if self.texture is None:
            return
        width, height = self.texture.size
        scale = min(self.width / width, self.height / height)
        size = width * scale, height * scale
        left, bottom = (middle - length / 2 for middle, length in zip(middle_of(self), size, strict=True))
        self._picture.pos, self._picture.size = (left, bottom), size
        self._picture.radius = [self.radius]
        self._glow.rounded_rectangle = (left, bottom, *size, self.radius)
        self._overlay.clear()
        for outline in self._outlines:
            corners = [(left + x * scale, bottom + size[1] - y * scale) for x, y in outline.quad]
            self._draw_outline(outline, corners)
        if self.names:
            for outline in filter(lambda each: each.label, self._outlines):
                corners = [(left + x * scale, bottom + size[1] - y * scale) for x, y in outline.quad]
                self._draw_name(outline, corners, (left, bottom, *size))

    def _draw_outline(self, outline: OutlineView, corners: list[tuple[float, float]]) -> None:
        assert self._palette is not None
        colour = outline.colour(self._palette)
        points = [part for corner in corners for part in corner]
        # A dark line under the bright one keeps the outline visible on white cards and on dark tables.
        fine = 1 if outline.label else 0.6
        for width, shade in ((dp(2.4) * fine, (0, 0, 0, 0.55)), (dp(1.5) * fine, colour)):
            self._overlay.add(Color(*shade))
            self._overlay.add(SmoothLine(points=points, width=width, close=True, joint="round"))

    def _draw_name(self, outline: OutlineView, corners: list[tuple[float, float]], room: tuple[float, ...]) -> None:
        assert self._palette is not None
        text = self._tag(outline.label)
        width, height = text.width + dp(16), text.height + dp(6)
        left, bottom, across, up = room
        x = sum(corner[0] for corner in corners) / 4 - width / 2
        y = min(corner[1] for corner in corners) - height - dp(5)
        x = min(max(x, left + dp(4)), left + across - width - dp(4))
        y = min(max(y, bottom + dp(4)), bottom + up - height - dp(4))
        self._overlay.add(Color(*self._palette.ground[:3], 0.86))
        self._overlay.add(SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[height / 2]))
        self._overlay.add(Color(*outline.colour(self._palette)))
        self._overlay.add(Rectangle(texture=text, pos=(x + dp(8), y + dp(3)), size=text.size))

    def _tag(self, words: str) -> Texture:
        """The drawn text of a name, kept: there are only as many as there are cards."""
        if words not in self._tags:
            label = Text(text=words, font_size=sp(15), bold=True, color=(1, 1, 1, 1))
            label.refresh()
            self._tags[words] = label.texture
        return self._tags[words]

    def light(self, colour: Sequence[float]) -> None:
        """A frame around the picture for a moment. It fades as pictures come: to fade by itself would draw everything
        once more each time."""
        self._lit_s = Clock.get_time()
        self._glow_colour.rgba = colour
        self._go_out.cancel()
        self._go_out()

    def _fade(self, *_: object) -> None:
        gone = min(1.0, (Clock.get_time() - self._lit_s) / GLOWS_S)
        self._glow_colour.a = 1 - gone * gone
