"""Every reason the game can give. The code, its words in `lang/` and its test share one name.

`rule` says where it comes from: a chapter of the rulebook, the publisher's answers (FAQ), or an option (FCU).
"""

from companion.core.rulings import Reason, illegal, legal, undecided

# Deal and start card.
DEALT = legal("frantic.deal.dealt", "setup: seven cards each, the rest is the draw pile")
DEAL_RUNNING = illegal("frantic.deal.running", "one round at a time")
DEAL_DEALER = illegal("frantic.deal.dealer", "end of a round: who had most points in it deals the next")
DEAL_COUNT = undecided("frantic.deal.count", "setup: seven cards each")
STARTED = legal("frantic.start.turned", "start of a round: the dealer carries out what the start card asks for")

# Playing a card.
SAME_COLOUR = legal("frantic.play.same_colour", "the principle: colour on colour")
SAME_NUMBER = legal("frantic.play.same_number", "the principle: value on value")
SAME_SYMBOL = legal("frantic.play.same_symbol", "the principle: symbol on symbol")
FOUR_COLOUR = legal("frantic.play.four_colour", "four-colour specials: on any card in one's turn")
TEN_CARDS = legal("frantic.play.fuck_you", "Fuck You: on any card, with exactly ten cards in the hand")
ANYTHING = legal("frantic.play.anything", "FAQ 3: on a Fuck You that started the round anything goes")
WISH_MET = legal("frantic.play.wish_met", "the principle: the colour or value that was asked for")
WISH_MISSED = illegal("frantic.play.wish_missed", "the principle: the colour or value that was asked for")
NO_MATCH = illegal("frantic.play.no_match", "the principle: same value, colour or symbol, or the wish")
BLACK_ON_BLACK = illegal("frantic.play.black_on_black", "black cards: never on another black card")
BLACK_NEEDS_NUMBER = illegal("frantic.play.black_needs_number", "black cards: value on the same value, or as wished")
BLACK_NO_COLOUR = illegal("frantic.play.black_no_colour", "black cards: black is not a colour and meets no colour wish")
ON_BLACK = illegal("frantic.play.on_black", "FAQ 2: on a black card only the same number or a four-colour card")
TOP_NEEDED = undecided("frantic.play.top_needed", "the principle: the card below must be known")
NOT_TEN_CARDS = illegal("frantic.play.not_ten_cards", "Fuck You: exactly ten cards in the hand, itself included")
NOT_YOUR_TURN = illegal("frantic.play.not_your_turn", "the principle: in turn, anticlockwise")
NOT_IN_HAND = illegal("frantic.card.not_in_hand", "a card must be in the hand it comes from")
PLAY_EVENT_CARD = illegal("frantic.play.event_card", "event cards: they are turned up, never played")
ALL_SEEN = undecided("frantic.card.all_seen", "components: so many copies of each card and no more")

# Wishes.
WISH_MADE = legal("frantic.wish.made", "four-colour specials: the wish")
WISH_COLOUR_ONLY = illegal("frantic.wish.colour_only", "Equality, Counterattack, Nice Try: any colour, no number")
WISH_BLACK = illegal("frantic.wish.black", "four-colour specials: black is no colour and cannot be asked for")
WISH_STRANGE = illegal("frantic.wish.strange", "four-colour specials: one of the four colours, or a number from 1 to 9")
WISH_NOT_DUE = illegal("frantic.wish.not_due", "only the card just played asks for a wish")
WISH_NOT_ASKED = illegal("frantic.wish.not_asked", "only four-colour specials carry a wish")
WISH_NEEDED = undecided("frantic.wish.needed", "four-colour specials: the wish is mandatory")

# Targets and attacks.
TARGET_NAMED = legal("frantic.target.named", "specials: an opponent is chosen")
TARGET_WAIVED = legal("frantic.target.waived", "four-colour specials: the effect is optional unless it says otherwise")
TARGET_SELF = illegal("frantic.target.self", "specials: nobody can choose themselves")
TARGET_SKIPPED = illegal("frantic.target.skipped", "Skip: not a player who must already miss a turn")
TARGET_NOT_FEWER = illegal("frantic.target.not_fewer", "Equality: an opponent who has fewer cards")
TARGET_COUNT = illegal("frantic.target.count", "specials: one opponent; Fantastic Four: a name for every card")
TARGET_ONE = illegal("frantic.target.one", "specials: one opponent is chosen")
TARGET_NOT_DUE = illegal("frantic.target.not_due", "only the special just played asks for a target")
TARGET_NOT_ASKED = illegal("frantic.target.not_asked", "only specials that say so go against an opponent")
TARGET_NEEDED = undecided("frantic.target.needed", "specials: an opponent is chosen")
TARGET_NONE = legal("frantic.target.none", "specials: where nobody can be chosen the effect lapses")
MUST_MISS = legal("frantic.skip.must_miss", "Skip: the opponent misses the next turn")
TURN_MISSED = legal("frantic.skip.missed", "Skip: the opponent misses the next turn")
MUST_DRAW = legal("frantic.draw.forced", "Fantastic Four, Equality, Nice Try: so many cards are drawn")

