"""What was heard sharpens the moment of the hand it belongs to, and of no other."""

from vision.track.heard import sharpened
from vision.track.shake import Moment

SEEN, LATER = Moment(0.500, 0.010), Moment(0.600, 0.010)


def test_a_knock_near_a_stop_tells_its_moment() -> None:
    (moment,), heard = sharpened([SEEN], [Moment(0.512, 0.003)])
    assert heard == (True,)
    assert abs(moment.t_s - 0.511) < 0.001 and moment.sigma_s < 0.003


def test_every_knock_belongs_to_one_hand_only() -> None:
    moments, heard = sharpened([SEEN, LATER], [Moment(0.605, 0.003)])
    assert heard == (False, True)
    assert moments[0] == SEEN and abs(moments[1].t_s - 0.605) < 0.001


def test_a_knock_far_from_every_stop_changes_nothing() -> None:
    assert sharpened([SEEN], [Moment(0.7, 0.003)]) == ((SEEN,), (False,))


def test_silence_changes_nothing() -> None:
    assert sharpened([SEEN, LATER], []) == ((SEEN, LATER), (False, False))
