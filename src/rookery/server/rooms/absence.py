"""The time for which the people of one table have been away, without an open page in any process."""

import time
from collections.abc import Callable


class Absence:
    """The moments when people left one table. They are kept in memory only: when a table is opened, everybody counts as
    just gone."""

    def __init__(self, players: int, here: Callable[[], set[int]]) -> None:
        """`here`: returns the seats whose people have a page open now."""
        self._players = players
        self._here = here
        self._left: dict[int, float] = {}  # by seat: when its last page closed, time.monotonic()
        self.note()

    def note(self) -> None:
        """Update after pages opened or closed."""
        here, now = self._here(), time.monotonic()
        self._left = {seat: self._left.get(seat, now) for seat in range(self._players) if seat not in here}

    def seconds(self, seat: int) -> float:
        """Seconds for which the person of a seat has been away; 0 while a page is open."""
        self.note()
        return time.monotonic() - self._left[seat] if seat in self._left else 0.0

    def close(self) -> None:
        """Drop the references that would keep the table in memory."""
        self._here = set
