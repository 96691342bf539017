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

With --order cards need no names of their own: lay a dozen side by side, row by row in the order of a list, photograph
them, and go on with the next. The list is a file with a card's id a line (`back` for the back), or `deck` for the order
in which the game itself lists its cards. Pictures are taken in the order of their names, the cards in each as one reads
a page. What was found in each is told: one card missed would move the names of all after it.

With --keep the deck gets a name among those of the app, and its gallery shows it.

    tapis enrol --game frankfurt --out ~/decks/frankfurt scans/
    tapis enrol --game frankfurt --order deck --keep "Our cards" photos/
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
    where.add_argument("--keep", metavar="NAME", help="keep it under this name among the app's decks")
    where.add_argument("--into", type=Path, metavar="DECK", help="a deck to put the pictures into")
    parser.add_argument("--order", metavar="LIST", help="the cards lie in this order: a file of ids, or `deck`")
    parser.add_argument("--force", action="store_true", help="replace the deck that is there")
    parser.add_argument("--json", action="store_true", help="tell the outcome as one JSON object")
    parser.add_argument("pictures", nargs="+", type=Path, metavar="IMAGE_OR_FOLDER")


def run(args: argparse.Namespace) -> int:
    from vision.recognise.deck import load_deck

    old = None if args.into is None else load_deck(args.into)
    args.out = _place(args)
    if old is None and args.out.exists() and not args.force:
        raise BadInput("is already there", str(args.out), "choose another folder or add --force")
    game = _game(args.game, old)
    return _in_order(args, game, old) if args.order else _by_name(args, game, old)


def _place(args: argparse.Namespace) -> Path:
    from companion.decks import shelf
    from companion.store.place import data_folder

    place: Path = shelf.place(data_folder(), args.keep) if args.keep else args.out or args.into
    return place


def _by_name(args: argparse.Namespace, game: str, old: "Deck | None") -> int:
    """Each picture is of one card and called like it."""
    from vision.recognise.deck import save_deck
    from vision.recognise.enrol import enrol, enrolment_of, is_back, name_of, renewed

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


def _in_order(args: argparse.Namespace, game: str, old: "Deck | None") -> int:
    """Pictures of many cards, that lie in the order of a list."""
    from companion.decks.enrolling import deck_order, enrolling
    from vision.recognise.deck import save_deck
    from vision.recognise.enrol import enrolment_of
    from vision.recognise.laid_out import laid_out
    from vision.stills import load_still

    order = deck_order(game) if args.order == "deck" else _listed(Path(args.order), game)
    session, unused = enrolling(game, order, old), []
    for path in _pictures(args.pictures):
        try:
            cards = laid_out(load_still(path))
        except BadInput as wrong:
            unused.append(wrong)
            continue
        session = session.lay(card.view for card in cards)
        named = [card.name for card in session.laid if card.name]
        over = len(cards) - len(named)
        print(f"{path.name}: {', '.join(named)}{f' and {over} cards too many' if over else ''}", file=sys.stderr)
        if not cards:
            unused.append(BadInput("no card was found in it", str(path), "lay them apart on a plain table"))
        session = session.take()
    for each in unused:
        print(f"not used: {each}", file=sys.stderr)
    enrolment = enrolment_of(session.deck(), tuple(unused))
    save_deck(enrolment.deck, args.out, args.force or old is not None)
    _tell(args, enrolment, unused, [name for name in session.missing if name != "back"])
    return 0


def _listed(path: Path, game: str) -> tuple[str, ...]:
    """The ids in a file, one a line."""
    try:
        names = tuple(line.strip() for line in path.read_text("utf-8").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(f"this list cannot be read ({wrong})", str(path), "write a card's id a line") from None
    known = _cards_of(game)
    for number, name in enumerate(names, 1):
        if names.index(name) != number - 1:
            raise BadInput(f"{name!r:.60} stands there twice", f"{path}, line {number}", "name every card once")
        if known is not None and name not in known and not name.startswith("back"):
            raise BadInput(f"{name!r:.60} is no card of {game}", f"{path}, line {number}", "see `tapis games`")
    if not names:
        raise BadInput("this list is empty", str(path), "write a card's id a line")
    return names


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
