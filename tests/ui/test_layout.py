"""Every scene of the app, on a tablet held either way: nothing cut off, covered, outside or too small."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
TABLET, TALL = ("1280", "800", "1"), ("800", "1280", "1")


@pytest.mark.slow
@pytest.mark.parametrize("size", [TABLET, TALL], ids=["tablet", "tablet-tall"])
def test_nothing_is_cut_covered_outside_or_too_small(size):
    """What holds today. Phones (1080 2340 2.75) and letters at 200 % still have faults: the command lists them."""
    command = [sys.executable, "-m", "tests.ui.layouts", *size, "1", "en,fr,de"]
    done = subprocess.run(command, cwd=PROJECT, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("no window can be opened here")
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr
