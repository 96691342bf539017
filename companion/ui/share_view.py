"""What the share screen shows: the kinds to choose from, and the players' marks as a picture draws them. No Kivy."""

from collections.abc import Iterable, Mapping

from companion.sharing.kinds import Kind
from companion.sharing.picture import Mark
from companion.ui.theme import PLAYER_MARKS

#: The kinds in the order in which people want them, with the words for each and for what it is good for.
OFFERED: Mapping[Kind, str] = {
    Kind.PICTURE: "share.picture",
    Kind.WORDS: "share.words",
    Kind.SHEET: "share.sheet",
    Kind.TABLE: "share.table",
    Kind.MATCH: "share.match",
}


def drawn_marks(marks: Iterable[int]) -> tuple[Mark, ...]:
    """Players' marks in the colours of the dark theme, which is the picture's own."""
    drawn = (PLAYER_MARKS[mark % len(PLAYER_MARKS)] for mark in marks)
    return tuple(
        Mark((round(255 * red), round(255 * green), round(255 * blue)), s) for (red, green, blue, _), s in drawn
    )
