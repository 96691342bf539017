"""Writing by hand: the pad of everything that can be written, and the form that is open. It decides nothing.

It is part of a screen, never a window over it: totals and picture stay in sight, and nothing has to be answered.
"""

from functools import partial
from typing import Any, ClassVar

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput

from companion.core.events import Event
from companion.core.game import Game
from companion.core.ids import CardId, PlayerId
from companion.core.words import say
from companion.ui.entry import (
    CORRECTED_BY,
    CORRECTED_WHY,
    UNKNOWN,
    Field,
    Form,
    Kind,
    card_groups,
    correction_of,
    next_seat,
    piles_of,
    typed,
)
from companion.ui.labels import choice_label, event_label, field_label, group_label, short_card, tint_of
from companion.ui.pads import at_hand, forms_of, pad_of, round_form_of
from companion.ui.parts import CardFlow, Flow, Press
from companion.ui.present import text
from companion.ui.table_model import TableModel
from companion.ui.theme import PLAYER_SHAPES, Palette

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "0", "<")


class Caption(Label):
    """The name of a question; its looks are in entry_panel.kv."""


class NumberBox(Label):
    """A number as it is typed."""

    active = BooleanProperty(False)


class EntryPanel(BoxLayout):
    """The pad, or one open form. `on_done` hears that something was written."""

    palette: Palette
    preview = StringProperty("")
    preview_symbol = StringProperty("")
    preview_colour = ColorProperty((0, 0, 0, 0))
    heading = StringProperty("")
    #: As high as all it holds; what is around it scrolls.
    flows = BooleanProperty(False)
    open = BooleanProperty(False)
    ready = BooleanProperty(False)
    #: A number is typed and other players have none yet: the main button goes on to the next of them.
    goes_on = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.model: TableModel | None = None
        self.language = "en"
        self.marks: tuple[int, ...] = ()
        self.form: Form | None = None
        self.values: dict[str, Any] = {}
        self.correcting = 0
        self._all, self._asked_all, self._seat = False, False, 0
        self._writing: str = ""
        #: What the pad that is shown was made for.
        self._padded: object = None

    # ---------------------------------------------------------------- the pad

    def show(self, model: TableModel, marks: tuple[int, ...], palette: Palette, language: str) -> None:
        """The pad of a match. A form that is open stays open."""
        self.model, self.marks, self.palette, self.language = model, marks, palette, language
        if self.form is not None:
            self.show_form()
        elif self._padded != self._pad_of():
            self.show_pad()

    def _pad_of(self) -> object:
        """What the pad depends on: most entries change nothing of it."""
        return self._model, self._model.over, self._model.round, self.palette, self.language, self._all

    def show_pad(self) -> None:
        model = self._model
        self._padded = self._pad_of()
        self.form, self.open, self.correcting = None, False, 0
        self.heading = text("over" if model.over else "entry.pad", self.language)
        body = self.ids.body
        body.clear_widgets()
        flow = Flow()
        round_form = self.round_form
        if model.over:
            # What people want then; what was forgotten can still be written.
            app = App.get_running_app()
            flow.offer(text("start.rematch", self.language), app.rematch, chosen=True)
            flow.offer(text("scores", self.language), app.go_scores)
            flow.offer(text("share", self.language), partial(app.go, "share"))
        else:
            label = text("entry.round", self.language, round=model.round)
            flow.offer(label, partial(self.begin, round_form), chosen=True)
        forms, first = forms_of(model.game), pad_of(model.game).first
        shown = forms if self._all or not first else [form for form in forms if form.key in first]
        if model.over and not self._all:
            shown = []
        for form in shown:
            if form.event is not round_form.event:
                flow.offer(event_label(form, model.game, self.language), partial(self.begin, form))
        if len(shown) < len(forms):
            flow.offer(text("entry.more", self.language), self._show_all)
        flow.offer(text("help", self.language), App.get_running_app().go_help)
        body.add_widget(flow)

    @property
    def round_form(self) -> Form:
        model = self._model
        return round_form_of(model.game, model.players, text("entry.round", self.language, round=model.round))

    def _show_all(self) -> None:
        self._all = True
        self.show_pad()

    # ---------------------------------------------------------------- a form

    def begin(self, form: Form, values: dict[str, Any] | None = None, correcting: int = 0) -> None:
        """Open a form, with what is most likely filled in already. One without questions is written at once."""
        model = self._model
        self.form, self.open, self.correcting = form, True, correcting
        self.values = form.blank() | (values or {})
        self._asked_all, self._seat = bool(correcting), 0
        for field in form.fields:
            if field.kind is Kind.SEATS and not self.values[field.name]:
                self.values[field.name] = (None,) * len(model.players)
            if field.name == "player" and not values and model.turn is not None:
                self.values["player"] = model.players[model.turn]
            if field.kind is Kind.PILE and not values and len(piles_of(model.state)) == 1 and not field.optional:
                self.values[field.name] = piles_of(model.state)[0]
        numbers = [field.name for field in form.fields if field.kind in (Kind.NUMBER, Kind.SEATS)]
        self._writing = numbers[0] if numbers else ""
        self.show_form()

    def cancel(self) -> None:
        self.show_pad()

    def enter(self) -> None:
        """Write what the form says. The screen hears of it by the log."""
        form, model = self.form, self._model
        if self.goes_on:
            self._next_seat()
        if form is None or not self.ready:
            return
        events, values, correcting = form.make(self.values), self.values, self.correcting
        self.show_pad()
        if correcting:
            model.correct(correcting, events[0], values[CORRECTED_BY.name], values[CORRECTED_WHY.name].strip())
        else:
            model.write(*events)

    def key(self, character: str) -> bool:
        """A key of the keyboard, for the number that is being typed."""
        if not (self.open and self._writing and character in KEYS):
            return False
        self._type(character)
        return True

    def show_form(self) -> None:
        form, model, self._padded = self.form, self._model, None
        assert form is not None
        self.heading = (
            text("entry.round", self.language, round=model.round)
            if form.key == self.round_form.key and form.event is self.round_form.event
            else event_label(form, model.game, self.language)
        )
        if self.correcting:
            self.heading = f"{text('ruling.correct', self.language)} · {self.heading}"
        body = self.ids.body
        body.clear_widgets()
        later = [field for field in form.fields if self._is_later(field)]
        for field in form.fields:
            if field not in later:
                body.add_widget(Caption(text=field_label(field, form, self.language)))
                self._ask(field)
        if later:
            flow = Flow()
            flow.offer(text("entry.details", self.language), self._ask_all)
            body.add_widget(flow)
        self._look()

    def _is_later(self, field: Field) -> bool:
        """Optional questions come when they are asked for; those that the table can answer with one press, at once."""
        form = self.form
        assert form is not None
        asked = self._asked_all or not field.optional or self.values.get(field.name) != field.default
        return not (asked or field.kind is Kind.SEATS or len(form.fields) == 1 or field.name in ("card", "player"))

    def _ask_all(self) -> None:
        self._asked_all = True
        self.show_form()

    def _ask(self, field: Field) -> None:
        asking = {
            Kind.PLAYER: self._ask_player,
            Kind.PLAYERS: self._ask_player,
            Kind.CARD: self._ask_card,
            Kind.CARDS: self._ask_card,
            Kind.PILE: self._ask_pile,
            Kind.CHOICE: self._ask_choice,
            Kind.NUMBER: self._ask_number,
            Kind.SEATS: self._ask_seats,
            Kind.WORDS: self._ask_words,
        }
        asking[field.kind](field)

    # ---------------------------------------------------------------- questions

    def _ask_player(self, field: Field) -> None:
        flow, value = Flow(), self.values.get(field.name)
        for seat, player in enumerate(self._model.players):
            chosen = player in value if isinstance(value, tuple) else player == value
            mark = self.marks[seat]
            looks = {"mark": PLAYER_SHAPES[mark], "mark_colour": self.palette.players[mark], "chosen": chosen}
            flow.offer(player, partial(self._answer, field, PlayerId(player)), **looks)
        self._lay(flow)

    def _ask_card(self, field: Field) -> None:
        model, value = self._model, self.values.get(field.name)
        if field.kind is Kind.CARDS and value:
            self._show_chosen(field, value)
        near = at_hand(model.game, self.form.key if self.form else "", field.name, model.state)
        if near:
            flow = Flow()
            for place, card in enumerate(near):
                taken = list(value or ()).count(card) > list(near[:place]).count(card)
                flow.offer(
                    short_card(card, model.game, self.language),
                    partial(self._toggle_near, field, card, taken),
                    tint=tint_of(card),
                    chosen=taken,
                )
            self._lay(flow)
            return
        groups = card_groups(model.game, field.cards)
        for group in groups:
            name = group_label(group.name, model.game, self.language)
            if name and len(groups) > 1 and group.name not in ("red", "blue", "green", "yellow", "black"):
                self._lay(Caption(text=name[:1].upper() + name[1:]))
            flow = CardFlow()
            for card in group.cards:
                chosen = card == value if field.kind is Kind.CARD else False
                label = short_card(card, model.game, self.language)
                flow.offer(label, partial(self._answer, field, card), tint=tint_of(card), chosen=chosen)
            self._lay(flow)
        flow = Flow()
        unseen = text("card.unseen", self.language)
        flow.offer(unseen, partial(self._answer, field, UNKNOWN), chosen=value == UNKNOWN)
        self._lay(flow)

    def _show_chosen(self, field: Field, value: tuple[CardId, ...]) -> None:
        """The cards of a list; pressing one takes it out again."""
        flow = Flow()
        for place, card in enumerate(value):
            left = (*value[:place], *value[place + 1 :])
            label = short_card(card, self._model.game, self.language)
            flow.offer(label, partial(self._set, field, left), tint=tint_of(card), chosen=True)
        self._lay(flow)

    def _ask_pile(self, field: Field) -> None:
        flow, value = Flow(), self.values.get(field.name)
        names = piles_of(self._model.state)
        for pile in names:
            flow.offer(pile, partial(self._answer, field, pile), chosen=pile == value)
        if names and not field.optional:
            self._lay(flow)
        else:
            self._ask_words(field)

    def _ask_choice(self, field: Field) -> None:
        flow, value = Flow(), self.values.get(field.name)
        for choice in field.choices:
            label = choice_label(choice, self._model.game, self.language)
            flow.offer(label, partial(self._answer, field, choice), chosen=choice == value)
        self._lay(flow)

    def _ask_number(self, field: Field) -> None:
        value = self.values.get(field.name)
        box = NumberBox(text="" if value is None else str(value), active=self._writing == field.name)
        box.bind(on_touch_down=partial(self._focus, field.name))
        self._lay(box)
        if self._writing == field.name:
            self._ask_keys()

    def _ask_seats(self, field: Field) -> None:
        """A number for every seat; the keypad writes into the one that is marked."""
        values = self.values[field.name]
        for seat, player in enumerate(self._model.players):
            row = SeatNumber(
                player=player,
                number="" if values[seat] is None else str(values[seat]),
                active=seat == self._seat,
                mark=PLAYER_SHAPES[self.marks[seat]],
                mark_colour=self.palette.players[self.marks[seat]],
            )
            row.bind(on_touch_down=partial(self._focus_seat, seat))
            self._lay(row)
        self._ask_keys()

    def _ask_keys(self) -> None:
        pad = KeyPad()
        for key in KEYS:
            press = KeyPress(text={"<": "", "-": "±"}.get(key, key), symbol="erase" if key == "<" else "")
            press.bind(on_release=lambda _press, key=key: self._type(key))
            pad.add_widget(press)
        self._lay(pad)

    def _ask_words(self, field: Field) -> None:
        line = WordsBox(text=str(self.values.get(field.name) or ""))
        line.bind(text=lambda _line, words: self._write_words(field, words))
        self._lay(line)

    # ---------------------------------------------------------------- answers

    def _answer(self, field: Field, value: Any) -> None:
        """A press on a choice: chosen, or given back; a list grows."""
        now = self.values.get(field.name)
        if field.kind is Kind.CARDS:
            self._set(field, (*(now or ()), value))
        elif field.kind is Kind.PLAYERS:
            chosen = tuple(now or ())
            left = tuple(each for each in chosen if each != value)
            self._set(field, left if value in chosen else (*chosen, value))
        else:
            self._set(field, field.default if value == now and field.optional else value)

    def _toggle_near(self, field: Field, card: CardId, taken: bool) -> None:
        cards = list(self.values.get(field.name) or ())
        if taken:
            cards.remove(card)
        else:
            cards.append(card)
        self._set(field, tuple(cards))

    def _set(self, field: Field, value: Any) -> None:
        self.values[field.name] = value
        self.show_form()

    def _write_words(self, field: Field, words: str) -> None:
        self.values[field.name] = words
        self._look()

    def _focus(self, name: str, widget: Any, touch: Any) -> bool:
        if not widget.collide_point(*touch.pos):
            return False
        self._writing = name
        self.show_form()
        return True

    def _focus_seat(self, seat: int, widget: Any, touch: Any) -> bool:
        if not widget.collide_point(*touch.pos):
            return False
        self._seat = seat
        self.show_form()
        return True

    def _next_seat(self) -> None:
        values = self.values[self._writing]
        later = [seat for seat in range(self._seat + 1, len(values)) if values[seat] is None]
        found = later[0] if later else next_seat(values)
        self._seat = self._seat if found is None else found
        self.show_form()

    def _type(self, key: str) -> None:
        value = self.values.get(self._writing)
        if isinstance(value, tuple):
            number = typed(value[self._seat], key)
            self.values[self._writing] = (*value[: self._seat], number, *value[self._seat + 1 :])
        else:
            self.values[self._writing] = typed(value, key)
        self.show_form()

    # ---------------------------------------------------------------- what the rules would say

    def _look(self) -> None:
        """Is the form whole, and what would the rules say? Nothing is written yet."""
        form, model = self.form, self._model
        assert form is not None
        seats = [self.values[field.name] for field in form.fields if field.kind is Kind.SEATS]
        self.goes_on = any(next_seat(each) is not None and each[self._seat] is not None for each in seats)
        self.ready = form.missing(self.values) is None and all(None not in each for each in seats)
        self.preview, self.preview_symbol = self._lack(form), ""
        events = form.make(self.values) if self.ready else ()
        ruling = model.look(events[0]) if len(events) == 1 and not self.correcting else None
        if ruling is not None:
            self.preview = say(ruling, model.game.words, self.language)
            self.preview_symbol = ruling.verdict.value
            self.preview_colour = self.palette.of(ruling.verdict)

    def _lack(self, form: Form) -> str:
        """Why the main button is grey: the first question that has no answer, or the player without a number."""
        if self.ready or self.goes_on:
            return ""
        field = form.missing(self.values)
        lacks = field_label(field, form, self.language) if field is not None else self._model.players[self._seat]
        return text("entry.lacks", self.language, what=lacks)

    def _lay(self, widget: Any) -> None:
        self.ids.body.add_widget(widget)

    @property
    def _model(self) -> TableModel:
        assert self.model is not None, "no match is open"
        return self.model


