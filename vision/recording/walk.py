"""Walks through a recording, whole or damaged: its records in their true order, and what is wrong, where it is wrong.

Segments are put in order by the numbers of their records, not by their names, so swapped, doubled and foreign files do
no harm. It decides what counts as lost; it repairs nothing and decodes no picture.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

from calibration.errors import BadInput
from vision.recording.manifest import LARGEST_MANIFEST, NAME, SEGMENT, Manifest, from_json
from vision.recording.record import Bytes, Damage, Kind, Record, records_in


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: in which file, at which byte, why. `lost` records are gone because of it; None: nobody knows."""

    place: str
    cause: str
    at: int | None = None
    lost: int | None = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """`first` is the number of its first record, `t_ns` the time at which it begins; `manifest` its own copy."""

    path: Path
    first: int
    t_ns: int
    manifest: Manifest | None


@dataclass(frozen=True, slots=True)
class Contents:
    """What a folder holds. `findings` are those that were made without reading the segments through."""

    folder: Path
    manifest: Manifest
    segments: tuple[Segment, ...]
    findings: tuple[Finding, ...] = ()


def is_recording(folder: Path) -> bool:
    return (folder / NAME).is_file() or any(folder.glob(f"*{SEGMENT}"))


def contents_of(folder: Path) -> Contents:
    """The manifest that most segments agree on, and the segments that belong to it, in order."""
    if not folder.is_dir() or not is_recording(folder):
        raise BadInput("there is no recording here", str(folder), "a recording is a folder that `tapis record` made")
    found = [_segment(path) for path in sorted(folder.glob(f"*{SEGMENT}"))]
    findings = [each for each in found if isinstance(each, Finding)]
    segments = [each for each in found if isinstance(each, Segment)]
    manifest = _manifest(folder, segments, findings)
    own = []
    for segment in segments:
        if segment.manifest is not None and segment.manifest.id != manifest.id:
            findings.append(Finding(segment.path.name, "it belongs to another recording"))
        else:
            own.append(segment)
    own.sort(key=lambda segment: (segment.first, segment.path.name))
    if [segment.path.name for segment in own] != sorted(segment.path.name for segment in own):
        findings.append(Finding(NAME, "segments were renamed; the numbers in them tell their order"))
    return Contents(folder, manifest, tuple(own), tuple(findings))


def walk(contents: Contents, begin: int = 0) -> Iterator[Record | Finding]:
    """Frames and gaps in order, from segment `begin` on; every finding stands where its records are missing."""
    expected = 0 if not begin and not contents.manifest.rotates else -1
    pending: list[Finding] = []
    last: Kind | None = None
    name = NAME
    segments = contents.segments[begin:]
    for segment in segments:
        name, doubled, ended = segment.path.name, 0, False
        with mapped(segment.path) as data:
            for item in records_in(data):
                if isinstance(item, Damage):
                    pending.append(Finding(name, item.cause, item.at))
                    continue
                ended = item.kind in (Kind.TURN, Kind.END)
                if item.number < expected:
                    doubled += item.kind in (Kind.FRAME, Kind.GAP)
                    continue
                yield from _told(pending, name, item.number - max(expected, 0) if expected >= 0 else 0)
                pending, expected, last = [], item.number, item.kind
                if item.kind in (Kind.FRAME, Kind.GAP):
                    yield item
                    expected += 1
            if not ended and not pending and segment is not segments[-1]:
                pending.append(Finding(name, "it ends without its last record", len(data)))
        if doubled:
            yield Finding(name, f"{doubled} of its records stand in another segment too")
    yield from pending
    if last is not Kind.END:
        yield Finding(name, "the recording was not closed; what may have followed is not here", lost=None)


@contextmanager
def mapped(path: Path) -> Iterator[Bytes]:
    """The bytes of a file without loading them."""
    with path.open("rb") as stream:
        if path.stat().st_size == 0:
            yield b""
            return
        with mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
            yield data


def _told(pending: list[Finding], name: str, lost: int) -> Iterator[Finding]:
    """Damage that was met, with what it cost; records may also be missing where nothing is damaged."""
    if pending:
        first, *others = pending
        yield Finding(first.place, first.cause, first.at, lost)
        yield from others
    elif lost:
        yield Finding(name, "records are missing before it", 0, lost)


def _segment(path: Path) -> Segment | Finding:
    """Where a segment belongs: its head says it, else its first good record."""
    with mapped(path) as data:
        if not len(data):
            return Finding(path.name, "the file is empty")
        for item in records_in(data):
            if isinstance(item, Damage):
                continue
            try:
                manifest = _own_manifest(item, path.name)
            except BadInput as wrong:
                return Finding(path.name, wrong.what, 0, None)
            return Segment(path, item.number, item.t_ns, manifest)
    return Finding(path.name, "there is not one good record in it", 0, None)


def _own_manifest(item: Record, name: str) -> Manifest | None:
    return from_json(item.payload, name) if item.kind is Kind.HEAD else None


def _manifest(folder: Path, segments: list[Segment], findings: list[Finding]) -> Manifest:
    """The copies in the segments are guarded by checksums; the file is for people, and for a recording of nothing."""
    votes = Counter(segment.manifest.id for segment in segments if segment.manifest)
    chosen = next((s.manifest for s in segments if s.manifest and s.manifest.id == votes.most_common(1)[0][0]), None)
    path = folder / NAME
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_MANIFEST:
            raise BadInput("it is not there", NAME)
        written = from_json(path.read_bytes(), NAME)
        if chosen is not None and written != chosen:
            raise BadInput("it differs from the copies in the segments", NAME)
        return written
    except BadInput as wrong:
        if chosen is None:
            raise
        findings.append(Finding(NAME, f"{wrong.what}; the copies in the segments count"))
        return chosen
