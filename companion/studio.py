"""Where decks are enrolled: cards found in pictures from a camera or a folder, and the decks that are kept here."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import BadInput
from companion.decks import shelf
from companion.decks.enrolling import Enrolling, enrolling
from companion.desk import Desk
from companion.gallery import Shown, kept_deck
from companion.paper import documents
from companion.ui.table_model import TableModel
from vision.image import Image
from vision.recognise.deck import load_deck
from vision.recognise.enrol import confusable_pairs
from vision.recognise.laid_out import laid_out
from vision.stills import load_still

CARDS = "cards"
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
#: So many pairs that look alike are told, the nearest first.
TOLD = 6


@dataclass(frozen=True, slots=True)
class Kept:
    """A deck that is on the shelf now, and its pairs of cards that look most alike."""

    path: Path
    faces: int
    pairs: tuple[tuple[str, str, float], ...]


class Studio:
    """`folder` is where pictures of cards are looked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self.folder = desk.folder, documents(desk.folder) / CARDS

    def hear(self, model: TableModel | None) -> None:
        pass

    def close(self) -> None:
        pass

    def names(self) -> tuple[str, ...]:
        return shelf.names(self._desk)

    def shown(self, name: str) -> Generator[Shown, None, None]:
        yield from kept_deck(self._desk, name)

    def begin(self, game: str) -> Enrolling:
        return enrolling(game)

    def go_on(self, name: str, hear: Callable[[Enrolling], None], sorry: Callable[[str], None]) -> None:
        """A deck of the shelf, to add what is missing or to photograph a card again."""
        try:
            deck = load_deck(shelf.place(self._desk, name))
            hear(enrolling(deck.game, deck=deck))
        except BadInput as wrong:
            sorry(str(wrong))

    def forget(self, name: str, sorry: Callable[[str], None]) -> None:
        """A deck of the shelf is taken away."""
        try:
            shelf.take_away(self._desk, name)
        except BadInput as wrong:
            sorry(str(wrong))

    def free_name(self, wish: str) -> str:
        return shelf.free_name(self._desk, wish)

    def find(self, image: Image) -> Generator[tuple[Image, ...], None, None]:
        """The cards of one picture, in reading order."""
        found = tuple(card.view for card in laid_out(image))
        if not found:
            raise BadInput("no card was found in the picture", do="lay them apart on a plain table, and look again")
        yield found

    def pictures(self) -> Generator[tuple[Image, ...], None, None]:
        """The cards of all pictures in the folder, in the order of their names."""
        try:
            files = sorted(path for path in self.folder.iterdir() if path.suffix.lower() in PICTURES)
        except OSError:
            files = []
        if not files:
            raise BadInput("there are no pictures of cards", str(self.folder), "put scans or photos there")
        yield tuple(card.view for path in files for card in laid_out(load_still(path)))

    def keep(self, name: str, session: Enrolling) -> Generator[Kept, None, None]:
        """Onto the shelf; a deck of the same name gets these cards."""
        deck = session.deck()
        path = shelf.put(self._desk, name, deck)
        pairs = confusable_pairs(deck, limit=1.0)[:TOLD] if len(deck.faces) > 1 else ()
        yield Kept(path, len(deck.faces), tuple((pair.first, pair.second, pair.distance) for pair in pairs))
