"""The tablet's microphone through real Java: samples with their times, and why nothing is heard."""

import numpy as np
import pytest

from companion.core.words import LANGUAGES, load_words
from tests.tablet.world import wait_until
from vision.sources.android import microphone
from vision.sources.android.jvm import java
from vision.sources.android.microphone import RATE, AndroidMicrophone

pytestmark = pytest.mark.slow
SECOND = 1_000_000_000


@pytest.fixture
def hearing(world):
    return world.keep(AndroidMicrophone())


def test_samples_come_in_order_with_the_time_of_the_first(hearing):
    blocks = [hearing.take(SECOND) for _ in range(4)]
    heard = np.concatenate([block.samples for block in blocks])
    assert np.array_equal(np.rint(heard * 32768), np.arange(len(heard)) % 1000)
    assert [block.first for block in blocks] == [0, 160, 320, 480]
    assert [block.t_ns for block in blocks] == [5 * SECOND + n * SECOND // RATE for n in (0, 160, 320, 480)]


def test_the_unprocessed_microphone_is_taken_where_there_is_one(hearing):
    hearing.take(SECOND)
    assert java("android.media.AudioRecord").current.source == 9


def test_a_closed_microphone_is_given_back(hearing):
    hearing.take(SECOND)
    record = java("android.media.AudioRecord").current
    hearing.close()
    wait_until(lambda: record.released)


FAULTS = {"forbidden": microphone.FORBIDDEN, "busy": microphone.TAKEN, "gone": microphone.TAKEN}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_told_and_has_a_sentence_in_each_language(world, fault):
    java("android.media.AudioRecord").fault = fault
    deaf = world.keep(AndroidMicrophone())
    wait_until(lambda: deaf.trouble)
    assert deaf.trouble == FAULTS[fault]
    assert deaf.take(1_000_000) is None
    texts = load_words("companion.tablet")
    assert all(texts[language][deaf.trouble] for language in LANGUAGES)
