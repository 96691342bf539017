"""What people share: drawn when they ask for it, written into the folder of their documents, and offered to the
device's own share sheet where there is one. Nothing is sent by itself, and no file is ever written over.
"""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.errors import BadInput
from companion.desk import Desk
from companion.games import load_game
from companion.paper import documents, free
from companion.sharing.codes import drawn, handed_over
from companion.sharing.kinds import Kind, link, parcel
from companion.sharing.picture import Mark, result_picture
from companion.sharing.result import Result, result_of
from companion.store.key import household_key
from companion.store.whole import write_whole
from companion.tablet.desktop import this_device
from companion.ui.household import marks_of
from companion.ui.share_view import drawn_marks
from companion.ui.table_model import TableModel
from vision.art.raster import rasterise
from vision.image import Image

#: The picture as the screen shows it before anybody has asked for the file.
PREVIEW_PX = 432


@dataclass(frozen=True, slots=True)
class Sent:
    """A file that is there now; `offered` where the device has taken it to other apps as well."""

    path: Path
    offered: bool


class Outbox:
    """`folder` is where files go and `device` takes them further; tests set both."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._model: TableModel | None = None
        self.folder, self.device = documents(desk.folder), this_device()
        self._since = datetime.now().astimezone()

    def hear(self, model: TableModel | None) -> None:
        if model is not self._model:
            self._model, self._since = model, datetime.now().astimezone()

    def close(self) -> None:
        self._model = None

    # ---------------------------------------------------------------- which match

    def on_table(self) -> Result | None:
        """The match that is being played, as it stands."""
        model = self._model
        if model is None or model.scores is None:
            return None
        return result_of(model.game, [judged.entry for judged in model.judged], self._began(model))

    def kept(self, number: int) -> Result:
        """A match of the history."""
        entries = self._desk.entries(number)
        line = next(each.line for each in self._desk.history() if each.line.match == number)
        return result_of(load_game(line.game), entries, _time(line.started_ns))

    def marks(self, result: Result) -> tuple[Mark, ...]:
        return drawn_marks(marks_of(result.players, self._desk.household))

    # ---------------------------------------------------------------- what of it

    def preview(self, result: Result, language: str) -> Generator[Image, None, None]:
        yield rasterise(result_picture(result, self.marks(result), language), PREVIEW_PX)

    def send(self, kind: Kind, result: Result, language: str) -> Generator[Sent, None, None]:
        """Write the file, and offer it."""
        made = parcel(kind, result, self.marks(result), language)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            what = f"this folder cannot be made ({wrong.strerror})"
            raise BadInput(what, str(self.folder), "make room for it") from None
        path = free(self.folder / made.name)
        write_whole(path, made.data)
        try:
            offered = self.device.share(path, made.mime)
        finally:
            self.device.leave_thread()
        yield Sent(path, offered)

    def link(self, result: Result, language: str) -> tuple[str, Image]:
        """The link for BG Stats, and the same as a code for the phone that has it."""
        address = link(result, language)
        return address, drawn(address)

    def codes(self, result: Result) -> tuple[Image, ...]:
        """The match for another tablet, code after code."""
        return handed_over(result.entries, household_key(self._desk.folder))

    def _began(self, model: TableModel) -> datetime:
        """The match on the table is the newest of the file, if it is in it at all."""
        newest = self._desk.history()[:1]
        same = bool(newest) and newest[0].line.players == model.players and newest[0].line.game == model.game.info.id
        return _time(newest[0].line.started_ns) if same else self._since


def _time(ns: int) -> datetime:
    return datetime.fromtimestamp(ns / 1e9).astimezone()
