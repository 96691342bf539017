"""How the game on the table goes, and by which house rules, as words. No Kivy."""

from dataclasses import dataclass
from typing import Any

from companion.core.events import NewMatch
from companion.core.game import Game
from companion.ui.labels import option_about, option_choice, option_label


@dataclass(frozen=True, slots=True)
class RuleView:
    """A house rule as this match has it; `changed` where that is not the default."""

    name: str
    choice: str
    about: str
    unsure: bool
    changed: bool


def rules_view(game: Game[Any], match: NewMatch, language: str) -> tuple[RuleView, ...]:
    """Every house rule that leaves a choice; what was changed comes first."""
    chosen = dict(match.options)
    rules = [
        RuleView(
            option_label(option, game, language),
            option_choice(option, chosen.get(option.name, option.default), game, language),
            option_about(option.name, game, language),
            option.unsure,
            chosen.get(option.name, option.default) != option.default,
        )
        for option in game.info.options
        if len(option.choices) > 1
    ]
    return tuple(sorted(rules, key=lambda rule: not rule.changed))
