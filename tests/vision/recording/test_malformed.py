"""Whatever a folder holds: a recording, or `BadInput`. A picture of another size than promised is never unfolded."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.errors import BadInput
from tests.vision.recording.made import MANIFEST, SIZE, told
from vision.recording.manifest import NAME, from_json, plain
from vision.recording.reader import jpeg_size
from vision.recording.record import MARK, Kind, Record, pack, records_in
from vision.recording.walk import contents_of
from vision.recording.writer import Writer

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
GOOD = plain(MANIFEST)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(GOOD, JSON)))
@settings(max_examples=150, deadline=None)
def test_a_manifest_is_read_or_refused(wrong: dict[str, Any]) -> None:
    try:
        manifest = from_json(json.dumps({**GOOD, **wrong}).encode(), NAME)
    except BadInput as refused:
        assert refused.where == NAME
    else:
        assert all(type(side) is int and side > 0 for side in manifest.size)


@given(st.lists(st.binary(max_size=60) | st.just(MARK), max_size=8).map(b"".join))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_walked_through(data: bytes) -> None:
    list(records_in(data))


@given(st.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_a_jpeg_header_is_read_or_not(data: bytes) -> None:
    jpeg_size(b"\xff\xd8" + data)


@given(st.binary(max_size=200))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_in_place_of_a_segment(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "000000.segment").write_bytes(data)
    with pytest.raises(BadInput):
        contents_of(tmp_path)


def test_a_picture_of_another_size_is_a_gap(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "r", MANIFEST)
    for number, size in enumerate((SIZE, (SIZE[0] * 40, SIZE[1] * 40))):
        data = cv2.imencode(".jpg", np.full((size[1], size[0], 3), 90, np.uint8))[1].tobytes()
        assert jpeg_size(data) == size
        writer.put_raw(Kind.FRAME, number, number, data)
    writer.put_raw(Kind.FRAME, 2, 2, b"no picture at all")
    writer.close()
    assert [item[0] for item in told(tmp_path / "r")] == ["frame", "gap", "gap"]


def test_records_hold_what_was_put() -> None:
    records = [Record(Kind.FRAME, 2**32 - 1, -(2**63), 2**63 - 1, MARK * 3), Record(Kind.END, 0, -1, 0)]
    assert list(records_in(b"".join(map(pack, records)))) == records
