"""Presenters: from rulings, scores and readings to what is shown. No Kivy, no screen."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.core.fold import Match
from companion.core.rulings import Verdict
from companion.core.scores import Ranking, Score, Scores
from companion.core.words import LANGUAGES
from companion.games import load_game
from companion.referee.claims import Question
from companion.ui import present
from companion.ui.console import Narrator
from companion.ui.pads import answer_of
from companion.ui.theme import DARK, PLAYER_MARKS, THEMES, contrast
from tests.ui.fake import FakeSession
from vision.sources import camera

UI = Path(present.__file__).parent


@pytest.fixture
def updates():
    session = FakeSession()
    return list(iter(session.step, None))


@pytest.fixture
def words():
    return FakeSession().game.words


def test_the_screens_have_every_text_in_every_language():
    keys = [set(json.loads((UI / "lang" / f"{lang}.json").read_text("utf-8"))) for lang in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


def test_every_text_is_used_and_every_used_text_exists():
    files = [file for suffix in ("*.py", "*.kv") for file in UI.glob(suffix)] + [*UI.parent.glob("*.py")]
    source = "".join(file.read_text("utf-8") for file in files)
    families = ("verdict.", "certainty.", "match.", "question.", "choice.", "event.", "field.", "group.", "keys.")
    families += ("length.", "new.direction.", "new.facts.", "settings.", "gap.", "light.", "film.", "share.codes.")
    families += ("share.link.",)
    unused = [key for key in present.screen_words()["en"] if f'"{key}"' not in source and not key.startswith(families)]
    assert unused == []
    asked = set(re.findall(r'(?<!_)(?:text|say)\("([\w.]+)"', source))
    assert asked <= present.screen_words()["en"].keys()


def test_an_illegal_discard_is_told_with_its_rule(updates, words):
    (judged,) = updates[3].judged
    view = present.ruling_view(judged, words, "en")
    assert view.verdict is Verdict.ILLEGAL
    assert view.word == "Not allowed"
    assert "red 3 does not fit on blue 9" in view.sentence
    assert view.rule
    assert (view.certainty, view.source) == ("certain", "seen by the camera")


def test_the_same_ruling_in_each_language(updates, words):
    (judged,) = updates[3].judged
    told = {present.ruling_view(judged, words, language).sentence for language in LANGUAGES}
    assert len(told) == 3


def test_a_correction_that_the_rules_answer_alike_is_told_all_the_same(words):
    from companion.core.events import Correct, Entry, ManualScore, NewMatch

    match = Match(FakeSession().game)
    events = (
        NewMatch("frankfurt", ("Ann", "Ben")),
        ManualScore("Nobody", 5),
        Correct(2, ManualScore("Nobody", 6), "Ann"),
    )
    match.extend([Entry(n, event) for n, event in enumerate(events, 1)])
    view = present.ruling_view(match.judged[1], words, "en", match.judged[2:])
    assert "Nobody" in view.sentence and view.before == "decided by Ann"


def test_an_entry_by_hand_claims_no_certainty(words):
    from companion.core.events import Entry, ManualScore, NewMatch

    match = Match(FakeSession().game)
    match.extend([Entry(1, NewMatch("frankfurt", ("Ann", "Ben"))), Entry(2, ManualScore("Ann", 5))])
    view = present.ruling_view(match.judged[-1], words, "en")
    # The sentence says that it was written by hand.
    assert (view.certainty, view.source, view.rule) == ("", "", "")


def test_what_was_not_seen_is_told_with_its_pile():
    question = Question(SimpleNamespace(pile="pile-2"), ("player", "card"))
    words = load_game("frantic").words
    assert present.question_line(question, words, "en") == "Pile 2: a card could not be read."
    assert "legte" in present.question_line(replace(question, missing=("player",)), words, "de")
    assert [present.place_name(place, words, "de") for place in ("discard", "2", "kitchen")] == [
        "Der Ablagestapel",
        "Stapel 2",
        "Kitchen",
    ]


def test_a_question_opens_the_form_with_what_was_seen():
    game = FakeSession().game
    form, values = answer_of(Question(SimpleNamespace(pile="left", card="frankfurt/red/3"), ("player",)), game)
    assert (form.key, values) == ("discard", {"pile": "left", "card": "frankfurt/red/3"})
    form, values = answer_of(Question(SimpleNamespace(pile="left", layer=None), ("player",)), game)
    assert (form.key, values) == ("slap", {"pile": "left"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_of_a_camera_has_words(language):
    reasons = {value for value in vars(camera).values() if isinstance(value, str) and value.startswith("camera_")}
    assert "camera_lost" in reasons
    assert {f"gap.{reason}" for reason in reasons} <= present.screen_words()[language].keys()
    assert "something_new" in present.gap_line("something_new", language)


def test_the_health_of_the_camera_is_told_beside_the_scores(updates):
    dark = replace(updates[1], image=updates[1].image // 16)
    assert present.health_line(updates[1], updates[0], "en") == "25 pictures a second, good light"
    measured = present.health_line(updates[1], updates[0], "en", 0.44)
    assert measured == "25 pictures a second, good light, places known to 0.4 mm"
    assert present.health_line(updates[1], updates[0], "de", 0.44).endswith("0,4 mm bekannt")
    assert "too dark" in present.health_line(dark, updates[0], "en")
    assert present.health_line(updates[0], None, "en") == ""


def scores(*totals, over=False, winners=()):
    lines = tuple(Score(player, total, (total,)) for player, total in zip("AB", totals, strict=True))
    return Scores(Ranking.LOWEST, lines, 100, over, winners)


def test_the_lowest_total_leads_where_the_game_says_so():
    assert [(view.leads, view.badge) for view in present.totals_view(scores(3, 7), "en")] == [
        (True, "leads"),
        (False, ""),
    ]


def test_equal_totals_are_level():
    assert [view.badge for view in present.totals_view(scores(3, 3), "de")] == ["gleichauf", "gleichauf"]


def test_at_the_end_the_winner_is_marked_and_nobody_else():
    assert [view.badge for view in present.totals_view(scores(3, 7, over=True, winners=("B",)), "en")] == ["", "wins"]


def test_before_the_first_point_nobody_leads():
    nothing = Scores(Ranking.HIGHEST, (Score("A", 0), Score("B", 0)))
    assert not any(view.leads for view in present.totals_view(nothing, "en"))


def test_the_limit_line_says_what_ends_the_match():
    assert "100" in present.limit_line(scores(1, 2), "en")
    assert "Lowest" in present.limit_line(scores(1, 2), "en")


def test_an_outline_wears_the_verdict_of_its_card(updates, words):
    views = present.outlines_view(updates[3].readings, {"frankfurt/red/3": Verdict.ILLEGAL}, words, "en")
    assert [(view.label, view.colour(DARK)) for view in views] == [("red 3", DARK.illegal), ("blue 7", DARK.text)]


def test_an_unread_card_is_a_question_mark_in_quiet_colour(updates, words):
    views = present.outlines_view(updates[4].readings, {}, words, "en")
    assert (views[1].label, views[1].colour(DARK)) == ("?", DARK.quiet)


def test_the_proof_is_cut_around_the_card_and_its_outline_moves_along(updates, words):
    (judged,) = updates[3].judged
    proof = present.proof_of(judged, updates[3], words, "en")
    height, width = proof.image.shape[:2]
    assert height < 480 and width < 854
    (outline,) = proof.outlines
    (left, top), _, (right, bottom), _ = outline.quad
    # The card itself is the bright part of the fake picture.
    assert proof.image[int(top) + 2 : int(bottom) - 2, int(left) + 2 : int(right) - 2].min() >= 230
    assert outline.verdict is Verdict.ILLEGAL


def test_the_proof_of_an_unread_card_is_the_whole_picture_made_smaller(updates, words):
    (judged,) = updates[4].judged
    assert present.proof_of(judged, updates[4], words, "en").image.shape == (240, 427, 3)


@pytest.mark.parametrize(("t_ns", "told"), [(0, "0:00.0"), (9_960_000_000, "0:09.9"), (61_500_000_000, "1:01.5")])
def test_times_are_minutes_seconds_and_tenths(t_ns, told):
    assert present.clock(t_ns) == told


def test_recordings_come_before_folders(tmp_path):
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "table.json").touch()
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "recording.json").touch()
    (tmp_path / ".hidden").mkdir()
    choices = present.folder_choices(tmp_path)
    assert [choice.path.name for choice in choices if choice.is_recording] == ["game", "ours"]
    assert choices[-1].path.name == "a-folder" and len(choices) == 3


def test_where_people_keep_their_things_is_told_in_short():
    home = Path("/home/ann")
    assert [present.short_path(Path(path), home) for path in ("/home/ann", "/home/ann/a/b", "/media/x")] == [
        "~",
        "~/a/b",
        "/media/x",
    ]


def test_the_console_tells_each_ruling_and_only_new_scoreboards(updates, words):
    narrator = Narrator(words, "en")
    lines = [line for update in updates for line in narrator.lines(update)]
    assert sum("Not allowed" in line for line in lines) == 1
    boards = [line for line in lines if line.strip().startswith("=")]
    assert len(boards) == len(set(boards)) > 1


def test_the_console_tells_once_which_piles_are_hidden(updates, words):
    narrator = Narrator(words, "en")
    before = replace(updates[0], judged=(), scores=None)
    lines = [narrator.lines(replace(before, hidden=hidden)) for hidden in ((), ("1", "left"), ("1", "left"), ())]
    assert [len(each) for each in lines] == [0, 1, 0, 0]
    assert "Not seen yet: Pile 1, Left." in lines[1][0]


def test_text_and_verdicts_can_be_read_on_every_ground():
    for ground in (DARK.ground, DARK.panel, DARK.raised):
        assert contrast(DARK.text, ground) >= 7
        assert contrast(DARK.quiet, ground) >= 4.5
        assert all(contrast(DARK.of(verdict), ground) >= 4.5 for verdict in Verdict)
    assert contrast(DARK.on_accent, DARK.accent) >= 7
    assert all(contrast(mark, DARK.panel) >= 4.5 for mark, _ in PLAYER_MARKS)


def test_no_two_players_share_a_shape():
    assert len({shape for _, shape in PLAYER_MARKS}) == len(PLAYER_MARKS)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_read(name):
    palette = THEMES[name]
    for ground in (palette.ground, palette.panel, palette.raised):
        assert contrast(palette.text, ground) >= 7
        assert contrast(palette.quiet, ground) >= 4.5
        assert all(contrast(palette.of(verdict), ground) >= 4.5 for verdict in Verdict)
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert all(contrast(shade, palette.panel) >= 4.5 for shade in palette.players)
    assert len(palette.players) == len(PLAYER_MARKS)


def test_a_tablets_own_reasons_have_words_too():
    assert "Another app is using the camera" in present.gap_line("camera_taken", "en")
    assert "camera_unheard_of" in present.gap_line("camera_unheard_of", "en")
