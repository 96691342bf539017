"""Serves two answers to the local network and nothing else: a page and what it shows, where nobody can guess.

Strangers may talk to it, so it is small: it reads no file and knows no path but its own two, takes only GET and HEAD,
and never believes that the other side is quick, brief or alone. One loop serves everybody; whoever is slow, large or
too frequent is put off without keeping others waiting. It starts no thread: whoever runs it takes its steps.
"""

import ipaddress
import secrets
import selectors
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hmac import compare_digest

from calibration.errors import BadInput

#: A request of a browser is well below a kilobyte here; whatever is longer is none of ours.
LONGEST_REQUEST = 4096
#: So long somebody has to say what they want, and as long again to take the answer.
PATIENCE_S = 5.0
MOST_VISITORS, MOST_FROM_ONE = 32, 6
#: Requests that an address may make at once, and how many it gets back a second. The page asks every two seconds.
BURST, REFILL_A_S = 20.0, 3.0
#: A wrong address costs as much as so many requests: guessing is slow.
WRONG_COSTS = 5.0
MOST_ADDRESSES = 256
#: Somebody who has asked within so many seconds is watching.
WATCHING_S = 6.0
STEP_S = 0.2
#: Where the way leads over the network one is in: out into the world, or, of a network without a way out (a tablet that
#: is the access point itself), somewhere inside the usual ones.
WAYS = ("192.0.2.1", "192.168.43.2", "192.168.49.2", "192.168.0.2", "192.168.1.2", "10.0.0.2", "172.16.0.2")

