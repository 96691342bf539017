"""What a match leaves as: pictures, words, tables that come back as they went, a filled sheet, a link."""

import io
import json
from dataclasses import replace
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from calibration.errors import BadInput
from companion.core.codec import kinds_of
from companion.core.words import LANGUAGES
from companion.sharing.kinds import Kind, link, parcel
from companion.sharing.table import ScoreTable, read_table, table_of, write_table
from companion.sharing.words import sharing_words, summary
from companion.store.exchange import lines_of_export
from companion.store.lines import read_lines
from tests.sharing.matches import MARKS, STARTED, played, written


def decoded(data):
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "rounds"), [(2, 0), (4, 3), (8, 40)])
def test_the_picture_is_drawn_for_any_match_in_any_language(players, rounds, language):
    names = tuple(f"Léopoldine-Marguerite {n}" for n in range(players))
    result = written(players=names, rounds=tuple((n,) * players for n in range(rounds)))
    image = decoded(parcel(Kind.PICTURE, result, MARKS[:players], language).data)
    assert image.shape == (1350, 1080, 3)
    # Everything keeps a margin to the edges: nothing sticks out.
    ground = image[2, 2]
    for edge in (image[:20], image[-20:], image[:, :20], image[:, -20:]):
        assert np.all(edge == ground)


def test_the_picture_shows_the_winner_first_and_everybodys_colour():
    result = written(rounds=((9, 1, 5),))
    image = decoded(parcel(Kind.PICTURE, result, MARKS[:3], "en").data)
    rows = [int(np.argwhere(np.all(image == mark.colour[::-1], axis=2))[:, 0].min()) for mark in MARKS[:3]]
    assert sorted(range(3), key=rows.__getitem__) == [1, 2, 0]


def test_the_summary_names_places_totals_and_the_day():
    told = summary(written(), "en")
    assert told.splitlines() == [
        "Frantic · 18 November 2026",
        "Ann and Chloé are level",
        "",
        "1. Ann: 12",
        "1. Chloé: 12",
        "3. Ben: 20",
        "",
        "2 rounds · the lowest total wins · limit 154",
    ]


def test_the_summary_says_who_won():
    result = written()
    over = replace(result.scores, over=True, winners=("Ben",))
    told = summary(replace(result, scores=over), "de")
    assert "Ben gewinnt" in told
    assert "1. Ben: 20" in told


def test_all_languages_say_the_same_things():
    words = sharing_words()
    assert words["en"].keys() == words["fr"].keys() == words["de"].keys()


def test_a_score_table_comes_back_as_it_went():
    table = table_of(written())
    assert read_table(write_table(table)) == table
    assert table.rows[0] == ("1", (5, 20, 0))


@given(
    some.integers(1, 8).flatmap(
        lambda wide: some.builds(
            ScoreTable,
            some.tuples(*[some.text(some.characters(exclude_categories=("Cc", "Cs")), max_size=12)] * wide),
            some.lists(some.tuples(some.text("=+-@'a ", max_size=5), some.tuples(*[some.integers()] * wide))).map(
                tuple
            ),
            some.tuples(*[some.integers()] * wide),
        )
    )
)
def test_any_score_table_comes_back_and_holds_no_formula(table):
    text = write_table(table)
    assert read_table(text) == table
    names = [line.split(",")[0] for line in text.splitlines()]
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)


@pytest.mark.parametrize(
    "text", ["", "round,Ann\n", "a,b\ntotal,1\n", "round,Ann\n1,2,3\ntotal,4\n", "round,A\ntotal,x\n"]
)
def test_what_is_no_score_table_is_refused(text):
    with pytest.raises(BadInput):
        read_table(text)


@pytest.mark.parametrize("game", ["frankfurt", "frantic", "frantic_board", "frappadingue"])
def test_the_whole_match_comes_back_as_it_went(game):
    result = played(game, most=120)
    data = parcel(Kind.MATCH, result, MARKS[:2], "en").data
    reading = read_lines(lines_of_export(io.BytesIO(data), ".json"), kinds_of(result.game.events))
    assert reading.damage is None
    assert reading.entries == result.entries


def test_the_sheet_has_as_many_pages_as_the_rounds_need():
    short = parcel(Kind.SHEET, written(), MARKS[:3], "fr").data
    long = parcel(Kind.SHEET, written(rounds=((1, 2, 3),) * 50), MARKS[:3], "fr").data
    assert short.startswith(b"%PDF") and b"/Count 1 " in short
    assert b"/Count 3 " in long


def test_file_names_tell_the_day_and_the_game_and_nobody():
    made = parcel(Kind.WORDS, written(players=("../../etc", "b", "c")), MARKS[:3], "en")
    assert made.name == "2026-11-18-frantic.txt"


def test_the_link_counts_a_match_once_even_after_a_correction():
    result = written()
    more = written(rounds=((5, 20, 0), (7, 0, 12), (1, 1, 1)))
    plays = [json.loads(unquote(link(each, "en").partition("data=")[2])) for each in (result, more)]
    assert plays[0]["sourcePlayId"] == plays[1]["sourcePlayId"]
    assert [player["score"] for player in plays[0]["players"]] == [12, 20, 12]
    assert plays[0]["playDate"].startswith("2026-11-18")
    assert written().started == STARTED
