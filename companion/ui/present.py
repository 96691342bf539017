"""From what is known to what is shown: plain functions that turn rulings, scores and readings into texts and shapes.

They decide nothing about the game and import no Kivy; the screens draw exactly what these values say.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.core.events import META_EVENTS, Accept, Correct, ManualScore, NewMatch, Overrule, Void
from companion.core.fold import Judged, Standing
from companion.core.game import Direction, Game
from companion.core.rulings import Ruling, Verdict
from companion.core.scores import Ranking, Scores
from companion.core.words import Catalogue, card_name, cited, load_words, say, texts_of
from companion.referee.claims import Question
from companion.referee.session import Update
from companion.ui.score_view import nearness
from companion.ui.theme import Colour, Palette
from companion.ui.troubles import in_language

#: How much wider than high the picture on a ruling card is.
PROOF_SHAPE = 1.9
#: A whole picture stands on the ruling's card no wider than this. The last ones are kept, and would fill a tablet.
PROOF_WIDTH = 640


class SeenCard(Protocol):
    """What the screens need of a card that was read; `card` is None where its name is not known."""

    @property
    def card(self) -> str | None: ...
    @property
    def face(self) -> str: ...
    @property
    def quad(self) -> tuple[tuple[float, float], ...]: ...


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling card: the verdict in a word, the finding in a sentence, its rule, and how sure the eyes were."""

    n: int
    verdict: Verdict
    word: str
    sentence: str
    rule: str
    time: str
    certainty: str
    source: str
    struck: bool = False
    #: What the rules said before people decided otherwise, and who decided.
    before: str = ""


@dataclass(frozen=True, slots=True)
class TotalView:
    """One player's panel."""

    player: str
    total: str
    badge: str
    leads: bool
    #: The table waits for this player.
    due: bool = False
    share: float = 0.0
    near: bool = False


@dataclass(frozen=True, slots=True)
class OutlineView:
    """A card's outline in the picture, with its name where it is known."""

    quad: tuple[tuple[float, float], ...]
    label: str
    known: bool
    verdict: Verdict | None = None

    def colour(self, palette: Palette) -> Colour:
        """A card that was ruled on wears its verdict; others are plain, unread ones quiet."""
        if self.verdict is not None:
            return palette.of(self.verdict)
        return palette.text if self.known else palette.quiet


@cache
def screen_words() -> Mapping[str, Mapping[str, str]]:
    return load_words("companion.ui")


@cache
def tablet_words() -> Mapping[str, Mapping[str, str]]:
    return load_words("companion.tablet")


def text(key: str, language: str, **places: object) -> str:
    """A text of the screens in one language."""
    return screen_words()[language][key].format(**places)


def is_shown(judged: Judged) -> bool:
    """Whether a ruling deserves to be told: the beginning of a match does not."""
    return judged.entry.event.KIND != NewMatch.KIND


def is_decisive(judged: Judged) -> bool:
    """Whether people will want to see it again."""
    return is_shown(judged) and judged.rulings[0].verdict is not Verdict.LEGAL


def ruling_view(judged: Judged, words: Catalogue, language: str, later: Iterable[Judged] = ()) -> RulingView:
    """The card for one judged entry: its first ruling is about the event itself, further ones say what followed.

    `later` are the entries after it, where it should be told who decided otherwise.
    """
    entry, first = judged.entry, judged.rulings[0]
    # The referee writes `camera.certain` or `camera.likely`; people write by hand.
    source, _, certainty = entry.source.partition(".")
    word = _verdict(judged)
    # A game whose rules nobody has translated yet cites them as its code does, in English.
    rule = cited(first.reason, words, language) or text("ruling.rule", language, rule=first.reason.rule)
    return RulingView(
        n=entry.n,
        verdict=first.verdict,
        word=text(f"verdict.{word}", language),
        # What the rules first said is told apart, struck through.
        sentence=" ".join(_sentence(say(ruling, words, language)) for ruling in _now(judged)),
        # Points that people write need no rule, and say themselves where they come from.
        rule="" if word == "noted" else _sentence(rule),
        time=clock(entry.hi_ns) if entry.hi_ns else "",
        certainty=text(f"certainty.{certainty}", language) if certainty else "",
        source="" if word == "noted" else text("seen_by_camera" if source == "camera" else "by_hand", language),
        struck=judged.standing is Standing.VOIDED,
        before=_before(judged, words, language, later),
    )


