"""A session without a camera: a few cards appear on a grey table, and the real rules judge them."""

import numpy as np

from calibration.plane import plane_of
from calibration.table_file import Pile, Seat, Table
from companion.core.events import Entry, NewMatch
from companion.core.fold import Match
from companion.core.ids import CardId, PileId, PlayerId
from companion.games import load_game
from companion.games.frankfurt.events import Discard, Open
from companion.referee.session import Update
from vision.recognise.reading import Reading

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
LEFT, RIGHT = PileId("left"), PileId("right")
PLACES = {
    LEFT: ((220, 150), (340, 150), (340, 330), (220, 330)),
    RIGHT: ((500, 150), (620, 150), (620, 330), (500, 330)),
}

#: What happens, one entry a frame: two openings, a card that fits, one that does not, and one whose card is unread.
SCRIPT = (
    Open(ANN, CardId("frankfurt/red/8"), LEFT),
    Open(BEN, CardId("frankfurt/blue/7"), RIGHT),
    Discard(ANN, CardId("frankfurt/blue/9"), LEFT),
    Discard(BEN, CardId("frankfurt/red/3"), LEFT),
    Discard(BEN, CardId("?"), RIGHT),
)


class FakeSession:
    """Has of a TableSession what the app needs of it."""

    def __init__(self, script=SCRIPT, gap=""):
        self.game = load_game("frankfurt")
        self.closed = False
        self._match = Match(self.game)
        self._match.add(Entry(1, NewMatch("frankfurt", (ANN, BEN), (("wrong_cards", "live"),))))
        self._script = list(script)
        self._gap = gap
        self._tops = {}
        self._index = 0

    def step(self):
        if not self._script:
            return None
        event = self._script.pop(0)
        self._index += 1
        t_ns = self._index * 40_000_000
        entry = Entry(
            len(self._match.judged) + 1, event, t_ns, t_ns, "camera.certain", 0.99, f"recording#{self._index}"
        )
        judged = self._match.add(entry)
        self._tops[event.pile] = event.card
        readings = tuple(
            Reading(None if card == "?" else str(card), "up", 0.99, PLACES[pile]) for pile, card in self._tops.items()
        )
        note = self._gap if not self._script else ""
        return Update(self._index, t_ns, picture(self._tops), readings, (judged,), (), self._match.scores, note)

    @property
    def places(self):
        piles = tuple(Pile(str(name), place) for name, place in PLACES.items())
        return Table((854, 480), plane_of(((4, 0, 0), (0, 4, 0), (0, 0, 1))), (58, 87), (Seat.SOUTH, Seat.NORTH), piles)

    @property
    def judged(self):
        return tuple(self._match.judged)

    def say(self, event):
        return self._match.add(Entry(len(self._match.judged) + 1, event))

    def close(self):
        self.closed = True


def picture(tops):
    image = np.full((480, 854, 3), 60, np.uint8)
    for pile in tops:
        (left, top), _, (right, bottom), _ = PLACES[pile]
        image[top:bottom, left:right] = (230, 240, 245)
    return image
