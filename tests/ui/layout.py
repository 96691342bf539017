"""What is wrong with a layout: words cut off, things over each other or out of the window, buttons too small."""

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout

#: Rounding of letters and of lines.
SLACK = 2


def faults(screen):
    """Every fault of what is visible on a screen, in words."""
    return [fault for widget in visible(screen) for fault in _faults(widget)]


def visible(widget):
    """The widgets that one can see: not those that are hidden, nor anything in them."""
    if not widget.opacity or (min(widget.size) <= 1 and not widget.children):
        return
    yield widget
    for child in widget.children:
        yield from visible(child)


def _faults(widget):
    if isinstance(widget, Label) and widget.text:
        yield from _cut(widget)
    if isinstance(widget, ButtonBehavior) and min(widget.size) < dp(48) - 0.5:
        yield f"{_name(widget)} is only {widget.width:.0f} x {widget.height:.0f}"
    if isinstance(widget, (BoxLayout, StackLayout)):
        yield from _overlaps(widget)
    if _scroller(widget) is None:
        yield from _outside(widget)


def _cut(label):
    """A label that shortens itself says so with three dots; every other one shows all its words."""
    if label.shorten:
        return
    width, height = label.texture_size
    if width > label.width + SLACK or height > label.height + SLACK:
        yield f"{_name(label)} is cut: {width} x {height} in {label.width:.0f} x {label.height:.0f}"


def _overlaps(layout):
    """No two children of a row, a column or a flow may lie over each other."""
    shown = [child for child in layout.children if child.opacity and min(child.size) > 1]
    for place, one in enumerate(shown):
        for other in shown[place + 1 :]:
            across = min(one.right, other.right) - max(one.x, other.x)
            up = min(one.top, other.top) - max(one.y, other.y)
            if across > SLACK and up > SLACK:
                yield f"{_name(one)} lies over {_name(other)}"


def _outside(widget):
    x, y = widget.to_window(*widget.pos)
    if x < -SLACK or y < -SLACK or x + widget.width > Window.width + SLACK or y + widget.height > Window.height + SLACK:
        yield f"{_name(widget)} is out of the window: {x:.0f}, {y:.0f}, {widget.width:.0f} x {widget.height:.0f}"


def _scroller(widget):
    while widget is not None and widget is not Window:
        if isinstance(widget, ScrollView):
            return widget
        widget = widget.parent
    return None


def _name(widget):
    words = getattr(widget, "text", "") or getattr(widget, "symbol", "")
    return f"{type(widget).__name__} {str(words)[:40]!r}"
