"""When a live picture was taken: the device's own time where it can be believed, else when it arrived.

Device clocks count from anywhere, stand still, jump or run backwards. Arrival is late by the way through the driver,
but never wrong by more than that; so the device may only refine it.
"""

from vision.sources.camera import Shot

#: A picture is on its way no longer than this. What the device claims beyond that is wrong.
LONGEST_WAY_NS = 250_000_000


class Timeline:
    """Times count from the first picture and only ever grow."""

    def __init__(self) -> None:
        self._start_ns: int | None = None
        self._last_ns = -1
        self._offset: int | None = None

    def of(self, shot: Shot) -> int:
        if self._start_ns is None:
            self._start_ns = shot.arrived_ns
        arrived = shot.arrived_ns - self._start_ns
        t_ns = self._refined(arrived, shot.device_ns)
        self._last_ns = t_ns if t_ns > self._last_ns else max(arrived, self._last_ns + 1)
        return self._last_ns

    def _refined(self, arrived: int, device_ns: int | None) -> int:
        """The quickest way a picture ever took tells how far the two clocks are apart."""
        if not device_ns or device_ns < 0:
            return arrived
        offset = arrived - device_ns
        if self._offset is None or not 0 <= offset - self._offset <= LONGEST_WAY_NS:
            # Quicker than ever: a better offset. Slower than can be: the device's clock has jumped, begin again.
            self._offset = offset
        return device_ns + self._offset
