"""A crowd of simulated players at a server, and the time that their moves take to reach the other seats.

Every table has a connection for each seat. It reads the messages that browsers read, finds the legal actions in a view
as they do, and plays one of them at random. The time of a move is from its sending until the next seat has received it,
after the server has made it durable. The client is one process: while it is busy, measured times are too long, never
too short.
"""

import asyncio
import base64
import functools
import gc
import http.client
import json
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
import numpy as np

from rookery.core.errors import MissingExtra, Trouble
from rookery.core.registry import load
from rookery.view_runs import rebuilt

try:
    import picows
except ImportError as error:
    raise MissingExtra("rookery load needs picows: pip install rookery-lab") from error

PAUSE_JITTER = 0.5  # fraction of a pause by which it varies, so that players do not all move at once
SEATED = 120.0  # seconds until all players of a table are let in
PROTOCOL_VERSION = 4  # of the messages that a page of this crowd understands: PROTOCOL in server/wire/messages.py
CONCURRENT_TABLES = 16  # tables that are opened at the same time


class _Moment(msgspec.Struct):
    ply: int
    mover: int | None
    over: bool
    view: str = ""
    choices: tuple[int, ...] = ()  # the legal actions there, found by the crowd


class _Heard(msgspec.Struct):
    """The fields of a message that a crowd reads; the others are skipped."""

    type: str
    moment: _Moment | None = None
    code: str = ""
    words: str = ""
    ply: int = 0  # these say what a move changes
    runs: str = ""
    mover: int | None = None
    over: bool = False


_READER: msgspec.json.Decoder[_Heard] = msgspec.json.Decoder(_Heard)


@dataclass(frozen=True, slots=True)
class Scenario:
    tables: int
    pause: float  # seconds between two moves at a table; 0: as fast as possible
    seconds: float  # time of measurement, after all players have sat down
    slugs: Sequence[str]  # games of the tables, in turn
    players: dict[str, int]  # slug -> players at a table
    seed: int = 0
    apart: bool = False  # each table pretends to have its own address; the server must take this machine for a proxy


@dataclass(slots=True)
class Figures:
    """The counts of a crowd during the measurement."""

    moves: int = 0  # received
    games: int = 0  # ended
    bytes: int = 0  # received
    waits: list[float] = field(default_factory=list)  # seconds from sending a move until the next seat receives it
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    server_cpu: float = 0.0  # seconds that the server computed; 0: not known


def quantile(sorted_values: Sequence[float], share: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))] if sorted_values else 0.0


class Crowd:
    """All simulated players at one server."""

    def __init__(self, address: str, scenario: Scenario, server_cpu: Callable[[], float] = float) -> None:
        """`server_cpu`: returns how many seconds the server has computed so far."""
        self.address = address.rstrip("/")
        self.scenario = scenario
        self.dice = random.Random(scenario.seed)
        self.figures = Figures()
        self._server_cpu = server_cpu
        self.measuring = False
        self.pages: set[_Page] = set()  # open connections
        self.ended: deque[_Group] = deque()  # tables whose game is over: their players begin another one
        self._tables = 0  # opened so far
        self._host = urlsplit(self.address).netloc
        self._line = http.client.HTTPConnection(self._host, timeout=120)

    async def play(self, report: Callable[[int], object] = lambda sitting: None) -> Figures:
        """Sit down, play, and return the figures. `report` is called with the number of tables opened so far. Raises
        Trouble if the server cannot be reached, or lets nobody in."""
        try:
            return await self._play(report)
        finally:
            open_still = list(self.pages)
            for page in open_still:
                page.hang_up()
            await asyncio.gather(*(page.gone.wait() for page in open_still))
            self._line.close()

    async def _play(self, report: Callable[[int], object]) -> Figures:
        groups: list[_Group] = []
        for begin in range(0, self.scenario.tables, CONCURRENT_TABLES):
            new = range(begin, min(begin + CONCURRENT_TABLES, self.scenario.tables))
            visitors = [self._make(self.scenario.slugs[number % len(self.scenario.slugs)]) for number in new]
            groups += await self._seated(visitors)
            report(len(groups))
        gc.collect()
        gc.freeze()  # a collection that scans all these objects would delay messages, as if the server had
        for group in groups:
            group.begin()
        self.measuring, start, computed = True, time.perf_counter(), self._server_cpu()
        while (seconds := start + self.scenario.seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(0.05, seconds) if not self.ended else 0)
            if self.ended:
                group = self.ended.popleft()
                group.leave()
                again = await asyncio.to_thread(self._make, group.slug)  # other tables continue meanwhile
                (await self._sit_down(*again)).begin()
        self.measuring = False
        self.figures.seconds = time.perf_counter() - start
        self.figures.server_cpu = self._server_cpu() - computed
        return self.figures

    async def _seated(self, made: Sequence[tuple[str, str, list[str]]]) -> "list[_Group]":
        """If somebody cannot sit down, nobody goes on trying."""
        try:
            async with asyncio.TaskGroup() as group:
                sitting = [group.create_task(self._sit_down(*table)) for table in made]
        except ExceptionGroup as troubles:
            raise troubles.exceptions[0] from None
        return [task.result() for task in sitting]

    def _make(self, slug: str) -> tuple[str, str, list[str]]:
        order = json.dumps({"game": slug, "seats": [{}] * self.scenario.players[slug]})
        try:
            try:
                answer = self._asked(order)
            except (ConnectionError, http.client.BadStatusLine):  # the server closes an idle connection
                self._line.close()
                answer = self._asked(order)
            links = json.loads(answer.read())
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Trouble(f"no Rookery server answers at {self.address}: {error}") from None
        if answer.status != 201:
            raise Trouble(f"the server did not open a table: {links.get('words', answer.status)}")
        return slug, links["table"], [seat["key"] for seat in links["seats"]]

    def _asked(self, order: str) -> http.client.HTTPResponse:
        self._line.request("POST", "/api/tables", order)
        return self._line.getresponse()

    async def _sit_down(self, slug: str, table: str, keys: list[str]) -> "_Group":
        group, self._tables = _Group(self, slug), self._tables + 1
        headers = {"X-Forwarded-For": f"198.18.{self._tables // 256 % 256}.{self._tables % 256}"}  # RFC 2544
        for seat, key in enumerate(keys):
            address = f"ws://{self._host}/ws/{table}"
            page = _Page(group, seat)
            extra = headers if self.scenario.apart else None
            await picows.ws_connect(functools.partial(_itself, page), address, extra_headers=extra)
            page.say({"type": "hello", "keys": [key], "client_seed": "00", "draws": True, "protocol": PROTOCOL_VERSION})
            group.pages.append(page)
            self.pages.add(page)
        try:
            async with asyncio.timeout(SEATED):
                await group.begun.wait()
        except TimeoutError:
            raise Trouble(f"the server let nobody sit down within {SEATED:g} seconds") from None
        if group.refusal:
            raise Trouble(f"the server did not let a player in: {group.refusal}")
        return group


