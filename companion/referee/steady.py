"""A source whose camera may be bumped: frames of a table that is not well become gaps, so nothing is ruled from them.

It decides whether a frame may be judged, and brings frames back to where the table was calibrated after a move. The
drift alarm in `calibration` knows how; the session above sees one steady camera with honest gaps.
"""

from calibration.drift import DriftAlarm, Outlook, brought_back
from calibration.table_file import Table
from vision.frame import Frame, Gap
from vision.sources.source import Source


class SteadySource:
    def __init__(self, source: Source, table: Table) -> None:
        self._source = source
        self._alarm = DriftAlarm(table.size, table.plane, [pile.polygon for pile in table.piles])
        self.outlook = Outlook()

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
        if not now.steady:
            # The gap begins with the first look that was amiss, not with the one that was sure of it.
            return Gap(now.since_ns if was.steady else seen.t_ns, now.trouble.value)
        if now.onto is not None:
            return Frame(seen.index, seen.t_ns, brought_back(seen.image, now.onto), seen.source)
        return seen

    def close(self) -> None:
        self._source.close()
