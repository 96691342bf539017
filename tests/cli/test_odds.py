"""tapis odds: the coach of Frappadingue, asked for."""

import json

import pytest

from companion.cli import main


def test_the_best_keep_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--json", "8", "8", "8", "12", "7"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["counter"] >= 1_000 and rows[-1]["counter"] < 1_000
    # Four 8s or 12s in the counter leave one pile: 5 eights, 7 twelves of 62 cards score.
    four = next(row for row in rows if row["counter"] == 1_050)
    assert four["scores"] == round(12 / 62, 4) and not four["may_stop"]


def test_minus_cards_come_after_two_dashes_and_must_come_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--", "9", "9", "9", "-5", "7"]) == 0
    assert capsys.readouterr().out.startswith("keep 9 9 9 -5: counter 150; ")
    assert main(["odds", "--", "7", "9", "10", "11", "13"]) == 0
    assert capsys.readouterr().out == "Nothing can be kept: the turn is lost.\n"


@pytest.mark.parametrize(
    "words",
    [["8", "8", "7"], ["6", "7", "8", "9", "10"], ["--deck", "8=x", "8"], ["--deck", "8=1", "8", "8", "7", "9", "10"]],
)
def test_what_cannot_be_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *words]) == 2
    assert "Traceback" not in capsys.readouterr().err
