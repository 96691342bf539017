"""Makes the composed golden recordings anew: `python -m tests.recordings.make_golden [NAME ...]`.

Each story is a script of moves with its own truth: what lies where, what happens, and the events that a perfect
referee would write. Path traced ones come from elsewhere and are kept as they are.
"""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.table_file import Seat, plain
from companion.commands._truth import TRUTH
from companion.decks import deck_folder
from vision.frame import Frame, Gap
from vision.image import Image
from vision.recognise.deck import load_deck
from vision.recording.manifest import Manifest
from vision.recording.record import Kind
from vision.recording.writer import Writer
from vision.training.clips import (
    Act,
    Bump,
    Card,
    Film,
    Hover,
    Lay,
    Light,
    Script,
    Shade,
    Slap,
    Sort,
    Spot,
    Take,
)

GOLDEN = Path(__file__).parent / "golden"
S, N, E = Seat.SOUTH, Seat.NORTH, Seat.EAST
Event = dict[str, Any]
QUALITY = 75
#: How a camera looks on: close, wider where arms meet or a throw needs room, and quicker for slaps.
CLOSE: Event = {"size": (352, 198), "wide_mm": 415.0, "fps": 8.0}
WIDE: Event = {"size": (416, 234), "wide_mm": 560.0, "fps": 5.0}
QUICK: Event = {"size": (416, 234), "wide_mm": 560.0, "fps": 20.0}
SHARP: Event = {"size": (480, 270), "wide_mm": 500.0, "fps": 6.0}
#: While nothing happens so many pictures a second are kept: the recordings stand in a repository.
STILL = 1.5
ANN_BEN = {S: "Ann", N: "Ben"}
THREE = {S: "Ann", E: "Ben", N: "Cleo"}
LIVE = {"wrong_cards": "live"}
PLAIN: Event = {"surface": "plain"}
MARBLE: Event = {"surface": "marble"}


@dataclass(frozen=True)
class Story:
    about: str
    game: str
    seats: dict[Seat, str]
    script: Script
    log: tuple[Event, ...]
    zones: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    before: tuple[Event, ...] = ()
    #: What happens that is no act of its own, such as the contents of a zone.
    spreads: tuple[Event, ...] = ()


# ---------------------------------------------------------------- Frankfurt

LEFT, RIGHT, DISCARD = (-95.0, 0.0), (95.0, 0.0), (-60.0, 5.0)
TWO_PILES = {"left": (*LEFT, 50.0, 62.0), "right": (*RIGHT, 50.0, 62.0)}


def ff(card: str) -> str:
    return f"frankfurt/{card}"


def on(pile: str, card: str, turn: float = 0.0, right: float = 0.0, up: float = 0.0) -> Card:
    x, y = {"left": LEFT, "right": RIGHT, "discard": DISCARD}[pile]
    return Card(pile, card, Spot(x + right, y + up, turn))


OPENING = (on("left", ff("yellow/8"), 4), on("right", ff("blue/5"), -6))
OPENED = (
    {"event": "open", "player": "Ann", "card": ff("yellow/8"), "pile": "left"},
    {"event": "open", "player": "Ben", "card": ff("blue/5"), "pile": "right"},
)


def frankfurt(about: str, acts: Sequence[Act], seconds: float, log: Sequence[Event], **how: Any) -> Story:
    script = Script(tuple(ANN_BEN), TWO_PILES, OPENING, tuple(acts), seconds, **(CLOSE | how))
    return Story(about, "frankfurt", ANN_BEN, script, (*OPENED, *log), options=tuple(LIVE.items()))


def discard(player: str, card: str, pile: str) -> Event:
    return {"event": "discard", "player": player, "card": ff(card), "pile": pile}


def slap(player: str, pile: str, layer: int | None = None) -> Event:
    return {"event": "slap", "player": player, "pile": pile, "layer": layer or 0, "certainty": "certain"}


def ff_same_colour() -> Story:
    """The rule everybody gets wrong: in one colour an odd card on an even one, and nothing else."""
    acts = (
        Lay(1.3, N, on("left", ff("yellow/3"), 175, 3, 2)),
        Lay(2.9, S, on("left", ff("yellow/12"), 8, -4, 3)),
    )
    log = (discard("Ben", "yellow/3", "left"), discard("Ann", "yellow/12", "left"))
    return frankfurt("odd on even, then even on odd in the same colour", acts, 4.2, log, seed=12, **PLAIN)


