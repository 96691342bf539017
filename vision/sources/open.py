"""One door to every kind of recording."""

from pathlib import Path

from calibration.errors import BadInput
from vision.sources.image_folder import ImageFolder
from vision.sources.source import Source
from vision.sources.video_file import VideoFile


def open_source(path: Path) -> Source:
    """A file is a video, a folder holds pictures."""
    if path.is_dir():
        return ImageFolder(path)
    if not path.exists():
        raise BadInput("there is no such recording", str(path), "check the name")
    return VideoFile(path)
