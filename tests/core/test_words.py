"""Rulings as sentences, cards as names, leaders and limits: the small shared parts every screen relies on."""

import pytest

from companion.core.game import Direction, GameInfo, can, limit_for
from companion.core.ids import PlayerId
from companion.core.practice import new_match
from companion.core.rulings import CARD_NEEDED, CARD_UNKNOWN, MATCH_STARTED, PLAYER_UNKNOWN, Ruling, legal
from companion.core.scores import Ranking, Score, Scores
from companion.core.words import card_name, option_key, say
from tests.core.tally import GAME as TALLY
from tests.core.tally import Add

WORDS = {
    "en": {"word.red": "red", "word.stop": "Stop", "card.g/joker": "the Joker", "t.two": "{cards:cards} and {c:word}"},
    "de": {"word.red": "rot", "word.stop": "Stopp", "card.g/joker": "der Joker", "t.two": "{cards:cards} und {c:word}"},
}
TWO = legal("t.two", "page 1")


def test_a_ruling_speaks_the_language_that_is_asked_for() -> None:
    ruling = Ruling(PLAYER_UNKNOWN, (("player", "Zoé"),))
    assert say(ruling, WORDS, "en") == "Nobody called Zoé sits at this table."
    assert say(ruling, WORDS, "fr") == "Personne à cette table ne s’appelle Zoé."
    assert say(ruling, WORDS, "de") == "Niemand an diesem Tisch heißt Zoé."
    assert say(ruling, WORDS, "tlh") == say(ruling, WORDS, "en")


def test_cards_words_and_lists_find_their_names() -> None:
    ruling = Ruling(TWO, (("cards", ("g/red/7", "?", "g/joker")), ("c", "stop")))
    assert say(ruling, WORDS, "en") == "red 7, an unread card, the Joker and Stop"
    assert say(ruling, WORDS, "de") == "rot 7, eine ungelesene Karte, der Joker und Stopp"
    assert say(Ruling(MATCH_STARTED, (("players", ("a", "b")),)), WORDS) == "A match begins: a, b."


def test_a_name_that_looks_like_a_template_stays_a_name() -> None:
    assert say(Ruling(PLAYER_UNKNOWN, (("player", "{card:card}{0.__class__}"),)), WORDS) == (
        "Nobody called {card:card}{0.__class__} sits at this table."
    )


def test_a_reason_without_words_still_says_its_code() -> None:
    assert say(Ruling(legal("x.y", "page 1")), WORDS) == "x.y"


def test_cards_nobody_knows_are_named_as_far_as_possible() -> None:
    assert card_name("99", WORDS, "de") == "99"
    assert card_name("g/red/99", WORDS, "de") == "rot 99"
    assert say(Ruling(CARD_UNKNOWN, (("card", "g/pink/1"),)), WORDS) == "pink 1 is no card of this deck."
    assert say(Ruling(CARD_NEEDED), WORDS, "de") == "Welche Karte ist das? Niemand hat sie bisher gelesen."


def test_options_are_named_with_true_and_false_in_small_letters() -> None:
    keys = [option_key("live"), option_key("live", True), option_key("target", 0), option_key("mode", "onCall")]
    assert keys == ["option.live", "option.live.true", "option.target.0", "option.mode.onCall"]


@pytest.mark.parametrize(("ranking", "leaders"), [(Ranking.LOWEST, ("b", "c")), (Ranking.HIGHEST, ("a",))])
def test_several_lead_when_they_are_level(ranking: Ranking, leaders: tuple[str, ...]) -> None:
    lines = tuple(Score(PlayerId(player), total) for player, total in (("a", 9), ("b", -1), ("c", -1)))
    assert Scores(ranking, lines).leaders == leaders


def test_limits_depend_on_players_and_length() -> None:
    limits = ((2, 3, (10, 20, 30)), (4, 6, (5, 6, 7)))
    info = GameInfo("g", (2, 6), Direction.CLOCKWISE, Ranking.LOWEST, (), limits=limits)
    assert [limit_for(info, 2, length) for length in ("short", "medium", "long")] == [10, 20, 30]
    assert limit_for(info, 4) == 6 and limit_for(info, 7) is None


def test_can_is_the_verdict_in_one_word() -> None:
    state = TALLY.start(new_match(TALLY, 1))
    assert can(TALLY, state, Add(PlayerId("Ann"), 5)) and not can(TALLY, state, Add(PlayerId("Ann"), 6))
