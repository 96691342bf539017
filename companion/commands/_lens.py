"""The lens from pictures or a clip of the printed board: which pictures are looked at, and what is told of it."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput

if TYPE_CHECKING:
    from calibration.charuco import View
    from vision.image import Image

#: Of a clip one picture in so many is looked at, and no more than so many altogether.
_EVERY, _MOST = 15, 200


def measure_lens(args: argparse.Namespace) -> int:
    from calibration.charuco import fit_lens, view_of
    from calibration.lens_file import save_lens

    if args.out is None:
        raise BadInput("where shall the lens be kept?", do="name a file with --out")
    if args.out.exists() and not args.force:
        raise BadInput("is already there", str(args.out), "choose another name or add --force")
    views: list[View] = [view for picture in _pictures(args.lens) if (view := view_of(picture)) is not None]
    fit = fit_lens(views)
    save_lens(fit, args.out, replace=args.force)
    lens = fit.lens
    facts = {
        "size": list(lens.size),
        "focal_px": round(lens.focal_px, 1),
        "focal_sure_percent": round(100 * fit.focal_sure, 2),
        "k1": round(lens.k1, 4),
        "k2": round(lens.k2, 4),
        "rms_px": round(fit.rms_px, 3),
        "views": fit.views,
    }
    print(json.dumps(facts) if args.json else "\n".join(f"{name}: {value}" for name, value in facts.items()))
    return 0


def _pictures(paths: Sequence[Path]) -> "Iterator[Image]":
    from vision.frame import Frame
    from vision.sources.image_folder import PICTURES
    from vision.sources.open import open_source
    from vision.stills import load_still

    for path in paths:
        if path.suffix.lower() in PICTURES:
            yield load_still(path)
            continue
        source = open_source(path)
        try:
            every = 1 if path.is_dir() else _EVERY
            for number, item in zip(range(_MOST * every), iter(source.read, None), strict=False):
                if isinstance(item, Frame) and number % every == 0:
                    yield item.image
        finally:
            source.close()
