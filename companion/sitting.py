"""The match that is on the table: written by hand or watched, from sitting down to leaving. It decides nothing.

Whatever is written goes into the log first and onto the screen after. One piece of news a frame is taken from the
worker that watches; what people say while a table is watched goes to that worker, because the log belongs to it.
"""

import queue
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from calibration.errors import BadInput
from companion.core.events import Entry, Event
from companion.core.fold import Judged
from companion.core.words import Catalogue
from companion.desk import HandTable
from companion.referee.session import Update
from companion.ui.household import marks_of
from companion.ui.present import text
from companion.ui.sounds import Sounds
from companion.ui.table_model import TableModel
from companion.voice.announce import announce
from companion.voice.speak import Silence, find_speaker
from companion.watching import Ended, Opened, Opener, Refused, Said, Worker

if TYPE_CHECKING:
    from companion.app import TapisApp

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
        self._opener: Opener | None = None
        self._held = False
        self._ring = Clock.create_trigger(self._hear)

    @property
    def can_speak(self) -> bool:
        return not isinstance(self.speaker, Silence)

    def leave(self) -> None:
        """Whatever is on the table is left as it is."""
        if self.worker is not None:
            self.worker.stop()
            self.worker.join()
            self.worker = None
        if self.hand is not None:
            self.hand.close()
            self.hand = None
        self.model = None
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

    def _write_by_hand(self, event: Event) -> None:
        assert self.hand is not None
        try:
            entry = self.hand.log.append(event)
        except BadInput as error:
            self._tell_not_written(error)
            return
        self._take((entry,))

    # ---------------------------------------------------------------- watched

    def watch(self, opener: Opener) -> None:
        """Open a session on a fresh table."""
        self.leave()
        self._opener = opener
        self._app.fresh_table(watched=True)
        self.worker = Worker(opener, self._paced, self._ring)
        self.worker.start()

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
            self._open(TableModel(news.game, (judged.entry for judged in news.judged)), self.worker.say)
        elif isinstance(news, Update):
            fresh = self._take(tuple(judged.entry for judged in news.judged))
            table.show(news, fresh)
            self._held = self._on_update(news, table.words)
        elif isinstance(news, Said):
            table.news(self._take((news.judged.entry,)))
        elif isinstance(news, Refused):
            self._tell_not_written(news.error)
        elif isinstance(news, Ended):
            table.ended = True
            self._on_end()
        else:
            self._app.fail(news.error, told=self._opener is not self._app.first)
        self._ring()

    # ---------------------------------------------------------------- either way

    def _open(self, model: TableModel, write: Callable[[Event], None]) -> None:
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
            if each.words:
                self.speaker.say(each.words, language)

    def _tell_services(self) -> None:
        for service in self._app.services.values():
            service.hear(self.model)

    def _tell_not_written(self, error: BadInput) -> None:
        self._app.table.ids.notice.tell(text("not_written", self._app.language) + " " + str(error))
