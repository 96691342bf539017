"""What things are called on the screens: events, their fields, choices and cards, in one language.

A game's own catalogue comes first, then the screens'; a word that neither has is shown as it is written, so that a new
game is usable before anybody has translated its forms.
"""

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game, Option
from companion.core.words import about_key, card_name, option_key, texts_of
from companion.ui.entry import UNKNOWN, Field, Form
from companion.ui.present import screen_words, text
from companion.ui.theme import Colour, colour

#: A card's colour in a picker, by the parts of its id. They are light, so that dark words are readable on all of them.
TINTS: Mapping[str, Colour] = {
    "red": colour("#ff9c8f"),
    "blue": colour("#8fc4ff"),
    "green": colour("#8edb95"),
    "yellow": colour("#f7dc6f"),
    "black": colour("#b9b3c4"),
    "special": colour("#e3c6f5"),
    "event": colour("#c9d6c0"),
    "km": colour("#cfe3f2"),
    "mod": colour("#f5d9b0"),
}
PLAIN_CARD = colour("#e9e4da")


def event_label(form: Form, game: Game[Any], language: str) -> str:
    return _label(f"event.{game.info.id}.{form.key}", f"event.{form.key}", form.key, language)


def field_label(field: Field, form: Form, language: str) -> str:
    return _label(f"field.{form.key}.{field.name}", f"field.{field.name}", field.name, language)


def _label(own: str, shared: str, plain: str, language: str) -> str:
    words = screen_words()[language]
    return words.get(own) or words.get(shared) or plain.replace("_", " ").capitalize()


def choice_label(value: Any, game: Game[Any], language: str) -> str:
    """A choice of a field: a word of the game, a word of the screens, or the number itself."""
    if value == "":
        return text("choice.none", language)
    own = texts_of(game.words, language).get(f"word.{value}")
    return own or screen_words()[language].get(f"choice.{value}") or str(value).replace("_", " ")


def short_card(card: str, game: Game[Any], language: str) -> str:
    """A card's name within its group: the number alone, where its colour says the rest."""
    if card == UNKNOWN:
        return text("card.unseen", language)
    last = card.rsplit("/", 1)[-1]
    if last.isdigit():
        return last
    name = card_name(card, game.words, language)
    return name[:1].upper() + name[1:]


def group_label(name: str, game: Game[Any], language: str) -> str:
    own = texts_of(game.words, language).get(f"word.{name}")
    return own or screen_words()[language].get(f"group.{name}", "")


def tint_of(card: str) -> Colour:
    return next((TINTS[part] for part in card.split("/")[:0:-1] if part in TINTS), PLAIN_CARD)


def game_name(game: Game[Any], language: str) -> str:
    return texts_of(game.words, language).get("name", game.info.id)


def option_label(option: Option, game: Game[Any], language: str) -> str:
    return texts_of(game.words, language).get(option_key(option.name), option.name)


def option_about(name: str, game: Game[Any], language: str) -> str:
    """What the rulebook has on a house rule, in short; nothing where nobody has written it."""
    return texts_of(game.words, language).get(about_key(name), "")


def option_choice(option: Option, choice: object, game: Game[Any], language: str) -> str:
    return texts_of(game.words, language).get(option_key(option.name, choice), str(choice))


def value_label(value: Any, field: Field, game: Game[Any], language: str) -> str:
    """What was answered, in short."""
    if isinstance(value, tuple):
        return ", ".join(value_label(each, field, game, language) for each in value)
    if isinstance(value, str) and value and (field.kind.value in ("card", "cards")):
        return card_name(value, game.words, language)
    return str(value)
