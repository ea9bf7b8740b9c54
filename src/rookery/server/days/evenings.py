"""Duplicate evenings: several tables play the same draws, round after round, and what was done in the same seat is
compared. Their tables are ordinary ones, and closed until all tables of the round are over.

An evening goes on when somebody asks for it: then missing tables are made, clocks run again after a restart, a round
that is over is counted, and the next one begins. Each step can be repeated, in any process, so a killed server loses
none. A person is who the page says: whoever knows that text is that person.
"""

import asyncio
import functools
import hmac
import weakref
from collections.abc import Sequence

from msgspec.structs import replace

from rookery.core.errors import StillSecret, UnknownLevel, one_of
from rookery.core.record import Record
from rookery.days.comparison import achieved, matchpoints
from rookery.days.gathering import Receipt, head_of
from rookery.days.movement import place, seated
from rookery.days.opened_evening import OpenedEvening, evening_commitment, evening_seeds, round_secret
from rookery.server import wall_clock
from rookery.server.days.contest_table import found_contest_table
from rookery.server.errors import NotNow, SeatTaken, UnknownKey, UnknownTable
from rookery.server.quota.work_budget import shared
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.evening_store import Deal, Evening, EveningStore, Guest, SeatResult
from rookery.server.table import clock
from rookery.server.table.events import Made, Opened, Seat
from rookery.server.table.keys import derived_key, digest, new_id, new_secret
from rookery.server.table.table import Table
from rookery.server.text import plain_name
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

BREAK_MS = 20_000  # ms from the end of a round to the next one, for a look at the results


