"""However many crops are described at once, each is described as if it were alone."""

import numpy as np

from vision.recognise.crop import HEIGHT, WIDTH
from vision.recognise.describe import PART, describe


def test_crops_are_described_alike_alone_and_among_many() -> None:
    rng = np.random.default_rng(3)
    crops = list(rng.integers(0, 256, (2 * PART + 3, HEIGHT, WIDTH, 3), dtype=np.uint8))
    together = describe(crops)
    for k in (0, PART - 1, PART, 2 * PART + 2):
        alone = describe([crops[k]])
        assert np.allclose(together.cells[k], alone.cells[0], atol=1e-4)
        assert np.allclose(together.trust[k], alone.trust[0], atol=1e-4)
