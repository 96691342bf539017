"""Symbols are drawn where their widget is."""

import pytest


def test_a_symbol_stays_in_the_middle_when_its_height_changes():
    from companion.ui.window import open_window

    if not open_window():
        pytest.skip("no window can be opened here")
    from companion.ui.symbols import Symbol

    symbol = Symbol(name="circle", size=(20, 100))
    # Somebody has asked where the middle is; Kivy remembers the answer a little too long.
    assert symbol.center_y == 50
    symbol.height = 30
    circle = next(each for each in symbol.canvas.children if hasattr(each, "size") and hasattr(each, "pos"))
    assert circle.pos[1] + circle.size[1] / 2 == pytest.approx(15, abs=1)