class Evenings:
    """All evenings of a server."""

    def __init__(self, manager: TableManager, store: EveningStore) -> None:
        self._manager = manager
        self._store = store
        self._locks = weakref.WeakValueDictionary[str, asyncio.Lock]()  # by evening, as long as somebody asks

    # ── Before it begins ─────────────────────────────────────────────────────
    async def make(self, order: NewEvening) -> EveningCard:
        """Make an evening. Raises UnknownGame, UnknownOption, UnknownLevel, NotReady, StoreTrouble."""
        plan, catalog = order.plan, self._manager.catalog
        game = await catalog.ready(plan.game)
        if plan.level not in (levels := catalog.levels(plan.game)):
            raise UnknownLevel(f"no bot of {game.facts.name} is called {plan.level!r}; {one_of(plan.level, levels)}")
        plan = replace(plan, options=Record(game, plan.players, plan.options).at(0).options)
        evening_id, secret = new_id(), new_secret()
        limit = replace(order.clock, zero="bot", level=plan.level)
        evening = Evening(plan, limit, digest(guest_key(secret, order.who)))
        await self._store.add(evening_id, secret, evening, wall_clock.now_ms())
        return await self.card(evening_id, order.who)

    async def join(self, evening_id: str, asked: JoinEvening) -> Receipt:
        """Take a place; who has one keeps it. Raises UnknownTable, NotNow, SeatTaken, StoreTrouble."""
        guest = Guest(digest(guest_key((await self._store.load(evening_id)).secret, asked.who)), plain_name(asked.name))

        def joined(evening: Evening) -> Evening:
            if evening.deals:
                raise NotNow("this evening has begun, so nobody can take a place and no word is added any more")
            if _number(evening, guest.key) is not None:
                return evening
            if len(evening.guests) == evening.plan.tables * evening.plan.players:
                raise SeatTaken(f"all {len(evening.guests)} places of this evening are taken")
            return replace(evening, guests=(*evening.guests, guest), words=(*evening.words, asked.word))

        evening = await self._store.change(evening_id, joined)
        number = 1 + [one.key for one in evening.guests].index(guest.key)
        return Receipt(0, number, head_of(evening.words[:number]))

    async def begin(self, evening_id: str, who: str) -> EveningCard:
        """Let the first round begin. Lots decide who sits where. Raises UnknownTable, UnknownKey, NotNow, NotReady,
        TooBusy, StoreTrouble."""
        secret = (await self._store.load(evening_id)).secret

        def begun(evening: Evening) -> Evening:
            if digest(guest_key(secret, who)) != evening.host:
                raise UnknownKey("only the host of this evening can begin it")
            if evening.deals:
                return evening
            if len(evening.guests) < 2:
                raise NotNow("an evening needs two people at least")
            lots = f"rookery places {head_of(evening.words)}"
            guests = sorted(evening.guests, key=lambda one: hmac.digest(secret, f"{lots} {one.key}".encode(), "sha256"))
            plan = replace(evening.plan, tables=min(evening.plan.tables, len(guests)))  # so that each has a person
            return replace(evening, plan=plan, guests=tuple(guests), deals=(_dealt(plan.tables),))

        await self._store.change(evening_id, begun)
        return await self.card(evening_id, who)

    # ── What happens by itself ───────────────────────────────────────────────
    async def _brought_on(self, evening_id: str) -> tuple[bytes, Evening, list[Table]]:
        """The secret of an evening, the evening after all that is due, and the tables of its newest round. Raises what
        `TableManager.table` raises."""
        secret, _, _, evening = await self._store.load(evening_id)
        if not evening.deals:
            return secret, evening, []
        async with self._locks.setdefault(evening_id, asyncio.Lock()):
            while True:
                actors = [await self._actor(evening_id, secret, evening, at) for at in range(evening.plan.tables)]
                tables = [actor.table for actor in actors]
                if all(table.over for table in tables):
                    for actor in actors:
                        await actor.ask(lambda table: [Opened()] if table.closed else [])
                if (after := _after(evening, tables, wall_clock.now_ms())) is evening:
                    return secret, evening, tables
                evening = await self._store.change(evening_id, functools.partial(_unless_changed, evening, after))

    async def _actor(self, evening_id: str, secret: bytes, evening: Evening, at: int) -> TableActor:
        """A table of the newest round, which is made if it is missing."""
        table_id = evening.deals[-1].tables[at]
        try:
            actor = await self._manager.table(table_id)
        except UnknownTable:
            await self._found(evening_id, secret, evening, at)
            actor = await self._manager.table(table_id)
        actor.go_on()  # its clock runs although no page is open
        return actor

    async def _found(self, evening_id: str, secret: bytes, evening: Evening, at: int) -> None:
        plan, turn = evening.plan, len(evening.deals) - 1
        game = await self._manager.catalog.ready(plan.game)
        sitters = [await self._sitter(evening, number) for number in seated(plan.tables, plan.players, turn)[at]]
        contest = f"evening {evening_id} {turn + 1}"
        made = Made(plan.game, game.facts.rules_version, plan.players, plan.options, tuple(sitters), contest=contest)
        made = replace(made, clock=evening.clock)
        seeds = evening_seeds(head_of(evening.words), plan.players, turn)
        table_id = evening.deals[-1].tables[at]
        table = found_contest_table(self._manager, game, table_id, round_secret(secret, turn), made, seeds)
        await asyncio.create_task(shared(table))  # all guests wait, so it does not wait for the budget of one of them

    async def _sitter(self, evening: Evening, number: int) -> Seat:
        """The guest's seat in the newest round. A person who had gone when the last one ended begins with a
        stand-in."""
        if number >= len(evening.guests):
            return Seat("bot", evening.plan.level)
        guest = evening.guests[number]
        if len(evening.deals) == 1:
            return Seat("person", name=guest.name, key_hash=guest.key)
        table, seat = place(number, evening.plan.tables, evening.plan.players, len(evening.deals) - 2)
        before = (await self._manager.table(evening.deals[-2].tables[table])).table.seats[seat]
        here = Seat("person", name=before.name, key_hash=guest.key)
        gone = before.lent and evening.clock.each_move
        return replace(here, level=evening.plan.level, lent="away") if gone else here

    # ── What is told ─────────────────────────────────────────────────────────
    async def card(self, evening_id: str, who: str) -> EveningCard:
        """An evening as a person may see it. Raises UnknownTable, and what `TableManager.table` raises."""
        secret, evening, tables = await self._brought_on(evening_id)
        key, plan, ended = guest_key(secret, who), evening.plan, evening.deals[-1].ended if evening.deals else 0
        number, facts = _number(evening, digest(key)), self._manager.catalog.game(plan.game).facts
        rounds = [_told(evening, turn, tables) for turn in range(len(evening.deals))]
        return EveningCard(
            id=evening_id,
            plan=plan,
            name=facts.name,
            team=facts.cooperative,
            points=facts.points.many if facts.points is not None else "",
            roles=[role for role, _ in facts.seats_at(plan.players, plan.options)],
            strength=strength(plan.level).name,
            time=clock.words(evening.clock),
            commitment=evening_commitment(secret),
            hosting=digest(key) == evening.host,
            yours=number,
            key=key if number is not None else "",
            guests=_guests(evening, tables, rounds),
            played=rounds,
            next=max(1, _rest(ended, wall_clock.now_ms())) if ended and not evening.over else 0,
            over=evening.over,
        )

    async def opened(self, evening_id: str) -> OpenedEvening:
        """The facts that are published of an evening when it is over. Raises UnknownTable, StillSecret,
        StoreTrouble."""
        secret, _, _, evening = await self._store.load(evening_id)
        if not evening.over:
            raise StillSecret("what fixed the draws of an evening is published when its last round is over")
        return OpenedEvening(evening.plan, secret.hex(), list(evening.words))