HEADERS = (
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    "X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n"
)
SAID = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What stands at one of the two addresses. `policy` is what a browser may do with it."""

    kind: str
    body: bytes
    policy: str = "default-src 'none'"


@dataclass(slots=True)
class _Visitor:
    """One connection: what was heard of it so far, and what is still to be sent."""

    line: socket.socket
    address: str
    until: float
    heard: bytearray = field(default_factory=bytearray)
    answer: memoryview | None = None


@dataclass(slots=True)
class _Guest:
    """An address: how many requests it has left, and when it last asked for what is shown."""

    left: float = BURST
    at: float = 0.0
    watched: float = float("-inf")


class Server:
    """`answers` gives what stands after the token ("" or "state"), as it is at that moment, or None."""

    def __init__(
        self, answers: Callable[[str], Answer | None], host: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._answers, self._clock = answers, clock
        self.token = secrets.token_urlsafe(16)
        self._visitors: dict[socket.socket, _Visitor] = {}
        self._guests: OrderedDict[str, _Guest] = OrderedDict()
        self._ears = selectors.DefaultSelector()
        self._door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._door.bind((host, 0))
        except OSError as wrong:
            self._door.close()
            self._ears.close()
            raise BadInput(f"there is no network here ({wrong.strerror})", host, "join a network first") from None
        self._door.listen(MOST_VISITORS)
        self._door.setblocking(False)
        self._ears.register(self._door, selectors.EVENT_READ)
        self.host, self.port = self._door.getsockname()[:2]

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}/{self.token}/"

    @property
    def watching(self) -> int:
        """How many are looking at it now."""
        now = self._clock()
        return sum(now - guest.watched < WATCHING_S for guest in self._guests.values())

    def step(self, wait_s: float = STEP_S) -> None:
        """Serve whoever is there, for at most so long."""
        for key, _ in self._ears.select(wait_s):
            if key.fileobj is self._door:
                self._let_in()
            else:
                self._attend(self._visitors[key.fileobj])  # type: ignore[index]
        now = self._clock()
        for visitor in [each for each in self._visitors.values() if now > each.until]:
            self._put_off(visitor)

    def close(self) -> None:
        for visitor in list(self._visitors.values()):
            self._show_out(visitor)
        self._ears.unregister(self._door)
        self._door.close()
        self._ears.close()

    # ---------------------------------------------------------------- who comes in

    def _let_in(self) -> None:
        try:
            line, (address, *_) = self._door.accept()
        except OSError:
            return
        from_there = sum(visitor.address == address for visitor in self._visitors.values())
        if not is_near(address) or len(self._visitors) >= MOST_VISITORS or from_there >= MOST_FROM_ONE:
            line.close()
            return
        line.setblocking(False)
        self._visitors[line] = _Visitor(line, address, self._clock() + PATIENCE_S)
        self._ears.register(line, selectors.EVENT_READ)

    def _attend(self, visitor: _Visitor) -> None:
        try:
            if visitor.answer is None:
                self._listen(visitor)
            else:
                visitor.answer = visitor.answer[visitor.line.send(visitor.answer) :]
                if not visitor.answer:
                    self._show_out(visitor)
        except BlockingIOError:
            pass
        except OSError:
            self._show_out(visitor)

    def _listen(self, visitor: _Visitor) -> None:
        heard = visitor.line.recv(LONGEST_REQUEST)
        if not heard:
            self._show_out(visitor)
            return
        visitor.heard += heard
        if b"\r\n\r\n" in visitor.heard:
            self._reply(visitor, *self._decide(visitor))
        elif len(visitor.heard) > LONGEST_REQUEST:
            self._reply(visitor, 431)

    def _put_off(self, visitor: _Visitor) -> None:
        """Too slow to ask is told; too slow to listen is not."""
        if visitor.answer is None and visitor.heard:
            self._reply(visitor, 408)
        else:
            self._show_out(visitor)

    def _show_out(self, visitor: _Visitor) -> None:
        self._ears.unregister(visitor.line)
        del self._visitors[visitor.line]
        visitor.line.close()

    # ---------------------------------------------------------------- what is answered

    def _decide(self, visitor: _Visitor) -> tuple[int, Answer | None, bool]:
        """The status, what is shown, and whether its body is wanted."""
        first = bytes(visitor.heard).split(b"\r\n", 1)[0].decode("latin-1")
        words = first.split(" ")
        if len(words) != 3 or words[2] not in ("HTTP/1.0", "HTTP/1.1") or len(visitor.heard) > LONGEST_REQUEST:
            return (431 if len(visitor.heard) > LONGEST_REQUEST else 400), None, True
        if not self._may_ask(visitor.address, 1.0):
            return 429, None, True
        method, target, _ = words
        if method not in ("GET", "HEAD"):
            return 405, None, True
        token, _, place = target.partition("?")[0].removeprefix("/").partition("/")
        shown = self._answers(place) if compare_digest(token.encode(), self.token.encode()) else None
        if shown is None:
            self._may_ask(visitor.address, WRONG_COSTS)
            return 404, None, True
        self._guests[visitor.address].watched = self._clock()
        return 200, shown, method == "GET"

    def _reply(self, visitor: _Visitor, status: int, shown: Answer | None = None, whole: bool = True) -> None:
        shown = shown or Answer("text/plain; charset=utf-8", SAID[status].encode())
        head = f"HTTP/1.1 {status} {SAID[status]}\r\nContent-Type: {shown.kind}\r\n{HEADERS}"
        head += f"Content-Security-Policy: {shown.policy}\r\nContent-Length: {len(shown.body)}\r\n"
        head += "Allow: GET, HEAD\r\n\r\n" if status == 405 else "\r\n"
        visitor.answer = memoryview(head.encode() + (shown.body if whole else b""))
        visitor.until = self._clock() + PATIENCE_S
        self._ears.modify(visitor.line, selectors.EVENT_WRITE)

    def _may_ask(self, address: str, cost: float) -> bool:
        """Everybody has a purse that fills again; whoever was here longest ago is forgotten first."""
        now = self._clock()
        guest = self._guests.setdefault(address, _Guest(at=now))
        self._guests.move_to_end(address)
        while len(self._guests) > MOST_ADDRESSES:
            self._guests.popitem(last=False)
        guest.left, guest.at = min(BURST, guest.left + (now - guest.at) * REFILL_A_S), now
        if guest.left < cost:
            return False
        guest.left -= cost
        return True


def is_near(address: str) -> bool:
    """Is this an address of the local network, and not of the wide world?"""
    try:
        told = ipaddress.ip_address(address)
    except ValueError:
        return False
    return told.is_private or told.is_loopback or told.is_link_local


def here() -> str:
    """This device's address on its network. Asking for a way sends nothing."""
    for there in WAYS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((there, 9))
                return str(asking.getsockname()[0])
            except OSError:
                continue
    raise BadInput("there is no network here", do="join a network first, or open one on this device")


def served(server: Server, stopped: Callable[[], bool]) -> Iterator[int]:
    """Serve until told to stop. Says how many are watching, and again when that changes: who listens may be busy."""
    told = -1
    try:
        while not stopped():
            if server.watching != told:
                told = server.watching
                yield told
            server.step()
    finally:
        server.close()
