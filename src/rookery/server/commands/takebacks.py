"""Take-backs of the newest decision of a page, with or without the others' consent, as events.

Four rules. Clicks that were not confirmed never reach the table. A move is taken back at once if nothing was hidden and
no other player has acted since. Otherwise the others must consent. A draw that a player has seen is never taken back.
"""

from rookery.core.errors import GameOver
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.server.commands.guards import may_take_back, must_play
from rookery.server.errors import CannotTakeBack, NotNow
from rookery.server.table.events import Answered, Asked, Event, TookBack
from rookery.server.table.table import Seats, Table


def ask_back(table: Table, seats: Seats) -> list[Event]:
    """Take back the newest decision of a seat of the page, and all that came after it.

    This happens at once if no other player has acted since and nothing was hidden from any player. Otherwise the other
    people are asked; bots agree, and so do people who let one play. A draw that a player has seen is never taken back.
    If they decline, or the seat withdraws, it cannot ask again before its next move.

    Raises UnknownKey, GameOver, CannotTakeBack, NotNow."""
    must_play(seats, "take a move back")
    may_take_back(table)
    if table.mover is None:
        raise GameOver("the game is over, so moves cannot be taken back")
    decided = [ply for ply in range(table.made.since + 1, table.plies + 1) if table.record.mover(ply - 1) in seats]
    if not decided:
        raise CannotTakeBack("you have not played anything yet")
    plies = decided[-1] - 1
    if _draw_was_seen(table, plies):
        raise CannotTakeBack("you cannot take back past a draw that a player has seen")
    if not (others := _asked_of(table, seats, plies)):
        return [*_withdrawn(table, seats), TookBack(plies)]
    if table.asked is not None and (table.asked.seats, table.asked.plies) == (seats, plies):
        raise NotNow(f"already asked: {table.called(tuple(others))}")
    if any(table.declined.get(seat) == plies for seat in seats):
        raise CannotTakeBack("you have asked for this already; you can ask again after your next move")
    return [Asked(seats, plies)]


def _withdrawn(table: Table, seats: Seats) -> list[Event]:
    """Withdraw an open request before another take-back, which would otherwise count as its consent."""
    return [Answered(seats[0], False)] if table.asked is not None else []


def answer(table: Table, seats: Seats, yes: bool) -> list[Event]:
    """A seat that was asked agrees or declines; the last consent takes the move back. The seat that asked may withdraw.

    Raises UnknownKey, NotNow."""
    must_play(seats, "answer")
    if (asked := table.asked) is None:
        raise NotNow("no player is asking to take a move back")
    if not yes and set(seats) & set(asked.seats):  # the asking seat withdraws
        return [Answered(seats[0], False)]
    waiting = still_asked(table)
    mine = [seat for seat in waiting if seat in seats]
    if not mine:
        raise NotNow("this request is for the other players to answer")
    if not yes:
        return [Answered(mine[0], False)]
    events: list[Event] = [Answered(seat, True) for seat in mine]
    return [*events, TookBack(asked.plies)] if mine == waiting else events


def still_asked(table: Table) -> list[int]:
    """The seats that have not answered yet."""
    if (asked := table.asked) is None:
        return []
    return [seat for seat in _asked_of(table, asked.seats, asked.plies) if seat not in table.agreed]


def _draw_was_seen(table: Table, plies: int) -> bool:
    """Whether any player knows the outcome of a draw after the first `plies` plies."""
    for ply in range(plies + 1, table.plies + 1):
        if table.record.mover(ply - 1) == CHANCE:
            before, action = table.at(ply - 1), table.record.actions[ply - 1]
            if any(before.knows(action, seat) for seat in range(SPECTATOR, table.players)):
                return True
    return False


def _agrees(table: Table, seat: int) -> bool:
    """Whether a seat agrees without being asked: a bot, or a stand-in that its person chose. A person who is only away
    or late is still asked."""
    sitter = table.seats[seat]
    return bool(sitter.level) and sitter.lent not in ("away", "late")


def _asked_of(table: Table, seats: Seats, plies: int) -> list[int]:
    """The seats whose consent a take-back to `plies` plies needs when `seats` ask: all other people, if one of them has
    acted since, or if something was hidden from anybody, who may have learnt of it since."""
    others = [seat for seat in range(table.players) if seat not in seats and not _agrees(table, seat)]
    acted = any(table.record.mover(ply) in others for ply in range(plies, table.plies))
    before = table.at(plies)
    hidden = any(before.view(seat).key != before.key for seat in range(table.players))
    return others if acted or hidden else []
