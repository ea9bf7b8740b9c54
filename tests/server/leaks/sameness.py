"""Makes everything the same in both worlds of the no-leak law that differs between any two tables and reveals
nothing."""

import asyncio
import contextlib
import functools
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from prometheus_client import Counter

from rookery.core import fair
from rookery.core.position import Position
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.server import wall_clock
from rookery.server.api import export_files
from rookery.server.http import exports
from rookery.server.rooms.table_actor import TableActor
from tests.server.leaks.plans import World

START = 1_790_000_000_000  # ms since 1970
DAY = 86_400_000  # ms
REMINDED = "a reminder"  # the channel that nobody asks through

# All that differs between any two tables and tells nothing, because it is random or a time. It is made the same in both
# worlds, so that sizes, compressed ones too, can be compared. (channels.py lists what of the log is not compared.)
ALIKE = {
    "rookery.server.rooms.new_table.new_id": "ids of tables are random",
    "rookery.server.rooms.new_table.new_key": "keys are random",
    "rookery.server.rooms.table_manager.new_key": "the same",
    "rookery.server.wall_clock.now_ms": "times: they go on when a plan says so",
    "rookery.server.wall_clock.passed_ms": "the same",
    "rookery.server.clocks.server_time.MAX_GAP_MS": "in a plan no time passes in between, and no server stands still",
    "rookery.server.rooms.absence.time": "the same",
    "rookery.server.ratings.table_rater.TableRater.check": "games are rated that nobody has measured",
    "rookery.server.rooms.table_manager.LISTED_COUNTS_TTL": "a time: an older count may be told",
    "rookery.server.rooms.table_actor.PRESENCE_DEBOUNCE": "a time: who comes and goes is told of later, or together",
    "rookery.server.http.middleware.secrets": "numbers of requests are random",
    "rookery.server.rooms.new_table.pledge": "hashes of what nobody knows are random",
    "rookery.server.wire.views.fair": "hashes beside a ticket are such, too; a ticket is made to tell all (World)",
    "rookery.server.table.table.Table.draw": "the worlds say what is drawn",
    "rookery.server.rooms.new_table.new_secret": "and which secret the house has: another one in the other world",
    "rookery.server.table.table.Table.check_secret": "so neither secret is the promised one (UNCHECKED)",
    "rookery.server.table.table.Table._check_draw": "and no stored draw follows from it (UNCHECKED)",
    "rookery.server.rooms.deadline.DeadlineTimer.set": "it would ring at any time: time is up when somebody asks",
    "rookery.server.rooms.table_actor.TableActor._bots_play": "where the plan ends nobody plays on",
    "rookery.server.bots.bot_pool.BotPool.advise": "before that the plan says what bots play, who see what a seat sees",
    "rookery.server.http.exports.Exports._made": "made in this process, once of one text: all that a worker gets",
    "rookery.server.notify.sender.NotificationSender._client": "reminders are kept, not sent",
    "rookery.server.notify.web_push.WebPush.sealed": "what only one browser can read is random; here it stays clear",
    "prometheus_client.Counter.inc": "another server of this process counts, too",
}

# The promise is the same in both worlds, as it is to a viewer, who cannot compute what it hides; the secrets differ on
# purpose, and draws follow from the walks. A server that compared them would refuse every table of either world.
UNCHECKED = {
    "rookery.server.table.table.Table.check_secret": lambda table: iter(()),
    "rookery.server.table.table.Table._check_draw": lambda table, played: None,
}


