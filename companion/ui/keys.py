"""The keys of a keyboard, and the screen that lists them. What a key does is decided in one table."""

from collections.abc import Mapping

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.present import text
from companion.ui.telling import TellingScreen

#: Key -> what it does: the name of a method of the app.
PLAIN: Mapping[str, str] = {
    " ": "toggle_pause",
    "c": "toggle_camera",
    "l": "next_language",
    "u": "undo",
    "s": "go_scores",
    "h": "go_help",
    "o": "ask_who",
    "a": "accept_ruling",
    "r": "replay_last",
    "n": "write_round",
    "f11": "toggle_full_screen",
    "?": "go_keys",
    "[": "earlier_ruling",
    "]": "later_ruling",
    ",": "frame_before",
    ".": "frame_after",
    "q": "go_back",
}
CONTROL: Mapping[str, str] = {"z": "undo", "y": "redo", "Z": "redo"}
#: What is done to something that has to be in sight: the screens that show it. Everything else works everywhere.
PLACES: Mapping[str, tuple[str, ...]] = {
    "toggle_pause": ("table", "replay"),
    **dict.fromkeys(("toggle_camera", "ask_who", "accept_ruling", "replay_last", "write_round"), ("table",)),
    **dict.fromkeys(("earlier_ruling", "later_ruling"), ("table",)),
    **dict.fromkeys(("frame_before", "frame_after"), ("replay",)),
}


def action_of(key: int, character: str, modifiers: list[str]) -> str:
    """The app's method for a key; empty where it has none."""
    if "ctrl" in modifiers or "meta" in modifiers:
        letter = chr(key) if 32 <= key < 127 else character
        return CONTROL.get(letter.upper() if "shift" in modifiers and letter == "z" else letter, "")
    named = {27: "q", 292: "f11"}.get(key, "")
    return PLAIN.get(named or character or (chr(key) if 32 <= key < 127 else ""), "")


class KeyRow(BoxLayout):
    """A key and what it does."""

    key = StringProperty("")
    words = StringProperty("")


class KeysScreen(TellingScreen):
    """Every key with its meaning."""

    def tell(self, *_: object) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        for key, action in LISTED:
            rows.add_widget(KeyRow(key=key, words=text(f"keys.{action}", self.language)))


#: As the screen lists them.
LISTED = (
    ("1 – 8", "choose_player"),
    ("N", "write_round"),
    ("0 – 9, Backspace, Enter", "type"),
    ("Ctrl+Z, U", "undo"),
    ("Ctrl+Shift+Z, Ctrl+Y", "redo"),
    ("A", "accept_ruling"),
    ("O", "ask_who"),
    ("R", "replay_last"),
    (",  .", "frame_after"),
    ("[  ]", "earlier_ruling"),
    ("S", "go_scores"),
    ("H", "go_help"),
    ("Space", "toggle_pause"),
    ("C", "toggle_camera"),
    ("L", "next_language"),
    ("F11", "toggle_full_screen"),
    ("Esc, Q", "go_back"),
    ("?", "go_keys"),
)
