"""Frappadingue Family: throw five piles, keep what scores, stop in time. Highest total wins."""

from .rules import Frappadingue

GAME = Frappadingue()
