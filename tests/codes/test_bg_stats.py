"""A result becomes a link in the form that the BG Stats app documents."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from calibration.errors import BadInput
from companion.codes.bg_stats import LONGEST_LINK, Play, bg_stats_link
from companion.core.ids import PlayerId
from companion.core.scores import Ranking, Score, Scores

ANN, ZOE = PlayerId("Ann"), PlayerId("Zoë & Co")
SCORES = Scores(Ranking.LOWEST, (Score(ANN, 41), Score(ZOE, 90)), 80, True, (ANN,))
PLAY = Play("a1b2", "frankfurt", "Frantic Frankfurt", datetime(2026, 11, 18, 21, 5, tzinfo=UTC), 47, "five rounds")


def told(link: str) -> dict[str, object]:
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    data: dict[str, object] = json.loads(parse_qs(address.query, strict_parsing=True)["data"][0])
    return data


def test_the_link_tells_the_play() -> None:
    assert told(bg_stats_link(PLAY, SCORES)) == {
        "sourceName": "Tapis",
        "sourcePlayId": "a1b2",
        "playDate": "2026-11-18 21:05:00",
        "durationMin": 47,
        "comments": "five rounds",
        "game": {
            "name": "Frantic Frankfurt", "sourceGameId": "frankfurt", "highestWins": False, "noPoints": False
        },
        "players": [
            {"name": "Ann", "sourcePlayerId": "Ann", "score": 41, "winner": True},
            {"name": "Zoë & Co", "sourcePlayerId": "Zoë & Co", "score": 90, "winner": False},
        ],
    }  # fmt: skip


def test_a_link_that_would_be_too_long_goes_without_its_comments() -> None:
    link = bg_stats_link(replace(PLAY, comments="ä" * 500), SCORES)
    assert len(link) <= LONGEST_LINK and "comments" not in told(link)


def test_names_that_fit_no_link_are_one_sentence() -> None:
    lines = tuple(Score(PlayerId("ä" * 40 + str(n)), n) for n in range(8))
    with pytest.raises(BadInput, match="too long"):
        bg_stats_link(PLAY, Scores(Ranking.LOWEST, lines))
