"""Since when the people of one table have had no page open there, in any process."""

import time
from collections.abc import Callable

__all__ = ["Absence"]


class Absence:
    """It is remembered in memory: at a table that is opened anew everybody has just left."""

    def __init__(self, players: int, here: Callable[[], set[int]]) -> None:
        """`here`: the seats whose people have a page open now."""
        self._players = players
        self._here = here
        self._left: dict[int, float] = {}  # by seat: when its last page went, time.monotonic()
        self.note()

    def note(self) -> None:
        """Somebody has come or gone."""
        here, now = self._here(), time.monotonic()
        self._left = {seat: self._left.get(seat, now) for seat in range(self._players) if seat not in here}

    def seconds(self, seat: int) -> float:
        """How long its person has been away; 0 while a page is open."""
        self.note()
        return time.monotonic() - self._left[seat] if seat in self._left else 0.0

    def close(self) -> None:
        """It must not keep the table in memory."""
        self._here = set
