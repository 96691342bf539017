"""Forms for everything people can write by hand: made from the fields that a game's events declare.

A new game has working forms without a line here; `pads.py` only says what makes a form quicker. It decides nothing:
what a form makes is a claim like any other, and the rules judge it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.core.events import Event, ManualScore
from companion.core.game import Game
from companion.core.ids import UNKNOWN, CardId, PileId, PlayerId

#: A form as it is filled in: field name -> value.
Values = Mapping[str, Any]


class Kind(Enum):
    """What a field asks for, and so how it is answered."""

    PLAYER = "player"
    PLAYERS = "players"
    CARD = "card"
    CARDS = "cards"
    PILE = "pile"
    NUMBER = "number"
    CHOICE = "choice"
    WORDS = "words"
    #: A number for every player, in seating order.
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Field:
    """One question. `choices` are offered where they are few; `optional` ones may be left as they are."""

    name: str
    kind: Kind
    optional: bool = False
    default: Any = None
    choices: tuple[Any, ...] = ()
    #: Only cards whose id begins so.
    cards: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """What can be written: its name in the catalogues, its questions, and the events that the answers make."""

    key: str
    fields: tuple[Field, ...]
    make: Callable[[Values], tuple[Event, ...]]
    #: The event that is made, where it is one: what is written can then be corrected in the same form.
    event: type[Event] | None = None

    def blank(self) -> dict[str, Any]:
        return {field.name: field.default for field in self.fields}

    def missing(self, values: Values) -> Field | None:
        """The first question without an answer."""
        for field in self.fields:
            if not field.optional and values.get(field.name) in (None, "", ()):
                return field
        return None

    def filled(self, event: Event) -> dict[str, Any]:
        """The form with what an event says."""
        return {field.name: getattr(event, field.name, field.default) for field in self.fields}


#: Type of a field -> what it asks for.
KINDS: Mapping[Any, Kind] = {
    PlayerId: Kind.PLAYER,
    CardId: Kind.CARD,
    PileId: Kind.PILE,
    int: Kind.NUMBER,
    str: Kind.WORDS,
    tuple[PlayerId, ...]: Kind.PLAYERS,
    tuple[CardId, ...]: Kind.CARDS,
    tuple[int, ...]: Kind.SEATS,
}


def form_of(event: type[Event], game: str = "") -> Form | None:
    """The form of an event; None where it holds what no form can ask for (a whole board, say)."""
    hints = get_type_hints(event)
    asked = []
    for field in fields(event):
        kind = _kind(hints[field.name])
        if kind is None and field.default is MISSING:
            return None
        if kind is not None:
            optional = field.default is not MISSING
            default = None if field.default is MISSING else field.default
            asked.append(Field(field.name, kind, optional, default))
    return Form(event.KIND, tuple(asked), _maker(event), event)


def _kind(hint: Any) -> Kind | None:
    if get_origin(hint) in (Union, UnionType):
        rest = [each for each in get_args(hint) if each is not type(None)]
        # A colour or a number: the pad lists what can be chosen.
        return Kind.CHOICE if len(rest) > 1 else KINDS.get(rest[0])
    return KINDS.get(hint)


def _maker(event: type[Event]) -> Callable[[Values], tuple[Event, ...]]:
    names = {field.name for field in fields(event)}

    def make(values: Values) -> tuple[Event, ...]:
        return (event(**{name: value for name, value in values.items() if name in names and value is not None}),)

    return make


def with_field(form: Form, name: str, **changes: Any) -> Form:
    """The form with one question asked differently."""
    return replace(form, fields=tuple(replace(f, **changes) if f.name == name else f for f in form.fields))


#: Asked when something that was written is put right.
CORRECTED_BY, CORRECTED_WHY = Field("corrected_by", Kind.PLAYER, True, ""), Field("corrected_why", Kind.WORDS, True, "")


def correction_of(form: Form) -> Form:
    """The form in which something is put right: it asks who does so and why as well."""
    return replace(form, fields=(*form.fields, CORRECTED_BY, CORRECTED_WHY))


def score_form() -> Form:
    """Points for one player: what every game accepts at any time."""
    form = form_of(ManualScore)
    assert form is not None
    return form


def round_form(players: Sequence[str], round_name: str) -> Form:
    """Everybody's points of a round at once. The shared reason makes it one step to take back."""

    def make(values: Values) -> tuple[Event, ...]:
        pairs = zip(players, values["points"], strict=True)
        return tuple(ManualScore(PlayerId(player), points, round_name) for player, points in pairs)

    return Form("round_by_hand", (Field("points", Kind.SEATS),), make)


def piles_of(state: Any) -> tuple[str, ...]:
    """The names of the piles on the table, where the game has such."""
    names = (getattr(pile, "name", "") for pile in _many(getattr(state, "piles", ())))
    return tuple(str(name) for name in names if name)


def _many(value: Any) -> Iterable[Any]:
    return value if isinstance(value, tuple) else ()


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that belong together in a picker: a colour, or a family of specials."""

    name: str
    cards: tuple[CardId, ...]


def card_groups(game: Game[Any], prefix: str = "") -> tuple[CardGroup, ...]:
    """The faces of a deck as people look for them: by colour, then by number."""
    found: dict[str, list[CardId]] = {}
    for card, _copies in game.info.deck:
        if card.startswith(prefix):
            found.setdefault(_group(card), []).append(card)
    return tuple(CardGroup(name, _in_order(cards)) for name, cards in found.items())


def _in_order(cards: list[CardId]) -> tuple[CardId, ...]:
    """Numbers by their size, everything else as the deck has it."""
    numbers = [card.rsplit("/", 1)[-1] for card in cards]
    if all(number.isdigit() for number in numbers):
        return tuple(sorted(cards, key=lambda card: int(card.rsplit("/", 1)[-1])))
    return tuple(cards)


def _group(card: str) -> str:
    parts = card.split("/")
    return parts[1] if len(parts) > 2 else ""


def next_seat(values: Sequence[int | None]) -> int | None:
    """The first seat without a number."""
    return next((seat for seat, value in enumerate(values) if value is None), None)


def typed(number: int | None, key: str) -> int | None:
    """What a number is after a key of the keypad: a digit, `-` (the other sign), or `<` (the last digit goes)."""
    if key == "-":
        return -number if number else number
    sign = -1 if number is not None and number < 0 else 1
    digits = "" if number is None else str(abs(number))
    digits = digits[:-1] if key == "<" else (digits.lstrip("0") + key)[:6]
    return sign * int(digits) if digits else None


__all__ = [
    "CORRECTED_BY",
    "CORRECTED_WHY",
    "UNKNOWN",
    "CardGroup",
    "Field",
    "Form",
    "Kind",
    "card_groups",
    "correction_of",
    "form_of",
    "next_seat",
    "piles_of",
    "round_form",
    "score_form",
    "typed",
    "with_field",
]
