"""Making a table: the slow part of the work, and the links for its maker."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rookery.core import fair
from rookery.core.position import Game
from rookery.core.verification import pledge
from rookery.server.quota.work_budget import in_slices, in_thread
from rookery.server.rooms.replayed_table import replayed
from rookery.server.table.events import Event, Made, Seat
from rookery.server.table.keys import new_id, new_secret
from rookery.server.table.table import Table
from rookery.server.wire.messages import NewTable, SeatLink, TableLinks

__all__ = ["TablePlan", "levels_of", "links", "planned", "turned"]


class TablePlan(NamedTuple):
    """The parts of a new table that take long to make."""

    table_id: str
    secret: bytes  # [32]
    pledge: fair.Pledge


async def planned(game: Game, made: Made, plies: Sequence[Event] = ()) -> TablePlan:
    """Plan a table that begins with these events. It waits for the budget of the address that asks."""
    table_id, secret = new_id(), new_secret()
    record = (await replayed(game, table_id, secret, [made, *plies])).record
    bots = [index for index, seat in enumerate(made.seats) if seat.kind == "bot"]
    await in_slices(fair.parts(secret, fair.tickets(game.facts.longest)))  # thousands of hashes
    return TablePlan(table_id, secret, await in_thread(functools.partial(pledge, record, made.since, secret, bots)))


def turned(table: Table) -> Made:
    """The first event of a rematch, without its pledge: everybody has moved on by one seat, and nobody has come yet."""
    first, *others = [_as_new(seat) for seat in table.seats]
    rules = table.game.facts.rules_version
    return msgspec.structs.replace(table.made, rules=rules, seats=(*others, first), pledge=None, since=0, origin="")


def links(game: Game, made: Made, table_id: str, keys: Sequence[str]) -> TableLinks:
    """The links for the maker of a table. `keys`: [P] of people, "" for bots."""
    roles = game.facts.seats_at(made.players, made.options)
    links = [SeatLink(i, roles[i][0], key, f"/t/{table_id}#{key}") for i, key in enumerate(keys) if key]
    return TableLinks(table_id, f"/t/{table_id}", links)


def levels_of(order: NewTable) -> list[str]:
    """The levels of all bots that may play at a table, stand-ins after zero included."""
    levels = [seat.level for seat in order.seats if seat.kind == "bot"]
    return [*levels, order.clock.level] if order.clock is not None and order.clock.zero == "bot" else levels


def _as_new(seat: Seat) -> Seat:
    """The seat as it is before its person has come."""
    return seat if seat.kind == "bot" else msgspec.structs.replace(seat, level="", lent="", client_seed=None)
