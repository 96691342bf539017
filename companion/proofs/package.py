"""What is in the Android package: buildozer's rules for choosing files, and what must and must not be among them.

The rules are buildozer's, written down once more so that they can be checked without it; `prove android` compares both.
"""

import ast
import configparser
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

LARGEST_MB = 40
LANGUAGES = ("en", "fr", "de")
NEEDED = ("main.py", "companion/demo/recording.avi", "companion/demo/table.json")
#: Folders that hold at least one file of a kind.
FILLED = (("companion/ui", ".kv"), ("vision/models", ".onnx"), ("vision/models", ".json"), ("companion/demo/deck", ""))
UNWANTED = (
    *("tests/", "docs/", "vision/training/", "companion/proofs/", "companion/commands/", "companion/benches/"),
    *("companion/cli.py", "companion/__main__.py", "run.py", "buildozer.spec"),
)
#: Files of our rooms that a tablet has no use for, or gets another way.
AT_HOME = (".java", ".xml", ".md", ".txt", ".pyc", ".class")
ROOMS = ("calibration", "vision", "companion")


def spec_of(project: Path) -> configparser.ConfigParser:
    spec = configparser.ConfigParser(interpolation=None)
    spec.read(project / "buildozer.spec", "utf-8")
    return spec


def packed(project: Path) -> list[str]:
    """The files of the project that go into the package."""
    app = spec_of(project)["app"]
    kinds = [f".{kind}" for kind in _words(app, "source.include_exts")]
    folders = [name.rstrip("/") + "/" for name in _words(app, "source.exclude_dirs")]
    out, back = _words(app, "source.exclude_patterns"), _words(app, "source.include_patterns")
    return [
        name
        for name in _visible(project)
        if _chosen(name, folders, out, back) and (Path(name).suffix.lower() in (*kinds, ""))
    ]


def _words(app: configparser.SectionProxy, key: str) -> list[str]:
    return [word.strip().lower() for word in app.get(key, "").split(",") if word.strip()]


def _visible(folder: Path, inside: str = "") -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _visible(path, f"{inside}{path.name}/")
        else:
            yield inside + path.name


def _chosen(name: str, folders: list[str], out: list[str], back: list[str]) -> bool:
    """A pattern that brings back wins over everything that leaves out: that is how buildozer reads them."""
    parent = name.rpartition("/")[0].lower() + "/"
    left = parent.startswith(tuple(folders)) or any(fnmatch(parent, pattern) for pattern in out)
    if parent != "/" and left and not any(fnmatch(parent, pattern) for pattern in back):
        return False
    return not any(fnmatch(name, pattern) for pattern in out) or any(fnmatch(name, pattern) for pattern in back)


def missing(project: Path, files: list[str]) -> list[str]:
    """What the app needs and the package lacks: fixed files, a catalogue for every language, data of our rooms."""
    there = set(files)
    lacking = [name for name in NEEDED if name not in there]
    lacking += [f"{room}/*{kind}" for room, kind in FILLED if not _any(files, room, kind)]
    for folder in sorted({name.rpartition("/")[0] for name in files if name.endswith(".py")}):
        package = (project / folder / "__init__.py").is_file()
        wanted = [f"{folder}/lang/{language}.json" for language in LANGUAGES]
        if package and (_speaks(project / folder) or any(name in there for name in wanted)):
            lacking += [name for name in wanted if name not in there]
    return lacking


def _any(files: list[str], room: str, kind: str) -> bool:
    return any(name.startswith(room + "/") and name.endswith(kind) for name in files)


def _speaks(folder: Path) -> bool:
    """A package that loads words of its own: `load_words("companion.core")` somewhere in it, or a game."""
    return folder.parent.name == "games" or (folder / "lang").is_dir()


def left_out(project: Path, files: list[str]) -> list[str]:
    """Data in the rooms that are packed whose kind the package does not take."""
    there, away = set(files), UNWANTED
    return [
        name
        for name in _visible(project)
        if name.split("/")[0] in ROOMS and name not in there and not name.startswith(away) and _data(name)
    ]


def _data(name: str) -> bool:
    return not name.endswith(AT_HOME)


def unwanted(files: list[str]) -> list[str]:
    return [name for name in files if name.startswith(UNWANTED)]


def size_mb(project: Path, files: list[str]) -> float:
    return sum((project / name).stat().st_size for name in files) / 1e6


def broken_imports(project: Path, files: list[str]) -> list[str]:
    """Imports at the top of a packed module that lead to one of ours that is not packed."""
    there = set(files)
    found = []
    for name in files:
        if name.endswith(".py") and name.split("/")[0] in ROOMS:
            for module in _imported(ast.parse((project / name).read_text("utf-8"))):
                place = module.replace(".", "/")
                package, file = f"{place}/__init__.py", f"{place}.py"
                ours = next((path for path in (package, file) if (project / path).is_file()), None)
                if ours is not None and ours not in there:
                    found.append(f"{name} needs {module}")
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
