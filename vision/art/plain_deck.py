"""A deck for any game: every card has its name, a pattern and a colour. Games with drawings of their own do without."""

from collections.abc import Mapping

from vision.art.card import PAPER, SUITS, banner, both_ways, card, star
from vision.art.drawing import Disc, Drawing, Polygon, rectangle
from vision.art.letters import lettering
from vision.art.motifs import BY_VALUE, CENTRE, HIGH, WIDE

#: Patterns change fastest, so that cards beside each other in the list look least alike.
MOTIFS = tuple(BY_VALUE.values())


def faces(names: Mapping[str, str]) -> dict[str, Drawing]:
    """Every card under its id; `names` are what people call them."""
    return {card_id: face(place, name) for place, (card_id, name) in enumerate(names.items())}


def face(place: int, name: str) -> Drawing:
    suit = tuple(SUITS.values())[(place + place // len(MOTIFS)) % len(SUITS)]
    words = name.split()
    lines = (
        shape
        for k, word in enumerate(words[:3])
        for shape in lettering(
            word,
            (CENTRE[0], 37.4 + 9.0 * (k - (len(words[:3]) - 1) / 2)),
            7.0,
            suit.ink,
            weight=1.5,
            room=30.0,
        )
    )
    number = lettering(str(place + 1), (8.9, 7.0), 5.0, suit.ink, weight=1.2, room=9.0)
    return card(
        (rectangle(0, 0, WIDE, HIGH, suit.ground),),
        MOTIFS[place % len(MOTIFS)](suit.tones),
        (Disc((CENTRE[0], 37.4), 20.6, suit.ink), Disc((CENTRE[0], 37.4), 19.0, PAPER)),
        lines,
        banner(name, 60.4, suit.ink),
        both_ways((rectangle(0, 0, 15.2, 12.4, PAPER), *number)),
    )


def back() -> Drawing:
    """One star; the same both ways up."""
    suit = SUITS["blue"]
    middle = (Disc(CENTRE, 12.6, suit.ink), Polygon(star(CENTRE, 10.0, 4.6, 8), PAPER))
    return card((rectangle(0, 0, WIDE, HIGH, suit.ground),), MOTIFS[4](suit.tones), middle)
