"""A dozen cards a picture, named by a list: the deck has them all, under the right names."""

import json

import cv2
import pytest

from companion.cli import BAD, DONE, main
from companion.decks import deck_folder
from companion.decks.enrolling import deck_order
from tests.vision.recognise.test_laid_out import likeness, table
from vision.recognise.deck import load_deck


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """The first sixteen cards of a deck, ten and six a picture."""
    folder = tmp_path_factory.mktemp("photos")
    views = {face.name: face.views[0] for face in load_deck(deck_folder("frankfurt")).faces}
    cards = [views[name] for name in deck_order("frankfurt")[:16]]
    cv2.imwrite(str(folder / "1.png"), table(cards[:10], 5, turn=3))
    cv2.imwrite(str(folder / "2.png"), table(cards[10:], 6, turn=3))
    return folder


def test_cards_get_their_names_from_the_order_of_the_deck(photos, tmp_path, capsys):
    out = tmp_path / "deck"
    command = ["enrol", "--game", "frankfurt", "--order", "deck", "--out", str(out), "--json", str(photos)]
    assert main(command) == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["faces"], len(told["missing"])) == (16, 26)
    ours = {face.name: face.views[0] for face in load_deck(deck_folder("frankfurt")).faces}
    for face in load_deck(out).faces:
        alike = {name: likeness(face.views[0], view) for name, view in ours.items()}
        assert max(alike, key=alike.get) == face.name


def test_a_list_of_ones_own_and_a_name_among_the_decks_of_the_app(photos, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("companion.store.place.data_folder", lambda: tmp_path / "app")
    listed = tmp_path / "list.txt"
    listed.write_text("sun\nmoon\n\nback\n", "utf-8")
    command = ["enrol", "--game", "any", "--order", str(listed), "--keep", "Our cards", str(photos / "2.png")]
    assert main(command) == DONE
    assert "and 3 cards too many" in capsys.readouterr().err
    deck = load_deck(tmp_path / "app" / "decks" / "Our cards")
    assert [face.name for face in deck.faces] == ["sun", "moon"]
    assert [face.name for face in deck.backs] == ["back"]
    assert main(command) == BAD


@pytest.mark.parametrize("text", ["", "a\na\n", "frankfurt/red/99\n"])
def test_a_wrong_list_is_refused_with_its_line(photos, tmp_path, capsys, text):
    listed = tmp_path / "list.txt"
    listed.write_text(text, "utf-8")
    game = "frankfurt" if "99" in text else "any"
    command = ["enrol", "--game", game, "--order", str(listed), "--out", str(tmp_path / "deck"), str(photos)]
    assert main(command) == BAD
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()
