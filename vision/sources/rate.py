"""How many pictures a second a camera makes, and whether that is much less than it used to. It decides nothing else."""

from collections import deque

from vision.sources.camera import Shot

#: The rate is taken over this time; less than half of what was usual is slow.
WINDOW_NS = 1_500_000_000
SLOW_SHARE = 0.5


class Rate:
    """Counts what the device made, also the pictures nobody had time for."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, int]] = deque()
        self._usual = 0.0
        self.fps = 0.0
        self.slow = False

    def see(self, shot: Shot) -> bool:
        """True at the moment in which the camera becomes slow."""
        seen = self._seen
        if seen and shot.number <= seen[-1][1]:
            seen.clear()  # opened anew
        seen.append((shot.arrived_ns, shot.number))
        while len(seen) > 2 and shot.arrived_ns - seen[1][0] >= WINDOW_NS:
            seen.popleft()
        span = shot.arrived_ns - seen[0][0]
        if span < WINDOW_NS:
            return False
        was = self.slow
        self.fps = (shot.number - seen[0][1]) * 1e9 / span
        self._usual = max(self._usual, self.fps)
        self.slow = self.fps < SLOW_SHARE * self._usual
        return self.slow and not was
