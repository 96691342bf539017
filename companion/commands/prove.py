"""Show what can be shown about Tapis on a tablet without having one.

    tapis prove android              the package: its files, buildozer's spec, recipes, manifest, Java; one line a proof
    tapis prove android --only size --only spec
    tapis prove suite [-- ...]       the fast tests on the tablet's versions: Python 3.14, Debian's Kivy, OpenCV 4.12
    tapis prove arm64 [-- ...]       the tests of the seeing rooms on the tablet's processor, emulated

Run it in the project's folder, or name that with --project. Buildozer, python-for-android and a Debian are fetched once
into a cache folder (about 1.5 GB for all three); nothing else of the machine changes, and root is not needed. What this
machine cannot show is told as `not shown`, and the exit status is 1 as for a proof that is broken. What follows `--`
goes to pytest.

docs/tablet.md says what these proofs are worth, and what has never run on a device.
"""

import argparse
import json
import sys
from pathlib import Path

from calibration.errors import BadInput

HELP = "show what can be shown about the Android package without a tablet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("android", "suite", "arm64"), help="what to show")
    parser.add_argument("words", nargs="*", metavar="WORD", help="for suite and arm64: arguments for pytest, after --")
    parser.add_argument("--project", type=Path, default=Path(), metavar="DIR", help="the project's folder (here)")
    parser.add_argument("--only", action="append", default=[], metavar="PROOF", help="for android: only this proof")
    parser.add_argument("--json", action="store_true", help="for android: one JSON object a proof")


def run(args: argparse.Namespace) -> int:
    if not (args.project / "buildozer.spec").is_file():
        raise BadInput(
            "there is no buildozer.spec", str(args.project.resolve()), "name the project's folder: --project"
        )
    return prove_package(args) if args.what == "android" else run_tests(args)


def prove_package(args: argparse.Namespace) -> int:
    from companion.proofs.android import CHECKS, Outcome, prove

    names = [name for name, _ in CHECKS]
    for name in args.only:
        if name not in names:
            raise BadInput(f"no proof is called {name!r:.60}", do="one of: " + ", ".join(names))
    fine = True
    for proof in prove(args.project, tuple(args.only)):
        row = {"proof": proof.name, "outcome": proof.outcome.value, "told": proof.told}
        print(json.dumps(row) if args.json else f"{proof.outcome.value:9}  {proof.name:17}  {proof.told}", flush=True)
        fine = fine and proof.outcome is Outcome.SHOWN
    return 0 if fine else 1


def run_tests(args: argparse.Namespace) -> int:
    from companion.proofs import suite
    from companion.proofs.places import NotShown

    try:
        status = (suite.versions if args.what == "suite" else suite.arm64)(args.project.resolve(), args.words)
    except NotShown as why:
        print(f"tapis prove: not shown: {why}", file=sys.stderr)
        return 1
    return 0 if status == 0 else 1
