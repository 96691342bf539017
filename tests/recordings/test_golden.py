"""The golden recordings: what is told of each against its truth, held to a table in which nothing may become worse."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands._truth import LESS_IS_BETTER, LEVELS, MORE_IS_BETTER, TRUTH, judged, load_truth, worse
from companion.commands.golden import load_rows
from tests.recordings.make_golden import STORIES, make

GOLDEN = Path(__file__).parent / "golden"
TABLE = GOLDEN / "table.json"
FOLDERS = sorted(path.parent for path in GOLDEN.glob(f"*/{TRUTH}"))
#: Played every time; the others, and the long ones, with the slow tests.
QUICK = ("fc-wish", "fd-wrong", "ff-same-colour", "ff-hovers")
#: All recordings together; a clone should stay quick.
MOST_BYTES = 6_600_000


def cases() -> list[object]:
    return [
        pytest.param(folder, id=folder.name, marks=() if folder.name in QUICK else pytest.mark.slow)
        for folder in FOLDERS
    ]


@pytest.mark.parametrize("folder", cases())
def test_a_golden_recording_is_told_as_well_as_ever(folder: Path) -> None:
    row = judged(load_truth(folder))
    assert worse(load_rows(TABLE)[folder.name], row) == []
    assert row["false_illegal"] == 0


def test_every_game_with_a_camera_has_golden_recordings_and_all_are_in_the_table() -> None:
    games = [load_truth(folder).data["game"] for folder in FOLDERS]
    assert len(FOLDERS) >= 12 and {"frankfurt", "frantic", "frappadingue"} <= set(games)
    assert set(load_rows(TABLE)) == {folder.name for folder in FOLDERS}
    assert sum(path.stat().st_size for path in GOLDEN.rglob("*.segment")) < MOST_BYTES


def test_better_is_never_worse_and_worse_is_told() -> None:
    row = load_rows(TABLE)["ff-round-end"]
    assert set(MORE_IS_BETTER) | set(LESS_IS_BETTER) <= {name for names in LEVELS.values() for name in names}
    better = row | {name: row[name] + 1 for name in MORE_IS_BETTER} | {name: row[name] - 10 for name in LESS_IS_BETTER}
    assert worse(row, better) == [] and worse(row, row) == []
    assert len(worse(better, row)) == len(MORE_IS_BETTER) + len(LESS_IS_BETTER)


def test_a_story_always_makes_the_same_recording(tmp_path: Path) -> None:
    assert "fc-wish" in STORIES
    make("fc-wish", tmp_path / "fc-wish")
    assert (tmp_path / "fc-wish" / TRUTH).read_text() == (GOLDEN / "fc-wish" / TRUTH).read_text()


def test_the_command_prints_the_table_and_keeps_only_what_is_no_worse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip, table = str(GOLDEN / "fc-wish"), tmp_path / "table.json"
    assert main(["golden", clip, "--table", str(table), "--update"]) == 0
    (row,) = load_rows(table).values()
    assert "fc-wish" in capsys.readouterr().out and row["clip"] == "fc-wish"
    table.write_text(json.dumps([row | {"read": row["read"] + 1}]))
    assert main(["golden", clip, "--table", str(table), "--update", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["clip"] == "fc-wish" and "worse: fc-wish: read" in err
    assert load_rows(table)["fc-wish"]["read"] == row["read"] + 1
    assert main(["golden", str(tmp_path)]) == 2


def test_pictures_show_both_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["golden", str(GOLDEN / "fc-wish"), "--show", str(tmp_path / "shown")]) == 0
    checks = load_truth(GOLDEN / "fc-wish").data["checks"]
    assert len(list((tmp_path / "shown").glob("fc-wish-*.png"))) == len(checks) - 1
    assert main(["golden", str(GOLDEN / "fc-wish"), "--show", str(tmp_path / "shown")]) == 2
