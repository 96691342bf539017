"""A scan is told from typing: by nobody's speed alone, on any keyboard, and without ever losing a person's key."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.codes.code import PlayerCode, TableCode, code_text
from companion.codes.layouts import _LAYOUTS, _US, _other_case
from companion.codes.scanner import MS, PATIENCE_NS, Scanner, meant

CODE = code_text(TableCode("7F3K9A", "frankfurt_a3"), b"key")


def play(scanner: Scanner, keys: list[tuple[str, int]], timer: bool = True) -> tuple[str, list[str]]:
    """What arrived as typing, and the scans; with a timer as the app has one."""
    typed, scans = "", []
    for character, t_ns in keys:
        while timer and (until := scanner.waits_until_ns) is not None and until < t_ns:
            typed += scanner.pause(until + 1)
        heard = scanner.key(character, t_ns)
        typed += heard.typed
        scans += [heard.scan] if heard.scan is not None else []
    return typed + scanner.pause(10**18), scans


def at_pace(text: str, pauses_ms: list[float], start_ns: int = 0) -> list[tuple[str, int]]:
    keys, t_ns = [], start_ns
    for character, pause in zip(text, pauses_ms, strict=True):
        t_ns += round(pause * MS)
        keys.append((character, t_ns))
    return keys


def scanner_pace(kind: str, length: int, rng: Random) -> list[float]:
    """USB: a report every 1 to 10 ms. Bluetooth: 15 to 45 ms, or several keys in one packet and then a wait."""
    if kind == "usb":
        return [rng.uniform(1, 10) for _ in range(length)]
    if kind == "bluetooth":
        return [rng.uniform(15, 45) for _ in range(length)]
    return [rng.uniform(60, 180) if n % 6 == 5 else rng.uniform(0, 3) for n in range(length)]


def typist_pace(words_a_minute: int, length: int, rng: Random) -> list[float]:
    """People: log-normal pauses, some keys rolled over almost together."""
    mean = 12_000 / words_a_minute
    return [rng.uniform(5, 30) if rng.random() < 0.08 else mean * rng.lognormvariate(0, 0.35) for _ in range(length)]


@pytest.mark.parametrize("end", ["\n", "\t"])
@pytest.mark.parametrize("kind", ["usb", "bluetooth", "bad radio"])
def test_a_scan_is_heard_whole(kind: str, end: str) -> None:
    for seed in range(20):
        pace = scanner_pace(kind, len(CODE) + 1, Random(seed))
        assert play(Scanner(), at_pace(CODE + end, pace)) == ("", [CODE])


@pytest.mark.parametrize("speed", [20, 60, 100, 140, 180])
def test_typing_arrives_whole_however_fast(speed: int) -> None:
    texts = ["Anna\n", "Tapio Tapis\n", "ANNA-LENA\n", "3\t14\t-2\n", "the quick brown fox jumps over the lazy dog\n"]
    for seed in range(40):
        rng = Random(seed)
        text = rng.choice(texts)
        assert play(Scanner(), at_pace(text, typist_pace(speed, len(text), rng))) == (text, [])


def test_a_key_that_is_held_down_is_no_scan() -> None:
    text = "aaaaaaaaaaaaaaaaaaaa\n"
    assert play(Scanner(), at_pace(text, [30.0] * len(text))) == (text, [])


def test_a_person_waits_for_a_key_no_longer_than_a_tenth_of_a_second() -> None:
    scanner = Scanner()
    assert scanner.key("x", 0).typed == ""
    assert scanner.waits_until_ns == PATIENCE_NS
    assert scanner.pause(PATIENCE_NS + 1) == "x"
    assert scanner.waits_until_ns is None


def test_typing_then_a_scan_then_typing() -> None:
    rng = Random(1)
    before = at_pace("Zoe", [120.0] * 3)
    scan = at_pace(CODE + "\n", scanner_pace("usb", len(CODE) + 1, rng), before[-1][1] + 500 * MS)
    after = at_pace("ok\n", [120.0] * 3, scan[-1][1])
    assert play(Scanner(), before + scan + after) == ("Zoeok\n", [CODE])


def test_a_scanner_may_send_a_prefix() -> None:
    pace = scanner_pace("bluetooth", len(CODE) + 3, Random(1))
    assert play(Scanner(prefix="]Q"), at_pace("]Q" + CODE + "\n", pace)) == ("", [CODE])


def test_another_code_is_a_scan_too_and_harmless() -> None:
    assert play(Scanner(), at_pace("4006381333931\n", [6.0] * 14)) == ("", ["4006381333931"])


@pytest.mark.parametrize("layout", _LAYOUTS)
@pytest.mark.parametrize("caps", [False, True])
def test_an_american_scanner_on_another_keyboard(layout: str, caps: bool) -> None:
    code = code_text(PlayerCode("Zoë"), b"key")
    typed = code.translate(str.maketrans(_US, _LAYOUTS[layout]))
    typed = _other_case(typed) if caps else typed
    pace = scanner_pace("usb", len(typed) + 1, Random(1))
    assert play(Scanner(), at_pace(typed + "\n", pace)) == ("", [code])


def test_a_scan_without_its_check_is_not_ours() -> None:
    assert meant(CODE) == CODE and meant(CODE.lower()) == CODE
    assert meant(CODE[:-1]) is None and meant("") is None


keys = st.lists(st.tuples(st.sampled_from("aT:1é\n\t "), st.integers(0, 600 * MS)), max_size=60)


@given(keys, st.booleans())
def test_no_key_is_ever_lost_or_moved(presses: list[tuple[str, int]], timer: bool) -> None:
    t_ns, moments = 0, []
    for character, pause in presses:
        t_ns += pause
        moments.append((character, t_ns))
    typed, scans = play(Scanner(), moments, timer)
    everything = "".join(character for character, _ in presses)
    if not scans:
        assert typed == everything
    assert len(typed) + sum(len(scan) + 1 for scan in scans) == len(everything)
