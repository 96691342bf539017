"""Life on a tablet, played on the desk: permissions, losing the screen and getting it back, languages, densities."""

from dataclasses import replace

import pytest

from companion.core.words import LANGUAGES, load_words
from companion.tablet.asking import Asking, Step
from companion.tablet.desktop import Desktop, system_language, this_device
from companion.tablet.life import Life
from companion.tablet.ports import Permission, Surroundings, language_of


def texts(key):
    return [load_words("companion.tablet")[language].get(key) for language in LANGUAGES]


@pytest.fixture
def shy():
    """A tablet that has allowed nothing yet."""
    return Desktop(around=Surroundings(), granted=set())


@pytest.mark.parametrize("permission", Permission)
def test_first_the_reason_then_the_question_then_all_is_well(shy, permission):
    asking = Asking(shy, permission)
    assert asking.step is Step.REASON
    assert not shy.asked, "nothing is asked before the reason was read"
    assert all(texts(asking.text))
    asking.go_on()
    assert shy.asked == [permission]
    shy.granted.add(permission)
    assert (asking.step, asking.text) == (Step.GRANTED, "")
    asking.go_on()
    assert shy.asked == [permission], "and nobody is asked twice"


@pytest.mark.parametrize("permission", Permission)
def test_after_a_refusal_the_question_can_come_again(shy, permission):
    asking = Asking(shy, permission)
    asking.go_on()
    shy.refused.add(permission)
    assert asking.step is Step.REFUSED
    assert all(texts(asking.text))
    asking.go_on()
    assert shy.asked == [permission, permission]


@pytest.mark.parametrize("permission", Permission)
def test_after_a_refusal_for_good_the_button_leads_to_the_settings(shy, permission):
    asking = Asking(shy, permission)
    asking.go_on()
    assert asking.step is Step.FOR_GOOD
    assert all(texts(asking.text))
    asking.go_on()
    assert shy.settings_opened == 1
    shy.granted.add(permission)
    assert asking.step is Step.GRANTED


class Told:
    def __init__(self, device):
        self.acts = []
        self.life = Life(
            device,
            let_go=lambda: self.acts.append("let go"),
            take_up=lambda: self.acts.append("take up"),
            spare=lambda: self.acts.append("spare"),
            changed=lambda around: self.acts.append(around),
        )
        self.life.begin()


def test_a_watched_match_keeps_the_screen_on_and_nothing_else_does():
    device = Desktop()
    life = Told(device).life
    assert not device.awake
    life.watch(True)
    assert device.awake
    life.watch(False)
    assert not device.awake


def test_without_the_screen_the_camera_is_given_back_and_taken_up_after():
    device = Desktop()
    told = Told(device)
    told.life.watch(True)
    assert told.life.pause() is True
    assert (told.acts, device.awake) == (["let go"], False)
    told.life.pause()
    told.life.resume()
    told.life.resume()
    assert (told.acts, device.awake) == (["let go", "take up"], True)


def test_nothing_is_taken_up_that_was_not_watched_or_is_not_allowed_any_more():
    device = Desktop()
    told = Told(device)
    told.life.pause()
    told.life.resume()
    told.life.watch(True)
    told.life.pause()
    device.granted.clear()
    told.life.resume()
    assert (told.acts, device.awake) == (["let go"], False)


def test_new_surroundings_are_heard_of_on_the_way_back():
    device = Desktop(around=Surroundings(language="en"))
    told = Told(device)
    told.life.pause()
    device.around = replace(device.around, language="fr", dark=False, font_scale=2.0)
    told.life.resume()
    assert told.acts == [device.around]


def test_when_memory_is_short_what_can_be_made_anew_is_dropped():
    told = Told(Desktop())
    told.life.low_memory()
    assert told.acts == ["spare"]


@pytest.mark.parametrize(
    ("tag", "language"),
    [("de-CH", "de"), ("fr_FR.UTF-8", "fr"), ("FR", "fr"), ("it-IT", "en"), ("", "en"), ("C.UTF-8", "en")],
)
def test_the_systems_language_becomes_one_of_ours(tag, language):
    assert language_of(tag, LANGUAGES) == language


def test_a_desk_is_a_device_too(monkeypatch):
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    device = this_device()
    assert device.allows(Permission.CAMERA)
    assert system_language() in LANGUAGES


def test_the_three_languages_have_the_same_sentences():
    words = load_words("companion.tablet")
    assert words["en"].keys() == words["fr"].keys() == words["de"].keys()
