"""Writing by hand without Kivy: a form for every event, words for every form, and the score sheet that comes of it."""

from types import SimpleNamespace

import pytest

from companion.core.codec import kinds_of
from companion.core.events import Entry, ManualScore, NewMatch
from companion.core.fold import fold
from companion.core.sheet import sheet
from companion.core.words import LANGUAGES
from companion.games import game_ids, load_game
from companion.games.frankfurt.events import EndRound
from companion.store.log import line_of
from companion.ui import present
from companion.ui.entry import Kind, card_groups, typed
from companion.ui.labels import choice_label, event_label, field_label, short_card
from companion.ui.pads import PADS, at_hand, forms_of, round_form_of
from companion.ui.score_view import chart, nearness

GAMES = [load_game(game_id) for game_id in game_ids()]
#: What no form asks for: the owner's data of the board game, which has a command of its own.
NO_FORM = {"frantic_board": {"board", "cards"}}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_every_event_of_a_game_can_be_written_by_hand(game):
    written = {form.event.KIND for form in forms_of(game) if form.event}
    missing = {event.KIND for event in game.events} - written
    assert missing == NO_FORM.get(game.info.id, set())
    assert "manual_score" in written


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_words_in_every_language(game, language):
    words = present.screen_words()[language]
    for form in forms_of(game):
        assert f"event.{form.key}" in words or f"event.{game.info.id}.{form.key}" in words, form.key
        assert event_label(form, game, language)
        for field in form.fields:
            assert f"field.{field.name}" in words or f"field.{form.key}.{field.name}" in words, (form.key, field.name)
            assert field_label(field, form, language)
            for choice in field.choices:
                assert choice_label(choice, game, language)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_what_a_filled_form_makes_can_be_written_into_a_log(game):
    answers = {
        Kind.PLAYER: "Ann",
        Kind.PLAYERS: ("Ann",),
        Kind.CARD: game.info.deck[0][0],
        Kind.CARDS: (game.info.deck[0][0],),
        Kind.PILE: "1",
        Kind.NUMBER: 1,
        Kind.WORDS: "word",
        Kind.SEATS: (1, 2),
    }
    for form in forms_of(game):
        blank = form.blank()
        values = blank | {
            field.name: field.choices[0] if field.choices else answers[field.kind] for field in form.fields
        }
        assert form.missing(values) is None
        (event,) = form.make(values)
        assert line_of(Entry(1, event), kinds_of(game.events))
        assert form.filled(event) == values


def test_a_form_knows_its_first_open_question():
    forms = {form.key: form for form in forms_of(load_game("frankfurt"))}
    form = forms["discard"]
    assert form.missing(form.blank()).name == "player"
    assert form.missing(form.blank() | {"player": "Ann", "card": "?"}).name == "pile"


def test_the_pads_name_only_what_the_games_have():
    for game_id, pad in PADS.items():
        forms = {form.key: {field.name for field in form.fields} for form in forms_of(load_game(game_id))}
        assert set(pad.first) <= forms.keys()
        for key, name in (*pad.choices, *pad.cards, *pad.at_hand):
            assert name in forms[key]
        assert not pad.round or pad.round in forms


def test_a_game_that_nobody_prepared_has_all_its_forms():
    frantic = load_game("frantic")
    info = SimpleNamespace(id="fifth", deck=())
    fifth = SimpleNamespace(info=info, events=frantic.events, words=frantic.words)
    forms = forms_of(fifth)
    assert [form.key for form in forms] == [*(event.KIND for event in frantic.events), "manual_score"]
    assert event_label(forms[0], fifth, "en")


def test_a_round_is_written_by_the_games_own_event_or_as_points():
    own = round_form_of(load_game("frankfurt"), ("Ann", "Ben"), "Round 1")
    assert own.make({"draw": (3, 9), "winner": "Ann"}) == (EndRound("Ann", (3, 9)),)
    points = round_form_of(load_game("frantic"), ("Ann", "Ben"), "Round 1")
    assert points.make({"points": (3, 9)}) == (ManualScore("Ann", 3, "Round 1"), ManualScore("Ben", 9, "Round 1"))


@pytest.mark.parametrize(
    ("number", "key", "after"),
    [(None, "4", 4), (4, "2", 42), (42, "<", 4), (4, "<", None), (42, "-", -42), (-42, "7", -427), (None, "-", None)],
)
def test_typing_a_number(number, key, after):
    assert typed(number, key) == after


