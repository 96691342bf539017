"""The match as the screens see it: undo, redo, overrule, correct, whose turn. No Kivy; the log is a list."""

from random import Random

import pytest

from companion.core.events import Accept, Correct, Entry, ManualScore, NewMatch, Overrule, Void
from companion.core.fold import Standing, fold
from companion.core.playthrough import read_playthrough
from companion.core.practice import as_log, new_match, random_events
from companion.core.rulings import Verdict
from companion.games import game_ids, load_game
from companion.games.frankfurt.events import Discard, Open
from companion.games.frappadingue.events import Throw
from companion.ui.table_model import TableModel, can_be_disputed


def table(game_id="frantic", players=("Ann", "Ben", "Cleo")):
    model, log = TableModel(load_game(game_id)), []

    def write(event):
        log.append(Entry(len(log) + 1, event))
        model.take(log[-1:])

    model.write = write
    write(NewMatch(game_id, players))
    return model, log


def totals(model):
    return [line.total for line in model.scores.lines]


def test_undo_and_redo_go_back_and_forth_as_far_as_one_likes():
    model, log = table()
    for points in (5, 7, 9):
        model.write(ManualScore("Ann", points))
    seen = [totals(model)[0]]
    for _ in range(3):
        model.undo()
        seen.append(totals(model)[0])
    assert seen == [21, 12, 5, 0]
    assert not model.can_undo
    for _ in range(3):
        model.redo()
        seen.append(totals(model)[0])
    assert seen[4:] == [5, 12, 21]
    assert not model.can_redo
    # Undo is an event too: nothing was ever taken out of the log.
    assert len(log) == 10


def test_the_start_of_a_match_cannot_be_taken_back():
    model, log = table()
    assert model.undo() is None
    assert len(log) == 1


def test_something_new_forgets_what_could_have_been_redone():
    model, _ = table()
    model.write(ManualScore("Ann", 5))
    model.undo()
    model.write(ManualScore("Ben", 1))
    assert not model.can_redo
    assert totals(model) == [0, 1, 0]


def test_a_round_written_by_hand_is_one_step():
    model, _ = table()
    for player, points in (("Ann", 5), ("Ben", 7), ("Cleo", 9)):
        model.write(ManualScore(player, points, "Round 1"))
    model.undo()
    assert totals(model) == [0, 0, 0]
    model.redo()
    assert totals(model) == [5, 7, 9]


@pytest.mark.parametrize("name", ["Round 1", "Round {number}"])
def test_rounds_written_by_hand_are_counted_and_taken_back_one_by_one(name):
    model, _ = table()
    assert model.round == 1
    for number, scored in enumerate(((0, 7, 9), (5, 0, 1)), 1):
        for player, points in zip(("Ann", "Ben", "Cleo"), scored, strict=True):
            model.write(ManualScore(player, points, name.format(number=number)))
        assert model.round == number + 1
    model.undo()
    assert totals(model) == [0, 7, 9] and model.round == 2
    model.undo()
    assert totals(model) == [0, 0, 0] and model.round == 1
    model.redo()
    assert totals(model) == [0, 7, 9] and model.round == 2


def test_points_for_one_player_are_no_round():
    model, _ = table()
    model.write(ManualScore("Ann", 5, "spilled"))
    assert model.round == 1


def test_undo_survives_a_restart_because_it_is_read_from_the_log():
    model, log = table()
    model.write(ManualScore("Ann", 5))
    model.undo()
    again = TableModel(load_game("frantic"), log)
    assert (again.can_undo, again.can_redo) == (False, True)


def test_an_overruling_can_be_undone_like_anything_else():
    model, _ = frankfurt_with_a_wrong_card()
    model.overrule(4, by="Ann")
    assert model.judged[3].standing is Standing.OVERRULED
    assert model.judged[3].rulings[0].verdict is Verdict.LEGAL
    assert model.judged[3].original.verdict is Verdict.ILLEGAL
    model.undo()
    assert model.judged[3].rulings[0].verdict is Verdict.ILLEGAL


