"""Keys: to a scanner's code first, then to the form that is open, then to the app. It decides only who gets a key."""

from collections.abc import Callable
from typing import Any, Protocol

from companion.ui.entry_panel import EntryPanel, WordsBox
from companion.ui.keys import PLACES, action_of
from companion.ui.scans import Scans
from companion.ui.table import TableScreen
from companion.ui.table_model import TableModel

#: Numbers of keys.
ESCAPE, ENTER, ENTER_OF_PAD, BACKSPACE = 27, 13, 271, 8


class Pressed(Protocol):
    """Whom the keys are for; `action_of` names its methods."""

    @property
    def here(self) -> str: ...

    @property
    def table(self) -> TableScreen: ...

    @property
    def model(self) -> TableModel | None: ...


class Keyboard:
    """`scanned` hears of codes that a handheld scanner typed, whatever is on the screen."""

    def __init__(self, app: Pressed, scanned: Callable[[str], None]) -> None:
        self._app = app
        self._scans = Scans(self._press, scanned)

    def key(self, _window: object, key: int, _code: int, character: str | None, modifiers: Any) -> bool:
        """A line of words that is typed keeps its keys."""
        if key != ESCAPE and WordsBox.typing():
            return False
        return self._scans.key(key, character or "", list(modifiers or ()))

    def _press(self, key: int, character: str, modifiers: list[str]) -> bool:
        if self._app.here == "table" and self._key_of_table(key, character):
            return True
        action = action_of(key, character, modifiers)
        here = self._app.here
        if not action or here not in PLACES.get(action, (here,)):
            return False
        getattr(self._app, action)()
        return True

    def _key_of_table(self, key: int, character: str) -> bool:
        entry: EntryPanel = self._app.table.ids.entry
        if not entry.open:
            seat = int(character) - 1 if character.isdigit() else -1
            if self._app.model is not None and 0 <= seat < len(self._app.model.players):
                self._app.table.score_for(seat)
                return True
            return False
        if key in (ENTER, ENTER_OF_PAD):
            entry.enter()
            return True
        return entry.key("<" if key == BACKSPACE else character)