def test_a_number_cannot_become_longer_than_a_score_sheet():
    number = None
    for _ in range(20):
        number = typed(number, "9")
    assert number == 999_999


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_every_card_is_in_the_picker_once_and_has_a_short_name(game):
    cards = [card for group in card_groups(game) for card in group.cards]
    assert sorted(cards) == sorted(card for card, _ in game.info.deck)
    assert all(short_card(card, game, language) for card in cards for language in LANGUAGES)
    for group in card_groups(game):
        names = [short_card(card, game, "en") for card in group.cards]
        assert len(set(names)) == len(names)


def test_what_lies_there_comes_first_when_something_is_kept():
    game = load_game("frappadingue")
    state = SimpleNamespace(throw=("frappa/km/8", "frappa/km/8"))
    assert at_hand(game, "keep", "cards", state) == ("frappa/km/8", "frappa/km/8")
    assert at_hand(game, "throw", "cards", state) == ()


# ---------------------------------------------------------------- the score sheet


def judged(game_id, *events):
    game = load_game(game_id)
    match = fold(game, [Entry(n, event) for n, event in enumerate((NewMatch(game_id, ("Ann", "Ben")), *events), 1)])
    return game, match


def test_a_round_by_hand_is_one_line_of_the_sheet():
    events = [ManualScore("Ann", 5, "Round 1"), ManualScore("Ben", 7, "Round 1"), ManualScore("Ann", 1, "late")]
    game, match = judged("frantic", *events)
    lines = sheet(game, match.judged)
    assert [(line.name, line.points, line.totals) for line in lines] == [
        ("1", (5, 7), (5, 7)),
        ("late", (1, 0), (6, 7)),
    ]


def test_rounds_by_hand_are_apart_even_where_they_are_called_the_same_and_somebody_got_nothing():
    events = [ManualScore(player, points, "Round") for points in (0, 3) for player in ("Ann", "Ben")]
    game, match = judged("frantic", *events)
    assert [(line.name, line.points) for line in sheet(game, match.judged)] == [("1", (0, 0)), ("2", (3, 3))]


def test_a_round_by_hand_whose_half_did_not_happen_is_still_that_round():
    from companion.core.events import Void

    written = [ManualScore("Ann", 5, "Round 1"), ManualScore("Ben", 7, "Round 1"), Void(2)]
    game, match = judged("frantic", *written, ManualScore("Ann", 1, "Round 2"), ManualScore("Ben", 2, "Round 2"))
    assert [(line.name, line.points) for line in sheet(game, match.judged)] == [("1", (0, 7)), ("2", (1, 2))]


def test_the_sheet_follows_a_correction():
    from companion.core.events import Correct

    events = [ManualScore("Ann", 5, "Round 1"), ManualScore("Ben", 7), Correct(2, ManualScore("Ann", 50, "Round 1"))]
    game, match = judged("frantic", *events)
    assert sheet(game, match.judged)[-1].totals == (50, 7)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_sheet_ends_with_the_totals_of_the_match(game_id):
    """Whatever a playthrough holds, the last finished line is what the scores said then."""
    from companion.core.playthrough import read_playthrough

    game = load_game(game_id)
    match = fold(game, read_playthrough(game))
    lines = sheet(game, match.judged)
    assert lines
    finished = [line for line in lines if not line.by_hand]
    assert len(finished) == max(len(line.rounds) for line in match.scores.lines)


def test_near_the_limit_is_marked_and_never_beyond_it():
    _, match = judged("frantic", ManualScore("Ann", 130), ManualScore("Ben", -5))
    near = nearness(match.scores)
    assert near[0].near and near[0].share == pytest.approx(130 / 154)
    assert (near[1].share, near[1].near) == (0, False)


def test_the_chart_stays_inside_its_square():
    game, match = judged("frantic", ManualScore("Ann", 100), ManualScore("Ben", -20), ManualScore("Ann", 60))
    shown = chart(sheet(game, match.judged), match.scores)
    assert all(0 <= part <= 1 for path in shown.paths for spot in path for part in spot)
    assert 0 < shown.limit <= 1


def test_seats_go_round_the_table_the_way_the_turn_goes():
    assert present.seat_rows(4, "anticlockwise") == ((3, 2), (0, 1))
    assert present.seat_rows(4, "clockwise") == ((2, 3), (1, 0))
    assert present.seat_rows(5, "together", one_row=True) == ((0, 1, 2, 3, 4),)