def ff_round_end() -> Story:
    """Ann lays her last card and slaps a pile; the other one is left for Ben."""
    acts = (
        Lay(1.2, S, on("left", ff("red/12"), 8, 3, 2)),
        Slap(2.85, S, Spot(*LEFT), "left"),
        Slap(3.15, N, Spot(*RIGHT), "right"),
    )
    before = (*OPENED, {"event": "count", "player": "Ann", "columns": 1})
    log = (discard("Ann", "red/12", "left"), slap("Ann", "left"), slap("Ben", "right"))
    story = frankfurt("the last card, and two slaps that end the round", acts, 4.3, (), seed=13, **PLAIN, **QUICK)
    return replace(story, before=before, log=log)


def ff_tie() -> Story:
    acts = (Slap(1.0, S, Spot(*LEFT), "left"), Slap(1.04, N, Spot(LEFT[0] + 8, LEFT[1] + 4), "left", 1))
    log = (slap("Ann", "left"), slap("Ben", "left", 1))
    return frankfurt(
        "two hands on one pile within 40 ms: the lower one has it",
        acts,
        1.8,
        log,
        seed=14,
        **MARBLE,
        **(QUICK | {"fps": 30.0}),
    )


def ff_hovers() -> Story:
    acts = (Hover(1.2, S, Spot(*LEFT), 55), Shade(1.0), Hover(3.0, N, Spot(*RIGHT), 70, 0.3), Light(4.2, 1.18))
    return frankfurt(
        "hands that hover, a shadow that passes, a lamp that goes on: nothing",
        acts,
        5.4,
        (),
        seed=15,
        **MARBLE,
    )


def ff_bump() -> Story:
    acts = (
        Lay(1.3, S, on("left", ff("red/12"), -9, 2, 2)),
        Bump(3.0, 5.0, -3.0, 0.6),
        Lay(6.2, N, on("right", ff("red/8"), 172, 3, -2)),
    )
    log = (discard("Ann", "red/12", "left"), discard("Ben", "red/8", "right"))
    return frankfurt("somebody bumps the camera between two right cards", acts, 7.4, log, seed=16, **PLAIN)


# ---------------------------------------------------------------- Frantic

MAT = {"discard": (*DISCARD, 50.0, 62.0), "draw": (75.0, 5.0, 42.0, 56.0)}
STOCK = Card("draw", "back", Spot(75, 5, 2))


def fc(card: str) -> str:
    return f"frantic/{card}"


def frantic(about: str, top: str, acts: Sequence[Act], seconds: float, log: Sequence[Event], **how: Any) -> Story:
    opening = (STOCK, on("discard", fc(top), 5))
    story = {key: how.pop(key) for key in ("asks", "before", "spreads", "zones") if key in how}
    script = Script(tuple(THREE), MAT, opening, tuple(acts), seconds, **(CLOSE | how))
    started = () if "before" in story else ({"event": "start_card", "card": fc(top)},)
    return Story(about, "frantic", THREE, script, (*started, *log), **story)


def play(player: str, card: str) -> Event:
    return {"event": "play", "player": player, "card": fc(card)}


def fc_out_of_turn() -> Story:
    acts = (Lay(1.3, N, on("discard", fc("red/9"), 178, 3, 2)), Lay(3.0, E, on("discard", fc("red/2"), -92, -3, 2)))
    log = (play("Cleo", "red/9"), play("Ben", "red/2"))
    return frantic("somebody plays before her turn", "red/5", acts, 4.2, log, seed=22, **PLAIN)


def fc_drawn() -> Story:
    """Nobody sees a card drawn; that a hand was over the draw pile says it."""
    acts = (Hover(1.2, E, Spot(75, 5), 12, 0.3), Lay(3.2, N, on("discard", fc("red/9"), 183, 3, 2)))
    log = ({"event": "draw", "player": "Ben"}, {"event": "pass", "player": "Ben"}, play("Cleo", "red/9"))
    return frantic("one draws and passes, the next one plays", "red/5", acts, 4.4, log, seed=23, **PLAIN)


def fc_wish() -> Story:
    acts = (Lay(1.3, E, on("discard", fc("special/fantastic"), -86, 3, 2)),)
    log = (play("Ben", "special/fantastic"),)
    return frantic(
        "a wish is said aloud: it is asked for",
        "red/5",
        acts,
        3.4,
        log,
        seed=24,
        **MARBLE,
        asks=("wish",),
    )


def beside(who: str, card: str, x: float, y: float, turn: float) -> Card:
    return Card(who, fc(card), Spot(x, y, turn))


