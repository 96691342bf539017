"""Enrolling a deck, a dozen cards at a time: which names come next, what was laid out, what people put right.

Every step makes a new value, so each can be taken back by keeping the one before. Pictures come from outside; that a
name is a card of the game is the only thing it knows of games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.errors import BadInput
from companion.games import load_game
from vision.image import Image
from vision.recognise.deck import Deck, Face
from vision.recognise.enrol import is_back

BACK = "back"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A card that was laid out, and what it is taken for; no name where none is left. `said` if somebody said so."""

    view: Image
    name: str = ""
    said: bool = False


@dataclass(frozen=True, slots=True)
class Enrolling:
    """`order` is how the cards are laid out; `again` are those that should be photographed once more, first of all."""

    game: str
    order: tuple[str, ...]
    faces: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    again: tuple[str, ...] = ()
    laid: tuple[Proposed, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """What is still to be laid out, in this order."""
        others = (name for name in self.order if name not in self.faces and name not in self.again)
        return (*self.again, *others)

    def lay(self, views: Iterable[Image]) -> "Enrolling":
        """New cards lie there; names are proposed in order."""
        return replace(self, laid=tuple(map(Proposed, views)))._named()

    def call(self, place: int, name: str) -> "Enrolling":
        """This card is `name`. Those after it that nobody has named go on from there."""
        laid = list(self.laid)
        laid[place] = replace(laid[place], name=name, said=True)
        return replace(self, laid=tuple(laid))._named()

    def leave_out(self, place: int) -> "Enrolling":
        """This is no card, or a bad picture of one."""
        return replace(self, laid=self.laid[:place] + self.laid[place + 1 :])._named()

    def take(self) -> "Enrolling":
        """What lies there is enrolled under its names. A card that was there before gets its new picture."""
        fresh = {each.name: (each.view,) for each in self.laid if each.name}
        again = tuple(name for name in self.again if name not in fresh)
        return replace(self, faces={**self.faces, **fresh}, again=again, laid=())

    def photograph_again(self, name: str) -> "Enrolling":
        """The old picture stays until there is a new one."""
        return self if name in self.again else replace(self, again=(*self.again, name))

    def deck(self) -> Deck:
        """What is enrolled so far, in the deck's order."""
        if not any(not is_back(name) for name in self.faces):
            raise BadInput("no card is enrolled yet", self.game, "lay out cards first")
        names = sorted(self.faces, key=lambda name: self.order.index(name) if name in self.order else len(self.order))
        faces = [Face(name, self.faces[name]) for name in names]
        fronts, backs = (tuple(face for face in faces if is_back(face.name) == back) for back in (False, True))
        return Deck(self.game, fronts, backs)

    def _named(self) -> "Enrolling":
        """Proposes names: after one that was said come those that follow it in the order."""
        taken = {each.name for each in self.laid if each.said}
        coming = [name for name in self.missing if name not in taken]
        laid = []
        for each in self.laid:
            if each.said:
                coming = self._from(each.name, taken)
            else:
                each = replace(each, name=coming.pop(0) if coming else "")
                taken.add(each.name)
            laid.append(each)
        return replace(self, laid=tuple(laid))

    def _from(self, name: str, taken: set[str]) -> list[str]:
        """Missing names from `name` on, then those before it."""
        start = self.order.index(name) + 1 if name in self.order else 0
        wanted = set(self.missing) - taken
        return [each for each in self.order[start:] + self.order[:start] if each in wanted]


def enrolling(game: str, order: Sequence[str] = (), deck: Deck | None = None) -> Enrolling:
    """Begin, in the game's own order or another; with a deck that is there, go on with it."""
    faces = {face.name: face.views for face in (*deck.faces, *deck.backs)} if deck else {}
    return Enrolling(game, tuple(order) or deck_order(game), faces)


def deck_order(game: str) -> tuple[str, ...]:
    """Every face once, as the game lists them, and the back."""
    return (*(str(card) for card, _ in load_game(game).info.deck), BACK)
