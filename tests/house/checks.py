"""The house rules of docs/design.md as functions over a source tree: who imports whom, sizes, no traces of a machine.

Each returns the offending places as `file:line: what`, so that a broken rule points at its line. The tests beside
this file run them over the project, and over small trees that break one rule each.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MODULE_LINES, FUNCTION_LINES = 600, 60
PACKAGES = ("calibration", "vision", "companion")


@dataclass(frozen=True, slots=True)
class Room:
    """A package or module: which other rooms it may import, and which packages from outside."""

    name: str
    rooms: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


#: The table of docs/design.md, section 3; the longest name that fits a module decides. Own room: always allowed.
ROOMS = (
    Room("calibration", outside=("numpy", "cv2")),
    Room("vision", ("calibration",), ("numpy", "cv2", "pyzbar")),
    Room("vision.table", ("vision", "calibration"), ("numpy",)),
    Room("vision.observe", ("vision", "calibration"), ("numpy",)),
    Room("vision.sources.android.jvm", outside=("jnius",)),
    Room("vision.training", ("vision", "calibration"), ("numpy", "cv2", "torch", "onnx", "PIL")),
    Room("companion.core", ("calibration.errors",)),
    Room("companion.games", ("companion.core", "calibration.errors")),
    Room("companion.store", ("companion.core", "companion.games", "calibration.errors")),
    Room("companion.codes", ("companion.core", "calibration.errors")),
    Room(
        "companion.sharing",
        (
            "companion.core",
            "companion.games",
            "companion.codes",
            "companion.printing",
            "companion.store",
            "calibration",
            "vision.art",
            "vision.codes",
            "vision.image",
        ),
        ("cv2", "numpy"),
    ),
    Room("companion.spectator", ("companion.core", "calibration.errors"), never=("urllib", "http.client")),
    Room("companion.voice", ("companion.core", "companion.games", "calibration.errors")),
    Room("companion.tablet", ("companion.core", "vision.sources.android", "calibration.errors")),
    Room("companion.proofs", ("companion.tablet", "companion.core", "vision.sources", "calibration.errors")),
    Room("companion.benches.bridge", PACKAGES, ("numpy", "cv2", "jnius_config")),
    Room("companion.proofs.inside", outside=("buildozer", "pythonforandroid")),
    Room(
        "companion.referee",
        ("companion.core", "companion.games", "companion.store", "vision", "calibration"),
        ("numpy",),
    ),
    Room(
        "companion.ui",
        (
            "companion.core",
            "companion.games",
            "companion.codes",
            "companion.sharing",
            "companion.tablet",
            "companion.referee",
        ),
        ("kivy", "numpy"),
        ("sqlite3",),
    ),
    Room("companion", PACKAGES, ("numpy", "cv2", "kivy")),
)
#: Training is a workshop with doors to learn and to measure: nothing that runs on a table may need it.
WORKSHOP = "vision.training"
MAY_TRAIN = (
    WORKSHOP,
    "companion.commands.train",
    "companion.benches._plays",
    "companion.benches._talk",
    "companion.benches.play",
    "companion.benches.watch",
)
#: Who starts threads: the one that watches; a camera that may block for ever is read by one of its own, and pictures
#: are labelled by one while the next are watched.
THREADS = ("threading", "multiprocessing", "concurrent")
MAY_THREAD = ("companion.watching", "vision.sources.grabber", "vision.detect.ahead")


def import_order(root: Path) -> list[str]:
    """Every import that leaves its room in a direction the house does not allow."""
    return [
        f"{file.relative_to(root)}:{line}: {module} must not import {name}{why}"
        for file, module, tree in _modules(root)
        for line, name in _imports(tree, module, file.name == "__init__.py")
        if (why := _objection(module, name)) is not None
    ]


def _modules(root: Path) -> Iterator[tuple[Path, str, ast.Module]]:
    for file in _python_files(root, PACKAGES):
        module = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        yield file, module, ast.parse(file.read_text("utf-8"))


def _imports(tree: ast.Module, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """The full name of everything imported anywhere in a file; `from a import b` counts as `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            above = parts[: len(parts) - node.level + is_package] if node.level else []
            origin = ".".join([*above, node.module or ""]).strip(".")
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def _objection(module: str, name: str) -> str | None:
    """Why `module` may not import `name`; None when it may."""
    room = room_of(module)
    top = name.split(".")[0]
    if top in THREADS and not within(module, (*MAY_THREAD, WORKSHOP)):
        return " (only companion.watching, the grabber and the labeller start threads)"
    if within(name, (WORKSHOP,)) and not within(module, MAY_TRAIN):
        return " (training is never part of the app)"
    if top in PACKAGES:
        return None if within(name, (own_room(module, room), *room.rooms)) else f" ({room.name} stands below it)"
    if top in room.never or top not in (*sys.stdlib_module_names, *room.outside):
        return f" ({room.name} does without it)"
    return None


def room_of(module: str) -> Room:
    return max((room for room in ROOMS if within(module, (room.name,))), key=lambda room: len(room.name))


def own_room(module: str, room: Room) -> str:
    """Every game is a room of its own."""
    return ".".join(module.split(".")[:3]) if room.name == "companion.games" else room.name


def within(name: str, parents: tuple[str, ...]) -> bool:
    return any(name == parent or name.startswith(parent + ".") for parent in parents)


def sizes(root: Path) -> list[str]:
    """Modules and functions that are too long to read."""
    found = []
    for file in _python_files(root, (*PACKAGES, "tests", ".ci")):
        text = file.read_text("utf-8")
        place = file.relative_to(root)
        lines = text.count("\n")
        if lines > MODULE_LINES:
            found.append(f"{place}:{MODULE_LINES + 1}: a module of {lines} lines; {MODULE_LINES} is the limit")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES:
                    found.append(
                        f"{place}:{node.lineno}: {node.name} has {length} lines; {FUNCTION_LINES} is the limit"
                    )
    return found


#: A path of somebody's own machine, or an address where packages come from that not everybody can reach.
TRACES = (
    re.compile(r"(?<![\w.~}\"'/-])/(?:home|root|Users|work|opt|mnt|tmp)/\w+"),
    re.compile(r"https?://(?!pypi\.org/|files\.pythonhosted\.org/)[^\s\"']*/simple\b"),
)
NOT_OURS = (".venv", ".git", ".hypothesis", ".buildozer", "build", "dist", "output", "bin")
TEXT_FILES = (".py", ".md", ".toml", ".lock", ".spec", ".kv", ".json", ".txt", ".cfg")


def traces(root: Path) -> list[str]:
    """Lines that only make sense on the machine where they were written."""
    return [
        f"{file.relative_to(root)}:{number}: {match.group()} is a trace of one machine"
        for file in _own_files(root)
        if file.suffix in TEXT_FILES
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for trace in TRACES
        if (match := trace.search(line))
    ]


def _python_files(root: Path, folders: tuple[str, ...]) -> Iterator[Path]:
    yield from (file for file in sorted(root.glob("*.py")) if folders != PACKAGES)
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def _own_files(folder: Path) -> Iterator[Path]:
    """The project's own files: not what is made, installed or put out."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in NOT_OURS and not path.name.endswith(("_cache", ".egg-info")):
            yield from _own_files(path)
        elif path.is_file():
            yield path
