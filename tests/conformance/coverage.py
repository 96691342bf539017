"""Which test proves which rule: collected from docs/coverage, one table a game, and from the names of the tests.

`python -m tests.conformance.coverage > docs/rules-coverage.md` writes the page again.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: The letters of a game's rules and cases, and how many worked cases the rules reference has.
CASES: Mapping[str, tuple[str, int]] = {
    "frankfurt": ("FF", 40),
    "frantic": ("FC", 65),
    "frantic_board": ("FB", 43),
    "frappadingue": ("FD", 34),
}

INTRODUCTION = """\
# Which test proves which rule

Every sentence of a rulebook that states a rule stands here in a few words of our own, with the tests that prove it.
They are in `tests/games/<game>`; a check fails when one of them does not exist, or when a game has no table. The tables
come from `docs/coverage/<game>.md`; this page is written by `python -m tests.conformance.coverage`.

After each table come the worked cases of the rules reference, each with the tests that are named after it.
"""


def rules_of(game: str, root: Path = ROOT) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of a game's table: a rule in a few words, and its tests."""
    rows = []
    for line in (root / "docs" / "coverage" / f"{game}.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 2 and not set(cells[0]) <= {"-", ":"} and cells[1] != "tests":
            rows.append((cells[0], tuple(re.findall(r"test_\w+", cells[1]))))
    return rows


def tests_of(game: str, root: Path = ROOT) -> tuple[str, ...]:
    """The names of all tests of a game."""
    files = sorted((root / "tests" / "games" / game).rglob("test_*.py"))
    trees = [ast.parse(path.read_text("utf-8")) for path in files]
    names = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return tuple(sorted(name for name in names if name.startswith("test_")))


def cases_of(test: str) -> tuple[str, ...]:
    """The cases a test is named after: `test_ff_31_32_short_draw_piles` is after FF-31 and FF-32."""
    found = re.match(r"test_(ff|fc|fb|fd)((?:_\d+)+)(?:_|$)", test)
    if not found:
        return ()
    numbers = [int(number) for number in found[2].split("_")[1:]]
    # A number that does not follow the one before belongs to the words: test_fd_18_200_can_be_validated.
    last = next((n for n in range(1, len(numbers)) if numbers[n] != numbers[n - 1] + 1), len(numbers))
    return tuple(f"{found[1].upper()}-{number}" for number in numbers[:last])


def page(root: Path = ROOT) -> str:
    parts = [INTRODUCTION]
    for game, (letters, cases) in CASES.items():
        rows = [(f"{letters}-R{n}", rule, tests) for n, (rule, tests) in enumerate(rules_of(game, root), 1)]
        parts.append(f"## {game}\n\n| | rule | tests |\n|---|---|---|\n" + _lines(rows))
        named = tests_of(game, root)
        found = [(case, tuple(t for t in named if case in cases_of(t))) for case in _cases(letters, cases)]
        parts.append("| case | tests |\n|---|---|\n" + _lines(found))
    return "\n".join(parts)


def _cases(letters: str, count: int) -> list[str]:
    return [f"{letters}-{number}" for number in range(1, count + 1)]


def _lines(rows: Iterable[tuple[object, ...]]) -> str:
    return "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in rows)


def _cell(cell: object) -> str:
    return ", ".join(f"`{test}`" for test in cell) if isinstance(cell, tuple) else str(cell)


if __name__ == "__main__":
    print(page(), end="")
