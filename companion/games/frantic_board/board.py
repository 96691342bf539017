"""The board: numbered squares, what lies beside what, and where the teleport tiles belong. It knows no cards.

The real board's squares are not printed in the rulebook, so they are the owner's data: rows of numbers as one sees them
on the table. The board here is a PLACEHOLDER (squares 1 to 50, boustrophedon on 10 x 5) until that data is entered.
"""

from dataclasses import dataclass
from typing import Final

START: Final = 0
#: No square there.
NOWHERE: Final = -1

FORWARD: Final = "forward"
BACK: Final = "back"
#: The directions of a card's arrow: along the track, or as one sees the board.
ARROWS: Final = (FORWARD, BACK, "left", "right", "up", "down")
OPPOSITE: Final = {FORWARD: BACK, BACK: FORWARD, "left": "right", "right": "left", "up": "down", "down": "up"}


@dataclass(frozen=True, slots=True)
class Board:
    """Squares 0 (start) to `finish`. `left` ... `down` give each square's neighbour there, or NOWHERE."""

    finish: int
    teleports: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    placeholder: bool = False

    def beside(self, square: int, arrow: str) -> int:
        """The square one gets to from `square` by following the arrow once."""
        if arrow == FORWARD:
            return square + 1 if square < self.finish else NOWHERE
        if arrow == BACK:
            return square - 1
        table: tuple[int, ...] = getattr(self, arrow)
        return table[square]

    def along(self, square: int, arrow: str) -> str:
        """`forward` or `back` if the arrow points along the track on this square, else an empty text."""
        to = self.beside(square, arrow)
        if to == NOWHERE:
            return arrow if arrow in (FORWARD, BACK) else ""
        return {1: FORWARD, -1: BACK}.get(to - square, "")


#: One further neighbour that the rows do not show: (square, arrow, square).
Link = tuple[int, str, int]


def lay_out(
    rows: tuple[tuple[int, ...], ...],
    teleports: tuple[int, ...],
    links: tuple[Link, ...] = (),
    placeholder: bool = False,
) -> Board:
    """The board drawn by rows of numbers; 0 is no square. `what_is_wrong` must have found nothing."""
    at = {number: (x, y) for y, row in enumerate(rows) for x, number in enumerate(row) if number}
    number_at = {place: number for number, place in at.items()}
    finish = max(at)
    linked = {(square, arrow): to for square, arrow, to in links}

    def neighbours(arrow: str, dx: int, dy: int) -> tuple[int, ...]:
        seen = {n: number_at.get((x + dx, y + dy), NOWHERE) for n, (x, y) in at.items()}
        return tuple(linked.get((n, arrow), seen.get(n, NOWHERE)) for n in range(finish + 1))

    return Board(
        finish,
        teleports,
        neighbours("left", -1, 0),
        neighbours("right", 1, 0),
        neighbours("up", 0, -1),
        neighbours("down", 0, 1),
        placeholder,
    )


def what_is_wrong(
    rows: tuple[tuple[int, ...], ...], teleports: tuple[int, ...], links: tuple[Link, ...], tiles: int
) -> str:
    """Why a board cannot be like this, in a few words for the one who drew it; an empty text when it can."""
    numbers = sorted(number for row in rows for number in row if number)
    finish = len(numbers)
    if not 3 <= finish <= 1_000:
        return f"a board has 3 to 1000 squares, this one {finish}"
    if numbers != list(range(1, finish + 1)):
        odd = next(n for n, number in enumerate(numbers, 1) if n != number)
        return f"every square from 1 to {finish} stands once; look at {odd}"
    if len(teleports) != tiles or len(set(teleports)) != tiles or not all(0 < t < finish for t in teleports):
        return f"{tiles} different squares between start and finish carry the teleport tiles"
    for square, arrow, to in links:
        if arrow not in ARROWS[2:] or not (0 < square < finish and 0 < to <= finish):
            return f"{square} {arrow:.20} {to} joins no two squares"
    return ""


#: Squares 1 to 50 to and fro, the finish at the upper right; the teleports are made up.
PLACEHOLDER_ROWS: Final = tuple(
    tuple(range(10 * y + 1, 10 * y + 11))[:: 1 if y % 2 == 0 else -1] for y in reversed(range(5))
)
PLACEHOLDER: Final = lay_out(PLACEHOLDER_ROWS, (6, 14, 22, 30, 38, 46), placeholder=True)
