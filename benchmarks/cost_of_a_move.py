"""How much CPU time of the server a move takes, from the page's message to the messages that all pages get.

    python -m benchmarks.cost_of_a_move
    python -m benchmarks.cost_of_a_move --game gleebs --profile 40

Whole random games, the same ones in each run, go through the code of the server: frames in, the table, a database file
in a temporary folder, compressed frames out. Only the network is missing, because frames are handed over in memory. A
page sits at each seat of each table, and gets what a move changes. Tables play side by side, so they share commits.
Each run plays other games. The first one is not counted: a server that has just started has nothing in its caches.
`stages`: where the time goes, measured in another run. On a machine that others use, start it several times and take
the least.
"""

import argparse
import asyncio
import contextlib
import cProfile
import functools
import gc
import pstats
import random
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import process_time, thread_time
from typing import Any, NamedTuple

import msgspec
import uvicorn
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol

import rookery
from rookery.bench.report import machine_words
from rookery.core.position import Game, Position
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.server.commands import guards, moves
from rookery.server.config import Config
from rookery.server.http.middleware import GuardMiddleware, route_socket
from rookery.server.ops import gc_tuning
from rookery.server.quota.caller import Caller
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.rooms import table_actor
from rookery.server.rooms.journal import Journal
from rookery.server.rooms.open_manager import services_of
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage import store as storage
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Made, Seat
from rookery.server.table.keys import digest, new_id
from rookery.server.table.table import Table
from rookery.server.wire import view_cache, views
from rookery.server.wire.messages import PROTOCOL
from rookery.server.ws import deflate, page_session
from rookery.server.ws.serve_page import serve_page
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol

SETTINGS = Config(
    examples=True,
    message_rate=1e9,
    message_burst=1_000_000,
    messages_per_address=0,
    work_per_address=0,
    requests_per_address="",
    sockets_per_address=0,
    bot_workers=1,
)
HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
PATIENCE = 60.0  # seconds for an answer
REST = "the rest: event loop, locks, counters"
DISK = "events to disk, in the thread that writes"


def stages() -> Iterator[tuple[str, Any, str]]:
    """Where a move's time goes: the name of a stage, and a function that belongs to it."""
    yield "frames and messages in", LimitedWebSocketProtocol, "data_received"
    yield "frames and messages in", page_session, "_read"
    yield "checking the move", guards, "may_move"
    yield "checking the move", moves, "move"
    yield "position after", Position, "after_unchecked"
    yield "views of seats", Position, "view"
    yield "events to disk", storage, "encode"
    yield "events to disk", Journal, "describe"
    yield "adding to the table", Table, "add"
    yield "entries of the move list", views, "entry"
    yield "moments around views", views, "moment"
    yield "what is different", views, "runs"
    yield "encoding", table_actor, "encode"
    yield "encoding", view_cache, "encode"
    yield "compression", deflate, "_deflated"
    yield "frames out", Protocol, "send_text"