class SeatNumber(BoxLayout):
    """One player's number in a round."""

    player = StringProperty("")
    number = StringProperty("")
    active = BooleanProperty(False)
    mark = StringProperty("circle")
    mark_colour = ColorProperty((1, 1, 1, 1))


class KeyPad(GridLayout):
    """Twelve keys, large enough for a thumb."""


class KeyPress(Press):
    """One of them; the one that takes a digit away has a symbol."""

    symbol = StringProperty("")


class WordsBox(TextInput):
    """A line of words; its looks are in entry_panel.kv. While one is typed into, keys are letters."""

    _typed_into: "ClassVar[WordsBox | None]" = None

    def on_focus(self, _line: Any, focus: bool) -> None:
        if focus:
            WordsBox._typed_into = self
        elif WordsBox._typed_into is self:
            WordsBox._typed_into = None

    @classmethod
    def typing(cls) -> bool:
        return cls._typed_into is not None

    @classmethod
    def leave(cls) -> None:
        """Its screen is left: Kivy would let it have the keys even then."""
        if cls._typed_into is not None:
            cls._typed_into.focus = False


def correction_form(game: Game[Any], event: Event) -> Form | None:
    """The form in which what was written can be put right."""
    return next((correction_of(form) for form in forms_of(game) if form.event is type(event)), None)
