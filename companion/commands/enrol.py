"""Make an enrolled deck out of pictures of its cards.

A picture's name is the card's id, with `__` where the id has `/`: `frankfurt__red__13.jpg` enrols frankfurt/red/13.
Further views of the same face end in @2, @3 and so on; names that begin with `back` are card backs. A picture is a
flat scan (the card fills it) or a photo in which the card lies alone somewhere on a table; both may be mixed. The card
should stand upright in the picture, as it is printed.

The deck is a folder that can be copied to another device. The command tells how many faces it has, which pairs are
hard to tell apart and how far apart they are (0 is the same print; look for a better picture of such a pair), and
which pictures could not be used and why. One good picture a face is enough.

With --into the pictures go into a deck that is there: a card photographed again replaces its old picture, which is how
a confusable pair is mended; a picture whose name ends in @2, @3 ... is added as a further view.

    tapis enrol --game frankfurt --out ~/decks/frankfurt scans/
    tapis enrol --game any --out ~/decks/tarot photos/ moon@2.jpg --force
    tapis enrol --into ~/decks/frankfurt frankfurt__red__13.jpg
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput

if TYPE_CHECKING:
    from vision.recognise.deck import Deck
    from vision.recognise.enrol import Enrolment

HELP = "make an enrolled deck out of pictures of its cards"

_PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="ID", help="whose cards they are; `any` for no known game")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="DECK", help="the folder to write")
    where.add_argument("--into", type=Path, metavar="DECK", help="a deck to put the pictures into")
    parser.add_argument("--force", action="store_true", help="replace the deck that is there")
    parser.add_argument("--json", action="store_true", help="tell the outcome as one JSON object")
    parser.add_argument("pictures", nargs="+", type=Path, metavar="IMAGE_OR_FOLDER")


def run(args: argparse.Namespace) -> int:
    from vision.recognise.deck import load_deck, save_deck
    from vision.recognise.enrol import enrol, enrolment_of, is_back, name_of, renewed

    old = None if args.into is None else load_deck(args.into)
    args.out = args.out or args.into
    if old is None and args.out.exists() and not args.force:
        raise BadInput("is already there", str(args.out), "choose another folder or add --force")
    game = _game(args.game, old)
    known = _cards_of(game)
    pictures: list[Path] = []
    strange: list[Path] = []
    for path in _pictures(args.pictures):
        fits = known is None or is_back(path.stem) or name_of(path) in known
        (pictures if fits else strange).append(path)
    enrolment = enrol(game, pictures)
    unused = [*(BadInput(f"is no card of {game}", str(path)) for path in strange), *enrolment.unused]
    for wrong in unused:
        print(f"not used: {wrong}", file=sys.stderr)
    deck = enrolment.deck
    if not deck.faces and not (old and deck.backs):
        raise BadInput("no picture of a card's face could be used", do="see the reasons above")
    if old is not None:
        further = {name_of(path) for path in pictures} - {name_of(path) for path in pictures if "@" not in path.stem}
        deck = renewed(old, deck, further)
        enrolment = enrolment_of(deck, enrolment.unused)
    save_deck(deck, args.out, args.force or old is not None)
    missing = sorted(known - {face.name for face in deck.faces}) if known else []
    _tell(args, enrolment, unused, missing)
    return 0


def _game(asked: str | None, old: "Deck | None") -> str:
    if old is not None and asked not in (None, old.game):
        raise BadInput(f"the deck is one of {old.game}, not of {asked}", do="leave --game out")
    if old is not None:
        return old.game
    if asked is None:
        raise BadInput("whose cards they are is not said", do="add --game ID, or --game any")
    return asked


def _tell(args: argparse.Namespace, enrolment: "Enrolment", unused: list[BadInput], missing: list[str]) -> None:
    deck = enrolment.deck
    if args.json:
        outcome = {
            "deck": str(args.out),
            "game": deck.game,
            "faces": len(deck.faces),
            "views": sum(len(face.views) for face in deck.faces),
            "backs": len(deck.backs),
            "confusable": [[pair.first, pair.second, pair.distance] for pair in enrolment.confusable],
            "unused": [{"image": wrong.where, "why": str(wrong)} for wrong in unused],
            "missing": missing,
        }
        print(json.dumps(outcome))
        return
    print(f"{args.out}: {len(deck.faces)} faces and {len(deck.backs)} backs of {deck.game} are enrolled.")
    if missing:
        print(f"Not enrolled yet: {', '.join(missing)}.")
    if enrolment.confusable:
        print("These look alike; a closer picture of either may help (distance 0 is the same print):")
    for pair in enrolment.confusable[:20]:
        print(f"  {pair.distance:.3f}  {pair.first}  {pair.second}")
    if len(enrolment.confusable) > 20:
        print(f"  and {len(enrolment.confusable) - 20} further pairs; --json lists them all.")


def _cards_of(game: str) -> set[str] | None:
    """The ids of the game's cards; None where any name will do."""
    if game == "any":
        return None
    from companion.games import load_game

    return {str(card) for card, _ in load_game(game).info.deck}


def _pictures(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.iterdir() if p.suffix.lower() in _PICTURES)
        elif path.exists():
            found.append(path)
        else:
            raise BadInput("there is no such file", str(path), "name pictures or a folder of pictures")
    if not found:
        raise BadInput("no pictures there", ", ".join(map(str, paths)), "give JPEG or PNG files named after the cards")
    return found
