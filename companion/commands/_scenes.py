"""The app at every moment that is worth a picture: what is set up for it, in the order in which it is set up.

`tapis screenshots` takes pictures of these, and the layout checks of the tests look at the very same ones.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.calibration import load_calibration, save_calibration
from calibration.zones import Zone
from companion.core.events import ManualScore
from companion.core.ids import CardId, PileId, PlayerId
from companion.door import TABLES
from companion.games import load_game
from companion.games.frankfurt.events import Discard, Open
from companion.ui.household import Household, Person, Settings

if TYPE_CHECKING:
    from companion.app import TapisApp

#: One of them long, as names are.
NAMES = ("Ann", "Ben", "Maximiliane", "Dan", "Eva")
ROUNDS = ((12, 31, 4, 22), (40, 7, 18, 0), (9, 26, 33, 41))


def people() -> Household:
    """A house that has played before."""
    household = tuple(Person(name, mark) for mark, name in enumerate(NAMES))
    return Household(household, Settings(welcomed=True), {"frantic": NAMES[:4]})


def replay(app: "TapisApp") -> None:
    app.replay_last()


def start(app: "TapisApp") -> None:
    """With a match that is running."""
    app.choose_game("frantic")
    app.screens.get_screen("seats").begin()
    for number, points in enumerate(ROUNDS, 1):
        for player, each in zip(NAMES, points, strict=False):
            app.model.write(ManualScore(PlayerId(player), each, f"{number}"))  # type: ignore[union-attr]
    app.leave_table()


def seats(app: "TapisApp") -> None:
    app.choose_game("frantic")


def rules(app: "TapisApp") -> None:
    app.screens.get_screen("seats").all_rules = True


def table(app: "TapisApp") -> None:
    app.resume()


def round_by_hand(app: "TapisApp") -> None:
    app.write_round()
    for key in "42":
        app.screens.get_screen("table").ids.entry.key(key)


def scores(app: "TapisApp") -> None:
    app.screens.get_screen("table").ids.entry.cancel()
    app.go("scores")


def ruling(app: "TapisApp") -> None:
    """A wrong card in a game by hand, overruled by a player."""
    app.leave_table()
    app.choose_game("frankfurt")
    app.screens.get_screen("seats").begin()
    ann, ben = PlayerId("Ann"), PlayerId("Ben")
    for event in (
        Open(ann, CardId("frankfurt/red/8")),
        Open(ben, CardId("frankfurt/blue/7")),
        Discard(ben, CardId("frankfurt/red/3"), PileId("1")),
    ):
        app.model.write(event)  # type: ignore[union-attr]
    app.screens.get_screen("table").ids.ruling.overrule("Ann")


def who(app: "TapisApp") -> None:
    app.undo()
    app.ask_who()


def card(app: "TapisApp") -> None:
    """A card is chosen; below it stands what the rules would say."""
    from companion.ui.pads import forms_of

    app.screens.get_screen("table").ids.ruling.leave(app.language)
    form = next(form for form in forms_of(load_game("frankfurt")) if form.key == "discard")
    values = {"player": "Ann", "card": "frankfurt/blue/12", "pile": "2"}
    app.screens.get_screen("table").ids.entry.begin(form, values)


def tables(app: "TapisApp") -> None:
    """With one that is kept."""
    from companion.referee.demo import demo_folder

    known = load_calibration(demo_folder() / "table.json")
    piles = tuple(replace(pile, name=f"pile-{n}") for n, pile in enumerate(known.table.piles, 1))
    folder = app.desk.folder / TABLES
    folder.mkdir(parents=True, exist_ok=True)
    zones = tuple(Zone(pile.name, tuple((float(x), float(y)) for x, y in known.to_mm(pile.polygon))) for pile in piles)
    kept = replace(known, residual_mm=0.4, zones=zones, table=replace(known.table, piles=piles))
    save_calibration(kept, folder / "here.json", replace=True)
    app.go("tables")


def leave(app: "TapisApp") -> None:
    app.screens.get_screen("table").ids.entry.cancel()
    app.go_back()


def plain(screen: str) -> Callable[["TapisApp"], None]:
    """A screen that needs nothing."""

    def show(app: "TapisApp") -> None:
        app.go(screen)

    return show


def nothing(app: "TapisApp") -> None:
    """It is there already."""


#: While a table is watched, at a decisive ruling.
WATCHED: Mapping[str, Callable[["TapisApp"], None]] = {"watch": nothing, "replay": replay}

#: Afterwards.
BY_HAND: Mapping[str, Callable[["TapisApp"], None]] = {
    "welcome": plain("welcome"),
    "start": start,
    "new": plain("new"),
    "seats": seats,
    "rules": rules,
    "players": plain("players"),
    "settings": plain("settings"),
    "open": plain("open"),
    "keys": plain("keys"),
    "about": plain("about"),
    "history": plain("history"),
    "statistics": plain("statistics"),
    "cameras": plain("cameras"),
    "calibrate": plain("calibrate"),
    "tables": tables,
    "codes": plain("codes"),
    "printing": plain("printing"),
    "decks": plain("decks"),
    "enrol": plain("enrol"),
    "library": plain("library"),
    "table": table,
    "round": round_by_hand,
    "scores": scores,
    "help": plain("help"),
    "share": plain("share"),
    "audience": plain("audience"),
    "ruling": ruling,
    "who": who,
    "card": card,
    "leave": leave,
}

SCENES: Mapping[str, Callable[["TapisApp"], None]] = {**WATCHED, **BY_HAND}


def scenes_of(app: "TapisApp") -> Iterator[str]:
    """Set up one scene after the other; each is on the screen when its name comes out."""
    for scene, set_up in SCENES.items():
        if scene == next(iter(BY_HAND)):
            app.leave_table()
        set_up(app)
        yield scene
        if scene == list(WATCHED)[-1]:
            app.go_back()


def prepare(folder: Path) -> None:
    """A folder of somebody who has played before."""
    from companion.desk import Desk

    Desk(folder).change(people())
