"""Every screen of the app stands in a scene, so that pictures and layout checks miss none."""

from companion.commands._scenes import SCENES, prepare, scenes_of
from companion.screens import SCREENS
from tests.ui.conftest import until
from tests.ui.fake import SCRIPT, FakeSession


def test_every_screen_is_in_a_scene(launch, tmp_path):
    prepare(tmp_path / "desk")
    app = launch(lambda: FakeSession(SCRIPT[:4]))
    until(lambda: app.table.ended)
    walked = [(scene, app.here) for scene in scenes_of(app)]
    assert [scene for scene, _ in walked] == list(SCENES)
    assert {screen for _, screen in walked} == set(SCREENS)
