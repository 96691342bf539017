"""Cases FF-1 to FF-15 of the rules reference: discards, cards landing together, wrong cards; and their neighbours."""

from itertools import product

import pytest

from companion.core.events import NewMatch
from companion.core.ids import CardId, PileId, PlayerId
from companion.core.rulings import Verdict
from companion.games.frankfurt import GAME, events
from companion.games.frankfurt.cards import COLOURS, FACES, FITS_ON, VALUES
from tests.games.frankfurt.table import Table, card


def discard(what: str, top: str) -> Table:
    """A lays `what` on `top`; whatever is ruled, the card lies there and A has one card less."""
    table = Table.opened(top, "blue 20")
    table.discard("A", what)
    assert table.pile(1) == [top, what]
    assert (table.left("A"), table.left("B")) == (9, 10)
    assert table.totals() == [64, 65]
    return table


def code_of(what: str, top: str) -> str:
    return discard(what, top).rulings[0].code.removeprefix("frankfurt.discard.")


def test_ff_1_higher_on_another_colour() -> None:
    assert code_of("red 12", "blue 7") == code_of("yellow 8", "red 7") == "different_colour"


def test_ff_2_lower_on_another_colour() -> None:
    assert code_of("red 5", "blue 7") == code_of("yellow 1", "blue 20") == "lower"


def test_ff_3_equal_on_another_colour() -> None:
    assert code_of("red 7", "blue 7") == code_of("yellow 20", "red 20") == "equal"


def test_ff_4_odd_onto_even_lower() -> None:
    assert code_of("red 3", "red 20") == "same_colour"


def test_ff_5_odd_onto_even_higher() -> None:
    assert code_of("red 13", "red 8") == "same_colour"


def test_ff_6_even_on_even() -> None:
    assert code_of("red 10", "red 8") == code_of("red 8", "red 10") == "even_on_even"


def test_ff_7_even_on_odd() -> None:
    assert code_of("red 10", "red 3") == code_of("blue 8", "blue 13") == "even_on_odd"


def test_ff_8_odd_on_odd() -> None:
    assert code_of("red 9", "red 3") == code_of("red 3", "red 3") == "odd_on_odd"


def test_ff_9_only_odd_of_its_colour_fits_on_a_20() -> None:
    fits = {what for what in FACES if card("blue 20") in FITS_ON[what]}
    assert fits == {card(f"blue {value}") for value in VALUES if value % 2}
    assert code_of("red 18", "blue 20") == "lower"
    assert code_of("blue 1", "blue 20") == "same_colour"


def test_ff_10_only_higher_of_other_colours_fits_on_a_13() -> None:
    fits = {what for what in FACES if card("red 13") in FITS_ON[what]}
    assert fits == {card(f"{colour} {value}") for colour in ("yellow", "blue") for value in (14, 16, 18, 20)}
    assert code_of("red 11", "red 13") == "odd_on_odd"


