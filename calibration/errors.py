"""Bad input: the one exception for a deck, recording, calibration, log or import that cannot be used as it is.

It lives in the lowest room so that every other room can raise it. It decides nothing and imports nothing.
"""


class BadInput(Exception):
    """What is wrong, where, and what to do about it: three short texts, shown to the person as one sentence."""

    def __init__(self, what: str, where: str = "", do: str = "") -> None:
        self.what, self.where, self.do = what, where, do
        super().__init__(str(self))

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"; {self.do}" if self.do else ""
        return f"{place}{self.what}{advice}"
