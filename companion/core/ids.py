"""Names for the things of a table. They are plain text so that a log can be read by eye and by any program."""

from typing import Final, NewType

PlayerId = NewType("PlayerId", str)
CardId = NewType("CardId", str)
PileId = NewType("PileId", str)

#: A card nobody has read. It is a value like any other: rules judge as far as they can and say what they need.
UNKNOWN: Final = CardId("?")
