"""The household's key: whoever has it can seal codes that this household believes. It never leaves the device's folder.

Another device of the household gets it by copying the file.
"""

import os
import re
from pathlib import Path
from secrets import token_hex

from calibration.errors import BadInput

NAME = "household.key"
BYTES = 32


def household_key(folder: Path) -> bytes:
    """The key kept in this folder; made at the first time."""
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(f"the household's key cannot be read ({wrong})", str(path), "check the folder") from None
    if not re.fullmatch(rf"[0-9a-f]{{{2 * BYTES}}}", text):
        raise BadInput("this is no household's key", str(path), "copy it again, or delete it and print the badges anew")
    return bytes.fromhex(text)


def _make(path: Path) -> None:
    """Written whole, readable by its owner only; if two make one at once, the first stays."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(token_hex(BYTES) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(path)
    draft.unlink(missing_ok=True)
