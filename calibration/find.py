"""The table from one picture of a printed mat: the one call that screens, commands and the drift alarm need."""

from math import inf

import numpy as np

from calibration.errors import BadInput
from calibration.fit import Fit, fit_camera
from calibration.lens import Lens, usual_lens
from calibration.markers import find_mat
from calibration.mat import Paper, mat_for
from calibration.picture import Picture
from calibration.plane import Floats, fit_plane

#: One marker alone says too little about the rest of the sheet.
FEWEST_MARKERS = 2
#: No printer, paper and lens are as plain as the model of them: corners are believed no better than this.
MODEL_PX = 0.08


def fit_mat(picture: Picture, lens: Lens | None = None) -> tuple[Fit, Paper]:
    """Plane, lens and the size of the sheet."""
    size = (picture.shape[1], picture.shape[0])
    mat, seen = find_mat(picture, lens or usual_lens(size))
    if len(seen) < FEWEST_MARKERS:
        raise BadInput("the mat is too blurred or hidden", do="uncover its marks, hold still, add light or go nearer")
    table = np.concatenate([np.array(one.marker.spot.corners_mm) for one in seen])
    corners = np.concatenate([one.corners_px for one in seen])
    return fit_camera(table, corners, size, mat.grid_mm, lens, MODEL_PX), mat.paper


def motion_by_mat(before: Picture, now: Picture, least_sure_mm: float = inf) -> Floats | None:
    """How a picture must be warped to show the mat where it was before; None where it is not in both, or too little."""
    try:
        (then, paper), (here, same) = fit_mat(before), fit_mat(now)
    except BadInput:
        return None
    if paper is not same or max(then.residual_mm, here.residual_mm) > least_sure_mm:
        return None
    grid = mat_for("", paper).grid_mm
    old, new = (np.array(fit_plane(grid, fit.to_px(grid))[0].mm_to_px) for fit in (then, here))
    motion: Floats = old @ np.linalg.inv(new)
    return np.asarray(motion / motion[2, 2], np.float64)
