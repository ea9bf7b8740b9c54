"""Making tables, as their first events. A table is ordered as a `Made`; its pledge follows from the events."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rookery.core.errors import CannotConcede, CannotPlay, StillSecret, UnknownLevel, one_of
from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.server.commands.guards import may_be_rated, may_copy, may_lose
from rookery.server.table.events import Conceded, Event, Made, Played, Seat
from rookery.server.table.table import Table


class GameSoFar(NamedTuple):
    """The part of a new table that comes from another game."""

    events: list[Event]
    options: dict[str, str]
    origin: str = ""  # as in Made


def create(game: Game, order: Made, levels: Sequence[str], begun: GameSoFar | None = None) -> list[Event]:
    """A new table. `levels`: of the game's bots; `begun`: the game so far, if not from the start; its options count.

    Raises UnknownLevel, CannotConcede, CannotRate."""
    clock = order.clock
    played_by = [seat.level for seat in order.seats if seat.kind == "bot"]
    for level in [*played_by, clock.level] if clock is not None and clock.zero == "bot" else played_by:
        if level not in levels:
            raise UnknownLevel(f"no bot of {game.facts.name} is called {level!r}; {one_of(level, levels)}")
    if clock is not None and clock.zero == "loss" and not may_lose(game, order.players):
        raise CannotConcede("only a game of two opponents can be lost on time; let a bot play on instead")
    if order.rated:
        may_be_rated(order, begun is not None)
    if begun is None:
        return [order]
    since = sum(isinstance(event, Played) for event in begun.events)
    return [replace(order, options=begun.options, since=since, origin=begun.origin), *begun.events]


def branch(table: Table, slug: str, players: int, ply: int) -> GameSoFar:
    """The first `ply` plies of the game at another table. Raises NoSuchPly, StillSecret, CannotPlay."""
    may_copy(table)
    if not table.all_told:
        raise StillSecret("parts of this game are still secret; you can play on from its positions when it is over")
    if (slug, players) != (table.made.game, table.players):
        raise CannotPlay(f"the position is one of {table.made.game} for {table.players}, not of {slug} for {players}")
    if table.at(ply).is_over:
        raise CannotPlay("the game is over in this position; go back a move to play on")
    origin = table.id if table.made.public else ""  # anybody with the id may watch
    return GameSoFar(_plies(table.record, ply), table.made.options, origin)


def whole(record: Record) -> GameSoFar:
    """A game as far as it was played."""
    conceded = [] if record.conceded is None else [Conceded(*record.conceded)]
    return GameSoFar([*_plies(record, record.plies), *conceded], record.at(0).options)


def rematch(table: Table) -> Made:
    """The first event of a rematch: everybody has moved on by one seat, and nobody has come yet."""
    first, *others = [_as_new(seat) for seat in table.seats]
    rules = table.game.facts.rules_version
    return replace(table.made, rules=rules, seats=(*others, first), pledge=None, since=0, origin="")


def _as_new(seat: Seat) -> Seat:
    """The seat as it is before its person has come."""
    return seat if seat.kind == "bot" else replace(seat, level="", lent="", client_seed=None)


def _plies(record: Record, ply: int) -> list[Event]:
    """The first `ply` plies of a record."""
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
