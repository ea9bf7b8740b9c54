"""Duplicate evenings: several tables play the same draws, round after round, and what was done in the same seat is
compared. Their tables are ordinary ones, and closed until all tables of the round are over.

An evening goes on when somebody asks for it: then missing tables are made, clocks run again after a restart, a round
that is over is counted, and the next one begins. Each step can be repeated, in any process, so a killed server loses
none. A person is who the page says: whoever knows that text is that person.
"""

import asyncio
import functools
import hmac

from msgspec.structs import replace

from rookery.core.errors import StillSecret, UnknownLevel, one_of
from rookery.core.record import Record
from rookery.days.comparison import achieved, matchpoints
from rookery.days.gathering import Receipt, head_of
from rookery.days.movement import place, seated
from rookery.days.opened_evening import OpenedEvening, evening_promise, evening_seeds, round_secret
from rookery.server import wall_clock
from rookery.server.days.contest_table import found_contest_table
from rookery.server.errors import NotNow, SeatTaken, UnknownKey, UnknownTable
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.evening_store import Deal, Evening, EveningStore, Guest, SeatResult, StoredEvening
from rookery.server.table import clock
from rookery.server.table.events import Made, Opened, Seat
from rookery.server.table.keys import derived_key, digest, new_id, new_secret
from rookery.server.table.table import Table
from rookery.server.text import plain_text
from rookery.server.wire.evening_messages import (
    EveningCard,
    EveningGuest,
    EveningRound,
    EveningSeat,
    EveningTable,
    JoinEvening,
    NewEvening,
)
from rookery.strengths import strength

__all__ = ["BREAK_MS", "Evenings"]

BREAK_MS = 20_000  # ms from the end of a round to the next one, for a look at the results


