"""Makes the bundled sounds: a few tones each, told apart by their rhythm as well as by their pitch.

    python -m companion.voice.make_sounds

The files are small and always the same; a test makes them again and compares.
"""

import io
import wave
from array import array
from math import exp, pi, sin
from pathlib import Path

from companion.voice.announce import Sound

RATE = 22_050
SOUNDS = Path(__file__).with_name("sounds")

#: Sound -> its tones: begin and length in seconds, pitch in Hz, how hard it is struck (a slap is mostly noise).
TONES: dict[Sound, tuple[tuple[float, float, float], ...]] = {
    Sound.LEGAL: ((0.0, 0.16, 880.0),),
    Sound.ILLEGAL: ((0.0, 0.14, 330.0), (0.16, 0.26, 247.0)),
    Sound.QUESTION: ((0.0, 0.12, 587.0), (0.14, 0.22, 784.0)),
    Sound.END: ((0.0, 0.16, 523.0), (0.15, 0.16, 659.0), (0.3, 0.16, 784.0), (0.45, 0.5, 1047.0)),
    Sound.SLAP: ((0.0, 0.1, 150.0),),
}
TAIL_S = 0.05


def made(sound: Sound) -> bytes:
    """A sound as a WAV file."""
    tones = TONES[sound]
    length = int(RATE * (max(begin + lasting for begin, lasting, _ in tones) + TAIL_S))
    samples = [0.0] * length
    for begin, lasting, pitch in tones:
        first = int(begin * RATE)
        for number in range(min(int((lasting + TAIL_S) * RATE), length - first)):
            samples[first + number] += _struck(number / RATE, lasting, pitch)
    if sound is Sound.SLAP:
        samples = [sample + _noise(number) * exp(-number / (0.012 * RATE)) for number, sample in enumerate(samples)]
    loudest = max(map(abs, samples))
    pcm = array("h", (round(22_000 * sample / loudest) for sample in samples))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm.tobytes())
    return out.getvalue()


def _struck(t: float, lasting: float, pitch: float) -> float:
    """A soft bell: it begins at once but not with a click, and fades."""
    attack = min(1.0, t / 0.006)
    fading = exp(-3.5 * t / lasting)
    return attack * fading * (sin(2 * pi * pitch * t) + 0.35 * sin(4 * pi * pitch * t) + 0.12 * sin(6 * pi * pitch * t))


def _noise(number: int) -> float:
    """The same noise every time."""
    mixed = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    mixed = (mixed ^ (mixed >> 11)) * 69_069 & 0x7FFFFFFF
    return mixed / 0x3FFFFFFF - 1


def main() -> None:
    SOUNDS.mkdir(exist_ok=True)
    for sound in Sound:
        (SOUNDS / f"{sound.value}.wav").write_bytes(made(sound))


if __name__ == "__main__":
    main()