def _now(judged: Judged) -> Sequence[Ruling]:
    """What the rules say now; of what was put right that may be what they said before."""
    return [ruling for ruling in judged.rulings if ruling != judged.original] or judged.rulings


def _verdict(judged: Judged) -> str:
    """The word for what was found: what people write about points is neither good play nor bad."""
    legal = judged.rulings[0].verdict is Verdict.LEGAL
    return (
        "noted"
        if legal and isinstance(judged.entry.event, (ManualScore, *META_EVENTS))
        else judged.rulings[0].verdict.value
    )


def subject(judged: Sequence[Judged], n: int) -> int:
    """The entry that an entry is about in the end: a void of an overruling is about what was overruled."""
    event = judged[n - 1].entry.event
    while isinstance(event, Void | Correct | Overrule | Accept) and 0 < event.target < n:
        n = event.target
        event = judged[n - 1].entry.event
    return n


def _before(judged: Judged, words: Catalogue, language: str, later: Iterable[Judged]) -> str:
    """The first ruling, struck through, and the name of who took its place."""
    if judged.standing is Standing.STANDS or judged.original is None:
        return ""
    deciders = [
        each.entry
        for each in later
        if isinstance(each.entry.event, Void | Correct | Overrule) and each.entry.event.target == judged.entry.n
    ]
    who = getattr(deciders[-1].event, "by", "") if deciders else ""
    same = _now(judged)[0] == judged.original
    struck = "" if same else f"[s]{_sentence(say(judged.original, words, language))}[/s]"
    why = getattr(deciders[-1].event, "why", "") if deciders else ""
    told = text("ruling.by", language, who=who) if who else ""
    return "  ·  ".join(filter(None, (struck, told, why)))


def _sentence(words: str) -> str:
    """On a screen a ruling stands alone, so it begins as a sentence does, even with a card's name."""
    return words[:1].upper() + words[1:]


#: Of several things that are missing this one is told: without the card nobody can say more; who laid it can wait.
PRESSING = {"card": 0, "order": 1, "player": 2}


def question_line(question: Question, words: Catalogue, language: str) -> str:
    """What could not be seen, so that the table knows what is missing in the log."""
    missing = min(question.missing, key=lambda part: PRESSING.get(part, 0))
    return text(f"question.{missing}", language, pile=place_name(question.observation.pile, words, language))


def place_name(place: str, words: Catalogue, language: str) -> str:
    """A pile or another place of the TABLE as people call it: by its number, or as the game does."""
    base, _, number = place.partition("-")
    if (number or base).isdigit():
        return text("place.pile", language, n=number or base)
    return _sentence(texts_of(words, language).get(f"zone.{base}", place))


def hidden_line(places: Sequence[str], words: Catalogue, language: str) -> str:
    """Why nothing is ruled yet; nothing, where no place is hidden."""
    names = ", ".join(place_name(place, words, language) for place in places)
    return text("hidden", language, places=names) if places else ""


def gap_line(reason: str, language: str) -> str:
    """Why there is no picture, in words where there are some; a tablet's cameras have reasons of their own."""
    told = screen_words()[language].get(f"gap.{reason}") or tablet_words()[language].get(reason)
    return told or text("gap", language, reason=reason)


def tablet_line(told: str, language: str) -> str:
    """Words for what a tablet's camera, microphone or permission says in short, or for what went wrong."""
    return tablet_words()[language].get(told) or in_language(told, language)


def decimal(value: float, language: str) -> str:
    """A number with one place after the point, which is a comma in French and German."""
    told = f"{value:.1f}"
    return told if language == "en" else told.replace(".", ",")


#: Mean brightness of a picture (0 to 255) below and above which cards are read badly.
TOO_DARK, TOO_BRIGHT = 45, 215


