"""Names on Windows and macOS: what their systems answer becomes cameras under the right numbers, or only numbers.

Neither system is here. Their objects are made up as they lie in memory, tables of functions and all, and asked by the
same calls; the answers have the shape of those that people with such machines have published.
"""

import ctypes
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources import cameras, named
from vision.sources.cameras import CameraInfo, number_of, webcams
from vision.sources.named import names_by_number
from vision.sources.system_cameras import (
    BIND_TO_STORAGE,
    CREATE_CLASS_ENUMERATOR,
    NEXT,
    PROPERTY_BAG,
    READ,
    VIDEO_INPUT,
    VT_BSTR,
    ObjectiveC,
    Pointer,
    Variant,
    av_foundation,
    direct_show,
)

C270 = "\\\\?\\usb#vid_046d&pid_0825&mi_00#7&235cbc02&0&0000#{65e8773d-8f56-11d0-a3b9-00a0c9223196}\\global"
TWIN = C270.replace("235cbc02", "11f0aa3d")
WINDOWS = [["HD Webcam C270", C270], ["OBS Virtual Camera", None], [None, None], ["HD Webcam C270", TWIN]]
#: As it lists them: the one that was used last comes first.
MAC = [
    ["FaceTime HD Camera", "47B4B64B-7067-4B9C-AD2B-AE273A71F4B5"],
    ["USB Camera", "0x21000000c456366"],
    ["FaceTime HD Camera (Display)", "0x4015000005ac1112"],
]


