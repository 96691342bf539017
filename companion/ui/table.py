"""The table: the live picture where there is one, the ruling card, the totals, and writing by hand. It decides nothing.

Everything it shows comes from a `TableModel`; a watched table sends updates besides, with pictures and what was seen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.core.events import META_EVENTS
from companion.core.fold import Judged
from companion.core.rulings import Verdict
from companion.core.words import Catalogue
from companion.referee.claims import Question
from companion.referee.session import Update
from companion.ui.entry import Form, score_form
from companion.ui.entry_panel import EntryPanel, correction_form
from companion.ui.labels import game_name
from companion.ui.pads import answer_of
from companion.ui.parts import TotalPanel, TotalsRow, natural_width
from companion.ui.picture import Picture as Picture  # table.kv names it
from companion.ui.present import (
    OutlineView,
    Proof,
    TotalView,
    gap_line,
    health_line,
    hidden_line,
    is_shown,
    limit_line,
    outlines_view,
    proof_of,
    question_line,
    ruling_view,
    running_clock,
    seat_rows,
    subject,
    text,
    totals_view,
    winner_line,
)
from companion.ui.ruling_panel import RulingPanel
from companion.ui.table_model import TableModel
from companion.ui.theme import PLAYER_SHAPES, Palette

#: How many pictures of rulings are kept; the match log keeps every ruling itself.
PROOFS = 40


class NoticeBar(BoxLayout):
    """A sentence over the table that needs no answer, and what could be answered. It never stands in the way."""

    words = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.say_again: Callable[[], None] = lambda: None

    def tell(self, words: str, *answers: tuple[str, Any], again: Callable[[], None] = lambda: None) -> None:
        """`again` says it once more, where it can be said in another language."""
        self.words, self.say_again = words, again
        flow = self.ids.answers
        flow.clear_widgets()
        for answer, then in answers:
            flow.offer(answer, then)


class TableScreen(Screen):
    """What a table sees while it plays."""

    palette: Palette = ObjectProperty()
    language = StringProperty("en")
    title = StringProperty("")
    time = StringProperty("")
    state_word = StringProperty("")
    limit = StringProperty("")
    health = StringProperty("")
    direction = StringProperty("")
    watched = BooleanProperty(False)
    playing = BooleanProperty(True)
    ended = BooleanProperty(False)
    #: Of a match that people play: off, opening, on; empty for a recording, which has no camera.
    camera = StringProperty("")
    #: The key of what is to be said about the recording.
    film = StringProperty("")
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    wide = BooleanProperty(True)
    narrow = BooleanProperty(False)
    #: Little room: see table.kv.
    tight = BooleanProperty(False)
    flows = BooleanProperty(False)
    face_players = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self.model: TableModel | None = None
        self.marks: tuple[int, ...] = ()
        self._proofs: dict[int, Proof] = {}
        self._last: Update | None = None
        self._before: Update | None = None
        self._shown = 0
        #: The panels of the totals by seat, and what they were made for.
        self._panels: dict[int, TotalPanel] = {}
        self._shape: object = None
        #: Where cards are looked for, and how exactly that is known: None where nobody measured it.
        self.zones: tuple[OutlineView, ...] = ()
        self.residual_mm: float | None = None
        super().__init__(**properties)
        self.bind(
            size=self._turn,
            language=self._say_again,
            palette=self.refresh,
            face_players=self.refresh,
            flows=self._turn_flows,
            watched=self._turn_watched,
            camera=self._tell_camera,
            playing=self._tell_state,
            ended=self._tell_state,
        )
        self.ids.notice.bind(words=self._bring_notice)
        self._order()
        self.refresh()

    # ---------------------------------------------------------------- what happens

    def open(self, model: TableModel, marks: tuple[int, ...]) -> None:
        """A match is on the table. `marks` are its players' colours and symbols."""
        self.model, self.marks = model, marks
        ruling: RulingPanel = self.ids.ruling
        ruling.model = model
        ruling.on_correct = self.correct
        self._shown = 0
        self.refresh()

    def show(self, update: Update, fresh: Sequence[Judged] = ()) -> None:
        """The newest picture; `fresh` are the entries that came with it."""
        self._tell_update(update)
        self._before, self._last = self._last, update
        self._tell_health()
        self.time = running_clock(update.t_ns)
        if self.model is not None:
            for judged in fresh:
                if is_shown(judged):
                    self._keep(judged, proof_of(judged, update, self.words, self.language))
            if fresh:
                self.news(fresh)
                return
        self._show_picture(update)

    def news(self, fresh: Sequence[Judged]) -> None:
        """Entries were written, by whomever: the newest ruling comes onto the card."""
        shown = [judged for judged in fresh if is_shown(judged)]
        if shown and self.model is not None:
            # Whoever is about to overrule is not interrupted.
            if not self.ids.ruling.deciding:
                self._shown = subject(self.model.judged, shown[-1].entry.n)
            verdict = shown[-1].rulings[0].verdict
            self.ids.picture.light(self.palette.of(verdict))
            if verdict is not Verdict.LEGAL and not self.watched:
                self._bring_ruling()
        self.refresh()

    def _keep(self, judged: Judged, proof: Proof) -> None:
        self._proofs[judged.entry.n] = proof
        if len(self._proofs) > PROOFS:
            del self._proofs[min(self._proofs)]

    def _tell_update(self, update: Update) -> None:
        """What the camera cannot see. A question stays until something else is known."""
        notice, last = self.ids.notice, self._last
        if update.note:
            notice.tell(gap_line(update.note, self.language), again=partial(self._tell_update, update))
        elif update.questions:
            self._ask(update.questions[-1])
        elif update.judged or update.withdrawn or (last is not None and (last.note or last.hidden != update.hidden)):
            self._tell_hidden(update.hidden)

    def _tell_hidden(self, places: Sequence[str]) -> None:
        self.ids.notice.tell(hidden_line(places, self.words, self.language), again=partial(self._tell_hidden, places))

    def _ask(self, question: Question) -> None:
        """A small question, with a form in which what was seen is filled in already. Nobody has to answer."""
        words, answers = question_line(question, self.words, self.language), []
        if self.model is not None and (answer := answer_of(question, self.model.game)) is not None:
            begin = partial(self._answer, *answer)
            answers = [
                (text("question.answer", self.language), begin),
                (text("ruling.leave", self.language), self.stay),
            ]
        self.ids.notice.tell(words, *answers, again=partial(self._ask, question))

    def _answer(self, form: Form, values: dict[str, Any]) -> None:
        self.stay()
        self.ids.entry.begin(form, form.blank() | values)

    # ---------------------------------------------------------------- what people do

    def step_ruling(self, by: int) -> None:
        """Look at an earlier or a later ruling."""
        shown = self._rulings
        if shown:
            numbers = [judged.entry.n for judged in shown]
            place = numbers.index(self._shown) if self._shown in numbers else len(numbers) - 1
            place = max(0, min(len(numbers) - 1, place + by))
            self._shown = 0 if place == len(numbers) - 1 else numbers[place]
            self._show_ruling()

    def show_ruling(self, n: int) -> None:
        self._shown = subject(self.model.judged, n) if self.model is not None else 0
        self._show_ruling()
        self._bring_ruling()

    def ask_who(self) -> None:
        self._shown = self.ids.ruling.n
        self.ids.ruling.ask_who(self.marks, self.palette, self.language)
        self._bring_ruling()

    def _bring_notice(self, *_: object) -> None:
        """A question that nobody sees would be none. Whoever is writing is left where they are."""
        if self.ids.notice.words and self.flows and not self.ids.entry.open:
            self.ids.stage.scroll_y = 1

    def _bring_ruling(self) -> None:
        """Into sight, where not all is."""
        if self.flows:
            Clock.schedule_once(lambda _seconds: self.ids.stage.scroll_to(self.ids.ruling, animate=False))

    def correct(self, judged: Judged) -> None:
        """Open the form in which an entry was (or could have been) written, to put it right."""
        event = judged.counted or judged.entry.event
        assert self.model is not None
        form = correction_form(self.model.game, event)
        if form is not None:
            self.ids.entry.begin(form, form.filled(event), judged.entry.n)

    def score_for(self, seat: int) -> None:
        """Points by hand for one player, by a press on the total."""
        assert self.model is not None
        entry: EntryPanel = self.ids.entry
        entry.begin(score_form(), {"player": self.model.players[seat]})

    def ask_to_leave(self) -> None:
        """Back was pressed: nothing is lost by leaving, but nobody leaves a match by accident."""
        app = App.get_running_app()
        self.ids.notice.tell(
            text("leave.ask", self.language),
            (text("leave.yes", self.language), app.leave_table),
            (text("leave.no", self.language), self.stay),
            again=self.ask_to_leave,
        )

    def tell_no_camera(self, why: str, way_out: str = "") -> None:
        """Why nobody watches, and the screen where that can be changed. Writing by hand goes on."""
        app = App.get_running_app()
        ways = [(text(way_out, self.language), partial(app.go, way_out))] if way_out else []
        again = (text("live.again", self.language), app.toggle_camera)
        self.ids.notice.tell(why, *ways, again, (text("ruling.leave", self.language), self.stay))

    def ask(self, words: str, answer: str, then: Any) -> None:
        self.ids.notice.tell(words, (answer, then), (text("ruling.leave", self.language), self.stay))

    def stay(self) -> None:
        self.ids.notice.tell("")

    @property
    def asking(self) -> bool:
        return bool(self.ids.notice.ids.answers.children)

    # ---------------------------------------------------------------- what is shown

    def _say_again(self, *_: object) -> None:
        self.refresh()
        self.ids.notice.say_again()

    def refresh(self, *_: object) -> None:
        """Show everything once more: in the language, the colours and the scores of now."""
        self._tell_state()
        if self.palette is None:
            return
        model = self.model
        if model is None:
            self.ids.ruling.show_nothing(self.palette, self.language, self.watched)
            return
        self.title = game_name(model.game, self.language)
        self.direction = {"clockwise": "clockwise", "anticlockwise": "anticlockwise"}.get(
            model.game.info.direction.value, ""
        )
        self.can_undo, self.can_redo = model.can_undo, model.can_redo
        self._show_ruling()
        self._show_totals()
        self.ids.entry.show(model, self.marks, self.palette, self.language)
        if self._last is not None:
            self._tell_health()
            self._show_picture(self._last)

    @property
    def words(self) -> Catalogue:
        return self.model.game.words if self.model is not None else {}

    @property
    def _rulings(self) -> list[Judged]:
        """What has a card of its own. What people decide about it stands on that card."""
        judged = self.model.judged if self.model is not None else ()
        return [each for each in judged if is_shown(each) and not isinstance(each.entry.event, META_EVENTS)]

    def _show_ruling(self) -> None:
        card: RulingPanel = self.ids.ruling
        shown = self._rulings
        if not shown or self.model is None:
            card.show_nothing(self.palette, self.language, self.watched)
            return
        judged = next((each for each in shown if each.entry.n == self._shown), shown[-1])
        later = self.model.judged[judged.entry.n :]
        view = ruling_view(self.model.told(judged), self.words, self.language, later)
        if gone := self.model.taken_back_with(judged.entry.n):
            rounds = (ruling_view(self.model.judged[n - 1], self.words, self.language) for n in gone)
            before = "  ·  ".join(each.before for each in rounds)
            view = replace(view, sentence=text("ruling.round_back", self.language), before=before)
        if self.model.over and judged is shown[-1]:
            view = replace(view, word=winner_line(self.model.scores, self.language) or view.word)
        card.is_last = judged is shown[-1]
        card.show(judged, view, self._proofs.get(judged.entry.n), self.language, self.palette)

    def _show_totals(self, *_: object) -> None:
        model = self.model
        if model is None or model.scores is None or self.palette is None:
            return
        views = totals_view(model.scores, self.language, model.turn)
        places = seat_rows(len(views), model.game.info.direction.value, one_row=self.watched and not self.tight)
        flat = self.tight and not self._has_room([view.player for view in views], max(map(len, places)))
        if flat:
            places = tuple((seat,) for seat in range(len(views)))
        # Whoever sits on the far side reads the number upside down, so it is turned round.
        turns = [180 if self.face_players and not flat else 0] * (len(places) - 1) + [0]
        looks = [
            [self._look(views[seat], seat, turn, flat) for seat in row] for row, turn in zip(places, turns, strict=True)
        ]
        shape = (looks, places, self.flows, self._room_for(len(places)))
        if shape != self._shape:
            self._shape, self._panels = shape, {}
            self._lay_out(looks, places)
        for seat, panel in self._panels.items():
            panel.show(views[seat])
        self.limit = limit_line(model.scores, self.language)

    def _room_for(self, rows: int) -> float:
        """So high a row of totals can be where everything else stands beside them and can scroll."""
        alone = self.flows and self.wide and not self.watched
        return float((self.height - dp(110) - sp(40)) / rows - dp(12)) if alone else 0.0

    def _has_room(self, names: Sequence[str], across: int) -> bool:
        """Whether panels that stand so many in a row show every name whole."""
        room = (self.width * (0.58 if self.wide else 1) - dp(54)) / across
        desk = App.get_running_app().desk
        widths = [natural_width(name, sp(20), True) + (dp(54) if desk.photo_of(name) else 0) for name in names]
        return bool(max(widths) + dp(100) <= room)

    def _lay_out(self, looks: Sequence[Sequence[Mapping[str, Any]]], places: Sequence[Sequence[int]]) -> None:
        """New panels for the totals, which takes longer than to write others into those there are."""
        rows = self.ids.totals
        rows.clear_widgets()
        for look, row in zip(looks, places, strict=True):
            for seat, properties in zip(row, look, strict=True):
                self._panels[seat] = panel = TotalPanel(**properties)
                panel.bind(on_release=lambda _panel, seat=seat: self.score_for(seat))
            panels = [self._panels[seat] for seat in row]
            rows.add_widget(TotalsRow(panels, low=self.flows, room=self._room_for(len(places))))

    def _look(self, view: TotalView, seat: int, turn: int, flat: bool) -> Mapping[str, Any]:
        assert self.palette is not None
        mark = self.marks[seat]
        line = natural_width(view.player, sp(20), True) + natural_width(view.total, sp(34), True) + dp(150)
        return {
            "mark": PLAYER_SHAPES[mark],
            "mark_colour": self.palette.players[mark],
            "photo": App.get_running_app().desk.photo_of(view.player),
            "turn": turn,
            "flat": flat and line <= self.width * (0.58 if self.wide else 1),
        }

    def _show_picture(self, update: Update) -> None:
        ruled = {
            card: judged.rulings[0].verdict
            for judged in self._rulings[-PROOFS:]
            if isinstance(card := getattr(judged.entry.event, "card", None), str)
        }
        outlines = outlines_view(update.readings, ruled, self.words, self.language)
        self.ids.picture.show(update.image, (*self.zones, *outlines), self.palette)

    def _tell_health(self) -> None:
        if self._last is not None:
            self.health = health_line(self._last, self._before, self.language, self.residual_mm)

    def _turn(self, *_: object) -> None:
        self.wide = self.width > self.height and self.width > sp(560)
        self.narrow = self.width < sp(600)
        # As many panels stand side by side as have room.
        self._show_totals()

    def _turn_flows(self, *_: object) -> None:
        self._order()
        self._show_totals()

    def _order(self) -> None:
        """Where not all is in sight, what people came for is: the rulings of a camera, or the pad to write by hand."""
        side, last = self.ids.side, self.ids.ruling if self.flows and not self.watched else self.ids.entry
        if side.children[0] is not last:
            side.remove_widget(last)
            side.add_widget(last)

    def _turn_watched(self, *_: object) -> None:
        """What was seen last is no longer what there is to see."""
        self._order()
        if not self.watched:
            self._last = self._before = self.residual_mm = None
            self.zones = ()
            self.health = self.time = ""
        self.refresh()

    def _tell_camera(self, *_: object) -> None:
        if self.camera == "opening":
            self.ids.notice.tell(text("live.opening", self.language), again=self._tell_camera)
        elif self.camera == "on":
            self.stay()

    def _tell_state(self, *_: object) -> None:
        if self.watched:
            self.state_word = text("end" if self.ended else "live" if self.playing else "paused", self.language)
        elif self.model is not None:
            over = self.model.over
            self.state_word = text("over" if over else "round", self.language, round=self.model.round)
