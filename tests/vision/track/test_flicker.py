"""A film that is strongly compressed flickers where there is print. That is no movement, and a card is still told."""

import cv2
import numpy as np

from tests.vision.observe.scene import LEFT, RIGHT, TABLE, Scene, quad_at
from vision.frame import Frame
from vision.image import Image
from vision.track.change import MOVED, ChangeDetector, differing
from vision.watcher import Watcher


def flickering(frame: Frame) -> Frame:
    """Every third picture is a little brighter or darker in blocks, as after a whole picture in a film."""
    blocks = np.indices((frame.image.shape[0] // 12 + 1, frame.image.shape[1] // 12 + 1)).sum(axis=0) % 5 == 0
    mask = cv2.resize(blocks.astype(np.uint8), frame.image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    lift = np.where(mask, 14 if frame.index % 3 == 0 else 0, 0)[..., None]
    image: Image = np.clip(frame.image.astype(np.int16) + lift, 0, 255).astype(np.uint8)
    return Frame(frame.index, frame.t_ns, image, frame.source)


def test_flicker_is_learnt_from_a_still_table_and_is_then_no_movement() -> None:
    scene = Scene([("red/8", quad_at(LEFT))])
    detector = ChangeDetector(TABLE.size, TABLE.card_px(TABLE.piles[0])[0])
    frames = [flickering(frame) for frame in scene.calm(40)]
    changes = [detector.see(frame.image, frame.t_ns) for frame in frames]
    assert cv2.countNonZero(differing(changes[3].small, changes[2].small, MOVED)) > 100
    assert [cv2.countNonZero(change.moved) < 13 for change in changes[35:]] == [True] * 5


def test_a_card_is_told_in_spite_of_flicker() -> None:
    scene = Scene([("red/8", quad_at(LEFT)), ("blue/3", quad_at(RIGHT, 8))])
    watcher = Watcher(scene, TABLE)
    # The drawn table reads what lies there now, so it is watched as it comes.
    calm = [seen for frame in scene.calm(40) for seen in watcher.watch(flickering(frame))]
    laid = [*scene.place("yellow/13", LEFT, "S", 12), *scene.calm(20)]
    told = [seen for frame in laid for seen in watcher.watch(flickering(frame))]
    assert calm == [] and [getattr(seen, "card", None) for seen in told] == ["yellow/13"]
