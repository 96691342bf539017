"""The spectators' page under attack: whoever knows its address can read it, and nothing else can be done to it."""

import socket
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from calibration.errors import BadInput
from companion.spectator import server as spectator
from companion.spectator.page import PAGE, Shown, page, state
from companion.spectator.server import Server, is_near, served

SHOWN = Shown("en", "Frantic", "Ann leads", "", ())


@contextmanager
def opened(answers=None):
    """A server that runs beside the test, as it does beside the app."""
    answers = {"": page(), "state": state(SHOWN)} if answers is None else answers
    server, over = Server(answers.get, "127.0.0.1"), threading.Event()
    running = threading.Thread(target=lambda: [None for _ in served(server, over.is_set)])
    running.start()
    try:
        yield server
        assert running.is_alive(), "an attack has stopped it"
    finally:
        over.set()
        running.join(10)
        assert not running.is_alive()


def connected(server):
    line = socket.create_connection((server.host, server.port), timeout=10)
    line.settimeout(10)
    return line


def answer(line):
    heard = b""
    with suppress(ConnectionResetError):
        while more := line.recv(65536):
            heard += more
    return heard


def ask(server, raw):
    with connected(server) as line:
        line.sendall(raw)
        return answer(line)


def get(server, path, method="GET", version="HTTP/1.1"):
    return ask(server, f"{method} {path} {version}\r\nHost: x\r\n\r\n".encode())


def status(told):
    return int(told.split(b" ", 2)[1]) if told else 0


def test_whoever_knows_the_address_sees_the_page_and_the_totals():
    with opened() as server:
        path = f"/{server.token}/"
        told = get(server, path)
        assert status(told) == 200
        assert told.endswith(PAGE)
        assert b'"verdict": "Ann leads"' in get(server, path + "state")
        head = get(server, path, "HEAD")
        assert status(head) == 200 and head.endswith(b"\r\n\r\n")
        assert server.watching == 1


def test_a_browser_may_load_nothing_from_elsewhere():
    with opened() as server:
        told = get(server, f"/{server.token}/")
    head = told.partition(b"\r\n\r\n")[0].decode()
    assert "default-src 'none'" in head
    assert "unsafe" not in head
    assert "nosniff" in head and "no-store" in head and "no-referrer" in head
    assert b"http" not in PAGE and b"src=" not in PAGE


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/state",
        "/../../etc/passwd",
        "//etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/TOKEN/../state",
        "/TOKEN/../../matches.tapis",
        "/TOKEN/..%2fstate",
        "/TOKEN//state",
        "/TOKEN/state/",
        "/TOKEN/state\\..",
        "/TOKEN/household.json",
        "/TOKEN/STATE",
        "/token/",
        "/TOKEN\x00/",
        "http://elsewhere/TOKEN/",
        "*",
        "/TOKEN/state/../../../" + "a" * 2000,
    ],
)
def test_there_is_no_other_path(path):
    with opened() as server:
        told = get(server, path.replace("TOKEN", server.token))
        assert status(told) == 404
        assert told.endswith(b"\r\n\r\nNot Found")
        assert b"passwd" not in told and b"matches" not in told


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get"])
def test_nothing_can_be_sent_to_it(method):
    with opened() as server:
        told = get(server, f"/{server.token}/", method)
        assert status(told) == 405
        assert b"Allow: GET, HEAD" in told


@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / extra HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03\r\n\r\n",
        b"\xff\xfe\x00\x00 \x00 HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(raw):
    with opened() as server:
        assert status(ask(server, raw)) in (400, 404, 405)
        assert status(get(server, f"/{server.token}/")) == 200


def test_a_huge_header_is_cut_off():
    with opened() as server:
        with connected(server) as line:
            # It may close the line before it has heard everything, as it should.
            with suppress(OSError):
                line.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 5_000_000)
            assert status(answer_or_nothing(line)) in (0, 431)
        assert status(get(server, f"/{server.token}/")) == 200


def answer_or_nothing(line):
    try:
        return answer(line)
    except OSError:
        return b""