def fc_count() -> Story:
    """The round is over; two hands are laid down in a mess."""
    anns = (beside("ann", "red/9", -135, -98, 84), beside("ann", "special/fuck-you", -35, -98, 93))
    cleos = (beside("cleo", "special/skip/blue", -35, 98, 94), beside("cleo", "black/4", -135, 98, 262))
    acts = (
        Lay(1.3, E, on("discard", fc("blue/5"), -84, 3, 2)),
        Sort(2.8, S, "ann", anns, 0.6),
        Sort(6.6, N, "cleo", cleos, 0.6),
    )
    before = (
        {"event": "start_card", "card": fc("red/5")},
        {"event": "position", "turn": "Ben", "counts": [["Ann", 2], ["Ben", 1], ["Cleo", 2]]},
    )
    log = (
        play("Ben", "blue/5"),
        {"event": "show_hand", "player": "Ann", "cards": [each.card for each in anns]},
        {"event": "show_hand", "player": "Cleo", "cards": [each.card for each in cleos]},
    )
    return frantic(
        "the last card, then hands are counted up",
        "red/5",
        acts,
        10.2,
        log,
        seed=25,
        **PLAIN,
        **SHARP,
        before=before,
    )


# ---------------------------------------------------------------- Frappadingue

ZONES = {"throw": (0.0, 62.0, 195.0, 56.0), "counter": (0.0, -66.0, 195.0, 56.0)}


def row(zone: str, *cards: str) -> tuple[Card, ...]:
    _, y, _, _ = ZONES[zone]
    turns = (3, -5, 2, 6, -3)
    return tuple(
        Card(zone, f"frappa/{card}", Spot(-144 + 72 * k, y + turns[k], turns[k])) for k, card in enumerate(cards)
    )


def spread(zone: str, t: float, *cards: str) -> Event:
    return {"kind": "spread", "zone": zone, "cards": [f"frappa/{card}" for card in cards], "t_ms": 1000 * t}


def frappadingue(about: str, acts: Sequence[Act], seconds: float, log: Sequence[Event], **how: Any) -> Story:
    spreads = how.pop("spreads", ())
    script = Script(tuple(ANN_BEN), ZONES, (), tuple(acts), seconds, **(WIDE | how))
    return Story(about, "frappadingue", ANN_BEN, script, tuple(log), tuple(ZONES), spreads=spreads)


def fd(event: str, player: str, *cards: str) -> Event:
    named = {"cards": [f"frappa/{card}" for card in cards]} if cards else {}
    return {"event": event, "player": player, **named}


def fd_turn() -> Story:
    """A throw, one card and a special that must come, a second throw, and stopping on a hundred."""
    first, rest = ("km/8", "mod/-5", "km/9", "km/7", "km/13"), ("km/9", "km/7", "km/13")
    again = ("km/12", "km/10", "km/11")
    acts = (
        Sort(1.0, S, "throw", row("throw", *first)),
        Sort(4.2, S, "throw", row("throw", *rest)),
        Sort(4.3, S, "counter", row("counter", "km/8", "mod/-5")),
        Sort(7.4, S, "throw", ()),
        Sort(9.0, S, "throw", row("throw", *again)),
        Sort(12.2, S, "throw", row("throw", "km/10", "km/11")),
        Sort(12.3, S, "counter", row("counter", "km/8", "mod/-5", "km/12")),
        Sort(15.3, S, "counter", ()),
    )
    log = (
        fd("throw", "Ann", *first),
        fd("keep", "Ann", "km/8", "mod/-5"),
        fd("throw", "Ann", *again),
        fd("keep", "Ann", "km/12"),
        fd("validate", "Ann"),
    )
    spreads = (
        spread("throw", 1.8, *first),
        spread("counter", 5.1, "km/8", "mod/-5"),
        spread("throw", 9.8, *again),
        spread("counter", 13.1, "km/8", "mod/-5", "km/12"),
        spread("counter", 16.1),
    )
    return frappadingue(
        "two throws, a forced special, and stopping on 100",
        acts,
        17.8,
        log,
        seed=31,
        **MARBLE,
        spreads=spreads,
    )


def fd_wrong() -> Story:
    """A 7 alone scores nothing: it may not be kept."""
    first = ("km/8", "km/7", "km/9", "km/10", "km/11")
    acts = (
        Sort(1.0, N, "throw", row("throw", *first)),
        Sort(4.2, N, "counter", row("counter", "km/7")),
        Sort(4.3, N, "throw", row("throw", "km/8", "km/9", "km/10", "km/11")),
    )
    log = (fd("throw", "Ann", *first), fd("keep", "Ann", "km/7"))
    spreads = (spread("throw", 1.8, *first), spread("counter", 5.0, "km/7"))
    return frappadingue("a card that scores nothing is kept", acts, 11.2, log, seed=32, **PLAIN, spreads=spreads)


