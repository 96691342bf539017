"""R5: whatever happens to a recording's files, everything good comes back, and the doctor names place and cause."""

import json
import shutil
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from calibration.errors import BadInput
from companion.cli import main
from tests.vision.recording.made import MANIFEST, played, record, told
from vision.recording.doctor import examine
from vision.recording.manifest import NAME
from vision.recording.reader import items
from vision.recording.record import HEADER, MARK, START, Kind, Record, pack, records_in
from vision.recording.walk import Finding, contents_of, walk

FLIPS = 1_000
MIDDLE = "000001.segment"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("r5") / "whole")


@pytest.fixture
def patient(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "patient"))


def starts(data: bytes) -> list[tuple[int, Record]]:
    """Where every record of a good segment begins."""
    at, found = 0, []
    for item in records_in(data):
        assert isinstance(item, Record)
        found.append((at, item))
        at += START + len(item.payload)
    return found


def frames_of(folder: Path) -> dict[object, tuple[object, ...]]:
    """What a recording plays of its pictures, each with its time."""
    return {item[1]: item for item in told(folder) if item[0] == "frame"}


def pictures(folder: Path) -> dict[int, bytes]:
    """The same without decoding them."""
    return {r.index: r.payload for r in items(contents_of(folder)) if r.kind is Kind.FRAME}


