"""The microphone of a tablet: blocks of samples with the time of the first, for the knock of a hand on the table.

It keeps nothing and decides nothing; what was not taken within a second is gone, as the numbers of the samples show.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.sources.android.jvm import activity, java

RATE = 16_000
TAKEN, FORBIDDEN = "microphone_taken", "microphone_forbidden"


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples between -1 and 1. `first` is the number of the first one since the microphone was opened, and `t_ns` when
    it was heard, on the clock of `time.monotonic_ns`."""

    first: int
    t_ns: int
    samples: NDArray[np.float32]


class AndroidMicrophone:
    def __init__(self) -> None:
        self._java: Any = java("org.tapis.TableMicrophone")()
        self._java.open(activity())

    @property
    def trouble(self) -> str:
        """Why nothing is heard: somebody else has it, or it is not allowed. Empty while all is well."""
        return str(self._java.trouble())

    def take(self, wait_ns: int) -> Sound | None:
        block = self._java.take(max(1, wait_ns // 1_000_000))
        if block is None:
            return None
        samples = np.frombuffer(block.samples.tostring(), "<i2").astype(np.float32) / np.float32(32768)
        return Sound(block.first, block.timeNs, samples)

    def close(self) -> None:
        self._java.close()
