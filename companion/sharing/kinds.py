"""The kinds in which a match can be shared as a file, and the bytes of each. Where they go is decided elsewhere."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from calibration.mat import Paper
from companion.codes.bg_stats import Play, bg_stats_link
from companion.printing.score_sheet import Filled, filled_sheets
from companion.printing.sheet import texts_for
from companion.sharing.picture import Mark, result_png
from companion.sharing.result import Result
from companion.sharing.table import table_of, write_table
from companion.sharing.words import day, summary
from companion.store.exchange import json_of
from vision.art.pdf import write_pdf


class Kind(Enum):
    """What a match can leave as; the value is how such a file ends."""

    PICTURE = ".png"
    WORDS = ".txt"
    TABLE = ".csv"
    SHEET = ".pdf"
    MATCH = ".json"


MIME = {
    Kind.PICTURE: "image/png",
    Kind.WORDS: "text/plain",
    Kind.TABLE: "text/csv",
    Kind.SHEET: "application/pdf",
    Kind.MATCH: "application/json",
}


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file that is ready to be written: a name without folder, its type, and what is in it."""

    name: str
    mime: str
    data: bytes


def parcel(kind: Kind, result: Result, marks: Sequence[Mark], language: str, paper: Paper = Paper.A4) -> Parcel:
    """`marks` are the players' colours and shapes in seating order."""
    match kind:
        case Kind.PICTURE:
            data = result_png(result, marks, language)
        case Kind.WORDS:
            data = summary(result, language).encode()
        case Kind.TABLE:
            data = write_table(table_of(result)).encode()
        case Kind.SHEET:
            data = _sheet(result, language, paper)
        case Kind.MATCH:
            data = json_of(result.entries).encode()
    return Parcel(f"{file_name(result, language)}{kind.value}", MIME[kind], data)


def file_name(result: Result, language: str) -> str:
    """What a file is called: the day first, so that files lie in order. A name that people chose is never in it."""
    game = re.sub(r"[^a-z0-9]+", "-", result.game_name(language).lower()).strip("-") or result.game.info.id
    return f"{result.started:%Y-%m-%d}-{game}"


def _sheet(result: Result, language: str, paper: Paper) -> bytes:
    table, title = table_of(result), result.game_name(language)
    date = day(result.started, language)
    filled = Filled(table.players, table.rows, table.totals, date, result.scores.limit)
    texts = texts_for(result.game.words, language)
    return write_pdf(filled_sheets(result.game.info, paper, title, texts, filled), f"{title} · {date}")


def link(result: Result, language: str, minutes: int = 0) -> str:
    """The result for the BG Stats app."""
    ended = result.started + timedelta(minutes=minutes)
    return bg_stats_link(
        Play(result.name, result.game.info.id, result.game_name(language), ended, minutes), result.scores
    )
