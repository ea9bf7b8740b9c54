"""Stand-ins and nudges, as events. A bot stands in for a person who asks for it, whose time is up, or who is away while
others wait.

A stand-in gets the view of its seat, as every bot does. The person can take the seat back at any time, also by making a
move; only after time was up must they wait (timing.check_back).
"""

from rookery.core.errors import GameOver
from rookery.core.record import CONCEDED
from rookery.server.commands import guards, moves
from rookery.server.commands.takebacks import still_asked
from rookery.server.errors import CannotReplace, NotNow, SeatTaken, TooBusy, UnknownKey
from rookery.server.table import timing
from rookery.server.table.events import Conceded, Event, Lent, Nudged, Paused, Resumed, TookBack, Why
from rookery.server.table.table import MAX_NUDGES, Seats, Table
from rookery.server.text import duration

AWAY_SECONDS = 60  # seconds without a page before a bot may take over; reloading a page takes far less
NUDGE_AFTER = 30  # seconds of a turn before its player can be nudged
NUDGE_INTERVAL = 60  # seconds from one nudge to the next


def lend(table: Table, seats: Seats, seat: int, level: str) -> list[Event]:
    """A player hands the seat to a bot of a valid level, or takes it back (""). Raises UnknownKey, OutOfTime."""
    if seat not in seats:
        raise UnknownKey("only the player of that seat can let a bot play")
    if level:
        guards.must_play_alone(table)
    if table.seats[seat].level == level:
        return []
    if not level:
        timing.check_back(table, seat)
    return _lent(table, seat, level, "asked")


def _lent(table: Table, seat: int, level: str, why: Why) -> list[Event]:
    events: list[Event] = [Lent(seat, level, why)]
    if why == "asked" and level and table.asked is not None and still_asked(table) == [seat]:  # bots agree
        events.append(TookBack(table.asked.plies))
    return events


def bot_move(table: Table, action: int, remark: str) -> list[Event]:
    """A bot's move. If it stood in for one late move only, the person plays again from here on. Raises IllegalAction
    (GameOver)."""
    mover, events = table.mover, moves.play(table, action, remark)
    if isinstance(mover, int) and not timing.stays(table, mover):
        events.append(Lent(mover, "", "late"))
    return events


# ── Who keeps others waiting ─────────────────────────────────────────────────
def replace(table: Table, seats: Seats, seat: int, level: str, away: float) -> list[Event]:
    """A bot takes over from another person, who is to move. `away`: seconds since their page was closed; 0: it is open.

    Raises UnknownKey, CannotReplace, NotNow, GameOver, SeatTaken."""
    guards.must_play(seats, "let a bot take over")
    guards.must_play_alone(table)
    _check_waiting(table)
    if table.thinking != seat or seat in seats:
        raise CannotReplace("a bot can take over only from another player whose turn it is")
    if table.times is not None:
        raise CannotReplace("this table has a clock, which decides what happens when a player is away")
    name = table.called((seat,))
    if not away:
        raise SeatTaken(f"{name} is here; a bot can take over only from a player who is away")
    if away < AWAY_SECONDS:
        raise NotNow(f"a bot can take over from {name} when they have been away for {duration(AWAY_SECONDS)}")
    return _lent(table, seat, level, "away")


def nudge(table: Table, seats: Seats, now: int) -> list[Event]:
    """Nudge the other person who is to move. `now`: ms since 1970.

    Raises UnknownKey, NotNow, GameOver, TooBusy."""
    guards.must_play(seats, "nudge a player")
    _check_waiting(table)
    seat = table.thinking
    if seat is None or seat in seats:
        raise NotNow("you cannot nudge now, because no other player is to move")
    name = table.called((seat,))
    waited, before = now - table.turn.at, table.nudged
    if 0 <= waited < 1000 * NUDGE_AFTER:  # less than nothing: the time of day was set
        raise NotNow(f"the turn of {name} has just begun; you can nudge after {duration(NUDGE_AFTER)}")
    if len(before) >= MAX_NUDGES:
        raise TooBusy(f"{name} got {MAX_NUDGES} nudges this turn; more would not help", 60)
    if before and 0 < (wait := NUDGE_INTERVAL - (now - before[-1]) // 1000) <= NUDGE_INTERVAL:
        raise TooBusy(f"{name} got a nudge just now; the next one can follow in {duration(wait)}", wait)
    return [Nudged(seat, seats[0])]


def _check_waiting(table: Table) -> None:
    """Raises NotNow, GameOver."""
    if not table.begun:
        raise NotNow("the game has not begun yet; you can begin without the missing players")
    if table.mover is None:
        raise GameOver("the game is over; no player is to move")


# ── Time ─────────────────────────────────────────────────────────────────────
def time_up(table: Table, now: int) -> list[Event]:
    """The events that the time control demands at zero; [] if no clock is at zero at `now`, ms since 1970."""
    times = table.times
    if times is None or times.running is None or not times.up(now):
        return []
    if times.clock.zero == "loss":
        return [Conceded(times.running, CONCEDED[1])]
    sitter = table.seats[times.running]
    if sitter.level:  # the stand-in goes on
        return [Lent(times.running, sitter.level, sitter.lent or "asked")]
    return _lent(table, times.running, times.clock.level, "late")


def pause(table: Table) -> list[Event]:
    """The server stops: a clock of less than an hour pauses until the next server resumes it."""
    times = table.times
    return [Paused()] if times is not None and times.running is not None and not times.clock.patient else []


def stop(before: int, after: int) -> list[Event]:
    """No clock ran from `before` to `after`, ms since 1970: the server stood still, or its time of day was set."""
    return [Paused(at=before), Resumed(at=after)]


def resume(table: Table) -> list[Event]:
    """A server holds the table again: a clock of less than an hour did not run in the meantime."""
    times = table.times
    stood = times is not None and not times.clock.patient and (times.paused or times.running is not None)
    return [Resumed()] if stood else []
