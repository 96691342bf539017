"""Frantic, the card game: 125 playing cards, 20 event cards, 2 to 8 players; the fewest points win.

It decides what the rulebook says of what people did. It must not touch cameras, screens, files or chance. Players are
listed in the order of play: the next name sits to the right, because the game goes anticlockwise.
"""

from .rules import Frantic

GAME = Frantic()
