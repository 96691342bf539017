"""Where a card may be laid: on empty squares, on its own colour, never on what the rulebook protects."""

from typing import TypeAlias

from companion.core.rulings import CARD_NEEDED, Fact, Reason, Ruling

from . import reasons
from .board import ARROWS, NOWHERE, START
from .cards import JUMP, MULTICOLOUR, POINTING, PUSH, UNREAD, WHITE, Kind, same_colour
from .draft import Draft
from .state import Laid

Facts: TypeAlias = tuple[tuple[str, Fact], ...]


def cannot_lie(draft: Draft, square: int, arrow: str) -> Reason | None:
    """What no table can decide otherwise: there is no such square, or no such arrow."""
    if not 0 <= square <= draft.table.board.finish:
        return reasons.NO_SUCH_SQUARE
    if arrow and arrow not in ARROWS:
        return reasons.NO_SUCH_ARROW
    return None


def protected(draft: Draft, square: int) -> Reason | None:
    """The squares where no card ever lies: start, finish and teleports."""
    if square in (START, draft.table.board.finish):
        return reasons.START_OR_FINISH
    return reasons.ON_TELEPORT if square in draft.teleports else None


def judge_laying(draft: Draft, square: int, kind: Kind, arrow: str, facts: Facts) -> Ruling:
    """May this card be laid here, out of a hand?"""
    house, board = draft.table.house, draft.table.board
    wrong = protected(draft, square) or _wrong_arrow(draft, square, kind, arrow)
    if wrong is not None:
        return Ruling(wrong, facts)
    if house.under_pawn == "refused" and square in draft.pawns:
        return Ruling(reasons.UNDER_PAWN, facts)
    if kind.type == PUSH and arrow and house.push_off_board == "refused" and board.beside(square, arrow) == NOWHERE:
        return Ruling(reasons.ARROW_OFF_BOARD, facts)
    cards = draft.squares[square]
    if not cards:
        return Ruling(CARD_NEEDED if kind is UNREAD else reasons.ON_EMPTY, facts)
    return _judge_covering(draft, kind, cards[-1], facts)


def _wrong_arrow(draft: Draft, square: int, kind: Kind, arrow: str) -> Reason | None:
    if kind.type == JUMP and arrow and not draft.table.board.along(square, arrow):
        return reasons.JUMP_ACROSS
    return None


def _judge_covering(draft: Draft, kind: Kind, under: Laid, facts: Facts) -> Ruling:
    facts = (*facts, ("under", under.card))
    if under.kind.colour == WHITE:
        return Ruling(reasons.ON_WHITE, facts)
    if kind is UNREAD:
        return Ruling(CARD_NEEDED, facts)
    if kind.colour == WHITE:
        return Ruling(reasons.WHITE_ANYWHERE, facts)
    if kind.colour == MULTICOLOUR and draft.table.house.multicolour == "any_colour":
        return Ruling(reasons.ON_SAME_COLOUR, facts)
    same = same_colour(kind, under.kind)
    if same is None:
        return Ruling(reasons.COLOUR_NEEDED, facts)
    if same:
        return Ruling(reasons.ON_SAME_COLOUR, facts)
    return Ruling(_judge_other_colour(draft, kind), facts)


def _judge_other_colour(draft: Draft, kind: Kind) -> Reason:
    """FAQ "Vandalism": the colour may be ignored when no square is left where it could go."""
    doubt = False
    for square in range(1, draft.table.board.finish):
        if square in draft.teleports or (draft.table.house.under_pawn == "refused" and square in draft.pawns):
            continue
        cards = draft.squares[square]
        same = same_colour(kind, cards[-1].kind) if cards else True
        if same:
            return reasons.ON_OTHER_COLOUR
        doubt = doubt or same is None
    return reasons.COLOUR_NEEDED if doubt else reasons.COLOUR_WAIVED


def laid(draft: Draft, square: int, card: str, kind: Kind, arrow: str) -> Laid:
    """The card as it lies there. A Jump's arrow is remembered along the track, whatever way it was described."""
    if kind.type == JUMP and arrow:
        arrow = draft.table.board.along(square, arrow) or arrow
    return Laid(card, kind, arrow if kind.type in POINTING else "")  # type: ignore[arg-type]


def remark(draft: Draft, kind: Kind, arrow: str, facts: Facts) -> None:
    """What else is to say about a card that was laid: an arrow nobody saw, a copy that should not exist."""
    if kind.type in POINTING and not arrow:
        draft.more.append(Ruling(reasons.ARROW_NEEDED, facts))
    if kind.count and draft.table.house.copies == "warn" and _copies(draft, kind) > kind.count:
        draft.more.append(Ruling(reasons.TOO_MANY_COPIES, (*facts, ("count", kind.count))))


def _copies(draft: Draft, kind: Kind) -> int:
    seen = sum(1 for cards in draft.squares for each in cards if each.kind.type == kind.type)
    for hand in draft.hands:
        kinds = [draft.kind(card) for card in hand.known]
        seen += sum(1 for each in kinds if each is not None and each.type == kind.type)
    return seen
