"""What comes in by codes: read, checked against what this device knows, and turned into what the app may do about it.

Whoever holds up a code is a stranger; what a code can cause is `companion.codes.meaning`'s closed list.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from io import BytesIO

from calibration.calibration import load_calibration
from calibration.errors import BadInput
from companion.codes.code import PieceCode, TableCode, read_code
from companion.codes.handoff import Collector
from companion.codes.meaning import Action, Known, action_for
from companion.core.codec import kinds_of
from companion.decks import OWN_DECK
from companion.desk import Desk
from companion.games import game_ids, load_game
from companion.sharing.codes import handed_over
from companion.store.key import household_key
from companion.store.lines import lines_of, named_game, read_lines
from companion.store.sqlite import MatchFile
from companion.ui.household import Person, clean_name
from companion.ui.setup import Setup
from vision.image import Image

TABLES = "tables"


class Door:
    """`present` are those who have signed in with their badges, in that order."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.present: tuple[str, ...] = ()

    def read(self, text: str, hear: Callable[[Action], None], sorry: Callable[[str], None]) -> None:
        """What to do about a code, or why nothing can be done."""
        try:
            hear(action_for(read_code(text.strip().upper(), household_key(self._desk.folder)), self._known()))
        except BadInput as wrong:
            sorry(str(wrong))

    def sign_in(self, player: str) -> None:
        """Somebody is here; who was not known is from now on."""
        name, household = clean_name(player), self._desk.household
        if name and name not in {person.name for person in household.people}:
            self._desk.change(household.with_person(Person(name, household.free_mark())))
        self.present = (*(each for each in self.present if each != name), name)

    def collect(
        self,
        collector: Collector,
        piece: PieceCode,
        came: Callable[[tuple[str, ...]], None],
        sorry: Callable[[str], None],
    ) -> None:
        """One piece more; with the last one the match is kept, and its players are told."""
        try:
            log = collector.add(piece)
            if log is not None:
                came(self.keep_match(log))
        except BadInput as wrong:
            sorry(str(wrong))

    def seated(self, setup: Setup) -> Setup:
        """A match for those who are here, if anybody has said so."""
        most = setup.game.info.players[1]
        return replace(setup, players=self.present[:most]) if self.present else setup

    def keep_match(self, log: bytes) -> tuple[str, ...]:
        """Add a match that came by codes, whole or not at all; it tells the players."""
        lines = lines_of(BytesIO(log))
        game = load_game(named_game(lines))
        reading = read_lines(lines, kinds_of(game.events))
        if reading.damage is not None:
            raise BadInput(f"the match is damaged ({reading.damage})", "codes", "show its codes again")
        self._desk.folder.mkdir(parents=True, exist_ok=True)
        with closing(MatchFile(self._desk.match_file)) as file:
            file.begin(kinds_of(game.events)).extend(reading.entries)
        return self._desk.history()[0].line.players

    def handed_over(self) -> tuple[Image, ...]:
        """The newest match as pictures of codes; none if there is no match."""
        history = self._desk.history()
        if not history:
            return ()
        return handed_over(self._desk.entries(history[0].line.match), household_key(self._desk.folder))

    def _known(self) -> Known:
        tables = frozenset(filter(None, map(_table_of, self._calibrated())))
        decks = frozenset((game, OWN_DECK) for game in game_ids())
        return Known(tables, decks, frozenset(person.name for person in self._desk.household.people))

    def _calibrated(self) -> tuple[str, ...]:
        """The codes of the tables that are calibrated here; a damaged file is none."""
        codes = []
        for path in sorted((self._desk.folder / TABLES).glob("*.json")):
            try:
                codes.append(load_calibration(path).code)
            except BadInput:
                continue
        return tuple(codes)


def _table_of(text: str) -> str:
    try:
        code = read_code(text).code
    except BadInput:
        return ""
    return code.table if isinstance(code, TableCode) else ""
