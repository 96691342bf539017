"""The ruling card: verdict, sentence, rule, the picture that proves it, how sure it is, what people can do about it.

Always in this order. What people decided stays beside what the rules first said. It decides nothing itself.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from companion.core.fold import Judged
from companion.ui.parts import Veiled
from companion.ui.present import Proof, RulingView, text
from companion.ui.table_model import TableModel, can_be_disputed
from companion.ui.theme import PLAYER_SHAPES, Palette


class RulingPanel(Veiled):
    """One ruling. `deciding` is the question who overrules; it is answered by one press, or left alone."""

    symbol = StringProperty("")
    colour = ColorProperty((0, 0, 0, 0))
    word = StringProperty("")
    sentence = StringProperty("")
    rule = StringProperty("")
    time = StringProperty("")
    sure = StringProperty("")
    #: What the rules first said, where people decided otherwise, and who decided.
    before = StringProperty("")
    n = NumericProperty(0)
    disputable = BooleanProperty(False)
    has_proof = BooleanProperty(False)
    compact = BooleanProperty(False)
    #: As high as all it says; what is around it scrolls.
    flows = BooleanProperty(False)
    deciding = BooleanProperty(False)
    is_last = BooleanProperty(True)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.model: TableModel | None = None
        self._marks: tuple[int, ...] = ()
        #: What the chips that are there were made for: one ruling after the other is disputed in the same way.
        self._offered: object = None
        self.on_correct: Callable[[Judged], None] = lambda judged: None

    def show_nothing(self, palette: Palette, language: str, watched: bool) -> None:
        self.symbol, self.colour, self.n, self.disputable, self.has_proof = "", palette.text, 0, False, False
        self.word = text("empty" if watched else "empty.hand", language)
        self.sentence = text("empty.more" if watched else "empty.hand.more", language)
        self.rule = self.time = self.sure = self.before = ""
        self.leave(language)

    def show(self, judged: Judged, view: RulingView, proof: Proof | None, language: str, palette: Palette) -> None:
        asking = self.deciding and judged.entry.n == self.n
        self.n = judged.entry.n
        self.symbol, self.colour = view.verdict.value, palette.of(view.verdict)
        self.word, self.sentence, self.time = view.word, view.sentence, view.time
        self.rule, self.before = view.rule, view.before
        sure = f"[b]{view.certainty}[/b]" if view.certainty else ""
        accepted = text("ruling.accepted", language) if judged.accepted else ""
        self.sure = "  ·  ".join(filter(None, (sure, view.source, accepted)))
        self.disputable = can_be_disputed(judged)
        self.has_proof = proof is not None
        if proof is not None:
            self.ids.proof.show(proof.image, proof.outlines, palette)
        if asking:
            self._offer_deciders(language, palette)
        else:
            self.leave(language)

    def offer(self, language: str) -> None:
        """What can be done about the ruling; nothing where it cannot be disputed."""
        flow, app = self.ids.actions, App.get_running_app()
        asked = self.model is not None and self.disputable and self.model.wants_answer(self.n)
        offered = (language, app.palette, self.disputable, asked, self.has_proof)
        if offered == self._offered:
            return
        self._offered = offered
        flow.clear_widgets()
        if self.disputable:
            if asked:
                flow.offer(text("ruling.accept", language), app.accept_ruling, chosen=True)
            flow.offer(text("ruling.overrule", language), app.ask_who)
        if self.has_proof:
            flow.offer(text("replay", language), self.replay)
        if self.disputable:
            flow.offer(text("ruling.correct", language), self.correct)
            flow.offer(text("ruling.void", language), self.take_back)

    def ask_who(self, marks: tuple[int, ...], palette: Palette, language: str) -> None:
        """Who overrules? Every player, or the whole table: one press does it."""
        self.deciding, self._marks = True, marks
        self.ids.why.text = ""
        self._offer_deciders(language, palette)

    def _offer_deciders(self, language: str, palette: Palette) -> None:
        assert self.model is not None
        flow, self._offered = self.ids.actions, None
        flow.clear_widgets()
        for seat, player in enumerate(self.model.players):
            mark = self._marks[seat]
            looks = {"mark": PLAYER_SHAPES[mark], "mark_colour": palette.players[mark]}
            flow.offer(player, partial(self.overrule, player), **looks)
        flow.offer(text("ruling.table", language), partial(self.overrule, text("ruling.table", language)))
        flow.offer(text("ruling.leave", language), partial(self.leave, language))

    def leave(self, language: str) -> None:
        self.deciding = False
        self.offer(language)

    def overrule(self, who: str) -> None:
        assert self.model is not None
        self.deciding = False
        self.model.overrule(self.n, by=who, why=self.ids.why.text.strip())

    def accept(self) -> None:
        """Once, and only what somebody should look at: a key can be pressed at any time."""
        assert self.model is not None
        if self.model.wants_answer(self.n):
            self.model.accept(self.n)

    def replay(self) -> None:
        App.get_running_app().replay(self.n)

    def take_back(self) -> None:
        assert self.model is not None
        self.model.void(self.n)

    def correct(self) -> None:
        assert self.model is not None
        self.on_correct(self.model.judged[self.n - 1])
