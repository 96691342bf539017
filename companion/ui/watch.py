"""The watch screen: the live picture, the ruling card, the totals and what was ruled before. It decides nothing."""

from collections import deque
from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.core.fold import Judged
from companion.core.rulings import Verdict
from companion.core.scores import Scores
from companion.core.words import Catalogue
from companion.referee.session import Update
from companion.ui.parts import RulingRow, TotalPanel
from companion.ui.picture import Picture
from companion.ui.present import (
    Proof,
    clock,
    is_shown,
    limit_line,
    outlines_view,
    proof_of,
    question_line,
    ruling_view,
    text,
    totals_view,
)
from companion.ui.theme import PLAYER_MARKS, Palette

#: How many earlier rulings stay in reach of a thumb; the match log keeps them all.
RECENT = 40


class RulingPanel(BoxLayout):
    """The ruling card: verdict, sentence, rule, the picture that proves it, how sure it is. Always in this order."""

    symbol = StringProperty("")
    colour = ColorProperty((0, 0, 0, 0))
    word = StringProperty("")
    sentence = StringProperty("")
    rule = StringProperty("")
    time = StringProperty("")
    sure = StringProperty("")

    def show_nothing(self, palette: Palette, language: str) -> None:
        self.symbol, self.colour = "", palette.text
        self.word, self.sentence = text("empty", language), text("empty.more", language)

    def show(self, judged: Judged, proof: Proof, words: Catalogue, palette: Palette, language: str) -> None:
        view = ruling_view(judged, words, language)
        self.symbol, self.colour = view.verdict.value, palette.of(view.verdict)
        self.word, self.sentence, self.time = view.word, view.sentence, view.time
        self.rule = view.rule
        self.sure = f"[b]{view.certainty}[/b] · {view.source}" if view.certainty else view.source
        self.ids.proof.show(proof.image, proof.outlines, palette)


class WatchScreen(Screen):
    """What a table sees while it plays. `show` takes one update after the other."""

    words: Catalogue = ObjectProperty({})
    palette: Palette = ObjectProperty()
    language = StringProperty("en")
    title = StringProperty("")
    time = StringProperty("0:00.0")
    state_word = StringProperty("")
    limit = StringProperty("")
    notice = StringProperty("")
    playing = BooleanProperty(True)
    ended = BooleanProperty(False)
    wide = BooleanProperty(True)
    narrow = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self._rulings: deque[tuple[Judged, Proof]] = deque(maxlen=RECENT)
        self._last: Update | None = None
        super().__init__(**properties)
        self.bind(
            size=self._turn,
            language=self._tell_again,
            words=self._tell_again,
            playing=self._tell_state,
            ended=self._tell_state,
        )
        self._tell_again()

    def show(self, update: Update) -> None:
        """The newest picture, and whatever was ruled with it."""
        self._show_notice(update)
        self._last = update
        self.time = clock(update.t_ns)
        for judged in update.judged:
            if is_shown(judged):
                self._add(judged, proof_of(judged, update, self.words, self.language))
        self._show_picture(update)
        if update.scores is not None:
            self._show_totals(update.scores)

    def _show_notice(self, update: Update) -> None:
        """What the camera cannot see. A question stays until something else is known."""
        if update.note:
            self.notice = text("gap", self.language, reason=update.note)
        elif update.questions:
            self.notice = question_line(update.questions[-1], self.language)
        elif update.judged or (self._last is not None and self._last.note):
            self.notice = ""

    def _ruled(self) -> dict[str, Verdict]:
        """The last verdict on every card: the earliest come first, so later ones win."""
        return {
            card: judged.rulings[0].verdict
            for judged, _ in self._rulings
            if isinstance(card := getattr(judged.entry.event, "card", None), str)
        }

    def _show_picture(self, update: Update) -> None:
        outlines = outlines_view(update.readings, self._ruled(), self.words, self.language)
        self.ids.picture.show(update.image, outlines, self.palette)

    def _add(self, judged: Judged, proof: Proof) -> None:
        if self._rulings:
            self._show_row(self._rulings[-1][0])
        self._rulings.append((judged, proof))
        self.ids.ruling.show(judged, proof, self.words, self.palette, self.language)
        picture: Picture = self.ids.picture
        picture.glow = self.palette.of(judged.rulings[0].verdict)
        Animation.cancel_all(picture, "glow")
        Animation(glow=(*picture.glow[:3], 0), duration=1.6, t="in_quad").start(picture)

    def _show_row(self, judged: Judged) -> None:
        view = ruling_view(judged, self.words, self.language)
        row = RulingRow(colour=self.palette.of(view.verdict))
        row.show(view)
        rows = self.ids.recent
        rows.add_widget(row, index=len(rows.children))
        if len(rows.children) >= RECENT:
            rows.remove_widget(rows.children[0])

    def _show_totals(self, scores: Scores) -> None:
        panels = self.ids.totals
        views = totals_view(scores, self.language)
        if len(panels.children) != len(views):
            panels.clear_widgets()
            for place in range(len(views)):
                colour, mark = PLAYER_MARKS[place % len(PLAYER_MARKS)]
                panels.add_widget(TotalPanel(mark=mark, mark_colour=colour))
        # Kivy keeps children in the reverse order of their being added.
        for panel, view in zip(reversed(panels.children), views, strict=True):
            panel.show(view)
        self.limit = limit_line(scores, self.language)

    def _turn(self, *_: object) -> None:
        self.wide, self.narrow = self.width > self.height, self.width < dp(600)

    def _tell_state(self, *_: object) -> None:
        self.state_word = text("end" if self.ended else "live" if self.playing else "paused", self.language)

    def _tell_again(self, *_: object) -> None:
        """Say everything that is on the screen once more, in the language of now."""
        self._tell_state()
        self.title = self.words.get(self.language, {}).get("name", "Tapis")
        self.ids.recent.clear_widgets()
        for judged, _proof in list(self._rulings)[:-1]:
            self._show_row(judged)
        if self._rulings:
            self.ids.ruling.show(*self._rulings[-1], self.words, self.palette, self.language)
        else:
            self.ids.ruling.show_nothing(self.palette, self.language)
        if self._last is not None:
            self._show_picture(self._last)
            if self._last.scores is not None:
                self._show_totals(self._last.scores)
