"""Words in three languages: reason codes, cards, options. A game brings one JSON file a language; templates take facts.

Beside them lies `rules.json`: each rule that a reason cites, as the code says it, in the other two languages.

A place in a template says what kind of thing it shows: `{card:card}` a card's name, `{cards:cards}` several,
`{colour:word}` a word of the catalogue, `{n}` a number or a name as it is.
"""

import json
import re
from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, TypeAlias

from companion.core.ids import UNKNOWN
from companion.core.rulings import Reason, Ruling

Catalogue: TypeAlias = Mapping[str, Mapping[str, str]]

LANGUAGES = ("en", "fr", "de")


def load_words(package: str) -> Catalogue:
    """language -> key -> text, from the `lang` folder of a package."""
    folder = files(package) / "lang"
    words = {lang: json.loads((folder / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES}
    if (rules := folder / "rules.json").is_file():
        for rule, told in json.loads(rules.read_text("utf-8")).items():
            for lang in LANGUAGES:
                words[lang][rule_key(rule)] = told.get(lang, rule)
    words["fr"] = {key: _french(text) for key, text in words["fr"].items()}
    return words


def _french(text: str) -> str:
    """French sets a space before : ; ! ? and inside « » that must not break; catalogues are typed with plain ones."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", text)


@cache
def core_words() -> Catalogue:
    return load_words("companion.core")


class _Speaker(Formatter):
    """A formatter that knows cards and words of one language."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "card":
            return self.card(str(value))
        if format_spec == "cards":
            return ", ".join(self.card(str(card)) for card in value)
        if format_spec == "word":
            return self.texts.get(f"word.{value}", str(value))
        if isinstance(value, tuple):
            return ", ".join(str(item) for item in value)
        return str(super().format_field(value, format_spec))

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "?")

    def card(self, card: str) -> str:
        """`card.<id>` if the catalogue has it; else its parts, each a word: "red 7"; else as it was written."""
        if card == UNKNOWN:
            return self.texts["card.unknown"]
        whole = self.texts.get(f"card.{card}")
        return whole or " ".join(self.texts.get(f"word.{part}", part) for part in card.split("/")[1:]) or card


def texts_of(words: Catalogue, language: str) -> Mapping[str, str]:
    """A game's texts on top of the shared ones, in one language; English where the language is not known."""
    lang = language if language in LANGUAGES else "en"
    # A chain, not a copy: this runs for every sentence. ChainMap is typed for what can be changed; nobody changes it.
    return ChainMap(words.get(lang, {}), core_words()[lang])  # type: ignore[arg-type]


def say(ruling: Ruling, words: Catalogue, language: str = "en") -> str:
    """The ruling as a sentence for people."""
    texts = texts_of(words, language)
    return _Speaker(texts).vformat(texts.get(ruling.code, ruling.code), (), ruling.fact)


def option_key(name: str, choice: object = None) -> str:
    """Where the catalogues name an option, or one of its choices: `option.target`, `option.target.10`, `….true`."""
    if choice is None:
        return f"option.{name}"
    return f"option.{name}.{str(choice).lower() if isinstance(choice, bool) else choice}"


def about_key(name: str) -> str:
    """Where the catalogues say in short, in words of their own, what the rulebook has on an option."""
    return f"about.{name}"


def rule_key(rule: str) -> str:
    """Where the catalogues have a rule that reasons cite; by its own words, as several reasons cite the same."""
    return f"rule.{rule}"


def cited(reason: Reason, words: Catalogue, language: str = "en") -> str:
    """The rule that a reason cites; nothing where nobody has said it in this language."""
    return texts_of(words, language).get(rule_key(reason.rule), reason.rule if language == "en" else "")


def card_name(card: str, words: Catalogue, language: str = "en") -> str:
    return _Speaker(texts_of(words, language)).card(card)
