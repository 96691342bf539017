"""The mat of a game: what the game wants, laid out on a sheet. Printing and calibrating use the same one."""

from calibration.mat import Mat, Paper, Want, mat_for
from companion.core.game import GameInfo, MatPlace


def game_mat(info: GameInfo, paper: Paper) -> Mat:
    """A game that says nothing about its mat gets a place for each of its shared zones."""
    places = info.mat or tuple(MatPlace(zone) for zone in info.zones if zone not in info.at_seat)
    return mat_for(info.id, paper, [Want(place.name, place.wide, place.high, place.copies) for place in places])
