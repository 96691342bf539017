"""The watcher on a drawn table: what was laid and taken is told once, with its time and side; the rest is not told."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np
import pytest

from calibration.table_file import Seat
from tests.vision.observe.scene import FPS, HIGH, LEFT, RIGHT, TABLE, WIDE, Scene, quad_at
from vision.detect.colours import Colours, Labels
from vision.detect.sides import label_of
from vision.frame import Frame
from vision.image import Image
from vision.observe import Kind, Observation
from vision.watcher import Watcher


def watch(scene: Scene, watcher: Watcher, frames: Iterable[Frame]) -> list[Observation]:
    return [seen for frame in frames for seen in watcher.watch(frame)]


@pytest.fixture
def scene() -> Scene:
    return Scene([("red/8", quad_at(LEFT)), ("blue/3", quad_at(RIGHT, 8))])


@pytest.fixture
def watcher(scene: Scene) -> Watcher:
    watcher = Watcher(scene, TABLE)
    assert watch(scene, watcher, scene.calm(4)) == []
    return watcher


def tops(watcher: Watcher) -> dict[str, str | None]:
    return {stack.pile: stack.top.card if stack.top else None for stack in watcher.snapshot.stacks}


def test_what_lies_there_at_the_start_is_known_and_no_event(watcher: Watcher) -> None:
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}


def test_a_still_table_is_not_read_again(scene: Scene, watcher: Watcher) -> None:
    before = scene.reads
    assert watch(scene, watcher, scene.calm(40)) == []
    assert scene.reads == before


@pytest.mark.parametrize(("side", "seat"), [("S", Seat.SOUTH), ("N", Seat.NORTH)])
def test_a_card_is_told_once_with_its_pile_and_side(scene: Scene, watcher: Watcher, side: str, seat: Seat) -> None:
    rest = scene.index + 11
    told = watch(scene, watcher, [*scene.place("yellow/13", LEFT, side, 12), *scene.calm(20)])
    assert [(seen.kind, seen.pile, seen.seat, seen.card) for seen in told] == [(Kind.PLACE, "left", seat, "yellow/13")]
    (seen,) = told
    rest_ns = rest * 1e9 / FPS
    assert seen.lo_ns <= rest_ns <= seen.hi_ns
    assert abs(seen.t_ns - rest_ns) < 0.15e9
    assert seen.lo_ns <= seen.t_ns <= seen.hi_ns
    before, at, after = seen.frames
    assert before < at <= after < scene.index
    assert tops(watcher) == {"left": "yellow/13", "right": "blue/3"}


def test_a_card_that_is_taken_back_uncovers_the_one_below(scene: Scene, watcher: Watcher) -> None:
    watch(scene, watcher, [*scene.place("yellow/13", RIGHT, "N", 30), *scene.calm(10)])
    gone = scene.index + 10
    told = watch(scene, watcher, [*scene.take("N"), *scene.calm(10)])
    assert [(seen.kind, seen.pile, seen.seat, seen.card) for seen in told] == [
        (Kind.TAKE, "right", Seat.NORTH, "yellow/13")
    ]
    assert told[0].lo_ns <= gone * 1e9 / FPS <= told[0].hi_ns + 2e9 / FPS
    assert tops(watcher)["right"] == "blue/3"


@pytest.mark.parametrize("aside", [(6.0, 5.0), (-5.0, 7.0)])
def test_another_copy_of_the_card_under_the_top_is_laid_on_it(
    scene: Scene, watcher: Watcher, aside: tuple[float, float]
) -> None:
    watch(scene, watcher, [*scene.place("yellow/13", LEFT, "S", 25), *scene.calm(10)])
    there = (LEFT[0] + aside[0], LEFT[1] + aside[1])
    told = watch(scene, watcher, [*scene.place("red/8", there, "N", 4), *scene.calm(20)])
    assert [(seen.kind, seen.card, seen.seat) for seen in told] == [(Kind.PLACE, "red/8", Seat.NORTH)]
    told = watch(scene, watcher, [*scene.take("N"), *scene.calm(20)])
    assert [(seen.kind, seen.card) for seen in told] == [(Kind.TAKE, "red/8")]
    assert tops(watcher)["left"] == "yellow/13"
    told = watch(scene, watcher, [*scene.take("S"), *scene.calm(20)])
    assert [(seen.kind, seen.card) for seen in told] == [(Kind.TAKE, "yellow/13")]


def test_a_change_that_nobody_can_explain_is_no_event_but_it_is_known(scene: Scene, watcher: Watcher) -> None:
    watch(scene, watcher, [*scene.place("red/12", LEFT, "S", 25), *scene.calm(10)])
    assert not watcher.unexplained
    scene.overlooked.add("yellow/13")
    assert watch(scene, watcher, [*scene.place("yellow/13", LEFT, "S", 12), *scene.calm(20)]) == []
    assert watcher.unexplained == {"left"}


def test_two_hands_at_two_piles_at_once(scene: Scene, watcher: Watcher) -> None:
    first = list(scene.place("yellow/13", LEFT, "S", 12))
    told = watch(scene, watcher, [*first, *scene.place("red/20", RIGHT, "N"), *scene.calm(10)])
    assert {(seen.pile, seen.seat, seen.card) for seen in told} == {
        ("left", Seat.SOUTH, "yellow/13"),
        ("right", Seat.NORTH, "red/20"),
    }


def test_a_hand_that_hovers_lays_nothing(scene: Scene, watcher: Watcher) -> None:
    assert watch(scene, watcher, [*scene.hover(LEFT, "S"), *scene.calm(20)]) == []
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}


class SeesFingers:
    """Stands in for the network: whatever is much brighter than before is an arm of south."""

    def labels(self, picture: Image, table: Image, colours: Colours | None = None) -> Labels:
        brighter = cv2.subtract(picture, table).max(axis=2) > 40
        return brighter.astype(np.uint8) * label_of(Seat.SOUTH)

    def arms(self, picture: Image) -> Labels:
        """Skin."""
        apart = np.abs(picture.astype(int) - np.array((128, 158, 212))).max(axis=2)
        return (apart < 24).astype(np.uint8) * label_of(Seat.SOUTH)


def test_a_pile_is_not_remembered_with_fingers_on_it_of_an_arm_like_the_table(scene: Scene) -> None:
    watcher = Watcher(scene, TABLE, SeesFingers())
    watch(scene, watcher, scene.calm(4))
    resting = list(scene.calm(80))
    for frame in resting:
        cv2.circle(frame.image, (round(LEFT[0]), round(LEFT[1]) + 25), 16, (250, 250, 250), -1, cv2.LINE_AA)
    assert watch(scene, watcher, resting) == []
    assert watcher.disturbed_since_ns is not None
    assert watch(scene, watcher, scene.calm(20)) == []
    assert watcher.disturbed_since_ns is None


@pytest.mark.parametrize("side", ["S", "N"])
def test_a_camera_may_begin_with_a_hand_over_a_pile(scene: Scene, side: str) -> None:
    watcher = Watcher(scene, TABLE)
    going = list(scene.hover(LEFT, side))[15:]
    assert watch(scene, watcher, [*going, *scene.calm(12)]) == []
    told = watch(scene, watcher, [*scene.place("yellow/13", LEFT, "S", 12), *scene.calm(6)])
    told += watch(scene, watcher, [*scene.place("blue/5", LEFT, "N"), *scene.calm(6)])
    assert [(seen.pile, seen.seat, seen.card) for seen in told] == [
        ("left", Seat.SOUTH, "yellow/13"),
        ("left", Seat.NORTH, "blue/5"),
    ]


def resting(scene: Scene, hand: tuple[float, float], frames: int) -> list[Frame]:
    return [scene.frame(("S", hand)) for _ in range(frames)]


def going(scene: Scene, hand: tuple[float, float]) -> list[Frame]:
    return [scene.frame(("S", (hand[0], hand[1] + step * (HIGH + 120 - hand[1]) / 7))) for step in range(1, 8)]


@pytest.mark.parametrize("frames", [4, 30, 150])
def test_a_pile_under_a_hand_when_the_camera_begins_is_known_soon_after_and_no_event(scene: Scene, frames: int) -> None:
    scene.lying.insert(0, ("yellow/11", quad_at((LEFT[0] + 8, LEFT[1] - 5), 12)))
    watcher = Watcher(scene, TABLE, SeesFingers())
    scene.overlooked.add("red/8")
    assert watch(scene, watcher, resting(scene, LEFT, frames)) == []
    assert tops(watcher) == {"right": "blue/3"}
    scene.overlooked.clear()
    assert watch(scene, watcher, [*going(scene, LEFT), *scene.calm(5)]) == []
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}
    told = watch(scene, watcher, [*scene.place("yellow/13", LEFT, "N", 12), *scene.calm(6)])
    assert [(seen.pile, seen.seat, seen.card) for seen in told] == [("left", Seat.NORTH, "yellow/13")]


def test_a_card_that_a_resting_hand_leaves_free_is_known_at_once(scene: Scene) -> None:
    beside = (LEFT[0] - 20, LEFT[1] + 80)
    watcher = Watcher(scene, TABLE, SeesFingers())
    assert watch(scene, watcher, resting(scene, beside, 8)) == []
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}
    assert watch(scene, watcher, [*going(scene, beside), *scene.calm(30)]) == []


def test_a_print_that_looks_like_an_arm_hides_a_pile_only_for_a_while(scene: Scene) -> None:
    watcher = Watcher(scene, TABLE, SeesFingers())
    slowly = [replace(frame, t_ns=8 * frame.t_ns) for frame in resting(scene, LEFT, 90)]
    assert watch(scene, watcher, slowly[:70]) == []
    assert tops(watcher) == {"right": "blue/3"}
    assert watch(scene, watcher, slowly[70:]) == []
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}


@pytest.mark.parametrize("by_whom", ["S", "N"])
def test_what_came_to_light_under_the_first_card_was_not_laid(scene: Scene, by_whom: str) -> None:
    scene.lying.insert(0, ("yellow/11", quad_at((RIGHT[0] + 7, RIGHT[1] - 6), -6)))
    watcher = Watcher(scene, TABLE)
    watch(scene, watcher, scene.calm(4))
    assert tops(watcher) == {"left": "red/8", "right": "blue/3"}
    assert watch(scene, watcher, [*scene.take(by_whom), *scene.calm(10)]) == []
    assert tops(watcher)["right"] == "yellow/11"
    assert watcher.unexplained == {"right"}


def test_another_light_lays_nothing(scene: Scene, watcher: Watcher) -> None:
    scene.light = 0.8
    assert watch(scene, watcher, scene.calm(100)) == []
    told = watch(scene, watcher, [*scene.place("yellow/13", LEFT, "S", 12), *scene.calm(20)])
    assert [seen.card for seen in told] == ["yellow/13"]


def pushed(scene: Scene, frames: Sequence[Frame], by: int = 5) -> list[Frame]:
    """The same with the camera pushed so far to the left; what lies there is read where it is seen."""
    scene.lying = [(card, tuple((x + by, y) for x, y in quad)) for card, quad in scene.lying]  # type: ignore[misc]
    back = np.array([[1, 0, by], [0, 1, 0]], np.float32)
    seen = [cv2.warpAffine(each.image, back, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE) for each in frames]
    return [replace(each, image=np.asarray(picture, np.uint8)) for each, picture in zip(frames, seen, strict=True)]


def test_a_camera_that_is_pushed_lays_nothing(scene: Scene) -> None:
    for x in range(30, WIDE, 60):  # a cloth on which a move can be seen
        scene.wood[20:40, x : x + 25] += 70
        scene.wood[280:300, x + 10 : x + 30] += 70
    scene.unreadable.add("red/8")
    watcher = Watcher(scene, TABLE)
    assert watch(scene, watcher, scene.calm(20)) == []
    assert tops(watcher) == {"left": None, "right": "blue/3"}
    scene.unreadable.clear()
    calm = list(scene.calm(12))
    assert watch(scene, watcher, pushed(scene, calm)) == []


def test_a_card_that_cannot_be_read_is_told_without_a_name(scene: Scene, watcher: Watcher) -> None:
    scene.unreadable.add("yellow/13")
    told = watch(scene, watcher, [*scene.place("yellow/13", LEFT, "S", 12), *scene.calm(20)])
    assert [(seen.kind, seen.card, seen.seat) for seen in told] == [(Kind.PLACE, None, Seat.SOUTH)]


def test_a_side_without_a_seat_is_nobody(scene: Scene) -> None:
    alone = Watcher(scene, replace(TABLE, seats=(Seat.SOUTH,)))
    watch(scene, alone, scene.calm(4))
    told = watch(scene, alone, [*scene.place("yellow/13", LEFT, "N", 12), *scene.calm(20)])
    assert [seen.seat for seen in told] == [None]


def test_an_empty_pile_gets_its_first_card() -> None:
    scene = Scene([("red/8", quad_at(LEFT))])
    watcher = Watcher(scene, TABLE)
    assert watch(scene, watcher, scene.calm(10)) == []
    assert tops(watcher) == {"left": "red/8", "right": None}
    told = watch(scene, watcher, [*scene.place("yellow/13", RIGHT, "S"), *scene.calm(10)])
    assert [(seen.pile, seen.card) for seen in told] == [("right", "yellow/13")]


def test_while_a_hand_is_over_a_pile_it_counts_as_disturbed(scene: Scene, watcher: Watcher) -> None:
    assert watcher.disturbed_since_ns is None
    watch(scene, watcher, list(scene.hover(LEFT, "S"))[:10])
    assert watcher.disturbed_since_ns is not None
    watch(scene, watcher, scene.calm(10))
    assert watcher.disturbed_since_ns is None


def test_a_picture_whose_size_is_no_multiple_of_anything(scene: Scene) -> None:
    odd = replace(TABLE, size=(WIDE - 3, HIGH - 3))
    watcher = Watcher(scene, odd)
    frames = chain(scene.calm(4), scene.place("yellow/13", LEFT, "S", 12), scene.calm(20))
    cut = (replace(frame, image=frame.image[: HIGH - 3, : WIDE - 3]) for frame in frames)
    assert [seen.card for seen in watch(scene, watcher, cut)] == ["yellow/13"]
