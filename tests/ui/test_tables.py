"""The tables that are kept: listed with what is known of them, named, and taken away with two presses."""

import os
from dataclasses import replace

import numpy as np
import pytest

from calibration.calibration import load_calibration, path_for, save_calibration
from calibration.clock import ZeroTest
from calibration.zones import Zone
from companion.desk import Desk
from companion.eyes import Look
from companion.referee.demo import demo_folder
from companion.ui.household import Household, Settings
from tests.ui.touch import button, buttons, press, settle

CODE = "TAPIS1:T"


@pytest.fixture
def app(launch, tmp_path):
    Desk(tmp_path / "desk").change(Household((), Settings(welcomed=True)))
    return launch()


@pytest.fixture
def folder(app):
    """One with a mat, kept last; one without; and a file that is none."""
    folder = app.services["tables"].folder
    folder.mkdir(parents=True)
    known = load_calibration(demo_folder() / "table.json")
    piles = tuple(replace(pile, name=f"pile-{n}") for n, pile in enumerate(known.table.piles, 1))
    known = replace(known, table=replace(known.table, piles=piles))
    save_calibration(known, folder / "here.json")
    zones = tuple(Zone(pile.name, tuple(map(tuple, known.to_mm(pile.polygon).tolist()))) for pile in piles)
    with_mat = replace(known, zones=zones, residual_mm=0.42, code=CODE, paper="A3", zero=ZeroTest(12.0, 3.0, 5))
    save_calibration(with_mat, path_for(folder, CODE))
    (folder / "broken.json").write_text("{")
    for age, path in enumerate((path_for(folder, CODE), folder / "here.json", folder / "broken.json")):
        os.utime(path, (1.7e9 - age, 1.7e9 - age))
    return folder


def rows(app):
    return app.screens.get_screen("tables").ids.rows.children[::-1]


def test_with_none_the_way_to_measure_one_is_there(app):
    press(app, "Tables")
    assert app.screens.get_screen("tables").empty
    press(app, "Where the table is")
    assert app.here == "calibrate"


def test_tables_are_listed_with_what_is_known_of_them(app, folder):
    press(app, "Tables")
    with_mat, without, broken = rows(app)
    assert (with_mat.title, without.title, broken.title) == ("Frantic Frankfurt", "Frantic Frankfurt", "A table")
    assert "by its mat, A3" in with_mat.facts and "places known to 0.4 mm" in with_mat.facts
    assert "clap test made" in with_mat.facts and "clap test" not in without.facts
    assert "by the corners of a sheet" in without.facts and "mm" not in without.facts
    assert with_mat.planned and with_mat.ids.plan._outlines and not broken.planned
    assert "TABLE file" in broken.trouble
    app.language = "de"
    settle()
    assert "nach seiner Matte, A3" in rows(app)[0].facts
    assert "TABLE-Datei" in rows(app)[2].trouble


def test_a_name_is_kept_when_the_table_is_measured_again(app, folder):
    press(app, "Tables")
    rows(app)[0].give_name("  Kitchen ")
    assert rows(app)[0].title == "Kitchen" and "Frantic Frankfurt" in rows(app)[0].facts
    known = load_calibration(path_for(folder, CODE))
    save_calibration(replace(known, residual_mm=0.3), path_for(folder, CODE), replace=True)
    app.go_back()
    press(app, "Tables")
    assert rows(app)[0].title == "Kitchen" and "0.3 mm" in rows(app)[0].facts
    rows(app)[0].give_name("")
    assert rows(app)[0].title == "Frantic Frankfurt" and not list(folder.glob("*.name"))


def test_a_table_is_taken_away_with_two_presses_and_its_name_with_it(app, folder):
    press(app, "Tables")
    rows(app)[0].give_name("Kitchen")
    press(app, "Delete")
    assert len(rows(app)) == 3
    press(app, "Press again to delete")
    assert sorted(path.name for path in folder.iterdir()) == ["broken.json", "here.json"]
    button(rows(app)[1], "Delete").dispatch("on_release")
    settle()
    press(app, "Press again to delete")
    assert [row.title for row in rows(app)] == ["Frantic Frankfurt"]


def test_the_zones_of_a_kept_table_are_dragged_without_a_camera_and_kept(app, folder):
    press(app, "Tables")
    assert "Drag its zones" not in [getattr(each, "text", "") for each in buttons(rows(app)[1])]
    press(app, "Drag its zones")
    screen = app.screens.get_screen("calibrate")
    assert app.here == "calibrate" and "0.4 mm" in screen.told
    name, outline = screen.measured.zones[0]
    middle = tuple(sum(side) / len(outline) for side in zip(*outline, strict=True))
    assert screen.began(middle)
    screen.moved((middle[0] - 20, middle[1]))
    screen.ended()
    dragged = dict(screen.measured.zones)[name]
    screen.keep()
    assert screen.kept
    app.go_back()
    assert len(rows(app)) == 3
    newest = app.services["tables"].kept()[0].zones[0]
    assert np.allclose(newest, dragged, atol=0.1) and not np.allclose(newest, outline, atol=5)


def test_the_picture_of_another_camera_is_not_laid_under_a_table(app, folder):
    press(app, "Tables", "Drag its zones")
    screen = app.screens.get_screen("calibrate")
    wide, high = screen.measured.size
    plain = screen._image
    screen._see(Look("webcam:A@1", np.zeros((high, wide + 2, 3), np.uint8)))
    assert screen._image is plain
    screen._see(Look("webcam:A@1", np.full((high, wide, 3), 90, np.uint8)))
    assert screen._image[0, 0, 0] == 90 and screen.measured is not None


def test_nothing_that_lies_elsewhere_is_ever_taken_away(app, folder, tmp_path):
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("{}")
    kept = app.services["tables"]
    for path in (elsewhere, folder / "notes.txt", folder):
        with pytest.raises(ValueError, match="no table of this device"):
            kept.forget(path, print)
    assert elsewhere.exists()


def test_a_disk_that_takes_no_name_is_told(app, folder, monkeypatch):
    press(app, "Tables")
    monkeypatch.setattr("companion.kept.write_whole", _full)
    rows(app)[0].give_name("Kitchen")
    assert "no room" in app.screens.get_screen("tables").trouble
    assert rows(app)[0].title == "Frantic Frankfurt"


def _full(path, *_, **__):
    from calibration.errors import BadInput

    raise BadInput("no room", str(path))
