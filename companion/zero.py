"""The zero test at the table: claps that the camera sees and a microphone hears, so that their clocks are compared.

Times are `calibration.clock`'s; here pictures and sound are brought together, and the result is kept with the table.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.calibration import load_calibration, save_calibration
from calibration.clock import ZeroTest, claps_heard, claps_seen, zero_test
from calibration.errors import BadInput
from companion.ear import RATE_HZ, Ear
from vision.frame import Frame
from vision.image import FloatArray, Image
from vision.sources.source import Source

#: Long enough for half a dozen claps.
SECONDS = 8
#: Motion is looked for in a picture whose short side is so many pixels.
SHORT_SIDE = 90


@dataclass(frozen=True, slots=True)
class Clapping:
    """It goes on for so many seconds."""

    image: Image
    left_s: int


def clap_test(
    table: Path, open_camera: Callable[[], Source], open_ear: Callable[[], Ear]
) -> Generator[Clapping | ZeroTest, None, None]:
    """Look and listen, then tell and keep the test; one that is too poor to referee by is bad input, and not kept.

    A camera's times count from its first picture, an ear's on a clock of its own: the promptest picture tells when the
    one began on the other.
    """
    ear = open_ear()
    try:
        source = open_camera()
        try:
            times_ns: list[int] = []
            motion: list[float] = []
            begun_ns = ear.now()
            for frame, moved in moving(source):
                if times_ns and frame.t_ns - times_ns[0] >= SECONDS * 1e9:
                    break
                begun_ns = min(begun_ns, ear.now() - frame.t_ns)
                ear.listen()
                times_ns.append(frame.t_ns)
                motion.append(moved)
                yield Clapping(frame.image, SECONDS - int((frame.t_ns - times_ns[0]) / 1e9))
        finally:
            source.close()
        heard = ear.heard()
    finally:
        ear.close()
    if len(heard.samples) < RATE_HZ:
        raise BadInput("the microphone heard nothing", do="allow the microphone, or plug one in, and try again")
    test = zero_test(claps_seen(times_ns, motion), claps_heard(heard.samples, RATE_HZ, heard.start_ns - begun_ns))
    test.check()
    save_calibration(replace(load_calibration(table), zero=test), table, replace=True)
    yield test


def moving(source: Source) -> Generator[tuple[Frame, float], None, None]:
    """Every picture, and how much of it differs from the one before."""
    before: FloatArray | None = None
    while (seen := source.read()) is not None:
        if not isinstance(seen, Frame):
            continue
        scale = SHORT_SIDE / min(seen.image.shape[:2])
        small = cv2.resize(seen.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
        yield seen, 0.0 if before is None else float(np.abs(small - before).mean())
        before = small
