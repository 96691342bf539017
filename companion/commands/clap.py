"""tapis clap CLIP SOUND --table TABLE: the zero test, a few claps seen and heard, kept with the table.

Film yourself clapping three times or more, once a second, above the middle of the table, with the camera and the
microphone that will referee. CLIP is the film, SOUND its sound as a WAV file that began with it. The clock of the
sound is compared with the clock of the pictures; a table whose clocks cannot be compared is not refereed.

    tapis clap claps.mp4 claps.wav --table kitchen.json

A phone's film gives its sound by `ffmpeg -i claps.mp4 claps.wav`.
"""

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

from calibration.calibration import load_calibration, save_calibration
from calibration.clock import ZeroTest, claps_heard, claps_seen, zero_test
from calibration.errors import BadInput
from companion.commands._wave import read_wave

HELP = "the zero test: claps that are seen and heard, for refereeing"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clip", metavar="CLIP", help="the film of the claps")
    parser.add_argument("sound", type=Path, metavar="SOUND", help="its sound, a WAV file that began with it")
    parser.add_argument("--table", type=Path, required=True, metavar="TABLE", help="the table to keep the result with")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    known = load_calibration(args.table)
    times_ns, motion = _motion(args.clip)
    samples, rate_hz = read_wave(args.sound)
    test = zero_test(claps_seen(times_ns, motion), claps_heard(samples, rate_hz, times_ns[0]))
    test.check()
    save_calibration(replace(known, zero=test), args.table, replace=True)
    print(json.dumps(asdict(test)) if args.json else _told(test), file=sys.stdout if args.json else sys.stderr)
    return 0


def _told(test: ZeroTest) -> str:
    return f"{test.claps} claps: sound {test.offset_ms:.0f} ms after the picture, give or take {test.spread_ms:.0f} ms."


def _motion(clip: str) -> tuple[list[int], list[float]]:
    """When each frame was taken, and how much of it differs from the one before."""
    from companion.zero import moving
    from vision.sources.open import open_source

    source = open_source(clip)
    seen = [(frame.t_ns, moved) for frame, moved in moving(source)]
    source.close()
    if len(seen) < 3:
        raise BadInput("the film of the claps is empty", clip, "film a few seconds")
    return [t_ns for t_ns, _ in seen], [moved for _, moved in seen]
