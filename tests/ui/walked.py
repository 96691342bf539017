"""The walk through every scene, as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def walked(*options, walk="layouts"):
    """What it finds wrong: nothing, where all is well."""
    command = [sys.executable, "-m", f"tests.ui.{walk}", *options]
    done = subprocess.run(command, cwd=PROJECT, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("no window can be opened here")
    assert done.returncode == 0, done.stderr
    return done.stdout
