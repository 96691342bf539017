"""The result of a match as a link that opens the BG Stats app's own import dialogue. It sends nothing anywhere.

The app takes one JSON object in the link: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from calibration.errors import BadInput
from companion.core.scores import Ranking, Scores

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
#: What a QR code that a phone still reads off a screen can hold.
LONGEST_LINK = 2_300


@dataclass(frozen=True, slots=True)
class Play:
    """What the link tells besides the scores. `match` stays the same when it is sent again: no play counts twice."""

    match: str
    game: str
    game_name: str
    ended: datetime
    minutes: int = 0
    comments: str = ""


def bg_stats_link(play: Play, scores: Scores) -> str:
    """The link; without the comments where they would make it too long for a code."""
    for comments in dict.fromkeys((play.comments, "")):
        link = LINK + quote(
            json.dumps(_data(play, scores, comments), ensure_ascii=False, separators=(",", ":")), safe=""
        )
        if len(link) <= LONGEST_LINK:
            return link
    raise BadInput("these names are too long for a link", do="shorten the players' names")


def _data(play: Play, scores: Scores, comments: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "sourceName": "Tapis",
        "sourcePlayId": play.match,
        "playDate": play.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": play.game_name,
            "sourceGameId": play.game,
            "highestWins": scores.ranking is Ranking.HIGHEST,
            "noPoints": False,
        },
        "players": [
            {
                "name": line.player,
                "sourcePlayerId": line.player,
                "score": line.total,
                "winner": line.player in scores.winners,
            }
            for line in scores.lines
        ],
    }
    if play.minutes > 0:
        data["durationMin"] = play.minutes
    if comments:
        data["comments"] = comments
    return data
