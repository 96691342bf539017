"""What a game declares of itself: generic screens, the enrolment and the bench rely on it."""

import re
from collections.abc import Iterator
from dataclasses import fields
from string import Formatter
from typing import Any

import pytest

from companion.core.codec import ENTRY_FIELDS, _readers, kinds_of
from companion.core.events import CORE_EVENTS
from companion.core.game import Direction, Game, limit_for
from companion.core.rulings import CORE_REASONS, Verdict
from companion.core.scores import Ranking
from companion.core.words import LANGUAGES, about_key, cited, core_words, option_key, rule_key

AnyGame = Game[Any]


def test_the_folder_the_id_and_the_numbers_of_players_agree(game: AnyGame, game_id: str) -> None:
    assert game.info.id == game_id
    fewest, most = game.info.players
    assert 1 <= fewest <= most <= 20
    assert isinstance(game.info.direction, Direction) and isinstance(game.info.ranking, Ranking)


def test_every_face_stands_once_in_the_deck_and_exists(game: AnyGame) -> None:
    cards = [card for card, _ in game.info.deck]
    assert cards, "a game without cards has nothing to be recognised"
    assert len(set(cards)) == len(cards)
    assert all(re.fullmatch(r"[a-z0-9_-]+(/[a-z0-9_+-]+)+", card) for card in cards)
    assert all(isinstance(copies, int) and copies >= 0 for _, copies in game.info.deck)


def test_options_offer_their_default_and_have_names_of_their_own(game: AnyGame) -> None:
    names = [option.name for option in game.info.options]
    assert len(set(names)) == len(names)
    for option in game.info.options:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name), option.name
        assert option.code, f"{option.name} does not say which rule it is"
        assert len(option.choices) >= 2 or not option.unsure, f"{option.name} leaves no choice"
        assert len({(type(choice), choice) for choice in option.choices}) == len(option.choices), option.name
        assert (type(option.default), option.default) in {(type(choice), choice) for choice in option.choices}


def test_limits_grow_with_the_length_of_the_match_and_cover_every_table_once(game: AnyGame) -> None:
    for _, _, limits in game.info.limits:
        assert len(limits) == 3 and tuple(sorted(limits)) == limits
    if game.info.limits:
        fewest, most = game.info.players
        for players in range(fewest, most + 1):
            assert sum(low <= players <= high for low, high, _ in game.info.limits) == 1
            assert limit_for(game.info, players) is not None


def test_events_can_be_read_and_written_and_say_what_they_mean(game: AnyGame) -> None:
    kinds = [event.KIND for event in (*CORE_EVENTS, *game.events)]
    assert len(set(kinds)) == len(kinds) and all(re.fullmatch(r"[a-z][a-z0-9_]*", kind) for kind in kinds)
    assert len(kinds_of(game.events)) == len(kinds)
    for event in game.events:
        assert event.__doc__ and not event.__doc__.startswith(f"{event.__name__}("), f"{event.KIND} has no docstring"
        assert not {field.name for field in fields(event)} & ENTRY_FIELDS, f"{event.KIND} uses a name of the log"
        _readers(event)  # crashes on a field that no log can hold


def test_reasons_have_codes_of_their_own_and_name_their_rule(game: AnyGame) -> None:
    codes = [reason.code for reason in game.reasons]
    assert len(set(codes)) == len(codes)
    for reason in game.reasons:
        assert re.fullmatch(rf"{game.info.id}(\.[a-z0-9_]+)+", reason.code), reason.code
        assert reason.rule.strip(), f"{reason.code} names no rule"
        assert not reason.stays or reason.verdict is Verdict.ILLEGAL, f"only what is illegal can stay: {reason.code}"


def test_words_are_complete_in_every_language(game: AnyGame) -> None:
    needed = {"name", "help", *(reason.code for reason in game.reasons), *(f"zone.{zone}" for zone in game.info.zones)}
    for option in game.info.options:
        needed |= {option_key(option.name), *(option_key(option.name, choice) for choice in option.choices)}
        if len(option.choices) > 1:
            needed.add(about_key(option.name))
    missing = {lang: sorted(needed - game.words.get(lang, {}).keys()) for lang in LANGUAGES}
    assert not any(missing.values()), missing


def test_no_word_is_left_over_and_none_is_empty(game: AnyGame) -> None:
    codes = {reason.code for reason in (*game.reasons, *CORE_REASONS)}
    for lang in LANGUAGES:
        texts = game.words[lang]
        assert texts.keys() == game.words["en"].keys(), f"{lang} names other things than en"
        assert all(text.strip() for text in texts.values())
        dead = {key for key in texts if key.startswith(f"{game.info.id}.")} - codes
        assert not dead, f"{lang} explains what no reason says: {sorted(dead)}"
        told = {key for key in texts if key.startswith("about.")}
        assert told <= {about_key(option.name) for option in game.info.options}


def test_the_places_in_a_sentence_are_the_same_in_every_language(game: AnyGame) -> None:
    for key in game.words["en"]:
        english = set(_places(game.words["en"][key]))
        for lang in LANGUAGES:
            assert set(_places(game.words[lang][key])) == english, f"{lang} {key}"


def test_every_cited_rule_is_said_in_every_language_and_no_other(game: AnyGame) -> None:
    if not any(key.startswith("rule.") for key in game.words["en"]):
        pytest.skip("nobody has translated the rules of this game yet: they are cited in English")
    rules = {reason.rule for reason in game.reasons}
    assert {key for key in game.words["en"] if key.startswith("rule.")} == {rule_key(rule) for rule in rules}
    for reason in (*game.reasons, *CORE_REASONS):
        told = [cited(reason, game.words, lang) for lang in LANGUAGES]
        assert told[0] == reason.rule and all(told), reason.code
        assert reason.rule.startswith("FBU") or len(set(told)) == len(LANGUAGES), f"{reason.rule} is not translated"


def test_the_shared_words_are_complete_too() -> None:
    for lang in LANGUAGES:
        assert {reason.code for reason in CORE_REASONS} <= core_words()[lang].keys()
        assert core_words()[lang].keys() == core_words()["en"].keys()


def _places(template: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(template) if name)
