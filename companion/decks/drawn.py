"""Which drawing is which card of which game, how often each is printed, and what is on its back.

The ids are the games' own. Counts that no rulebook tells are ours here, and only here: they make a deck one can play
with, not a claim about anybody else's.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.game import Game
from companion.core.ids import CardId
from companion.core.words import card_name, texts_of
from companion.games import load_game
from companion.games.frankfurt.cards import DECK_SIZE as FRANKFURT_SIZE
from companion.games.frantic_board.cards import KINDS
from companion.games.frappadingue.cards import BRELAN, COMBINATIONS, SINGLES
from vision.art import board_deck, number_deck, plain_deck, road_deck, wish_deck
from vision.art.drawing import Drawing
from vision.art.raster import rasterise
from vision.image import Image
from vision.recognise.deck import SHORT_SIDE, Deck, Face


@dataclass(frozen=True, slots=True)
class PrintCard:
    """One face, so many of it, and which of the deck's backs it has."""

    card: CardId
    face: Drawing
    copies: int
    back: str = "back"


@dataclass(frozen=True, slots=True)
class DrawnDeck:
    game: str
    cards: tuple[PrintCard, ...]
    backs: dict[str, Drawing]

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.cards)


#: FFU1: three of each face make 126 of the box's 132 cards; the last six are these two values once more.
FRANKFURT_EXTRA = ("9", "12")
#: FBU1, FBU2: colour and count of every type; one colour a kind of trigger. Together 94.
BOARD: dict[str, tuple[str, int]] = {
    "push": ("red", 12),
    "jump": ("red", 8),
    "second_chance": ("red", 8),
    "swap": ("red", 6),
    "x": ("yellow", 6),
    "stop": ("blue", 10),
    "snail": ("blue", 8),
    "reverse": ("green", 6),
    "remote": ("green", 8),
    "block": ("multicolour", 6),
    "re_roll": ("multicolour", 6),
    "fuck_you": ("white", 4),
    "troublemaker": ("white", 6),
}


def board_sheet() -> str:
    """The cards sheet of our board deck, as `tapis board` reads it: what to tell the game when playing with it."""
    triggers = {kind.type: "+".join(trigger.value for trigger in kind.triggers) for kind in KINDS}
    lines = [
        {"type": kind, "colour": colour, "trigger": triggers[kind], "count": count}
        for kind, (colour, count) in BOARD.items()
    ]
    return json.dumps({"cards": lines}, indent=1) + "\n"


def drawn_deck(game_id: str, language: str = "en") -> DrawnDeck:
    """Our deck for a game, in the words of a language; a game without drawings gets plain ones."""
    game = load_game(game_id)
    return _DRAWN.get(game_id, _plain)(game, language)


def _frankfurt(game: Game[object], _language: str) -> DrawnDeck:
    faces = number_deck.faces(game.info.id)
    spare = FRANKFURT_SIZE - sum(copies for _, copies in game.info.deck)
    extra = [card for card, _ in game.info.deck if card.rsplit("/", 1)[1] in FRANKFURT_EXTRA][:spare]
    cards = (PrintCard(card, faces[card], copies + (card in extra)) for card, copies in game.info.deck)
    return DrawnDeck(game.info.id, tuple(cards), {"back": number_deck.back()})


def _frantic(game: Game[object], language: str) -> DrawnDeck:
    faces = wish_deck.faces("frantic", _last_parts(game, language))
    cards = (
        PrintCard(card, faces[card], copies, "back-event" if "/event/" in card else "back")
        for card, copies in game.info.deck
    )
    return DrawnDeck(game.info.id, tuple(cards), {"back": wish_deck.back(), "back-event": wish_deck.event_back()})


def _last_parts(game: Game[object], language: str) -> dict[str, str]:
    """Names by the part of the id that says what a card is; its colour is printed, not written."""
    texts = texts_of(game.words, language)
    names = {}
    for card, _ in game.info.deck:
        kind, name = card.split("/")[1:3]
        if kind in ("special", "event"):
            names[name] = texts.get(f"word.{name}") or card_name(card, game.words, language)
    return names


def _board(game: Game[object], language: str) -> DrawnDeck:
    colours = {kind: colour for kind, (colour, _) in BOARD.items()}
    words = {kind: card_name(f"board/{kind}", game.words, language) for kind in BOARD}
    faces = board_deck.faces("board", colours, words)
    counts = {CardId(f"board/{kind}"): count for kind, (_, count) in BOARD.items()}
    cards = (PrintCard(card, faces[card], counts.get(card, copies)) for card, copies in game.info.deck)
    return DrawnDeck(game.info.id, tuple(cards), {"back": board_deck.back()})


def _frappadingue(game: Game[object], language: str) -> DrawnDeck:
    words = {card.split("/")[1]: card_name(card, game.words, language) for card, _ in game.info.deck}
    faces = road_deck.faces("frappa", words, {value: _worth(value) for value in BRELAN})
    cards = (PrintCard(card, faces[card], copies) for card, copies in game.info.deck)
    return DrawnDeck(game.info.id, tuple(cards), {"back": road_deck.back()})


def _worth(value: int) -> str:
    """What one or several milestones of a value count, as it stands at their foot."""
    single = [f"1 = {SINGLES[value]}"] if value in SINGLES else []
    return " · ".join((*single, *(f"{n} = {BRELAN[value] * times}" for n, times in COMBINATIONS.items())))


def _plain(game: Game[object], language: str) -> DrawnDeck:
    names = {str(card): card_name(card, game.words, language) for card, _ in game.info.deck}
    faces = plain_deck.faces(names)
    cards = (PrintCard(card, faces[card], copies) for card, copies in game.info.deck)
    return DrawnDeck(game.info.id, tuple(cards), {"back": plain_deck.back()})


_DRAWN: dict[str, Callable[[Game[object], str], DrawnDeck]] = {
    "frankfurt": _frankfurt,
    "frantic": _frantic,
    "frantic_board": _board,
    "frappadingue": _frappadingue,
}


def enrolled(drawn: DrawnDeck) -> Deck:
    """The deck as recognition wants it: a picture a face, as if scanned."""
    faces = tuple(Face(card.card, (_scan(card.face),)) for card in drawn.cards)
    return Deck(drawn.game, faces, tuple(Face(name, (_scan(back),)) for name, back in drawn.backs.items()))


def _scan(drawing: Drawing) -> Image:
    return rasterise(drawing, SHORT_SIDE)