def _itself(page: "_Page") -> "_Page":
    return page


class _Group:
    """The players of one table."""

    def __init__(self, crowd: Crowd, slug: str) -> None:
        self.crowd = crowd
        self.slug = slug
        self._game = load(slug)
        self._actions = np.empty(self._game.facts.max_legal, np.int32)
        self.pages: list[_Page] = []
        self.begun = asyncio.Event()  # or refused
        self.refusal = ""
        self.moment: _Moment | None = None  # the last one in which a seat must decide
        self.sent = 0.0  # time at which the last move was sent
        self.playing = False

    def begin(self) -> None:
        self.playing = True
        if self.moment is not None:
            self._plan_move()

    def legal(self, state: bytes) -> tuple[int, ...]:
        """The legal actions of a state, as a page finds them."""
        states = np.ndarray(1, self._game.dtype, bytearray(state))
        return tuple(self._actions[: self._game.bindings.legal(states, 0, self._actions)].tolist())

    def leave(self) -> None:
        self.playing = False
        for page in self.pages:
            page.hang_up()

    def heard(self, seat: int, message: _Heard, size: int) -> None:
        figures, crowd = self.crowd.figures, self.crowd
        figures.bytes += size * crowd.measuring
        if message.type == "refused":
            figures.refused[message.code] += 1
            if not self.begun.is_set():
                self.refusal = message.words
                self.begun.set()
        if (moment := message.moment) is None:
            return
        if moment.over:
            if self.playing and seat == 0:
                self.playing = False
                figures.games += crowd.measuring
                crowd.ended.append(self)
            return
        if moment.mover is not None:
            self.begun.set()
        if moment.mover == seat and moment.choices:
            self.moment = moment
            if message.type in ("moved", "changed") and self.sent and crowd.measuring:
                figures.moves += 1
                figures.waits.append(time.perf_counter() - self.sent)
            if self.playing:
                self._plan_move()

    def _plan_move(self) -> None:
        pause = self.crowd.scenario.pause * (1 + PAUSE_JITTER * (2 * self.crowd.dice.random() - 1))
        asyncio.get_running_loop().call_later(pause, self._move)

    def _move(self) -> None:
        moment = self.moment
        if moment is None or moment.mover is None or not self.playing:
            return
        self.moment, self.sent = None, time.perf_counter()
        action = self.crowd.dice.choice(moment.choices)
        self.pages[moment.mover].say({"type": "move", "seat": moment.mover, "ply": moment.ply, "action": action})


class _Page(picows.WSListener):
    """The connection of one seat."""

    def __init__(self, group: _Group, seat: int) -> None:
        self._group = group
        self._seat = seat
        self._transport: Any = None
        self._bytes = b""  # of its newest view
        self.gone = asyncio.Event()

    def on_ws_disconnected(self, transport: Any) -> None:
        self.gone.set()
        self._group.crowd.pages.discard(self)

    def on_ws_connected(self, transport: Any) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            payload = frame.get_payload_as_memoryview()
            message = _READER.decode(payload)
            if message.type == "changed":
                message.moment = _Moment(message.ply, message.mover, message.over)
                self._bytes = rebuilt(self._bytes, base64.b64decode(message.runs)) or b""
            elif message.moment is not None:
                self._bytes = base64.b64decode(message.moment.view)
            if message.moment is not None and message.moment.mover == self._seat:
                message.moment.choices = self._group.legal(self._bytes)
            self._group.heard(self._seat, message, len(payload))

    def say(self, message: dict[str, Any]) -> None:
        self._transport.send(picows.WSMsgType.TEXT, json.dumps(message).encode())

    def hang_up(self) -> None:
        self._transport.disconnect()
