"""Repeat the learning of a network that reads cards or sees arms. The app ships them learnt; this is for changing them.

Needs PyTorch, which the app itself never does: `pip install 'tapis[train]'`. Everything learnt from is composed by the
program, random decks on random tables, and hangs on a fixed seed alone; no picture of a real deck is used.

    tapis train detector --out detector.onnx      where the cards are: an hour or more on two processor cores
    tapis train outline --out outline.onnx        its exact outline, and whether it is a card at all
    tapis train identity --out identity.onnx      which card it is; two runs, the second in the light of photos
    tapis train arms --out arms.onnx              whose arm is where: three hours on one processor core
    tapis train pair --out pair.onnx              a card beside a face; writes identity.onnx, learnt on, too
    tapis train same --out same.onnx              whether two pictures are one card; writes eye.onnx too
    tapis train spot --out spot.json              where the card is in an enrolment photo, by its rim
    tapis train judge --out judge.json            how to rank faces, and how sure to be, with the networks as they are
    tapis train detector --out try.onnx --share 0.01      a hundredth of the scenes, to see that it runs

A network becomes the app's own by putting it into vision/models; measure it before with
`python -m vision.training.measure --model FILE --composed 200` and with `tapis bench read`; arms with
`tapis bench watch --arms FILE`, which composes hands that slap, hover, pass and wipe.
"""

import argparse
from importlib.util import find_spec
from pathlib import Path

from calibration.errors import BadInput

HELP = "repeat the learning of a network (for developers)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", choices=("detector", "outline", "identity", "pair", "same", "arms", "spot", "judge"))
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the file to write")
    parser.add_argument("--share", type=float, default=1.0, help="of the whole run to do, above 0 and up to 1")
    parser.add_argument("--force", action="store_true", help="replace the file that is there")


def run(args: argparse.Namespace) -> int:
    if not 0 < args.share <= 1:
        raise BadInput(f"{args.share:g} is no share of a run", do="give a number above 0 and up to 1")
    if args.out.exists() and not args.force:
        raise BadInput("is already there", str(args.out), "choose another file or add --force")
    if not args.out.parent.is_dir():
        raise BadInput("the folder does not exist", str(args.out.parent), "make it first")
    missing = [name for name in ("torch", "onnx", "PIL", "font_roboto") if find_spec(name) is None]
    if missing:
        raise BadInput(f"learning needs {' and '.join(missing)}", do="pip install 'tapis[train]'")
    if args.network == "detector":
        from vision.training.train_detector import train_all

        train_all(args.out, args.share)
    elif args.network == "outline":
        from vision.training import train_outline

        train_outline.train_all(args.out, args.share)
    elif args.network == "identity":
        from vision.training import train_identity

        train_identity.train_all(args.out, args.share)
    elif args.network == "pair":
        from vision.training import train_pair

        train_pair.train_all(args.out, args.share)
    elif args.network == "same":
        from vision.training import train_same

        train_same.train_all(args.out, args.share)
    elif args.network == "arms":
        from vision.training import train_arms

        train_arms.train_all(args.out, args.share)
    elif args.network == "spot":
        from vision.training import fit_spot

        fit_spot.train(args.out, args.share)
    else:
        from vision.training import fit_judge

        fit_judge.train(args.out, args.share)
    return 0
