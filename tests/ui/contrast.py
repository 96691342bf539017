"""Which words are too faint: each text's colour against what really lies behind it, in the pixels of the window.

WCAG 2.2 AA: 4.5 to 1, and 3 to 1 for large letters. What cannot be pressed now may be fainter.
"""

import numpy as np
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.metrics import dp, sp
from kivy.uix.label import Label

from companion.ui.theme import contrast
from tests.ui.layout import scroller_of, visible

TEXT, LARGE = 4.5, 3.0
FRAMES = 4


def faint(screen):
    """Every text of what is visible that lies below its threshold, in words."""
    pixels = picture()
    for label in visible(screen):
        if isinstance(label, Label) and label.text.strip() and not label.disabled:
            behind = ground_of(label, pixels)
            if behind is not None and (told := _fault(label, behind)):
                yield told


def picture():
    """The window as it is drawn next; the first row is the lowest."""
    read = []

    def take(*_):
        Window.unbind(on_flip=take)
        width, height = Window.system_size
        pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        read.append(np.frombuffer(pixels, np.uint8).reshape(height, width, 3))

    # A window of a new size needs some frames, and what moves with the last layout is in its place one frame later.
    for _ in range(FRAMES):
        EventLoop.idle()
    Window.bind(on_flip=take)
    Window.canvas.ask_update()
    while not read:
        EventLoop.idle()
    return read[0]


def ground_of(label, pixels):
    """The colour that fills most of the place of its words; none where they are scrolled out of sight."""
    middle = label.to_window(*label.center)
    half = [min(of_label, of_words) / 2 for of_label, of_words in zip(label.size, label.texture_size, strict=True)]
    left, low, right, top = 0.0, 0.0, pixels.shape[1], pixels.shape[0]
    if (scroller := scroller_of(label.parent)) is not None:
        x, y = scroller.to_window(*scroller.pos)
        left, low, right, top = x, y, x + scroller.width, y + scroller.height
    columns = slice(round(max(left, middle[0] - half[0], 0)), round(max(0, min(right, middle[0] + half[0]))))
    rows = slice(round(max(low, middle[1] - half[1], 0)), round(max(0, min(top, middle[1] + half[1]))))
    place = pixels[rows, columns].reshape(-1, 3)
    if len(place) < dp(8) ** 2:
        return None
    colours, often = np.unique(place, axis=0, return_counts=True)
    return tuple(colours[often.argmax()] / 255)


def _fault(label, behind):
    share = label.color[3] * _opacity(label)
    words = [share * part + (1 - share) * under for part, under in zip(label.color[:3], behind, strict=True)]
    found = contrast((*words, 1), (*behind, 1))
    large = label.font_size >= sp(24) or (label.bold and label.font_size >= sp(18.6))
    if found < (LARGE if large else TEXT) - 0.01:
        return f"{type(label).__name__} {label.text[:40]!r} is faint: {found:.1f} to 1"
    return ""


def _opacity(widget):
    share = 1.0
    while widget is not None and widget is not Window:
        share, widget = share * widget.opacity, widget.parent
    return share
