"""The zones of a table that are read whole, and the places that are only reached over. It decides what is read when."""

from collections.abc import Mapping
from typing import Any

from calibration.table_file import Table
from companion.referee.adapter import Adapter
from vision.dice import DiceReader
from vision.frame import Frame
from vision.recognise.reading import Reading
from vision.spread import BESIDE, ReadsRegions, Spread, SpreadWatch, Visits

#: A pile from which cards are taken unseen.
DRAW = "draw"


class Spreads:
    def __init__(self, adapter: Adapter, reader: ReadsRegions, table: Table) -> None:
        self._adapter = adapter
        outlines = {pile.name: pile.polygon for pile in table.piles}
        cards, dice = adapter.zones(table), adapter.dice(table)
        #: The places that no watcher of piles should look at.
        self.names = frozenset(name for zones in (cards, dice) for names in zones.values() for name in names)

        def watches(zones: Mapping[str, tuple[str, ...]], reads: ReadsRegions) -> list[SpreadWatch]:
            return [SpreadWatch(zone, [outlines[n] for n in names], table, reads) for zone, names in zones.items()]

        self._zones = [*watches(cards, reader), *watches(dice, DiceReader(table))]
        self._beside = SpreadWatch(BESIDE, list(outlines.values()), table, reader, beside=True)
        self._visits = {name: Visits(each, table.size) for name, each in outlines.items() if name.startswith(DRAW)}
        #: What lies open in each zone, as last told.
        self.lying: dict[str, Spread] = {}
        #: The places that somebody has reached over since this was last cleared.
        self.visited: set[str] = set()

    def see(self, frame: Frame, state: Any) -> tuple[Spread, ...]:
        """What has changed. Hands beside the piles are looked for only while the game waits for them."""
        zones = [*self._zones, self._beside] if self._adapter.counts_up(state) else self._zones
        told = tuple(spread for zone in zones if (spread := zone.see(frame)) is not None)
        self.lying.update({spread.zone: spread for spread in told})
        self.visited.update(name for name, visits in self._visits.items() if visits.see(frame.image))
        return told

    @property
    def open_cards(self) -> tuple[Reading, ...]:
        return tuple(card for spread in self.lying.values() for card in spread.cards)

    def forget(self) -> None:
        """The table was hidden for a while: whatever lies there is told again."""
        for zone in (*self._zones, self._beside):
            zone.forget()
