"""Time to think: the time control of a table, and the time left on its clocks, computed from the events.

A clock runs only for the seat of a person who has to decide, even while a stand-in plays there. No clock runs for a
bot's own seat, or before the game begins. Times are those of the events (`at`), so the clocks are the same after a
restart and in another process. clocks/table_time.py says what time it is at a table. timing.py decides which seat's
clock runs and what happens at zero.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rookery.server.text import duration

MAX_CLOCK_SECONDS = 60 * 86_400  # seconds: two months
CORRESPONDENCE_SECONDS = 3600  # seconds: a shorter clock runs only while a server holds the table
HAND_OVER_MS = 10_000  # ms to hand a shared device over before the next player's clock runs
CLOCK_GRACE_MS = 500  # ms after zero in which a move that was on its way still counts
MAX_LATE_MOVES = 3  # late moves in a row that a bot makes for a person; after them it stays, or the game waits


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """The time control of a table."""

    kind: Literal["move", "bank"]  # `seconds` are for each decision, or for all decisions of a seat in the game
    seconds: Annotated[int, Meta(ge=5, le=MAX_CLOCK_SECONDS)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds added to a bank for each decision
    zero: Literal["bot", "loss"] = "bot"  # when time is up: a bot plays on, or the game is lost
    level: Annotated[str, Meta(max_length=32)] = ""  # of that bot

    @property
    def each_move(self) -> bool:
        """Whether the time is for each decision, and not for the whole game."""
        return self.kind == "move"

    @property
    def patient(self) -> bool:
        """Whether the clock runs while no page is open: a correspondence clock."""
        return self.seconds >= CORRESPONDENCE_SECONDS


class ClockState:
    """The time left on the clocks of a table, in ms."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.running: int | None = None  # the seat whose clock runs
        self.stops = 0  # the number of times that it has resumed after its server had stopped or stood still
        self.paused = False  # the server that held the table has stopped, and no other has resumed it yet
        self.screen: tuple[int, ...] = ()  # seats that share one device
        self.holder: int | None = None  # the seat that has the device
        self._turn: int | None = None  # the seat whose clock runs, or ran when it was stopped
        self._pause = 0  # ms from `since` until the running clock begins to run
        self.late = [0] * players  # [P] moves in a row that a bot made because time was up
        self._left = [1000 * clock.seconds] * players  # [P] ms left at `since`; negative where the grace was used
        self.since = 0  # the time of the newest event, ms since 1970
        self._stood = 0  # ms in which no clock ran because no server held the table
        # by ply: when it was played, without the time stood still before; and `_left` at that time
        self._decided: dict[int, tuple[int, list[int]]] = {}

    @property
    def due(self) -> int:
        """The time at which the running clock reaches zero, ms since 1970; 0: none runs."""
        return 0 if self.running is None else self.since + self._pause + self._left[self.running]

    def up(self, now: int) -> bool:
        """Whether the running clock is at zero at `now`, ms since 1970, and the grace for a late move has passed."""
        return self.running is not None and now >= self.due + CLOCK_GRACE_MS

    def left(self, now: int) -> list[int]:
        """[P] ms that each seat has left at `now`, ms since 1970; never negative."""
        used = max(0, now - self.since - self._pause)
        return [max(0, left - used * (seat == self.running)) for seat, left in enumerate(self._left)]

    def pause(self, now: int) -> int:
        """ms until the running clock begins to run, while a device is handed over."""
        return 0 if self.running is None else max(0, self.since + self._pause - now)

    def used_up(self, seat: int) -> bool:
        """Whether a seat has no time left at the newest event."""
        return self._left[seat] <= 0

    # ── What happens ─────────────────────────────────────────────────────────
    def note(self, now: int) -> None:
        """Charge the time until an event at `now`, ms since 1970."""
        gone = max(0, now - self.since)
        if self.running is not None:
            self._left[self.running] -= max(0, gone - self._pause)
        self.since, self._pause = now, max(0, self._pause - gone)

    def stood(self, now: int) -> None:
        """No clock ran from the newest event until one at `now`, ms since 1970."""
        self._stood += now - self.since  # negative where the time of day was set back
        self.since = now

    def stop(self) -> None:
        """Let no clock run until the table is resumed."""
        self.running = None

    def run(self, seat: int | None) -> None:
        """Let the clock of a seat run; None: no clock. A player who must first be handed the device gets HAND_OVER_MS
        for that, once."""
        if seat != self._turn:
            self._pause = HAND_OVER_MS if seat in self.screen and seat != self.holder else 0
        self._turn = self.running = seat

    def decided(self, ply: int, seat: int, *, lent: str) -> None:
        """A seat has decided ply `ply`, counted from 1. `lent`: why a stand-in did so; "": the person did."""
        self._decided[ply] = self.since - self._stood, self._left.copy()
        self.late[seat] = self.late[seat] + 1 if lent == "late" else self.late[seat] if lent else 0
        if self.clock.each_move:
            self._left[seat] = 1000 * self.clock.seconds
        elif not (lent and self.used_up(seat)):  # a stand-in at zero earns no increment
            self._left[seat] += 1000 * self.clock.increment

    def took_back(self, plies: int, seat: int, *, agreed: bool) -> None:
        """A seat decides ply `plies` + 1 again; all seats have the time that they had when it was first played.

        The time since then is charged to that seat, unless the others agreed to the take-back. Otherwise a player could
        gain time, or cost others time, by playing a move and taking it back. A time in which no server held the table
        is charged to nobody."""
        now = self.since - self._stood
        when, self._left = self._decided.get(plies + 1, (now, self._left))
        self._decided = {ply: then for ply, then in self._decided.items() if ply <= plies}
        if not agreed:
            self._left[seat] -= max(0, now - when)
        elif self.clock.each_move:
            self._left[seat] = 1000 * self.clock.seconds


def words(clock: Clock | None) -> str:
    """The time control in words: "3 days a move", "5 minutes each and 3 seconds a move"; "" without a clock."""
    if clock is None:
        return ""
    each = duration(clock.seconds)
    if clock.each_move:
        return f"{each} a move"
    return f"{each} each" + (f" and {duration(clock.increment)} a move" if clock.increment else "")
