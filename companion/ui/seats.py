"""A new match, second press: who sits where, to what limit, by which house rules. The third press begins it.

It is filled in as the table last sat, so that most matches need nothing here but the last press.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import cos, hypot, pi, sin
from random import Random
from typing import Any

from kivy.app import App
from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothTriangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.core.events import OptionValue
from companion.core.game import Direction, Game
from companion.ui.labels import game_name, option_about, option_choice, option_label
from companion.ui.parts import Chip, on_press_of
from companion.ui.present import text
from companion.ui.setup import Setup
from companion.ui.symbols import middle_of
from companion.ui.telling import TellingScreen
from companion.ui.theme import PLAYER_SHAPES

#: A seat that is moved no further (dp) is pressed.
DRAWN = 24


class SeatChip(Chip):
    """Somebody's seat. Pressed it becomes free; drawn onto another one the two are swapped."""

    def __init__(self, swap: Callable[[str], None], **looks: Any) -> None:
        super().__init__(**looks)
        self._swap, self._drawn = swap, False

    def on_touch_down(self, touch: Any) -> bool:
        self._drawn = False
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._drawn = self._drawn or hypot(touch.x - self.center_x, touch.y - self.center_y) > dp(DRAWN)
            if self._drawn:
                self.center = touch.pos
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or not self._drawn:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.state = "normal"
        ring: SeatRing = self.parent
        under = [each for each in ring.children if each is not self and each.collide_point(*touch.pos)]
        if under:
            self._swap(under[0].text)
        else:
            ring.seat()
        return True


class SeatRing(FloatLayout):
    """The table from above: everybody round it, and the way the turn goes."""

    cloth = ColorProperty((0, 0, 0, 1))
    line = ColorProperty((1, 1, 1, 1))
    #: So high it has to be.
    least = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.direction = "together"
        self.bind(pos=self.seat, size=self.seat, cloth=self.seat, line=self.seat)

    def show(self, chips: list[Chip], direction: str) -> None:
        """Seat the chips: the first at the near side, the others in the direction of play."""
        self.direction = direction
        self.clear_widgets()
        for chip in chips:
            self.add_widget(chip)
            chip.bind(size=self.seat)
        self.seat()

    def seat(self, *_: object) -> None:
        """Everybody in their place."""
        chips: list[Chip] = list(reversed(self.children))
        reach = (self.width / 2 - dp(60), self.height / 2 - dp(30))
        middle = middle_of(self)
        way = -1 if self.direction == "clockwise" else 1
        for number, chip in enumerate(chips):
            angle = -pi / 2 + way * 2 * pi * number / max(1, len(chips))
            chip.center = (middle[0] + reach[0] * cos(angle), middle[1] + reach[1] * sin(angle))
            # Long names stay on the screen.
            chip.x = max(self.x, min(chip.x, self.x + self.width - chip.width))
        self.canvas.before.clear()
        if any(_touch(one, other) for one, other in combinations(chips, 2)):
            self._line_up(chips)
            return
        self.least = dp(260)
        with self.canvas.before:
            Color(*self.cloth)
            across, up = max(dp(40), 2 * reach[0] - dp(90)), max(dp(40), 2 * reach[1] - dp(50))
            SmoothEllipse(pos=(middle[0] - across / 2, middle[1] - up / 2), size=(across, up))
            if self.direction != "together":
                self._draw_way((across * 0.38, up * 0.36), way)

    def _line_up(self, chips: list[Chip]) -> None:
        """Where a ring has no room: one below the other in the order of play, an arrow beside them."""
        gap, top = dp(8), self.y + self.height
        for chip in chips:
            chip.pos = self.x + dp(34), top - chip.height
            top -= chip.height + gap
        self.least = self.y + self.height - top - gap
        with self.canvas.before:
            Color(*self.line)
            x, end = self.x + dp(12), top + gap + dp(12)
            SmoothLine(points=[x, self.y + self.height - dp(6), x, end], width=dp(2), cap="round")
            SmoothTriangle(points=[x - dp(9), end, x + dp(9), end, x, end - dp(12)])

    def _draw_way(self, reach: tuple[float, float], way: int) -> None:
        """An arrow along the near side, the way the turn goes."""
        middle = middle_of(self)
        angles = [-pi / 2 + way * pi * part / 40 for part in range(-12, 13)]
        spots = [(middle[0] + reach[0] * cos(a), middle[1] + reach[1] * sin(a)) for a in angles]
        Color(*self.line)
        SmoothLine(points=[part for spot in spots for part in spot], width=dp(2), cap="round")
        (x0, y0), (x, y) = spots[-3], spots[-1]
        length = max(1.0, ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5)
        ux, uy, size = (x - x0) / length, (y - y0) / length, dp(9)
        SmoothTriangle(
            points=[
                *(x + 1.6 * size * ux, y + 1.6 * size * uy),
                *(x - size * uy, y + size * ux),
                *(x + size * uy, y - size * ux),
            ]
        )


