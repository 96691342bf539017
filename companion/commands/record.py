"""Record a table: pictures in short segments that can be cut anywhere, with their own times.

SOURCE is a live camera (a name or number that `tapis cameras` lists, or an address), recorded until Ctrl-C or for
--seconds; or a video file or another recording, which is imported whole. FOLDER is new. With --table only the table is
kept of each picture: what is farther from its piles than a forearm is black (--whole-picture keeps everything).
--most-mb keeps the newest minutes only. `tapis watch`, `tapis referee` and `tapis doctor` read the folder.

When the disk fills up, recording ends while 300 MB are left, says so, and the exit status is 1.

    tapis record webcam:0 --table table.json --out ~/recordings/friday
    tapis record phone.mp4 --out ~/recordings/quarrel
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.errors import BadInput

if TYPE_CHECKING:
    from companion.recorder import Recorder
    from vision.sources.source import Source

HELP = "record a camera, or import a video file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="a camera, a video file or a recording")
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="the new recording")
    parser.add_argument("--table", type=Path, metavar="TABLE", help="the TABLE file of the camera")
    parser.add_argument("--seconds", type=float, metavar="S", help="end after so many seconds")
    parser.add_argument("--most-mb", type=float, default=0.0, metavar="MB", help="keep no more than so much")
    parser.add_argument("--whole-picture", action="store_true", help="keep what is not table, too")
    parser.add_argument("--json", action="store_true", help="one JSON object at the end")


def run(args: argparse.Namespace) -> int:
    from calibration.table_file import load_table
    from companion.commands._sitting import open_any
    from companion.recorder import Recorded, begin_recording
    from vision.recording.room import Room

    table = load_table(args.table) if args.table else None
    source = open_any(args.source)
    try:
        if table is not None and table.size != source.size:
            raise BadInput("the TABLE was made for pictures of another size", str(args.table), "calibrate this camera")
        recorder = begin_recording(
            args.out,
            source,
            table,
            whole_picture=args.whole_picture,
            most_bytes=round(args.most_mb * 1e6),
        )
        record(Recorded(source, recorder), recorder, args.seconds)
    finally:
        source.close()
    _tell(args, recorder)
    return 1 if recorder.room is Room.NONE else 0


def record(source: "Source", recorder: "Recorder", seconds: float | None) -> None:
    """Until the end, Ctrl-C, so many seconds, or no room. Whatever ends it, what was recorded is closed."""
    from vision.frame import Frame

    warned = False
    first_ns: int | None = None
    try:
        while recorder.filming and (seen := source.read()) is not None:
            if recorder.room.value == "little" and not warned:
                print("There is room for less than half an hour.", file=sys.stderr)
                warned = True
            if isinstance(seen, Frame):
                first_ns = seen.t_ns if first_ns is None else first_ns
                if seconds is not None and seen.t_ns - first_ns >= seconds * 1e9:
                    break
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        recorder.end_film()


def _tell(args: argparse.Namespace, recorder: "Recorder") -> None:
    writer = recorder.writer
    seconds, size = round(writer.seconds, 3), round(writer.bytes / 1e6, 1)
    row = {
        "folder": str(args.out),
        "frames": writer.frames,
        "seconds": seconds,
        "mb": size,
        "room": recorder.room.value,
    }
    if args.json:
        print(json.dumps(row))
    else:
        print(f"{writer.frames} pictures, {seconds} s, {size} MB written: {args.out}")
    if recorder.room.value == "none":
        why = recorder.trouble or "less than 300 MB are left"
        print(f"tapis record: the recording ended early ({why}); what was recorded is good", file=sys.stderr)
