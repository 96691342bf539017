"""Others watch: off until somebody switches it on, live while they play, gone with the match."""

import json
import socket
from urllib.parse import urlsplit

import pytest

from companion.core.events import ManualScore
from companion.desk import Desk
from companion.ui.household import Household, Person, Settings
from tests.ui.conftest import until
from tests.ui.touch import press


@pytest.fixture
def app(launch, tmp_path):
    Desk(tmp_path / "desk").change(Household((Person("Ann"), Person("Ben", 1)), Settings(welcomed=True)))
    app = launch()
    app.services["audience"].host = "127.0.0.1"
    return app


def seen(address):
    """What a phone sees."""
    there = urlsplit(address)
    with socket.create_connection((there.hostname, there.port), timeout=10) as line:
        line.sendall(f"GET {there.path}state HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        heard = b""
        while more := line.recv(65536):
            heard += more
    return json.loads(heard.partition(b"\r\n\r\n")[2])


def test_the_page_is_off_until_it_is_switched_on_follows_the_match_and_goes_with_it(app):
    app.go("audience")
    screen = app.screens.get_screen("audience")
    assert not screen.possible
    app.go_back()
    app.choose_game("frantic")
    app.screens.get_screen("seats").begin()
    assert not app.services["audience"].open
    app.go("audience")
    press(app, "Show the page")
    until(lambda: screen.address)
    address = screen.address
    assert [player["total"] for player in seen(address)["players"]][:2] == ["0", "0"]
    app.model.write(ManualScore("Ann", 33, "<script>alert(1)</script>"))
    told = seen(address)
    assert {"name": "Ann", "total": "33"}.items() <= told["players"][-1].items()
    assert told["rounds"][0][0] == "<script>alert(1)</script>"
    app.language = "fr"
    assert seen(address)["language"] == "fr"
    assert screen.ids.code.texture is not None
    until(lambda: screen.watching == 1)
    press(app, "Retirer la page")
    until(lambda: _closed(address))
    press(app, "Montrer la page")
    until(lambda: screen.address not in ("", address))
    app.leave_table()
    assert not app.services["audience"].open
    until(lambda: _closed(screen.address))


def _closed(address):
    there = urlsplit(address)
    try:
        socket.create_connection((there.hostname, there.port), timeout=1).close()
    except OSError:
        return True
    return False


def test_without_a_network_it_says_so(app, monkeypatch):
    app.services["audience"].host = "203.0.113.1"
    app.choose_game("frantic")
    app.screens.get_screen("seats").begin()
    app.go("audience")
    press(app, "Show the page")
    screen = app.screens.get_screen("audience")
    until(lambda: screen.trouble)
    assert "network" in screen.trouble
    assert not screen.on