def test_frankfurt_has_693_legal_pairs_of_its_42_x_42_faces() -> None:
    legal = 0
    for colour, value, top_colour, top_value in product(COLOURS, VALUES, COLOURS, VALUES):
        if colour == top_colour:
            expected = value % 2 == 1 and top_value % 2 == 0
        else:
            expected = value > top_value
        assert (card(f"{top_colour} {top_value}") in FITS_ON[card(f"{colour} {value}")]) is expected
        legal += expected
    assert legal == 6 * (14 * 13 // 2) + 3 * 7 * 7 == 693
    assert sum(map(len, FITS_ON.values())) == 693 and len(FACES) == 42


def test_ff_11_both_stay_when_the_upper_fits_on_the_lower() -> None:
    table = Table.opened("yellow 8", "red 1")
    assert table.together(1, ("A", "blue 9"), ("B", "red 12")) == "together.all_stay"
    assert table.more == ["discard.different_colour", "discard.different_colour"]
    assert table.pile(1) == ["yellow 8", "blue 9", "red 12"]
    assert (table.left("A"), table.left("B")) == (9, 9)


def test_ff_12_the_lower_card_counts_the_other_goes_back() -> None:
    table = Table.opened("yellow 8", "red 1", lay={"B": ["red 9"]})
    assert table.together(1, ("A", "blue 12"), ("B", "red 9")) == "together.lower_counts"
    assert table.more == ["discard.different_colour", "discard.lower"]
    assert table.pile(1) == ["yellow 8", "blue 12"]
    assert (table.left("A"), table.left("B")) == (9, 10)
    assert table.column("B", 1) == ["red 9"]


def test_ff_13_a_wrong_lower_card_goes_back_and_the_upper_is_judged_on_what_is_below() -> None:
    table = Table.opened("yellow 12", "red 1")
    assert table.together(1, ("A", "blue 9"), ("B", "red 14")) == "together.lower_back"
    assert table.verdict == "illegal"
    assert table.pile(1) == ["yellow 12", "red 14"]
    assert (table.left("A"), table.left("B")) == (10, 9)


def test_ff_13_both_wrong_both_go_back() -> None:
    table = Table.opened("yellow 12", "red 1")
    assert table.together(1, ("A", "blue 9"), ("B", "red 10")) == "together.none_stays"
    assert table.pile(1) == ["yellow 12"] and (table.left("A"), table.left("B")) == (10, 10)


def test_three_at_once_are_judged_from_the_lowest_up() -> None:
    table = Table.opened("yellow 8", "red 1", "blue 1")
    assert table.together(1, ("A", "blue 9"), ("B", "yellow 9"), ("C", "red 12")) == "together.lower_counts"
    assert table.pile(1) == ["yellow 8", "blue 9", "red 12"]
    assert [table.left(player) for player in "ABC"] == [9, 10, 9]


def test_unread_cards_at_once_stay_until_somebody_reads_them() -> None:
    table = Table.opened("yellow 8", "red 1")
    assert table.together(1, ("A", "?"), ("B", "red 12")) == "together.unread"
    assert table.verdict == "undecided" and len(table.pile(1)) == 3


def test_cards_at_once_need_players_and_a_pile() -> None:
    table = Table.opened("yellow 8", "red 1")
    before = table.state
    assert table.together(1, ("A", "blue 9")) == "together.malformed"
    assert table.together(1, ("A", "blue 9"), ("Z", "red 12")) == "core.player_unknown"
    assert table.together(7, ("A", "blue 9"), ("B", "red 12")) == "pile.missing"
    assert table.together(1, ("A", "blue 9"), ("B", "red 2")) == "core.card_unknown"
    assert table.state == before


def test_ff_14_a_wrong_card_that_is_called_goes_back_to_its_column() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["yellow 8", "red 5"]})
    assert table.discard("A", "red 5") == "discard.lower"
    assert table.column("A", 2) == [""] and table.left("A") == 9
    assert table.challenge("B") == "challenge.upheld"
    assert table.fact("owner") == "A" and table.fact("card") == card("red 5")
    assert table.pile(1) == ["blue 7"] and table.column("A", 2) == ["", "red 5"] and table.left("A") == 10
    assert table.challenge("B") == "challenge.needs_no_fit"
    assert table.take_back("A", 1, "red 5") == "take_back.already_back"


def test_ff_14_a_right_card_that_is_called_stays() -> None:
    table = Table.opened("blue 7", "red 1")
    table.discard("A", "red 12")
    before = table.state
    assert table.challenge("B") == "challenge.fits" and table.verdict == "illegal"
    assert table.challenge("B", 1, "yellow 3") == "challenge.not_there"
    assert table.challenge("B", 9) == "pile.missing"
    assert table.challenge("Z") == "core.player_unknown"
    assert table.state == before


def test_ff_14_a_column_nobody_saw_gets_its_card_back_by_count() -> None:
    table = Table.opened("blue 7", "red 1")
    table.discard("A", "red 5")
    assert table.challenge("B") == "challenge.upheld" and table.left("A") == 10
    assert table.discard("A", "red 12", column=1) == "discard.different_colour" and table.left("A") == 9


