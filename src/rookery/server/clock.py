"""Time to think: what a table has agreed on, and what is left of it, as that follows from the events.

A clock runs for a person who has to decide, and for nobody else: not for bots, not before the game has begun. Times are
those of the events (`at`), so a restart, or another process, finds the same clocks.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["LENIENCE", "Clock", "Times", "words"]

LONGEST = 60 * 86_400  # seconds: two months
PATIENT = 3600  # seconds: a shorter clock counts only while a server holds the table
LENIENCE = 500  # ms after the end in which a move that was on its way still counts


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table has agreed on."""

    kind: Literal["move", "bank"]  # so much for each decision, or for all that a seat has in the game
    seconds: Annotated[int, Meta(ge=5, le=LONGEST)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds that a bank gets for each decision
    zero: Literal["bot", "loss"] = "bot"  # when nothing is left: a bot plays on, or the game is lost
    level: Annotated[str, Meta(max_length=32)] = ""  # of that bot

    @property
    def patient(self) -> bool:
        """Whether it goes on while nobody looks: days a move, not minutes a game."""
        return self.seconds >= PATIENT


class Times:
    """What is left on the clocks of a table, in ms."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.running: int | None = None  # the seat whose clock runs
        self._left = [1000 * clock.seconds] * players  # when the running one was last looked at
        self._since = 0  # when that was, ms since 1970
        self._given = [0] * players  # what the newest decision of a seat has given it

    @property
    def due(self) -> int:
        """When the running clock is at zero, ms since 1970; 0: none runs."""
        return 0 if self.running is None else self._since + self._left[self.running]

    def up(self, now: int) -> bool:
        """Whether somebody's time is over, and no move can be on its way any more."""
        return self.running is not None and now >= self.due + LENIENCE

    def left(self, now: int) -> list[int]:
        """[P] what each seat has."""
        return [self._spent(seat, now) for seat in range(len(self._left))]

    def _spent(self, seat: int, now: int) -> int:
        used = max(0, now - self._since) if seat == self.running else 0
        return max(0, self._left[seat] - used)

    # ── What happens ─────────────────────────────────────────────────────────
    def stop(self, now: int) -> None:
        """Nobody's clock runs from now on."""
        if self.running is not None:
            self._left[self.running] = self._spent(self.running, now)
        self.running = None

    def run(self, seat: int | None, now: int) -> None:
        """It is the turn of a seat, or (None) of nobody who has a clock."""
        if seat != self.running:
            self.stop(now)
            self.running, self._since = seat, now

    def decided(self, seat: int, now: int, *, person: bool) -> None:
        """A seat has decided. `person`: and no bot in its place, which gets nothing for its bank."""
        self.stop(now)
        had = self._left[seat]
        if self.clock.kind == "move":
            self._left[seat] = 1000 * self.clock.seconds
        elif person:
            self._left[seat] += 1000 * self.clock.increment
        self._given[seat] = self._left[seat] - had

    def took_back(self, seat: int, now: int, *, agreed: bool) -> None:
        """A seat is to decide again. Unless the others agreed to it, it gets no time for what it took back: else a move
        played and taken back would be a way to more of it."""
        self.stop(now)
        if not agreed:
            self._left[seat] = max(0, self._left[seat] - self._given[seat])
        elif self.clock.kind == "move":
            self._left[seat] = 1000 * self.clock.seconds
        self._given[seat] = 0

    def resume(self, now: int) -> None:
        """The time since the running clock was last looked at does not count."""
        self._since = now


def words(clock: Clock | None) -> str:
    """How one says it: "3 days a move", "5 minutes each and 3 seconds a move"; "" without a clock."""
    if clock is None:
        return ""
    each = _span(clock.seconds)
    if clock.kind == "move":
        return f"{each} a move"
    return f"{each} each" + (f" and {_span(clock.increment)} a move" if clock.increment else "")


def _span(seconds: int) -> str:
    """The largest unit that says it exactly."""
    for unit, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' if seconds > unit else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"
