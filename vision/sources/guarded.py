"""A live camera made honest: a picture is delivered only if it is well, and trouble is told as a `Gap`.

It decides when a camera counts as lost and when it is tried again. What a gap means for a match is decided above; the
check that the camera still looks at the same table is handed in (`well_again`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from calibration.errors import BadInput
from vision.frame import Frame, Gap
from vision.image import Image
from vision.sources.camera import FROZEN, LOST, MOVED, SLOW, STALLED, Clock, Feed, Lost, Shot
from vision.sources.faults import Inspector
from vision.sources.grabber import SteadyClock
from vision.sources.rate import Rate
from vision.sources.timeline import Timeline

MS = 1_000_000
#: Nobody waits longer than this for one look at the feed.
POLL_NS = 100 * MS
#: Without a picture for so long the camera has stalled; just opened, it is given longer.
STALLED_NS = 1_000 * MS
OPENING_NS = 5_000 * MS
#: A fault that lasts less is passed over: its pictures are dropped, nothing is told.
PATIENCE_NS = 300 * MS
FROZEN_NS = 700 * MS
#: A gap that lasts is told again, so that whoever steps the source keeps control.
AGAIN_NS = 500 * MS
#: After so long with faults only, the camera is opened anew.
REOPEN_NS = 5_000 * MS
BACK_OFF_NS = (500 * MS, 1_000 * MS, 2_000 * MS, 5_000 * MS)
#: How often a camera that is gone is looked for: it is opened at once when it is back.
PRESENCE_NS = 500 * MS


@dataclass(slots=True)
class _Trouble:
    """Nothing good was seen since `since_ns` (on the frames' clock) and `begun_ns` (on ours)."""

    reason: str
    since_ns: int
    begun_ns: int
    tell_at: int
    told: bool = False


def _not_opened(reason: str, name: str) -> BadInput:
    """A tablet says why in short, and the screens have words for that."""
    if reason != LOST:
        return BadInput(reason)
    return BadInput("no picture comes from this camera", name, "is it plugged in, and used by nobody else?")


class Guarded:
    """A `Source`. Making one waits for the first picture; `BadInput` if none comes.

    `upright` turns and mirrors a picture as the camera's settings say.
    """

    def __init__(
        self,
        feed: Feed,
        name: str,
        clock: Clock | None = None,
        upright: Callable[[Image], Image] = lambda image: image,
        well_again: Callable[[Image], bool] = lambda image: True,
    ) -> None:
        self.name, self.well_again = name, well_again
        self._feed, self._clock, self._upright = feed, clock or SteadyClock(), upright
        self._inspector, self._timeline, self._rate = Inspector(), Timeline(), Rate()
        self._trouble: _Trouble | None = None
        self._closed = False
        self._index, self._seen_ns = 0, 0
        self._attempts, self._reopen_at = 0, 0
        self._opened_ns = self._heard_ns = self._clock.now()
        self._deadline_ns = OPENING_NS
        self._present, self._probe_at = True, 0
        self._waiting: Frame | None = None
        self._open()
        self._waiting = self._first()
        self.size = (self._waiting.image.shape[1], self._waiting.image.shape[0])

    @property
    def trouble(self) -> str:
        """Why nothing is seen at this moment, or why it is seen badly; empty when all is well."""
        return self._trouble.reason if self._trouble else SLOW if self._rate.slow else ""

    @property
    def fps(self) -> float:
        """What the camera makes, not what is taken of it; 0 until that is known."""
        return self._rate.fps

    def read(self) -> Frame | Gap | None:
        """Waits for the next good picture, but hardly longer than a second; None once it is closed."""
        item: Frame | Gap | None = None
        if self._waiting is not None:
            item, self._waiting = self._waiting, None
        while item is None and not self._closed:
            item = self._look()
        return item

    def close(self) -> None:
        self._closed = True
        self._feed.stop()

    # ---------------------------------------------------------------- one look

    def _look(self) -> Frame | Gap | None:
        if self._reopen_at:
            self._try_again()
            return self._gap()
        shot, now = self._feed.take(POLL_NS), self._clock.now()
        if isinstance(shot, Lost):
            return self._lose(shot.reason)
        if shot is None:
            return self._lose(STALLED) if now - self._heard_ns > self._deadline_ns else self._gap()
        self._heard_ns, self._deadline_ns = now, STALLED_NS
        return self._judge(shot)

    def _judge(self, shot: Shot) -> Frame | Gap | None:
        image = self._upright(shot.image)
        fault = self._inspector.fault(image)
        after_gap = self._trouble is not None and self._trouble.told
        if not fault and after_gap and not self.well_again(image):
            fault = MOVED
        if fault:
            return self._suffer(fault)
        self._trouble, self._attempts = None, 0
        frame = self._frame(shot, image)
        if self._rate.see(shot):
            self._waiting = frame
            return Gap(frame.t_ns, SLOW)
        return frame

    def _frame(self, shot: Shot, image: Image) -> Frame:
        self._seen_ns = self._timeline.of(shot)
        self._index += 1
        return Frame(self._index - 1, self._seen_ns, image, self.name)

    def _first(self) -> Frame:
        fault, until = "", self._clock.now() + OPENING_NS
        while self._clock.now() < until:
            shot = self._feed.take(POLL_NS)
            if isinstance(shot, Lost):
                self.close()
                raise _not_opened(shot.reason, self.name)
            if shot is not None:
                image = self._upright(shot.image)
                fault = self._inspector.fault(image)
                if not fault:
                    self._heard_ns, self._deadline_ns = self._clock.now(), STALLED_NS
                    return self._frame(shot, image)
        self.close()
        if fault:
            raise BadInput("this camera sees nothing but black", self.name, "uncover the lens, put on the light")
        raise _not_opened(LOST, self.name)

    # ---------------------------------------------------------------- trouble

    def _suffer(self, fault: str) -> Gap | None:
        """A picture that shows nothing is dropped; told only if the fault lasts."""
        now = self._clock.now()
        trouble = self._in_trouble(fault, FROZEN_NS if fault == FROZEN else PATIENCE_NS)
        # Just opened again, some first send what they saw last.
        frozen = fault == FROZEN and now - max(trouble.begun_ns, self._opened_ns) >= FROZEN_NS
        if frozen or (now - self._opened_ns > REOPEN_NS and now - trouble.begun_ns > REOPEN_NS):
            return self._lose(fault)
        return self._gap()

    def _lose(self, reason: str) -> Gap | None:
        """Leave the camera alone, and try again later each time."""
        self._feed.stop()
        self._in_trouble(reason, 0).tell_at = self._clock.now()
        self._reopen_at = self._clock.now() + BACK_OFF_NS[min(self._attempts, len(BACK_OFF_NS) - 1)]
        self._attempts += 1
        return self._gap()

    def _try_again(self) -> None:
        now = self._clock.now()
        if now >= self._probe_at:
            was, self._present = self._present, self._feed.present()
            self._probe_at = now + PRESENCE_NS
            if self._present and not was:
                self._reopen_at = now
        if self._present and now >= self._reopen_at:
            self._open()
        else:
            self._clock.sleep(POLL_NS)

    def _open(self) -> None:
        self._feed.start()
        self._reopen_at = 0
        self._opened_ns = self._heard_ns = self._clock.now()
        self._deadline_ns = OPENING_NS

    def _in_trouble(self, reason: str, patience_ns: int) -> _Trouble:
        now = self._clock.now()
        if self._trouble is None:
            self._trouble = _Trouble(reason, self._seen_ns, now, now + patience_ns)
        self._trouble.reason = reason
        return self._trouble

    def _gap(self) -> Gap | None:
        """Tell the trouble, if it is time to."""
        trouble, now = self._trouble, self._clock.now()
        if trouble is None or now < trouble.tell_at:
            return None
        trouble.told, trouble.tell_at = True, now + AGAIN_NS
        return Gap(trouble.since_ns, trouble.reason)
