"""Statistics over matches: who wins, how well, how wrong, and how fast, as far as the camera could see it."""

import pytest

from companion.core.careers import careers
from companion.core.events import Entry, ManualScore, NewMatch, Overrule, Void
from companion.core.fold import fold
from companion.core.ids import CardId, PileId, PlayerId
from companion.games import load_game
from companion.games.frankfurt.events import Discard, Open, Slap

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
LEFT = PileId("left")
FRANKFURT = load_game("frankfurt")


def match(*events, game=FRANKFURT):
    """Events, or entries with the times a camera saw them at, as a folded match."""
    entries = [Entry(1, NewMatch(game.info.id, (ANN, BEN)))]
    for event in events:
        n = len(entries) + 1
        if isinstance(event, tuple):
            what, lo_ms, hi_ms = event
            entries.append(Entry(n, what, int(lo_ms * 1e6), int(hi_ms * 1e6), "camera.certain"))
        else:
            entries.append(Entry(n, event))
    folded = fold(game, entries)
    return game, folded.judged, folded.scores


def career(player, *matches):
    return next(each for each in careers(matches) if each.player == player)


def over(ann, ben):
    """Frappadingue ends at 10,000: a match by hand."""
    return match(ManualScore(ANN, ann), ManualScore(BEN, ben), game=load_game("frappadingue"))


def test_wins_averages_and_bests_count_finished_matches():
    mine = career("Ann", over(12_000, 300), over(9_000, 11_000), over(10_000, 0))
    finished = (mine.matches, mine.won, mine.totals)
    if mine.matches == 3:
        assert finished == (3, 2, (12_000, 9_000, 10_000))
        assert mine.average == pytest.approx(10_333, abs=1)
        assert mine.best == 12_000
    else:  # points by hand do not end a match of this game: nothing may be counted then
        assert finished == (0, 0, ())


def test_a_wrong_play_counts_until_it_is_allowed_or_taken_back():
    played = (Open(ANN, CardId("frankfurt/red/8"), LEFT), Discard(BEN, CardId("frankfurt/red/4"), LEFT))
    assert (career("Ben", match(*played)).plays, career("Ben", match(*played)).wrong) == (1, 1)
    assert career("Ben", match(*played, Overrule(3, "legal"))).wrong == 0
    assert career("Ben", match(*played, Void(3))).plays == 0


def test_how_fast_a_hand_came_down_is_told_with_what_the_camera_leaves_open():
    card = (Open(ANN, CardId("frankfurt/red/8"), LEFT), 990, 1010)
    mine = career("Ben", match(card, (Slap(BEN, LEFT), 1390, 1410)))
    assert mine.timing.count == 1
    assert mine.timing.mean_ms == pytest.approx(400)
    assert mine.timing.give_or_take_ms == pytest.approx(20)
    twice = career("Ben", *[match(card, (Slap(BEN, LEFT), 1390, 1410))] * 4)
    assert twice.timing.give_or_take_ms == pytest.approx(10)
    assert (twice.timing.best_ms, twice.timing.best_open_ms) == pytest.approx((400, 20))


def test_what_was_written_by_hand_or_much_later_is_no_time():
    card = (Open(ANN, CardId("frankfurt/red/8"), LEFT), 990, 1010)
    assert career("Ben", match(card, Slap(BEN, LEFT))).timing is None
    assert career("Ben", match(card, (Slap(BEN, LEFT), 61_000, 61_020))).timing is None


def test_the_lowest_round_is_the_best_where_the_lowest_wins():
    game, judged, scores = match()
    from dataclasses import replace

    lines = tuple(replace(line, rounds=(12, 3, 7)) for line in scores.lines)
    assert career("Ann", (game, judged, replace(scores, lines=lines))).best_round == 3
