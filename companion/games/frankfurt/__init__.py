"""Frantic Frankfurt: everybody discards at once onto shared piles, then slaps. Fewest cards left wins."""

from .rules import Frankfurt

GAME = Frankfurt()
