"""What the app may do about a code: one of a closed list, and only with what this device knows already.

A sealed badge signs in; one without the household's seal only asks. A deck is opened by its name among the decks here,
never by anything that a code could make up.
"""

from dataclasses import dataclass
from typing import TypeAlias

from calibration.errors import BadInput
from companion.codes.code import DeckCode, PieceCode, PlayerCode, Read, TableCode


@dataclass(frozen=True, slots=True)
class Known:
    """What this device knows: ids of calibrated tables, decks as (game, deck), and the household's players."""

    tables: frozenset[str] = frozenset()
    decks: frozenset[tuple[str, str]] = frozenset()
    players: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LoadTable:
    """This table's calibration is kept here."""

    table: str


@dataclass(frozen=True, slots=True)
class CalibrateTable:
    """A table that was never seen here; `mat` is the printed mat on it, if it names one."""

    table: str
    mat: str


@dataclass(frozen=True, slots=True)
class OpenDeck:
    game: str
    deck: str


@dataclass(frozen=True, slots=True)
class SignIn:
    player: str


@dataclass(frozen=True, slots=True)
class AskWho:
    """Somebody says to be this player; people decide. `known` tells whether there is one of this name."""

    player: str
    known: bool


@dataclass(frozen=True, slots=True)
class Collect:
    """A piece of a match for the collector; the whole is checked like any log before it is kept."""

    piece: PieceCode


Action: TypeAlias = LoadTable | CalibrateTable | OpenDeck | SignIn | AskWho | Collect


def action_for(read: Read, known: Known) -> Action:
    match read.code:
        case TableCode(table, mat):
            return LoadTable(table) if table in known.tables else CalibrateTable(table, mat)
        case DeckCode(game, deck):
            if (game, deck) not in known.decks:
                raise BadInput("this deck is not on this device", "code", "enrol it here, or copy it from where it is")
            return OpenDeck(game, deck)
        case PlayerCode(name):
            here = name in known.players
            return SignIn(name) if here and read.sealed else AskWho(name, here)
        case PieceCode() as piece:
            return Collect(piece)
