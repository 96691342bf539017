"""The fold: what stands, what was taken back, what the table decided; and a refold always gives the same."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.events import Accept, Correct, Entry, Event, ManualScore, NewMatch, Overrule, Void
from companion.core.fold import CHECKPOINT_EVERY, Match, Standing, check_match, fold
from companion.core.ids import PlayerId
from companion.core.practice import as_log
from companion.core.rulings import (
    ACCEPTED,
    CORRECTED,
    MATCH_AGAIN,
    MATCH_CHOICE,
    MATCH_MISSING,
    MATCH_NAMES,
    MATCH_OPTION,
    MATCH_OTHER_GAME,
    MATCH_PLAYERS,
    MATCH_STARTED,
    OVERRULED_ILLEGAL,
    OVERRULED_LEGAL,
    TARGET_MISSING,
    VOIDED,
    Reason,
)
from tests.core.tally import ADDED, GAME, TOO_MUCH, Add

A, B = PlayerId("a"), PlayerId("b")
MATCH = NewMatch("tally", (A, B))


def folded(*events: Event) -> Match:
    return fold(GAME, as_log((MATCH, *events)))


def total(match: Match, player: PlayerId = A) -> int:
    assert match.scores is not None
    return next(line.total for line in match.scores.lines if line.player == player)


def reason(match: Match, n: int) -> Reason:
    return match.judged[n - 1].rulings[0].reason


def test_events_add_up_and_illegal_ones_do_not() -> None:
    match = folded(Add(A, 3), Add(B, 2), Add(A, 6), Add(A, 1))
    assert (total(match, A), total(match, B)) == (4, 2)
    assert [judged.rulings[0].reason for judged in match.judged] == [MATCH_STARTED, ADDED, ADDED, TOO_MUCH, ADDED]


def test_a_void_takes_back_and_the_original_stays_visible() -> None:
    match = folded(Add(A, 3), Add(A, 2), Void(2, by="b", why="slip"))
    assert total(match) == 2
    taken = match.judged[1]
    assert (taken.standing, taken.counted, taken.entry.event) == (Standing.VOIDED, None, Add(A, 3))
    assert taken.rulings[0].reason is VOIDED and taken.rulings[0].fact == {"by": 4, "target": 2}
    assert taken.original is not None and taken.original.reason is ADDED


def test_a_void_of_a_void_brings_the_entry_back() -> None:
    match = folded(Add(A, 3), Void(2), Void(3))
    assert total(match) == 3
    assert match.judged[1].standing is Standing.STANDS
    assert match.judged[2].standing is Standing.VOIDED
    assert total(folded(Add(A, 3), Void(2), Void(3), Void(4))) == 0


def test_two_voids_of_one_entry_need_two_voids_to_bring_it_back() -> None:
    assert total(folded(Add(A, 3), Void(2), Void(2), Void(3))) == 0
    assert total(folded(Add(A, 3), Void(2), Void(2), Void(3), Void(4))) == 3


def test_a_correction_counts_instead_and_the_latest_one_wins() -> None:
    match = folded(Add(A, 3), Correct(2, Add(B, 4)), Correct(2, Add(B, 5)))
    assert (total(match, A), total(match, B)) == (0, 5)
    corrected = match.judged[1]
    assert (corrected.standing, corrected.counted) == (Standing.CORRECTED, Add(B, 5))
    assert corrected.original is not None and corrected.original.fact["points"] == 3
    assert reason(match, 3) is CORRECTED


def test_a_voided_correction_leaves_the_one_before_it() -> None:
    assert total(folded(Add(A, 3), Correct(2, Add(A, 4)), Correct(2, Add(A, 5)), Void(4))) == 4
    assert total(folded(Add(A, 3), Correct(2, Add(A, 4)), Void(3))) == 3


def test_a_voided_entry_stays_taken_back_when_it_is_corrected_too() -> None:
    assert total(folded(Add(A, 3), Void(2), Correct(2, Add(A, 4)))) == 0


def test_the_table_can_allow_what_is_illegal_and_refuse_what_is_legal() -> None:
    match = folded(Add(A, 6), Overrule(2, "legal", by="b"))
    assert total(match) == 6
    overruled = match.judged[1]
    assert [ruling.reason for ruling in overruled.rulings] == [OVERRULED_LEGAL, TOO_MUCH]
    assert overruled.standing is Standing.OVERRULED
    assert overruled.original is not None and overruled.original.reason is TOO_MUCH
    match = folded(Add(A, 3), Overrule(2, "illegal"))
    assert total(match) == 0 and reason(match, 2) is OVERRULED_ILLEGAL


def test_the_latest_overruling_wins_and_a_voided_one_does_not_count() -> None:
    assert total(folded(Add(A, 6), Overrule(2, "legal"), Overrule(2, "illegal"))) == 0
    assert total(folded(Add(A, 6), Overrule(2, "legal"), Overrule(2, "illegal"), Void(4))) == 6


def test_what_was_corrected_can_be_overruled_too() -> None:
    match = folded(Add(A, 3), Correct(2, Add(B, 6)), Overrule(2, "legal"))
    assert (total(match, A), total(match, B)) == (0, 6)
    assert match.judged[1].original is not None and match.judged[1].original.reason is ADDED


def test_accepting_is_remembered_and_changes_nothing_that_counts() -> None:
    match = folded(Add(A, 6), Add(A, 3), Accept(2, by="b"))
    refused = match.judged[1]
    assert (refused.accepted, refused.standing, refused.original) == (True, Standing.STANDS, None)
    assert refused.rulings[0].reason is TOO_MUCH and total(match) == 3
    assert reason(match, 4) is ACCEPTED and not match.judged[2].accepted


def test_accepting_can_be_taken_back_and_brought_again() -> None:
    assert not folded(Add(A, 3), Accept(2), Void(3)).judged[1].accepted
    assert folded(Add(A, 3), Accept(2), Void(3), Void(4)).judged[1].accepted


def test_who_decides_otherwise_no_longer_agrees_until_it_is_accepted_again() -> None:
    for other in (Overrule(2, "illegal"), Correct(2, Add(A, 1)), Void(2)):
        assert not folded(Add(A, 3), Accept(2), other).judged[1].accepted
    assert folded(Add(A, 3), Accept(2), Overrule(2, "illegal"), Void(4)).judged[1].accepted
    assert folded(Add(A, 3), Correct(2, Add(A, 1)), Accept(2)).judged[1].accepted


@pytest.mark.parametrize(
    "event",
    [
        Void(0),
        Void(-1),
        Void(3),
        Void(4),
        Void(99),
        Correct(99, Add(A, 1)),
        Correct(1, Add(A, 1)),
        Correct(2, MATCH),
        Correct(2, Void(1)),
        Overrule(1, "legal"),
        Overrule(2, "undecided"),
        Overrule(2, "Legal"),
        Overrule(17, "legal"),
        Accept(1),
        Accept(17),
    ],
)
def test_meta_entries_that_aim_at_nothing_possible_change_nothing(event: Event) -> None:
    match = folded(Add(A, 3), event, Add(A, 1))
    assert reason(match, 3) is TARGET_MISSING
    assert total(match) == 4 and match.judged[1].standing is Standing.STANDS


def test_a_meta_entry_cannot_be_corrected_overruled_or_accepted_but_voided() -> None:
    match = folded(Add(A, 3), Void(2), Correct(3, Add(A, 1)), Overrule(3, "illegal"), Accept(3))
    assert total(match) == 0
    assert all(reason(match, n) is TARGET_MISSING for n in (4, 5, 6))


def test_the_match_itself_can_be_corrected_to_other_house_rules() -> None:
    match = folded(Add(A, 3), Correct(1, NewMatch("tally", (A, B), (("start", 10),))))
    assert total(match) == 13


def test_a_voided_match_leaves_nothing_to_play() -> None:
    match = folded(Add(A, 3), Void(1))
    assert match.scores is None and reason(match, 2) is MATCH_MISSING
    match.add(Entry(4, MATCH))
    assert reason(match, 4) is MATCH_STARTED and total(match) == 0


def test_a_log_begins_with_its_match_and_holds_one() -> None:
    match = fold(GAME, as_log((Add(A, 1), MATCH, Add(A, 2), MATCH)))
    assert [judged.rulings[0].reason for judged in match.judged] == [MATCH_MISSING, MATCH_STARTED, ADDED, MATCH_AGAIN]
    assert total(match) == 2


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (NewMatch("chess", (A, B)), MATCH_OTHER_GAME),
        (NewMatch("tally", ()), MATCH_PLAYERS),
        (NewMatch("tally", tuple(map(PlayerId, "abcd"))), MATCH_PLAYERS),
        (NewMatch("tally", (A, A)), MATCH_NAMES),
        (NewMatch("tally", (A, PlayerId("  "))), MATCH_NAMES),
        (NewMatch("tally", (A, B), (("speed", 1),)), MATCH_OPTION),
        (NewMatch("tally", (A, B), (("start", 2),)), MATCH_CHOICE),
        (NewMatch("tally", (A, B), (("double", 1),)), MATCH_CHOICE),
        (NewMatch("tally", (A, B), (("start", True),)), MATCH_CHOICE),
    ],
)
def test_a_match_that_cannot_be_played_says_why(match: NewMatch, expected: Reason) -> None:
    ruling = check_match(GAME.info, match)
    assert ruling is not None and ruling.reason is expected
    assert fold(GAME, as_log((match, Add(A, 1)))).scores is None


def test_entries_out_of_order_are_a_bug() -> None:
    with pytest.raises(ValueError, match="entry 3 cannot follow entry 1"):
        fold(GAME, [Entry(1, MATCH), Entry(3, Add(A, 1))])


targets = st.integers(-1, 40)
some_events = st.one_of(
    st.builds(Add, st.sampled_from([A, B, PlayerId("stranger")]), st.integers(0, 7)),
    st.builds(ManualScore, st.just(A), st.integers(-9, 9)),
    st.builds(Void, targets),
    st.builds(Correct, targets, st.builds(Add, st.just(B), st.integers(0, 7))),
    st.builds(Overrule, targets, st.sampled_from(["legal", "illegal", "perhaps"])),
    st.builds(Accept, targets),
    st.just(MATCH),
)


@given(st.lists(some_events, max_size=40), st.integers(1, 9))
def test_folding_at_once_in_parts_and_one_by_one_is_the_same(events: list[Event], part: int) -> None:
    log = as_log((MATCH, *events))
    whole, one_by_one, parts = fold(GAME, log), Match(GAME), Match(GAME)
    for entry in log:
        one_by_one.add(entry)
    for start in range(0, len(log), part):
        parts.extend(log[start : start + part])
    assert whole.judged == one_by_one.judged == parts.judged
    assert whole.state == one_by_one.state == parts.state


def test_taking_back_across_many_checkpoints_is_the_same_as_folding_again() -> None:
    rng = Random(5)
    log = as_log((MATCH, *(Add(A, rng.randint(1, 6)) for _ in range(4 * CHECKPOINT_EVERY))))
    match = fold(GAME, log)
    for target in (CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1, 2, len(log), 3 * CHECKPOINT_EVERY):
        log.append(Entry(len(log) + 1, Void(target)))
        match.add(log[-1])
        again = fold(GAME, log)
        assert match.judged == again.judged and match.state == again.state


def test_taking_back_a_late_entry_does_not_fold_the_early_ones_again() -> None:
    match = fold(GAME, as_log((MATCH, *(Add(A, 1) for _ in range(10 * CHECKPOINT_EVERY)))))
    before = match.judged[0], match.judged[CHECKPOINT_EVERY]
    match.add(Entry(len(match.judged) + 1, Void(len(match.judged))))
    assert match.judged[0] is before[0] and match.judged[CHECKPOINT_EVERY] is before[1]
