"""Made-up play: what could happen next at a real table. Mostly legal, sometimes not, sometimes unread."""

from random import Random

from companion.core.events import Event, ManualScore
from companion.core.ids import UNKNOWN, CardId, PlayerId

from .board import ARROWS, BACK, FORWARD
from .cards import BLOCK, JUMP, KINDS, POINTING, RE_ROLL
from .events import (
    Choose,
    Deal,
    Discard,
    Done,
    Draw,
    EndTurn,
    EventRoll,
    FirstRoll,
    MovePawn,
    Play,
    PutCard,
    RemoveCard,
    Roll,
    ShowHand,
    Starts,
    Steps,
    SwapPawns,
    TakeCard,
    ThrowIn,
)
from .scoring import is_over
from .script import KNOWN_EVENTS
from .state import NOBODY, Ask, Ending, Happening, Partner, Phase, PlayCard, State, Target

TYPES = tuple(kind.type for kind in KINDS)
#: Roughly how often each type is laid, so that random boards look like played ones.
WEIGHTS = (14, 10, 9, 7, 6, 8, 6, 5, 5, 6, 6, 6, 6)


def sample(state: State, rng: Random) -> Event | None:
    """An event that could come next; None when the match is over."""
    if is_over(state):
        return None
    if rng.random() < 0.03:
        return _odd(state, rng)
    if state.phase is Phase.SETUP:
        return _prepare(state, rng)
    if state.phase is Phase.PLACING:
        return _lay(state, rng, state.turn)
    if state.phase is Phase.COUNT:
        return _count(state, rng)
    return _take_turn(state, rng)


def _someone(state: State, rng: Random) -> PlayerId:
    return rng.choice(state.table.players)


def _prepare(state: State, rng: Random) -> Event:
    if not state.dealt:
        return Deal()
    waiting = [seat for seat, roll in enumerate(state.first_rolls) if roll == 0]
    return FirstRoll(state.table.players[rng.choice(waiting)], rng.randint(1, 20))


def _count(state: State, rng: Random) -> Event:
    unseen = [seat for seat, hand in enumerate(state.hands) if hand.count > len(hand.known)]
    if unseen and rng.random() < 0.8:
        seat = rng.choice(unseen)
        cards = tuple(_card(rng) for _ in range(state.hands[seat].count))
        return ShowHand(state.table.players[seat], cards)
    return Deal()


def _take_turn(state: State, rng: Random) -> Event:
    frame = state.stack[-1]
    player = state.table.players[frame.player]
    if state.window is not None and rng.random() < 0.15:
        return _answer(state, rng)
    if isinstance(frame, PlayCard):
        empty = not state.hands[frame.player].count
        return Roll(player, rng.randint(1, 6)) if empty else _lay(state, rng, frame.player)
    if isinstance(frame, Partner | Target):
        mine = frame.pawn if isinstance(frame, Partner) else frame.player
        return Choose(player, rng.choice([name for seat, name in enumerate(state.table.players) if seat != mine]))
    if isinstance(frame, Happening):
        return EventRoll(player, rng.randint(1, 20), rng.choice((*KNOWN_EVENTS, "", "a_third_one")))
    if isinstance(frame, Ask):
        return _help_out(state, rng, frame)
    if isinstance(frame, Ending):
        return EndTurn(player)
    return Roll(player, rng.randint(1, 6))


def _help_out(state: State, rng: Random, frame: Ask) -> Event:
    """What people write down when the app had to ask."""
    if frame.pawn != NOBODY and rng.random() < 0.5:
        return Steps(state.table.players[frame.pawn], rng.randint(0, max(1, frame.left)))
    return Done() if rng.random() < 0.6 else _operation(state, rng)


def _operation(state: State, rng: Random) -> Event:
    player, square = _someone(state, rng), rng.randint(0, state.table.board.finish)
    return rng.choice(
        (
            MovePawn(player, square),
            SwapPawns(player, _someone(state, rng)),
            PutCard(_card(rng), square, rng.choice(ARROWS)),
            TakeCard(player, square),
            RemoveCard(square),
            Draw(player, 1),
            Discard(player, 1),
        )
    )


def _answer(state: State, rng: Random) -> Event:
    card = CardId(f"board/{rng.choice((BLOCK, RE_ROLL))}")
    return ThrowIn(_someone(state, rng), card, _free_square(state, rng))


def _card(rng: Random) -> CardId:
    return UNKNOWN if rng.random() < 0.02 else CardId(f"board/{rng.choices(TYPES, WEIGHTS)[0]}")


def _lay(state: State, rng: Random, seat: int) -> Event:
    hand = state.hands[seat]
    card = rng.choice(hand.known) if hand.known and len(hand.known) == hand.count else _card(rng)
    target = rng.choice(state.table.players) if card.endswith("remote") and rng.random() < 0.5 else PlayerId("")
    kind = card.rsplit("/", 1)[-1]
    arrow = rng.choice((FORWARD, BACK) if kind == JUMP else ARROWS) if kind in POINTING else ""
    return Play(state.table.players[seat], card, _free_square(state, rng), arrow, target)


def _free_square(state: State, rng: Random) -> int:
    """Mostly one where a card may lie."""
    finish = state.table.board.finish
    for _ in range(6):
        square = rng.randint(1, finish - 1)
        if not state.squares[square] and square not in state.teleports:
            return square
    return rng.randint(0, finish)


def _odd(state: State, rng: Random) -> Event:
    """Things that also happen: the wrong player, an impossible number, points by hand, a die that nobody read."""
    player = _someone(state, rng)
    return rng.choice(
        (
            Roll(player, rng.randint(0, 7)),
            EndTurn(player),
            Starts(player),
            ManualScore(player, rng.randint(-3, 5)),
            _lay(state, rng, rng.randrange(len(state.table.players))),
            _answer(state, rng),
            _operation(state, rng),
        )
    )
