"""Reading the sound that belongs to a film from a WAV file."""

import wave
from pathlib import Path

import numpy as np

from calibration.errors import BadInput
from calibration.plane import Floats


def read_wave(path: Path) -> tuple[Floats, int]:
    """One channel, -1 to 1, and its rate."""
    try:
        with wave.open(str(path)) as file:
            if file.getsampwidth() != 2:
                raise BadInput("the sound is not 16 bits deep", str(path), "save it as an ordinary WAV file")
            raw = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, file.getnchannels())
            rate_hz = file.getframerate()
    except (OSError, EOFError, ValueError, wave.Error) as error:
        raise BadInput("the sound cannot be read", str(path), "give a WAV file") from error
    if len(raw) < rate_hz:
        raise BadInput("the sound is shorter than a second", str(path), "record it together with the film")
    return raw.mean(axis=1) / 32768.0, rate_hz
