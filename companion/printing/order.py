"""What can be printed for a game, and the pages it comes as. It reads and writes no files."""

import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass, replace

from calibration.errors import BadInput
from calibration.mat import Paper
from companion.codes.code import DeckCode, PlayerCode, TableCode, code_text
from companion.core.game import Game
from companion.decks import OWN_DECK
from companion.decks.drawn import drawn_deck
from companion.games import load_game
from companion.games.frantic_board.board import PLACEHOLDER, PLACEHOLDER_ROWS
from companion.printing.board_page import board_drawing, board_pages
from companion.printing.grid import Flip, Thing, pages
from companion.printing.labels import badge, box_label, table_label
from companion.printing.lens_page import lens_page
from companion.printing.mat_page import mat_page
from companion.printing.score_sheet import score_sheet
from companion.printing.sheet import Texts, printing_words, texts_for
from companion.referee.mats import game_mat
from vision.art.drawing import Drawing

BOARD_GAME = "frantic_board"
#: The one thing that is printed for a camera and not for a game.
LENS = "lens"


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants printed. `table` is the id of the table that a mat or a label is for.

    With the household's `key` badges are sealed: they sign in without a question.
    """

    kind: str
    game: str
    paper: Paper = Paper.A4
    language: str = "en"
    flip: Flip = Flip.LONG
    players: tuple[str, ...] = ()
    table: str = ""
    key: bytes | None = None

    def with_table(self) -> "Order":
        """The same, with a new table where one is needed: everybody's mat is another table."""
        needed = self.kind in ("mat", "codes") and not self.table
        return replace(self, table=new_table()) if needed else self


def new_table() -> str:
    """An id for a table that no other has."""
    return "".join(secrets.choice(string.ascii_uppercase + string.digits) for _ in range(8))


def printed(order: Order) -> tuple[str, list[Drawing]]:
    """The title and the pages."""
    if order.kind == LENS:
        texts = printing_words()[order.language]
        return texts[LENS], [lens_page(order.paper, texts[LENS], texts)]
    game = load_game(order.game)
    texts = texts_for(game.words, order.language)
    title = f"{_name(game, order)} · {texts[order.kind]}"
    return title, KINDS[order.kind](order, game, title, texts)


def _name(game: Game[object], order: Order) -> str:
    return game.words.get(order.language, game.words["en"])["name"]


def _mat(order: Order, game: Game[object], title: str, texts: Texts) -> list[Drawing]:
    code = TableCode(order.table, f"{order.game}_{order.paper.name.lower()}")
    return [mat_page(game_mat(game.info, order.paper), code, title, texts)]


def _deck(order: Order, game: Game[object], title: str, texts: Texts) -> list[Drawing]:
    deck = drawn_deck(order.game, order.language)
    things = [Thing(card.face, deck.backs[card.back]) for card in deck.cards for _ in range(card.copies)]
    return pages(things, order.paper, order.flip, title, texts)


def _seats(order: Order, game: Game[object], title: str, texts: Texts) -> list[Drawing]:
    names = order.players or ("",) * game.info.players[1]
    badges = [
        Thing(badge(place, name, code_text(PlayerCode(name), order.key) if name else "", _name(game, order), texts))
        for place, name in enumerate(names)
    ]
    return pages(badges, order.paper, Flip.NONE, title, texts)


def _codes(order: Order, game: Game[object], title: str, texts: Texts) -> list[Drawing]:
    deck = drawn_deck(order.game, order.language)
    labels = [
        Thing(box_label(deck, code_text(DeckCode(order.game, OWN_DECK)), _name(game, order), texts)),
        Thing(table_label(code_text(TableCode(order.table)), order.table, texts)),
    ]
    return pages(labels, order.paper, Flip.NONE, title, texts)


def _score_sheet(order: Order, game: Game[object], _title: str, texts: Texts) -> list[Drawing]:
    return [score_sheet(game.info, order.paper, _name(game, order), texts)]


def _board(order: Order, game: Game[object], title: str, texts: Texts) -> list[Drawing]:
    if order.game != BOARD_GAME:
        raise BadInput("this game has no board", order.game, f"only {BOARD_GAME} has one")
    return board_pages(board_drawing(PLACEHOLDER_ROWS, PLACEHOLDER.teleports, texts), order.paper, title, texts)


KINDS: dict[str, Callable[[Order, Game[object], str, Texts], list[Drawing]]] = {
    "mat": _mat,
    "deck": _deck,
    "seats": _seats,
    "codes": _codes,
    "scoresheet": _score_sheet,
    "board": _board,
}
