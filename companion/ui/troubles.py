"""What goes wrong, in the language of the screen: other rooms say it in one sentence, in English.

`lang/troubles.json` has their sentences in the other languages, and what the system and SQLite say most; `{}` stands
for whatever is told in between. What it does not know stays as it was said: better in English than not at all.
"""

import json
import re
from functools import cache, partial
from importlib.resources import files

#: English sentence -> language -> sentence.
Sentences = dict[str, dict[str, str]]


@cache
def sentences() -> Sentences:
    told: Sentences = json.loads((files("companion.ui") / "lang" / "troubles.json").read_text("utf-8"))
    return told


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each sentence as it is found in what was said, the longest first; it begins and ends where a part of it does."""
    longest = sorted(sentences(), key=len, reverse=True)
    return tuple(
        (re.compile(r"(?:(?<=: )|(?<=; )|^)" + re.escape(each).replace(r"\{\}", "(.+?)") + r"(?=: |, |;|$)"), each)
        for each in longest
    )


def in_language(told: str, language: str) -> str:
    """`told` is where, what is wrong and what to do, as `BadInput` says it."""
    if language == "en":
        return told

    def put(found: re.Match[str], sentence: str) -> str:
        """What is filled in may be a sentence itself: why the system refuses, or what is wrong within a file."""
        return sentences()[sentence][language].format(*(in_language(each, language) for each in found.groups()))

    for pattern, sentence in _patterns():
        told = pattern.sub(partial(put, sentence=sentence), told)
    return told
