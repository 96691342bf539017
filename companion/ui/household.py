"""Who plays here and how the app is set: plain values, and plain data and back. Files are `companion.desk`'s.

What comes back from a file is not trusted: whatever does not fit becomes its default, so a damaged file never stops
anybody from playing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from companion.core.words import LANGUAGES
from companion.ui.theme import PLAYER_MARKS, THEMES

VERBOSITIES = ("off", "short", "normal", "everything")
#: The theme that is dark or light as everything else on this device.
AS_DEVICE = "device"
FONT_SCALES = (1.0, 1.25, 1.5, 2.0)
MOST_PEOPLE = 40
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. `mark` is the place of colour and symbol in `theme.PLAYER_MARKS`, `photo` the name of a photo
    among those that are kept."""

    name: str
    mark: int = 0
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; one field a choice."""

    language: str = ""
    theme: str = AS_DEVICE
    font_scale: float = 1.0
    voice: str = "off"
    sounds: bool = True
    welcomed: bool = False
    face_players: bool = False
    haptics: bool = True
    #: Whether what a camera watches is recorded, and how much room all recordings may take.
    record: bool = False
    record_gb: int = 2


#: What each setting can be; a value that is not here becomes the default.
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "language": ("", *LANGUAGES),
    "theme": (AS_DEVICE, *THEMES),
    "font_scale": FONT_SCALES,
    "voice": VERBOSITIES,
    "sounds": (True, False),
    "welcomed": (True, False),
    "face_players": (True, False),
    "haptics": (True, False),
    "record": (True, False),
    "record_gb": (1, 2, 5, 10),
}


@dataclass(frozen=True, slots=True)
class Household:
    """The people, the settings, and for every game who last sat where and by which house rules."""

    people: tuple[Person, ...] = ()
    settings: Settings = field(default_factory=Settings)
    #: Game -> names in seating order, for a rematch.
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Game -> house rules that differ from the default.
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        return next((person for person in self.people if person.name == name), Person(name, stable_mark(name)))

    def with_setting(self, name: str, value: Any) -> "Household":
        return replace(self, settings=replace(self.settings, **{name: value}))

    def with_person(self, person: Person, was: str = "", last: int = MOST_PEOPLE) -> "Household":
        """Add somebody, no later in the list than `last`; or change who was called `was`."""
        others = [each for each in self.people if each.name not in (person.name, was)]
        place = next((n for n, each in enumerate(self.people) if each.name == was), min(last, len(others)))
        others.insert(place, person)
        return replace(self, people=tuple(others[:MOST_PEOPLE]))

    def without(self, name: str) -> "Household":
        return replace(self, people=tuple(each for each in self.people if each.name != name))

    def free_mark(self) -> int:
        """A colour and symbol that nobody has yet."""
        taken = {person.mark for person in self.people}
        return next(
            (mark for mark in range(len(PLAYER_MARKS)) if mark not in taken), len(self.people) % len(PLAYER_MARKS)
        )

    def to_data(self) -> dict[str, Any]:
        return {
            "people": [asdict(person) for person in self.people],
            "settings": asdict(self.settings),
            "seats": {game: list(names) for game, names in self.seats.items()},
            "rules": {game: dict(rules) for game, rules in self.rules.items()},
        }


def stable_mark(name: str) -> int:
    """A mark for somebody who has none: the same name always has the same."""
    return sum(map(ord, name)) % len(PLAYER_MARKS)


def marks_of(names: Sequence[str], household: Household) -> tuple[int, ...]:
    """The marks at one table: everybody's own, and another where two would have the same."""
    known = {person.name: person.mark for person in household.people}
    taken: list[int] = []
    for seat, name in enumerate(names):
        wanted = known.get(name, seat)
        free = [mark for mark in range(len(PLAYER_MARKS)) if mark not in taken]
        taken.append(wanted if wanted in free or not free else free[0])
    return tuple(taken)


def household_of(data: Any) -> Household:
    """A household out of plain data of unknown origin."""
    data = data if isinstance(data, dict) else {}
    people: dict[str, Person] = {}
    for each in _list(data.get("people")):
        if isinstance(each, dict) and (name := clean_name(each.get("name"))):
            mark = each.get("mark")
            known = isinstance(mark, int) and not isinstance(mark, bool) and 0 <= mark < len(PLAYER_MARKS)
            mark = mark if isinstance(mark, int) and known else stable_mark(name)
            people.setdefault(name, Person(name, mark, _photo(each.get("photo"))))
    seats = {
        str(game)[:40]: tuple(clean_name(name) for name in _list(names) if clean_name(name))
        for game, names in _dict(data.get("seats")).items()
    }
    rules = {str(game)[:40]: _dict(chosen) for game, chosen in _dict(data.get("rules")).items()}
    return Household(tuple(people.values())[:MOST_PEOPLE], _settings(_dict(data.get("settings"))), seats, rules)


def _settings(data: Mapping[str, Any]) -> Settings:
    fitting: dict[str, Any] = {}
    for each in fields(Settings):
        value = data.get(each.name)
        if any(value == choice and type(value) is type(choice) for choice in CHOICES[each.name]):
            fitting[each.name] = value
    return Settings(**fitting)


def clean_name(name: Any) -> str:
    """A name as it can be written on a score sheet."""
    return " ".join(str(name).split())[:LONGEST_NAME] if isinstance(name, str) else ""


def _photo(value: Any) -> str:
    """The name of a photo: letters and figures only, so that it never leads to another folder."""
    return value if isinstance(value, str) and value.isascii() and value.isalnum() and len(value) <= 32 else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