def guest_key(secret: bytes, who: str) -> str:
    """The key of all seats of a person. `secret`: [32] of the evening."""
    return derived_key(secret, f"rookery evening seat {who}")


def _number(evening: Evening, key: str) -> int | None:
    """The place of a person in the list of guests. `key`: hash of the person's key."""
    return next((number for number, guest in enumerate(evening.guests) if guest.key == key), None)


def _dealt(tables: int) -> Deal:
    return Deal(tuple(new_id() for _ in range(tables)))


def _after(evening: Evening, tables: Sequence[Table], now: int) -> Evening:
    """The evening after what is due next; the same object if nothing is. `tables`: of the newest round; they exist."""
    *before, deal = evening.deals
    if any(guest.name for guest in evening.guests):  # the tables have the names
        return replace(evening, guests=tuple(replace(guest, name="") for guest in evening.guests))
    if not deal.ended and all(table.over for table in tables):
        over = replace(deal, ended=now, results=tuple(_results(table) for table in tables))
        return replace(evening, deals=(*before, over))
    if deal.ended and not evening.over and not _rest(deal.ended, now):
        return replace(evening, deals=(*evening.deals, _dealt(evening.plan.tables)))
    return evening


def _rest(ended: int, now: int) -> int:
    """ms of the break that are left; 0 where less than no time has passed, because the time of day was set."""
    passed = now - ended
    return BREAK_MS - passed if 0 <= passed < BREAK_MS else 0


def _unless_changed(before: Evening, after: Evening, now: Evening) -> Evening:
    """`after`, unless another process has changed the evening since `before`."""
    return after if now == before else now


def _results(table: Table) -> tuple[SeatResult, ...]:
    """[P] What was done at a table that is over."""
    movers = [table.record.mover(ply - 1) for ply in table.record.stand_ins]
    return tuple(SeatResult(achieved(table.record, seat), movers.count(seat)) for seat in range(table.players))


def _told(evening: Evening, turn: int, newest: Sequence[Table]) -> EveningRound:
    """A round as everybody may know it. `newest`: the tables of the newest round."""
    deal, tables = evening.deals[turn], list[EveningTable]()
    for at, numbers in enumerate(seated(evening.plan.tables, evening.plan.players, turn)):
        seats = [_scored(deal, at, seat, guest) for seat, guest in enumerate(numbers)]
        tables.append(EveningTable(deal.tables[at], deal.ended > 0 or newest[at].over, seats))
    return EveningRound(deal.ended > 0, tables)


def _scored(deal: Deal, at: int, seat: int, guest: int) -> EveningSeat:
    """The result of a seat, beside the same seat of all other tables."""
    if not deal.ended:
        return EveningSeat(guest)
    own, others = deal.results[at][seat], [table[seat].achieved for table in deal.results]
    del others[at]
    absent = own.stand_ins >= clock.MAX_LATE_MOVES
    points = 0.0 if absent else matchpoints(own.achieved, others) * len(others)
    return EveningSeat(guest, own.achieved, points, own.stand_ins)


def _guests(evening: Evening, tables: Sequence[Table], played: Sequence[EveningRound]) -> list[EveningGuest]:
    """Before it begins, people as they came; then everybody by number. `tables`: of the newest round."""
    if not evening.deals:
        return [EveningGuest(guest.name, False, None) for guest in evening.guests]
    plan, people, guests = evening.plan, len(evening.guests), list[EveningGuest]()
    seats = [seat for one in played if one.over for table in one.tables for seat in table.seats]
    for number in range(plan.tables * plan.players):
        at, seat = place(number, plan.tables, plan.players, len(evening.deals) - 1)
        name, won = tables[at].seats[seat].name, [one.matchpoints for one in seats if one.guest == number]
        share = sum(won) / len(won) / (plan.tables - 1) if won else None
        bot = f"{strength(plan.level).name} bot {number - people + 1}" if number >= people else ""
        guests.append(EveningGuest(bot or name, bool(bot), share))
    return guests
