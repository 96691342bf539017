"""Films from a script: the same pictures every time, hands and cards where the truth says, gaps where nobody looked."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table_file import Seat
from vision.frame import Frame, Gap
from vision.training.clips import Away, Bump, Card, Film, Hover, Lay, Script, Slap, Sort, Spot, Take

S, N = Seat.SOUTH, Seat.NORTH
PICTURES = {name: np.full((90, 60, 3), tone, np.uint8) for name, tone in (("low", 40), ("high", 240))}
BARE = Script((S, N), {"pile": (0.0, 0.0, 50.0, 60.0)}, (), (), 2.0, (240, 136), fps=10)


def lay(t: float, card: str, pile: str = "pile", x: float = 0.0) -> Lay:
    return Lay(t, S, Card(pile, card, Spot(x, 0.0)))


def film(*acts: object, **how: object) -> Film:
    return Film(replace(BARE, acts=acts, **how), PICTURES)  # type: ignore[arg-type]


def level(made: Film, t: float) -> float:
    """How bright the middle of the pile is."""
    pictures = {round(seen.t_ns / 1e8): seen.image for seen in made.frames() if isinstance(seen, Frame)}
    return float(pictures[round(10 * t)][60:76, 112:128].mean())


def test_the_same_script_gives_the_same_pictures() -> None:
    one, other = (list(film(lay(1.0, "low"), Slap(1.5, N, Spot(0, 0), "pile")).frames()) for _ in range(2))
    assert len(one) == 20
    assert all(np.array_equal(a.image, b.image) for a, b in zip(one, other, strict=True) if isinstance(a, Frame))


def test_a_card_lies_there_from_its_time_on_until_it_is_taken() -> None:
    made = film(lay(0.7, "high"), Take(2.0, S, "pile"), seconds=3.2)
    assert [len(made.lying(t)) for t in (0.6, 0.7, 1.9, 2.0)] == [0, 1, 1, 0]
    assert (
        level(made, 1.4) > 200 and level(made, 0.0) < 180 and level(made, 3.1) == pytest.approx(level(made, 0.0), abs=6)
    )
    quad = made.quad(made.lying(1.0)[0])
    assert np.abs(quad.mean(axis=0) - (120, 68)).max() < 2


def test_a_sorted_zone_changes_as_the_hand_passes() -> None:
    cards = tuple(Card("pile", "low", Spot(x, 0.0)) for x in (-40.0, 40.0))
    made = film(Sort(0.5, S, "pile", cards, seconds=1.0))
    assert [len(made.lying(t)) for t in (0.5, 1.0, 1.5)] == [0, 1, 2]


def test_hands_come_from_their_sides_and_leave_nothing_behind() -> None:
    made = film(Hover(1.0, N, Spot(0, 0), 60.0, 0.2), noise=0.0)
    frames = [seen.image.astype(int) for seen in made.frames() if isinstance(seen, Frame)]
    changed = np.abs(frames[10] - frames[0]).max(axis=-1) > 30
    assert changed[:5].any() and not changed[-5:].any()
    assert np.abs(frames[-1] - frames[0]).max() <= 1
    assert made.busy(1.0) and not made.busy(1.99, 0.0)


def test_a_camera_that_is_away_leaves_one_gap_and_a_bump_moves_everything() -> None:
    seen = list(film(Away(0.5, 0.4, "camera_lost")).frames())
    assert [each for each in seen if isinstance(each, Gap)] == [Gap(500_000_000, "camera_lost")]
    assert len(seen) == 17
    bumped = [each.image for each in film(Bump(1.0, 9.0, 0.0, 0.0), noise=0.0).frames() if isinstance(each, Frame)]
    assert np.abs(bumped[15][:, 9:].astype(int) - bumped[0][:, :-9].astype(int)).mean() < 2


def test_the_table_file_is_of_this_camera() -> None:
    table = film().table
    (pile,) = table.piles
    assert pile.name == "pile" and table.size == (240, 136) and table.seats == (S, N)
    assert np.abs(np.array(table.plane.to_mm([(120.0, 68.0)])) - 0).max() < 1.5
