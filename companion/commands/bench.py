"""Measure how fast and how good the app is, here and now.

Each bench prints one row a thing measured, and the command fails (exit status 1) when a row lies below its floor.
`tapis bench --help` names the benches, `tapis bench NAME --help` says what one of them measures and how.

    tapis bench rules
    tapis bench rules --game frankfurt --json
"""

import argparse
import json
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from companion import benches
from companion.benches import Row

HELP = "measure speed and quality; fails below the floor"


def bench_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(benches.__path__) if not module.name.startswith("_")))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    choice = parser.add_subparsers(dest="bench", metavar="NAME", required=True, help="what to measure:")
    for name in bench_names():
        bench = _bench(name)
        sub = choice.add_parser(name, help=bench.HELP, description=bench.__doc__)
        sub.formatter_class = argparse.RawDescriptionHelpFormatter
        sub.add_argument("--json", action="store_true", help="one JSON object a line")
        bench.add_arguments(sub)


def run(args: argparse.Namespace) -> int:
    fine = True
    for row in _bench(args.bench).rows(args):
        print(json.dumps(row) if args.json else _words(row), flush=True)
        fine = fine and row.get("ok", True)
    if not fine:
        print("tapis bench: a row is not ok", file=sys.stderr)
    return 0 if fine else 1


def _bench(name: str) -> ModuleType:
    return import_module(f"{benches.__name__}.{name}")


def _words(row: Row) -> str:
    return "  ".join(f"{key}={value}" for key, value in row.items())