# Reactions.
COUNTERED = legal("frantic.counter.thrown", "Counterattack: the attack is stopped and may be passed on")
COUNTER_NO_ATTACK = illegal("frantic.counter.no_attack", "Counterattack: when a special is played against you")
COUNTER_EVENT = illegal("frantic.counter.event", "FCU19: events are not specials played against a player")
NICE_TRY_THROWN = legal("frantic.nice_try.thrown", "Nice Try: who has just run out of cards draws three")
NICE_TRY_NOBODY = illegal("frantic.nice_try.nobody_out", "Nice Try: only when somebody has run out of cards")
OUT_OF_CARDS = legal("frantic.round.out_of_cards", "end of a round: somebody has no cards; Nice Try may answer")
WINDOW_CLOSED = legal("frantic.pass.no_reaction", "FCU20: a reaction comes at once or not at all")
WINDOW_OPEN = undecided("frantic.pass.window_open", "FCU20: the table confirms that nobody reacts")

# Cards from hand to hand.
GIVEN = legal("frantic.give.given", "Gift, Exchange, events: cards of one's choice")
GIVE_FEWER = undecided("frantic.give.fewer", "FAQ 7: Fuck You stays in the hand, so one card fewer may be right")
GIVE_FUCK_YOU = illegal("frantic.give.fuck_you", "Fuck You: it cannot be given by Gift or Exchange")
GIVE_COUNT = illegal("frantic.give.count", "Gift, Exchange: two cards, or as many as there are")
GIVE_OTHER = illegal("frantic.give.other", "Gift, Exchange: to the opponent that was chosen")
GIVE_SELF = illegal("frantic.give.self", "specials and events: nobody can choose themselves")
GIVE_NOT_DUE = illegal("frantic.give.not_due", "cards are given only when a card says so")
TAKEN = legal("frantic.take.taken", "Exchange, Charity, Market: a card is taken")
TAKE_COUNT = illegal("frantic.take.count", "Exchange: two cards, or as many as there are; Charity, Market: one")
TAKE_NOT_DUE = illegal("frantic.take.not_due", "cards are taken only when a card says so")

# Drawing and going on.
DREW = legal("frantic.draw.drawn", "the principle: who cannot or does not want to play draws one card")
DREW_OWED = legal("frantic.draw.owed", "specials and events: the cards that somebody must draw")
DREW_AGAIN = legal("frantic.draw.second_chance", "2nd Chance: who cannot play another card draws one")
DRAW_EMPTY = legal("frantic.draw.pile_empty", "end of a round: somebody draws and the draw pile is empty")
DRAW_NOT_YOUR_TURN = illegal("frantic.draw.not_your_turn", "the principle: in turn, anticlockwise")
DRAW_TWICE = illegal("frantic.draw.twice", "the principle: one card")
DRAW_MUST_PLAY = illegal("frantic.draw.must_play", "2nd Chance: another card must be played where one fits")
TURN_ENDED = legal("frantic.pass.turn_ended", "the principle: after drawing one may play, or not")
PASS_DRAW_FIRST = illegal("frantic.pass.draw_first", "the principle: who does not play draws a card")
PASS_SECOND_CHANCE = illegal("frantic.pass.second_chance", "2nd Chance: play another card, or draw one")
NOTHING_WAITS = legal("frantic.pass.nothing_waits", "going on where nothing waits is harmless")
DONE_UNSEEN = legal("frantic.pass.done", "what was due is done, unseen")