class Evenings:
    """All evenings of a server."""

    def __init__(self, manager: TableManager, store: EveningStore) -> None:
        self._manager = manager
        self._store = store
        self._founding = asyncio.Lock()

    # ── Before it begins ─────────────────────────────────────────────────────
    async def make(self, order: NewEvening) -> EveningCard:
        """Make an evening. Raises UnknownGame, UnknownOption, UnknownLevel, NotReady, StoreTrouble."""
        game = await self._manager.catalog.ready(order.game)
        if order.level not in (levels := self._manager.catalog.levels(order.game)):
            raise UnknownLevel(f"no bot of {game.facts.name} is called {order.level!r}; {one_of(order.level, levels)}")
        evening_id, secret = new_id(), new_secret()
        evening = Evening(
            order.game,
            order.players,
            Record(game, order.players, order.options).at(0).options,
            order.tables,
            order.rounds,
            order.level,
            replace(order.clock, zero="bot", level=order.level),
            digest(_key(secret, order.who)),
        )
        await self._store.add(evening_id, secret, evening, wall_clock.now_ms())
        return await self.card(evening_id, order.who)

    async def join(self, evening_id: str, asked: JoinEvening) -> Receipt:
        """Take a place; who has one keeps it. Raises UnknownTable, NotNow, SeatTaken, StoreTrouble."""
        key = digest(_key((await self._store.load(evening_id)).secret, asked.who))

        def joined(evening: Evening) -> Evening:
            if evening.begun:
                raise NotNow("this evening has begun, so nobody can take a place and no word is added any more")
            if _number(evening, key) is not None:
                return evening
            if len(evening.guests) == evening.tables * evening.players:
                raise SeatTaken(f"all {len(evening.guests)} places of this evening are taken")
            guest = Guest(key, plain_text(asked.name))
            return replace(evening, guests=(*evening.guests, guest), words=(*evening.words, asked.word))

        evening = (await self._store.change(evening_id, joined)).evening
        number = 1 + [guest.key for guest in evening.guests].index(key)
        return Receipt(0, number, head_of(evening.words[:number]))

    async def begin(self, evening_id: str, who: str) -> EveningCard:
        """Let the first round begin. Lots decide who sits where. Raises UnknownTable, UnknownKey, NotNow, TooBusy,
        NotReady, StoreTrouble."""
        secret = (await self._store.load(evening_id)).secret

        def begun(evening: Evening) -> Evening:
            if digest(_key(secret, who)) != evening.host:
                raise UnknownKey("only the host of this evening can begin it")
            if evening.begun:
                return evening
            if len(evening.guests) < 2:
                raise NotNow("an evening needs two people at least")
            lots = f"rookery places {head_of(evening.words)}"
            guests = sorted(
                evening.guests, key=lambda guest: hmac.digest(secret, f"{lots} {guest.key}".encode(), "sha256")
            )
            tables = min(evening.tables, len(guests))  # so that each has a person
            return replace(evening, guests=tuple(guests), tables=tables, deals=(_dealt(tables),))

        await self._store.change(evening_id, begun)
        return await self.card(evening_id, who)

    # ── What happens by itself ───────────────────────────────────────────────
    async def _brought_on(self, evening_id: str) -> tuple[StoredEvening, list[Table]]:
        """An evening after all that is due, and the tables of its newest round. Raises what `TableManager.table`
        raises."""
        stored, tables = await self._store.load(evening_id), list[Table]()
        while stored.evening.begun:
            evening = stored.evening
            actors = [await self._actor(evening_id, stored, index) for index in range(evening.tables)]
            tables = [actor.table for actor in actors]
            if all(table.over for table in tables):
                for actor in actors:
                    await actor.ask(lambda table: [Opened()] if table.closed else [])
            after = _after(evening, tables, wall_clock.now_ms())
            if after is evening:
                break
            stored = await self._store.change(evening_id, functools.partial(_unless_changed, evening, after))
        return stored, tables

    async def _actor(self, evening_id: str, stored: StoredEvening, index: int) -> TableActor:
        """A table of the newest round, which is made if it is missing."""
        table_id = stored.evening.deals[-1].tables[index]
        try:
            actor = await self._manager.table(table_id)
        except UnknownTable:
            async with self._founding:
                try:
                    actor = await self._manager.table(table_id)
                except UnknownTable:
                    await self._found(evening_id, stored, index)
                    actor = await self._manager.table(table_id)
        actor.go_on()  # its clock runs although no page is open
        return actor

    async def _found(self, evening_id: str, stored: StoredEvening, index: int) -> None:
        secret, _, evening = stored
        game, turn = await self._manager.catalog.ready(evening.game), len(evening.deals) - 1
        numbers = seated(evening.tables, evening.players, turn)[index]
        made = Made(
            evening.game,
            game.facts.rules_version,
            evening.players,
            evening.options,
            tuple([await self._sitter(evening, number) for number in numbers]),
            clock=evening.clock,
            contest=f"evening {evening_id} {turn + 1}",
        )
        seeds, table_id = evening_seeds(head_of(evening.words), evening.players, turn), evening.deals[-1].tables[index]
        await found_contest_table(self._manager, game, table_id, round_secret(secret, turn), made, seeds)

    async def _sitter(self, evening: Evening, number: int) -> Seat:
        """Who sits in the newest round. A person who had gone when the last one ended begins with a stand-in."""
        if number >= len(evening.guests):
            return Seat("bot", evening.level)
        guest = evening.guests[number]
        if len(evening.deals) == 1:
            return Seat("person", name=guest.name, key_hash=guest.key)
        table, seat = place(number, evening.tables, evening.players, len(evening.deals) - 2)
        before = (await self._manager.table(evening.deals[-2].tables[table])).table.seats[seat]
        here = Seat("person", name=before.name, key_hash=guest.key)
        gone = before.lent and evening.clock.each_move
        return replace(here, level=evening.level, lent="away") if gone else here

    # ── What is told ─────────────────────────────────────────────────────────
    async def card(self, evening_id: str, who: str) -> EveningCard:
        """An evening as a person may see it. Raises UnknownTable, and what `TableManager.table` raises."""
        (secret, _, evening), tables = await self._brought_on(evening_id)
        key, last = _key(secret, who), evening.deals[-1] if evening.begun else Deal(())
        number, facts = _number(evening, digest(key)), self._manager.catalog.game(evening.game).facts
        waits = last.ended > 0 and not evening.over
        played = [_told(evening, turn, tables) for turn in range(len(evening.deals))]
        return EveningCard(
            id=evening_id,
            game=evening.game,
            name=facts.name,
            team=facts.cooperative,
            counted=facts.points.many if facts.points is not None else "",
            players=evening.players,
            options=evening.options,
            tables=evening.tables,
            rounds=evening.rounds,
            strength=strength(evening.level).name,
            time=clock.words(evening.clock),
            promise=evening_promise(secret),
            hosting=digest(key) == evening.host,
            yours=number,
            key=key if number is not None else "",
            guests=_guests(evening, tables, played),
            played=played,
            next=max(1, last.ended + BREAK_MS - wall_clock.now_ms()) if waits else 0,
            over=evening.over,
        )

    async def opened(self, evening_id: str) -> OpenedEvening:
        """What is published of an evening when it is over. Raises UnknownTable, StillSecret, StoreTrouble."""
        secret, _, evening = await self._store.load(evening_id)
        if not evening.over:
            raise StillSecret("what fixed the draws of an evening is published when its last round is over")
        words, options = list(evening.words), evening.options
        return OpenedEvening(secret.hex(), words, evening.game, evening.players, options, evening.level, evening.rounds)


