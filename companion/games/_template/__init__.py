"""High Card: everybody lays a card, the highest takes the point. The smallest whole game, to start a new one from.

Copy this folder, rename it to the id of your game, and follow docs/adding-a-game.md.
"""

from .rules import HighCard

GAME = HighCard()
