"""R19: for every eye and for none: colours apart under three dichromacies, contrast, letters twice as large, by ear.

Colour never speaks alone here (each verdict and each player has a shape); it is held to these distances all the same.
"""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from companion.core.fold import Match
from companion.core.playthrough import read_playthrough
from companion.core.rulings import Verdict
from companion.core.words import LANGUAGES
from companion.games import game_ids, load_game
from companion.ui.theme import PLAYER_SHAPES, THEMES, contrast
from companion.voice.announce import announce
from tests.ui.walked import walked

PROJECT = Path(__file__).parents[2]

#: What is left of red, green and blue light for people without one sort of cone (Vienot, Brettel and Mollon, 1999; the
#: last is a usual approximation), and for everybody else.
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.112, 0.888, 0.0), (0.112, 0.888, 0.0), (0.004, -0.004, 1.0)),
    "deuteranopia": ((0.293, 0.707, 0.0), (0.293, 0.707, 0.0), (-0.021, 0.021, 1.0)),
    "tritanopia": ((1.0, 0.152, -0.152), (0.0, 0.867, 0.133), (0.0, 0.867, 0.133)),
}
#: CIELAB: 2.3 is just noticeable side by side. Verdicts must be told at a glance, players beside their shapes.
VERDICTS_APART, PLAYERS_APART, FOUR_APART = 12.0, 8.0, 12.0


def seen(shade, eye):
    """A colour as an eye has it, in CIELAB."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3]]
    red, green, blue = (max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True))) for row in eye)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def closest(shades, eye):
    return min(dist(seen(one, EYES[eye]), seen(other, EYES[eye])) for one, other in combinations(shades, 2))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_colours_are_apart_for_every_eye(theme, eye):
    palette = THEMES[theme]
    assert closest([palette.of(verdict) for verdict in Verdict], eye) >= VERDICTS_APART
    assert closest(palette.players, eye) >= PLAYERS_APART
    assert closest(palette.players[:4], eye) >= FOUR_APART


def test_no_colour_speaks_alone():
    from companion.ui.symbols import SHAPES

    drawn = [SHAPES[name] for name in (*PLAYER_SHAPES, *(verdict.value for verdict in Verdict))]
    assert len(set(drawn)) == len(PLAYER_SHAPES) + len(Verdict)


@pytest.mark.parametrize("theme", THEMES)
def test_all_that_is_read_stands_out_from_all_it_can_lie_on(theme):
    """WCAG 2.2 AA: 4.5 to 1 for words, and the colours that stand for something are held to the same."""
    palette = THEMES[theme]
    read = [palette.text, palette.quiet, palette.accent, *map(palette.of, Verdict), *palette.players]
    for ground in (palette.ground, palette.panel, palette.raised):
        assert min(contrast(shade, ground) for shade in read) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_stands_out_from_the_pixels_behind_it(theme):
    assert walked("--size", "tablet", "--scale", "1", "--lang", "en", "--theme", theme, "--contrast") == ""


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_nothing_is_clipped_with_letters_twice_as_large(size):
    assert walked("--size", size, "--scale", "2", "--lang", "de") == ""


# ---------------------------------------------------------------- by ear alone


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_match_can_be_followed_by_ear(game_id, language):
    """Whoever hears only what is said knows every wrong or open play, and at each round's end every total."""
    game = load_game(game_id)
    match, heard, rounds = Match(game), {}, 0
    for entry in read_playthrough(game):
        before, judged = match.scores, match.add(entry)
        told = announce((judged,), before, match.scores, game.words, language, "everything")
        aloud = " ".join(each.words for each in told)
        if entry.n > 1:
            assert told[0].sound is not None and told[0].words
            assert not re.search(r"[{}]|\b[a-z]+\.[a-z]+_[a-z]+\b", aloud), "a key or a place is read out"
        players = {line.player for line in match.scores.lines} if match.scores else set()
        for player, total in re.findall(r"([\w ]+?)\s?: (-?\d+)\.", aloud):
            if player.strip() in players:
                heard[player.strip()] = int(total)
        if before is not None and ended(before, match.scores):
            rounds += 1
            assert heard == {line.player: line.total for line in match.scores.lines}
        if match.scores and match.scores.over and not (before and before.over):
            assert all(name in told[-1].words for name in match.scores.winners)
    assert rounds


def ended(before, after):
    return [len(line.rounds) for line in before.lines] != [len(line.rounds) for line in after.lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_allowed_is_said_where_it_is_heard_apart(language):
    """Verdicts have sounds of their own, so that even without words the three are told apart."""
    sounds = {}
    for game_id in game_ids():
        game = load_game(game_id)
        match = Match(game)
        for entry in read_playthrough(game):
            before, judged = match.scores, match.add(entry)
            told = announce((judged,), before, match.scores, game.words, language, "normal")
            if told and judged.rulings[0].verdict is not Verdict.LEGAL:
                assert told[0].words
                sounds.setdefault(judged.rulings[0].verdict, set()).add(told[0].sound)
    assert all(len(each) == 1 for each in sounds.values())
    assert len(set(map(frozenset, sounds.values()))) == len(sounds) == 2