STORIES: dict[str, Callable[[], Story]] = {
    "ff-same-colour": ff_same_colour,
    "ff-round-end": ff_round_end,
    "ff-tie": ff_tie,
    "ff-hovers": ff_hovers,
    "ff-bump": ff_bump,
    "fc-out-of-turn": fc_out_of_turn,
    "fc-drawn": fc_drawn,
    "fc-wish": fc_wish,
    "fc-count": fc_count,
    "fd-turn": fd_turn,
    "fd-wrong": fd_wrong,
}


# ---------------------------------------------------------------- from a story to a folder


def make(name: str, out: Path) -> None:
    story = STORIES[name]()
    film = Film(story.script, pictures(story.game))
    shutil.rmtree(out, ignore_errors=True)
    match = {
        "game": story.game,
        "seats": {seat.value: who for seat, who in story.seats.items()},
        "options": dict(story.options),
    }
    writer = Writer(out, Manifest(name, "composed", story.script.size, table=plain(film.table), match=match))
    for seen in film.frames():
        if isinstance(seen, Gap):
            writer.put(seen)
        elif film.busy(seen.t_ns / 1e9) or seen.index % round(story.script.fps / STILL) == 0:
            writer.put_raw(Kind.FRAME, seen.index, seen.t_ns, jpeg(seen))
    writer.close()
    told = json.dumps(truth(story, film), ensure_ascii=False, indent=1)
    (out / TRUTH).write_text(told + "\n", "utf-8")


def jpeg(frame: Frame) -> bytes:
    done, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    assert done
    return data.tobytes()


def pictures(game: str) -> dict[str, Image]:
    deck = load_deck(deck_folder(game))
    return {face.name: np.asarray(face.views[0]) for face in (*deck.faces, *deck.backs)}


def truth(story: Story, film: Film) -> dict[str, Any]:
    return {
        "about": story.about,
        "made": "composed",
        "game": story.game,
        "deck": f"decks/{story.game}",
        "seats": {seat.value: who for seat, who in story.seats.items()},
        "options": dict(story.options),
        "before": list(story.before),
        "checks": [check(film, t, story) for t in quiet_times(film)],
        "events": [*filter(None, map(happened, film.script.acts)), *story.spreads]
        if story.zones
        else events(story, film),
        "log": list(story.log),
        "asks": list(story.asks),
    }


def events(story: Story, film: Film) -> list[Event]:
    told = [event for act in film.script.acts if (event := happened(act, film)) is not None]
    watched = set(film.script.places)
    return sorted((event for event in told if event["pile"] in watched), key=lambda event: event["t_ms"])


def happened(act: Act, film: Film | None = None) -> Event | None:
    """What a perfect watcher of piles would tell of an act."""
    if isinstance(act, Lay):
        return {
            "kind": "place",
            "pile": act.card.pile,
            "seat": act.seat.value,
            "card": act.card.card,
            "t_ms": 1000 * act.t,
        }
    if isinstance(act, Take) and film is not None:
        card = next(card for card in reversed(film.lying(act.t - 1e-6)) if card.pile == act.pile)
        return {"kind": "take", "pile": act.pile, "seat": act.seat.value, "card": card.card, "t_ms": 1000 * act.t}
    if isinstance(act, Slap):
        return {"kind": "slap", "pile": act.pile, "seat": act.seat.value, "layer": act.layer, "t_ms": 1000 * act.t}
    return None


def quiet_times(film: Film) -> list[float]:
    """When all has been still for a while: before the next thing happens, and at the end. Not after a bump."""
    step = 1 / film.script.fps
    times = np.arange(0.0, film.script.seconds, step)
    bumped = min((act.t for act in film.script.acts if isinstance(act, Bump)), default=np.inf)
    busy = [film.busy(float(t), 0.0) for t in times]
    quiet = [float(t) for k, t in enumerate(times[:-1]) if not busy[k] and busy[k + 1] and t < bumped and t > 0.3]
    return [*quiet, float(times[-1])] if bumped == np.inf else quiet


def check(film: Film, t: float, story: Story) -> dict[str, Any]:
    """The uppermost card of each pile, every card of a zone and beside them."""
    lying = film.lying(t)
    tops = {card.pile: card for card in lying if card.pile in film.script.places and card.card != "back"}
    shown = [card for card in lying if card.pile in story.zones or card.pile not in film.script.places]
    shown += [card for pile, card in tops.items() if pile not in story.zones]
    cards = [{"pile": c.pile, "card": c.card, "quad": np.round(film.quad(c), 1).tolist()} for c in shown]
    return {"t_ms": round(1000 * t, 1), "cards": cards}


if __name__ == "__main__":
    for each in sys.argv[1:] or STORIES:
        make(each, GOLDEN / each)
        size = sum(path.stat().st_size for path in (GOLDEN / each).iterdir())
        print(f"{each}: {size // 1000} KB", flush=True)
