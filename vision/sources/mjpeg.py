"""A network camera that sends JPEG pictures over HTTP (`multipart/x-mixed-replace`), as phones and cheap cameras do.

What comes from the network is not trusted: every line and picture has a largest size, and half a picture is none.
"""

import socket
from base64 import b64encode
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import SplitResult, unquote, urlsplit

import cv2
import numpy as np

from calibration.errors import BadInput
from vision.image import Image
from vision.sources.camera import Picture

TIMEOUT_S = 2.0
PROBE_S = 0.3
LONGEST_LINE = 8_192
LARGEST_PICTURE = 16_000_000
#: So many lines or damaged pictures in a row, and it is no camera.
MOST_LINES = 200
MOST_DAMAGED = 30
_PORTS = {"http": 80, "https": 443, "rtsp": 554}


def split_address(url: str) -> SplitResult:
    """The parts of a network camera's address, checked."""
    try:
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or parts.port == 0:
            raise ValueError
    except ValueError:
        raise BadInput("this is no address of a camera", shown(url), "http://HOST:PORT/PATH or rtsp://...") from None
    return parts


def shown(url: str) -> str:
    """The address without name and password, and short: what may be shown and logged."""
    before, mark, rest = url.partition("//")
    host, slash, path = rest.partition("/")
    return (before + mark + host.rpartition("@")[2] + slash + path)[:120]


def answers(parts: SplitResult) -> bool:
    """Does anything listen there?"""
    try:
        socket.create_connection((parts.hostname, parts.port or _PORTS[parts.scheme]), PROBE_S).close()
    except OSError:
        return False
    return True


class Mjpeg:
    """A `Camera` at an `http` address."""

    def __init__(self, url: str) -> None:
        self._parts = split_address(url)
        self._connection: HTTPConnection | None = None
        self._response: HTTPResponse | None = None
        self._boundary = b""
        #: Somebody answered with a stream, if not with one of this kind.
        self.answered = False

    def present(self) -> bool:
        return answers(self._parts)

    def open(self) -> bool:
        parts = self._parts
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_S)
        headers = {"Accept": "multipart/x-mixed-replace"}
        if parts.username:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            headers["Authorization"] = "Basic " + b64encode(pair.encode()).decode()
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            self._connection.request("GET", path, headers=headers)
            self._response = self._connection.getresponse()
        except (OSError, HTTPException):
            return False
        self.answered = self._response.status == 200
        boundary = self._response.headers.get_param("boundary")
        if not self.answered or not isinstance(boundary, str):
            return False
        # Some cameras write the two dashes into the boundary itself.
        self._boundary = b"--" + boundary.encode("ascii", "replace").removeprefix(b"--")
        return True

    def grab(self) -> Picture | None:
        assert self._response is not None
        try:
            for _ in range(MOST_DAMAGED):
                data = self._part(self._response)
                if data is None:
                    return None
                image = _decoded(data)
                if image is not None:
                    return image, None
        except (OSError, HTTPException, ValueError):
            return None
        return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _part(self, response: HTTPResponse) -> bytes | None:
        """The bytes of the next picture."""
        if not self._skip_to_boundary(response):
            return None
        length = None
        while line := response.readline(LONGEST_LINE).strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if length is None:
            return self._until_boundary(response)
        return response.read(length) if 0 < length <= LARGEST_PICTURE else None

    def _skip_to_boundary(self, response: HTTPResponse) -> bool:
        for _ in range(MOST_LINES):
            line = response.readline(LONGEST_LINE)
            if not line:
                return False
            if line.startswith(self._boundary):
                return True
        return False

    def _until_boundary(self, response: HTTPResponse) -> bytes | None:
        """A picture whose length nobody told ends where a JPEG ends."""
        data = bytearray()
        while len(data) <= LARGEST_PICTURE:
            line = response.readline(LONGEST_LINE)
            if not line:
                return None
            data += line
            if data.rstrip(b"\r\n").endswith(b"\xff\xd9"):
                return bytes(data)
        return None


def _decoded(data: bytes) -> Image | None:
    """The picture, if all of it is there: OpenCV would make grey of the missing half."""
    if not data.startswith(b"\xff\xd8") or b"\xff\xd9" not in data[-64:]:
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)
