"""A fifth game is one folder: the template, copied elsewhere, goes through this whole suite and the command line.

And the suite has teeth: a copy with a defect fails, at the test that is there for it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "companion" / "games" / "_template"


def _copy(tmp_path: Path, name: str = "highcard") -> Path:
    """The template under a name, as docs/adding-a-game.md says."""
    folder = tmp_path / "games" / name
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if name != "highcard":
        (folder / "playthrough.txt").unlink()
        for path in (*folder.glob("*.py"), *(folder / "lang").glob("*.json")):
            path.write_text(path.read_text("utf-8").replace("highcard", name), encoding="utf-8")
    return folder


def _run(folder: Path, words: Sequence[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "TAPIS_GAMES": str(folder.parent)}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=env, input=typed, capture_output=True, text=True, check=False
    )


def _suite(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    files = ["test_facts.py", "test_random_matches.py", "test_playthroughs.py", "test_events_doc.py"]
    paths = [f"tests/conformance/{file}" for file in files]
    select = ["-k", folder.name, "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return _run(folder, ["pytest", *paths, *select, *words])


def test_a_copied_game_passes_the_whole_suite_under_a_new_name(tmp_path: Path) -> None:
    folder = _copy(tmp_path, "trumps")
    written = _suite(folder, "--update")
    assert written.returncode == 0, written.stdout
    assert (folder / "playthrough.txt").read_text("utf-8").startswith("A match of trumps\n")
    assert _suite(folder).returncode == 0


def test_a_copied_game_is_known_to_the_command_line(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    games = _run(folder, ["companion", "games", "--json", "--game", "highcard"])
    assert json.loads(games.stdout)["players"] == [2, 6]
    log = tmp_path / "match.jsonl"
    typed = "lay Ann red/7\nlay Bob r/8\nend\nundo\nredo\nscores\n"
    play = ["companion", "play", "--game", "highcard", "--players", "Ann,Bob", "--log", str(log)]
    played = _run(folder, play, typed)
    assert played.returncode == 0 and "The point goes to Bob." in played.stdout
    scored = _run(folder, ["companion", "score", "--game", "highcard", "--json", str(log)])
    rows = [json.loads(line) for line in scored.stdout.splitlines()]
    assert rows[-1]["scores"] == [
        {"player": "Ann", "total": 0, "rounds": []},
        {"player": "Bob", "total": 1, "rounds": []},
    ]
    bench = _run(folder, ["companion", "bench", "rules", "--game", "highcard", "--short", "--repeat", "1", "--json"])
    assert json.loads(bench.stdout)["game"] == "highcard"
    events = _run(folder, ["companion", "games", "--events", "--game", "highcard"])
    assert "### `lay`" in events.stdout


def test_the_template_is_no_game_of_its_own(tmp_path: Path) -> None:
    listed = _run(tmp_path / "nothing" / "here", ["companion", "games", "--json"]).stdout
    assert "highcard" not in listed and "_template" not in listed


DEFECTS = {
    "an illegal event that changes the state": (
        "rules.py",
        "is Verdict.ILLEGAL or ruling.reason is PLAYER_UNKNOWN:",
        "is Verdict.ILLEGAL and ruling.reason is PLAYER_UNKNOWN:",
        "test_disturbed_matches",
    ),
    "a word that is missing in one language": (
        "lang/de.json",
        '"highcard.lay.twice"',
        '"highcard.lay.thrice"',
        "test_words_are_complete",
    ),
    "a fact that one language does not name": (
        "lang/fr.json",
        "{player} a déjà",
        "Elle a déjà",
        "test_the_places_in_a_sentence",
    ),
    "a default that is no choice": ("rules.py", "(3, 5, 10), 5,", "(3, 5, 10), 4,", "test_options_offer_their_default"),
    "a card that stands twice": ("cards.py", "range(1, 11)", "(1, 1, 2)", "test_every_face_stands_once"),
    "a rule that nobody told the playthrough": (
        "rules.py",
        "value == max(values) > 0",
        "value == min(values) > 0",
        "test_the_playthrough_is_told",
    ),
    "a state that remembers a list": (
        "rules.py",
        '(0,) * seats, (CardId(""),) * seats)',
        '(0,) * seats, [CardId("")] * seats)',
        "test_disturbed_matches",
    ),
    "a match that never ends": (
        "scoring.py",
        "total == best >= target)",
        "total == best >= 10**9)",
        "test_undisturbed_matches",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_copy_with_a_defect_is_found_out(defect: str, tmp_path: Path) -> None:
    file, before, after, expected = DEFECTS[defect]
    folder = _copy(tmp_path)
    text = (folder / file).read_text("utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after), encoding="utf-8")
    suite = _suite(folder)
    assert suite.returncode == 1 and "FAILED tests/conformance/test_" in suite.stdout
    assert expected in suite.stdout
