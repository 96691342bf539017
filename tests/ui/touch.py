"""A finger: presses what somebody could press. What does not take part in the layout, or is disabled, cannot be."""

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.behaviors import ButtonBehavior

from tests.ui.conftest import until

#: Frames until what a press changed is laid out.
SETTLING = 4


class Finger(MotionEvent):
    """One touch of the screen, as the system reports it."""

    def __init__(self, x, y):
        super().__init__("test", 1, {"x": x / Window.width, "y": y / Window.height}, is_touch=True, type_id="touch")

    def depack(self, args):
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)


def touch(widget):
    """Touch the screen where a widget has its middle, and let go."""
    finger = Finger(*widget.to_window(*widget.center))
    EventLoop.post_dispatch_input("begin", finger)
    Clock.tick()
    EventLoop.post_dispatch_input("end", finger)
    settle()


def draw(widget, *way):
    """Touch a widget's middle, move over some places of the window, and let go at the last one."""
    finger = Finger(*widget.to_window(*widget.center))
    EventLoop.post_dispatch_input("begin", finger)
    # What scrolls waits whether it is a movement of its own.
    until_held = Clock.get_time() + 0.3
    while Clock.get_time() < until_held:
        Clock.tick()
    for x, y in way:
        finger.move({"x": x / Window.width, "y": y / Window.height})
        EventLoop.post_dispatch_input("update", finger)
        Clock.tick()
    EventLoop.post_dispatch_input("end", finger)
    settle()


def buttons(widget):
    """Everything that can be pressed now."""
    if widget.opacity and not widget.disabled:
        if isinstance(widget, ButtonBehavior) and widget.width > 1:
            yield widget
        for child in reversed(widget.children):
            yield from buttons(child)


def button(screen, words):
    """The button that says `words`, or has the symbol of that name, or whose words hold them."""
    there = list(buttons(screen))
    for fits in (_says, _holds, _is_called):
        found = [each for each in there if fits(each, words)]
        if found:
            return found[0]
    raise AssertionError(f"{words!r} is not among " + ", ".join(repr(getattr(each, "text", "")) for each in there))


def _says(widget, words):
    return words in (getattr(widget, "text", ""), getattr(widget, "symbol", ""))


def _holds(widget, words):
    return words in str(getattr(widget, "text", ""))


def _is_called(widget, words):
    return words == getattr(widget, "name", "")


def press(app, *words):
    """Press one button after the other, by what they say."""
    for each in words:
        until(lambda: app.screens.current_screen.width > 100)
        settle()
        button(app.screens.current_screen, each).dispatch("on_release")
        settle()


def settle():
    for _ in range(SETTLING):
        Clock.tick()
