"""Files that are written whole or not at all: beside their place first, then moved into it in one step."""

import os
from pathlib import Path

from calibration.errors import BadInput
from companion.store.jsonl import sync_folder


def write_whole(path: Path, data: bytes, force: bool = False) -> None:
    """Write a file; refuse to take the place of another unless `force`."""
    if path.exists() and not force:
        raise BadInput("this file exists already", str(path), "give another name, or --force")
    parts = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with parts.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        parts.replace(path)
        sync_folder(path.parent)
    except OSError as wrong:
        what = f"this file could not be written ({wrong.strerror or wrong})"
        raise BadInput(what, str(path), "make room or give another path; nothing else was touched") from None
    finally:
        parts.unlink(missing_ok=True)
