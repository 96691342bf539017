"""Pictures of the window itself, taken between the drawing of a frame and its showing, when its pixels are certain."""

from collections.abc import Callable
from pathlib import Path

from kivy.core.window import Window


def shoot(path: Path, then: Callable[[], None] = lambda: None) -> None:
    """Save the next frame as a PNG, then call back."""

    def on_flip(*_: object) -> None:
        Window.unbind(on_flip=on_flip)
        # Kivy adds a number of its own to the name.
        Path(Window.screenshot(name=str(path.absolute()))).replace(path)
        then()

    Window.bind(on_flip=on_flip)
    # A frame is drawn only when something changed, so ask for one.
    Window.canvas.ask_update()