def health_line(update: Update, before: Update | None, language: str, residual_mm: float | None = None) -> str:
    """How well the camera sees: pictures a second, the light, and how exactly it knows places on the table, where that
    was measured. Nothing while there is no picture."""
    if update.note or before is None or update.t_ns <= before.t_ns or update.index <= before.index:
        return ""
    rate = 1e9 * (update.index - before.index) / (update.t_ns - before.t_ns)
    # A few thousand pixels are enough to tell day from night.
    mean = float(update.image[::16, ::16].mean())
    light = "dark" if mean < TOO_DARK else "bright" if mean > TOO_BRIGHT else "good"
    seen = text("health", language, rate=round(rate), light=text(f"light.{light}", language))
    return (
        seen
        if residual_mm is None
        else seen + ", " + text("health.places", language, mm=decimal(residual_mm, language))
    )


def totals_view(scores: Scores, language: str, turn: int | None = None) -> tuple[TotalView, ...]:
    """Everybody's panel in seating order; `turn` is whose turn it is. Before the first point nobody leads."""
    started = any(line.total or line.rounds for line in scores.lines)
    marked = scores.winners if scores.over else scores.leaders if started else ()
    due = text("turn", language)
    if scores.over:
        word = text("winner", language)
    else:
        word = text("leads" if len(marked) == 1 else "leads.tied", language)
    return tuple(
        TotalView(
            line.player,
            str(line.total),
            " · ".join(([word] if line.player in marked else []) + ([due] if seat == turn else [])),
            line.player in marked,
            seat == turn,
            near.share,
            near.near,
        )
        for seat, (line, near) in enumerate(zip(scores.lines, nearness(scores), strict=True))
    )


def winner_line(scores: Scores | None, language: str) -> str:
    """Who has won; nothing while a match goes on."""
    if scores is None or not scores.over or not scores.winners:
        return ""
    return text("scores.winner", language, names=", ".join(scores.winners))


def seat_rows(players: int, direction: str, one_row: bool = False) -> tuple[tuple[int, ...], ...]:
    """Where everybody's panel stands, far side first: seats go round the table in the direction of play."""
    if one_row or players <= 2:
        return (tuple(range(players)),) if one_row or players < 2 else ((1,), (0,))
    near = (players + 1) // 2
    near_row, far_row = tuple(range(near)), tuple(range(near, players))
    # Seen from above, going right along the near side and back along the far side is anticlockwise.
    if direction == "anticlockwise":
        return (far_row[::-1], near_row)
    return (far_row, near_row[::-1])


def limit_line(scores: Scores, language: str) -> str:
    """What decides the match, in one line: which total leads, and where it ends."""
    ranking = "lowest" if scores.ranking is Ranking.LOWEST else "highest"
    if scores.limit is None:
        return text(f"match.nolimit.{ranking}", language)
    return text(f"match.limit.{ranking}", language, limit=scores.limit)


def zones_view(places: Iterable[tuple[tuple[float, float], ...]]) -> tuple[OutlineView, ...]:
    """Where cards are looked for: outlines without a name."""
    return tuple(OutlineView(place, "", False) for place in places)


def outlines_view(
    readings: Iterable[SeenCard], ruled: Mapping[str, Verdict], words: Catalogue, language: str
) -> tuple[OutlineView, ...]:
    """What is seen, with what was last ruled on each card."""
    return tuple(
        OutlineView(
            reading.quad, _label(reading, words, language), reading.card is not None, ruled.get(reading.card or "")
        )
        for reading in readings
    )


@dataclass(frozen=True, slots=True)
class Proof:
    """The part of a picture that shows what was ruled on."""

    image: NDArray[np.uint8]
    outlines: tuple[OutlineView, ...]


