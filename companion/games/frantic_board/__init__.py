"""Frantic, the board game: an upside-down snakes-and-ladders where nobody wants to arrive first.

What no rulebook tells (the board's squares, the cards' colours and counts, the event sheet) is data that the owner
enters once; until then the rules judge what they know and ask people about the rest.
"""

from .rules import FranticBoard

GAME = FranticBoard()
