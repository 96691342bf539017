"""R11: the same session replayed twice gives the same bytes: what was seen, every ruling, the scores, the recording."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.table_file import load_table, plain
from companion.cli import main
from companion.referee.demo import demo_folder
from tests.vision.recording.made import played, record
from vision.frame import Frame
from vision.recording.manifest import Manifest
from vision.recording.writer import Writer
from vision.sources.open import open_source

#: The first seconds of the bundled game: two cards are laid.
FRAMES = 40
DECK = str(demo_folder() / "deck")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("r11") / "game"
    clip = open_source(demo_folder() / "recording.avi")
    table = plain(load_table(demo_folder() / "table.json"))
    writer = Writer(folder, Manifest("game", "camera", clip.size, table=table, match={"game": "frankfurt"}))
    for seen in (clip.read() for _ in range(FRAMES)):
        assert isinstance(seen, Frame)
        writer.put(seen)
    writer.close()
    return folder


def test_the_referee_says_the_same_to_the_byte(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main(["referee", "--deck", DECK, "--json", str(recorded)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and told[0].count('"discard"') == 2


def test_the_same_pictures_are_recorded_as_the_same_bytes(tmp_path: Path) -> None:
    folders = [record(tmp_path / name) for name in ("one", "two")]
    files = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    assert files[0] == files[1] and len(files[0]) == 4


def test_only_the_name_of_a_recording_and_its_wall_time_differ(tmp_path: Path) -> None:
    from tests.vision.recording.made import MANIFEST, told

    one = record(tmp_path / "one", played())
    two = record(tmp_path / "two", played(), replace(MANIFEST, id="another", began="2031-01-01T00:00:00+01:00"))
    assert told(one) == told(two)
