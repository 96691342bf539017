"""What all tests share: no test writes into the home of whoever runs it, and Kivy keeps quiet and off the screen."""

import os
import tempfile

from hypothesis import HealthCheck, settings

_HOME = tempfile.mkdtemp(prefix="tapis-tests-")

# Kivy reads these when it is first imported, so they are set before any test is.
os.environ.update(KIVY_HOME=_HOME, KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1")
# Where the data folder is, on each system that has tests.
os.environ.update(XDG_CONFIG_HOME=_HOME, APPDATA=_HOME)
os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")

# A slow or busy machine is no failure, and the same examples are tried on every machine.
settings.register_profile("tapis", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tapis")
