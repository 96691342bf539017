"""A state while one event changes it: the working copy that a rule writes on, then freezes. It decides nothing.

It also collects the further rulings of the event, and knows whether the table has overruled the rules (`forced`).
"""

from companion.core.ids import UNKNOWN, CardId, PlayerId
from companion.core.rulings import Fact, Reason, Ruling

from .cards import FUCK_YOU, Kind, kind_of
from .reasons import NOT_NOW, WAITS_FOR
from .state import AWAITS, NOBODY, Frame, Hand, Laid, State, Window

HAND = 4


class Draft:
    """See `State` for the meaning of each field."""

    __slots__ = (
        "by_hand",
        "dealt",
        "dice",
        "fired",
        "first",
        "first_rolls",
        "forced",
        "hands",
        "more",
        "pawns",
        "phase",
        "pile",
        "reached",
        "rounds",
        "squares",
        "stack",
        "table",
        "teleports",
        "turn",
        "was",
        "window",
    )

    def __init__(self, state: State, forced: bool = False) -> None:
        self.was = state
        self.forced = forced
        self.more: list[Ruling] = []
        self.restore(state)

    def restore(self, state: State) -> None:
        """Make the table as it was in `state`."""
        self.table = state.table
        self.phase = state.phase
        self.turn = state.turn
        self.first = state.first
        self.dealt = state.dealt
        self.first_rolls = state.first_rolls
        self.pawns = list(state.pawns)
        self.hands = list(state.hands)
        self.pile = state.pile
        self.squares = state.squares
        self.teleports = state.teleports
        self.stack = list(state.stack)
        self.fired = state.fired
        self.window: Window | None = state.window
        self.dice = state.dice
        self.reached = state.reached
        self.rounds = state.rounds
        self.by_hand = state.by_hand

    def state(self) -> State:
        """Freeze it."""
        return State(
            self.table,
            self.phase,
            self.turn,
            self.first,
            self.dealt,
            self.first_rolls,
            tuple(self.pawns),
            tuple(self.hands),
            self.pile,
            self.squares,
            self.teleports,
            tuple(self.stack),
            self.fired,
            self.window,
            self.dice,
            self.reached,
            self.rounds,
            self.by_hand,
        )

    def open_window(self, target: int) -> None:
        """From now on `target` may answer the action that the table waits for."""
        self.window = None
        self.window = Window(self.state(), target=target)

    def before(self) -> State:
        """The table before this event, with nothing left to answer; so a window never holds another one."""
        if self.was.window is None:
            return self.was
        bare = Draft(self.was)
        bare.window = None
        return bare.state()

    # ------------------------------------------------------------ looking

    def seat(self, player: PlayerId) -> int:
        players = self.table.players
        return players.index(player) if player in players else NOBODY

    def name(self, seat: int) -> PlayerId:
        return self.table.players[seat]

    def kind(self, card: CardId) -> Kind | None:
        return kind_of(card, self.table.kinds)

    @property
    def frame(self) -> Frame | None:
        """What the table waits for."""
        return self.stack[-1] if self.stack else None

    def around(self, seat: int) -> list[int]:
        """The seats in turn from the right of `seat`, which comes last."""
        seats = len(self.table.players)
        return [(seat + step) % seats for step in range(1, seats + 1)]

    def top(self, square: int) -> Laid | None:
        cards = self.squares[square]
        return cards[-1] if cards else None

    def waits(self) -> Ruling:
        """Why something cannot be done now: the table waits for something else, or for somebody else."""
        frame = self.frame
        if frame is None:
            return Ruling(NOT_NOW, (("awaits", f"await_{self.phase.value}"),))
        return Ruling(WAITS_FOR, (("player", self.name(frame.player)), ("awaits", AWAITS[type(frame)])))

    # ------------------------------------------------------------ doing

    def say(self, reason: Reason, *facts: tuple[str, Fact]) -> None:
        """One more ruling about this event."""
        self.more.append(Ruling(reason, facts))

    def stand(self, pawn: int, square: int) -> None:
        """Put a pawn on a square."""
        self.pawns[pawn] = square
        if square == self.table.board.finish:
            self.reached = True

    def lay(self, square: int, laid: Laid) -> None:
        self.put(square, (*self.squares[square], laid))

    def lift(self, square: int) -> Laid:
        """Take the uppermost card off."""
        *rest, top = self.squares[square]
        self.put(square, tuple(rest))
        return top

    def put(self, square: int, cards: tuple[Laid, ...]) -> None:
        squares = self.squares
        self.squares = (*squares[:square], cards, *squares[square + 1 :])
        if square in self.fired:
            # Another card is on top now, and it has not acted yet.
            self.fired = tuple(each for each in self.fired if each != square)

    def give(self, seat: int, cards: int, card: CardId = UNKNOWN) -> None:
        """Cards come into a hand; which, where that is known."""
        hand = self.hands[seat]
        self.hands[seat] = Hand(hand.count + cards, hand.known if card == UNKNOWN else (*hand.known, card))

    def take(self, seat: int, card: CardId = UNKNOWN) -> None:
        """One card leaves a hand."""
        hand = self.hands[seat]
        known = hand.known
        if known:
            if card in known:
                at = known.index(card)
                known = (*known[:at], *known[at + 1 :])
            elif card == UNKNOWN or hand.count == len(known):
                # Nobody saw which card went, so no card is sure to be there still.
                known = ()
        self.hands[seat] = Hand(max(0, hand.count - 1), known)

    def holds(self, seat: int, card: CardId) -> bool:
        """Can this card be in that hand?"""
        hand = self.hands[seat]
        return hand.count > 0 and (card == UNKNOWN or card in hand.known or len(hand.known) < hand.count)

    def fuck_yous(self, seat: int) -> int:
        """How many are known to be in that hand."""
        kinds = [self.kind(card) for card in self.hands[seat].known]
        return sum(1 for kind in kinds if kind is not None and kind.type == FUCK_YOU)
