"""A game at one table, from pictures to rulings: a frame goes in, what it adds comes out. No thread, no clock.

It decides what is written into the match log; the rules decide what that means. The log is written before it is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.clock import ZeroTest
from calibration.errors import BadInput
from calibration.table_file import Seat, Table
from companion.core.events import Correct, Event, NewMatch, OptionValue
from companion.core.fold import Judged, Match
from companion.core.game import Game
from companion.core.ids import PlayerId
from companion.core.rulings import Verdict
from companion.core.scores import Scores
from companion.referee.adapter import DRAW_PILE, Around, Ask, Told, load_adapter
from companion.referee.claims import Claim, Question, certainty_of, missing_in, proof_of
from companion.referee.spreads import Spreads
from companion.referee.steady import SteadySource
from companion.store.log import MatchLog
from vision.frame import Frame, Gap
from vision.image import Image
from vision.observe import Kind, Observation, Seen
from vision.pace import Pace
from vision.recognise.reading import Reading
from vision.sources.paced import Paced
from vision.sources.source import Source
from vision.spread import Spread
from vision.table import Snapshot
from vision.watcher import Reads, Watcher

CAMERA = "camera"
#: What is unclear or against the rules is told of cards that lie open only after they have lain so for so long: people
#: sort them, and lay them one by one.
PATIENCE_NS = 2_500_000_000
#: A pile that was not seen for so long is told to be hidden: most hands go sooner.
HIDDEN_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Update:
    """What one frame adds. `readings` are the cards on top of the piles, and those that lie open in zones that are read
    whole; `judged` only what is new.

    `note` is empty, or the reason of a gap such as `camera_lost`; the picture is then the last one there was.
    """

    index: int
    t_ns: int
    image: Image
    readings: tuple[Reading, ...]
    judged: tuple[Judged, ...] = ()
    questions: tuple[Question, ...] = ()
    scores: Scores | None = None
    note: str = ""
    #: What was seen in the picture, before the referee made anything of it.
    seen: tuple[Seen | Spread, ...] = ()
    #: What was asked before and needs no answer any more.
    withdrawn: tuple[Question, ...] = ()
    #: Piles that were never seen without a hand over them, for a while now: nothing is ruled there.
    hidden: tuple[str, ...] = ()

    @property
    def tells(self) -> bool:
        """Is it more than a new picture?"""
        return bool(self.judged or self.questions or self.withdrawn or self.note)


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """The card on top of a pile that was asked about: it is not written as long as nobody answers. How much of what
    lies there was written before it came."""

    question: Question
    doubt: dict[str, str | None]
    wrong: bool


class TableSession:
    """Plays one source through watcher, referee, log and rules. A log that has entries is resumed.

    With a zero test above its limit nothing is refereed: times of picture and sound could not be compared. One that is
    well is kept with the first entry that this session writes by itself: the match, or in a match that people have
    begun the first that was seen.
    """

    def __init__(
        self,
        source: Source,
        reader: Reads,
        table: Table,
        game: Game[Any],
        players: Mapping[Seat, PlayerId],
        log: MatchLog,
        options: tuple[tuple[str, OptionValue], ...] = (),
        zero: ZeroTest | None = None,
        pace: Pace | None = None,
    ) -> None:
        if zero is not None:
            zero.check()
        if not players.keys() <= set(table.seats):
            raise BadInput("a player sits where the TABLE has no seat", do="calibrate with the seats that are played")
        if source.size != table.size:
            raise BadInput(f"the pictures are {source.size}, the TABLE was made for {table.size}", source.name)
        self.game = game
        #: How much a live camera's pictures are looked at; a recording is always looked at in full.
        self._pace = source.pace if isinstance(source, Paced) else pace
        # While the camera does not see the table as it was calibrated, its frames are gaps.
        self.source: Source = SteadySource(source, table)
        self.players = dict(players)
        self._adapter = load_adapter(game.info.id)
        self._spreads = Spreads(self._adapter, reader, table)
        self._table = table
        watched = replace(table, piles=tuple(pile for pile in table.piles if pile.name not in self._spreads.names))
        self._watcher = Watcher(reader, watched)
        self._log = log
        self._match = Match(game).extend(log.entries())
        # A match that people began by hand is opened like any other, once its camera sees the piles.
        self._opened = any(each.entry.source.startswith(CAMERA) for each in self._match.judged)
        #: Nothing can be ruled before these are seen; what lies on a draw pile says nothing.
        self._piles = [pile.name for pile in watched.piles if not pile.name.startswith(DRAW_PILE)]
        self._since_ns: int | None = None
        self._last = Update(-1, 0, np.zeros((table.size[1], table.size[0], 3), np.uint8), ())
        self._news: list[Judged] = []
        #: What is still to be noted of the zero test.
        self._zero = zero.noted() if zero else ""
        self._asked: tuple[Ask, ...] = ()
        #: Spreads of which something is told only if they stay as they are.
        self._held: dict[str, Spread] = {}
        #: Piles on which something was asked and not answered, so that what lies there is not what is written; and the
        #: card that was laid on one since and written, right or not.
        self._doubtful: dict[str, str | None] = {}
        #: Piles on which a wrong card lies that does not count, as long as nobody takes it back.
        self._wrong: set[str] = set()
        self._unwritten: dict[str, _Unwritten] = {}
        self._withdrawn: list[Question] = []
        self._blind = False
        self._resumed = -1
        if not self._match.judged:
            opening = NewMatch(game.info.id, tuple(self.players.values()), options)
            self._write(opening, proof=self._once(""))

    @property
    def judged(self) -> tuple[Judged, ...]:
        """Everything ruled so far."""
        return tuple(self._match.judged)

    @property
    def scores(self) -> Scores | None:
        return self._match.scores

    @property
    def places(self) -> Table:
        """The table as it was calibrated."""
        return self._table

    @property
    def table(self) -> Snapshot:
        return self._watcher.snapshot

    def step(self) -> Update | None:
        """The next frame or gap of the source, seen and judged; None at the end."""
        seen = self.source.read()
        if self._pace is not None:
            self._watcher.most_looks = self._pace.level.looks
        if seen is None:
            return None
        if isinstance(seen, Gap):
            self._blind = True
            self._spreads.forget()
            update = Update(self._last.index, seen.since_ns, self._last.image, self._last.readings, note=seen.reason)
        else:
            update = self._see(seen)
        self._last = update
        return update

    def close(self) -> None:
        self.source.close()
        self._log.close()

    def _see(self, frame: Frame) -> Update:
        if self._blind:
            self._blind, self._resumed = False, frame.index
        observations = self._watcher.watch(frame)
        while self._watcher.unexplained:
            self._doubtful[self._watcher.unexplained.pop()] = None
        spreads = self._spreads.see(frame, self._match.state, self._watcher.over)
        unseen = tuple(pile for pile in self._piles if self._watcher.snapshot.stack(pile) is None)
        if not unseen:
            self._open(frame)
        told = () if self._waits_for(unseen) else observations
        questions = [question for seen in told for question in self._told(seen)]
        questions += (question for seen in self._due(frame, spreads) for question in self._lies(seen, frame))
        judged, self._news = tuple(self._news), []
        withdrawn, self._withdrawn = tuple(self._withdrawn), []
        tops = (*self._watcher.snapshot.tops, *self._spreads.open_cards)
        scores = self._match.scores
        return Update(
            frame.index,
            frame.t_ns,
            frame.image,
            tops,
            judged,
            tuple(questions),
            scores,
            seen=(*observations, *spreads),
            withdrawn=withdrawn,
            hidden=self._hidden(unseen, frame),
        )

    def _waits_for(self, unseen: Sequence[str]) -> bool:
        """Has play not begun, because of piles that were not seen yet? What is laid on others until then is what they
        begin with."""
        return bool(unseen) and not self._opened and len(self._match.judged) == 1

    def _hidden(self, unseen: tuple[str, ...], frame: Frame) -> tuple[str, ...]:
        if not unseen or self._since_ns is None:
            self._since_ns = frame.t_ns
        return unseen if frame.t_ns - self._since_ns >= HIDDEN_NS else ()

    def _open(self, frame: Frame) -> None:
        """Once, when every pile has been seen: the table as play begins."""
        if self._opened:
            return
        self._opened = True
        for event in self._adapter.opening(self._watcher.snapshot, tuple(self.players.values())):
            if self.game.judge(self._match.state, event).verdict is Verdict.ILLEGAL:
                continue  # people have opened this pile already
            proof = self._once(f"{self.source.name}#{frame.index}")
            self._write(event, frame.t_ns, frame.t_ns, CAMERA, proof=proof)

    def _told(self, seen: Seen) -> list[Question]:
        """What is to be asked of what was seen."""
        if not isinstance(seen, Observation):
            return self._take(seen)
        questions = self._on_pile(seen)
        self._spreads.explain_visits(seen.pile, seen.hi_ns)
        return questions

    def _on_pile(self, seen: Observation) -> list[Question]:
        """The same of a card. Nobody needs to answer for one that goes back unwritten."""
        before = self._unwritten.pop(seen.pile, None)
        if seen.kind is Kind.TAKE:
            return [] if before is not None and self._goes_back(before, seen) else self._take(seen)
        doubt = {pile: card for pile, card in self._doubtful.items() if pile == seen.pile}
        wrong, count = seen.pile in self._wrong, len(self._match.judged)
        questions = self._take(seen)
        if questions and len(self._match.judged) == count:
            self._unwritten[seen.pile] = _Unwritten(questions[0], doubt, wrong)
        return questions

    def _goes_back(self, card: _Unwritten, seen: Observation) -> bool:
        """Is it the card that was asked about, so that the pile is again as it was before that?"""
        asked = card.question.observation
        if not (isinstance(asked, Observation) and asked.card == seen.card and self._adapter.forgets(seen)):
            return False
        self._doubtful.pop(seen.pile, None)
        self._doubtful |= card.doubt
        if card.wrong:
            self._wrong.add(seen.pile)
        self._withdrawn.append(card.question)
        return True

    def _take(self, seen: Seen) -> list[Question]:
        """Write down what was seen, or ask for what was not."""
        if not self._adapter.minds(seen):
            return []
        if isinstance(seen, Observation) and seen.kind is Kind.TAKE:
            self._wrong.discard(seen.pile)
        player = self.players.get(seen.seat) if seen.seat else None
        if seen.frames[0] <= self._resumed:
            player = None  # it began before or during a gap: who did it was not seen, whatever it looks like
        missing = missing_in(seen, player)
        if missing or player is None:
            if isinstance(seen, Observation):
                self._doubtful[seen.pile] = None
            how = self._adapter.unclear(seen, player, self._around())
            return [Question(seen, missing, how.form, how.known)]
        meant = self._adapter.observed(seen, player, self._around())
        if self._doubtful.get(seen.pile, "") is None:
            # From who plays now nothing is to be concluded where it is not known who played before.
            meant = meant[-1:]
        if self._is_concluded_wrong(meant):
            # Somebody drew, or whoever played was early: which of the two is wrong only the table knows.
            self._doubtful[seen.pile] = None
            how = self._adapter.unclear(seen, player, self._around())
            return [Question(seen, ("player",), how.form, how.known)]
        return [question for told in meant for question in self._do(told, seen)]

    def _is_concluded_wrong(self, meant: Sequence[Told | Ask]) -> bool:
        """Would a call against the rules rest on what was not seen, but only concluded from it?"""
        if len(meant) < 2:
            return False
        *concluded, last = meant
        state = self._match.state
        for told in concluded:
            if isinstance(told, Told):
                state = self.game.apply(state, told.event).state
        return isinstance(last, Told) and self.game.judge(state, last.event).verdict is Verdict.ILLEGAL

    def _due(self, frame: Frame, new: tuple[Spread, ...]) -> list[Spread]:
        """The spreads to be told now: the new ones, and those that were held back and have stayed as they are."""
        for spread in new:
            self._held.pop(spread.zone, None)
        stayed = [spread for spread in self._held.values() if frame.t_ns - spread.t_ns >= PATIENCE_NS]
        for spread in stayed:
            del self._held[spread.zone]
        return [*new, *stayed]

    def _lies(self, seen: Spread, frame: Frame) -> list[Question]:
        """Cards lie open: write down what that means. What is unclear or against the rules may not be all yet."""
        questions: list[Question] = []
        for told in self._adapter.spread(seen, self._around()):
            if frame.t_ns - seen.t_ns < PATIENCE_NS and (isinstance(told, Ask) or self._forbidden(told)):
                self._held[seen.zone] = seen
            else:
                questions += self._do(told, seen)
        return questions

    def _forbidden(self, told: Told) -> bool:
        return not told.amends and self.game.judge(self._match.state, told.event).verdict is Verdict.ILLEGAL

    def _do(self, told: Told | Ask, seen: Seen | Spread) -> list[Question]:
        """Commit what is told, and ask what the game then waits for that no camera can see."""
        if isinstance(told, Ask):
            if isinstance(seen, Observation):
                # As long as nobody answers, what happened on this pile is not written.
                self._doubtful[seen.pile] = None
            return [Question(seen, told.missing, told.form, told.known)]
        if isinstance(seen, Observation) and self._in_doubt(seen, told):
            return [Question(seen, ("below",))]
        event, sure = self._amended(told), told.confidence
        proof = proof_of(seen, self.source.name)
        judged = self.commit(Claim(event, certainty_of(sure), seen.lo_ns, seen.hi_ns, sure, proof))
        refused = judged.rulings[0].verdict is Verdict.ILLEGAL and not judged.rulings[0].reason.stays
        if isinstance(seen, Observation) and seen.kind is Kind.PLACE and refused:
            self._wrong.add(seen.pile)
        self._spreads.forget_draws(seen.hi_ns)
        before, self._asked = self._asked, self._adapter.due(self._match.state)
        return [Question(seen, ask.missing, ask.form, ask.known) for ask in self._asked if ask not in before]

    def _in_doubt(self, seen: Observation, told: Told) -> bool:
        """Would this be called wrong, although it may be right on a card that nobody has written down?"""
        if seen.pile in self._wrong:
            self._wrong.remove(seen.pile)
            self._doubtful[seen.pile] = None
        if seen.pile not in self._doubtful:
            return False
        known = self._doubtful[seen.pile] is not None and seen.kind is Kind.PLACE
        doubted = not known and self._forbidden(told)
        if known:
            del self._doubtful[seen.pile]
        else:
            self._doubtful[seen.pile] = seen.card if seen.kind is Kind.PLACE and not doubted else None
        return doubted

    def _amended(self, told: Told) -> Event:
        if not told.amends:
            return told.event
        same = (judged.entry for judged in reversed(self._match.judged) if isinstance(judged.counted, type(told.event)))
        last = next(same, None)
        return Correct(last.n, told.event, CAMERA) if last is not None else told.event

    def _around(self) -> Around:
        return Around(self._match.state, self.players, self._table, self._spreads.lying, self._spreads.visited)

    def commit(self, claim: Claim) -> Judged:
        """Write a claim into the log, then judge it. Also for the answers to questions."""
        source = f"{CAMERA}.{claim.certainty.value}"
        return self._write(claim.event, claim.lo_ns, claim.hi_ns, source, claim.confidence, self._once(claim.proof))

    def _once(self, proof: str) -> str:
        """A proof, with the zero test before it if that is not noted yet."""
        zero, self._zero = self._zero, ""
        return f"{zero} {proof}".strip()

    def say(self, event: Event) -> Judged:
        """Write down what people say at the table: points, a ruling of their own, an answer. They see every pile."""
        self._doubtful.clear()
        self._wrong.clear()
        self._unwritten.clear()
        return self._write(event)

    def _write(
        self,
        event: Any,
        lo_ns: int = 0,
        hi_ns: int = 0,
        source: str = "hand",
        confidence: float = 1.0,
        proof: str = "",
    ) -> Judged:
        entry = self._log.append(event, lo_ns=lo_ns, hi_ns=hi_ns, source=source, confidence=confidence, proof=proof)
        judged = self._match.add(entry)
        self._news.append(judged)
        return judged
