"""Zones under a finger: what it holds, where it goes, and what may not be."""

from calibration.mat import Paper, Want, mat_for
from calibration.plane import plane_of
from calibration.table_file import Seat
from calibration.zones import Grip, Zone, dragged, faults, grip_at, moved, proposed, resized, seat_at


def box(name: str, left: float, top: float, wide: float = 60, high: float = 90) -> Zone:
    return Zone(name, ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high)))


ONE, OTHER = box("one", 0, 0), box("other", 100, 0)


def test_a_mat_and_its_players_have_their_places() -> None:
    mat = mat_for("any", Paper.A4, [Want("pile", copies=2)])
    plane = plane_of([[2, 0, 340], [0, 2, 150], [0, 0, 1]])
    zones = proposed(mat, ("columns", "draw"), (Seat.SOUTH, Seat.EAST), plane, (1280, 720))
    names = [zone.name for zone in zones]
    assert names == ["pile-1", "pile-2", "columns-S", "draw-S", "columns-E", "draw-E"]
    assert all(y > mat.height_mm for zone in zones if zone.seat is Seat.SOUTH for _, y in zone.outline)
    assert faults(zones) == ()


def test_sides_of_the_picture() -> None:
    size = (1000, 500)
    points = {(500, 490): Seat.SOUTH, (500, 5): Seat.NORTH, (10, 200): Seat.WEST, (990, 300): Seat.EAST}
    assert all(seat_at(point, size) is seat for point, seat in points.items())


def test_a_finger_holds_a_corner_before_a_zone_and_a_small_zone_before_a_large_one() -> None:
    zones = (box("large", -50, -50, 300, 300), ONE)
    assert grip_at(zones, (3, 4)) == Grip("one", 0)
    assert grip_at(zones, (30, 40)) == Grip("one")
    assert grip_at(zones, (150, 40)) == Grip("large")
    assert grip_at(zones, (900, 0)) is None


def test_a_zone_falls_into_line_with_its_neighbour() -> None:
    assert moved(ONE, (2, 13.5), [box("other", 100, 10)]).outline[0] == (2, 10)
    assert moved(ONE, (2, 30)).outline[0] == (2, 30)
    assert moved(ONE, (102.5, 200), [OTHER]).outline[0] == (100, 200)


def test_a_dragged_corner_keeps_a_rectangle_and_a_thumbs_width() -> None:
    larger = resized(ONE, 2, (20, 30))
    assert larger.outline == ((0, 0), (80, 0), (80, 120), (0, 120))
    smallest = resized(ONE, 2, (-300, -300))
    assert smallest.outline[2] == (20, 20)
    bent = Zone("bent", ((0, 0), (60, 5), (60, 90), (0, 90)))
    assert resized(bent, 1, (10, 0)).outline == ((0, 0), (70, 5), (60, 90), (0, 90))


def test_dragging_changes_one_zone_only() -> None:
    zones = dragged((ONE, OTHER), Grip("one"), (10, 10), (10, 210))
    assert zones[1] == OTHER
    assert zones[0].outline[0] == (0, 200)


def test_what_is_wrong_is_told() -> None:
    assert faults((ONE, OTHER)) == ()
    assert "overlap" in faults((ONE, box("near", 10, 10)))[0]
    assert "called one" in faults((ONE, box("one", 200, 0)))[0]
    assert "small" in faults((box("tiny", 0, 0, 5, 5),))[0]
    crossed = Zone("crossed", ((0, 0), (60, 90), (60, 0), (0, 90)))
    assert "plain outline" in faults((crossed,))[0]