def listed(told: Any, platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[CameraInfo, ...]:
    monkeypatch.setattr(cameras, "names_by_number", lambda: names_by_number(platform, lambda: json.dumps(told)))
    monkeypatch.setattr(cameras, "on_linux", lambda system: False)
    return webcams(tmp_path / "nothing")


def test_windows_counts_its_cameras_as_it_lists_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = listed(WINDOWS, "win32", monkeypatch, tmp_path)
    assert [(info.name, info.number) for info in found] == [
        ("HD Webcam C270", 0),
        ("OBS Virtual Camera", 1),
        ("Camera 3", 2),
        ("HD Webcam C270", 3),
    ]
    assert [info.id for info in found] == [
        "webcam:HD-Webcam-C270@usb-vid-046d-pid-0825-mi-00-7-235cbc02-0-0000",
        "webcam:OBS-Virtual-Camera@camera",
        "webcam:2",
        "webcam:HD-Webcam-C270@usb-vid-046d-pid-0825-mi-00-7-11f0aa3d-0-0000",
    ]


def test_macos_cameras_are_counted_in_the_order_of_their_ids(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = listed(MAC, "darwin", monkeypatch, tmp_path)
    assert [(info.number, info.id) for info in found] == [
        (0, "webcam:USB-Camera@0x21000000c456366"),
        (1, "webcam:FaceTime-HD-Camera-Display@0x4015000005ac1112"),
        (2, "webcam:FaceTime-HD-Camera@47B4B64B-7067-4B9C-AD2B-AE273A71F4B5"),
    ]


@pytest.mark.parametrize(("told", "platform"), [(WINDOWS, "win32"), (MAC, "darwin")])
def test_a_camera_is_found_again_under_another_number_and_at_another_plug(
    told: list[Any], platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for info in listed(told, platform, monkeypatch, tmp_path):
        others = [["A new one", "0x0"], *told]
        assert number_of(info.id, lambda now=others: listed(now, platform, monkeypatch, tmp_path)) is not None
    moved = [["USB Camera", "0x14100000c456366"]]
    assert number_of("webcam:USB-Camera@0x21", lambda: listed(moved, platform, monkeypatch, tmp_path)) == 0


def test_cameras_that_nothing_tells_apart_have_different_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = listed([["Kamera", None], ["Kamera", None], ["Камера", "a"], ["写真", "b"]], "win32", monkeypatch, tmp_path)
    assert [info.id for info in found] == [
        "webcam:Kamera@camera",
        "webcam:Kamera@camera-2",
        "webcam:Камера@a",
        "webcam:写真@b",
    ]
    assert listed([], "win32", monkeypatch, tmp_path) == ()


@pytest.mark.parametrize(
    "program",
    ["import time; time.sleep(60)", "import os; os.abort()", "raise OSError", "print('[[')", "print('{}')", ""],
)
def test_a_system_that_does_not_answer_leaves_the_numbers(
    program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "asks.py"
    script.write_text(program)
    monkeypatch.setattr(named, "PROGRAM", script)
    monkeypatch.setattr(named, "PATIENCE_S", 0.5)
    assert names_by_number() is None
    only = (CameraInfo("webcam:0", "Camera 1", 0),)
    monkeypatch.setattr(cameras, "on_linux", lambda system: False)
    monkeypatch.setattr(cameras, "_tried", lambda: only)
    assert webcams(tmp_path / "nothing") == only


def test_what_is_asked_is_a_program_that_runs_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real one, and its answer comes through as it was written; here there is neither system."""
    with pytest.raises(subprocess.CalledProcessError) as ended:
        named.ask_system()
    assert ended.value.returncode == 1
    script = tmp_path / "answers.py"
    script.write_text("import json, sys; json.dump([['Камера', None]], sys.stdout)")
    monkeypatch.setattr(named, "PROGRAM", script)
    assert names_by_number("win32") == (("Камера", None),)


def test_nobody_to_run_it_leaves_the_numbers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nobody"))
    assert names_by_number() is None


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda some: st.lists(some, max_size=4)))
def test_any_answer_is_names_or_nothing(told: Any) -> None:
    names = names_by_number("darwin", lambda: json.dumps(told))
    assert names is None or all(text is None or isinstance(text, str) for pair in names for text in pair)


@pytest.mark.parametrize("told", [[["x" * 1001, "a"]], [["x", "a"]] * 65, [["x"]], [["x", 1]], ["ab"]])
def test_an_answer_that_cannot_be_is_none(told: Any) -> None:
    assert names_by_number("win32", lambda: json.dumps(told)) is None


# ---------------------------------------------------------------- the systems' own objects, made up


class Objects:
    """Windows' objects in memory: each a pointer to a table of functions."""

    def __init__(self) -> None:
        self._kept: list[Any] = []

    def new(self, functions: dict[int, tuple[Callable[..., int], tuple[Any, ...]]]) -> Any:
        table = (Pointer * (max(functions) + 1))()
        for place, (function, kinds) in functions.items():
            callback = ctypes.CFUNCTYPE(ctypes.c_long, Pointer, *kinds)(function)
            table[place] = ctypes.cast(callback, Pointer)
            self._kept.append(callback)
        this = ctypes.pointer(table)
        self._kept += [table, this]
        return Pointer(ctypes.addressof(this))

    def text(self, text: str) -> int:
        """As Windows keeps it: its length in bytes, then the letters."""
        letters = text.encode("utf-16-le")
        kept = ctypes.create_string_buffer(len(letters).to_bytes(4, "little") + letters + b"\0\0")
        self._kept.append(kept)
        return ctypes.addressof(kept) + 4


def put(where: int, what: Any) -> None:
    ctypes.cast(where, ctypes.POINTER(Pointer))[0] = what


def windows_with(told: list[Any], objects: Objects) -> Any:
    left = iter(told)

    def bag(properties: dict[str, str | None]) -> Any:
        def read(this: int, name: int, value: int, log: int) -> int:
            text = properties[ctypes.string_at(name, 2 * 20).decode("utf-16-le", "replace").split("\0")[0]]
            if text is None:
                return -2147024894
            into = ctypes.cast(value, ctypes.POINTER(Variant)).contents
            into.type, into.value = VT_BSTR, objects.text(text)
            return 0

        return objects.new({READ: (read, (Pointer, Pointer, Pointer))})

    def moniker(name: str | None, path: str | None) -> Any:
        def bind(this: int, context: int, left_of: int, kind: int, into: int) -> int:
            assert ctypes.string_at(kind, 16) == PROPERTY_BAG.bytes_le
            if name is None:
                return -2147221164
            put(into, bag({"FriendlyName": name, "DevicePath": path}))
            return 0

        return objects.new({BIND_TO_STORAGE: (bind, (Pointer,) * 4)})

    def next_one(this: int, count: int, into: int, got: int) -> int:
        assert count == 1
        pair = next(left, None)
        if pair is None:
            return 1
        put(into, moniker(*pair))
        return 0

    def enumerator(this: int, kind: int, into: int, flags: int) -> int:
        assert ctypes.string_at(kind, 16) == VIDEO_INPUT.bytes_le
        if not told:
            return 1
        put(into, objects.new({NEXT: (next_one, (ctypes.c_ulong, Pointer, Pointer))}))
        return 0

    return objects.new({CREATE_CLASS_ENUMERATOR: (enumerator, (Pointer, Pointer, ctypes.c_ulong))})


@pytest.mark.parametrize("told", [WINDOWS, [], [["Caméra — 写真", C270]]])
def test_direct_show_is_asked_for_names_and_paths(told: list[Any]) -> None:
    objects = Objects()
    assert [list(pair) for pair in direct_show(windows_with(told, objects))] == told


class Runtime:
    """Apple's runtime: classes, names of messages and objects are numbers, and one function takes all messages."""

    def __init__(self, video: list[Any], muxed: list[Any]) -> None:
        self._things: list[Any] = [None]
        self._kept: list[Any] = []
        self._devices = {"vide": video, "muxx": muxed}
        self.objc_getClass = ctypes.CFUNCTYPE(Pointer, ctypes.c_char_p)(lambda name: self.thing(name.decode()))
        self.sel_registerName = ctypes.CFUNCTYPE(Pointer, ctypes.c_char_p)(lambda name: self.thing(name.decode()))
        self.objc_msgSend = ctypes.CFUNCTYPE(Pointer, Pointer, Pointer, Pointer)(self.message)

    def thing(self, what: Any) -> int:
        self._things.append(what)
        return len(self._things) - 1

    def message(self, receiver: int, name: int, argument: int | None) -> int | None:
        thing, said = self._things[receiver], self._things[name]
        if said == "stringWithUTF8String:":
            assert thing == "NSString" and argument is not None
            return self.thing(ctypes.string_at(argument).decode())
        if said == "devicesWithMediaType:":
            assert thing == "AVCaptureDevice" and argument is not None
            return self.thing(self._devices[self._things[argument]])
        if said == "count":
            return len(thing)
        if said == "objectAtIndex:":
            return self.thing(thing[argument or 0])
        if said in ("localizedName", "uniqueID"):
            text = thing[0 if said == "localizedName" else 1]
            return None if text is None else self.thing(text)
        assert said == "UTF8String"
        letters = ctypes.create_string_buffer(thing.encode())
        self._kept.append(letters)
        return ctypes.addressof(letters)


def test_av_foundation_is_asked_for_video_then_for_mixed_devices() -> None:
    runtime = Runtime(MAC, [["Camcorder — 写真", "0x1"], [None, "0x2"]])
    assert [list(pair) for pair in av_foundation(ObjectiveC(runtime))] == [
        *MAC,
        ["Camcorder — 写真", "0x1"],
        [None, "0x2"],
    ]
    assert list(av_foundation(ObjectiveC(Runtime([], [])))) == []