def test_who_is_slow_keeps_nobody_waiting_and_is_shown_out(monkeypatch):
    monkeypatch.setattr(spectator, "PATIENCE_S", 0.5)
    with opened() as server:
        slow = [connected(server) for _ in range(spectator.MOST_FROM_ONE - 1)]
        for line in slow:
            line.sendall(b"GET / HT")
        assert status(get(server, f"/{server.token}/")) == 200
        assert [status(answer(line)) for line in slow] == [408] * len(slow)
        for line in slow:
            line.close()


def test_a_drip_of_bytes_does_not_buy_more_time(monkeypatch):
    monkeypatch.setattr(spectator, "PATIENCE_S", 0.6)
    with opened() as server, connected(server) as line:
        began = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - began < 20:
                line.sendall(b"X")
                time.sleep(0.1)


def test_only_so_many_lines_are_open_at_once_and_none_is_left_behind():
    with opened() as server:
        lines = [connected(server) for _ in range(40)]
        until(lambda: len(server._visitors) == spectator.MOST_FROM_ONE)
        for line in lines:
            line.close()
        until(lambda: not server._visitors)
        assert status(get(server, f"/{server.token}/")) == 200


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Hours:
    """A clock that stands still until it is told to go on."""

    now = 100.0

    def __call__(self):
        return self.now


def test_who_asks_too_often_is_put_off_and_forgiven():
    hours = Hours()
    server = Server({}.get, "127.0.0.1", hours)
    try:
        asked = [server._may_ask("10.0.0.1", 1.0) for _ in range(30)]
        assert asked == [True] * 20 + [False] * 10
        assert server._may_ask("10.0.0.2", 1.0)
        hours.now += 2
        assert [server._may_ask("10.0.0.1", 1.0) for _ in range(8)] == [True] * 6 + [False] * 2
    finally:
        server.close()


def test_guessing_the_address_is_slower_still():
    with opened() as server:
        told = [status(get(server, f"/{n}/")) for n in range(10)]
    assert told.count(404) < 6
    assert told[-1] == 429


def test_a_crowd_of_addresses_fills_no_memory():
    server = Server({}.get, "127.0.0.1")
    try:
        for n in range(5000):
            server._may_ask(f"10.{n >> 8}.{n & 255}.1", 1.0)
        assert len(server._guests) == spectator.MOST_ADDRESSES
    finally:
        server.close()


def test_a_flood_leaves_it_standing():
    with opened() as server:
        told = [status(get(server, f"/{server.token}/state")) for _ in range(60)]
        assert told.count(200) >= 20
        assert set(told) <= {200, 429}


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.1.7", True),
        ("10.1.2.3", True),
        ("127.0.0.1", True),
        ("169.254.3.4", True),
        ("8.8.8.8", False),
        ("2.2.2.2", False),
        ("fe80::1", True),
        ("a name", False),
    ],
)
def test_only_the_local_network_is_let_in(address, near):
    assert is_near(address) == near


def test_a_stranger_from_afar_hears_nothing(monkeypatch):
    monkeypatch.setattr(spectator, "is_near", lambda address: False)
    with opened() as server:
        assert ask(server, f"GET /{server.token}/ HTTP/1.1\r\n\r\n".encode()) == b""


def test_two_pages_never_have_the_same_address():
    servers = [Server({}.get, "127.0.0.1") for _ in range(8)]
    try:
        assert len({server.token for server in servers}) == 8
        assert all(len(server.token) >= 20 for server in servers)
    finally:
        for server in servers:
            server.close()


def test_after_it_is_closed_nothing_listens():
    with opened() as server:
        host, port = server.host, server.port
    with pytest.raises(OSError):
        socket.create_connection((host, port), timeout=1)


def test_the_way_to_the_network_is_asked_for_without_sending_anything(monkeypatch):
    asked = []

    class Asking:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def connect(self, there):
            asked.append(there)
            if len(asked) < 3:
                raise OSError("unreachable")

        def getsockname(self):
            return "192.168.49.1", 4321

    monkeypatch.setattr(spectator.socket, "socket", lambda *kind: Asking())
    assert spectator.here() == "192.168.49.1"
    assert len(asked) == 3
    monkeypatch.setattr(spectator, "WAYS", ())
    with pytest.raises(BadInput, match="no network"):
        spectator.here()
