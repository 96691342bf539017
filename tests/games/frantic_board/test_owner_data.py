"""The owner's data: the real board, cards and events come in through files and the log; what is wrong is said."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from companion.cli import main
from companion.core.ids import PlayerId
from companion.games.frantic_board import events as e
from companion.games.frantic_board.board import PLACEHOLDER, PLACEHOLDER_ROWS, lay_out
from companion.games.frantic_board.files import read_data, template
from companion.games.frantic_board.script import KNOWN_EVENTS, read_script

from .table import Table, happens, play, roll

ANN, BOB, CLEO = map(PlayerId, ("Ann", "Bob", "Cleo"))
#: A small board: 1 to 8 in a ring around a hole, 9 outside of it.
RING = ((1, 2, 3, 9), (8, 0, 4, 0), (7, 6, 5, 0))
TILES = (2, 3, 4, 5, 6, 7)


def test_the_placeholder_says_that_it_is_one_and_is_whole() -> None:
    assert PLACEHOLDER.placeholder and PLACEHOLDER.finish == 50
    assert not lay_out(PLACEHOLDER_ROWS, PLACEHOLDER.teleports).placeholder
    assert "PLACEHOLDER" in template()


def test_neighbours_on_the_board_are_mutual() -> None:
    for one, other in (("left", "right"), ("up", "down")):
        for square in range(1, 51):
            to = PLACEHOLDER.beside(square, one)
            assert to == -1 or PLACEHOLDER.beside(to, other) == square
    assert PLACEHOLDER.beside(16, "up") == 25 and PLACEHOLDER.beside(16, "right") == 15
    assert PLACEHOLDER.along(10, "up") == "forward" and PLACEHOLDER.along(16, "up") == ""


def test_a_board_of_ones_own_is_played_on() -> None:
    table = Table().legal(e.BoardDrawn(RING, TILES, ((8, "up", 9),)))
    assert table.code == "data.board_known" and len(table.state.squares) == 10
    table.begin()
    table.put("push", 8, arrow="up").legal(play("Ann", "block", 1)).legal(e.MovePawn(ANN, 7))
    table.legal(roll("Ann", 1))
    assert table.pawns[0] == 9, "the link leads to the finish"
    table.legal(e.EndTurn(ANN))
    assert table.totals == (9, 0)


@pytest.mark.parametrize(
    "board",
    [
        e.BoardDrawn((), ()),
        e.BoardDrawn(((1, 2, 2, 3),), TILES),
        e.BoardDrawn(((1, 2, 4, 5, 6, 7, 8, 9),), TILES),
        e.BoardDrawn(RING, (2, 3, 4)),
        e.BoardDrawn(RING, (2, 2, 3, 4, 5, 6)),
        e.BoardDrawn(RING, (3, 4, 5, 6, 7, 9)),
        e.BoardDrawn(RING, TILES, ((8, "north", 9),)),
        e.BoardDrawn(RING, TILES, ((8, "up", 10),)),
        e.BoardDrawn(((1, 2, -3),), TILES),
    ],
)
def test_a_board_that_cannot_be_is_refused(board: e.BoardDrawn) -> None:
    Table().refused(board, "frantic_board.data.board_wrong")


def test_board_and_cards_come_before_the_first_card() -> None:
    table = Table().legal(e.Deal(), e.Starts(ANN), e.BoardDrawn(RING, TILES)).legal(play("Ann", "block", 1))
    table.refused(e.BoardDrawn(RING, TILES), "frantic_board.data.late")
    table.refused(e.CardsCounted((("push", "red", "landing", 3),)), "frantic_board.data.late")
    table.legal(e.EventText(3, "rain", "Everybody gets wet."))


@pytest.mark.parametrize(
    "line",
    [
        ("Push", "red", "landing", 3),
        ("push", "mauve", "landing", 3),
        ("push", "red", "sometimes", 3),
        ("push", "red", "landing+landing", 3),
        ("push", "red", "landing", 95),
        ("push", "red", "landing", -1),
        ("", "red", "landing", 1),
    ],
)
def test_a_cards_sheet_that_cannot_be_is_refused(line: tuple[str, str, str, int]) -> None:
    Table().refused(e.CardsCounted((line,)), "frantic_board.data.cards_wrong")


def test_a_whole_cards_sheet_counts_94_cards() -> None:
    counts = [("push", "red", "landing", 20), ("fuck_you", "white", "hand+played+landing", 4)]
    others = ("jump", "second_chance", "swap", "x", "stop", "snail", "reverse", "remote", "troublemaker")
    counts += [(name, "blue", "landing", 7) for name in others[:8]]
    counts += [("troublemaker", "white", "played+landing", 4), ("block", "multicolour", "reaction", 5)]
    Table().refused(
        e.CardsCounted((*counts, ("re_roll", "multicolour", "reaction", 6))), "frantic_board.data.cards_wrong"
    )
    Table().legal(e.CardsCounted((*counts, ("re_roll", "multicolour", "reaction", 5))))


def test_more_copies_than_were_counted_are_asked_about() -> None:
    sheet = e.CardsCounted((("push", "red", "landing", 1),))
    table = Table().legal(sheet).begin().put("push", 9, arrow="up").legal(play("Ann", "push", 10, "up"))
    assert table.said("play.too_many_copies") and table.code == "play.on_empty"
    trusting = (
        Table(copies="trust").legal(sheet).begin().put("push", 9, arrow="up").legal(play("Ann", "push", 10, "up"))
    )
    assert not trusting.said("play.too_many_copies")


@pytest.mark.parametrize(("trigger", "asks"), [("landing", True), ("played", False), ("passing", False)])
def test_a_type_that_only_its_own_text_explains_is_asked_about(trigger: str, asks: bool) -> None:
    table = Table().legal(e.CardsCounted((("magnet", "purple", trigger, 0),))).begin().put("magnet", 3)
    table.moves("Ann", 3)
    assert (table.awaits == "Ask") is asks and table.said("card.ask") is asks


def test_a_type_that_acts_when_played_or_passed_is_asked_about_then() -> None:
    played = Table().legal(e.CardsCounted((("magnet", "purple", "played", 0),))).begin().legal(play("Ann", "magnet", 3))
    assert played.said("card.ask") and played.awaits == "Ask"
    played.legal(e.MovePawn(BOB, 4), e.Done(), roll("Ann", 2))
    assert played.pawns == (2, 4)
    passed = Table().legal(e.CardsCounted((("magnet", "purple", "passing", 0),))).begin().put("magnet", 3)
    passed.moves("Ann", 5)
    assert passed.said("move.passing_ask") and passed.pawns[0] == 3
    assert passed.legal(e.Steps(ANN, 2)).pawns[0] == 5


# ---------------------------------------------------------------- the event sheet


@pytest.mark.parametrize(
    ("script", "pawns", "hands"),
    [
        (("advance others 3",), (10, 23, 33), (3, 4, 4)),
        (("back leaders 5", "back leaders 5"), (10, 20, 20), (3, 4, 4)),
        (("goto you finish",), (50, 20, 30), (3, 4, 4)),
        (("goto all start",), (0, 0, 0), (3, 4, 4)),
        (("goto right 7",), (10, 7, 30), (3, 4, 4)),
        (("goto left 7",), (10, 20, 7), (3, 4, 4)),
        (("swap you right",), (20, 10, 30), (3, 4, 4)),
        (("swap leaders last",), (30, 20, 10), (3, 4, 4)),
        (("draw all 2", "discard last 1"), (10, 20, 30), (4, 6, 6)),
        (("Advance  LAST 40",), (50, 20, 30), (3, 4, 4)),
    ],
)
def test_scripts_are_done_by_the_table(script: tuple[str, ...], pawns: tuple[int, ...], hands: tuple[int, ...]) -> None:
    table = Table(3).legal(e.EventText(5, "test", "", script)).begin()
    table.pawn("Ann", 10).pawn("Bob", 20).pawn("Cleo", 30).legal(play("Ann", "troublemaker", 40))
    table.legal(happens("Ann", number=5))
    assert (table.pawns, table.hands, table.awaits) == (pawns, hands, "Ending")


def test_a_script_that_rolls_asks_each_in_turn_from_the_right() -> None:
    table = Table(3).legal(e.EventText(5, "race", "", ("walk all die", "back you 1"))).begin()
    table.put("push", 4, arrow="forward").legal(play("Ann", "troublemaker", 40), happens("Ann", name="race"))
    table.legal(roll("Bob", 4), roll("Cleo", 2))
    table.refused(roll("Bob", 3), "frantic_board.turn.waits_for")
    table.legal(roll("Ann", 3))
    assert table.pawns == (2, 5, 2) and table.awaits == "Ending"


def test_scripts_move_tiles_set_dice_remove_cards_and_ask() -> None:
    script = ("teleport 2 21", "die right 5", "remove red", "ask")
    table = Table().legal(e.EventText(9, "mess", "", script)).begin().put("push", 3, arrow="up").put("stop", 5)
    table.legal(play("Ann", "troublemaker", 40), happens("Ann", number=9))
    assert table.state.teleports[1] == 21 and table.state.dice == (0, 5)
    assert table.cards(3) == () and table.cards(5) == ("stop",)
    assert table.said("event.removed_unsure") and table.said("event.order_ask") and table.awaits == "Ask"
    table.legal(e.Done(), e.EndTurn(ANN)).idle("Bob")
    table.refused(roll("Bob", 3), "frantic_board.roll.die_is_set")
    table.legal(roll("Bob", 5))
    assert table.pawns[1] == 5 and table.state.dice == (0, 0)


def test_the_sheet_says_which_name_a_number_has() -> None:
    table = Table().legal(e.EventText(5, "race", "", ())).begin().legal(play("Ann", "troublemaker", 40))
    table.refused(happens("Ann", "robin_hood", 5), "frantic_board.event.mismatch")
    table.refused(happens("Ann", number=21), "frantic_board.roll.impossible")
    table.asked(happens("Ann", number=5), "frantic_board.event.ask")
    unread = Table().begin().legal(play("Ann", "troublemaker", 40))
    unread.asked(happens("Ann"), "frantic_board.event.unread")


@pytest.mark.parametrize(
    "line",
    ["", "jump all 2", "advance nobody 2", "advance all", "advance all -2", "advance all 2.5", "die all 7",
     "remove mauve", "teleport 7 12", "teleport 1 0", "goto all moon", "swap you", "advance all 99999", "die all ²"],
)  # fmt: skip
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    assert read_script((line,)) == line
    Table().refused(e.EventText(5, "test", "", (line,)), "frantic_board.data.sheet_wrong")


def test_an_event_has_a_number_of_the_d20_and_a_name() -> None:
    Table().refused(e.EventText(21, "test"), "frantic_board.data.sheet_wrong")
    Table().refused(e.EventText(0, "test"), "frantic_board.data.sheet_wrong")
    Table().refused(e.EventText(3, " "), "frantic_board.data.sheet_wrong")


# ---------------------------------------------------------------- files and the command


def test_the_template_reads_as_what_the_app_knows_by_itself() -> None:
    events, faults = read_data(template(), "template")
    assert faults == ()
    assert [type(event) for event in events] == [e.BoardDrawn, e.CardsCounted, e.EventText, e.EventText]
    table = Table().legal(*events)
    assert {line.name: line.orders for line in table.state.table.sheet} == KNOWN_EVENTS
    assert table.state.table.board.teleports == PLACEHOLDER.teleports
    assert table.state.table.kinds == Table().state.table.kinds


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], "mine"),
        ({"bord": {}}, "mine"),
        ({"board": []}, "mine board"),
        ({"board": {"rows": [[1, 2, 3]], "teleports": [1]}}, "mine board"),
        ({"board": {"rows": "1 2 3", "teleports": [1]}}, "mine board"),
        ({"cards": {"push": "red"}}, "mine cards"),
        ({"cards": [{"type": "push", "colour": "mauve", "trigger": "landing", "count": 1}]}, "mine cards"),
        ({"cards": [{"type": "push", "colour": "red", "trigger": "landing", "count": "many"}]}, "mine cards"),
        ({"events": {}}, "mine events"),
        ({"events": [{"number": 1, "name": "a"}, {"number": 2}]}, "mine events 2"),
        ({"events": [{"number": 1, "name": "a", "script": ["fly"]}]}, "mine events 1"),
        ({"events": [{"number": 0, "name": "a"}]}, "mine events 1"),
    ],
)
def test_wrong_data_is_named_with_its_place(data: Any, place: str) -> None:
    _, faults = read_data(json.dumps(data), "mine")
    assert len(faults) == 1 and faults[0].where.startswith(place), faults


KEYS = st.sampled_from(["board", "cards", "events", "rows", "teleports", "type", "number", "name"])
JSON = st.recursive(st.none() | st.integers() | st.text(), lambda part: st.lists(part) | st.dictionaries(KEYS, part))


@given(st.text() | JSON.map(json.dumps))
def test_no_text_does_worse_than_bad_input(text: str) -> None:
    events, faults = read_data(text, "mine")
    assert all(isinstance(fault, BadInput) for fault in faults)
    Table().do(*events)


def test_the_command_writes_a_template_checks_it_and_begins_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, log = tmp_path / "mine.json", tmp_path / "log.jsonl"
    assert main(["board", "--template", str(mine)]) == 0
    assert main(["board", "--template", str(mine)]) == 2, "nothing is written over"
    capsys.readouterr()
    assert main(["board", str(mine)]) == 0
    assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()] == [
        "board", "cards", "event_text", "event_text"
    ]  # fmt: skip
    assert main(["board", str(mine), "--log", str(log), "--players", "Ann", "Bob"]) == 0
    capsys.readouterr()
    assert main(["score", "--game", "frantic_board", "--json", str(log)]) == 0
    assert '"illegal"' not in capsys.readouterr().out


def test_the_command_names_every_fault_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"board": {"rows": [[1, 2]], "teleports": []}, "events": [{"number": 30, "name": "x"}]}))
    assert main(["board", str(mine), "--log", str(tmp_path / "log"), "--players", "Ann", "Bob"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and "mine.json board" in said.err and "mine.json events 1" in said.err
    assert not (tmp_path / "log").exists()
    assert main(["board"]) == 2 and main(["board", str(tmp_path / "none.json")]) == 2
    assert main(["board", "--log", str(tmp_path / "log"), str(mine)]) == 2
