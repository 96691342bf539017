"""Every scene of the app, in every size of screen and of letters: nothing cut off, covered, outside or too small."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
TABLET, TALL, PHONE = ("1280", "800", "1"), ("800", "1280", "1"), ("1080", "2340", "2.75")


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["1", "2"])
@pytest.mark.parametrize("size", [TABLET, TALL, PHONE], ids=["tablet", "tablet-tall", "phone"])
def test_nothing_is_cut_covered_outside_or_too_small(size, scale):
    command = [sys.executable, "-m", "tests.ui.layouts", *size, scale, "en,fr,de"]
    done = subprocess.run(command, cwd=PROJECT, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("no window can be opened here")
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr
