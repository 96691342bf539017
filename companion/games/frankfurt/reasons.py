"""Every reason this game can give. A code, its words in `lang/` and its test share one name.

The numbers in brackets are the rules of the rules reference; FFU… are points no rulebook settles (see options.py).
"""

from companion.core.rulings import Reason, illegal, legal, undecided

# Discarding (4): exactly two ways. A wrong card stays where it lies until it is called (6).
HIGHER = legal("frankfurt.discard.different_colour", "Different colour: high onto low")
ODD_ON_EVEN = legal("frankfurt.discard.same_colour", "Same colour: odd onto even, higher or lower")
LOWER = illegal("frankfurt.discard.lower", "Different colour: high onto low", stays=True)
EQUAL = illegal("frankfurt.discard.equal", "Different colour: high onto low; equal is not higher", stays=True)
BOTH_EVEN = illegal("frankfurt.discard.even_on_even", "Same colour: odd onto even", stays=True)
BOTH_ODD = illegal("frankfurt.discard.odd_on_odd", "Same colour: odd onto even", stays=True)
EVEN_ON_ODD = illegal("frankfurt.discard.even_on_odd", "Same colour: odd onto even", stays=True)
NOT_TOP = illegal("frankfurt.discard.not_top", "Only the topmost card of a column may be discarded", stays=True)
UNREAD = undecided("frankfurt.discard.unread", "The card must be read to judge it")
TOP_UNREAD = undecided("frankfurt.discard.top_unread", "The card below must be read to judge it")
NO_CARDS = illegal("frankfurt.discard.no_cards", "Only cards of the own columns are discarded")
#: Too early, or an opening card that nobody saw: beside the ruling on the card itself.
TOO_EARLY = undecided("frankfurt.discard.too_early", "A round starts when everybody has revealed an opening card")
TOO_LATE = illegal("frankfurt.discard.round_over", "The first valid slap ends the discarding (FFU7)")
PILE_TAKEN = illegal("frankfurt.discard.pile_taken", "A pile that was slapped belongs to somebody")
EXTRA_COPY = undecided("frankfurt.deck.extra_copy", "Every card exists only so often (FFU1)")
GOES_BACK = legal("frankfurt.discard.goes_back", "A card that does not fit is taken back")

# Several at once (5): the one underneath counts.
ALL_STAY = legal("frankfurt.together.all_stay", "The upper card stays if it fits on the lower one")
LOWER_COUNTS = legal("frankfurt.together.lower_counts", "The lower card counts, the other is taken back")
LOWER_BACK = illegal("frankfurt.together.lower_back", "A wrong lower card goes back; the upper one may fit", stays=True)
NONE_STAYS = illegal("frankfurt.together.none_stays", "No card fits, all are taken back", stays=True)
TOGETHER_UNREAD = undecided("frankfurt.together.unread", "The cards must be read to judge them")
TOGETHER_MALFORMED = illegal("frankfurt.together.malformed", "At least two cards, each with its player")

# Wrong cards (6): called, taken back.
UPHELD = legal("frankfurt.challenge.upheld", "A wrong card is taken back if it is called")
MAJORITY = legal("frankfurt.challenge.majority", "Without a referee the majority judges (FFU5)")
NO_MAJORITY = undecided("frankfurt.challenge.no_majority", "Without a referee the majority judges (FFU5)")
FITS = illegal("frankfurt.challenge.fits", "Only a wrong card is taken back")
COVERED = illegal("frankfurt.challenge.covered", "A covered card is no longer challenged (FFU2)")
NEEDS_NO_FIT = illegal("frankfurt.challenge.needs_no_fit", "Opening and blockage cards need not fit")
NOT_THERE = illegal("frankfurt.challenge.not_there", "Only a card on the pile can be challenged")
CHALLENGE_UNREAD = undecided("frankfurt.challenge.unread", "The card must be read to judge it")
TAKEN_BACK = legal("frankfurt.take_back.done", "A wrong card is taken back")
ALREADY_BACK = legal("frankfurt.take_back.already_back", "A wrong card is taken back once")
TAKEN_UNREAD = undecided("frankfurt.take_back.unread", "The card must be read to know whether it was wrong")
BACK_FITS = illegal("frankfurt.take_back.fits", "A card that fits stays where it lies")
BACK_COVERED = illegal("frankfurt.take_back.covered", "Only the top card of a pile can be taken back")
NOT_YOURS = illegal("frankfurt.take_back.not_yours", "Everybody takes back only own cards")
FREEZE = legal("frankfurt.penalty.freeze", "House rule: a short freeze for the offender (FFU4)")
PENALTY_CARD = legal("frankfurt.penalty.card", "House rule: one card from the draw pile goes under it (FFU4)")

# Start of a round (1, 2, 11).
LAID_OUT = legal("frankfurt.lay_out.done", "Columns of 1, 2, 3, 4 cards, as many as the draw pile allows")
LAID_OUT_AGAIN = illegal("frankfurt.lay_out.again", "Columns are laid out once a round")
OPENED = legal("frankfurt.open.pile", "Each opening card starts a pile, no fitting needed")
REOPENED = legal("frankfurt.open.stress", "Constant stress: who is ready goes on at once")
OPENED_AGAIN = illegal("frankfurt.open.again", "Everybody opens one pile")
PILE_EXISTS = illegal("frankfurt.open.pile_exists", "Each opening card starts a pile of its own")
TOO_FEW = illegal("frankfurt.open.too_few", "A round needs at least two cards in the draw pile")
COLLECT_FIRST = illegal("frankfurt.open.collect_first", "First put the pile under the draw pile")
PILE_MISSING = illegal("frankfurt.pile.missing", "Only the discard piles of this round are in play")

# Columns (7).
REVEALED = legal("frankfurt.reveal.done", "After discarding the top card the next one may be turned")
REVEALED_EARLY = illegal("frankfurt.reveal.too_early", "Only after discarding the top card may the next one be turned")
READ = legal("frankfurt.read_top.read", "Reading a face-up card changes nothing")
SHIFTED = legal("frankfurt.shift.done", "A face-up card may move to an empty column")
SHIFT_HIDDEN = illegal("frankfurt.shift.face_down", "Only a face-up card may move")
SHIFT_MANY = illegal("frankfurt.shift.one_card_only", "One card at a time moves")
SHIFT_FULL = illegal("frankfurt.shift.target_not_empty", "Only an empty column takes a card")
COLUMN_EMPTY = illegal("frankfurt.column.empty", "There is no card in this column")
COLUMN_MISSING = illegal("frankfurt.column.missing", "There are four columns")

# Blockage (8, 9).
BLOCKED = legal("frankfurt.blockage.declared", "When nobody can discard, everybody adds a card")
FOUND = legal("frankfurt.blockage.found", "When nobody can discard, everybody adds a card")
CAN_PLAY = illegal("frankfurt.blockage.can_play", "One is always obliged to play if one can")
CAN_REVEAL = illegal("frankfurt.blockage.can_reveal", "First every top card is turned (FFU8)")
CAN_SHIFT = illegal("frankfurt.blockage.can_shift", "A shift that exposes a hidden card comes first (FFU8)")
TOPS_UNREAD = undecided("frankfurt.blockage.unread", "All top cards must be read to know that nobody can discard")
STILL_ADDING = illegal("frankfurt.blockage.still_adding", "First everybody adds a card")
SOMEBODY_DONE = illegal("frankfurt.blockage.round_won", "Who has no column cards left slaps: no blockage")
ADDED = legal("frankfurt.blockage.added", "Blockage cards need not fit")
FROM_LID = legal("frankfurt.blockage.from_lid", "Without a draw pile the card comes from the box lid")
FROM_BOTTOM = legal("frankfurt.blockage.from_bottom", "House rule: with an empty lid, the pile's lowest card (FFU9)")
NOTHING_LEFT = illegal("frankfurt.blockage.nothing_left", "With an empty lid nothing is added (FFU9)")
ADDED_TWICE = illegal("frankfurt.blockage.added_twice", "Everybody adds one card")
PILE_USED = illegal("frankfurt.blockage.pile_used", "Everybody adds to a different pile")
TIME_UP = legal("frankfurt.timer.up", "House rule: when time is up everybody adds a card (FFU12)")
NO_TIMER = illegal("frankfurt.timer.none", "The rules know no timer (FFU12)")

# Round end (10) and game end (12).
ROUND_WON = legal("frankfurt.slap.round_won", "Who is first without column cards slaps a pile; it goes to the box lid")
TAKES = legal("frankfurt.slap.takes", "The others slap the remaining piles and take them")
LOWER_HAND = legal("frankfurt.slap.lower_hand", "On one pile the lower hand counts")
ALREADY_YOURS = legal("frankfurt.slap.already_yours", "The last pile is for the last player, without a race")
#: The upper hand lies there all the same: who has slapped so is known to be without a pile.
UPPER_HAND = illegal(
    "frankfurt.slap.upper_hand", "On one pile the lower hand counts; the other takes a free pile", stays=True
)
TOO_CLOSE = undecided("frankfurt.slap.too_close", "On one pile the lower hand counts")
NOT_FINISHED = illegal("frankfurt.slap.not_finished", "Only who has no column cards left may slap (FFU6)")
PILE_GONE = illegal("frankfurt.slap.pile_gone", "The others slap different piles")
SLAPPED_ALREADY = illegal("frankfurt.slap.already_slapped", "Everybody takes one pile")
SLAP_UNDONE = legal("frankfurt.slap.undone", "A last card that was wrong goes back: the round goes on (FFU6)")
COLLECTED = legal("frankfurt.round.collected", "Everybody puts pile and leftover column cards under the draw pile")
ROUND_ENDED = legal("frankfurt.round.ended", "Piles and leftover column cards go under the draw piles")
ROUND_COUNTED = legal("frankfurt.round.counted", "A round may be counted by hand")
ROUND_GOES_ON = illegal("frankfurt.round.goes_on", "A round ends when somebody has no column cards left")
PILES_FREE = illegal("frankfurt.round.piles_free", "Several piles are free: slaps decide who takes which")
GAME_WON = legal("frankfurt.game.won", "Who has at most one card in the draw pile at the end of a round wins")

# Counting and fouls.
COUNT_AGREES = legal("frankfurt.count.agrees", "The cards of the box add up")
COUNT_CORRECTED = legal("frankfurt.count.corrected", "A count by hand has the last word (FFU11)")
COUNT_IMPOSSIBLE = illegal("frankfurt.count.impossible", "The box holds 132 cards")
COUNT_FORBIDDEN = illegal("frankfurt.count.forbidden", "House rule: no corrections by hand (FFU11)")
COUNT_EMPTY = illegal("frankfurt.count.empty", "A count says what was counted")
TWO_HANDS = illegal("frankfurt.foul.two_hands", "All play one-handed")
MUST_PLAY = illegal("frankfurt.foul.must_play", "One is always obliged to play if one can")
CANNOT_PLAY = legal("frankfurt.foul.cannot_play", "Who cannot play may wait")
FOUL_UNKNOWN = illegal("frankfurt.foul.unknown", "The rules know two such fouls: two hands, and not playing")

REASONS: tuple[Reason, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Reason))
