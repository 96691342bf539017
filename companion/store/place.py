"""Where this device keeps what Tapis knows: the same folder that the app uses."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder of this person's data, as the system wants it. It may not exist yet."""
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home())) / "tapis"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tapis"
    return Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "tapis"
