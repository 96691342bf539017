"""The canvas of a scene: lays textures and flat shapes into a perspective picture and remembers what is on top where.

Colour, ownership and gloss are painted together, so that the truth is what was painted. Decides no places.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import FloatArray
from vision.training.strokes import Colour, Points
from vision.training.tables import Surface
from vision.training.view import View

NOTHING, CLUTTER = -1, -2  # owners that are not cards


@dataclass(frozen=True, slots=True)
class Skin:
    """A card's texture (blue, green, red, alpha) at falling sizes; the margins are its empty rims, as fractions."""

    levels: tuple[NDArray[np.uint8], ...]
    margin_x: float
    margin_y: float


class Canvas:
    """A picture under way: `picture` (0 to 255), `owner` (which card is on top, or NOTHING or CLUTTER) and `gloss`."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        self.picture = np.zeros((height, width, 3), np.float32)
        self.owner = np.full((height, width), NOTHING, np.int16)
        self.gloss = np.zeros((height, width), np.float32)

    def lay_table(self, surface: Surface, view: View, turn: float) -> None:
        """Cover the whole picture with a table's tile, repeated."""
        scale = surface.tile.shape[0] / surface.span_mm
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        to_tile = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        to_table = np.linalg.inv(view.matrix[:, [0, 1, 3]])
        height, width = self.picture.shape[:2]
        # warpPerspective wraps only within a bounded range, so the tile is spread over the ground first.
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        ground = view.on_table(corners) @ to_tile[:2, :2].T
        low = np.floor(ground.min(0) / surface.tile.shape[0]) * surface.tile.shape[0]
        matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_tile @ to_table
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        self.picture[:] = cv2.warpPerspective(
            surface.tile, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_WRAP
        )
        self.gloss[:] = surface.gloss

    def _window(self, points: Points, margin: int = 2) -> tuple[slice, slice, Points] | None:
        """The part of the picture around some points, and the points seen from there; None when all lies outside."""
        low = np.maximum(np.floor(points.min(0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(points.max(0)).astype(int) + margin + 1, self.owner.shape[::-1])
        if (high - low).min() <= 0:
            return None
        return slice(low[1], high[1]), slice(low[0], high[0]), points - low

    def lay_card(self, skin: Skin, quad: Points, index: int, gloss: float) -> None:
        """A card's skin onto a quad (top left, top right, bottom right, bottom left)."""
        side = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])), 1.0)
        window = self._window(quad, 2 + int(2 * side * max(skin.margin_x, skin.margin_y)))
        if window is None:
            return
        rows, columns, local = window
        texture = next((t for t in reversed(skin.levels) if t.shape[1] >= 0.9 * side), skin.levels[0])
        height, width = texture.shape[:2]
        x, y = skin.margin_x * width, skin.margin_y * height
        source = np.array([(x, y), (width - x, y), (width - x, height - y), (x, height - y)], np.float32)
        matrix = cv2.getPerspectiveTransform(source - np.float32(0.5), local.astype(np.float32))
        size = (columns.stop - columns.start, rows.stop - rows.start)
        patch = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR)
        self._mix(rows, columns, patch[..., :3], patch[..., 3].astype(np.float32) / np.float32(255), index, gloss)

    def lay_shape(self, points: Points, fill: Colour, gloss: float = 0.0, alpha: float = 1.0) -> None:
        """A flat outline of one colour: clutter, which owns the pixels it covers (unless it is seen through)."""
        window = self._window(points)
        if window is None:
            return
        rows, columns, local = window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        cv2.fillPoly(mask, [np.round(local * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        owner = CLUTTER if alpha > 0.5 else None
        self._mix(
            rows, columns, np.array(fill, np.float32), mask.astype(np.float32) * np.float32(alpha / 255), owner, gloss
        )

    def lay_mask(self, mask: FloatArray, colours: FloatArray, gloss: float = 0.0) -> None:
        """A whole-picture layer with its own alpha, such as a hand."""
        self._mix(slice(None), slice(None), colours, mask, CLUTTER, gloss)

    def _mix(
        self,
        rows: slice,
        columns: slice,
        colours: NDArray[Any],
        alpha: FloatArray,
        owner: int | None,
        gloss: float,
    ) -> None:
        place = self.picture[rows, columns]
        place += alpha[..., None] * (colours - place)
        if owner is not None:
            self.owner[rows, columns][alpha > 0.5] = owner
            shine = self.gloss[rows, columns]
            shine += alpha * (gloss - shine)

    def shadow(self, points: Points, depth: float, soft: float) -> None:
        """Darken an outline by `depth` (0 to 1), its rim blurred over about `soft` pixels."""
        margin = int(2 * soft) + 2
        window = self._window(points, margin)
        if window is None:
            return
        rows, columns, local = window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        cv2.fillPoly(mask, [np.round(local * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        kernel = 2 * int(soft) + 1
        mask = np.asarray(cv2.blur(cv2.blur(mask, (kernel, kernel)), (kernel, kernel)), np.uint8)
        self.picture[rows, columns] *= 1 - (depth / 255) * mask[..., None].astype(np.float32)
