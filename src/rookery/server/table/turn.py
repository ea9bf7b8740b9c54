"""Whose turn it is, and since when."""

from typing import NamedTuple

from rookery.core.protocol import CHANCE


class Turn(NamedTuple):
    """A turn lasts until another seat decides, however many plies it has."""

    seat: int | None  # None: before the game and after it
    plies: int  # of the game when it began
    takebacks: int
    at: int  # when it began, ms since 1970

    def then(self, mover: int | None, plies: int, takebacks: int, at: int) -> "Turn":
        """The turn after an event at the time `at`: usually the same one."""
        return self if mover in (self.seat, CHANCE) else Turn(mover, plies, takebacks, at)
