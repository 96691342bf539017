"""Asks Windows or macOS for the cameras in the order in which OpenCV numbers them. Run as a program of its own.

It prints a JSON list with a pair for each camera, its name and what the system knows it by; null where the system does
not say. A mistake in a call from outside the language can end the process: it is not the one in which people play.

DirectShow: OpenCV counts the monikers of the video input category, those that cannot be read as well. AVFoundation: the
devices for video, then those for video mixed with sound; OpenCV puts them into the order of their ids, as whoever reads
this list must.
"""

import ctypes
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from uuid import UUID

Told: TypeAlias = tuple[str | None, str | None]

Pointer = ctypes.c_void_p
#: How Windows calls the functions of its objects; elsewhere, and for its 64 bits, there is only one way.
_METHOD: Callable[..., Any] = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)


# ---------------------------------------------------------------- Windows

DEVICE_ENUM = UUID("62BE5D10-60EB-11D0-BD3B-00A0C911CE86")
CREATE_DEV_ENUM = UUID("29840822-5B84-11D0-BD3B-00A0C911CE86")
VIDEO_INPUT = UUID("860BB310-5D01-11D0-BD3B-00A0C911CE86")
PROPERTY_BAG = UUID("55272A00-42CB-11CE-8135-00AA004BB851")
IN_PROCESS, VT_BSTR = 1, 8
#: Where in the tables of their objects these functions stand; the first three are those of every object.
CREATE_CLASS_ENUMERATOR = NEXT = READ = 3
BIND_TO_STORAGE = 9


class Variant(ctypes.Structure):
    """A value that says of what type it is."""

    _fields_ = (("type", ctypes.c_ushort), ("reserved", ctypes.c_ushort * 3), ("value", Pointer), ("more", Pointer))


def guid(name: UUID) -> Any:
    return ctypes.create_string_buffer(name.bytes_le, 16)


def _call(this: Pointer, place: int, *arguments: Any) -> int:
    """A function of an object, by its place in the object's table; 0 is success."""
    table = ctypes.cast(this, ctypes.POINTER(ctypes.POINTER(Pointer))).contents
    method = _METHOD(ctypes.c_long, Pointer, *(type(argument) for argument in arguments))(table[place])
    return int(method(this, *arguments))


def direct_show(devices: Pointer) -> Iterator[Told]:
    """What an ICreateDevEnum tells. Nothing is given back: the process ends with the list."""
    monikers, moniker, bag = Pointer(), Pointer(), Pointer()
    wanted, there = ctypes.cast(guid(VIDEO_INPUT), Pointer), ctypes.cast(ctypes.pointer(monikers), Pointer)
    # 1 instead of 0: there is no camera.
    if _call(devices, CREATE_CLASS_ENUMERATOR, wanted, there, ctypes.c_ulong(0)) != 0:
        return
    next_one, storage = (ctypes.cast(ctypes.pointer(place), Pointer) for place in (moniker, bag))
    kind = guid(PROPERTY_BAG)
    while _call(monikers, NEXT, ctypes.c_ulong(1), next_one, Pointer()) == 0:
        bound = _call(moniker, BIND_TO_STORAGE, Pointer(), Pointer(), ctypes.cast(kind, Pointer), storage)
        yield (_property(bag, "FriendlyName"), _property(bag, "DevicePath")) if bound == 0 else (None, None)


def _property(bag: Pointer, name: str) -> str | None:
    asked, value = ctypes.create_string_buffer((name + "\0").encode("utf-16-le")), Variant()
    got = _call(bag, READ, ctypes.cast(asked, Pointer), ctypes.cast(ctypes.pointer(value), Pointer), Pointer())
    if got != 0 or value.type != VT_BSTR or not value.value:
        return None
    # The length in bytes stands before the text.
    length = ctypes.c_uint32.from_address(value.value - 4).value
    return ctypes.string_at(value.value, length).decode("utf-16-le", "replace")


def _windows() -> list[Told]:
    devices = Pointer()
    if sys.platform == "win32":
        ole = ctypes.windll.ole32
        ole.CoInitialize(None)
        if ole.CoCreateInstance(guid(DEVICE_ENUM), None, IN_PROCESS, guid(CREATE_DEV_ENUM), ctypes.byref(devices)):
            raise OSError("DirectShow cannot be asked")
    return list(direct_show(devices))


# ---------------------------------------------------------------- macOS

#: What AVMediaTypeVideo and AVMediaTypeMuxed stand for.
MEDIA = (b"vide", b"muxx")


class ObjectiveC:
    """The runtime of Apple's objects: messages to them, by name."""

    def __init__(self, library: Any) -> None:
        self._library = library
        library.objc_getClass.restype = library.sel_registerName.restype = Pointer
        library.objc_getClass.argtypes = library.sel_registerName.argtypes = (ctypes.c_char_p,)
        self._send = ctypes.cast(library.objc_msgSend, Pointer).value or 0

    def named(self, name: bytes) -> int:
        return int(self._library.objc_getClass(name) or 0)

    def send(self, receiver: int, message: bytes, *arguments: Any) -> int:
        """Pointers and whole numbers go in and out in the same way."""
        method = ctypes.CFUNCTYPE(Pointer, Pointer, Pointer, *(Pointer for _ in arguments))(self._send)
        return int(method(receiver, self._library.sel_registerName(message), *arguments) or 0)


def av_foundation(system: ObjectiveC) -> Iterator[Told]:
    for media in MEDIA:
        kind = system.send(
            system.named(b"NSString"), b"stringWithUTF8String:", ctypes.cast(ctypes.c_char_p(media), Pointer)
        )
        devices = system.send(system.named(b"AVCaptureDevice"), b"devicesWithMediaType:", kind)
        for place in range(system.send(devices, b"count") if devices else 0):
            device = system.send(devices, b"objectAtIndex:", place)
            yield _text(system, device, b"localizedName"), _text(system, device, b"uniqueID")


def _text(system: ObjectiveC, device: int, name: bytes) -> str | None:
    text = system.send(device, name)
    letters = system.send(text, b"UTF8String") if text else 0
    return ctypes.string_at(letters).decode("utf-8", "replace") if letters else None


def _mac() -> list[Told]:
    ctypes.CDLL("/System/Library/Frameworks/AVFoundation.framework/AVFoundation")
    return list(av_foundation(ObjectiveC(ctypes.CDLL("/usr/lib/libobjc.A.dylib"))))


if __name__ == "__main__":
    json.dump(_windows() if sys.platform == "win32" else _mac(), sys.stdout)
