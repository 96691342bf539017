"""Rehearsed cameras: a clock that only moves when somebody waits, a scripted feed, a camera on the network."""

import http.server
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import Frame, Gap
from vision.image import Image
from vision.sources.camera import Lost, Shot
from vision.sources.guarded import Guarded

MS = 1_000_000
WIDE, HIGH = 96, 64


class FakeClock:
    def __init__(self) -> None:
        self.t = 1_000 * MS

    def now(self) -> int:
        return self.t

    def sleep(self, ns: int) -> None:
        self.t += ns


def picture(number: int, size: tuple[int, int] = (WIDE, HIGH)) -> Image:
    """A live picture: texture, and noise that no other picture has."""
    rng = np.random.default_rng(number)
    return rng.integers(40, 200, (size[1], size[0], 3)).astype(np.uint8)


@dataclass
class Device:
    """A camera as a table would tell it: what it does from which moment on (in ms), until the next line.

    `stale` is well, but whenever it is opened it first sends what it saw last.
    """

    clock: FakeClock
    acts: list[tuple[int, str]]
    fps: float = 30.0
    starts: list[int] = field(default_factory=list)
    look: Callable[[int], Image] = picture
    _running: bool = False
    _number: int = 0
    _last: Image = field(default_factory=lambda: picture(0))
    _next_ns: int = 0

    def __post_init__(self) -> None:
        self._zero = self.clock.now()

    def now_ms(self) -> float:
        return (self.clock.now() - self._zero) / MS

    def act(self) -> str:
        return [what for when, what in self.acts if when <= self.now_ms()][-1]

    def present(self) -> bool:
        return self.act() != "gone"

    def start(self) -> None:
        self.starts.append(round(self.now_ms()))
        self._running, self._number, self._next_ns = True, 0, self.clock.now()

    def stop(self) -> None:
        self._running = False

    def take(self, wait_ns: int) -> Shot | Lost | None:
        act = self.act()
        if not self._running or act == "blocked":
            self.clock.sleep(wait_ns)
            return None
        if act == "gone":
            self._running = False
            return Lost()
        fps = 7.0 if act == "slow" else self.fps
        until = max(self._next_ns, self.clock.now())
        self._next_ns = until + round(1e9 / fps)
        self.clock.t = until
        self._number += 1
        return Shot(self._image(act), self.clock.now(), self._device_time(act), self._number)

    def _image(self, act: str) -> Image:
        if act == "frozen" or (act == "stale" and self._number <= 3):
            return self._last.copy()
        self._last = image = self.look(round(self.now_ms() * 1000))
        if act == "black":
            return np.zeros_like(image)
        if act == "half":
            image = image.copy()
            image[len(image) // 2 :] = 128
        return np.ascontiguousarray(image.transpose(1, 0, 2)) if act == "turned" else image

    def _device_time(self, act: str) -> int | None:
        now = self.clock.now()
        return {"zero": 0, "backwards": 10**12 - now, "jumping": now * 7919 % (10**12)}.get(act, now - 20 * MS)


def rehearse(
    acts: list[tuple[int, str]], until_ms: float, well_again: Callable[[Image], bool] = lambda image: True
) -> tuple[list[tuple[float, Frame | Gap]], Device]:
    """What a guarded camera tells while the device acts: each item with the moment (ms) it was told."""
    clock = FakeClock()
    device = Device(clock, acts)
    source = Guarded(device, "rehearsed", clock, well_again=well_again)
    told = []
    while device.now_ms() < until_ms:
        item = source.read()
        assert item is not None
        told.append((device.now_ms(), item))
    source.close()
    return told, device


class _Handler(http.server.BaseHTTPRequestHandler):
    server: "_Server"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for data in self.server.parts():
            self.wfile.write(data)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    parts: Callable[[], Iterable[bytes]] = staticmethod(lambda: ())

    def handle_error(self, *_: object) -> None:
        pass


def part(image: Image, length: bool = True) -> bytes:
    data = cv2.imencode(".jpg", image)[1].tobytes()
    told = f"Content-Length: {len(data)}\r\n" if length else ""
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + told.encode() + b"\r\n" + data + b"\r\n"


@contextmanager
def network_camera(parts: Callable[[], Iterable[bytes]], port: int = 0) -> Iterator[str]:
    """A camera on this machine that sends these parts to everybody who asks."""
    server = _Server(("127.0.0.1", port), _Handler)
    server.parts = parts
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
