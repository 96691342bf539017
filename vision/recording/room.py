"""How much room is left for video on a disk: plenty, little, or none. Pure; whoever asks the disk hands the number in.

Play never stops for want of room: video ends early enough that the match log can go on for a season.
"""

import shutil
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TypeAlias

#: Less than this is for the match log and the system alone.
STOP_BYTES = 300_000_000
#: People are warned when the recording could go on for no longer.
WARN_SECONDS = 30 * 60
#: What a second of video is taken for before it was measured.
USUAL_BYTES_PER_SECOND = 1_500_000
#: A rate is believed after so many seconds.
MEASURED_SECONDS = 5.0

#: How many bytes are free where a folder is.
DiskPort: TypeAlias = Callable[[Path], int]


class Room(Enum):
    PLENTY = "plenty"
    LITTLE = "little"
    NONE = "none"


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def room_left(free: int, written: int, seconds: float, most_bytes: int = 0) -> Room:
    """What is left after `written` bytes of `seconds` of video, when no more than `most_bytes` are kept at a time."""
    if free < STOP_BYTES:
        return Room.NONE
    rate = written / seconds if seconds >= MEASURED_SECONDS else USUAL_BYTES_PER_SECOND
    wanted = rate * WARN_SECONDS
    if most_bytes:
        # A recording that rotates needs no more than what it has not filled yet.
        wanted = min(wanted, max(0, most_bytes - written))
    return Room.PLENTY if free - STOP_BYTES >= wanted else Room.LITTLE