# ── Pages ────────────────────────────────────────────────────────────────────
class Wire(asyncio.Transport):
    """A connection that keeps nothing of what is sent."""

    def __init__(self, heard: Callable[[bytes], object]) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)})
        self._heard = heard

    def write(self, data: Any) -> None:
        self._heard(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Page:
    """The page of a seat."""

    def __init__(self, server: "Server", table: str, heard: Callable[[bytes], object]) -> None:
        self._line = LimitedWebSocketProtocol(server.uvicorn, server.state, {})
        self._line.connection_made(Wire(heard))
        self._line.data_received(HANDSHAKE.format(table=table).encode())

    def say(self, **message: Any) -> None:
        text = msgspec.json.encode(message)
        self._line.data_received(bytes(Frame(Opcode.TEXT, text).serialize(mask=True)))

    def leave(self) -> None:
        self._line.connection_lost(None)


class Server(TableManager):
    """Tables that are made here."""

    def __init__(self, store: Store) -> None:
        self.services = services_of(SETTINGS, store)
        super().__init__(SETTINGS, self.services)
        limiter = RateLimiter(SETTINGS)
        self.actors: dict[str, TableActor] = {}

        async def socket(websocket: WebSocket) -> None:
            websocket.state.caller = Caller(limiter, "127.0.0.1")
            await serve_page(websocket, self)

        async def nothing_else(scope: Scope, receive: Receive, send: Send) -> None:
            raise AssertionError(scope)

        app = GuardMiddleware(route_socket("/ws/{table}", socket, nothing_else), limiter, 60.0)
        self.uvicorn = uvicorn.Config(app, ws_per_message_deflate=False, proxy_headers=False, log_config=None)
        self.uvicorn.load()
        self.state = ServerState()

    async def table(self, table_id: str) -> TableActor:
        return self.actors[table_id]

    async def make(self, game: Game, number: int) -> str:
        """A table whose draws follow from its number."""
        secret, table_id, players = bytes([number % 256]) * 32, new_id(), players_of(game)
        seats = tuple(Seat("person", key_hash=digest(f"key {seat}")) for seat in range(players))
        promised = pledge(Record(game, players, {}), 0, secret)
        made = Made(game.facts.slug, game.facts.rules_version, players, {}, seats, promised)
        await self.store.write(EventBatch(table_id, 1, [made], secret))
        card = functools.partial(self.catalog.card, game.facts.slug)
        table = Table(game, table_id, secret, [made])
        self.actors[table_id] = TableActor(table, card, self.services)
        return table_id


def players_of(game: Game) -> int:
    return min(game.facts.players, key=lambda count: (count != 2, count))


class Sitting:
    """A table and its pages."""

    def __init__(self, server: Server, table: str, seed: int) -> None:
        self.actor = server.actors[table]
        self.table, self.dice, self._server = self.actor.table, random.Random(seed), server
        self.news, self.bytes, self._told = asyncio.Event(), 0, 0
        self._pages = list[Page]()

    async def begin(self) -> None:
        """Everybody sits down."""
        for seat in range(self.table.players):
            page = Page(self._server, self.table.id, self._heard)
            page.say(type="hello", keys=[f"key {seat}"], client_seed="ab", draws=True, protocol=PROTOCOL)
            self._pages.append(page)
        await _until(lambda: self.table.begun)

    def _heard(self, data: bytes) -> None:
        self.bytes += len(data)
        self._told += 1
        if self._told >= len(self._pages):
            self.news.set()

    def ask(self) -> dict[str, Any]:
        """A move at random. It is found on a copy, so that the server still has to find out what is legal."""
        position = self.table.position
        copy = Position(position.game, position.states, position.settings)
        self.news.clear()
        self._told = 0
        seat, action = self.table.mover, self.dice.choice(copy.legal_actions)
        return {"type": "move", "seat": seat, "ply": self.table.plies, "action": action}

    def say(self, message: dict[str, Any]) -> None:
        self._pages[message["seat"]].say(**message)

    def end(self) -> None:
        for page in self._pages:
            page.leave()


# ── Measuring ────────────────────────────────────────────────────────────────
class Cost(NamedTuple):
    """What some games took."""

    moves: int
    seconds: float  # CPU time of all threads, without the choosing of moves
    bytes: int


class Clock:
    """The time of each stage, without that of stages within it."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)
        self.disk = 0.0
        self._inner = [0.0]

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that counts for a stage."""
        inner, here = self._inner, threading.main_thread()

        @functools.wraps(function)
        def measured(*given: Any, **named: Any) -> Any:
            if threading.current_thread() is not here:
                return function(*given, **named)
            inner.append(0.0)
            start = thread_time()
            try:
                return function(*given, **named)
            finally:
                took = thread_time() - start
                self.seconds[stage] += took - inner.pop()
                inner[-1] += took

        return measured

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Measure all stages."""
        commit, patched = Store._commit, list[tuple[Any, str, Any]]()

        def committed(store: Store, jobs: Any) -> None:
            start = thread_time()
            commit(store, jobs)
            self.disk += thread_time() - start

        for stage, owner, name in stages():
            if (function := vars(owner).get(name)) is not None:
                patched.append((owner, name, function))
                setattr(owner, name, self.timed(stage, function))
        found = vars(Position)["legal_actions"]
        counted = functools.cached_property(self.timed("legal actions", found.func))
        counted.__set_name__(Position, "legal_actions")
        patched += [(Position, "legal_actions", found), (Store, "_commit", commit)]
        Position.legal_actions = counted  # type: ignore[assignment]
        Store._commit = committed  # type: ignore[method-assign,assignment]
        try:
            yield
        finally:
            for owner, name, function in patched:
                setattr(owner, name, function)


async def _until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():  # noqa: ASYNC110  # the server has no event for it
            await asyncio.sleep(0.001)


async def play(server: Server, game: Game, numbers: Iterable[int], watch: Callable[[], Any]) -> Cost:
    """The whole games with these numbers, side by side. `watch`: a context in which moves are made."""
    sittings = [Sitting(server, await server.make(game, number), number) for number in numbers]
    for sitting in sittings:
        await sitting.begin()
    await asyncio.sleep(0.2)  # until everybody was told who is here
    gc.collect()
    gc.freeze()
    moves_made, spent = 0, 0.0
    for sitting in sittings:
        sitting.bytes = 0
    while playing := [sitting for sitting in sittings if sitting.table.mover is not None]:
        asked = [(sitting, sitting.ask()) for sitting in playing]
        with watch():
            start = process_time()
            for sitting, message in asked:
                sitting.say(message)
            async with asyncio.timeout(PATIENCE):
                for sitting in playing:
                    await sitting.news.wait()
            for _ in range(3):
                await asyncio.sleep(0)
            spent += process_time() - start
        moves_made += len(playing)
    for sitting in sittings:
        sitting.end()
        sitting.actor.close()
    await _until(lambda: not server.state.tasks)
    server.actors.clear()
    gc.unfreeze()
    return Cost(moves_made, spent, sum(sitting.bytes for sitting in sittings))


class Costs:
    """The figures of one game."""

    def __init__(self, server: Server, game: Game, tables: int) -> None:
        self._server, self._game, self._tables = server, game, tables
        self._runs = 0
        self.found = list[Cost]()

    async def _play(self, watch: Callable[[], Any] = contextlib.nullcontext) -> Cost:
        first, self._runs = self._runs * self._tables, self._runs + 1
        return await play(self._server, self._game, range(first, first + self._tables), watch)

    async def measure(self) -> None:
        """Play once more. The first time counts for nothing."""
        cost = await self._play()
        self.found += [cost] * (self._runs > 1)

    @property
    def mean(self) -> float:
        """Microseconds a move."""
        return 1e6 * sum(cost.seconds for cost in self.found) / sum(cost.moves for cost in self.found)

    async def stages(self) -> list[tuple[str, float]]:
        """The stages and their microseconds a move, the longest first."""
        clock = Clock()
        cost = await self._play(clock.watching)
        found = dict(clock.seconds)
        found[DISK] = clock.disk
        found[REST] = cost.seconds - sum(found.values())
        return [(stage, 1e6 * seconds / cost.moves) for stage, seconds in sorted(found.items(), key=lambda it: -it[1])]

    async def profile(self, lines: int) -> None:
        """Print the functions that take longest."""
        profile = cProfile.Profile(process_time)
        await self._play()
        await self._play(lambda: profile)
        pstats.Stats(profile).sort_stats("tottime").print_stats(lines)

    def row(self) -> str:
        moves, size = sum(cost.moves for cost in self.found), sum(cost.bytes for cost in self.found)
        return f"| {self._game.facts.name} | {moves} | {self.mean:,.0f} | {size / moves:,.0f} |"


async def report(slugs: Sequence[str], asked: argparse.Namespace) -> None:
    """Measure, and print."""
    gc_tuning.begin()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "tables.sqlite3")
        server = Server(store)
        costs = {slug: Costs(server, rookery.load(slug), asked.tables) for slug in slugs}
        if asked.profile:
            for cost in costs.values():
                await cost.profile(asked.profile)
            return
        print(machine_words() + f"\n\n| game | moves | CPU µs a move | bytes a move, to all |\n{'|---' * 4}|")
        for _ in range(1 + asked.runs):  # all games in turn, because a machine is slower for minutes at a time
            for cost in costs.values():
                await cost.measure()
        for cost in costs.values():
            print(cost.row())
        mean = sum(cost.mean for cost in costs.values()) / len(costs)
        print(f"| all in turn | | {mean:,.0f} | |", flush=True)
        for cost in costs.values() if asked.stages else ():
            found = await cost.stages()
            print(f"\n{cost.row()}\n" + "\n".join(f"{took:9.1f}  {stage}" for stage, took in found), flush=True)
        store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--tables", type=int, default=8, help="tables side by side [%(default)s]")
    parser.add_argument("--runs", type=int, default=3, help="runs that count [%(default)s]")
    parser.add_argument("--stages", action="store_true", help="also say where the time goes")
    parser.add_argument(
        "--profile", type=int, default=0, metavar="N", help="instead, the N functions that take longest"
    )
    asked = parser.parse_args()
    asyncio.run(report(asked.game or rookery.slugs(), asked))


if __name__ == "__main__":
    main()
