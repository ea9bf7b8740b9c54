"""Bots in people's places, as events that follow: because the person asks for it, because time is over, or because
others wait for somebody who is away; and nudges.

A stand-in gets the view of its seat, as every bot does, and the person can be back at any time: by saying so, or simply
by making a move. Only where time was over that has to wait (timing.check_back).
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

__all__ = ["bot_move", "lend", "nudge", "pause", "replace", "resume", "time_up"]

AWAY_SECONDS = 60  # seconds after which a bot may play for somebody; who loads a page anew is back long before
NUDGE_AFTER = 30  # seconds of a turn in which nobody is nudged
NUDGE_INTERVAL = 60  # seconds from one nudge to the next


def lend(table: Table, seats: Seats, seat: int, level: str) -> list[Event]:
    """A bot of a level that there is stands in, or ("") the person is back. Raises UnknownKey, OutOfTime."""
    if seat not in seats:
        raise UnknownKey("only the player in that seat can hand it to a bot")
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
    """What a bot plays. Where it made only a late move of a person, that one plays again from here on.
    Raises IllegalAction (GameOver)."""
    mover, events = table.mover, moves.play(table, action, remark)
    if isinstance(mover, int) and not timing.stays(table, mover):
        events.append(Lent(mover, "", "late"))
    return events


# ── Who keeps others waiting ─────────────────────────────────────────────────
def replace(table: Table, seats: Seats, seat: int, level: str, away: float) -> list[Event]:
    """A bot plays for another person, who is to move and whose page has been closed for `away` seconds; 0: it is open.

    Raises UnknownKey, CannotReplace, NotNow, GameOver, SeatTaken."""
    guards.must_play(seats, "let a bot play for somebody")
    _check_waiting(table)
    if table.thinking != seat or seat in seats:
        raise CannotReplace("a bot can take over only from another player whose turn it is")
    if table.times is not None:
        raise CannotReplace("this table has a clock: what happens when time is over was agreed on before")
    name = table.called((seat,))
    if not away:
        raise SeatTaken(f"a bot can take over only from somebody who is away, and not from {name} now")
    if away < AWAY_SECONDS:
        raise NotNow(f"a bot can take over from {name} only {duration(AWAY_SECONDS)} after they went away")
    return _lent(table, seat, level, "away")


def nudge(table: Table, seats: Seats, now: int) -> list[Event]:
    """Tell another person who is to move that somebody waits. `now`: ms since 1970.

    Raises UnknownKey, NotNow, GameOver, TooBusy."""
    guards.must_play(seats, "nudge somebody")
    _check_waiting(table)
    seat = table.thinking
    if seat is None or seat in seats:
        raise NotNow("there is nobody to nudge: no other player is to move")
    name = table.called((seat,))
    waited, before = now - table.turn.at, table.nudged
    if waited < 1000 * NUDGE_AFTER:
        raise NotNow(f"the turn of {name} has just begun; you can nudge after {duration(NUDGE_AFTER)}")
    if len(before) >= MAX_NUDGES:
        raise TooBusy(f"{name} got {MAX_NUDGES} nudges this turn; more would not help", 60)
    if before and (wait := NUDGE_INTERVAL - (now - before[-1]) // 1000) > 0:
        raise TooBusy(f"{name} got a nudge just now; the next one can follow in {duration(wait)}", wait)
    return [Nudged(seat, seats[0])]


def _check_waiting(table: Table) -> None:
    """Raises NotNow, GameOver."""
    if not table.begun:
        raise NotNow("the game has not begun yet; you can begin without those who are missing")
    if table.mover is None:
        raise GameOver("the game is over; nobody is to move")


# ── Time ─────────────────────────────────────────────────────────────────────
def time_up(table: Table, now: int) -> list[Event]:
    """Nothing while nobody's time is over at `now`, ms since 1970; else what the table has agreed on for then."""
    times = table.times
    if times is None or times.running is None or not times.up(now):
        return []
    if times.clock.zero == "loss":
        return [Conceded(times.running, CONCEDED[1])]
    sitter = table.seats[times.running]
    if sitter.level:  # the bot that the person has asked for goes on
        return [Lent(times.running, sitter.level, sitter.lent or "asked")]
    return _lent(table, times.running, times.clock.level, "late")


def pause(table: Table) -> list[Event]:
    """The server stops: a quick game's clock has run until now, and waits for the next server."""
    times = table.times
    return [Paused()] if times is not None and times.running is not None and not times.clock.patient else []


def resume(table: Table) -> list[Event]:
    """No server held the table for a while: what that took of a quick game's clock is given back."""
    times = table.times
    stood = times is not None and not times.clock.patient and (times.paused or times.running is not None)
    return [Resumed()] if stood else []
