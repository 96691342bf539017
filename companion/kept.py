"""The tables that are kept on this device: what each says of itself, its name, and taking one away. It measures none.

The file of a table belongs to the calibration; the name that people give it lies beside it and outlives a measuring.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from calibration.calibration import load_calibration
from calibration.errors import BadInput
from companion.desk import Desk
from companion.door import TABLES
from companion.games import game_ids, load_game
from companion.store.whole import write_whole
from companion.tables import Measured, is_for
from companion.ui.household import clean_name
from companion.ui.table_model import TableModel
from companion.ui.tables_view import KeptTable

#: Hears in a sentence why something cannot be done.
Sorry = Callable[[str], None]

#: Beside `table-….json` lies `table-….name`, if somebody has given it one.
NAME = ".name"


class KeptTables:
    """They lie in a folder of their own, a file each."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def folder(self) -> Path:
        return self._desk.folder / TABLES

    def hear(self, model: TableModel | None) -> None:
        pass

    def close(self) -> None:
        pass

    def kept(self) -> tuple[KeptTable, ...]:
        """All of them, the newest first; one that cannot be read says why."""
        found = [(path.stat().st_mtime, path) for path in self.folder.glob("*.json") if path.is_file()]
        return tuple(_looked_into(path, datetime.fromtimestamp(at).astimezone()) for at, path in sorted(found)[::-1])

    def measured(self, path: Path) -> Measured:
        """One of them, to drag its zones; `kept` has read it before."""
        self._check(path)
        return Measured(load_calibration(path))

    def rename(self, path: Path, name: str, sorry: Sorry) -> None:
        """Call a table something; by nothing it is called what it is for."""
        self._check(path)
        name = clean_name(name)
        try:
            if name:
                write_whole(path.with_suffix(NAME), name.encode(), force=True)
            else:
                _take_away(path.with_suffix(NAME))
        except BadInput as wrong:
            sorry(str(wrong))

    def forget(self, path: Path, sorry: Sorry) -> None:
        """Take a table away for good. Only what lies here can be."""
        self._check(path)
        try:
            _take_away(path)
            _take_away(path.with_suffix(NAME))
        except BadInput as wrong:
            sorry(str(wrong))

    def _check(self, path: Path) -> None:
        if path.parent != self.folder or path.suffix != ".json":
            raise ValueError(f"{path} is no table of this device")


def _take_away(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as wrong:
        raise BadInput(f"this cannot be taken away ({wrong.strerror})", str(path), "is the folder writable?") from None


def _looked_into(path: Path, when: datetime) -> KeptTable:
    name = _name_of(path)
    try:
        known = load_calibration(path)
    except BadInput as wrong:
        return KeptTable(path, name, when, trouble=str(wrong))
    zones = tuple(tuple((float(x), float(y)) for x, y in known.to_px(zone.outline)) for zone in known.zones)
    return KeptTable(
        path,
        name,
        when,
        tuple(game for game in game_ids() if is_for(load_game(game).info, known)),
        known.paper,
        known.table.size,
        known.residual_mm,
        zones or tuple(pile.polygon for pile in known.table.piles),
        known.zero is not None,
        bool(known.zones),
    )


def _name_of(path: Path) -> str:
    try:
        return clean_name(path.with_suffix(NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return ""
