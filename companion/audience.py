"""Spectators on the local network: the page is there while somebody has switched it on and a match is on the table.

It shows what the score sheet shows, and takes nothing from anybody.
"""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime

from calibration.errors import BadInput
from companion.core.sheet import sheet
from companion.core.words import LANGUAGES
from companion.desk import Desk
from companion.sharing.codes import drawn
from companion.sharing.result import Result
from companion.sharing.words import facts, said, verdict
from companion.spectator.page import SIGNS, PlayerShown, Shown, page, state
from companion.spectator.server import Answer, Server, here, served
from companion.ui.household import marks_of
from companion.ui.table_model import TableModel
from companion.ui.theme import DARK, PLAYER_SHAPES
from vision.image import Image

#: So many rounds are shown, the newest first.
ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Open:
    """The page is there: its address, the same as a code, and how many look at it."""

    address: str
    code: Image
    watching: int


class Audience:
    """`host` is the network it is shown on; empty for the one this device is in."""

    def __init__(self, desk: Desk, host: str = "") -> None:
        self._desk, self.host = desk, host
        self.language = "en"
        self._model: TableModel | None = None
        self._answers: dict[str, Answer] = {"": page()}
        self._open = False

    @property
    def open(self) -> bool:
        return self._open

    def hear(self, model: TableModel | None) -> None:
        """New totals are shown at once; with the match the page goes."""
        self._model = model
        if model is None or model.scores is None:
            self.stop()
        elif self._open:
            self._tell()

    def close(self) -> None:
        self.stop()

    def stop(self) -> None:
        self._open = False
        self._answers.pop("state", None)

    def speak(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        if self._open:
            self._tell()

    def serve(self) -> Generator[Open, None, None]:
        """Open the page; it stays until `stop`, or until the match is left."""
        if self._model is None or self._model.scores is None:
            raise BadInput("there is no match on the table", do="begin one first")
        self._open = True
        self._tell()
        try:
            server = Server(self._answers.get, self.host or here())
        except BadInput:
            self.stop()
            raise
        code = drawn(server.address)
        for watching in served(server, lambda: not self._open):
            yield Open(server.address, code, watching)

    def _tell(self) -> None:
        model = self._model
        if model is not None and model.scores is not None:
            self._answers["state"] = state(
                shown_of(model, marks_of(model.players, self._desk.household), self.language)
            )


def shown_of(model: TableModel, marks: tuple[int, ...], language: str) -> Shown:
    assert model.scores is not None
    lines = sheet(model.game, model.judged)
    result = Result(model.game, (), model.scores, lines, datetime.now().astimezone())
    players = tuple(
        PlayerShown(line.player, str(line.total), _css(marks[seat]), SIGNS[PLAYER_SHAPES[marks[seat]]])
        for _place, seat, line in result.places
    )
    rounds = tuple((line.name, *(f"{points:+d}" for points in line.points)) for line in lines[: -ROUNDS - 1 : -1])
    told = verdict(result, language), facts(result, language)
    return Shown(language, result.game_name(language), *told, players, said("round", language), result.players, rounds)


def _css(mark: int) -> str:
    red, green, blue, _ = DARK.players[mark]
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
