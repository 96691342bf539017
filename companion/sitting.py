"""The match that is on the table: written by hand or watched, from sitting down to leaving. It decides nothing.

Whatever is written goes into the log first and onto the screen after. One piece of news a frame is taken from the
worker that watches; what people say while a table is watched goes to that worker, because the log belongs to it.
"""

import queue
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from calibration.errors import BadInput
from calibration.table_file import Table
from companion.core.events import Entry, Event
from companion.core.fold import Judged
from companion.core.words import Catalogue
from companion.desk import HandTable
from companion.garbage import leave_out, look_through_all
from companion.live import Film, Lack, LiveTable, Watchable, forget_reader, open_live, prepare
from companion.moments import Moments
from companion.referee.session import Update
from companion.tablet.asking import Asking, Step
from companion.tablet.ports import Permission
from companion.ui.household import marks_of
from companion.ui.present import tablet_line, text, zones_view
from companion.ui.sounds import Sounds
from companion.ui.table_model import TableModel, Write
from companion.voice.announce import announce
from companion.voice.speak import Silence, find_speaker
from companion.watching import Ended, Opened, Opener, Refused, Said, Worker

if TYPE_CHECKING:
    from companion.app import TapisApp

GB = 1_000_000_000
#: How long a tablet shakes for a sound; what is allowed is not felt.
BUZZ_MS = {"illegal": 120, "slap": 40, "question": 60, "end": 250}
#: The screen where something that is missing can be had.
WAYS_OUT: Mapping[Lack | None, str] = {Lack.CAMERA: "cameras", Lack.TABLE: "calibrate", Lack.DECK: "decks"}
#: Hears of every update once it is on the screen; True holds the next one back until `go_on`.
Hear = Callable[[Update, Catalogue], bool]


