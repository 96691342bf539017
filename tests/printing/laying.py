"""Our decks laid out for enrolment on composed photographs: are all cards found, in their order, and cut out well?

    python -m tests.printing.laying

prints a row a deck: how many cards were laid out, how many of them were found at their place in the order, cards that
were found where none lies, and how far off the corners are, in hundredths of the card's width.
"""

import json
from dataclasses import dataclass, field

import numpy as np

from companion.decks.drawn import drawn_deck
from companion.games import game_ids
from tests.printing.reading import table_with
from vision.reader import shared_area
from vision.recognise.laid_out import laid_out

DOZEN = 12


@dataclass
class Laying:
    game: str
    laid: int = 0
    found: int = 0
    strange: int = 0
    off: list[float] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        p50, p95 = np.percentile(self.off, (50, 95)) if self.off else (None, None)
        told = {"game": self.game, "laid": self.laid, "found_in_order": self.found, "strange": self.strange}
        return told | {"off_p50": round(float(p50), 2), "off_p95": round(float(p95), 2)}


def lay(game_id: str, seed: int = 5, most: int = 100) -> Laying:
    """The deck's faces, a dozen a photograph."""
    cards = list({card.card: card for card in drawn_deck(game_id).cards}.values())[:most]
    told, rng = Laying(game_id), np.random.default_rng(seed)
    for start in range(0, len(cards), DOZEN):
        image, outlines = table_with(cards[start : start + DOZEN], rng, tidy=True)
        found = [card.quad for card in laid_out(image)]
        places = [
            next((n for n, quad in enumerate(found) if shared_area(quad, outline) > 0.7), None) for outline in outlines
        ]
        told.laid += len(outlines)
        told.strange += len(found) - sum(place is not None for place in places)
        for place, outline in zip(places, outlines, strict=True):
            if place is not None:
                width = np.linalg.norm(outline[1] - outline[0])
                told.off.append(100 * float(np.abs(found[place] - outline).max() / width))
        # One card missed moves the names of all after it: only those before it count.
        told.found += next((n for n, place in enumerate(places) if place != n), len(places))
    return told


if __name__ == "__main__":
    for each in game_ids():
        print(json.dumps(lay(each).row()), flush=True)