class Alike:
    """Who says all that while a table is there."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop  # of the worlds
        self.worlds: dict[bytes, World] = {}  # by the house's secret
        self.next: World | None = None
        self.reminded: Callable[[tuple[str, str]], object] = print  # hears of reminders, by what they come and what
        self.dice = random.Random()
        self.now = self.begun = START
        self.turn = -1
        self.ply = 0  # of which a bot thinks

    def enter(self, world: World, turn: int) -> None:
        """`turn`: the same number for both worlds, and for no others. Each turn is a day later than the one before: the
        lobby lists the newest tables, and must not list those of other games instead."""
        if turn != self.turn:
            self.turn, self.begun = turn, self.begun + DAY
        self.next, self.dice, self.now = world, random.Random(turn), self.begun
        self.worlds = {world.secret: world}

    def elsewhere(self) -> bool:
        """Whether this is asked in another server of this process, one that a fixture has left open: its clocks go on
        as they did, and what it counts and logs is no channel of the worlds."""
        try:
            return asyncio.get_running_loop() is not self._loop
        except RuntimeError:  # a thread that works for either
            return False

    def may_play(self, actor: TableActor) -> bool:
        """Whether bots play there: not where the plan ends."""
        world, self.ply = self.worlds.get(actor.table.secret), actor.table.plies
        return may_play(actor) and world is not None and self.ply < len(world.walk.actions)

    async def advise(self, view: Position, level: str, payers: object = (), seed: int | None = None) -> tuple[int, str]:
        """Asked as soon as a bot may play. It takes the place of a method, and is one of this object already."""
        assert self.next is not None
        return self.next.walk.actions[self.ply], ""

    async def carry(self, request: tuple[object, ...], *, stream: bool) -> SimpleNamespace:
        self.reminded((REMINDED, repr(request)))
        return SimpleNamespace(status_code=201, is_success=True, aclose=nothing)

    def secret(self) -> bytes:
        assert self.next is not None
        return self.next.secret

    def values(self) -> dict[str, Any]:
        def text(length: int) -> Any:
            return lambda: "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=length))

        chance = SimpleNamespace(
            ticket=lambda secret, ply: self.worlds[secret].ticket(ply),
            audit_path=lambda secret, tickets, ply: ["0" * 64] * (tickets.bit_length() - 1),
        )
        return UNCHECKED | {
            "rookery.server.rooms.new_table.new_id": text(16),
            "rookery.server.rooms.new_table.new_key": text(32),
            "rookery.server.rooms.table_manager.new_key": text(32),
            "rookery.server.wall_clock.now_ms": lambda: now_ms() if self.elsewhere() else self.now,
            "rookery.server.wall_clock.passed_ms": lambda: passed_ms() if self.elsewhere() else self.now,
            "rookery.server.clocks.server_time.MAX_GAP_MS": 1 << 60,
            "rookery.server.rooms.absence.time": SimpleNamespace(monotonic=lambda: self.now / 1000),
            "rookery.server.ratings.table_rater.TableRater.check": nothing,
            "rookery.server.rooms.table_manager.LISTED_COUNTS_TTL": 0.0,
            "rookery.server.rooms.table_actor.PRESENCE_DEBOUNCE": 1e6,
            "rookery.server.http.middleware.secrets": SimpleNamespace(token_hex=lambda size: "0" * 2 * size),
            "rookery.server.rooms.new_table.pledge": veiled,
            "rookery.server.wire.views.fair": chance,
            "rookery.server.table.table.Table.draw": lambda table, position, ply, words: self.worlds[table.secret].draw(
                ply
            ),
            "rookery.server.rooms.new_table.new_secret": self.secret,
            "rookery.server.rooms.deadline.DeadlineTimer.set": lambda timer, due: None,
            "rookery.server.rooms.table_actor.TableActor._bots_play": lambda actor: self.may_play(actor),
            "rookery.server.bots.bot_pool.BotPool.advise": self.advise,
            "rookery.server.http.exports.Exports._made": made,
            "rookery.server.notify.sender.NotificationSender._client": SimpleNamespace(
                build_request=request, send=self.carry
            ),
            "rookery.server.notify.web_push.WebPush.sealed": lambda push, to, words, topic: ({"topic": topic}, words),
            "prometheus_client.Counter.inc": lambda counter, *more: None if self.elsewhere() else inc(counter, *more),
        }


def veiled(record: Record, since: int, secret: bytes, bots: list[int]) -> fair.Pledge:
    return replace(pledge(record, since, secret, bots), opening="0" * 64, tree="0" * 64)


async def nothing(*given: object) -> None:
    """What has nothing to do here."""


def request(method: str, address: str, **parts: object) -> tuple[object, ...]:
    return method, address, parts


async def made(files: exports.Exports, text: str, kind: str) -> bytes:
    return await asyncio.to_thread(drawn, text, kind)


may_play, inc, now_ms, passed_ms = TableActor._bots_play, Counter.inc, wall_clock.now_ms, wall_clock.passed_ms
drawn = functools.lru_cache(maxsize=8)(export_files.drawn)


@contextlib.contextmanager
def alike(loop: asyncio.AbstractEventLoop) -> Iterator[Alike]:
    one = Alike(loop)
    values = one.values()
    assert set(values) == set(ALIKE), "each with its reason"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setattr(name, value)
        yield one
