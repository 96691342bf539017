"""What waits for the screen: a ruling is not kept waiting by pictures in which nothing happened."""

import queue

import numpy as np
import pytest

from companion.core.events import Entry, NewMatch
from companion.core.fold import Match
from companion.core.ids import PlayerId
from companion.games import load_game
from companion.referee.session import Update
from companion.watching import Worker

GAME = load_game("frankfurt")
JUDGED = Match(GAME).extend([Entry(1, NewMatch("frankfurt", (PlayerId("Ann"), PlayerId("Ben"))))]).judged


def update(index: int, ruled: bool = False) -> Update:
    return Update(index, index, np.zeros((1, 1, 3), np.uint8), (), tuple(JUDGED) if ruled else ())


def told(live: bool, *updates: Update) -> list[int]:
    def never() -> None:
        raise AssertionError

    worker = Worker(never, False, lambda: None, live=live)  # type: ignore[arg-type]
    for each in updates:
        worker.news.put_nowait(each)
    seen = []
    while True:
        try:
            news = worker.next_news()
        except queue.Empty:
            return seen
        assert isinstance(news, Update)
        seen.append(news.index)


def test_a_ruling_goes_before_the_pictures_that_wait() -> None:
    assert told(True, update(1), update(2, ruled=True)) == [2]
    assert told(True, update(1, ruled=True), update(2)) == [1, 2]
    assert told(True, update(1), update(2)) == [1, 2]


def test_of_a_recording_every_picture_is_shown() -> None:
    assert told(False, update(1), update(2, ruled=True)) == [1, 2]


def test_where_nothing_waits_nothing_is_told() -> None:
    with pytest.raises(queue.Empty):
        Worker(lambda: None, False, lambda: None, live=True).next_news()  # type: ignore[arg-type, return-value]