def _key(secret: bytes, who: str) -> str:
    """The key of all seats of a person. `secret`: [32] of the evening."""
    return derived_key(secret, f"rookery evening seat {who}")


def _number(evening: Evening, key: str) -> int | None:
    """The place of a person in the list of guests. `key`: hash of the person's key."""
    return next((number for number, guest in enumerate(evening.guests) if guest.key == key), None)


def _dealt(tables: int) -> Deal:
    return Deal(tuple(new_id() for _ in range(tables)))


def _after(evening: Evening, tables: list[Table], now: int) -> Evening:
    """The evening after what is due next; the same object if nothing is. `tables`: of the newest round; they exist."""
    *before, deal = evening.deals
    if any(guest.name for guest in evening.guests):  # the tables have the names
        return replace(evening, guests=tuple(replace(guest, name="") for guest in evening.guests))
    if not deal.ended and all(table.over for table in tables):
        over = replace(deal, ended=now, results=tuple(_results(table) for table in tables))
        return replace(evening, deals=(*before, over))
    if deal.ended and not evening.over and now >= deal.ended + BREAK_MS:
        return replace(evening, deals=(*evening.deals, _dealt(evening.tables)))
    return evening


def _unless_changed(before: Evening, after: Evening, now: Evening) -> Evening:
    """`after`, unless another process has changed the evening since `before`."""
    return after if now == before else now


def _results(table: Table) -> tuple[SeatResult, ...]:
    """[P] What was done at a table that is over."""
    record = table.record
    movers = [record.mover(ply - 1) for ply in record.stand_ins]
    return tuple(SeatResult(achieved(record, seat), movers.count(seat)) for seat in range(table.players))


def _told(evening: Evening, turn: int, newest: list[Table]) -> EveningRound:
    """A round as everybody may know it. `newest`: the tables of the newest round."""
    deal, numbers = evening.deals[turn], seated(evening.tables, evening.players, turn)
    if not deal.ended:
        return EveningRound(0, [_sat(table.id, table.over, at) for table, at in zip(newest, numbers, strict=True)])
    seats = [[_scored(deal, table, seat, guest) for seat, guest in enumerate(at)] for table, at in enumerate(numbers)]
    return EveningRound(deal.ended, [EveningTable(*both) for both in zip(deal.tables, [True] * len(seats), seats)])


def _sat(table_id: str, over: bool, numbers: list[int]) -> EveningTable:
    return EveningTable(table_id, over, [EveningSeat(guest) for guest in numbers])


def _scored(deal: Deal, table: int, seat: int, guest: int) -> EveningSeat:
    """What was done in a seat, beside the same seat of all other tables."""
    own, others = deal.results[table][seat], [at[seat].achieved for at in deal.results]
    del others[table]
    left = own.stand_ins >= clock.MAX_LATE_MOVES
    points = 0.0 if left else matchpoints(own.achieved, others) * len(others)
    return EveningSeat(guest, own.achieved.utility, own.achieved.lead, points, own.stand_ins, left)


def _guests(evening: Evening, tables: list[Table], played: list[EveningRound]) -> list[EveningGuest]:
    """Before it begins, people as they came; then everybody by number. `tables`: of the newest round."""
    if not evening.begun:
        return [EveningGuest(guest.name, "", 0, None) for guest in evening.guests]
    scores: dict[int, list[float]] = {}
    for seat in (seat for one in played if one.ended for table in one.tables for seat in table.seats):
        scores.setdefault(seat.guest, []).append(seat.matchpoints / (evening.tables - 1))
    told = list[EveningGuest]()
    for number in range(evening.tables * evening.players):
        table, at = place(number, evening.tables, evening.players, len(evening.deals) - 1)
        sitter, own = tables[table].seats[at], scores.get(number)
        bot = strength(sitter.level).name if sitter.kind == "bot" else ""
        told.append(EveningGuest(sitter.name, bot, number // evening.tables, sum(own) / len(own) if own else None))
    return told
