"""The bus over Redis: one channel that all processes write to and read from.

Table ids cannot be guessed, so several servers can share one Redis: each ignores tables that it does not have. While
Redis is unreachable, the database is read every REDIS_RETRY_INTERVAL instead; pages are then late, but never wrong.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection

import msgspec

from rookery.core.errors import MissingExtra, UnknownOption
from rookery.server.cluster.bus import Bus, Listener
from rookery.server.cluster.membership import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, Heartbeat, Membership
from rookery.server.table.keys import new_id

try:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError:
    raise MissingExtra("Redis needs its client: pip install 'rookery-parlour[scale]'") from None

log = logging.getLogger(__name__)

REDIS_CHANNEL = "rookery"
ROLL_CALL_TIMEOUT = 1.5 * HEARTBEAT_INTERVAL  # seconds in which all processes report their pages to a new one
REDIS_RETRY_INTERVAL = 2.0  # seconds between two attempts to reach Redis; the database is read as often
REDIS_ERRORS = (RedisError, OSError, TimeoutError)


class RedisBus(Bus):
    """See bus.py."""

    shared = True

    def __init__(self, address: str) -> None:
        """Raises UnknownOption."""
        try:
            # one retry, because an idle connection may have been closed
            self._redis = Redis.from_url(
                address,
                socket_timeout=HEARTBEAT_TIMEOUT,
                socket_connect_timeout=HEARTBEAT_TIMEOUT,
                retry=Retry(NoBackoff(), 1),
            )
        except ValueError:  # the message may contain a password
            raise UnknownOption("the address of Redis cannot be read; it is redis://HOST:PORT") from None
        self._membership = Membership(new_id())
        self._something = asyncio.Event()  # set when there is something to send
        self._away: bool | None = None  # None: Redis has not been reached yet
        self._heard = asyncio.Event()  # set when the others have reported, or cannot be reached
        self._chores: list[asyncio.Task[None]] = []

    @property
    def words(self) -> str:
        if self._away is not False:
            return "Redis is away"
        return f"Redis, {1 + self._membership.others} processes"

    def open(self, listener: Listener) -> None:
        loop = asyncio.get_running_loop()
        self._chores = [
            loop.create_task(chore) for chore in (self._listen(listener), self._speak(), self._look(listener))
        ]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        with contextlib.suppress(*REDIS_ERRORS):
            async with asyncio.timeout(HEARTBEAT_INTERVAL):
                await self._send(self._membership.heartbeat())
                await self._send(Heartbeat(self._membership.me, leaves=True))
        with contextlib.suppress(*REDIS_ERRORS):
            await self._redis.aclose()

    # ── What this process says ───────────────────────────────────────────────
    def announce(self, table: str, events: int) -> None:
        self._membership.events_written(table, events)
        self._something.set()

    def report_pages(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        self._membership.report_pages(table, seats, watchers, held)
        self._something.set()

    def elsewhere(self, table: str) -> tuple[set[int], int]:
        return self._membership.elsewhere(table)

    def alone(self, table: str) -> bool:
        return self._membership.alone(table)

    def leads(self, table: str) -> bool:
        return self._membership.leads(table)

    async def roll_call(self) -> None:
        await self._heard.wait()

    async def _speak(self) -> None:
        """Send a heartbeat as soon as there is news, and at least every HEARTBEAT_INTERVAL."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_INTERVAL):
                    await self._something.wait()
            self._something.clear()
            beat = self._membership.heartbeat()
            try:
                await self._send(beat)
            except REDIS_ERRORS:
                self._membership.resend(beat)
                await asyncio.sleep(HEARTBEAT_INTERVAL)  # `_listen` notices the outage and logs it

    async def _send(self, beat: Heartbeat) -> None:
        await self._redis.publish(REDIS_CHANNEL, msgspec.json.encode(beat))

    # ── What it hears ────────────────────────────────────────────────────────
    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(REDIS_CHANNEL)
                    await self._hear(line, listener)
            except REDIS_ERRORS as error:
                if not self._away:
                    log.warning("Redis is away, so news of other processes arrives late: %s", str(error) or "no answer")
                self._away = True
                self._heard.set()
            listener.events_missed()
            await asyncio.sleep(REDIS_RETRY_INTERVAL)

    async def _hear(self, line: PubSub, listener: Listener) -> None:
        """Read the channel until it fails. A channel on which not even this process's own heartbeats arrive is broken.
        Raises TimeoutError."""
        while (message := await line.get_message(timeout=HEARTBEAT_TIMEOUT)) is not None:
            if message["type"] == "subscribe":
                self._back(listener)
            elif message["type"] == "message":
                try:
                    beat = msgspec.json.decode(message["data"], type=Heartbeat)
                except msgspec.DecodeError:
                    continue  # from another program, or another version of Rookery
                if self._membership.hear(beat, listener):
                    self._something.set()
        raise TimeoutError("nothing was heard")

    def _back(self, listener: Listener) -> None:
        if self._away:
            log.warning("Redis is back")
        self._away = False
        self._membership.join()
        self._heard.clear()
        asyncio.get_running_loop().call_later(ROLL_CALL_TIMEOUT, self._heard.set)
        self._something.set()
        listener.events_missed()

    async def _look(self, listener: Listener) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL / 2)
            self._membership.look(listener)