def proof_of(judged: Judged, update: Update, words: Catalogue, language: str) -> Proof:
    """The card that an entry is about with its surroundings; the whole picture where that card is not known."""
    card = getattr(judged.entry.event, "card", None)
    reading = next((reading for reading in update.readings if reading.card == card), None)
    verdicts = {str(card): judged.rulings[0].verdict}
    if reading is None:
        step = -(-update.image.shape[1] // PROOF_WIDTH)
        outlines = outlines_view(update.readings, verdicts, words, language)
        smaller = (replace(each, quad=tuple((x / step, y / step) for x, y in each.quad)) for each in outlines)
        return Proof(update.image[::step, ::step].copy(), tuple(smaller))
    left, right, top, bottom = _surroundings(reading, update.image.shape)
    (outline,) = outlines_view([reading], verdicts, words, language)
    moved = tuple((x - left, y - top) for x, y in outline.quad)
    # A copy: a view would keep the whole picture alive for as long as the ruling is on the screen.
    return Proof(update.image[top:bottom, left:right].copy(), (replace(outline, quad=moved),))


def _surroundings(reading: SeenCard, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, right, top and bottom of a wide view of a card, within the picture."""
    across, up = zip(*reading.quad, strict=True)
    x, y = sum(across) / 4, sum(up) / 4
    reach = 0.8 * (max(up) - min(up))
    span = max(PROOF_SHAPE * reach, 0.8 * (max(across) - min(across)))
    left, right = max(0, int(x - span)), min(shape[1], int(x + span) + 1)
    return left, right, max(0, int(y - reach)), min(shape[0], int(y + reach) + 1)


def _label(reading: SeenCard, words: Catalogue, language: str) -> str:
    if reading.card is not None:
        return card_name(reading.card, words, language)
    return text("back_card" if reading.face == "down" else "unknown_card", language)


@dataclass(frozen=True, slots=True)
class FolderChoice:
    """Something one can press in a list of files."""

    path: Path
    is_recording: bool


#: A folder with one of these is a recording: one of ours, or a film with its table and its deck.
RECORDINGS = ("recording.json", "table.json")


def folder_choices(folder: Path) -> tuple[FolderChoice, ...]:
    """The recordings in a folder, then the folders in it."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    except OSError:
        return ()
    choices = [FolderChoice(path, any((path / name).is_file() for name in RECORDINGS)) for path in inside]
    return tuple(sorted(choices, key=lambda choice: not choice.is_recording))


def short_path(path: Path, home: Path) -> str:
    """A path as people write it: `~` stands for where their things are."""
    return str(Path("~", path.relative_to(home))) if path.is_relative_to(home) else str(path)


def clock(t_ns: int) -> str:
    """A time of the match as people say it: minutes, seconds, tenths."""
    minutes, tenths = divmod(t_ns // 100_000_000, 600)
    return f"{minutes}:{tenths // 10:02d}.{tenths % 10}"


def running_clock(t_ns: int) -> str:
    """How long it has been watched: tenths would draw the whole screen ten times a second, and nobody reads them."""
    return clock(t_ns).split(".")[0]


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose: its name, for how many and who wins, and how it goes in short."""

    name: str
    facts: str
    help: str
    direction: str


def game_card(game: Game[Any], language: str) -> GameCard:
    info, words = game.info, texts_of(game.words, language)
    fewest, most = info.players
    facts = text(f"new.facts.{info.ranking.value}", language, fewest=fewest, most=most)
    turns = text(f"new.direction.{info.direction.value}", language)
    direction = "" if info.direction is Direction.TOGETHER else info.direction.value
    return GameCard(words.get("name", info.id), f"{facts} · {turns}", words.get("help", ""), direction)


def zoomed(
    image: NDArray[np.uint8], outlines: tuple[OutlineView, ...], zoom: int, middle: tuple[float, float]
) -> tuple[NDArray[np.uint8], tuple[OutlineView, ...]]:
    """A part of a picture around `middle` (in parts of it), as large as the whole, with what is seen there."""
    if zoom <= 1:
        return image, outlines
    height, width = image.shape[0] // zoom, image.shape[1] // zoom
    left = int(min(max(0, middle[0] * image.shape[1] - width / 2), image.shape[1] - width))
    top = int(min(max(0, middle[1] * image.shape[0] - height / 2), image.shape[0] - height))
    part = image[top : top + height, left : left + width].repeat(zoom, axis=0).repeat(zoom, axis=1)
    moved = tuple(
        replace(outline, quad=tuple(((x - left) * zoom, (y - top) * zoom) for x, y in outline.quad))
        for outline in outlines
    )
    return part, tuple(
        outline
        for outline in moved
        if all(
            -part.shape[1] < x < 2 * part.shape[1] and -part.shape[0] < y < 2 * part.shape[0] for x, y in outline.quad
        )
    )
