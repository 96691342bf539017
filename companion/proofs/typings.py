"""Android's published API as data: every class with its members, and the API level that brought each.

The source is the typings package of NativeScript, generated from Google's android.jar files and published on npm. It
decides nothing; it only reads.
"""

import io
import re
import tarfile
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = "https://registry.npmjs.org/@nativescript/types-android/-/types-android-9.1.1.tgz"
FILE = "package/lib/android/android-platform-21-37-merged.d.ts"
OLDEST = 21

_MODULE = re.compile(r"(?:declare|export) module ([\w.]+)\s*\{")
_CLASS = re.compile(
    r"export (?:abstract )?class (\w+)(?:<[^{]*?>)?\s*(?:extends ([\w.]+).*?)?(?:implements ([^{]*))?\{"
)
_METHOD = re.compile(r"public (static )?(\w+)(?:<.*?>)?\((.*)\)(?:: .*)?;")
_FIELD = re.compile(r"public (?:static )?(\w+): (.*);")
_SINCE = re.compile(r"@since (\d+)")


@dataclass(frozen=True, slots=True)
class Member:
    """A method with the types of its parameters, or a field with its value where that is constant."""

    name: str
    since: int
    parameters: tuple[str, ...] | None = None
    value: str = ""


@dataclass(slots=True)
class AndroidClass:
    name: str
    since: int
    parents: tuple[str, ...] = ()
    members: list[Member] = field(default_factory=list)


def fetch(cache: Path) -> Path:
    """The typings file, from the cache or from npm. `OSError` without a network."""
    place = cache / Path(FILE).name
    if not place.is_file():
        with urllib.request.urlopen(PACKAGE, timeout=60) as answer:
            packed = io.BytesIO(answer.read())
        with tarfile.open(fileobj=packed) as package:
            inside = package.extractfile(FILE)
            assert inside is not None
            text = inside.read()
        cache.mkdir(parents=True, exist_ok=True)
        draft = place.with_suffix(".draft")
        draft.write_bytes(text)
        draft.replace(place)
    return place


def read(lines: Iterable[str]) -> dict[str, AndroidClass]:
    """Every class of the typings by its full name; inner classes with a dot."""
    classes: dict[str, AndroidClass] = {}
    inside: list[str | AndroidClass | None] = []
    since = OLDEST
    for line in map(str.strip, lines):
        if found := _SINCE.search(line):
            since = int(found[1])
            continue
        if module := _MODULE.match(line):
            inside.append(module[1])
        elif opened := _CLASS.match(line):
            path = [one if isinstance(one, str) else one.name for one in inside if one]
            parents = tuple(_parents(opened[2], opened[3]))
            found_class = AndroidClass(".".join([*path, opened[1]]), since, parents)
            inside.append(classes.setdefault(found_class.name, found_class))
        elif line.endswith("{"):
            inside.append(None)
        elif line.startswith("}"):
            if inside:
                inside.pop()
        elif inside and isinstance(here := inside[-1], AndroidClass) and (member := _member(line, since)):
            here.members.append(member)
        if not line.startswith(("*", "/*")):
            since = OLDEST
    return classes


def _parents(extends: str | None, implements: str | None) -> Iterator[str]:
    if extends:
        yield extends
    for name in re.sub(r"<[^<>]*(?:<[^<>]*>)?[^<>]*>", "", implements or "").split(","):
        if name.strip():
            yield name.strip()


def _member(line: str, since: int) -> Member | None:
    if method := _METHOD.match(line):
        return Member(method[2], since, tuple(plain(part.partition(":")[2]) for part in _split(method[3])))
    if found := _FIELD.match(line):
        return Member(found[1], since, None, found[2].strip('"'))
    return None


def _split(parameters: str) -> Iterator[str]:
    """At the commas that are not inside a type's own parameters."""
    depth, word = 0, ""
    for sign in parameters:
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            yield word
            word = ""
        else:
            word += sign
    if word.strip():
        yield word


def plain(kind: str) -> str:
    """A type without its type parameters and without `| null`; arrays as `X[]`; type variables as `any`."""
    name = kind.replace("| null", "").strip()
    if name.startswith("androidNative.Array<"):
        return plain(name[len("androidNative.Array<") : -1]) + "[]"
    name = re.sub(r"<.*>", "", name)
    return "any" if re.fullmatch(r"[A-Z]\w?|java\.lang\.Object", name) else name
