"""What people tell about the table itself: the deal, the hands they show, the table as it stands.

It decides whether such a claim can be true. A claim about what lies there is taken over even where it contradicts what
was believed; the ruling then says that somebody should look again.
"""

from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import CARD_NEEDED, PLAYER_UNKNOWN, Ruling

from . import reasons
from .cards import BLACK, COLOURS, DECK_SIZE, FACES, FUCK_YOU, points_of
from .events import Deal, Position, ShowHand
from .flow import settle
from .giving import wrong_cards
from .scoring import counted_at_end, next_dealers
from .state import DOOMSDAY, Counting, Dealt, Hand, Seat, Turn
from .table import Facts, Table

# ---------------------------------------------------------------- the deal


def deal(table: Table, event: Deal) -> Ruling:
    """Seven cards each; who had most points in the round before deals."""
    if table.stack:
        return Ruling(reasons.DEAL_RUNNING)
    dealer = table.seat(event.dealer) if event.dealer else table.dealer
    if dealer is None:
        return Ruling(PLAYER_UNKNOWN, (("player", event.dealer),))
    expected = _dealers(table)
    facts = (("player", table.players[dealer]), ("count", table.rules.hand))
    if dealer not in expected and not table.forced:
        return Ruling(reasons.DEAL_DEALER, (*facts, ("dealer", table.players[expected[0]])))
    wrong = _wrong_hands(table, event.hands)
    if wrong:
        return wrong
    hands: list[Hand] = [(UNKNOWN,) * table.rules.hand] * len(table.players)
    for player, cards in event.hands:
        hands[table.players.index(player)] = cards
    table.hands, table.dealer, table.stack = hands, dealer, [Dealt()]
    table.draw_pile = DECK_SIZE - sum(map(len, hands))
    table.owe_nothing()
    if any(len(hand) != table.rules.hand for hand in hands):
        return Ruling(reasons.DEAL_COUNT, facts)
    return _doubt(table) or Ruling(reasons.DEALT, facts)


def _dealers(table: Table) -> tuple[Seat, ...]:
    """Anybody deals the first round; later it is settled, but a table may break a tie itself."""
    if not table.rounds:
        return (table.dealer, *table.from_right_of(table.dealer))
    if table.rules.dealer_tie == "table":
        return next_dealers(table, table.rounds[-1])
    return (table.dealer,)


def _wrong_hands(table: Table, hands: tuple[tuple[PlayerId, Hand], ...]) -> Ruling | None:
    for player, cards in hands:
        if table.seat(player) is None:
            return Ruling(PLAYER_UNKNOWN, (("player", player),))
        wrong = wrong_cards(cards)
        if wrong:
            return wrong
        if len(cards) > DECK_SIZE:
            return Ruling(reasons.POSITION_TOO_MANY)
    return None


def _doubt(table: Table) -> Ruling | None:
    """Does the table now show more copies of a card than the deck holds?"""
    seen = {card for hand in table.hands for card in hand if card != UNKNOWN}
    twice = tuple(sorted(card for card in seen if table.unseen(card) < 0))
    return Ruling(reasons.ALL_SEEN, (("cards", twice),)) if twice else None


# ---------------------------------------------------------------- hands shown


def show_hand(table: Table, event: ShowHand, seat: Seat) -> Ruling:
    """A whole hand is seen. Once the round is over, it is counted."""
    wrong = wrong_cards(event.cards)
    if wrong:
        return wrong
    _over_if_it_can(table)
    facts: Facts = (("player", event.player), ("cards", event.cards), ("count", len(table.hands[seat])))
    if event.points is not None:
        return _announced(table, event.points, seat)
    before, table.hands[seat] = table.hands[seat], event.cards
    counting = table.stack[-1]
    if UNKNOWN in event.cards:
        return Ruling(CARD_NEEDED, facts)
    if isinstance(counting, Counting):
        points = points_of(event.cards)
        _count(table, counting, seat, points)
        facts = (*facts, ("points", points))
    if len(before) != len(event.cards):
        return Ruling(reasons.HAND_COUNT, facts)
    if any(before.count(card) > event.cards.count(card) for card in set(before) if card != UNKNOWN):
        return Ruling(reasons.HAND_OTHER, facts)
    return _doubt(table) or Ruling(reasons.COUNTED if isinstance(counting, Counting) else reasons.SHOWN, facts)


