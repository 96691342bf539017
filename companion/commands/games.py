"""List the games Tapis knows: for how many players, in which direction, who wins, and the house rules to choose from.

A house rule marked "unsure" is one that no rulebook confirms: agree on it before you play. A game is a folder; further
folders can be named in the environment variable TAPIS_GAMES.

    tapis games
    tapis games --json
    tapis games --game frankfurt --lang de
    tapis games --events > docs/events.md
"""

import argparse
import json
from typing import Any

from companion.commands import _events_doc
from companion.core.game import Game, Option
from companion.core.words import LANGUAGES, about_key, option_key, texts_of
from companion.games import game_ids, load_game

HELP = "list the games, their options and their events"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="ID", help="this game only")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the texts (default en)")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, one a line")
    parser.add_argument("--events", action="store_true", help="instead: every event a log may hold, as Markdown")


def run(args: argparse.Namespace) -> int:
    games = [load_game(game_id) for game_id in ([args.game] if args.game else game_ids())]
    if args.events:
        print(_events_doc.page(games), end="")
        return 0
    for game in games:
        facts = _facts(game, args.lang)
        print(json.dumps(facts, ensure_ascii=False) if args.json else _words(facts))
    return 0


def _facts(game: Game[Any], lang: str) -> dict[str, Any]:
    info, texts = game.info, texts_of(game.words, lang)
    return {
        "game": info.id,
        "name": texts["name"],
        "players": list(info.players),
        "direction": info.direction.value,
        "ranking": info.ranking.value,
        "faces": len(info.deck),
        "cards": sum(copies for _, copies in info.deck),
        "limits": [{"players": [fewest, most], "limits": list(limits)} for fewest, most, limits in info.limits],
        "zones": list(info.zones),
        "events": [event.KIND for event in game.events],
        "options": [_option(option, texts) for option in info.options],
    }


def _option(option: Option, texts: Any) -> dict[str, Any]:
    return {
        "name": option.name,
        "code": option.code,
        "text": texts[option_key(option.name)],
        "about": texts.get(about_key(option.name), ""),
        "default": option.default,
        "choices": [{"choice": c, "text": texts[option_key(option.name, c)]} for c in option.choices],
        "unsure": option.unsure,
    }


def _words(facts: dict[str, Any]) -> str:
    fewest, most = facts["players"]
    lines = [
        f"{facts['name']} ({facts['game']})",
        f"  {fewest} to {most} players, {facts['direction']}, {facts['ranking']} total wins, {facts['faces']} faces",
    ]
    for limit in facts["limits"]:
        low, high = limit["players"]
        lines.append(f"  limit for {low} to {high} players: " + " / ".join(map(str, limit["limits"])))
    for option in facts["options"]:
        lines.append(f"  {option['name']}: {option['text']} [{option['code']}{', unsure' if option['unsure'] else ''}]")
        lines += [f"     {option['about']}"] * bool(option["about"])
        for choice in option["choices"]:
            mark = "*" if choice["choice"] == option["default"] else " "
            lines.append(f"   {mark} {json.dumps(choice['choice'])}: {choice['text']}")
    return "\n".join(lines) + "\n"
