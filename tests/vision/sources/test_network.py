"""A network camera is read picture by picture; what it sends is checked, and what it does wrong is survived."""

import itertools
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from calibration.errors import BadInput
from tests.vision.sources.rig import network_camera, part, picture
from vision.frame import Frame
from vision.sources.camera import Camera, Lost, Picture, Shot
from vision.sources.grabber import MOST_STUCK, Grabber
from vision.sources.mjpeg import Mjpeg, shown, split_address
from vision.sources.open import is_camera, open_camera, open_source

SIZE = (160, 120)


def endless(length: bool = True) -> Iterator[bytes]:
    for number in itertools.count():
        yield part(picture(number, SIZE), length)
        time.sleep(0.005)


def grabbed(parts: Callable[[], Iterator[bytes]], count: int = 3) -> list[Picture | None]:
    with network_camera(parts) as url:
        camera = Mjpeg(url)
        assert camera.present() and camera.open()
        pictures = [camera.grab() for _ in range(count)]
        camera.close()
        return pictures


@pytest.mark.parametrize("length", [True, False])
def test_every_picture_comes_whole(length: bool) -> None:
    for number, got in enumerate(grabbed(lambda: endless(length))):
        assert got is not None
        sent = cv2.imdecode(cv2.imencode(".jpg", picture(number, SIZE))[1], cv2.IMREAD_COLOR)
        assert np.array_equal(got[0], sent)


def test_half_a_picture_is_none_and_the_next_is_read() -> None:
    whole = part(picture(1, SIZE), length=False)
    cut = whole[: len(whole) // 2] + b"\r\n"
    told = part(picture(5, SIZE))
    bad = told.replace(b"\xff\xd9", b"\x00\x00")

    def parts() -> Iterator[bytes]:
        yield bad
        yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 5\r\n\r\nhello\r\n"
        yield part(picture(2, SIZE))
        yield cut

    first, second = grabbed(parts, 2)
    assert first is not None and first[0].shape == (120, 160, 3)
    assert second is None, "the camera hung up in the middle of a picture"


@pytest.mark.parametrize(
    "sent",
    [
        b"--frame\r\nContent-Length: 999999999999\r\n\r\n",
        b"--frame\r\nContent-Length: many\r\n\r\n",
        b"nothing of a camera\r\n" * 500,
        b"x" * 100_000,
        b"",
    ],
)
def test_what_is_no_picture_ends_the_stream(sent: bytes) -> None:
    assert grabbed(lambda: iter([sent]), 1) == [None]


@pytest.mark.parametrize("url", ["http://", "ftp://host/x", "http://host:99999/", "http://host:port/", "rtsp:///x"])
def test_what_is_no_address_is_one_sentence(url: str) -> None:
    with pytest.raises(BadInput, match="address"):
        split_address(url)


def test_a_password_is_never_shown() -> None:
    assert shown("http://ann:secret@host:8080/video?x") == "http://host:8080/video?x"


def test_what_is_a_camera_and_what_a_file() -> None:
    assert is_camera("http://host/video") and is_camera("rtsp://host") and is_camera("webcam:0")
    assert not is_camera("clip.avi") and not is_camera("http") and not is_camera("/dev/video0")


def test_nobody_there_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="no picture comes"):
        open_camera("http://127.0.0.1:1/video")


def test_a_camera_is_opened_by_its_address_and_comes_back() -> None:
    """The real thread, the real network, the real clock: once."""
    ending: list[bool] = []

    def parts() -> Iterator[bytes]:
        for data in endless():
            if ending:
                return
            yield data

    with network_camera(parts) as url:
        source = open_source(url)
        port = int(url.split(":")[2].split("/")[0])
        assert source.size == SIZE
        assert sum(isinstance(source.read(), Frame) for _ in range(5)) == 5
        ending.append(True)
    seen = source.read()
    while isinstance(seen, Frame):
        seen = source.read()
    assert seen is not None and seen.reason == "camera_lost"
    last = seen.since_ns
    ending.clear()
    with network_camera(parts, port):
        while not isinstance(seen, Frame):
            seen = source.read()
    assert seen.t_ns > last
    source.close()
    assert source.read() is None


class Stuck:
    """A camera whose driver never comes back from a read, until the test lets it."""

    let_go = False

    def present(self) -> bool:
        return True

    def open(self) -> bool:
        return True

    def grab(self) -> Picture | None:
        while not Stuck.let_go:
            time.sleep(0.005)
        return None

    def close(self) -> None:
        pass


def test_stuck_reads_are_left_alone_and_never_many() -> None:
    grabber = Grabber(Stuck)
    for _ in range(20):
        grabber.start()
        assert grabber.take(1) is None
    assert grabber.threads == MOST_STUCK + 1
    Stuck.let_go = True
    while grabber.threads:
        time.sleep(0.005)


class Quick(Stuck):
    """A camera that delivers as fast as it is asked."""

    def __init__(self) -> None:
        self.number = 0

    def grab(self) -> Picture | None:
        self.number += 1
        return picture(self.number), None


def test_whoever_is_slow_gets_the_newest_picture() -> None:
    camera: Camera = Quick()
    grabber = Grabber(lambda: camera)
    grabber.start()
    first = grabber.take(1_000_000_000)
    time.sleep(0.1)
    second = grabber.take(1_000_000_000)
    grabber.stop()
    assert isinstance(first, Shot) and isinstance(second, Shot)
    assert second.number > first.number + 5


def test_a_bug_in_the_thread_comes_out_where_it_is_seen() -> None:
    class Broken(Stuck):
        def grab(self) -> Picture | None:
            raise ZeroDivisionError

    grabber = Grabber(Broken)
    grabber.start()
    with pytest.raises(ZeroDivisionError):
        while not isinstance(grabber.take(100_000_000), Lost):
            pass
