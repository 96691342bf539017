"""Our Java: compiles it against small stand-ins for Android, and holds every Android name in it against the published
API.

What a method call needs is in the compiled class, exactly; constants are copied into it by the compiler, so their names
come from the source. Whether a device behaves as the stand-ins do is not decided here.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.proofs.typings import AndroidClass, Member, plain

#: Where our own Java stands, and what takes Android's place on a desktop.
OURS = "vision/sources/android/java"
STUBS = "companion/proofs/stubs"
#: python-for-android compiles for this release of Java.
RELEASE = "8"

_USED = re.compile(r'= (?:Interface)?(Method|Field)ref\s+\S+\s+// (android/[\w/$]+)\."?([\w<>]+)"?:(\S+)')
_DESCRIPTOR = re.compile(r"\[*(?:L[\w/$]+;|[A-Z])")
_SIMPLE = {**dict.fromkeys("BSIJFD", "number"), "Z": "boolean", "C": "string", "V": "void"}
_TEXT = ("java.lang.String", "java.lang.CharSequence")
_CONSTANT = re.compile(r"\b([A-Z]\w*(?:\.\w+)*)\.([A-Z][A-Z0-9_]+)\b")


@dataclass(frozen=True, slots=True)
class Used:
    """A name of Android that our Java needs. A constant has no parameters, and its value in the stand-ins."""

    owner: str
    name: str
    parameters: tuple[str, ...] | None
    where: str

    def __str__(self) -> str:
        given = "" if self.parameters is None else f"({', '.join(self.parameters)})"
        return f"{self.owner}.{self.name}{given}"


def sources(project: Path, *folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (project / folder).rglob("*.java"))


def has_compiler() -> bool:
    return shutil.which("javac") is not None and shutil.which("javap") is not None


def compile_java(project: Path, classes: Path) -> str:
    """Compile ours with the stand-ins into a folder; what the compiler objects to, or nothing."""
    classes.mkdir(parents=True, exist_ok=True)
    files = map(str, sources(project, OURS, STUBS))
    options = ["-Xlint:-options", "-Werror", "-source", RELEASE, "-target", RELEASE, "-d", str(classes)]
    ended = subprocess.run(["javac", *options, *files], capture_output=True, text=True, check=False)
    return ended.stderr.strip() if ended.returncode else ""


def uses(project: Path, classes: Path) -> list[Used]:
    """Every member of an Android class that our Java calls, reads, overrides or copies."""
    ours = sorted(classes.glob("org/tapis/*.class"))
    words = ["javap", "-v", "-p", "-cp", str(classes), *map(str, ours)]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = {*_called(told), *_overridden(told)}
    for file in sources(project, OURS):
        found |= set(_constants(file))
    return sorted(found, key=str)


def _called(told: str) -> Iterator[Used]:
    for piece in told.split("Classfile ")[1:]:
        where = Path(piece.split("\n", 1)[0]).stem
        for kind, owner, name, descriptor in _USED.findall(piece):
            parameters = _parameters(descriptor) if kind == "Method" else None
            yield Used(_dotted(owner), "constructor" if name == "<init>" else name, parameters, where.split("$")[0])


def _overridden(told: str) -> Iterator[Used]:
    """What Android calls of ours: public methods of classes whose parent is Android's."""
    for piece in told.split("Classfile ")[1:]:
        where = Path(piece.split("\n", 1)[0]).stem
        head = re.search(r"class org\.tapis\.\S+(?: extends (\S+))?(?: implements (\S+))?", piece)
        parents = [name for name in (head.groups() if head else ()) if name and name.startswith("android.")]
        for name, descriptor in re.findall(r"^  public \S+ (\w+)\(.*\);\n    descriptor: (\S+)", piece, re.MULTILINE):
            for parent in parents:
                yield Used(parent.replace("$", "."), name, _parameters(descriptor), where.split("$")[0])


def _constants(file: Path) -> Iterator[Used]:
    text = file.read_text("utf-8")
    names = {name.rpartition(".")[2]: name for name in re.findall(r"^import (android\.[\w.]+);", text, re.MULTILINE)}
    for owner, name in _CONSTANT.findall(text):
        first, _, rest = owner.partition(".")
        if first in names:
            yield Used(names[first] + (f".{rest}" if rest else ""), name, None, file.stem)


def _dotted(name: str) -> str:
    return name.replace("/", ".").replace("$", ".")


def _parameters(descriptor: str) -> tuple[str, ...]:
    return tuple(map(_typescript, _DESCRIPTOR.findall(descriptor[1 : descriptor.index(")")])))


def _typescript(kind: str) -> str:
    """A type of the compiled class as the typings write it."""
    if kind.startswith("["):
        return _typescript(kind[1:]) + "[]"
    name = _dotted(kind[1:-1]) if kind.startswith("L") else _SIMPLE[kind]
    return "string" if name in _TEXT else plain(name)


def wrong_names(used: list[Used], api: Mapping[str, AndroidClass]) -> list[str]:
    """Names that Android does not have, one sentence each."""
    return [f"{one.where}: Android has no {one}" for one in used if _published(one, api) is None]


def too_new(used: list[Used], api: Mapping[str, AndroidClass], least: int, project: Path) -> list[str]:
    """Names that the oldest supported device lacks, in a file that never asks for the version that has them."""
    texts = {file.stem: file.read_text("utf-8") for file in sources(project, OURS)}
    found = []
    for one in used:
        member = _published(one, api)
        since = max(member.since, api[one.owner].since) if member else 0
        guards = [int(level) for level in re.findall(r"SDK_INT (?:>=|<) (\d+)", texts[one.where])]
        if since > least and not any(since <= level for level in guards):
            found.append(f"{one.where}: {one} came with API {since}, and nothing asks for it")
    return found


def _published(one: Used, api: Mapping[str, AndroidClass]) -> Member | None:
    """The member as Android has it: in the class itself or in one it inherits from."""
    waiting = [one.owner]
    while waiting:
        found = api.get(waiting.pop(0))
        if found is None:
            continue
        for member in found.members:
            if member.name == one.name and _fits(one.parameters, member.parameters):
                return member
        waiting += found.parents
    return None


def _fits(used: tuple[str, ...] | None, published: tuple[str, ...] | None) -> bool:
    if used is None or published is None:
        return used is published
    pairs = zip(used, published, strict=False)
    return len(used) == len(published) and all(one == other or "any" in (one, other) for one, other in pairs)
