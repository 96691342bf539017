"""Enrolling a dozen at a time: names are proposed in order, put right by people, and nothing is enrolled unasked."""

import numpy as np
import pytest

from calibration.errors import BadInput
from companion.decks import shelf
from companion.decks.enrolling import deck_order, enrolling
from vision.recognise.deck import load_deck

ORDER = ("a", "b", "c", "d", "e", "back")


def views(count, shade=0):
    return [np.full((288, 192, 3), 10 * n + shade, np.uint8) for n in range(count)]


def names(session):
    return [each.name for each in session.laid]


def test_names_are_proposed_in_order_and_go_on_where_one_stopped():
    session = enrolling("any", ORDER).lay(views(3))
    assert names(session) == ["a", "b", "c"]
    session = session.take()
    assert session.missing == ("d", "e", "back")
    assert names(session.lay(views(5))) == ["d", "e", "back", "", ""]


def test_a_name_that_is_put_right_moves_those_after_it():
    session = enrolling("any", ORDER).lay(views(4)).call(1, "d")
    assert names(session) == ["a", "d", "e", "back"]
    assert names(session.call(3, "c")) == ["a", "d", "e", "c"]


def test_what_is_no_card_is_left_out_and_the_names_close_up():
    session = enrolling("any", ORDER).lay(views(3)).leave_out(1)
    assert names(session) == ["a", "b"]


def test_nothing_is_enrolled_before_it_is_taken():
    session = enrolling("any", ORDER).lay(views(3))
    with pytest.raises(BadInput):
        session.deck()
    assert [face.name for face in session.take().deck().faces] == ["a", "b", "c"]


def test_one_card_is_photographed_again_and_the_old_picture_stays_until_then():
    session = enrolling("any", ORDER).lay(views(5)).take().photograph_again("c")
    assert session.missing == ("c", "back")
    assert session.deck().faces[2].views[0][0, 0, 0] == 20
    again = session.lay(views(1, shade=99)).take()
    assert again.deck().faces[2].views[0][0, 0, 0] == 99
    assert again.missing == ("back",)


def test_a_deck_that_is_there_can_be_gone_on_with():
    first = enrolling("any", ORDER).lay(views(2)).take().deck()
    assert enrolling("any", ORDER, first).missing == ("c", "d", "e", "back")


def test_backs_are_no_faces():
    session = enrolling("any", ("a", "back")).lay(views(2)).take()
    assert [face.name for face in session.deck().backs] == ["back"]


def test_a_game_lists_its_faces_once_and_a_back():
    order = deck_order("frankfurt")
    assert len(order) == len(set(order)) == 43
    assert order[-1] == "back"


def test_decks_on_the_shelf_have_names_and_nothing_else(tmp_path):
    deck = enrolling("any", ORDER).lay(views(3)).take().deck()
    assert shelf.names(tmp_path) == ()
    path = shelf.put(tmp_path, shelf.free_name(tmp_path, "Our cards"), deck)
    assert shelf.names(tmp_path) == ("Our cards",)
    assert len(load_deck(path).faces) == 3
    assert shelf.free_name(tmp_path, "Our cards") == "Our cards 2"
    for bad in ("../out", "", ".hidden", "a/b", "x" * 50):
        with pytest.raises(BadInput):
            shelf.place(tmp_path, bad)
