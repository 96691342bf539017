"""A match that is being prepared: the game, who sits where, the limit and the house rules. Values only, no Kivy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.core.events import NewMatch, OptionValue
from companion.core.game import Game, Option
from companion.core.ids import PlayerId
from companion.ui.household import Household, clean_name, marks_of

LENGTHS = ("short", "medium", "long")
#: Whoever wants one of more choices than these looks for it among all house rules.
FEW = 8


@dataclass(frozen=True, slots=True)
class Limit:
    """One of the rulebook's lengths for so many players."""

    length: str
    limit: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a match is begun with; every change makes a new one."""

    game: Game[Any]
    players: tuple[str, ...] = ()
    #: House rules that differ from their default.
    rules: Mapping[str, OptionValue] = field(default_factory=dict)

    # ---------------------------------------------------------------- who

    def with_player(self, name: str) -> "Setup":
        full = len(self.players) >= self.game.info.players[1]
        return self if full or name in self.players else replace(self, players=(*self.players, name))

    def without(self, name: str) -> "Setup":
        return replace(self, players=tuple(each for each in self.players if each != name))

    def with_guest(self, household: Household, name_of: Callable[[int], str]) -> "Setup":
        """One player more, called by a number until somebody gives them a name."""
        taken = {*self.players, *(person.name for person in household.people)}
        number = next(n for n in range(1, 100) if name_of(n) not in taken)
        return self.with_player(name_of(number))

    def turned(self) -> "Setup":
        """Everybody moves on by one seat: who begins is the one who sits first."""
        return replace(self, players=(*self.players[1:], *self.players[:1]))

    def swapped(self, one: str, other: str) -> "Setup":
        places = {one: other, other: one}
        return replace(self, players=tuple(places.get(each, each) for each in self.players))

    def drawn(self, lots: Random) -> "Setup":
        """Who sits where, and so who begins, is left to chance."""
        return replace(self, players=tuple(lots.sample(self.players, len(self.players))))

    def marks(self, household: Household) -> tuple[int, ...]:
        return marks_of(self.players, household)

    # ---------------------------------------------------------------- by which rules

    def choice(self, option: Option) -> OptionValue:
        return self.rules.get(option.name, option.default)

    def with_option(self, name: str, choice: OptionValue) -> "Setup":
        default = next(option.default for option in self.game.info.options if option.name == name)
        rules = {key: value for key, value in self.rules.items() if key != name}
        if choice != default or type(choice) is not type(default):
            rules[name] = choice
        return replace(self, rules=rules)

    def options(self, everything: bool) -> tuple[Option, ...]:
        """The house rules to show: those that are confirmed, with few choices, and those that were changed; or all with
        a choice."""
        return tuple(
            option
            for option in self.game.info.options
            if len(option.choices) > 1
            and option.name not in (LENGTH, self.limit_option)
            and (everything or option.name in self.rules or (not option.unsure and len(option.choices) <= FEW))
        )

    # ---------------------------------------------------------------- to what limit

    def limits(self) -> tuple[Limit, ...]:
        """The rulebook's limits for so many players; none where the game has no limit, or too few sit there."""
        for fewest, most, limits in self.game.info.limits:
            if fewest <= len(self.players) <= most:
                now = self._length(limits)
                return tuple(Limit(length, limit, length == now) for length, limit in zip(LENGTHS, limits, strict=True))
        return ()

    def with_length(self, length: str) -> "Setup":
        if self._has(LENGTH):
            return self.with_option(LENGTH, length)
        limit = next(each.limit for each in self.limits() if each.length == length)
        return self.with_option(self.limit_option, limit)

    def _length(self, limits: tuple[int, ...]) -> str:
        for option in self.game.info.options:
            if option.name == LENGTH:
                return str(self.choice(option))
            if option.name == self.limit_option:
                chosen = self.choice(option)
                return next((name for name, limit in zip(LENGTHS, limits, strict=True) if limit == chosen), "")
        return ""

    @property
    def limit_option(self) -> str:
        """The house rule that decides the limit: a length, or the total itself in games without lengths."""
        return LENGTH if self._has(LENGTH) else TARGET

    def _has(self, name: str) -> bool:
        return any(option.name == name for option in self.game.info.options)

    # ---------------------------------------------------------------- go

    def match(self) -> NewMatch:
        players = tuple(PlayerId(name) for name in self.players)
        return NewMatch(self.game.info.id, players, tuple(sorted(self.rules.items())))


#: How games call the option that chooses a length, or the total to reach.
LENGTH, TARGET = "length", "target"


def setup_of(game: Game[Any], household: Household, guest: Callable[[int], str]) -> Setup:
    """A match as the table last sat; people of the house, or numbered guests, where it never did."""
    fewest, most = game.info.players
    last = household.seats.get(game.info.id) or next(iter(household.seats.values()), ())
    players = tuple(dict.fromkeys(clean_name(name) for name in last if clean_name(name)))[:most]
    if len(players) < fewest:
        players = tuple(dict.fromkeys((*players, *(person.name for person in household.people))))[: max(fewest, 4)][
            :most
        ]
    setup = Setup(game, players, known_rules(game, household.rules.get(game.info.id, {})))
    while len(setup.players) < fewest:
        setup = setup.with_guest(household, guest)
    return setup


def known_rules(game: Game[Any], rules: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Those of the kept house rules that the game still has."""
    kept: dict[str, OptionValue] = {}
    for option in game.info.options:
        value = rules.get(option.name, option.default)
        fits = any(value == choice and type(value) is type(choice) for choice in option.choices)
        if fits and value != option.default:
            kept[option.name] = value
    return kept
