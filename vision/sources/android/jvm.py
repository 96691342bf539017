"""The way into Java: the one place that imports pyjnius. It exists on Android only, or where a test brings it."""

from typing import Any

ACTIVITY = "org.kivy.android.PythonActivity"


def java(name: str) -> Any:
    """A Java class by its full name."""
    from jnius import autoclass

    return autoclass(name)


def activity() -> Any:
    """The app's one activity, which is also its context."""
    return java(ACTIVITY).mActivity


def java_error() -> type[Exception]:
    """What a Java exception is here."""
    from jnius import JavaException

    error: type[Exception] = JavaException
    return error


def leave_thread() -> None:
    """The last thing a thread of ours does: Android ends an app whose thread dies while it is known to Java."""
    from jnius import detach

    detach()