def put(path: Path, at: int, byte: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(bytes([byte]))


def check_salvage(patient: Path, out: Path) -> None:
    """The salvaged recording plays exactly as the damaged one, and is healthy."""
    shutil.rmtree(out, ignore_errors=True)
    examine(patient, out)
    assert told(out) == told(patient)
    assert examine(out).findings == ()


def test_a_whole_recording_has_no_findings(whole: Path) -> None:
    diagnosis = examine(whole)
    assert diagnosis.whole and diagnosis.findings == ()
    assert (diagnosis.frames, diagnosis.gaps) == (24, 1)


@pytest.mark.parametrize("segment", range(3))
def test_cut_at_every_record(whole: Path, patient: Path, tmp_path: Path, segment: int) -> None:
    path = patient / f"{segment:06d}.segment"
    data = path.read_bytes()
    every, marks = pictures(whole), starts(data)
    own = {r.index: begin + START + len(r.payload) for begin, r in marks if r.kind is Kind.FRAME}
    for at in (*(begin for begin, _ in marks), len(data)):
        for cut in {max(0, at - 1), at, min(len(data), at + 1)}:
            path.write_bytes(data[:cut])
            expected = {index for index in every if own.get(index, 0) <= cut}
            assert pictures(patient) == {index: every[index] for index in expected}
            diagnosis = examine(patient)
            assert diagnosis.whole <= (expected == every.keys())
            if cut < len(data):
                assert {finding.place for finding in diagnosis.findings} & {path.name, f"{segment + 1:06d}.segment"}
    path.write_bytes(data[: marks[3][0] + 1])
    check_salvage(patient, tmp_path / "out")


def test_a_thousand_flips_lose_at_most_the_record_they_hit(tmp_path: Path) -> None:
    rng = Random(5)
    patient = record(tmp_path / "patient", played(7, every_ms=3_000))
    every = pictures(patient)
    files = {path.name: path.read_bytes() for path in sorted(patient.iterdir())}
    for number in range(FLIPS):
        name = rng.choice(sorted(files))
        at = rng.randrange(len(files[name]))
        put(patient / name, at, files[name][at] ^ 1 << rng.randrange(8))
        walked = list(walk(contents_of(patient)))
        got = {item.index: item.payload for item in walked if isinstance(item, Record) and item.index >= 0}
        # The manifest for people has a copy in every segment: hitting it costs nothing.
        marks = starts(files[name]) if name != NAME else []
        begin, hit = max(((begin, r) for begin, r in marks if begin <= at), default=(0, None), key=lambda mark: mark[0])
        assert every.keys() - got.keys() <= ({hit.index} if hit else set())
        assert all(got[index] == every[index] for index in got)
        if hit is not None:
            assert (name, begin) in {(found.place, found.at) for found in walked if isinstance(found, Finding)}
        if number % 100 == 0:
            check_salvage(patient, tmp_path / "out")
        put(patient / name, at, files[name][at])


def test_swapped_segments_lose_nothing(whole: Path, patient: Path) -> None:
    first, second = patient / "000000.segment", patient / MIDDLE
    one, other = first.read_bytes(), second.read_bytes()
    first.write_bytes(other)
    second.write_bytes(one)
    diagnosis = examine(patient)
    assert told(patient) == told(whole)
    assert diagnosis.whole and "renamed" in diagnosis.findings[0].cause


def test_a_doubled_segment_is_told_and_counted_once(whole: Path, patient: Path) -> None:
    shutil.copy(patient / MIDDLE, patient / "000009.segment")
    diagnosis = examine(patient)
    assert told(patient) == told(whole)
    assert diagnosis.whole and any("another segment too" in finding.cause for finding in diagnosis.findings)


def test_a_segment_of_another_recording_is_left_out(whole: Path, patient: Path, tmp_path: Path) -> None:
    other = record(tmp_path / "other", manifest=replace(MANIFEST, id="other"))
    shutil.copy(other / MIDDLE, patient / "000007.segment")
    assert told(patient) == told(whole)
    (finding,) = [f for f in examine(patient).findings if f.place == "000007.segment"]
    assert "another recording" in finding.cause


def huge(data: bytes, at: int, record: Record) -> bytes:
    wrong = HEADER.pack(record.kind.value, record.number, record.index, record.t_ns, 2**32 - 1)
    return data[: at + len(MARK)] + wrong + data[at + len(MARK) + HEADER.size :]


def wrong_endian(data: bytes, at: int, record: Record) -> bytes:
    header = struct.pack(">BIqqI", record.kind.value, record.number, record.index, record.t_ns, len(record.payload))
    return data[: at + len(MARK)] + header + data[at + len(MARK) + HEADER.size :]


@pytest.mark.parametrize(
    ("harm", "cause"),
    [
        (huge, "its length cannot be 4294967295 bytes"),
        (wrong_endian, "wrong byte order"),
        (lambda data, at, record: b"", "the file is empty"),
        (lambda data, at, record: b"no segment at all " * 9, "not one good record"),
        (lambda data, at, record: data[:at] + MARK * 300 + data[at:], "its length cannot be"),
    ],
)
def test_the_doctor_names_place_and_cause(
    whole: Path, patient: Path, tmp_path: Path, harm: Callable[[bytes, int, Record], bytes], cause: str
) -> None:
    data = (patient / MIDDLE).read_bytes()
    at, hit = starts(data)[3]
    (patient / MIDDLE).write_bytes(harm(data, at, hit))
    findings = [f for f in examine(patient).findings if f.place == MIDDLE]
    assert any(cause in finding.cause for finding in findings)
    others = {r.index for name in ("000000", "000002") for _, r in starts((whole / f"{name}.segment").read_bytes())}
    assert frames_of(patient).keys() >= others - {-1}
    check_salvage(patient, tmp_path / "out")


def test_a_newer_version_is_refused_by_name_and_the_rest_is_kept(whole: Path, patient: Path) -> None:
    data = (patient / MIDDLE).read_bytes()
    (_, head), (rest, _) = starts(data)[:2]
    newer = json.loads(head.payload) | {"version": 7}
    head = Record(Kind.HEAD, head.number, head.index, head.t_ns, json.dumps(newer).encode())
    (patient / MIDDLE).write_bytes(pack(head) + data[rest:])
    assert frames_of(patient).keys() < frames_of(whole).keys()
    assert any("version 7" in finding.cause for finding in examine(patient).findings if finding.place == MIDDLE)
    for path in patient.glob("*.segment"):
        path.unlink()
    (patient / NAME).write_text(json.dumps(newer))
    with pytest.raises(BadInput, match="newer Tapis"):
        examine(patient)


def test_the_command_saves_into_a_new_folder_and_says_what_was_lost(
    patient: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", str(patient), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "kind": "end", "frames": 24, "gaps": 1, "seconds": 29.902, "whole": True, "lost": 0, "saved": None,
    }  # fmt: skip
    data = bytearray((patient / MIDDLE).read_bytes())
    at, _ = starts(bytes(data))[3]
    data[at + 50] ^= 1
    (patient / MIDDLE).write_bytes(data)
    out = tmp_path / "saved"
    assert main(["doctor", str(patient), "--salvage", str(out), "--json"]) == 1
    finding, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert (finding["place"], finding["byte"]) == (MIDDLE, at)
    assert finding["lost"] == 1 and "not those that were written" in finding["cause"]
    assert end["frames"] == 23 and end["saved"] == str(out) and not end["whole"]
    assert main(["doctor", str(out)]) == 0
    assert main(["doctor", str(patient), "--salvage", str(out)]) == 2
    assert main(["doctor", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err
