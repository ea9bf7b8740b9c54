"""Moves with the draws that follow them, and resigning, as events.

Each command first checks its guards in a fixed order, each with its named refusal. Nothing here changes the table: the
events are first made durable, then added.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rookery.core.errors import CannotConcede, GameOver, IllegalAction
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import CONCEDED
from rookery.server.commands.guards import may_lose, may_move, must_play
from rookery.server.errors import NotNow
from rookery.server.table.events import Conceded, Event, Lent, Played
from rookery.server.table.table import Seats, Table


def move(table: Table, seats: Seats, seat: int, ply: int, action: int, takebacks: int = 0) -> list[Event]:
    """A person's move; it ends a stand-in for that seat. Raises what `may_move` raises, and IllegalAction."""
    may_move(table, seats, seat, ply, takebacks)
    back: list[Event] = [Lent(seat, "")] if table.bot else []
    return back + play(table, action)


def on_one_screen(table: Table, moved: list[Event], seats: Seats, elsewhere: Collection[int]) -> list[Event]:
    """A move's events, with the seats that share the device on which it was played. A seat with a page on another
    device gets no time for handing over.

    `seats`: of the page that moved; `elsewhere`: of all other pages."""
    if table.times is None or not table.game.facts.hidden:
        return moved
    shared = tuple(seat for seat in seats if seat == table.mover or seat not in elsewhere)
    if len(shared) < 2:
        return moved
    decision = next(event for event in moved if isinstance(event, Played))  # draws follow it
    return [replace(decision, screen=shared) if event is decision else event for event in moved]


def play(table: Table, action: int, remark: str = "") -> list[Event]:
    """An action of the mover, then draws until a seat decides. Raises IllegalAction (GameOver)."""
    mover = table.mover
    if mover == CHANCE:
        raise IllegalAction("chance is to move; a player cannot choose its draw")
    after = table.play_ahead(table.position, action)
    first = Played(table.plies + 1, mover, action, after.key, remark)
    return with_chance(table, after, [first], table.client_seeds)


def with_chance(table: Table, position: Position, played: list[Event], client_seeds: Sequence[str]) -> list[Event]:
    """`played`, which leads to `position`, and the draws after it until a seat decides. `client_seeds`: [P]."""
    ply = table.plies + len(played)
    while position.mover == CHANCE:
        ply += 1
        action = table.draw(position, ply, client_seeds)
        position = table.play_ahead(position, action)
        played.append(Played(ply, None, action, position.key))
    return played


def resign(table: Table, seats: Seats) -> list[Event]:
    """A player gives up. Raises UnknownKey, NotNow, CannotConcede (GameOver)."""
    must_play(seats, "give up")
    if not table.begun:
        raise NotNow("the game has not begun yet")
    if table.mover is None:
        raise GameOver("the game is over already")
    if table.closed:
        raise CannotConcede("this game is compared with others, so it is played to its end")
    if not may_lose(table.game, table.players):
        raise CannotConcede("you can give up only in a game of two opponents; a bot can stand in for you")
    if len(seats) > 1:
        raise CannotConcede("this page plays both sides, so neither can give up")
    return [Conceded(seats[0], CONCEDED[0])]