def _touch(one: Chip, other: Chip) -> bool:
    return bool(one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top)


class SeatsScreen(TellingScreen):
    """Everything a match needs before its first event."""

    title = StringProperty("")
    limits_word = StringProperty("")
    limits_about = StringProperty("")
    how = StringProperty("")
    trouble = StringProperty("")
    ready = BooleanProperty(False)
    all_rules = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self.setup: Setup | None = None
        super().__init__(**properties)
        self.bind(all_rules=self.tell_if_shown)

    def show(self, setup: Setup) -> None:
        self.setup, self.all_rules = setup, False
        self.tell_if_shown()

    def change(self, setup: Setup) -> None:
        self.setup = setup
        self.tell()

    def begin(self) -> None:
        if self.setup is not None and self.ready:
            App.get_running_app().begin(self.setup)

    def tell(self, *_: object) -> None:
        setup = self.setup
        if setup is None or self.palette is None:
            return
        game, household = setup.game, App.get_running_app().desk.household
        self.title = game_name(game, self.language)
        fewest, most = game.info.players
        self.ready = fewest <= len(setup.players) <= most
        self.trouble = "" if self.ready else text("seats.number", self.language, fewest=fewest, most=most)
        self.how = text("seats.how", self.language)
        if setup.players and game.info.direction is not Direction.TOGETHER:
            self.how += " " + text("seats.begins", self.language, name=setup.players[0])
        marks = setup.marks(household)
        seated = [self._seat(setup, player, mark) for player, mark in zip(setup.players, marks, strict=True)]
        self.ids.ring.show(seated, game.info.direction.value)
        people = self.ids.people
        people.clear_widgets()
        for person in household.people:
            if person.name not in setup.players:
                then = partial(self.change, setup.with_player(person.name))
                people.add_widget(self._chip(person.name, person.mark, then))
        people.offer(text("seats.add", self.language), partial(self.change, setup.with_guest(household, self._guest)))
        # Names are made there; whoever has one can sit down here afterwards.
        people.offer(text("players", self.language), partial(App.get_running_app().go, "players"))
        people.offer(text("seats.shuffle", self.language), partial(self.change, setup.turned()))
        people.offer(text("seats.lots", self.language), lambda: self.change(setup.drawn(Random())))
        self._tell_limits(setup, game)
        self._tell_rules(setup, game)

    def _guest(self, number: int) -> str:
        return text("seats.guest", self.language, number=number)

    def _seat(self, setup: Setup, player: str, mark: int) -> SeatChip:
        chip = SeatChip(lambda other: self.change(setup.swapped(player, other)), **self._looks(player, mark))
        on_press_of(chip, partial(self.change, setup.without(player)))
        return chip

    def _chip(self, name: str, mark: int, then: Callable[[], object]) -> Chip:
        chip = Chip(**self._looks(name, mark))
        on_press_of(chip, then)
        return chip

    def _looks(self, name: str, mark: int) -> Mapping[str, Any]:
        return {"text": name, "mark": PLAYER_SHAPES[mark], "mark_colour": self.palette.players[mark]}

    def _tell_limits(self, setup: Setup, game: Game[Any]) -> None:
        flow = self.ids.limits
        flow.clear_widgets()
        choices = setup.limits()
        self.limits_word = text("seats.limit", self.language) if choices else ""
        self.limits_about = option_about(setup.limit_option, game, self.language) if choices else ""
        for choice in choices:
            label = text(f"length.{choice.length}", self.language, limit=choice.limit)
            flow.offer(label, partial(self.change, setup.with_length(choice.length)), chosen=choice.chosen)

    def _tell_rules(self, setup: Setup, game: Game[Any]) -> None:
        """The house rules: first those that differ or are sure to be asked for; all of them on demand."""
        rules = self.ids.rules
        rules.clear_widgets()
        options = setup.options(self.all_rules)
        for option in options:
            label, about = option_label(option, game, self.language), option_about(option.name, game, self.language)
            row = OptionRow(label=label, about=about, unsure=option.unsure)
            for choice in option.choices:
                chosen = setup.choice(option) == choice and type(setup.choice(option)) is type(choice)
                label = option_choice(option, choice, game, self.language)
                row.ids.choices.offer(label, partial(self._choose, option.name, choice), chosen=chosen)
            rules.add_widget(row)

    def _choose(self, name: str, choice: OptionValue) -> None:
        assert self.setup is not None
        self.change(self.setup.with_option(name, choice))


class OptionRow(BoxLayout):
    """One house rule with its choices; its looks are in seats.kv."""

    label = StringProperty("")
    #: What the rulebook has on it, in short.
    about = StringProperty("")
    unsure = BooleanProperty(False)
