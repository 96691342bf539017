"""Show what can be shown about Tapis on a tablet without having one.

    tapis prove android              the package: its files, buildozer's spec, recipes, manifest, Java; one line a proof
    tapis prove android --only size --only spec
    tapis prove suite                the fast tests on the tablet's versions: Python 3.14, Debian's Kivy, OpenCV 4.12
    tapis prove suite --slow         the slow ones
    tapis prove arm64                what the app computes from pictures, here and on an emulated arm64, compared

Run it in the project's folder, or name that with --project. Buildozer, python-for-android and a Debian are fetched once
into a cache folder (about 1.5 GB for all three); nothing else of the machine changes, and root is not needed. What this
machine cannot show is told as `not shown`, and the exit status is 1 as for a proof that is broken.

`suite` runs the last commit, a folder of tests at a time, and goes on where it was stopped. `arm64` compares names
exactly and places within tolerances.

docs/tablet.md says what these proofs are worth, and what has never run on a device.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput

if TYPE_CHECKING:
    from companion.proofs.proof import Proof

HELP = "show what can be shown about the Android package without a tablet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("android", "suite", "arm64"), help="what to show")
    parser.add_argument("--project", type=Path, default=Path(), metavar="DIR", help="the project's folder (here)")
    parser.add_argument("--only", action="append", default=[], metavar="PROOF", help="only this proof")
    parser.add_argument("--slow", action="store_true", help="for suite: the slow tests in place of the fast ones")
    parser.add_argument("--json", action="store_true", help="one JSON object a proof")


def run(args: argparse.Namespace) -> int:
    from companion.proofs.proof import NotShown, Outcome, Proof

    project = args.project.resolve()
    if not (project / "buildozer.spec").is_file():
        raise BadInput("there is no buildozer.spec", str(project), "name the project's folder: --project")
    fine = True
    try:
        for proof in proofs(args.what, project, args.only, args.slow):
            fine = _tell(proof, args.json) and fine
    except NotShown as why:
        fine = _tell(Proof(args.what, Outcome.NOT_SHOWN, str(why)), args.json)
    return 0 if fine else 1


def proofs(what: str, project: Path, only: list[str], slow: bool) -> "Iterator[Proof]":
    """The proofs that were asked for, each when it is done."""
    from companion.proofs import android, arm64, suite

    known = {
        "android": lambda: [name for name, _ in android.CHECKS],
        "suite": lambda: suite.rooms(project),
        "arm64": lambda: list(arm64.LIMITS),
    }[what]()
    for name in only:
        if name not in known:
            raise BadInput(f"no proof is called {name!r:.60}", do="one of: " + ", ".join(known))
    chosen = tuple(name for name in known if not only or name in only)
    if what == "android":
        return android.prove(project, chosen)
    if what == "suite":
        return suite.prove(project, chosen, slow)
    return arm64.prove(project, chosen)


def _tell(proof: "Proof", as_json: bool) -> bool:
    from companion.proofs.proof import Outcome

    row = {"proof": proof.name, "outcome": proof.outcome.value, "told": proof.told}
    print(json.dumps(row) if as_json else f"{proof.outcome.value:9}  {proof.name:17}  {proof.told}", flush=True)
    return proof.outcome is Outcome.SHOWN
