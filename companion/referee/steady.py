"""A source whose camera may be bumped: frames of a table that is not well become gaps, so nothing is ruled from them.

It decides whether a frame may be judged, and brings frames back to where the table was calibrated after a move. The
drift alarm in `calibration` knows how; the session above sees one steady camera with honest gaps.
"""

from math import inf

import numpy as np

from calibration.drift import DriftAlarm, Outlook, brought_back
from calibration.find import motion_by_mat
from calibration.table_file import Table
from vision.frame import Frame, Gap
from vision.sources.source import Source

#: A picture of the table from before a bump is kept: the last of those taken so often.
KEPT_EVERY_NS = 1_000_000_000
#: After a move the mat knows better than the table's grain where the table is, if it shows as much as this.
SURE_MM = 1.0


class SteadySource:
    def __init__(self, source: Source, table: Table) -> None:
        self._source = source
        self._alarm = DriftAlarm(table.size, table.plane, [pile.polygon for pile in table.piles])
        self.outlook = Outlook()
        self._kept: tuple[Frame, Outlook] | None = None
        self._next: tuple[Frame, Outlook] | None = None

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def size(self) -> tuple[int, int]:
        return self._source.size

    def read(self) -> Frame | Gap | None:
        seen = self._source.read()
        if not isinstance(seen, Frame):
            return seen
        was = self.outlook
        self.outlook = now = self._alarm.look(seen.image, seen.t_ns)
        if now.steady:
            if now.onto != was.onto:
                self._brought_back(seen, SURE_MM)
            self._keep(seen)
        else:
            self._search(seen)
            # The gap begins with the first look that was amiss, not with the one that was sure of it.
            return Gap(now.since_ns if was.steady else seen.t_ns, now.trouble.value)
        if self.outlook.onto is not None:
            return Frame(seen.index, seen.t_ns, brought_back(seen.image, self.outlook.onto), seen.source)
        return seen

    def _keep(self, frame: Frame) -> None:
        """Of two pictures the older one is surely from before whatever happens next."""
        if self._next is None or frame.t_ns - self._next[0].t_ns >= KEPT_EVERY_NS:
            self._kept, self._next = self._next or (frame, self.outlook), (frame, self.outlook)

    def _search(self, frame: Frame) -> None:
        """Nothing is recognised any more: perhaps the mat is."""
        if self._alarm.wants_search:
            self._alarm.searched()
            self._brought_back(frame)

    def _brought_back(self, frame: Frame, least_sure_mm: float = inf) -> None:
        """Where the mat is in the kept picture and in this one, the move is known from it."""
        if self._kept is None:
            return
        well, outlook = self._kept
        motion = motion_by_mat(well.image, frame.image, least_sure_mm)
        if motion is not None:
            before = np.eye(3) if outlook.onto is None else np.array(outlook.onto)
            self.outlook = self._alarm.found(before @ motion, frame.image)

    def close(self) -> None:
        self._source.close()
