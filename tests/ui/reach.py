"""Which buttons a finger cannot press although they are in sight: something hidden lies over them and takes the touch.

It follows a touch the way Kivy does: the child added last comes first, and what is disabled takes it and does nothing.
"""

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.slider import Slider
from kivy.uix.textinput import TextInput

from companion.ui.parts import Veiled
from tests.ui.layout import visible

TAKERS = (ButtonBehavior, TextInput, Slider)


def unreached(screen):
    """Every button in sight that a touch in its middle does not come to."""
    for button in visible(screen):
        if isinstance(button, ButtonBehavior) and not button.disabled and _in_sight(button):
            found = taker(screen, *button.to_window(*button.center))
            if found is not button:
                name = getattr(button, "text", "") or getattr(button, "symbol", "") or type(button).__name__
                yield f"{name!r} cannot be pressed: {type(found).__name__} takes the touch"


def taker(widget, x, y):
    """Whoever a touch at a place comes to; the place is in the coordinates of the widget's parent."""
    inside = widget.collide_point(x, y)
    if widget.disabled and inside:
        return widget
    if (isinstance(widget, ScrollView) and not inside) or (isinstance(widget, Veiled) and not widget.opacity):
        return None
    for child in widget.children:
        found = taker(child, *widget.to_local(x, y))
        if found is not None:
            return found
    return widget if inside and isinstance(widget, TAKERS) else None


def _in_sight(button):
    x, y = button.to_window(*button.center)
    if not (0 <= x <= Window.width and 0 <= y <= Window.height):
        return False
    parent = button.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            left, bottom = parent.to_window(*parent.pos)
            if not (left <= x <= left + parent.width and bottom <= y <= bottom + parent.height):
                return False
        parent = parent.parent
    return True
