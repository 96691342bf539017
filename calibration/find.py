"""The table from one picture of a printed mat: the one call that screens, commands and the drift alarm need."""

import numpy as np

from calibration.errors import BadInput
from calibration.fit import Fit, fit_camera
from calibration.lens import Lens, usual_lens
from calibration.markers import find_mat
from calibration.mat import Paper
from calibration.picture import Picture

#: One marker alone says too little about the rest of the sheet.
FEWEST_MARKERS = 2


def fit_mat(picture: Picture, lens: Lens | None = None) -> tuple[Fit, Paper]:
    """Plane, lens and the size of the sheet."""
    size = (picture.shape[1], picture.shape[0])
    mat, seen = find_mat(picture, lens or usual_lens(size))
    if len(seen) < FEWEST_MARKERS:
        raise BadInput("the mat is too blurred or hidden", do="uncover its marks, hold still, add light or go nearer")
    table = np.concatenate([np.array(one.marker.spot.corners_mm) for one in seen])
    corners = np.concatenate([one.corners_px for one in seen])
    return fit_camera(table, corners, size, mat.grid_mm, lens), mat.paper
