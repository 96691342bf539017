"""Walks through every scene in a language whose catalogues have no Latin letters, and prints every text that has some.

    python -m tests.ui.untold

Whatever it prints comes from no catalogue. Run as a process of its own: catalogues are read once.
"""

import re
import sys
import tempfile
from pathlib import Path

#: It takes this language's place.
LANGUAGE = "de"
#: Places of a text that are filled in, and marks of its looks, stay.
KEPT = re.compile(r"(\{[^{}]*\}|\[/?[a-z][^\]]*\])")
#: A word of Latin letters.
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
#: What is the same in every language: its name, sizes of paper and of files, keys, an address, a code.
SAME = {
    *("EN", "FR", "DE", "GB", "MB", "mm", "ms", "dp", "MIT", "Tapis", "TAPIS", "BG", "Stats"),
    *("Letter", "Tabloid", "Backspace", "Enter", "Esc", "Space", "Ctrl", "Shift", "http", "video"),
}


def disguised(text):
    """Words that nobody could have written into a program."""
    return "".join(each if KEPT.fullmatch(each) else re.sub(r"[^\W\d_]", "ж", each) for each in KEPT.split(text))


def disguise():
    """Before anything has read a catalogue."""
    from companion.core import words
    from companion.ui import troubles

    load, sentences = words.load_words, troubles.sentences

    def load_disguised(package):
        read = load(package)
        return {**read, LANGUAGE: {key: disguised(text) for key, text in read[LANGUAGE].items()}}

    words.load_words = load_disguised
    told = {english: {**each, LANGUAGE: disguised(each[LANGUAGE])} for english, each in sentences().items()}
    troubles.sentences = lambda: told


def untold(screen, names):
    """Texts on a screen with words that are in no catalogue."""
    from tests.ui.layout import visible

    for widget in visible(screen):
        for text in (getattr(widget, "text", ""), getattr(widget, "hint_text", "")):
            plain = re.sub(r"\[/?[a-z][^\]]*\]", "", str(text))
            # Where something lies is told as it is.
            plain = re.sub(r"\S*/\S*", "", plain)
            if set(WORD.findall(plain)) - SAME - names:
                yield text


def main():
    from companion.ui.window import open_window

    if not open_window((1280, 800), 1.0):
        return 77
    disguise()
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang.parser import ProxyApp, global_idmap

    from companion.app import TapisApp
    from companion.commands._scenes import NAMES, prepare, scenes_of
    from tests.ui.conftest import until
    from tests.ui.fake import SCRIPT, FakeSession
    from tests.ui.layouts import settle

    # What people are called, and the folders where recordings are looked for.
    names = {*NAMES, *WORD.findall(" ".join(path.name for path in Path.home().iterdir()))}

    Clock._max_fps = 0
    global_idmap["app"] = ProxyApp()
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        app = TapisApp(lambda: FakeSession(SCRIPT[:4]), paced=False, folder=Path(folder), language=LANGUAGE)
        EventLoop.ensure_window()
        EventLoop.start()
        app._run_prepare()
        until(lambda: app.table.ended)
        for scene in scenes_of(app):
            app.language = LANGUAGE
            settle(app.screens.current_screen)
            for text in dict.fromkeys(untold(app.screens.current_screen, names)):
                print(f"{scene}: {text!r}", flush=True)
        app.dispatch("on_stop")
    return 0


if __name__ == "__main__":
    sys.exit(main())