def test_ff_15_a_wrong_card_covered_by_a_fitting_one_stays() -> None:
    table = Table.opened("blue 7", "red 1")
    assert table.discard("A", "red 5") == "discard.lower"
    assert table.discard("B", "yellow 8") == "discard.different_colour"
    assert table.challenge("B") == "challenge.covered"
    assert table.challenge("B", 1, "red 5") == "challenge.covered"
    assert table.pile(1) == ["blue 7", "red 5", "yellow 8"]


def test_ff_15_a_wrong_card_covered_by_a_wrong_one_can_still_be_called() -> None:
    table = Table.opened("blue 7", "red 1")
    table.discard("A", "red 5")
    assert table.discard("B", "red 9") == "discard.odd_on_odd"
    assert table.challenge("B", 1, "red 5") == "challenge.upheld"
    assert table.pile(1) == ["blue 7", "red 9"] and table.left("A") == 10
    assert table.challenge("A") == "challenge.fits", "on the blue 7 the red 9 is right"


@pytest.mark.parametrize(("until", "code"), [("covered", "challenge.covered"), ("round_end", "challenge.upheld")])
def test_ff_15_house_rules_of_covered_cards(until: str, code: str) -> None:
    table = Table.opened("blue 7", "red 1", challenge_until=until)
    table.discard("A", "red 5")
    table.discard("B", "red 9" if until == "covered" else "yellow 8")
    assert table.challenge("B", 1, "red 5") == code


def test_live_tables_take_wrong_cards_back_at_once() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 5"]}, wrong_cards="live", penalty="freeze")
    assert table.discard("A", "red 5") == "discard.lower"
    assert table.more == ["discard.goes_back", "penalty.freeze"]
    assert table.pile(1) == ["blue 7"] and table.left("A") == 10 and table.column("A", 1) == ["red 5"]
    assert table.take_back("A") == "take_back.already_back"


def test_silent_tables_leave_wrong_cards_until_somebody_asks() -> None:
    table = Table.opened("blue 7", "red 1", wrong_cards="silent")
    assert table.discard("A", "red 5") == "discard.lower" and table.more == []
    assert table.challenge("B") == "challenge.upheld" and table.pile(1) == ["blue 7"]


def test_a_player_may_take_back_only_an_own_wrong_top_card() -> None:
    table = Table.opened("blue 7", "red 1")
    table.discard("A", "red 12")
    assert table.take_back("A") == "take_back.fits"
    assert table.take_back("B") == "take_back.not_yours"
    assert table.discard("B", "red 10") == "discard.even_on_even"
    assert table.take_back("A", 1, "red 12") == "take_back.covered"
    assert table.take_back("B", 1, "red 10") == "take_back.done"
    assert table.pile(1) == ["blue 7", "red 12"] and table.left("B") == 10


def test_the_next_card_may_be_hidden_again_by_a_house_rule() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["yellow 1", "red 5"]}, returned_card="next_hidden_again")
    table.discard("A", "red 5")
    table.reveal("A", 2, "red 20")
    table.challenge("B")
    assert table.column("A", 2) == ["", "red 5"]


def test_where_the_majority_judges_it_takes_one() -> None:
    table = Table.opened("blue 7", "red 1", "red 3", judge="majority")
    table.discard("A", "red 12")
    assert table.challenge("B") == "challenge.no_majority" and table.pile(1)[-1] == "red 12"
    assert table.challenge("B", agree="C") == "challenge.majority" and table.pile(1) == ["blue 7"]


def test_unread_cards_are_ruled_as_far_as_can_be() -> None:
    table = Table.opened("?", "red 1")
    assert table.discard("A", "red 12") == "discard.top_unread"
    assert table.discard("B", "?") == "discard.unread" and table.verdict == "undecided"
    assert table.challenge("A") == "challenge.unread"
    assert len(table.pile(1)) == 3 and (table.left("A"), table.left("B")) == (9, 9)
    assert table.take_back("B") == "take_back.unread" and table.left("B") == 10


