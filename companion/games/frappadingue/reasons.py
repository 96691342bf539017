"""Every reason this game can give. A code, its words in `lang/` and its test share one name.

FDU… are points the sheet does not settle (see options.py).
"""

from companion.core.rulings import Reason, illegal, legal, undecided

NOT_YOUR_TURN = illegal("frappadingue.turn.not_yours", "One player after the other")
MUST_KEEP = illegal("frappadingue.turn.must_keep", "After every throw at least one scoring card is kept")

SCORES = legal("frappadingue.throw.scores", "A throw shows one card a pile")
DEAD = legal("frappadingue.throw.dead", "A throw in which nothing scores ends the turn (FDU6)")
CAUGHT = legal("frappadingue.throw.accrochage", "An intentional tangle ends the turn at once")
REDRAW = legal("frappadingue.throw.redraw", "House rule: a tangle in the first throw is drawn again (FDU7)")
UNREAD = undecided("frappadingue.throw.unread", "All cards of a throw must be read to judge it")
FEWER_PILES = undecided("frappadingue.throw.fewer_piles", "As many piles as there are cards (FDU14)")
WRONG_PILES = illegal(
    "frappadingue.throw.wrong_piles", "Five piles less the cards in the counter; five after a full hand"
)
REMOVED = illegal("frappadingue.throw.removed_card", "Both forced exchanges are taken out of the game")

KEPT = legal("frappadingue.keep.kept", "An 8 KM, a 12 KM or a combination goes into the counter")
WITH_SPECIALS = legal("frappadingue.keep.with_specials", "All visible KM specials go into the counter too")
KEPT_UNREAD = undecided("frappadingue.keep.unread", "Cards must be read to count them, and to know the specials")
SPECIALS_ALONE = illegal("frappadingue.keep.specials_alone", "Specials never go into the counter alone")
NO_POINTS = illegal("frappadingue.keep.no_points", "7, 9, 10, 11 and 13 KM only count in combinations")
NO_COMBINATION = illegal("frappadingue.keep.no_combination", "Three, four or five of a kind of one throw (FDU8)")
NOT_THROWN = illegal("frappadingue.keep.not_thrown", "Only visible cards of this throw are kept")
NO_THROW = illegal("frappadingue.keep.no_throw", "First comes a throw")
KEEP_NOTHING = illegal("frappadingue.keep.nothing", "After every throw at least one scoring card is kept")
KEEP_ALL = illegal("frappadingue.keep.all_scoring", "House rule: all scoring cards are kept (FDU10)")
DECLARED_UNKNOWN = illegal(
    "frappadingue.keep.declared_unknown", "Read as best, singles, brelan, carre or quinte (FDU11)"
)
FULL_HAND = legal("frappadingue.keep.full_hand", "All five in the counter: the next throw has five piles")
GO_ON = legal("frappadingue.keep.must_go_on", "Only a multiple of 100 can be validated")

VALIDATED = legal("frappadingue.validate.done", "A multiple of 100 is written on the pad")
VALIDATED_UNREAD = undecided("frappadingue.validate.unread", "Unread cards in the counter are not counted")
EMPTY_COUNTER = illegal("frappadingue.validate.empty", "There is nothing in the counter")
NOT_A_HUNDRED = illegal("frappadingue.validate.not_a_hundred", "Only a multiple of 100 can be validated")
TOO_LOW = illegal("frappadingue.validate.too_low", "At least 100 points are validated (FDU9)")
OPENING = illegal("frappadingue.validate.opening", "House rule: the first score needs so many points (FDU3)")
OVERSHOOT = illegal("frappadingue.validate.overshoot", "House rule: the target is reached exactly (FDU4)")
MUST_THROW = illegal("frappadingue.validate.full_hand", "House rule: a full hand is thrown again (FDU12)")

LOST = legal("frappadingue.turn.lost", "A turn without validation: the counter goes back")
SAVED = legal("frappadingue.turn.saved", "House rule: a dead throw only ends the turn (FDU6)")
NEXT = legal("frappadingue.turn.passed", "The table says whose turn it is")
NOTHING_SCORES = undecided("frappadingue.nothing.unread", "All cards of a throw must be read to judge it")
SOMETHING_SCORES = illegal("frappadingue.nothing.scores", "After every throw at least one scoring card is kept")
LAST_ROUND = legal(
    "frappadingue.match.last_round", "When the target is reached everybody else has one more turn (FDU5)"
)
WON = legal("frappadingue.match.won", "The highest total wins")

REASONS: tuple[Reason, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Reason))
