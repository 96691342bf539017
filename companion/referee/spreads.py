"""The zones of a table that are read whole, and the places that are only reached over. It decides what is read when."""

from collections.abc import Mapping
from typing import Any

from calibration.table_file import Seat, Table
from companion.referee.adapter import DRAW_PILE, Adapter, Visit
from vision.dice import DiceReader
from vision.frame import Frame
from vision.recognise.reading import Reading
from vision.spread import BESIDE, ReadsRegions, Spread, SpreadWatch, Visits


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
        self._visits = {name: Visits(each, table.size) for name, each in outlines.items() if name.startswith(DRAW_PILE)}
        #: What lies open in each zone, as last told.
        self.lying: dict[str, Spread] = {}
        self._piles = [name for name in outlines if name not in self.names]
        #: Who has reached over which place and is not forgotten, and which reaches go on.
        self._visited: list[Visit] = []
        self._going_on: dict[str, Visit] = {}

    def see(self, frame: Frame, state: Any, over: Mapping[str, frozenset[Seat]]) -> tuple[Spread, ...]:
        """What has changed. Hands beside the piles are looked for only while the game waits for them. `over` says
        from which sides arms are seen to reach over a place now."""
        zones = [*self._zones, self._beside] if self._adapter.counts_up(state) else self._zones
        told = tuple(spread for zone in zones if (spread := zone.see(frame)) is not None)
        self.lying.update({spread.zone: spread for spread in told})
        for name in self._piles:
            # A card is drawn unseen. So somebody of whom no arm is seen counts there too.
            reached = name in self._visits and self._visits[name].see(frame.image)
            seats = over.get(name, frozenset())
            self._visit(name, seats if seats or reached else None, frame.t_ns)
        return told

    def _visit(self, place: str, seats: frozenset[Seat] | None, t_ns: int) -> None:
        """One reach is as many pictures in a row as show somebody there; not all of them show who it is."""
        if seats is None:
            self._going_on.pop(place, None)
            return
        before = self._going_on.get(place)
        self._going_on[place] = now = (
            Visit(place, seats | before.seats, before.since_ns, t_ns) if before else Visit(place, seats, t_ns, t_ns)
        )
        if before is None:
            self._visited.append(now)
        elif before in self._visited:
            self._visited[self._visited.index(before)] = now

    @property
    def visited(self) -> tuple[Visit, ...]:
        return tuple(self._visited)

    def explain_visits(self, pile: str, until_ns: int) -> None:
        """Whoever reached over that pile before was told of: a card was laid there, or taken."""
        self._visited = [v for v in self._visited if v.place != pile or v.since_ns >= until_ns]

    def forget_draws(self, before_ns: int) -> None:
        """That were over before a card came. One since then, before that was read, tells of the next player."""
        self._visited = [v for v in self._visited if v.place not in self._visits or v.until_ns >= before_ns]

    @property
    def open_cards(self) -> tuple[Reading, ...]:
        return tuple(card for spread in self.lying.values() for card in spread.cards)

    def forget(self) -> None:
        """The table was hidden for a while: whatever lies there is told again."""
        for zone in (*self._zones, self._beside):
            zone.forget()
