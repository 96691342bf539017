"""A measured lens as a file: a camera keeps its lens wherever it hangs, so it is kept apart from any table."""

import json
from math import isfinite
from pathlib import Path
from typing import Any

from calibration.charuco import LensFit
from calibration.errors import BadInput
from calibration.lens import Lens
from calibration.table_file import write_json

VERSION, LARGEST_FILE = 1, 10_000


def save_lens(fit: LensFit, path: Path, *, replace: bool = False) -> None:
    lens = fit.lens
    data: dict[str, Any] = {
        "lens": VERSION,
        "size": list(lens.size),
        "focal_px": lens.focal_px,
        "k1": lens.k1,
        "k2": lens.k2,
        "off": list(lens.off),
        "rms_px": fit.rms_px,
        "views": fit.views,
    }
    write_json(data, path, replace=replace)


def load_lens(path: Path, size: tuple[int, int]) -> Lens:
    """The lens for pictures of this size."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        data = json.loads(path.read_text("utf-8"))
        if data["lens"] != VERSION:
            raise ValueError("another version wrote it")
        wide, high = data["size"]
        numbers = [*(data[name] for name in ("focal_px", "k1", "k2")), *data.get("off", (0.0, 0.0))]
        if not all(type(side) is int and 0 < side < 100_000 for side in (wide, high)):
            raise ValueError("its size is none")
        if not all(type(number) in (int, float) and isfinite(number) for number in numbers):
            raise ValueError("a number is missing")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as wrong:
        raise BadInput(f"cannot be read as a lens ({wrong!s:.80})", str(path), "measure the lens again") from None
    focal, k1, k2, x, y = map(float, numbers)
    lens = Lens((wide, high), focal, k1, k2, (x, y))
    if not lens.likely:
        raise BadInput("no lens is like this", str(path), "measure the lens again")
    if abs(size[0] / size[1] - wide / high) > 0.01:
        raise BadInput(
            f"the lens was measured in pictures of {wide} x {high}, this one is {size[0]} x {size[1]}",
            str(path),
            "measure it again with pictures of the shape the camera sends",
        )
    return lens.at_size(size)
