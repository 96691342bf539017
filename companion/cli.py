"""The command line: finds the command, turns bad input into one sentence and an exit status. It decides nothing else.

A command is one module in `companion/commands` with `HELP` (one line), `add_arguments(parser)` and `run(args) -> int`.
It is imported only when it is the one that was asked for, so `tapis --help` stays fast.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules
from types import ModuleType
from typing import NoReturn

from calibration.errors import BadInput
from companion import commands

DONE, NEGATIVE, BAD = 0, 1, 2


def command_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(commands.__path__) if not module.name.startswith("_")))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # What is printed is UTF-8 wherever it goes: names and cards know no narrower alphabet.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        return _run(words)
    except BadInput as wrong:
        print(f"tapis: {wrong}", file=sys.stderr)
        return BAD
    except KeyboardInterrupt:
        print("tapis: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output went away (for example `| head`); that is not our error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _run(words: list[str]) -> int:
    names = command_names()
    if not words or words[0] in ("-h", "--help"):
        _overview(names).print_help()
        return DONE if words else BAD
    if words[0] not in names:
        raise BadInput(f"no command is called {words[0]!r:.60}", do="`tapis --help` lists the commands")
    module = _command(words[0])
    sub = _Parser(prog=f"tapis {words[0]}", description=module.__doc__)
    sub.formatter_class = argparse.RawDescriptionHelpFormatter
    module.add_arguments(sub)
    status: int = module.run(sub.parse_args(words[1:]))
    return status


class _Parser(argparse.ArgumentParser):
    """One sentence for a wrong call, where argparse would print its whole usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message, do=f"`{self.prog} --help` shows how")


def _command(name: str) -> ModuleType:
    return import_module(f"{commands.__name__}.{name}")


def _overview(names: tuple[str, ...]) -> _Parser:
    """The help that lists every command; only here are they all imported."""
    width = max(map(len, names))
    listed = "\n".join(f"  {name:{width}}  {_command(name).HELP}" for name in names)
    parser = _Parser(prog="tapis", description="The table companion that sees the real game.")
    parser.epilog = f"commands:\n{listed}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("command", metavar="COMMAND", help="one of the commands below; COMMAND --help tells more")
    return parser
