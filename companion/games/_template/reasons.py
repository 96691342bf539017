"""Every reason this game can give. The code, its words in `lang/` and its test share one name."""

from companion.core.rulings import illegal, legal, undecided

LAID = legal("highcard.lay.laid", "page 1: everybody lays one card")
LAID_TWICE = illegal("highcard.lay.twice", "page 1: everybody lays one card")
ROUND_WON = legal("highcard.round.won", "page 1: the highest card takes the point")
ROUND_TIED = legal("highcard.round.tied", "page 2: when the highest cards are equal, nobody takes the point")
ROUND_WAITS = illegal("highcard.round.waits", "page 1: a round ends when everybody has laid a card")
ROUND_UNREAD = undecided("highcard.round.unread", "page 1: the highest card takes the point")

REASONS = (LAID, LAID_TWICE, ROUND_WON, ROUND_TIED, ROUND_WAITS, ROUND_UNREAD)