# Event cards.
EVENT_TURNED = {
    name: legal(f"frantic.event.{name.replace('-', '_')}", rule)
    for name, rule in (
        ("charity", "Charity: all but those with most cards take one, blind, from each of those"),
        ("communism", "Communism: everybody draws up to the largest hand"),
        ("doomsday", "Doomsday: the round ends at once, 50 points each"),
        ("earthquake", "Earthquake: every hand goes to the neighbour on the right"),
        ("expansion", "Expansion: the first draws one, the second two, and so on"),
        ("finish-line", "Finish Line: the round ends at once and hands are counted"),
        ("friday-13th", "Friday the 13th: nothing happens"),
        ("gambling-man", "Gambling Man: hidden bets with numbers of the last played colour"),
        ("market", "Market: a card a player is turned up, everybody takes one"),
        ("mating-season", "Mating Season: all sets of equal numbers are discarded"),
        ("merry-christmas", "Merry Christmas: everybody gives the whole hand away"),
        ("mexican-standoff", "Mexican Standoff: all hands are discarded, then three new cards each"),
        ("recession", "Recession: the first discards one, the second two, and so on"),
        ("robin-hood", "Robin Hood: fewest and most cards change hands"),
        ("surprise-party", "Surprise Party: everybody gives one card to somebody"),
        ("all-seeing-eye", "The All-Seeing Eye: all hands lie open until everybody agrees to go on"),
        ("third-time-lucky", "Third Time Lucky: everybody draws three"),
        ("time-bomb", "Time Bomb: three more turns each"),
        ("tornado", "Tornado: all hands are shuffled and dealt again"),
        ("vandalism", "Vandalism: all cards of the last played colour are discarded"),
    )
}
EVENT_NONE_DUE = illegal("frantic.event.not_due", "event cards: only a black card turns one up")
EVENT_NO_EVENT_CARD = illegal("frantic.event.no_event_card", "event cards: they come from their own pile")
EVENT_NEEDED = undecided("frantic.event.needed", "black cards: an event card is turned up")
DISCARDED = legal("frantic.discard.discarded", "event cards: discards go under the last played card")
DISCARD_COUNT = illegal("frantic.discard.count", "Recession: as many cards as one's place in the order")
DISCARD_NOT_DUE = illegal("frantic.discard.not_due", "cards are discarded only when an event says so")
DISCARD_ALL = illegal("frantic.discard.all", "Mating Season, Vandalism: every card that belongs to it goes")
MATING_SETS = illegal("frantic.discard.sets", "Mating Season: pairs, triples and more of equal numbers")
VANDALISM_COLOUR = illegal("frantic.discard.colour", "Vandalism: cards of the last played colour")
NOTHING_TO_DISCARD = legal("frantic.pass.nothing_to_discard", "Mating Season, Vandalism: nothing (more) to discard")
SETS_NEEDED = undecided("frantic.discard.needed", "Mating Season, Vandalism: hidden hands must be told")
PRESENTS_NEEDED = undecided("frantic.give.needed", "Merry Christmas, Surprise Party: givers choose to whom")
BET_LAID = legal("frantic.bet.laid", "Gambling Man: everybody lays a card, face down")
BET_NONE = legal("frantic.bet.none", "Gambling Man: who has no number of that colour draws two")
BET_MUST = illegal("frantic.bet.must", "Gambling Man: who can lay a card must")
BET_COLOUR = illegal("frantic.bet.colour", "Gambling Man: a number of the last played colour")
BET_NOT_DUE = illegal("frantic.bet.not_due", "Gambling Man: one card each, once")
BETS_NEEDED = undecided("frantic.bet.needed", "Gambling Man: everybody lays a card")
BETS_TAKEN = legal("frantic.bet.taken", "Gambling Man: one player takes all cards laid")
MARKET_OPEN = legal("frantic.market.open", "Market: a card a player is turned up")
MARKET_COUNT = illegal("frantic.market.count", "Market: as many cards as players, if the draw pile has them")
MARKET_ORDER = illegal("frantic.market.order", "Market: in order, beginning to the right of the initiator")
MARKET_CARD = illegal("frantic.market.card", "Market: one of the cards turned up")
MARKET_NOT_DUE = illegal("frantic.market.not_due", "only the Market turns cards up")

# Rounds and counting.
ROUND_OVER = {
    why: legal(f"frantic.round.over_{why}", rule)
    for why, rule in (
        ("hand_empty", "end of a round: somebody has no cards"),
        ("pile_empty", "end of a round: somebody must draw and the draw pile is empty"),
        ("finish_line", "Finish Line: the round ends at once"),
        ("doomsday", "Doomsday: the round ends at once with 50 points each"),
        ("bomb", "Time Bomb: the round ends when somebody would take a fourth turn"),
    )
}
ROUND_COUNTING = illegal("frantic.round.over", "end of a round: hands are counted")
ROUND_RUNNING = illegal("frantic.round.running", "hands are counted at the end of the round")
ROUND_NONE = illegal("frantic.round.none", "a round begins with the deal")
ROUND_SCORED = legal("frantic.round.scored", "end of a round: numbers count their value, specials 7, Fuck You 42")
MATCH_WON = legal("frantic.match.won", "end of the match: somebody has reached the limit; the fewest points win")
SHOWN = legal("frantic.hand.shown", "a hand may be shown at any time")
ALREADY_COUNTED = legal("frantic.hand.already_counted", "hands that were all known are counted at once")
COUNTED = legal("frantic.hand.counted", "end of a round: what is left in the hand counts")
HAND_COUNT = undecided("frantic.hand.count_differs", "conservation: hands hold as many cards as went into them")
HAND_OTHER = undecided("frantic.hand.cards_differ", "conservation: cards seen in a hand stay there until they leave it")
POINTS_IMPOSSIBLE = undecided("frantic.hand.points_impossible", "so many cards cannot count so many points")
POSITION_TAKEN = legal("frantic.position.taken", "people may always tell how the table stands")
POSITION_TOO_MANY = illegal("frantic.position.too_many", "components: 125 cards")

REASONS: tuple[Reason, ...] = (
    *(value for value in tuple(globals().values()) if isinstance(value, Reason)),
    *EVENT_TURNED.values(),
    *ROUND_OVER.values(),
)
