"""What makes writing by hand quick in each game: which forms come first, and what can be chosen in them.

Plain data. A game that is not listed here has all its forms in the order of its events.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.game import Game
from companion.core.ids import CardId
from companion.referee.claims import Question
from companion.ui.entry import Form, Kind, form_of, round_form, score_form, with_field

COLOURS = ("red", "blue", "green", "yellow")
ARROWS = ("forward", "back", "left", "right", "up", "down")


@dataclass(frozen=True, slots=True)
class Pad:
    """`first` are the events shown at once, the others come after "more"; `choices` and `cards` narrow fields."""

    first: tuple[str, ...]
    choices: Mapping[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    cards: Mapping[tuple[str, str], str] = field(default_factory=dict)
    #: Where the cards that a field asks for lie already: the name of a part of the game's state.
    at_hand: Mapping[tuple[str, str], str] = field(default_factory=dict)
    #: The forms for what a camera saw in part: cards that were laid, and slaps.
    seen: Mapping[str, str] = field(default_factory=dict)
    #: The event that counts a round up, where the game has one that takes a number a seat.
    round: str = ""


PADS: Mapping[str, Pad] = {
    "frankfurt": Pad(
        ("open", "discard", "challenge", "take_back", "slap", "end_round", "blocked", "count"),
        {
            ("discard", "column"): (1, 2, 3, 4),
            ("reveal", "column"): (1, 2, 3, 4),
            ("read_top", "column"): (1, 2, 3, 4),
            ("shift", "from_column"): (1, 2, 3, 4),
            ("shift", "to_column"): (1, 2, 3, 4),
            ("slap", "layer"): (0, 1, 2, 3),
            ("slap", "certainty"): ("certain", "likely", "too_close"),
            ("foul", "what"): ("two_hands", "not_playing"),
        },
        seen={"place": "discard", "slap": "slap"},
        round="end_round",
    ),
    "frantic": Pad(
        ("play", "draw", "pass", "wish", "target", "event_card", "show_hand", "deal"),
        {
            ("play", "wish"): ("", *COLOURS, *range(1, 10)),
            ("start_card", "wish"): ("", *COLOURS, *range(1, 10)),
            ("wish", "wish"): (*COLOURS, *range(1, 10)),
            ("position", "wish"): ("", *COLOURS, *range(1, 10)),
        },
        {("event_card", "card"): "frantic/event/"},
    ),
    "frappadingue": Pad(
        ("throw", "keep", "validate", "nothing", "turn"),
        {("keep", "declared"): ("best", "singles", "brelan", "carre", "quinte")},
        at_hand={("keep", "cards"): "throw"},
    ),
    "frantic_board": Pad(
        ("play", "roll", "end_turn", "throw_in", "event_roll", "choose", "show_hand", "deal", "first_roll", "done"),
        {
            ("roll", "value"): (1, 2, 3, 4, 5, 6),
            ("set_die", "value"): (1, 2, 3, 4, 5, 6),
            ("play", "arrow"): ("", *ARROWS),
            ("put_card", "arrow"): ("", *ARROWS),
            ("move_teleport", "number"): (1, 2, 3, 4, 5, 6),
        },
    ),
}

NO_PAD = Pad(())


def pad_of(game: Game[Any]) -> Pad:
    return PADS.get(game.info.id, NO_PAD)


def forms_of(game: Game[Any]) -> tuple[Form, ...]:
    """Every form of a game: those of its pad first, then the others in the order of the game's events."""
    pad = pad_of(game)
    made = {}
    for event in game.events:
        form = form_of(event)
        if form is not None:
            made[form.key] = _narrowed(form, pad)
    order = [*pad.first, *(key for key in made if key not in pad.first)]
    return (*(made[key] for key in order if key in made), score_form())


def _narrowed(form: Form, pad: Pad) -> Form:
    for each in form.fields:
        choices = pad.choices.get((form.key, each.name))
        if choices is not None:
            form = with_field(form, each.name, kind=Kind.CHOICE, choices=choices)
        elif (form.key, each.name) in pad.cards:
            form = with_field(form, each.name, cards=pad.cards[form.key, each.name])
    return form


def at_hand(game: Game[Any], form: str, name: str, state: Any) -> tuple[CardId, ...]:
    """The cards on the table that a question is about, where the game knows them."""
    place = pad_of(game).at_hand.get((form, name))
    cards = getattr(state, place, ()) if place else ()
    return tuple(cards) if isinstance(cards, tuple) else ()


def round_form_of(game: Game[Any], players: tuple[str, ...], round_name: str) -> Form:
    """How a whole round is written at once: by the game's own event, or as points for everybody."""
    event = next((event for event in game.events if pad_of(game).round == event.KIND), None)
    form = form_of(event) if event is not None else None
    if form is None:
        return round_form(players, round_name)
    return Form(form.key, tuple(f for f in form.fields if f.kind in (Kind.SEATS, Kind.PLAYER)), form.make, form.event)


def answer_of(question: Question, game: Game[Any]) -> tuple[Form, dict[str, Any]] | None:
    """The form that answers a question, with what was seen; None where the game has no form for it."""
    seen = question.observation
    if question.form:
        named = next((form for form in forms_of(game) if form.key == question.form), None)
        fields = {each.name for each in named.fields} if named else set()
        return (named, {name: value for name, value in question.known if name in fields}) if named else None
    sort = "slap" if hasattr(seen, "layer") else "place"
    form = next((form for form in forms_of(game) if form.key == pad_of(game).seen.get(sort)), None)
    if form is None:
        return None
    known = {"pile": seen.pile, "card": getattr(seen, "card", None)}
    names = {each.name for each in form.fields}
    return form, {name: value for name, value in known.items() if name in names and value}