def _over_if_it_can(table: Table) -> None:
    """Hands are shown to be counted when nobody has anything left to do; else they are only looked at."""
    trial = Table(table.state())
    trial.held = True
    settle(trial, None)
    if isinstance(trial.stack[-1], Counting):
        table.held = True
        settle(table, None)
        table.held = False


def _announced(table: Table, points: int, seat: Seat) -> Ruling:
    """Points said aloud instead of cards shown."""
    counting, hand = table.stack[-1], table.hands[seat]
    facts = (("player", table.players[seat]), ("points", points), ("count", len(hand)))
    if not isinstance(counting, Counting):
        return Ruling(reasons.ROUND_RUNNING, facts)
    known = points_of(tuple(card for card in hand if card != UNKNOWN))
    hidden = hand.count(UNKNOWN)
    # One Fuck You, and nothing else above nine points.
    possible = known + hidden <= points <= known + 9 * hidden + (33 if hidden else 0)
    _count(table, counting, seat, points)
    return Ruling(reasons.COUNTED if possible else reasons.POINTS_IMPOSSIBLE, (*facts, ("cards", ())))


def _count(table: Table, counting: Counting, seat: Seat, points: int) -> None:
    if table.ending != DOOMSDAY:
        counted = (*counting.counted[:seat], points, *counting.counted[seat + 1 :])
        table.stack[-1] = Counting(counted)


# ---------------------------------------------------------------- the table as it stands


def position(table: Table, event: Position) -> Ruling:
    """A person says how the table stands; only what is given changes."""
    wrong = _wrong_position(table, event)
    if wrong:
        return wrong
    if not table.stack:
        table.hands = [(UNKNOWN,) * table.rules.hand] * len(table.players)
        table.draw_pile = DECK_SIZE - sum(map(len, table.hands)) - len(event.pile or ("?",))
        table.stack = [Turn(table.next_seat(table.dealer))]
    table.owe_nothing()
    for player, cards in event.hands:
        table.hands[table.players.index(player)] = cards
    for player, count in event.counts:
        table.hands[table.players.index(player)] = (UNKNOWN,) * count
    if event.dealer:
        table.dealer = table.players.index(event.dealer)
    if event.draw_pile is not None:
        table.draw_pile = event.draw_pile
    if event.skipped:
        table.skipped = tuple(sorted({table.players.index(player) for player in event.skipped}))
    _pile(table, event)
    if event.turn:
        table.stack = [Turn(table.players.index(event.turn))]
    counting = table.stack[-1]
    if isinstance(counting, Counting):
        known = counted_at_end(table)
        counted = tuple(old if new == -1 else new for old, new in zip(counting.counted, known, strict=True))
        table.stack[-1] = Counting(counted)
    return _doubt(table) or Ruling(reasons.POSITION_TAKEN)


def _pile(table: Table, event: Position) -> None:
    """The discard pile and the wish on it; whatever was still to be resolved is dropped with it."""
    if event.pile:
        table.pile, table.wish = event.pile, ""
        shown = [card for card in event.pile if card != FUCK_YOU]
        table.top = shown[-1] if shown else CardId("")
        colours = [FACES[card].colour for card in event.pile if card in FACES]
        table.last_colour = next((c for c in reversed(colours) if c and c != BLACK), "")
        bottom = table.stack[0]
        table.stack = [bottom if isinstance(bottom, Turn) else Turn(table.next_seat(table.dealer))]
    if event.wish != "":
        table.wish = str(event.wish).lower()


def _wrong_position(table: Table, event: Position) -> Ruling | None:
    named = [*event.skipped, *(name for name, _ in event.counts), *(n for n in (event.turn, event.dealer) if n)]
    for name in named:
        if table.seat(name) is None:
            return Ruling(PLAYER_UNKNOWN, (("player", name),))
    wrong = _wrong_hands(table, event.hands) or wrong_cards(event.pile)
    if wrong:
        return wrong
    counts = [count for _, count in event.counts] + ([] if event.draw_pile is None else [event.draw_pile])
    held = sum(len(cards) for _, cards in event.hands) + len(event.pile) + sum(counts)
    if any(count < 0 for count in counts) or held > DECK_SIZE:
        return Ruling(reasons.POSITION_TOO_MANY)
    wish = str(event.wish).lower()
    if wish and wish not in COLOURS and not (len(wish) == 1 and wish in "123456789"):
        return Ruling(reasons.WISH_BLACK if wish == BLACK else reasons.WISH_STRANGE, (("wish", wish[:20]),))
    return None
