"""Every scene of the app, on a phone and on a tablet held either way: nothing is cut off, broken or covered."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def faults_of(*options):
    """What the walk prints; it is a process of its own."""
    command = [sys.executable, "-m", "tests.ui.layouts", *options]
    done = subprocess.run(command, cwd=PROJECT, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("no window can be opened here")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-tall"])
def test_nothing_is_cut_covered_outside_or_too_small(size):
    """In the language of the longest words; all languages, sizes and letters take half an hour: the command alone."""
    assert faults_of("--size", size, "--scale", "1", "--lang", "de") == ""
