"""Plays the bundled sounds. Where the machine has no sound, nothing is heard and nothing fails."""

from importlib.resources import files
from typing import Any


class Sounds:
    """Loads a sound when it is first heard, and keeps it."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def play(self, name: str) -> None:
        if name not in self._loaded:
            self._loaded[name] = _loaded(str(files("companion.voice") / "sounds" / f"{name}.wav"))
        sound = self._loaded[name]
        if sound is not None:
            sound.stop()
            sound.play()


def _loaded(file: str) -> Any:
    # The sound library takes its time to start: only those who hear something wait for it.
    from kivy.core.audio import SoundLoader
    from kivy.logger import Logger

    try:
        return SoundLoader.load(file)
    except Exception as why:  # each of the libraries behind it fails in a way of its own, where it is half installed
        Logger.warning("Tapis: no sound here: %s", why)
        return None