def frankfurt_with_a_wrong_card():
    model, log = table("frankfurt", ("Ann", "Ben"))
    model.write(Open("Ann", "frankfurt/red/8"))
    model.write(Open("Ben", "frankfurt/blue/7"))
    model.write(Discard("Ben", "frankfurt/red/4", "1"))
    return model, log


def test_a_correction_keeps_what_was_written_first():
    model, log = frankfurt_with_a_wrong_card()
    model.correct(4, Discard("Ben", "frankfurt/red/9", "1"), by="Ben", why="misread")
    assert isinstance(log[-1].event, Correct)
    assert model.judged[3].standing is Standing.CORRECTED
    assert model.judged[3].entry.event.card == "frankfurt/red/4"
    assert model.judged[3].counted.card == "frankfurt/red/9"


def test_accepting_is_written_down_and_decides_what_nobody_had_decided():
    model, log = frankfurt_with_a_wrong_card()
    assert model.wants_answer(4) and not model.wants_answer(3)
    model.accept(4)
    assert log[-1].event == Accept(4)
    assert not model.wants_answer(4) and model.judged[3].accepted
    assert TableModel(model.game, log).judged[3].accepted
    model.write(Discard("Ann", "?", "2"))
    assert model.judged[-1].rulings[0].verdict is Verdict.UNDECIDED
    model.accept(6)
    assert isinstance(log[-1].event, Overrule)
    assert model.judged[5].rulings[0].verdict is Verdict.LEGAL


def test_accepting_can_be_undone_and_redone_like_anything_else():
    model, _ = frankfurt_with_a_wrong_card()
    model.accept(4)
    model.undo()
    assert model.wants_answer(4) and model.judged[3].rulings[0].verdict is Verdict.ILLEGAL
    model.redo()
    assert model.judged[3].accepted


def test_what_was_taken_back_cannot_be_overruled():
    model, _ = frankfurt_with_a_wrong_card()
    model.void(4)
    assert not can_be_disputed(model.judged[3])
    assert can_be_disputed(model.judged[2])
    assert not can_be_disputed(model.judged[0])


def test_entries_that_are_known_are_passed_over():
    model, log = table()
    model.write(ManualScore("Ann", 5))
    assert model.take(log) == ()
    assert totals(model) == [5, 0, 0]


def test_the_table_waits_for_the_one_whose_turn_it_is():
    model, _ = table("frappadingue", ("Ann", "Ben"))
    assert model.turn == 0
    model.write(Throw("Ann", ("frappa/accrochage", *("frappa/km/8",) * 4)))
    assert model.turn == 1


def test_looking_writes_nothing():
    model, log = frankfurt_with_a_wrong_card()
    ruling = model.look(Discard("Ann", "frankfurt/red/2", "1"))
    assert ruling.verdict is Verdict.ILLEGAL
    assert len(log) == 4


@pytest.mark.parametrize("game_id", game_ids())
def test_undoing_everything_and_redoing_it_gives_the_same_match(game_id):
    """Whatever was played: all of it back, all of it again, and the totals are those of the log."""
    game = load_game(game_id)
    entries = as_log(random_events(game, new_match(game, 3), Random(5), most=40))
    model = TableModel(game, entries)
    log = list(entries)

    def write(event):
        log.append(Entry(len(log) + 1, event))
        model.take(log[-1:])

    model.write = write
    wanted = model.scores
    steps = 0
    while model.can_undo:
        model.undo()
        steps += 1
    assert model.scores == game.scores(game.start(entries[0].event))
    while model.can_redo:
        model.redo()
    assert model.scores == wanted
    assert steps
    assert fold(game, log).scores == wanted


@pytest.mark.parametrize("game_id", game_ids())
def test_a_playthrough_with_voids_in_it_has_steps_to_undo(game_id):
    """A log that somebody else wrote, with voids of its own, is understood as well."""
    model = TableModel(load_game(game_id), read_playthrough(load_game(game_id)))
    done, _ = model.history
    voided = {entry.event.target for entry in read_playthrough(load_game(game_id)) if isinstance(entry.event, Void)}
    assert done
    assert not voided & {target for step in done for target in step.targets}