def test_an_unread_discard_is_the_card_its_column_showed() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12"]})
    assert table.discard("A", "?", column=1) == "discard.different_colour"
    assert table.pile(1) == ["blue 7", "red 12"]


def test_only_the_top_of_a_column_is_discarded() -> None:
    table = Table.opened("blue 7", "red 1", lay={"A": ["red 12"]})
    assert table.discard("A", "red 14", column=1) == "discard.not_top" and table.pile(1)[-1] == "red 14"
    assert table.challenge("B") == "challenge.upheld" or table.verdict == "illegal"
    assert table.discard("A", "red 12", column=5) == "column.missing"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (events.Discard(PlayerId("Z"), card("red 8"), PileId("1")), "core.player_unknown"),
        (events.Discard(PlayerId("A"), card("red 2"), PileId("1")), "core.card_unknown"),
        (events.Discard(PlayerId("A"), CardId("frantic/red/7"), PileId("1")), "core.card_unknown"),
        (events.Discard(PlayerId("A"), card("red 8"), PileId("3")), "frankfurt.pile.missing"),
        (events.Discard(PlayerId("A"), card("red 8"), PileId("1"), 0), "frankfurt.column.missing"),
        (events.Reveal(PlayerId("A"), 7), "frankfurt.column.missing"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(event: events.Event, code: str) -> None:
    table = Table.opened("blue 7", "red 1")
    step = GAME.apply(table.state, event)
    assert step.rulings[0].code == code and step.state == table.state
    assert GAME.apply(table.state, event, Verdict.LEGAL).state == table.state


def test_a_discard_before_everybody_has_opened_is_too_early() -> None:
    """Or an opening card was missed: the card is judged all the same, and the second ruling says who is missing."""
    table = Table("ABC")
    assert table.discard("A", "red 9") == "pile.missing"
    table.open("A", "red 8")
    assert table.discard("B", "blue 8") == "discard.equal" and table.more == ["discard.too_early"]
    assert table.rulings[1].fact["players"] == ("B", "C") and table.rulings[1].verdict is Verdict.UNDECIDED
    assert table.together(1, ("B", "yellow 1"), ("C", "red 3")) == "together.none_stays"
    assert table.challenge("C") == "challenge.upheld"
    assert table.discard("A", "red 9") == "discard.same_colour" and table.pile(1) == ["red 8", "red 9"]
    assert table.open("B", "red 1") == table.open("C", "red 3") == "open.pile" and table.phase == "playing"
    assert table.left("B") == 10 and table.draws == [33, 33, 33] and table.totals() == [42, 43, 43]
    assert table.discard("B", "blue 12") == "discard.different_colour" and table.more == []


def test_the_table_has_the_last_word() -> None:
    table = Table.opened("blue 7", "red 1")
    wrong = events.Discard(PlayerId("A"), card("red 5"), PileId("1"))
    table.do(wrong, Verdict.LEGAL)
    assert table.challenge("B") == "challenge.fits"
    table = Table.opened("blue 7", "red 1")
    table.do(events.Discard(PlayerId("A"), card("red 12"), PileId("1")), Verdict.ILLEGAL)
    assert table.pile(1)[-1] == "red 12" and table.challenge("B") == "challenge.upheld"


def test_a_counted_deck_tells_a_misread_card() -> None:
    table = Table.opened("red 8", "red 8", "red 8", copies="three")
    table.discard("A", "blue 9", 1)
    assert table.discard("B", "red 8", 2) == "discard.even_on_even" and "deck.extra_copy" in table.more


def test_twelve_house_rules_have_their_number() -> None:
    codes = {option.code for option in GAME.info.options}
    assert codes >= {f"FFU{number}" for number in range(1, 13)}
    assert GAME.start(NewMatch("frankfurt", (PlayerId("A"), PlayerId("B")))).rules.wrong_cards == "on_challenge"
