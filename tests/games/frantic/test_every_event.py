"""Every event with two to eight players, with empty hands, short piles and hands of every degree of knowledge.

Whatever happens, cards are neither made nor lost, and the match can go on.
"""

from random import Random

import pytest

from companion.core.events import Entry, Event
from companion.core.fold import fold
from companion.games.frantic import GAME
from companion.games.frantic.cards import EVENT_NAMES
from companion.games.frantic.sample import sample
from companion.games.frantic.state import BetsDue, Market, PresentsDue, State, SwapDue
from tests.games.frantic.scene import Scene

HANDS = {
    "hidden": [7] * 8,
    "known": ["r1 r2 g1", "b1 b2", "g2 y2", "y9", "r9 b9 g9", "fuck-you", "r-gift", "nice-try r3"],
    "mixed": ["? r1 r2", "? ?", "g2 y2", "? nice-try", "b9 g9", 3, "fuck-you ?", 1],
    "poor": ["", "?", "", "b1", "", "", "", ""],
}


def cards_on_the_table(state: State) -> int:
    lying = sum(map(len, state.hands)) + state.draw_pile + len(state.pile)
    for frame in state.stack:
        if isinstance(frame, BetsDue):
            lying += sum(1 for _, card in frame.laid if card)
        elif isinstance(frame, PresentsDue):
            lying += len(frame.given)
        elif isinstance(frame, Market):
            lying += len(frame.cards)
        elif isinstance(frame, SwapDue):
            lying += len(frame.given) + len(frame.taken)
    return lying


@pytest.mark.parametrize("players", [2, 3, 4, 8])
@pytest.mark.parametrize("name", EVENT_NAMES)
def test_every_event_at_every_table(name: str, players: int) -> None:
    for kind, hands in HANDS.items():
        for pile in (0, 2, 11, 60):
            letters = "ABCDEFGH"[:players]
            held = dict(zip(letters, hands, strict=False))
            scene = Scene(letters, turn="A", pile="r5", hands=held, draw_pile=pile)  # type: ignore[arg-type]
            scene.place(hands={"A": f"{held['A']} k5" if isinstance(held["A"], str) else 8})
            scene.play("A", "k5")
            before = cards_on_the_table(scene.state)
            assert scene.event(name) == f"event.{name.replace('-', '_')}", (kind, pile)
            play_on(scene, before, Random(f"{name} {players} {kind} {pile}"))


def play_on(scene: Scene, cards: int, rng: Random) -> None:
    """Until the round is over; a round never loses a card and never stands still."""
    for _ in range(400):
        if scene.state.rounds:
            break
        if scene.state.stack:
            assert cards_on_the_table(scene.state) == cards, scene.stack
        event = sample(scene.state, rng)
        assert event is not None
        scene.send(event)
        if event.KIND == "show_hand":  # counting up may put right how many cards there were
            cards = cards_on_the_table(scene.state)
    assert scene.state.rounds, scene.stack


def test_refolding_gives_the_same_state() -> None:
    rng, scene = Random("refold"), Scene("ABCDE")
    sent: list[Event] = []
    while (event := sample(scene.state, rng)) is not None:
        sent.append(event)
        scene.send(event)
    log = [Entry(n, judged.entry.event) for n, judged in enumerate(scene.match.judged, 1)]
    assert fold(GAME, log).state == scene.state
    assert hash(scene.state) == hash(fold(GAME, log).state)
