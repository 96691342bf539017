"""Print what a game needs at home, as a PDF at true size.

    tapis print mat --game frankfurt --paper A4 --out mat.pdf
    tapis print deck --game frantic --paper letter --lang fr --flip short --out frantic.pdf
    tapis print seats --game frantic --players Ann Ben Cleo --out badges.pdf
    tapis print codes --game frappadingue --out labels.pdf
    tapis print scoresheet --game frantic_board --paper A4 --out score.pdf
    tapis print lens --paper A4 --out lens.pdf

mat         where the cards go, with the marks that tell the camera where the table is, and the table's own code
deck        a whole deck of our own drawing, backs behind the fronts; it is enrolled already, so nobody photographs it
seats       badges: for named players with the code that signs them in, else one for each seat to write on
codes       a label for the deck's box, whose code opens the deck, and one for a table without a mat
scoresheet  rounds down, players across, and the limits of the rulebook
board       the squares of the board game as `tapis board --template` has them, on sheets to glue together
lens        squares that measure a camera's lens (`tapis calibrate --lens`); it is for no game

Print at 100 % (also called "actual size"), never "fit to page", and measure the ruler that stands on every page: if it
is not as long as it says, the camera's millimetres are not millimetres either. For a deck print on both sides and tell
with --flip about which edge your printer turns the sheet; take paper of 200 g or more, or put the cards into sleeves.
Cut along the marks: neighbours share a cut.

A mat is printed for one table. Its id is new each time, and told; to print another mat for the same table name it with
--table. Our board deck (`frantic_board`) has counts and colours of its own: `--sheet` writes them for `tapis board`.
"""

import argparse
import json
from pathlib import Path

from calibration.errors import BadInput
from companion.core.words import LANGUAGES

HELP = "print a mat, a deck, badges, labels or a score sheet"

_KINDS = ("mat", "deck", "seats", "codes", "scoresheet", "board", "lens")
_PAPERS = ("A4", "A3", "letter", "tabloid")
_FLIPS = ("long", "short", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=_KINDS, help="what to print")
    parser.add_argument("--game", default="", metavar="ID", help="for which game (all but lens need it)")
    parser.add_argument("--paper", choices=_PAPERS, default="A4", help="the paper in the printer (A4)")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.pdf", help="the file to write")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the words (en)")
    parser.add_argument("--flip", choices=_FLIPS, default="long", help="the edge for backs; none: fronts only (long)")
    parser.add_argument("--players", nargs="+", default=[], metavar="NAME", help="whose badges")
    parser.add_argument("--table", default="", metavar="ID", help="the table a mat or label is for (a new one)")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write our board deck's cards for `tapis board`")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")
    parser.add_argument("--json", action="store_true", help="tell what was printed as one JSON object")


def run(args: argparse.Namespace) -> int:
    from calibration.mat import Paper
    from companion.printing.grid import Flip
    from companion.printing.order import Order, printed
    from companion.store.key import household_key
    from companion.store.place import data_folder
    from companion.store.whole import write_whole
    from vision.art.pdf import write_pdf

    if not args.game and args.kind != "lens":
        raise BadInput("for which game?", args.kind, "say it with --game; `tapis games` lists them")
    for path in (args.out, args.sheet):
        if path and path.exists() and not args.force:
            raise BadInput("is already there", str(path), "choose another file or add --force")
    order = Order(
        args.kind,
        args.game,
        Paper[args.paper.upper()],
        args.lang,
        Flip(args.flip),
        tuple(args.players),
        args.table.upper(),
        household_key(data_folder()) if args.kind == "seats" and args.players else None,
    ).with_table()
    title, pages = printed(order)
    if args.sheet:
        write_whole(args.sheet, _board_sheet(args.game).encode(), args.force)
    write_whole(args.out, write_pdf(pages, title), args.force)
    _tell(args, title, len(pages), order.table)
    return 0


def _board_sheet(game: str) -> str:
    from companion.decks.drawn import board_sheet

    if game != "frantic_board":
        raise BadInput("--sheet is for the board game's cards alone", game, "leave it out")
    return board_sheet()


def _tell(args: argparse.Namespace, title: str, pages: int, table: str) -> None:
    if args.json:
        row = {"file": str(args.out), "kind": args.kind, "game": args.game, "paper": args.paper, "pages": pages}
        print(json.dumps(row | ({"table": table} if table else {})))
        return
    print(f"{args.out}: {title}, {pages} {'page' if pages == 1 else 'pages'} of {args.paper}. Print at 100 %.")
    if table:
        print(f"It is for the table {table}.")
