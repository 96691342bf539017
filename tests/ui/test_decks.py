"""The deck gallery: every card of a deck under its name, and the pairs that look most alike."""

import pytest

from tests.ui.conftest import until

#: Faces of the deck that opens first: fourteen in each of three colours.
FACES = 42


@pytest.fixture
def screen(launch):
    """The gallery as it opens."""
    app = launch()
    app.go("decks")
    screen = app.screens.get_screen("decks")
    until(lambda: screen.alike, 60)
    return screen


def test_every_card_is_there_with_its_picture_and_name(screen):
    faces = screen.ids.cards.children
    assert len(faces) == FACES
    assert all(face.ids.picture.texture is not None for face in faces)
    assert "red 13" in [face.name for face in faces]


def test_the_pairs_are_told_in_every_language(screen):
    english = [pair.words for pair in screen.ids.pairs.children]
    assert len(english) == 4
    assert all("% apart" in words for words in english)
    assert all(pair.ids.second.texture is not None for pair in screen.ids.pairs.children)
    screen.language = "de"
    assert not any("apart" in pair.words for pair in screen.ids.pairs.children)


def test_another_deck_takes_its_place(screen):
    screen.choose("frappadingue")
    until(lambda: screen.alike, 60)
    assert screen.called == "frappadingue"
    assert len(screen.ids.cards.children) != FACES
