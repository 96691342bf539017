"""Matches leave and come back as files: JSON Lines (.jsonl), one JSON document (.json) or a table (.csv).

Nothing that comes in is trusted: only `BadInput`, with its place, comes out of a wrong file.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from calibration.errors import BadInput
from companion.core.codec import ENTRY_FIELDS, encode_entry, load_json
from companion.core.events import Entry
from companion.store.lines import Lines, lines_of
from companion.store.whole import write_whole

FORMAT, VERSION = "tapis match", 1
COLUMNS = ("n", "event", "lo_ns", "hi_ns", "via", "confidence", "proof", "fields")
LARGEST_DOCUMENT = 16_000_000


def export(entries: Sequence[Entry], path: Path, force: bool = False) -> None:
    """Write a match to a file of the kind that the path's ending names."""
    writers: dict[str, Callable[[Sequence[Entry]], str]] = {".jsonl": _jsonl, ".json": json_of, ".csv": _csv}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise BadInput(f"{path.suffix or 'no ending'} is no kind of export", str(path), "use .jsonl, .json or .csv")
    write_whole(path, writer(entries).encode(), force)


def lines_of_export(stream: BinaryIO, suffix: str) -> Lines:
    """The lines of an exported match, of the kind that the file's ending names."""
    try:
        if suffix == ".json":
            return _json_lines(_document(stream))
        if suffix == ".csv":
            return _csv_lines(_document(stream))
    except BadInput as damage:
        return Lines((), damage)
    return lines_of(stream)


def _jsonl(entries: Sequence[Entry]) -> str:
    return "".join(encode_entry(entry) + "\n" for entry in entries)


def json_of(entries: Sequence[Entry]) -> str:
    """The whole match as one document, which every Tapis takes back."""
    lines = ",\n".join(encode_entry(entry) for entry in entries)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "entries": [\n{lines}\n]}}\n'


def _csv(entries: Sequence[Entry]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for entry in entries:
        data = json.loads(encode_entry(entry))
        own = {name: value for name, value in data.items() if name not in ENTRY_FIELDS}
        table.writerow([*(data.get(name, "") for name in COLUMNS[:-1]), json.dumps(own, ensure_ascii=False)])
    return out.getvalue()


def _json_lines(text: str) -> Lines:
    data = load_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("entries"), list):
        raise BadInput("this is no exported match", "", f'it begins {{"format": "{FORMAT}", ...')
    if data.get("version") != VERSION:
        raise BadInput(f"this export has version {data.get('version')!r:.20}", "", "open it with a newer Tapis")
    return Lines(tuple(json.dumps(entry).encode() for entry in data["entries"]), called="entry")


def _csv_lines(text: str) -> Lines:
    """A table becomes lines row by row, so that it is checked like any other log."""
    lines: list[bytes] = []
    number, damage = 0, None
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline="")), 1):
            if number == 1 and tuple(row) != COLUMNS:
                raise BadInput("this is no exported match", "row 1", "the first row is " + ",".join(COLUMNS))
            if number > 1:
                lines.append(_line_of_row(row, f"row {number}"))
    except csv.Error as wrong:
        damage = BadInput(f"this is no table ({wrong})", f"row {number + 1}", "is this an exported match?")
    except BadInput as found:
        damage = found
    return Lines(tuple(lines), damage, "entry")


def _line_of_row(row: list[str], where: str) -> bytes:
    if len(row) != len(COLUMNS):
        raise BadInput(f"this row has {len(row)} cells", where, f"it needs {len(COLUMNS)}")
    cells = dict(zip(COLUMNS, row, strict=True))
    own = load_json(cells.pop("fields"), where)
    if not isinstance(own, dict):
        raise BadInput("the last cell is no JSON object", where, "write {} where the event has no fields")
    stamp: dict[str, Any] = {}
    for name, cell in cells.items():
        if cell:
            stamp[name] = cell if name in ("event", "via", "proof") else load_json(cell, where)
    return json.dumps({**own, **stamp}).encode()


def _document(stream: BinaryIO) -> str:
    raw = stream.read(LARGEST_DOCUMENT + 1)
    if len(raw) > LARGEST_DOCUMENT:
        raise BadInput("this file is too large for a match", "", "is this an exported match?")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is not text in UTF-8", "", "is this an exported match?") from None
