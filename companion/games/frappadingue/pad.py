"""A player's lines on the pad, in pages: one more line copies one page, not everything written in a long match."""

from typing import TypeAlias

Pad: TypeAlias = tuple[tuple[int, ...], ...]

LINES_A_PAGE = 64


def write(pad: Pad, points: int) -> Pad:
    if pad and len(pad[-1]) < LINES_A_PAGE:
        return (*pad[:-1], (*pad[-1], points))
    return (*pad, (points,))


def lines(pad: Pad) -> tuple[int, ...]:
    return tuple(points for page in pad for points in page)