class Sitting:
    def __init__(self, app: "TapisApp", paced: bool, on_update: Hear, on_end: Callable[[], None]) -> None:
        self._app, self._paced, self._on_update, self._on_end = app, paced, on_update, on_end
        self.hand: HandTable | None = None
        self.worker: Worker | None = None
        self.model: TableModel | None = None
        self.marks: tuple[int, ...] = ()
        self.speaker, self.sounds = find_speaker(), Sounds()
        self._speaking = Clock.schedule_interval(lambda _seconds: self.speaker.step(), 0.2)
        #: A camera watches this match, which people could write by hand as well.
        self.watching_live = False
        self.live: LiveTable | None = None
        self._number = 0
        self.moments = Moments()
        #: The table as it was calibrated, once a camera or a recording has shown it.
        self.places: Table | None = None
        self._asking = Asking(app.device, Permission.CAMERA)
        self._opener: Opener | None = None
        #: What a camera is being prepared for; whatever else comes of it is not wanted any more.
        self._preparing: HandTable | None = None
        self._held = False
        self._ring = Clock.create_trigger(self._hear)

    @property
    def can_speak(self) -> bool:
        return not isinstance(self.speaker, Silence)

    def leave(self) -> None:
        """Whatever is on the table is left as it is."""
        self._end_worker()
        self._app.life.watch(False)
        self.live, self._preparing, self.watching_live = None, None, False
        if self.hand is not None:
            self.hand.close()
            self.hand = None
        self.model, self.moments = None, Moments()
        self._tell_services()
        self._app.can_undo = self._app.can_redo = False

    def close(self) -> None:
        """The app ends."""
        self.leave()
        self.speaker.stop()
        self._speaking.cancel()

    # ---------------------------------------------------------------- written by hand

    def by_hand(self, hand: HandTable) -> None:
        self.leave()
        self.hand = hand
        self._app.fresh_table(watched=False)
        self._open(hand.model, self._write_by_hand)

    def _write_by_hand(self, *events: Event) -> None:
        """All of it or nothing."""
        assert self.hand is not None
        entries = tuple(Entry(n, event) for n, event in enumerate(events, len(self.hand.log.entries()) + 1))
        try:
            self.hand.log.extend(entries)
        except BadInput as error:
            self._tell_not_written(error)
            return
        self._take(entries)

    # ---------------------------------------------------------------- watched

    def watch(self, opener: Opener) -> None:
        """Open a session on a fresh table."""
        self.leave()
        self._opener = opener
        self._app.fresh_table(watched=True)
        self._begin_worker(Worker(opener, self._paced, self._ring))

    def _begin_worker(self, worker: Worker) -> None:
        self.worker, self.moments = worker, Moments(self.moments)
        worker.moments = self.moments
        worker.start()

    def _end_worker(self) -> tuple[tuple[Event, ...], ...]:
        """It tells what was said and could not be written any more."""
        worker, self.worker = self.worker, None
        if worker is None:
            return ()
        worker.stop()
        worker.join()
        return worker.unwritten

    def pause(self) -> None:
        if self.worker is not None:
            self.worker.pause()

    def resume(self) -> None:
        if self.worker is not None and self._app.table.playing:
            self.worker.go()

    def toggle_pause(self) -> None:
        table = self._app.table
        if self.worker is None or table.ended:
            return
        playing = self.worker.going.is_set()
        if playing:
            self.worker.pause()
        else:
            self.worker.go()
        table.playing = not playing

    def go_on(self) -> None:
        """Take the next thing out of the queue, after `on_update` held it back."""
        self._held = False
        self._ring()

    def _hear(self, _seconds: float) -> None:
        """One piece of news a frame."""
        if self.worker is None or self._held:
            return
        try:
            news = self.worker.news.get_nowait()
        except queue.Empty:
            return
        table = self._app.table
        if isinstance(news, Opened):
            self.places = news.places
            table.zones = zones_view(pile.polygon for pile in news.places.piles)
            if self.live is None:
                self._open(TableModel(news.game, (judged.entry for judged in news.judged)), self.worker.say)
            # What was loaded for this match stays as long as it does.
            look_through_all()
            leave_out()
        elif isinstance(news, Update):
            fresh = self._take(tuple(judged.entry for judged in news.judged))
            table.show(news, fresh)
            table.film = self._film_word()
            self._held = self._on_update(news, table.words)
        elif isinstance(news, Said):
            table.news(self._take(tuple(judged.entry for judged in news.judged)))
        elif isinstance(news, Refused):
            self._tell_not_written(news.error)
        elif isinstance(news, Ended) and self.watching_live:
            self.look_away(text("gap.camera_lost", self._app.language))
        elif isinstance(news, Ended):
            table.ended = True
            self._on_end()
        elif self.watching_live and isinstance(news.error, BadInput):
            self.look_away(tablet_line(str(news.error), self._app.language))
        else:
            self._app.fail(news.error, told=self._opener is not self._app.first)
        self._ring()

    # ---------------------------------------------------------------- a camera for a match written by hand

    def look(self, quiet: bool = False) -> None:
        """Let the chosen camera watch; people go on writing meanwhile. `quiet` says nothing if there is no camera."""
        hand, eyes = self.hand, self._app.workshop.eyes
        if hand is None or hand.model.match is None or self._preparing is hand:
            return
        if not eyes.chosen and quiet:
            return
        if eyes.chosen:
            self._app.life.watch(True)
            if self._asking.step is not Step.GRANTED:
                self._ask()
                return
        self._preparing = hand
        self._app.table.camera = "opening"
        steps = partial(prepare, hand.model.match, self._app.desk.folder, eyes.open if eyes.chosen else None)
        self._app.workshop.fetch(steps, partial(self._prepared, hand), partial(self._not_prepared, hand))

    def _ask(self) -> None:
        """Why the camera is wanted, and then the system's question; its answer is there when the app is in front."""
        words = tablet_line(self._asking.text, self._app.language)
        self._app.table.ask(words, text("live.allow", self._app.language), self._asking.go_on)

    def _prepared(self, hand: HandTable, found: Watchable | Lack) -> None:
        wanted = self._preparing is hand and self.hand is hand
        if isinstance(found, Lack):
            self._not_prepared(hand, text(found.value, self._app.language), found)
        elif not wanted:
            found.source.close()
        else:
            self._hand_over(hand, found)

    def _not_prepared(self, hand: HandTable, why: str, lack: Lack | None = None) -> None:
        if self._preparing is hand:
            self._preparing = None
            self._app.life.watch(False)
            self._app.table.camera = "off"
            self._app.table.tell_no_camera(why, WAYS_OUT.get(lack, ""))

    def _hand_over(self, hand: HandTable, found: Watchable) -> None:
        """From the hand's log to the worker's: there is one at a time."""
        match, settings = hand.model.match, self._app.desk.household.settings
        assert match is not None
        film = Film(self._app.desk.recordings, settings.record_gb * GB) if settings.record else None
        number, file = hand.number, self._app.desk.match_file
        self._preparing, self.hand = None, None
        hand.close()

        def opener() -> LiveTable:
            self.live = open_live(found, file, number, match, film)
            return self.live

        self._number, self.watching_live, self._held = number, True, False
        worker = Worker(opener, False, self._ring, live=True, leave=self._app.device.leave_thread)
        hand.model.write = worker.say
        self._app.table.watched, self._app.table.playing, self._app.table.ended = True, True, False
        self._app.table.camera, self._app.table.residual_mm = "on", found.known.residual_mm
        self._begin_worker(worker)

    def look_away(self, why: str = "", for_now: bool = False) -> None:
        """Let the camera go; the match goes on by hand, with everything that was said."""
        self._preparing = None
        if not for_now:
            self._app.life.watch(False)
        if self._app.table.camera:
            self._app.table.camera = "off"
        if not self.watching_live:
            return
        self.watching_live = False
        unwritten = self._end_worker()
        self.live = None
        moments = self.moments
        self.hand = self._app.desk.resume(self._number)
        self._app.table.watched, self._app.table.film = False, ""
        self._open(self.hand.model, self._write_by_hand)
        self.moments = moments
        for events in unwritten:
            self._write_by_hand(*events)
        if why:
            self._app.table.tell_no_camera(why)

    # ---------------------------------------------------------------- the device

    def let_go(self) -> None:
        """Another app is in front, and may want the camera."""
        self.look_away(for_now=True)

    def take_up(self) -> None:
        self.look(quiet=True)

    def spare(self) -> None:
        """The device is short of memory: the oldest pictures to look again at go, and what is quickly made anew."""
        self.moments.spare()
        forget_reader()

    def _film_word(self) -> str:
        """The key of what is to be said about the recording: it runs, room gets little, or it had to end."""
        recorder = self.live.recorder if self.live is not None else None
        if recorder is None:
            return ""
        return f"film.{recorder.room.value}" if recorder.filming else "film.none"

    # ---------------------------------------------------------------- either way

    def _open(self, model: TableModel, write: Write) -> None:
        self.model = model
        model.write = write
        self.marks = marks_of(model.players, self._app.desk.household)
        self._app.table.open(model, self.marks)
        self._app.can_undo, self._app.can_redo = model.can_undo, model.can_redo
        self._tell_services()

    def _take(self, entries: tuple[Entry, ...]) -> tuple[Judged, ...]:
        """Entries are in the log: now they are shown and told."""
        model = self.model
        assert model is not None
        before = model.scores
        fresh = model.take(entries)
        if fresh:
            if self.hand is not None:
                self._app.table.news(fresh)
            self._app.can_undo, self._app.can_redo = model.can_undo, model.can_redo
            if self._app.here == "scores":
                self._app.screens.get_screen("scores").tell()
            self._tell_services()
            self._announce(model, fresh, before)
        return fresh

    def _announce(self, model: TableModel, fresh: tuple[Judged, ...], before: Any) -> None:
        settings, language = self._app.desk.household.settings, self._app.language
        for each in announce(fresh, before, model.scores, model.game.words, language, settings.voice):
            if settings.sounds and each.sound is not None and self._paced:
                self.sounds.play(each.sound.value)
            if settings.haptics and each.sound is not None:
                self._app.device.buzz(BUZZ_MS.get(each.sound.value, 0))
            if each.words:
                self.speaker.say(each.words, language)

    def _tell_services(self) -> None:
        for service in self._app.services.values():
            service.hear(self.model)

    def _tell_not_written(self, error: BadInput) -> None:
        language = self._app.language
        self._app.table.ids.notice.tell(text("not_written", language) + " " + tablet_line(str(error), language))
