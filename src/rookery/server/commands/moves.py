"""Moves and what chance adds to them, resigning, and playing on from a position, as events that follow.

Every question that can be refused is a list of guards in a fixed order, each with its named refusal. Nothing here
changes the table: the events are made durable first, then added.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rookery.core.errors import CannotConcede, CannotPlay, GameOver, IllegalAction, StillSecret
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import CONCEDED, Record
from rookery.server.commands.guards import may_lose, may_move, must_play
from rookery.server.errors import NotNow
from rookery.server.table.events import Conceded, Event, Lent, Played
from rookery.server.table.table import Seats, Table

__all__ = ["branch", "move", "on_one_screen", "play", "plies_of", "resign", "with_chance"]


def move(table: Table, seats: Seats, seat: int, ply: int, action: int, takebacks: int = 0) -> list[Event]:
    """Who moves is back, where a bot stood in. Raises what `may_move` raises, and IllegalAction."""
    may_move(table, seats, seat, ply, takebacks)
    back: list[Event] = [Lent(seat, "")] if table.bot else []
    return back + play(table, action)


def on_one_screen(table: Table, moved: list[Event], seats: Seats, elsewhere: Collection[int]) -> list[Event]:
    """A move's events, with the seats among which its device goes from hand to hand. Who has a page elsewhere waits for
    no device, and gets no time for that.

    `seats`: of the page that moved; `elsewhere`: of all other pages."""
    if table.times is None or not table.game.facts.hidden:
        return moved
    shared = tuple(seat for seat in seats if seat == table.mover or seat not in elsewhere)
    if len(shared) < 2:
        return moved
    decision = next(event for event in moved if isinstance(event, Played))  # what chance adds follows it
    return [replace(decision, screen=shared) if event is decision else event for event in moved]


def play(table: Table, action: int, remark: str = "") -> list[Event]:
    """An action of the mover, then what chance draws until a seat decides. Raises IllegalAction (GameOver)."""
    mover = table.mover
    if mover == CHANCE:
        raise IllegalAction("a seat cannot play what chance decides")
    after = table.play_ahead(table.position, action)
    first = Played(table.plies + 1, mover, action, after.key, remark)
    return with_chance(table, after, [first], table.client_seeds)


def with_chance(table: Table, position: Position, played: list[Event], client_seeds: Sequence[str]) -> list[Event]:
    ply = table.plies + len(played)
    while position.mover == CHANCE:
        ply += 1
        action = table.draw(position, ply, client_seeds)
        position = table.play_ahead(position, action)
        played.append(Played(ply, None, action, position.key))
    return played


# ── The end, and afterwards ───────────────────────────────────────────────────────────────
def resign(table: Table, seats: Seats) -> list[Event]:
    """Raises UnknownKey, NotNow, CannotConcede (GameOver)."""
    must_play(seats, "give up")
    if not table.begun:
        raise NotNow("the game has not begun yet")
    if table.mover is None:
        raise GameOver("the game is over already")
    if not may_lose(table.game, table.players):
        raise CannotConcede("only one of two opponents can give up; a bot can stand in for you")
    if len(seats) > 1:
        raise CannotConcede("this page plays both sides; neither can give up against itself")
    return [Conceded(seats[0], CONCEDED[0])]


def branch(table: Table, slug: str, players: int, ply: int) -> list[Played]:
    """The first plies of a game, with which another one begins. Raises NoSuchPly, StillSecret, CannotPlay."""
    if not table.all_told:
        raise StillSecret(
            "not all of this game is told to everybody; one can play on from its positions when it is over"
        )
    if (slug, players) != (table.made.game, table.players):
        raise CannotPlay(f"the position is one of {table.made.game} for {table.players}, not of {slug} for {players}")
    if table.at(ply).is_over:
        raise CannotPlay("the game is over in this position; go back a move to play on")
    return plies_of(table.record, ply)


def plies_of(record: Record, ply: int) -> list[Played]:
    """The first plies of a record as events."""
    return [
        Played(
            before + 1,
            None if record.mover(before) == CHANCE else record.mover(before),
            record.actions[before],
            record.at(before + 1).key,
            record.remarks.get(before + 1, ""),
        )
        for before in range(ply)
    ]
