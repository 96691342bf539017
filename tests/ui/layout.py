"""What is wrong with a layout: words cut off or broken, things over each other or out of place, buttons too small."""

from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout

from companion.ui.parts import natural_width
from companion.ui.seats import SeatRing

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
    if isinstance(widget, (BoxLayout, StackLayout, GridLayout, SeatRing)):
        yield from _overlaps(widget)
    if isinstance(widget, ScrollView):
        yield from _low(widget)
    yield from _outside(widget)


def _cut(label):
    """All the words are shown, and no word is broken into two lines."""
    width, height = label.texture_size
    if width > label.width + SLACK or height > label.height + SLACK:
        yield f"{_name(label)} is cut: {width} x {height} in {label.width:.0f} x {label.height:.0f}"
    if label.is_shortened:
        yield f"{_name(label)} is shortened"
    room = label.text_size[0]
    if room and not label.markup:
        for word in label.text.split():
            # Addresses and paths have no words; anything may be broken there.
            if "/" not in word and natural_width(word, label.font_size, label.bold) > room + SLACK:
                yield f"{_name(label)} breaks {word!r}: {room:.0f} wide"


def _overlaps(layout):
    """No two children of a row, a column or a flow may lie over each other."""
    shown = [child for child in layout.children if child.opacity and min(child.size) > 1]
    for place, one in enumerate(shown):
        for other in shown[place + 1 :]:
            across = min(one.right, other.right) - max(one.x, other.x)
            up = min(one.top, other.top) - max(one.y, other.y)
            if across > SLACK and up > SLACK:
                yield f"{_name(one)} lies over {_name(other)}"


def _low(scroller):
    """What scrolls shows at least two lines, or all it has."""
    held = scroller.children[0].height if scroller.children else 0
    least = min(held, max(dp(72), sp(48)))
    if scroller.height < least - SLACK:
        yield f"{_name(scroller)} is only {scroller.height:.0f} high"


def _outside(widget):
    """In the window; in what scrolls, anywhere that it can be scrolled to."""
    place, scroller = (Window, None) if (found := scroller_of(widget.parent)) is None else (found, found)
    x, y = widget.to_window(*widget.pos)
    left, bottom = (0, 0) if scroller is None else scroller.to_window(*scroller.pos)
    beside = x < left - SLACK or x + widget.width > left + place.width + SLACK
    above = y < bottom - SLACK or y + widget.height > bottom + place.height + SLACK
    if (beside and not (scroller and scroller.do_scroll_x)) or (above and not (scroller and scroller.do_scroll_y)):
        yield f"{_name(widget)} is out of its place: {x:.0f}, {y:.0f}, {widget.width:.0f} x {widget.height:.0f}"


def scroller_of(widget):
    while widget is not None and widget is not Window:
        if isinstance(widget, ScrollView):
            return widget
        widget = widget.parent
    return None


def _name(widget):
    words = getattr(widget, "text", "") or getattr(widget, "symbol", "")
    return f"{type(widget).__name__} {str(words)[:40]!r}"
