"""Asking for a permission politely: first why, then the system's question, and the way back after a refusal.

It decides what a person is shown; the keys are texts of `companion.tablet`. Without the camera the app stays a full
score keeper, so a refusal is never a dead end.
"""

from enum import Enum

from companion.tablet.ports import Device, Permission


class Step(Enum):
    """Where the conversation stands. The value is the last part of its text's key."""

    GRANTED = "granted"
    #: The reason, and a button that asks.
    REASON = "reason"
    #: It was refused once: the reason again, shorter, and what works without.
    REFUSED = "refused"
    #: The system asks no more: the button leads to its settings.
    FOR_GOOD = "for_good"


class Asking:
    """One permission, for as long as the app runs."""

    def __init__(self, device: Device, permission: Permission) -> None:
        self._device, self._permission = device, permission
        self._asked = False

    @property
    def step(self) -> Step:
        """Asked anew each time: a permission can be given or taken in the settings at any moment."""
        if self._device.allows(self._permission):
            return Step.GRANTED
        if self._device.may_ask_again(self._permission):
            return Step.REFUSED
        return Step.FOR_GOOD if self._asked else Step.REASON

    @property
    def text(self) -> str:
        """The key of the sentence for this step; empty once there is nothing to ask."""
        step = self.step
        return "" if step is Step.GRANTED else f"permission.{self._permission.name.lower()}.{step.value}"

    def go_on(self) -> None:
        """The person pressed the button."""
        step = self.step
        if step is Step.FOR_GOOD:
            self._device.open_settings()
        elif step is not Step.GRANTED:
            self._asked = True
            self._device.ask(self._permission)
