"""Matches to share: a few rounds written by hand, or a game played to its end."""

from datetime import datetime
from random import Random

from companion.core.events import Entry, ManualScore, NewMatch
from companion.core.fold import Match
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.sharing.picture import Mark
from companion.sharing.result import result_of

STARTED = datetime(2026, 11, 18, 20, 15)
MARKS = tuple(Mark((200, 20 * n, 90), shape) for n, shape in enumerate(("circle", "square", "drop", "ring") * 2))


def written(game="frantic", players=("Ann", "Ben", "Chloé"), rounds=((5, 20, 0), (7, 0, 12))):
    """A match by hand: one number a player and round."""
    entries = [Entry(1, NewMatch(game, tuple(map(PlayerId, players))))]
    for number, points in enumerate(rounds, 1):
        for player, each in zip(players, points, strict=True):
            entries.append(Entry(len(entries) + 1, ManualScore(PlayerId(player), each, f"Round {number}")))
    return result_of(load_game(game), entries, STARTED)


def played(game="frankfurt", seed=3, players=("Ann", "Ben"), most=3000):
    """A match as the game's own samples make one."""
    rules, random = load_game(game), Random(seed)
    match = Match(rules)
    match.add(Entry(1, NewMatch(game, tuple(map(PlayerId, players)))))
    while len(match.judged) < most and not match.scores.over:
        event = rules.sample(match.state, random)
        if event is None:
            break
        match.add(Entry(len(match.judged) + 1, event))
    return result_of(rules, [judged.entry for judged in match.judged], STARTED)
