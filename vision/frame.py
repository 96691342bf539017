"""What a source delivers: pictures with their time, and honest gaps. It decides nothing."""

from dataclasses import dataclass

from vision.image import Image


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. `index` counts from 0 in its source; `t_ns` is when it was taken, on the source's own clock."""

    index: int
    t_ns: int
    image: Image
    source: str


@dataclass(frozen=True, slots=True)
class Gap:
    """From `since_ns` on there is nothing to see, until the next frame. `reason` is a short code: `camera_lost`."""

    since_ns: int
    reason: str
