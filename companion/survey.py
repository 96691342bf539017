"""Where a game's printed mat lies in a picture, as a whole calibration: plane, lens, places, colours, the mat's code.

It knows the game's mat and the codes, and leaves every measurement to `calibration`.
"""

from itertools import chain

import numpy as np

from calibration.calibration import Calibration, calibration_of
from calibration.colour import colour_from_patches
from calibration.errors import BadInput
from calibration.find import fit_mat
from calibration.fit import Fit
from calibration.lens import Lens
from calibration.mat import Mat
from calibration.panels import squares_seen, uncovered
from calibration.table_file import Seat
from calibration.zones import proposed
from companion.codes.code import TableCode, code_text, read_code
from companion.codes.panels import table_of
from companion.games import game_ids, load_game
from companion.referee.mats import game_mat
from vision.codes.panels import readings
from vision.codes.read import read_patches
from vision.image import Image


def table_by_mat(
    picture: Image, game: str, card_mm: tuple[float, float], seats: tuple[Seat, ...], lens: Lens | None = None
) -> Calibration:
    """The table on which the game's mat lies; half of its marks may be hidden. A measured lens is kept as it is."""
    info = load_game(game).info
    fit, paper = fit_mat(picture, lens)
    mat = game_mat(info, paper)
    zones = proposed(mat, info.at_seat, seats, fit.plane, fit.lens.size)
    first = info.mat[0].name if info.mat else info.zones[0]
    watched = tuple(zone.name for zone in zones if zone.seat is None and zone.name.split("-")[0] == first)
    try:
        colour = colour_from_patches(picture, mat, fit.to_px)
    except BadInput:
        colour = None  # hidden patches are no reason to begin again: colours are then as the camera gives them
    code = code_on(picture, mat, fit)
    return calibration_of(fit, zones, watched, card_mm, seats, mat.grid_mm, code, paper.name, colour)


def code_on(picture: Image, mat: Mat, fit: Fit) -> str:
    """The text of the table's code: by the mat's panels, else by the code itself, which is all that older mats have."""
    mats = (f"{game}_{mat.paper.name.lower()}" for game in game_ids())
    squares = squares_seen(picture, mat, fit.to_px)
    table = table_of(chain(readings(uncovered(squares)), readings(squares)), mats)
    if table is not None:
        return code_text(table)
    outline = np.asarray(fit.to_px(mat.code.corners_mm), np.float32)
    for seen in read_patches(picture, [outline]):
        try:
            if isinstance(read_code(seen.text).code, TableCode):
                return seen.text
        except BadInput:
            continue
    return ""
