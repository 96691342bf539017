"""The two array types every room of vision speaks: a picture and an array of measurements. Decides nothing.

An `Image` is height x width x 3, 8 bits, in OpenCV's order blue, green, red. Pixel coordinates have their origin at the
top left, x right, y down, and a whole number is the centre of a pixel.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
FloatArray: TypeAlias = NDArray[np.float32]
