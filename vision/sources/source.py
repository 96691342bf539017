"""What a source of pictures is. A source decides when a frame was taken and when there is a gap, nothing more."""

from typing import Protocol

from vision.frame import Frame, Gap


class Source(Protocol):
    """Frames in order of time. Reading the same file twice gives the same frames at the same times."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""

    def read(self) -> Frame | Gap | None:
        """The next frame or gap; None at the end."""

    def close(self) -> None: ...
