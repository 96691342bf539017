"""The lens: how straight lines bend, and how wide it sees. Takes ideal pixels to the picture's and back; finds nothing.

Distances from the middle of the picture are counted in half diagonals, so that a lens is the same at every resolution.
"""

from dataclasses import dataclass, replace
from math import hypot, radians, tan

import numpy as np
from numpy.typing import ArrayLike

from calibration.plane import Floats

#: Steps that turn bent pixels back into ideal ones; each divides the error by ten and more.
STEPS = 12


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial bending `1 + k1 r^2 + k2 r^4` of an ideal pinhole camera whose focal length is `focal_px`.

    `off` is how far its axis passes the middle of the picture by: no sensor is glued in exactly, no crop is exact.
    """

    size: tuple[int, int]
    focal_px: float
    k1: float = 0.0
    k2: float = 0.0
    off: tuple[float, float] = (0.0, 0.0)

    @property
    def middle(self) -> tuple[float, float]:
        """Where the axis meets the picture. A whole number is the centre of a pixel."""
        x, y = ((side - 1) / 2 + off * self.reach_px for side, off in zip(self.size, self.off, strict=True))
        return x, y

    @property
    def reach_px(self) -> float:
        """Half the diagonal of the picture: the unit of the bending."""
        return hypot(*self.size) / 2

    @property
    def likely(self) -> bool:
        """Could a real camera be like this?"""
        wide = 0.1 * max(self.size) < self.focal_px < 50 * max(self.size)
        return wide and max(abs(self.k1), abs(self.k2)) <= 2 and max(map(abs, self.off)) <= 0.5

    def bend(self, ideal_px: ArrayLike) -> Floats:
        """Where a pinhole camera's pixels (n x 2) really are in the picture."""
        apart = (np.asarray(ideal_px, np.float64).reshape(-1, 2) - self.middle) / self.reach_px
        bent: Floats = apart * self._stretch(apart) * self.reach_px + self.middle
        return bent

    def straighten(self, seen_px: ArrayLike) -> Floats:
        """Where a pinhole camera would have seen the picture's pixels (n x 2)."""
        seen = (np.asarray(seen_px, np.float64).reshape(-1, 2) - self.middle) / self.reach_px
        apart = seen.copy()
        for _ in range(STEPS if self.k1 or self.k2 else 0):
            apart = seen / self._stretch(apart)
        ideal: Floats = apart * self.reach_px + self.middle
        return ideal

    def at_size(self, size: tuple[int, int]) -> "Lens":
        """The same lens in pictures of another size with the same sides' ratio."""
        return replace(self, size=size, focal_px=self.focal_px * hypot(*size) / hypot(*self.size))

    def _stretch(self, apart: Floats) -> Floats:
        # Beyond the corners the polynomial means nothing: it must only stay positive.
        far = np.minimum((apart**2).sum(axis=1, keepdims=True), 1.7)
        stretch: Floats = np.maximum(1 + far * (self.k1 + far * self.k2), 0.3)
        return stretch


#: How wide the main camera of a device sees along the longer side of its video picture, in degrees. Video crops the
#: sensor, so makers' figures are wider; the plane is fitted with the focal length free around these.
FIELDS_OF_VIEW = {
    "unknown": 65.0,
    "tablet": 63.0,
    "tablet, wide camera": 100.0,
    "phone": 67.0,
    "phone, wide camera": 100.0,
    "webcam": 70.0,
    "webcam, narrow": 55.0,
}


def usual_lens(size: tuple[int, int], device: str = "unknown") -> Lens:
    """A lens to begin with when nobody has measured it."""
    return Lens(size, max(size) / 2 / tan(radians(FIELDS_OF_VIEW[device]) / 2))
