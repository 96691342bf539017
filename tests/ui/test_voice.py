"""What is said and sounded: a match can be followed by ear alone, and nothing that plays here can fail."""

import re
import wave
from io import BytesIO

import pytest

from companion.core.events import Entry, ManualScore, NewMatch, Overrule
from companion.core.fold import Match
from companion.core.playthrough import read_playthrough
from companion.core.words import LANGUAGES
from companion.games import game_ids, load_game
from companion.games.frankfurt.events import Discard, Open, Slap
from companion.ui.sounds import Sounds
from companion.voice.announce import Sound, announce
from companion.voice.make_sounds import SOUNDS, made
from companion.voice.speak import DesktopSpeaker, Silence, command_for, find_program, programs


def test_points_of_a_round_that_are_written_at_once_name_the_winner_once_and_rightly():
    """Ann reaches the limit while Ben, who loses in the end, still has the fewest."""
    game = load_game("frantic")
    match = Match(game)
    match.extend([Entry(1, NewMatch("frantic", ("Ann", "Ben")))])
    before = match.scores
    match.extend([Entry(2, ManualScore("Ann", 154, "Round 1")), Entry(3, ManualScore("Ben", 160, "Round 1"))])
    for how in ("short", "normal", "everything"):
        said = announce(match.judged[1:], before, match.scores, game.words, "en", how)
        words = " ".join(each.words for each in said)
        assert [each.sound for each in said] == [Sound.LEGAL, Sound.END]
        assert "won by Ann" in words and "won by Ben" not in words and words.count("is over") <= 1


def told(game_id, events, how="normal", language="en"):
    """Everything that is announced while a match is written, entry by entry."""
    game = load_game(game_id)
    match = Match(game)
    said = []
    for n, event in enumerate(events, 1):
        before = match.scores
        entry = event if isinstance(event, Entry) else Entry(n, event)
        judged = match.add(entry)
        said += announce((judged,), before, match.scores, game.words, language, how)
    return match, said


START = NewMatch("frankfurt", ("Ann", "Ben"))
WRONG = (START, Open("Ann", "frankfurt/red/8"), Open("Ben", "frankfurt/blue/7"), Discard("Ben", "frankfurt/red/4", "1"))


@pytest.mark.parametrize("how", ["normal", "everything"])
@pytest.mark.parametrize("game_id", game_ids())
def test_the_scores_of_a_whole_match_can_be_known_by_ear_alone(game_id, how):
    """Whoever only listens, and remembers the last number said of everybody, knows the totals at every round's end."""
    game = load_game(game_id)
    match, heard, checked = Match(game), {}, 0
    for entry in read_playthrough(game):
        before = match.scores
        judged = match.add(entry)
        for each in announce((judged,), before, match.scores, game.words, "en", how):
            for player, total in re.findall(r"(\w+): (-?\d+)\.", each.words):
                if player in match.judged[0].entry.event.players:
                    heard[player] = int(total)
        ended = before is not None and [len(line.rounds) for line in before.lines] != [
            len(line.rounds) for line in match.scores.lines
        ]
        if ended:
            checked += 1
            assert heard == {line.player: line.total for line in match.scores.lines}
    assert checked


def test_silence_says_nothing_but_still_sounds():
    _, said = told("frankfurt", WRONG, "off")
    assert {each.words for each in said} == {""}
    assert said[-1].sound is Sound.ILLEGAL


def test_short_says_what_is_wrong_and_not_what_is_right():
    _, said = told("frankfurt", WRONG, "short")
    assert [bool(each.words) for each in said] == [False, False, True]


def test_everything_says_every_ruling():
    _, said = told("frankfurt", WRONG, "everything")
    assert all(each.words for each in said)


def test_a_decision_of_the_table_is_said():
    _, said = told("frankfurt", (*WRONG, Overrule(4, "legal", "Ann")))
    assert "Overruled" in said[-1].words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_said_with_the_winner(language):
    match, said = told("frantic", (NewMatch("frantic", ("Ann", "Ben")), ManualScore("Ann", 500)), language=language)
    assert match.scores.over
    assert "Ben" in said[-1].words and said[-1].sound is Sound.END


def test_a_slap_has_a_sound_of_its_own():
    events = (*WRONG[:3], Slap("Ann", "1"))
    _, said = told("frankfurt", events)
    assert Sound.SLAP in {each.sound for each in said} or said[-1].sound is Sound.ILLEGAL


# ---------------------------------------------------------------- sounds


@pytest.mark.parametrize("sound", Sound)
def test_the_bundled_sounds_are_those_that_the_script_makes(sound):
    data = (SOUNDS / f"{sound.value}.wav").read_bytes()
    assert data == made(sound)
    with wave.open(BytesIO(data)) as file:
        assert 0.1 < file.getnframes() / file.getframerate() < 1.2


def test_no_two_sounds_are_alike():
    assert len({made(sound) for sound in Sound}) == len(Sound)


def test_a_sound_library_that_fails_is_silence(monkeypatch):
    from kivy.core.audio import SoundLoader

    asked = []

    def load(file):
        asked.append(file)
        raise RuntimeError("unable to create a playbin")

    monkeypatch.setattr(SoundLoader, "load", load)
    sounds = Sounds()
    sounds.play("legal")
    sounds.play("legal")
    assert len(asked) == 1, "and it is not tried again and again"


# ---------------------------------------------------------------- speech


class Speaking:
    """A program that speaks until it is told that it has ended."""

    def __init__(self, command):
        self.command, self.ended, self.terminated = command, False, False

    def poll(self):
        return 0 if self.ended else None

    def terminate(self):
        self.terminated = True


@pytest.fixture
def started():
    return []


@pytest.fixture
def speaker(started):
    def start(command):
        started.append(Speaking(command))
        return started[-1]

    return DesktopSpeaker("espeak", start)


def test_sentences_wait_for_each_other(speaker, started):
    speaker.say("one", "en")
    speaker.say("two", "fr")
    speaker.step()
    assert len(started) == 1
    started[0].ended = True
    speaker.step()
    assert started[1].command[-1] == "two" and "fr" in started[1].command


def test_when_too_much_waits_the_oldest_is_left_out(speaker, started):
    for number in range(20):
        speaker.say(str(number), "en")
    while not started[-1].ended:
        started[-1].ended = True
        speaker.step()
    assert [each.command[-1] for each in started] == ["0", "16", "17", "18", "19"]


def test_stop_is_silence_at_once(speaker, started):
    speaker.say("one", "en")
    speaker.say("two", "en")
    speaker.stop()
    speaker.step()
    assert started[0].terminated and len(started) == 1


def test_a_program_that_has_gone_is_no_failure():
    def gone(command):
        raise OSError

    speaker = DesktopSpeaker("espeak", gone)
    speaker.say("one", "en")
    speaker.step()


@pytest.mark.parametrize("program", ["spd-say", "espeak-ng", "say", "powershell"])
def test_words_are_never_options_or_a_script(program):
    words = "--help; $(rm -rf /) 'x'"
    command = command_for(program, words, "de")
    assert command[-1] == words
    assert sum(words in part for part in command) == 1


def test_where_nothing_can_speak_nothing_is_found():
    assert find_program(lambda program: None) == ""
    assert set(programs("linux")) and programs("darwin") == ("say",) and programs("win32") == ("powershell",)
    Silence().say("nobody hears", "en")
