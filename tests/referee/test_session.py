"""From frames to rulings at one table: what was seen is written down and judged, what was not is asked."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain

import cv2
import pytest

from calibration.errors import BadInput
from calibration.table_file import Seat
from companion.core.codec import kinds_of
from companion.core.events import NewMatch
from companion.core.fold import Standing
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.games.frankfurt.events import Discard, Open, TakeBack
from companion.referee.adapter import load_adapter
from companion.referee.session import TableSession, Update
from companion.store.log import MatchLog, MemoryLog
from tests.vision.observe.scene import HIGH, LEFT, RIGHT, TABLE, WIDE, Scene, quad_at
from vision.frame import Frame, Gap

GAME = load_game("frankfurt")
ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
PLAYERS = {Seat.SOUTH: ANN, Seat.NORTH: BEN}


class Played:
    """A source that plays what it is given."""

    name = "drawn"

    def __init__(self, items: Iterable[Frame | Gap], size: tuple[int, int] = (WIDE, HIGH)) -> None:
        self._items = iter(items)
        self.size = size

    def read(self) -> Frame | Gap | None:
        return next(self._items, None)

    def close(self) -> None:
        self._items = iter(())


class Named(Scene):
    """The drawn table, read with the card ids of the game."""

    def read(self, image: object, within: object = None, widths: object = None) -> tuple:  # type: ignore[type-arg, override]
        return tuple(
            type(seen)(f"frankfurt/{seen.card}" if seen.card else None, seen.face, seen.confidence, seen.quad)
            for seen in super().read(image, within)  # type: ignore[arg-type]
        )


@pytest.fixture
def scene() -> Named:
    return Named([("yellow/8", quad_at(LEFT)), ("blue/5", quad_at(RIGHT))])


def new_log() -> MemoryLog:
    return MemoryLog(kinds_of(GAME.events))


def play(scene: Scene, items: Iterable[Frame | Gap], log: MatchLog | None = None) -> list[Update]:
    session = TableSession(Played(items), scene, TABLE, GAME, PLAYERS, log or new_log(), (("wrong_cards", "live"),))
    updates = []
    while (update := session.step()) is not None:
        updates.append(update)
    return updates


def codes(updates: Iterable[Update]) -> list[str]:
    return [ruling.code for update in updates for judged in update.judged for ruling in judged.rulings]


def story(scene: Scene) -> Iterable[Frame | Gap]:
    yield from scene.calm(4)
    yield from scene.place("red/12", LEFT, "S", 15)
    yield from scene.calm(6)
    yield from scene.place("red/3", RIGHT, "N", 20)
    yield from scene.calm(6)
    yield from scene.take("N")
    yield from scene.calm(6)


def test_a_round_is_opened_judged_and_counted(scene: Named) -> None:
    log = new_log()
    updates = play(scene, story(scene), log)
    assert codes(updates) == [
        "core.match_started",
        "frankfurt.open.pile",
        "frankfurt.open.pile",
        "frankfurt.discard.different_colour",
        "frankfurt.discard.lower",
        "frankfurt.discard.goes_back",
        "frankfurt.take_back.already_back",
    ]
    scores = updates[-1].scores
    assert scores is not None
    assert [(line.player, line.total) for line in scores.lines] == [(ANN, 64), (BEN, 65)]
    events = [entry.event for entry in log.entries()]
    assert isinstance(events[0], NewMatch)
    assert {event.pile for event in events if isinstance(event, Open)} == {"left", "right"}
    assert events[3:] == [
        Discard(ANN, "frankfurt/red/12", "left"),
        Discard(BEN, "frankfurt/red/3", "right"),
        TakeBack(BEN, "right", "frankfurt/red/3"),
    ]


def hidden(scene: Scene, card: str, frames: Iterable[Frame]) -> Iterable[Frame]:
    """The same with the left pile under a hand that is never still: nothing of it is read."""
    scene.overlooked.add(card)
    for frame in frames:
        cv2.circle(frame.image, (round(LEFT[0]) + 10 * (frame.index % 3), round(LEFT[1])), 26, (130, 160, 215), -1)
        yield frame
    scene.overlooked.discard(card)


def test_a_hidden_pile_is_told_and_what_is_laid_elsewhere_meanwhile_is_what_play_begins_with(scene: Named) -> None:
    beginning = chain(
        hidden(scene, "yellow/8", chain(scene.calm(70), scene.place("red/3", RIGHT, "N", 20), scene.calm(6))),
        scene.calm(20),
    )
    updates = play(scene, chain(beginning, scene.place("red/12", LEFT, "S", 15), scene.calm(6)))
    told = [update.hidden for update in updates]
    assert not any(told[:59]) and set(told[61:70]) == {("left",)} and not told[-1]
    assert codes(updates) == [
        "core.match_started",
        "frankfurt.open.pile",
        "frankfurt.open.pile",
        "frankfurt.discard.different_colour",
    ]
    assert {reading.card for reading in updates[-1].readings} == {"frankfurt/red/12", "frankfurt/red/3"}
    assert not any(update.questions for update in updates)


def test_a_hand_that_rests_on_the_draw_pile_keeps_nobody_waiting(scene: Named) -> None:
    piles = (replace(TABLE.piles[0], name="draw"), TABLE.piles[1])
    session = TableSession(
        Played(hidden(scene, "yellow/8", scene.calm(90))), scene, replace(TABLE, piles=piles), GAME, PLAYERS, new_log()
    )
    updates = list(iter(session.step, None))
    assert codes(updates) == ["core.match_started", "frankfurt.open.pile"]
    assert not any(update.hidden for update in updates)


def test_an_entry_tells_when_how_sure_and_where_to_look(scene: Named) -> None:
    log = new_log()
    play(scene, story(scene), log)
    entry = log.entries()[3]
    assert 0 < entry.lo_ns < entry.hi_ns
    assert entry.source == "camera.certain"
    assert entry.confidence == pytest.approx(0.99)
    assert entry.proof.startswith("drawn#")


def test_the_cards_on_top_are_shown_with_every_frame(scene: Named) -> None:
    updates = play(scene, story(scene))
    assert {reading.card for reading in updates[4].readings} == {"frankfurt/yellow/8", "frankfurt/blue/5"}
    assert {reading.card for reading in updates[-1].readings} == {"frankfurt/red/12", "frankfurt/blue/5"}


def test_a_card_nobody_could_read_is_a_question_and_not_written(scene: Named) -> None:
    scene.unreadable.add("red/12")
    log = new_log()
    updates = play(scene, chain(scene.calm(4), scene.place("red/12", LEFT, "S", 15), scene.calm(16)), log)
    questions = [question for update in updates for question in update.questions]
    assert [question.missing for question in questions] == [("card",)]
    assert len(log.entries()) == 3


def test_an_arm_from_a_side_where_nobody_sits_is_a_question(scene: Named) -> None:
    scene_table = replace(TABLE, seats=(Seat.SOUTH, Seat.EAST))
    frames = chain(scene.calm(4), scene.place("red/12", LEFT, "N", 15), scene.calm(16))
    seated = {Seat.SOUTH: ANN, Seat.EAST: BEN}
    session = TableSession(Played(frames), scene, scene_table, GAME, seated, new_log())
    questions = []
    while (update := session.step()) is not None:
        questions += update.questions
    assert [question.missing for question in questions] == [("player",)]


def test_a_gap_is_told_and_keeps_the_last_picture(scene: Named) -> None:
    updates = play(scene, [*scene.calm(4), Gap(140_000_000, "camera_lost"), *scene.calm(2)])
    assert [update.note for update in updates] == ["", "", "", "", "camera_lost", "", ""]
    assert updates[4].image is updates[3].image
    assert updates[4].t_ns == 140_000_000


def test_what_is_told_was_written_before(scene: Named) -> None:
    log = new_log()
    written: list[int] = []
    append: Callable[..., object] = log.append

    def spy(*args: object, **named: object) -> object:
        entry = append(*args, **named)
        written.append(len(log.entries()))
        return entry

    log.append = spy  # type: ignore[method-assign, assignment]
    updates = play(scene, story(scene), log)
    told = [judged.entry.n for update in updates for judged in update.judged]
    assert told == written


def test_a_match_goes_on_where_its_log_ends(scene: Named) -> None:
    log = new_log()
    play(scene, story(scene), log)
    again = Named(list(scene.lying))
    updates = play(again, chain(again.calm(4), again.place("blue/13", LEFT, "N", 25), again.calm(8)), log)
    assert codes(updates) == ["frankfurt.discard.different_colour"]
    assert updates[-1].judged == () and updates[-1].scores is not None
    assert [line.total for line in updates[-1].scores.lines] == [64, 64]


def test_every_entry_stands(scene: Named) -> None:
    updates = play(scene, story(scene))
    assert {judged.standing for update in updates for judged in update.judged} == {Standing.STANDS}


def test_a_picture_of_another_size_is_one_sentence(scene: Named) -> None:
    with pytest.raises(BadInput, match="TABLE"):
        TableSession(Played([], (640, 480)), scene, TABLE, GAME, PLAYERS, new_log())


def test_a_player_without_a_seat_is_one_sentence(scene: Named) -> None:
    with pytest.raises(BadInput, match="seat"):
        TableSession(Played([]), scene, TABLE, GAME, {Seat.WEST: ANN, Seat.SOUTH: BEN}, new_log())


def test_a_game_without_a_camera_referee_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="tapis play"):
        load_adapter("patience")


def test_on_a_card_that_nobody_saw_nothing_is_called_wrong(scene: Named) -> None:
    """That something was laid was noticed, though not what: it may be right on that, though not on the yellow 13."""
    scene.overlooked.add("red/12")
    parts = (
        scene.calm(4),
        scene.place("yellow/13", LEFT, "S", 8),
        scene.calm(8),
        scene.place("red/12", LEFT, "S", 15),
        scene.calm(16),
        scene.place("red/9", LEFT, "N", 160),
        scene.calm(8),
    )
    updates = play(scene, chain(*parts))
    assert [question.missing for update in updates for question in update.questions] == [("below",)]
    assert codes(updates)[3:] == ["frankfurt.discard.same_colour"]


def test_on_a_card_that_nobody_wrote_down_nothing_is_called_wrong(scene: Named) -> None:
    """The red 12 was not read; the red 9 fits on it, though not on the yellow 13 that counts in the log."""
    scene.lying[0] = ("yellow/13", quad_at(LEFT))
    scene.unreadable.add("red/12")
    parts = (
        scene.calm(4),
        scene.place("red/12", LEFT, "S", 15),
        scene.calm(16),
        scene.place("red/9", LEFT, "N", 160),
        scene.calm(8),
        scene.place("blue/16", LEFT, "S", 20),
        scene.calm(8),
        scene.place("blue/8", LEFT, "N", 170),
        scene.calm(8),
    )
    updates = play(scene, chain(*parts))
    assert [question.missing for update in updates for question in update.questions] == [("card",), ("below",)]
    assert codes(updates)[3:5] == ["frankfurt.discard.different_colour", "frankfurt.discard.even_on_even"]
