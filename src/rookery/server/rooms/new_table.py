"""Making a table: what a page orders, the slow part of the work, and the links for its maker."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from rookery.core import fair
from rookery.core.position import Game
from rookery.core.verification import pledge
from rookery.server.quota.work_budget import in_slices, in_thread
from rookery.server.rooms.replayed_table import replayed
from rookery.server.table.events import Event, Made, Seat
from rookery.server.table.keys import digest, new_id, new_key, new_secret
from rookery.server.text import plain_name
from rookery.server.wire.messages import NewTable, SeatLink, TableLinks


class TablePlan(NamedTuple):
    """The parts of a new table that take long to make."""

    table_id: str
    secret: bytes  # [32]
    pledge: fair.Pledge


async def planned(game: Game, events: Sequence[Event], table_id: str = "", secret: bytes = b"") -> TablePlan:
    """Plan a table that begins with these events. It waits for the budget of the address that asks. `table_id`,
    `secret` ([32]): new ones by default."""
    table_id, secret = table_id or new_id(), secret or new_secret()
    table = await replayed(game, table_id, secret, events)
    bots = [index for index, seat in enumerate(table.made.seats) if seat.kind == "bot"]
    await in_slices(fair.parts(secret, fair.tickets(game.facts.longest)))  # thousands of hashes
    promise = functools.partial(pledge, table.record, table.made.since, secret, bots)
    return TablePlan(table_id, secret, await in_thread(promise))


def links(game: Game, made: Made, table_id: str, keys: Sequence[str]) -> TableLinks:
    """The links for the maker of a table. `keys`: [P] of people, "" for bots."""
    roles = game.facts.seats_at(made.players, made.options)
    links = [SeatLink(i, roles[i][0], key, f"/t/{table_id}#{key}") for i, key in enumerate(keys) if key]
    return TableLinks(table_id, f"/t/{table_id}", links)


def ordered(game: Game, order: NewTable) -> tuple[Made, list[str]]:
    """The first event of a table that a page orders, and the keys of its people, "" for bots."""
    keys = [new_key() if seat.kind == "person" else "" for seat in order.seats]
    seats = tuple(
        Seat("person", name=plain_name(seat.name), key_hash=digest(key), open=seat.open)
        if key
        else Seat("bot", seat.level)
        for seat, key in zip(order.seats, keys, strict=True)
    )
    made = Made(
        order.game,
        game.facts.rules_version,
        len(seats),
        order.options,
        seats,
        public=order.public,
        clock=order.clock,
        delay=order.delay,
        rated=order.rated,
    )
    return made, keys
