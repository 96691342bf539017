"""Events and entries as plain data and back: a round trip for whatever is right, BadInput with a place for the rest."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import BadInput
from companion.core.codec import LARGEST_NUMBER, LONGEST_TEXT, decode, decode_entry, encode, encode_entry, kinds_of
from companion.core.events import Accept, Correct, Entry, Event, ManualScore, NewMatch, Overrule, Void
from companion.core.ids import PlayerId
from tests.core.tally import GAME, Add

KINDS = kinds_of(GAME.events)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
players = texts.map(PlayerId)
numbers = st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
values = st.one_of(st.booleans(), numbers, texts)
weights = st.floats(-1e8, 1e8)

adds = st.builds(
    Add,
    players,
    numbers,
    st.lists(texts, max_size=4).map(tuple),
    st.none() | st.tuples(numbers, texts),
    st.booleans(),
    weights,
)
plain_events = st.one_of(
    adds,
    st.builds(ManualScore, players, numbers, texts),
    st.builds(
        NewMatch,
        texts,
        st.lists(players, max_size=5).map(tuple),
        st.lists(st.tuples(texts, values), max_size=4).map(tuple),
    ),
)
events = st.one_of(
    plain_events,
    st.builds(Void, numbers, texts, texts),
    st.builds(Correct, numbers, plain_events, texts, texts),
    st.builds(Overrule, numbers, texts, texts, texts),
    st.builds(Accept, numbers, texts),
)


@given(events)
def test_an_event_survives_the_round_trip(event: Event) -> None:
    assert decode(json.loads(json.dumps(encode(event))), KINDS) == event


@given(st.builds(Entry, st.integers(1, 10**6), events, st.just(5), numbers.filter(lambda n: n >= 5), texts))
def test_an_entry_survives_the_round_trip_and_always_gives_the_same_line(entry: Entry) -> None:
    line = encode_entry(entry)
    again = decode_entry(line, entry.n, KINDS)
    assert again == entry and encode_entry(again) == line and "\n" not in line


def test_fields_that_hold_their_default_are_left_out() -> None:
    assert encode(Add(PlayerId("Ann"), 3)) == {"event": "add", "player": "Ann", "points": 3}
    assert encode_entry(Entry(1, Void(4))) == '{"n":1,"event":"void","target":4}'


def test_true_is_not_one() -> None:
    match = NewMatch("tally", (PlayerId("a"),), (("x", True), ("y", 1), ("z", "1")))
    again = decode(json.loads(json.dumps(encode(match))), KINDS)
    assert isinstance(again, NewMatch) and [type(value) for _, value in again.options] == [bool, int, str]


def _deep(levels: int) -> str:
    return '{"event":"correct","target":1,"to":' * levels + '{"event":"void","target":1}' + "}" * levels


WRONG: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "not JSON"),
    "nothing": ("", "not JSON"),
    "a list": ("[]", "JSON object"),
    "a number": ("17", "JSON object"),
    "null": ("null", "JSON object"),
    "no event": ('{"player":"Ann"}', "no event is called"),
    "an unknown event": ('{"event":"dance"}', "'dance'"),
    "an event that is a list": ('{"event":["add"]}', "no event is called"),
    "an unknown field": ('{"event":"add","player":"A","points":1,"colour":"red"}', "colour"),
    "a missing field": ('{"event":"add","player":"A"}', "points"),
    "text for a number": ('{"event":"add","player":"A","points":"1"}', "add.points"),
    "true for a number": ('{"event":"add","player":"A","points":true}', "add.points"),
    "a fraction for a number": ('{"event":"add","player":"A","points":1.0}', "add.points"),
    "a number for a text": ('{"event":"add","player":1,"points":1}', "add.player"),
    "null for a text": ('{"event":"add","player":null,"points":1}', "add.player"),
    "a number that is too large": ('{"event":"add","player":"A","points":99999999999999999999}', "add.points"),
    "a number of 5,000 digits": ('{"event":"add","player":"A","points":' + "9" * 5_000 + "}", "JSON"),
    "not a number": ('{"event":"add","player":"A","points":1,"weight":NaN}', "add.weight"),
    "infinity": ('{"event":"add","player":"A","points":1,"weight":1e999}', "add.weight"),
    "true for a weight": ('{"event":"add","player":"A","points":1,"weight":true}', "add.weight"),
    "a text for a list": ('{"event":"add","player":"A","points":1,"notes":"abc"}', "add.notes"),
    "a list of lists for a list": ('{"event":"add","player":"A","points":1,"notes":[["a"]]}', "add.notes"),
    "a pair of three": ('{"event":"add","player":"A","points":1,"pair":[1,"a",2]}', "add.pair"),
    "one for true": ('{"event":"add","player":"A","points":1,"sure":1}', "add.sure"),
    "half a surrogate pair": ('{"event":"add","player":"\\ud800","points":1}', "add.player"),
    "a text without end": ('{"event":"add","player":"' + "x" * (LONGEST_TEXT + 1) + '","points":1}', "add.player"),
    "a key that stands twice": ('{"event":"add","player":"A","player":"B","points":1}', "key once"),
    "a void inside a correction": ('{"event":"correct","target":1,"to":{"event":"void","target":1}}', "inside"),
    "a correction inside a correction": (_deep(2), "inside"),
    "a correction nested a thousand times": (_deep(1_000), ""),
    "a hundred thousand brackets": ("[" * 100_000, "JSON"),
    "a correction to nothing": ('{"event":"correct","target":1,"to":null}', "JSON object"),
    "a number out of turn": ('{"n":3,"event":"void","target":1}', "entry 3 stands where entry 7"),
    "a number that is true": ('{"n":true,"event":"void","target":1}', "stands where"),
    "a number that is a fraction": ('{"n":7.0,"event":"void","target":1}', "stands where"),
    "a number that is a list": ('{"n":[7],"event":"void","target":1}', "stands where"),
    "a time that is text": ('{"event":"void","target":1,"lo_ns":"now"}', "lo_ns"),
    "an interval that ends before it begins": ('{"event":"void","target":1,"lo_ns":2,"hi_ns":1}', "interval"),
    "more than certain": ('{"event":"void","target":1,"confidence":1.5}', "confidence"),
    "a source that is a number": ('{"event":"void","target":1,"via":1}', "via"),
}


@pytest.mark.parametrize(("line", "said"), WRONG.values(), ids=WRONG)
def test_wrong_lines_say_what_is_wrong_and_where(line: str, said: str) -> None:
    with pytest.raises(BadInput) as wrong:
        decode_entry(line, 7, KINDS, "line 9")
    assert said in str(wrong.value) and "line 9" in wrong.value.where and wrong.value.do
    assert len(str(wrong.value)) < 400


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.sampled_from(sorted(KINDS)),
    st.dictionaries(
        st.sampled_from(["player", "points", "notes", "pair", "target", "to", "game", "players"]), json_values
    ),
)
def test_whatever_stands_in_a_line_gives_an_event_or_bad_input(kind: str, data: dict[str, Any]) -> None:
    try:
        event = decode({"event": kind, **data}, KINDS, "line 1")
    except BadInput as wrong:
        assert wrong.where.startswith("line 1")
    else:
        assert kind == event.KIND


def test_options_may_be_written_as_an_object() -> None:
    kinds = kinds_of(())
    listed = decode({"event": "match", "game": "g", "players": ["A"], "options": [["a", 1], ["b", "x"]]}, kinds)
    assert decode({"event": "match", "game": "g", "players": ["A"], "options": {"a": 1, "b": "x"}}, kinds) == listed
    with pytest.raises(BadInput):
        decode({"event": "match", "game": "g", "players": {"A": "B"}}, kinds)
