"""Time to think: what a table has agreed on, and what is left of it, as that follows from the events.

A clock runs for a person who has to decide, also while a bot stands in, and for nobody else: not for bots, not before
the game has begun. Times are those of the events (`at`), so a restart, or another process, finds the same clocks.
Which seat's clock runs, and what a bot does at zero, is said in timing.py.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rookery.server.text import duration

__all__ = ["CLOCK_GRACE_MS", "HAND_OVER_MS", "MAX_LATE_MOVES", "Clock", "ClockState", "words"]

MAX_CLOCK_SECONDS = 60 * 86_400  # seconds: two months
CORRESPONDENCE_SECONDS = 3600  # seconds: a shorter clock counts only while a server holds the table
HAND_OVER_MS = 10_000  # ms in which a device changes hands before the next one's clock runs
CLOCK_GRACE_MS = 500  # ms after the end in which a move that was on its way still counts
MAX_LATE_MOVES = 3  # late moves in a row that a bot makes one at a time; after them it stays, or the game waits


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table has agreed on."""

    kind: Literal["move", "bank"]  # so much for each decision, or for all that a seat has in the game
    seconds: Annotated[int, Meta(ge=5, le=MAX_CLOCK_SECONDS)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds that a bank gets for each decision
    zero: Literal["bot", "loss"] = "bot"  # when nothing is left: a bot plays on, or the game is lost
    level: Annotated[str, Meta(max_length=32)] = ""  # of that bot

    @property
    def patient(self) -> bool:
        """Whether it goes on while nobody looks: days a move, not minutes a game."""
        return self.seconds >= CORRESPONDENCE_SECONDS


class ClockState:
    """What is left on the clocks of a table, in ms."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.running: int | None = None  # the seat whose clock runs
        self.paused = False  # the server that held the table has stopped, and none has gone on yet
        self.screen: tuple[int, ...] = ()  # seats that hand one device over, and of them the one that has it
        self.holder: int | None = None
        self._pause = 0  # ms from `_since` until the running clock begins to run
        self.late = [0] * players  # moves in a row that a bot made because the person's time was over
        self._left = [1000 * clock.seconds] * players  # at `_since`; below 0 where CLOCK_GRACE_MS was used
        self._since = 0  # when that was, ms since 1970
        self._decided: dict[int, tuple[int, list[int]]] = {}  # by ply: when it was played, and what was left then

    @property
    def due(self) -> int:
        """When the running clock is at zero, ms since 1970; 0: none runs."""
        return 0 if self.running is None else self._since + self._pause + self._left[self.running]

    def up(self, now: int) -> bool:
        """Whether somebody's time is over, and no move can be on its way any more."""
        return self.running is not None and now >= self.due + CLOCK_GRACE_MS

    def left(self, now: int) -> list[int]:
        """[P] what each seat has."""
        used = max(0, now - self._since - self._pause)
        return [max(0, left - used * (seat == self.running)) for seat, left in enumerate(self._left)]

    def pause(self, now: int) -> int:
        """ms until the running clock begins to run: a device is being handed over."""
        return 0 if self.running is None else max(0, self._since + self._pause - now)

    def used_up(self, seat: int) -> bool:
        """At the newest event."""
        return self._left[seat] <= 0

    # ── What happens ─────────────────────────────────────────────────────────
    def note(self, now: int) -> None:
        """An event: what was used until then is gone, whatever comes."""
        gone = max(0, now - self._since)
        if self.running is not None:
            self._left[self.running] -= max(0, gone - self._pause)
        self._since, self._pause = now, max(0, self._pause - gone)

    def run(self, seat: int | None) -> None:
        """It is the turn of a seat, or (None) of nobody who has a clock. Who has to be handed the device first gets a
        little time for that."""
        if seat != self.running:
            self._pause = HAND_OVER_MS if seat in self.screen and seat != self.holder else 0
        self.running = seat

    def decided(self, ply: int, seat: int, *, lent: str) -> None:
        """A seat has decided ply `ply`, counted from 1. `lent`: why a bot did so in its place; "": the person did."""
        self._decided[ply] = self._since, self._left.copy()
        self.late[seat] = self.late[seat] + 1 if lent == "late" else self.late[seat] if lent else 0
        if self.clock.kind == "move":
            self._left[seat] = 1000 * self.clock.seconds
        elif not (lent and self.used_up(seat)):  # after zero the bot stays
            self._left[seat] += 1000 * self.clock.increment

    def took_back(self, plies: int, seat: int, *, agreed: bool) -> None:
        """A seat decides ply `plies` + 1 again, with what it had when it played that. What has gone since is its own
        loss and nobody else's, unless the others agreed: else a move played and taken back would be a way to more time,
        or to take others' away."""
        when, self._left = self._decided.get(plies + 1, (self._since, self._left))
        self._decided = {ply: then for ply, then in self._decided.items() if ply <= plies}
        if not agreed:
            self._left[seat] -= max(0, self._since - when)
        elif self.clock.kind == "move":
            self._left[seat] = 1000 * self.clock.seconds


def words(clock: Clock | None) -> str:
    """How one says it: "3 days a move", "5 minutes each and 3 seconds a move"; "" without a clock."""
    if clock is None:
        return ""
    each = duration(clock.seconds)
    if clock.kind == "move":
        return f"{each} a move"
    return f"{each} each" + (f" and {duration(clock.increment)} a move" if clock.increment else "")
