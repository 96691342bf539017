"""numpy is told before it is loaded that small products want no threads of their own."""

import os
import subprocess
import sys

import pytest

SCRIPT = (
    "import sys, companion; assert 'numpy' not in sys.modules; import os; print(os.environ['OPENBLAS_NUM_THREADS'])"
)


@pytest.mark.parametrize(("own", "told"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_numpy_works_alone_unless_the_owner_wants_otherwise(own: dict[str, str], told: str) -> None:
    around = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"} | own
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=around, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == told
