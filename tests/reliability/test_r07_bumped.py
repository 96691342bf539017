"""R7: a table or camera that is bumped is noticed within half a second, nothing is ruled meanwhile, all recovers.

The scripted camera looks at the first picture of the bundled recording, with noise, and things happen to it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.drift import DriftAlarm, Trouble, brought_back
from calibration.mat import Paper, mat_for
from calibration.table_file import Table, load_table, plain, table_of
from companion.benches._mat_scenes import TABLE_PX, Camera, camera, photographed, printed, surface
from companion.core.codec import kinds_of
from companion.core.words import LANGUAGES
from companion.games import load_game
from companion.referee.demo import GAME_ID, OPTIONS, PLAYERS, demo_folder
from companion.referee.session import TableSession, Update
from companion.referee.steady import SteadySource
from companion.store.log import MemoryLog
from companion.ui.present import gap_line
from vision.frame import Frame, Gap
from vision.image import Image
from vision.reader import Reader
from vision.recognise.deck import load_deck
from vision.sources.video_file import VideoFile

FPS = 15
FRAME_NS = 1_000_000_000 // FPS
NOTICED_NS = 500_000_000
Happening = Callable[[Image], Image]


@cache
def pictures() -> tuple[Image, ...]:
    video = VideoFile(demo_folder() / "recording.avi")
    return tuple(frame.image for frame in iter(video.read, None) if isinstance(frame, Frame))


@cache
def table() -> Table:
    return load_table(demo_folder() / "table.json")


@cache
def grains() -> tuple[Image, ...]:
    rng = np.random.default_rng(7)
    return tuple(rng.integers(0, 7, pictures()[0].shape).astype(np.uint8) for _ in range(4))


def moved(right_mm: float, down_mm: float, turn_deg: float) -> Happening:
    """The table, or the camera: seen from above nobody can tell."""
    turn = np.vstack((cv2.getRotationMatrix2D((0, 0), turn_deg, 1), (0, 0, 1)))
    turn[:2, 2] += right_mm, down_mm
    plane = np.array(table().plane.mm_to_px)
    motion = plane @ turn @ np.linalg.inv(plane)
    size = table().size
    return lambda image: np.asarray(cv2.warpPerspective(image, motion, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def dimmed(share: float) -> Happening:
    return lambda image: np.asarray(cv2.convertScaleAbs(image, alpha=share), np.uint8)


def stripe(image: Image) -> Image:
    """The sun through a gap in the curtain."""
    lit = image.copy()
    wide = image.shape[1] // 6
    lit[:, wide : 2 * wide] = cv2.convertScaleAbs(lit[:, wide : 2 * wide], alpha=1.9)
    return lit


def covered(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 60), np.uint8)


def scripted(*parts: tuple[float, Happening | None]) -> Iterator[Frame]:
    """Each part lasts so many seconds."""
    index = 0
    for seconds, happening in parts:
        image = pictures()[0] if happening is None else happening(pictures()[0])
        for _ in range(round(seconds * FPS)):
            noisy = cv2.add(image, grains()[index % 4])
            yield Frame(index, index * FRAME_NS, np.asarray(noisy, np.uint8), "scripted")
            index += 1


def watched(*parts: tuple[float, Happening | None]) -> list[tuple[int, Trouble]]:
    alarm = DriftAlarm(table().size, table().plane, [pile.polygon for pile in table().piles])
    return [(frame.t_ns, alarm.look(frame.image, frame.t_ns).trouble) for frame in scripted(*parts)]


BUMPS = [(2.2, 0, 0), (0, -3, 0), (5, 4, 0), (-10, 3, 0), (20, 0, 0), (0, 0, 1.5), (1, 1, -2.5), (0, 0, 5)]


@pytest.mark.parametrize("bump", BUMPS, ids=str)
def test_a_bump_is_noticed_and_recovers_by_itself(bump: tuple[float, float, float]) -> None:
    seen = watched((1, None), (2.5, moved(*bump)))
    first = next(t_ns for t_ns, trouble in seen if trouble is Trouble.MOVED)
    assert 0 < first - 1_000_000_000 <= NOTICED_NS
    assert seen[-1][1] is Trouble.NONE
    lost = [t_ns for t_ns, trouble in seen if trouble is not Trouble.NONE]
    assert lost[-1] - lost[0] >= NOTICED_NS, "it must lie still a while before it is believed"


@pytest.mark.parametrize("bump", [(0.5, 0, 0), (0, 0.7, 0), (0, 0, 0.1)], ids=str)
def test_what_is_no_bump_is_no_alarm(bump: tuple[float, float, float]) -> None:
    assert {trouble for _, trouble in watched((1, None), (1, moved(*bump)))} == {Trouble.NONE}


def test_after_a_bump_the_picture_is_brought_back_to_where_it_was() -> None:
    alarm = DriftAlarm(table().size, table().plane, [pile.polygon for pile in table().piles])
    bump = moved(6, -4, 2)
    for frame in scripted((1, None), (2.5, bump)):
        outlook = alarm.look(frame.image, frame.t_ns)
    assert outlook.steady and outlook.onto is not None
    spots = table().plane.to_mm([(200, 150), (500, 280), (360, 200)])
    turn = np.vstack((cv2.getRotationMatrix2D((0, 0), 2, 1), (0, 0, 1)))
    turn[:2, 2] += 6, -4
    there = table().plane.to_px(cv2.perspectiveTransform(spots[None], turn)[0])
    back = cv2.perspectiveTransform(there[None], np.array(outlook.onto))[0]
    assert np.abs(table().plane.to_mm(back) - spots).max() < 0.6
    apart = cv2.absdiff(brought_back(bump(pictures()[0]), outlook.onto), pictures()[0])
    assert float(np.mean(np.asarray(apart)[60:-60, 60:-60])) < 6


@pytest.mark.parametrize(
    ("happening", "told"),
    [(dimmed(0.03), Trouble.BLOCKED), (covered, Trouble.BLOCKED), (dimmed(0.5), Trouble.LIGHT)],
    ids=["lamp off", "lens covered", "lamp dimmed"],
)
def test_other_light_and_a_covered_lens_are_noticed_and_recover(happening: Happening, told: Trouble) -> None:
    seen = watched((1, None), (1, happening), (2, None))
    first = next(t_ns for t_ns, trouble in seen if trouble is not Trouble.NONE)
    assert 0 < first - 1_000_000_000 <= NOTICED_NS
    assert {trouble for _, trouble in seen} == {Trouble.NONE, told}
    assert seen[-1][1] is Trouble.NONE


def test_a_lamp_that_stays_dimmed_becomes_the_light_of_the_table() -> None:
    seen = watched((1, None), (2.5, dimmed(0.5)))
    assert seen[-1][1] is Trouble.NONE


def test_a_stripe_of_sun_moves_nothing() -> None:
    assert {trouble for _, trouble in watched((1, None), (1, stripe))} == {Trouble.NONE}


def test_arms_and_cards_move_nothing() -> None:
    alarm = DriftAlarm(table().size, table().plane, [pile.polygon for pile in table().piles])
    troubles = [alarm.look(image, index * 66_666_667).trouble for index, image in enumerate(pictures()) if index % 2]
    assert set(troubles) == {Trouble.NONE}


def dotted(arm: bool, right_px: int) -> Image:
    """A plain table with little to hold on to; an arm reaches in over some of it."""
    picture = np.full((480, 640, 3), 120, np.uint8)
    for x, y in [(90 + 130 * column, 60 + 120 * row) for column in range(4) for row in range(4)][:13]:
        cv2.circle(picture, (x + right_px, y), 5, (200, 220, 240), -1)
    if arm:
        sleeve = picture[:330, 20 + right_px : 250 + right_px]
        sleeve[:] = np.random.default_rng(1).integers(0, 255, (*sleeve.shape[:2], 1))
    return picture


def test_an_arm_over_a_plain_table_with_few_marks_is_no_trouble() -> None:
    alarm = DriftAlarm((640, 480), table().plane)
    alarm.look(dotted(arm=False, right_px=0), 0)
    assert alarm.watches
    looks = [alarm.look(dotted(arm=index % 20 < 12, right_px=0), index * 100_000_000) for index in range(1, 60)]
    assert {look.trouble for look in looks} == {Trouble.NONE}
    bumped = [alarm.look(dotted(arm=True, right_px=9), index * 100_000_000).trouble for index in range(60, 66)]
    assert Trouble.NONE not in bumped[2:]


class Carried:
    """A camera over a mat that sees it one way, and then another."""

    name = "carried"
    size = (1280, 720)

    def __init__(self, rng: np.random.Generator, cameras: Sequence[Camera], table: Image) -> None:
        mat = mat_for("any", Paper.A4)
        self.cameras = cameras
        before, after = (photographed(rng, seen, mat, printed(mat), table) for seen in cameras)
        self._pictures = iter([before] * 45 + [after] * 60)
        self._index = -1

    def read(self) -> Frame | None:
        self._index += 1
        image = next(self._pictures, None)
        return None if image is None else Frame(self._index, self._index * FRAME_NS, image, self.name)

    def close(self) -> None:
        self._pictures = iter(())


@pytest.mark.slow
def test_a_camera_hung_elsewhere_finds_the_mat_and_goes_on() -> None:
    """It was taken off its stand: nothing is where it was."""
    rng = np.random.default_rng(9)
    cameras = [camera(rng, middle, height, 10) for middle, height in (((148, 105), 500), ((230, 160), 620))]
    plain_wood = np.full((TABLE_PX, TABLE_PX, 3), (70, 110, 140), np.uint8)
    assert left_over_px(Carried(rng, cameras, plain_wood)) < 2.5, "bending left aside"


@pytest.mark.slow
def test_after_a_large_bump_the_mat_says_exactly_where_the_table_is() -> None:
    rng = np.random.default_rng(61)
    before = camera(rng, (148, 105), rng.uniform(450, 900), rng.uniform(0, 40))
    after = replace(before, place=before.place + before.turned @ (14.0, -13.0, 0.0))
    assert left_over_px(Carried(rng, (before, after), surface(rng, 1))) < 0.5


def left_over_px(carried: Carried) -> float:
    """How far places of the mat are from where they were, once all is well again."""
    well = table_of({**plain(table()), "size": [1280, 720], "piles": []}, "here")
    steady = SteadySource(carried, well)
    seen = list(iter(steady.read, None))
    assert any(isinstance(item, Gap) for item in seen[45:53])
    assert isinstance(seen[-1], Frame)
    spots = np.array([(0.0, 0.0), (297, 0), (297, 210), (148, 105)])
    old, new = (camera.to_px(spots) for camera in carried.cameras)
    back = cv2.perspectiveTransform(new[None], np.array(steady.outlook.onto))[0]
    return float(np.abs(back - old).max())


class Bumped:
    """The bundled recording; from one picture to another somebody has pushed the table."""

    name = "bumped"

    def __init__(self, happening: Happening, first: int, last: int) -> None:
        self._frames = enumerate(pictures())
        self._happening, self._first, self._last = happening, first, last
        self.size = table().size

    def read(self) -> Frame | Gap | None:
        index, image = next(self._frames, (-1, None))
        if image is None:
            return None
        if self._first <= index < self._last:
            image = self._happening(image)
        return Frame(index, round(index * 1e9 / 15), image, self.name)

    def close(self) -> None:
        self._frames = enumerate(())


def played(happening: Happening, first: int, last: int) -> list[Update]:
    game = load_game(GAME_ID)
    reader = Reader(load_deck(demo_folder() / "deck"))
    log = MemoryLog(kinds_of(game.events))
    session = TableSession(Bumped(happening, first, last), reader, table(), game, PLAYERS, log, OPTIONS)
    return list(iter(session.step, None))


def events(updates: list[Update]) -> list[tuple[str, str]]:
    return [
        (judged.entry.event.KIND, str(getattr(judged.entry.event, "card", "")))
        for update in updates
        for judged in update.judged
    ]


@pytest.mark.slow
def test_nothing_is_ruled_while_the_table_is_lost() -> None:
    undisturbed = events(played(moved(0, 0, 0), 0, 0))
    updates = played(moved(9, 4, 1), 60, 249)
    lost = [update for update in updates if update.note]
    assert {update.note for update in lost} == {Trouble.MOVED.value}
    assert 0 <= updates.index(lost[0]) - 60 <= 8
    assert not [update for update in lost if update.judged or update.questions]
    assert updates[-1].note == "", "it goes on in the picture that was brought back"
    assert set(events(updates)) <= set(undisturbed), "and nothing false is seen"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", [each for each in Trouble if each is not Trouble.NONE])
def test_people_are_told_why_rulings_wait(trouble: Trouble, language: str) -> None:
    told = gap_line(trouble.value, language)
    assert told and trouble.value not in told
