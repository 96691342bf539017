"""Which part of a picture is enrolled when pictures do not agree: a deck's cards are of one shape."""

from pathlib import Path

import numpy as np

from vision.recognise.enrol import _Cut, _views


def view(height, width=200):
    return np.zeros((height, width, 3), np.uint8)


def cut(name, scan, lying):
    return _Cut(Path(name), scan, lying)


def test_a_frame_that_is_printed_on_some_cards_is_not_taken_for_the_card():
    whole = [cut(f"{k}.png", view(300), None) for k in range(6)]
    framed = [cut(f"framed{k}.png", view(300), view(400)) for k in range(4)]
    assert [each.shape[0] for each in _views(whole + framed)] == [300] * 10


def test_photos_among_scans_are_cut_out():
    whole = [cut(f"{k}.png", view(300), None) for k in range(5)]
    photos = [cut(f"photo{k}.png", view(260), view(305)) for k in range(5)]
    assert [each.shape[0] for each in _views(whole + photos)] == [300] * 5 + [305] * 5


def test_a_deck_of_scans_is_never_cut():
    whole = [cut(f"{k}.png", view(300), None) for k in range(8)]
    assert [each.shape[0] for each in _views([*whole, cut("odd.png", view(300), view(310))])] == [300] * 9
