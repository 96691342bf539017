"""A table for a video that came without one: where the game's mat lies, else where cards lie when the picture begins.

It decides where the piles are; a TABLE file that was calibrated is always better.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput

if TYPE_CHECKING:
    from calibration.table_file import Table
    from vision.image import Image

CARD_MM = "58x87"
SEATS = "S,N"
#: An outline that is surely a card's, whether its face can be named or not.
SURE = 0.9
#: A pile is so much larger than the card that begins it: cards are never laid exactly.
ROOM = 1.35
ADVICE = "give the TABLE file with --table, or begin the video with the mat or the opening cards in view"


def seen_table(video: Path, game: str, deck: Path, seats: str) -> "Table":
    """The table in the first picture of a video."""
    from vision.frame import Frame
    from vision.sources.open import open_source

    source = open_source(video)
    first = source.read()
    source.close()
    if not isinstance(first, Frame):
        raise BadInput("it does not begin with a picture", str(video), ADVICE)
    table, what = _by_mat(first.image, game, seats), "mat"
    if table is None:
        table, what = _by_cards(first.image, deck, seats), "cards"
    if table is None or not table.piles:
        raise BadInput("nobody knows where its piles are", str(video), ADVICE)
    names = ", ".join(pile.name for pile in table.piles)
    print(f"No TABLE was given; by the {what} in the first picture the piles are: {names}.", file=sys.stderr)
    return table


def _by_mat(picture: "Image", game: str, seats: str) -> "Table | None":
    from companion.commands.calibrate import calibrated

    how = argparse.Namespace(mat=game, cards=None, corners=None, seats=seats, card_mm=CARD_MM)
    try:
        return calibrated(picture, how).table
    except BadInput:
        return None


def _by_cards(picture: "Image", deck: Path, seats: str) -> "Table | None":
    """All cards that lie there tell the plane, those with a face that is known are the piles, from left to right."""
    from calibration.calibration import calibration_of
    from calibration.cards import fit_cards
    from calibration.table_file import Seat
    from calibration.zones import Zone
    from vision.reader import Reader
    from vision.recognise.deck import load_deck

    sure = [reading for reading in Reader(load_deck(deck)).read(picture) if reading.confidence >= SURE]
    short, _, long = CARD_MM.partition("x")
    card_mm = (float(short), float(long))
    try:
        fit = fit_cards([reading.quad for reading in sure], card_mm, (picture.shape[1], picture.shape[0]))
    except BadInput:
        return None
    zones: list[Zone] = []
    for reading in sorted((each for each in sure if each.card is not None), key=lambda each: min(each.quad)):
        corners = fit.to_mm(reading.quad)
        wider = corners.mean(axis=0) + ROOM * (corners - corners.mean(axis=0))
        zones.append(Zone(f"pile-{len(zones) + 1}", tuple((float(x), float(y)) for x, y in wider)))
    if not zones:
        return None
    area = [point for zone in zones for point in zone.outline]
    sides = tuple(Seat(side.strip().upper()) for side in seats.split(","))
    return calibration_of(fit, tuple(zones), tuple(zone.name for zone in zones), card_mm, sides, area).table
