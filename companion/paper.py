"""What the print centre makes: a PDF at true size in the folder of this person's documents. It draws nothing itself."""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import BadInput
from calibration.mat import Paper
from companion.printing.grid import Flip
from companion.printing.order import Order, printed
from companion.store.key import household_key
from companion.store.whole import write_whole
from vision.art.pdf import write_pdf


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF that is there now; `table` is the id of the table a mat or a label is for."""

    path: Path
    pages: int
    table: str


def documents(desk: Path) -> Path:
    """Where people look for what they print; a device without such a folder has it beside the matches."""
    home = Path.home() / "Documents"
    return (home if home.is_dir() else desk) / "Tapis"


def sheets(
    desk: Path, folder: Path, kind: str, game: str, paper: str, language: str, flip: str, players: tuple[str, ...]
) -> Generator[Printed, None, None]:
    """Draw and write; a file that is there stays, and the new one gets a number."""
    named = players if kind == "seats" else ()
    key = household_key(desk) if named else None
    order = Order(kind, game, Paper[paper.upper()], language, Flip(flip), named, key=key).with_table()
    title, pages = printed(order)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise BadInput(f"this folder cannot be made ({wrong.strerror})", str(folder), "make room for it") from None
    path = free(folder / f"{game}-{kind}-{paper}-{language}.pdf".lower())
    write_whole(path, write_pdf(pages, title), force=False)
    yield Printed(path, len(pages), order.table)


def free(path: Path) -> Path:
    """The same name, with a number where a file of that name is there already."""
    name, number = path.stem, 2
    while path.exists():
        path, number = path.with_name(f"{name}-{number}{path.suffix}"), number + 1
    return path
