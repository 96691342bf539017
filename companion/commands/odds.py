"""Frappadingue Family: exact odds of the next throw and the best cards to keep, for a deck that was counted.

It coaches, so no other command and no screen shows it: whoever wants it asks. THROW are the visible cards: 7 to 13 for
the KM cards, +5, -5, +10, -10 for the specials, acc for an intentional tangle. --counter are the cards kept before in
this turn, --points what they are worth. The deck is the stand-in of 8 of each KM card and 2 of all others, except for
what --deck says. It looks one throw ahead, with the usual house rules.

    tapis odds 8 12 7 9 +10
    tapis odds -- 9 9 9 -5 12
    tapis odds 8 7 --counter 8,12,12 --points 200 --deck 8=7,acc=1 --json

With --json, one object a way to keep, the best first: its cards, the counter after it, whether one may stop, how likely
the next throw scores, and what going on is worth on average.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from calibration.errors import BadInput
from companion.core.ids import CardId
from companion.games.frappadingue.cards import ACCROCHAGE, IN_PLAY
from companion.games.frappadingue.coach import Advice, advise, deck_of
from companion.games.frappadingue.state import PILES

HELP = "Frappadingue: exact odds and the best cards to keep"

WORDS = {"acc" if card == ACCROCHAGE else card.rpartition("/")[2]: card for card in IN_PLAY}
SHORT = {card: word for word, card in WORDS.items()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("throw", nargs="+", metavar="THROW", help="the visible cards")
    parser.add_argument("--counter", default="", metavar="A,B", help="cards kept before in this turn")
    parser.add_argument("--points", type=int, default=0, help="what the counter is worth (default 0)")
    parser.add_argument("--deck", default="", metavar="CARD=N,...", help="how many of a card there are")
    parser.add_argument("--json", action="store_true", help="one JSON object a way to keep")


def run(args: argparse.Namespace) -> int:
    throw, counter = _cards(args.throw), _cards(filter(None, args.counter.split(",")))
    copies = IN_PLAY | dict(_copies(args.deck))
    for card, count in Counter((*throw, *counter)).items():
        if count > copies[card]:
            raise BadInput(f"{count} times {SHORT[card]}, the deck has {copies[card]}", "the cards", "correct --deck")
    if len(throw) != (piles := PILES - len(counter) % PILES):
        raise BadInput(f"{len(throw)} cards are thrown", "THROW", f"with this counter a throw has {piles}")
    advices = advise(throw, counter, args.points, len(counter), deck_of(copies))
    if not advices:
        print(json.dumps({"keep": []}) if args.json else "Nothing can be kept: the turn is lost.")
    for advice in advices:
        print(json.dumps(_facts(advice)) if args.json else _words(advice))
    return 0


def _cards(words: Iterable[str]) -> list[CardId]:
    return [_card(word) for word in words]


def _card(word: str) -> CardId:
    card = WORDS.get(word.strip())
    if card is None:
        raise BadInput(f"{word!r:.20} is no card", "the cards", f"write one of {' '.join(SHORT.values())}")
    return card


def _copies(text: str) -> Iterable[tuple[CardId, int]]:
    for part in filter(None, text.split(",")):
        word, _, count = part.partition("=")
        if not count.isdecimal():
            raise BadInput(f"{part!r:.20} says no number", "--deck", "write CARD=N, for example 8=7")
        yield _card(word), int(count)


def _facts(advice: Advice) -> dict[str, Any]:
    return {
        "keep": list(advice.keep.cards),
        "gained": advice.keep.points,
        "counter": advice.counter,
        "may_stop": advice.may_stop,
        "scores": round(float(advice.odds.scores), 4),
        "tangle": round(float(advice.odds.tangle), 4),
        "go_on": round(float(advice.go_on), 1),
    }


def _words(advice: Advice) -> str:
    keep = " ".join(SHORT[card] for card in advice.keep.cards)
    stop = "stop" if advice.may_stop and advice.counter >= advice.go_on else "go on"
    return (
        f"keep {keep}: counter {advice.counter}; going on scores in {float(advice.odds.scores):.1%} "
        f"and is worth {float(advice.go_on):.0f} on average: {stop}"
    )
