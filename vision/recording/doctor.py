"""The doctor of recordings: tells what is wrong with one, where and why, and saves what can be saved into a new one.

It never changes the patient.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import BadInput
from vision.recording.manifest import LARGEST_MANIFEST
from vision.recording.reader import gap_for
from vision.recording.record import Kind, Record
from vision.recording.walk import Finding, contents_of, walk
from vision.recording.writer import MATCH, SEEN, Writer

#: The logs are small beside the pictures.
LARGEST_LOG = 64 * LARGEST_MANIFEST


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a recording holds and what is wrong with it. It is whole if nothing is lost."""

    frames: int
    gaps: int
    seconds: float
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        return all(finding.lost == 0 for finding in self.findings)


def examine(folder: Path, out: Path | None = None) -> Diagnosis:
    """Read a recording through; with `out`, write everything good into a new recording there."""
    contents = contents_of(folder)
    writer = Writer(out, contents.manifest) if out is not None else None
    findings = list(contents.findings)
    times: list[int] = []
    gaps = 0
    last_ns = contents.segments[0].t_ns if contents.segments else 0
    try:
        for item in walk(contents):
            if isinstance(item, Finding):
                findings.append(item)
                record = gap_for(item, last_ns) if item.lost != 0 else None
            else:
                last_ns, record = item.t_ns, item
                gaps += item.kind is Kind.GAP
                times += [item.t_ns] if item.kind is Kind.FRAME else []
            if writer is not None and record is not None:
                _keep(writer, record)
        if writer is not None and out is not None:
            writer.close()
            _copy_logs(folder, out)
    except OSError as wrong:
        what = f"what was saved could not be written ({wrong.strerror or wrong})"
        raise BadInput(what, str(out or folder), "make room or give another folder") from None
    seconds = (max(times) - min(times)) / 1e9 if times else 0.0
    return Diagnosis(len(times), gaps, seconds, tuple(findings))


def _keep(writer: Writer, record: Record) -> None:
    writer.put_raw(record.kind, record.index, record.t_ns, record.payload)


def _copy_logs(folder: Path, out: Path) -> None:
    """The logs are text of their own formats: their readers give what is good of them."""
    for name in (SEEN, MATCH):
        log = folder / name
        if log.is_file() and log.stat().st_size <= LARGEST_LOG:
            shutil.copyfile(log, out / name)
