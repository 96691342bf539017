"""Of outlines that mean one card one is told; cards that only lie on each other are all told."""

from vision.reader import one_each
from vision.recognise.reading import Reading


def told(card: str | None, right: float, confidence: float = 0.97) -> Reading:
    """A card of 60 x 90, so far right of the first."""
    quad = ((right, 0.0), (right + 60, 0.0), (right + 60, 90.0), (right, 90.0))
    return Reading(card, "up", confidence, quad, ())


def names(*readings: Reading) -> list[str | None]:
    return [reading.card for reading in one_each(list(readings))]


def test_two_outlines_of_one_card_are_one_reading_the_named_one() -> None:
    assert names(told(None, 8, 0.99), told("red/7", 0)) == ["red/7"]


def test_the_same_name_twice_at_one_place_is_one_card() -> None:
    assert names(told("red/7", 20, 0.95), told("red/7", 0)) == ["red/7"]
    assert sorted(map(str, names(told("red/8", 20), told("red/7", 0)))) == ["red/7", "red/8"]


def test_copies_in_a_column_stay_two() -> None:
    assert names(told("red/7", 30), told("red/7", 0)) == ["red/7", "red/7"]
