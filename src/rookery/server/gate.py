"""Who may ask, and how often: limits by address, and pages of other sites.

All limits are counted in one storage that `limits_store` names, memory or Redis. What cannot be counted is let in: a
parlour without its doorkeeper is better than a closed one.
"""

import asyncio
import collections
import contextlib
import ipaddress
import logging
import math
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import NamedTuple

import limits
from limits.aio.storage import Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import ConfigurationError, StorageError
from limits.storage import storage_from_string
from starlette.requests import HTTPConnection

from rookery.core.errors import MissingExtra, UnknownOption
from rookery.server.clock import span
from rookery.server.config import Config
from rookery.server.errors import OtherSite, TooBusy
from rookery.server.work import Budget

__all__ = ["Bucket", "Caller", "Gate", "Places", "address_of", "home_of", "is_local"]

log = logging.getLogger(__name__)

PATIENCE = 0.5  # seconds for Redis to answer
NETWORK = 64  # bits of an IPv6 address that one home has
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers of a proxy
UNKNOWN = "unknown"  # the address of who has none, in tests
SECONDS = 10  # of messages of one address that may come at once
LINES, AT_ONCE = 5.0, 50  # of talk, of one address, a second for long and at once
TAKEBACKS, IN_A_ROW = 1.0, 60  # the same: a move and its taking back are kept for ever
WISHES, AGAIN = 1.0, 200  # the same for reminders: a class may ask for them at once
FAILURES = "links that do not work"
HOMES = 1000  # addresses that are remembered, at least


def storage(address: str) -> Storage:
    """Where limits are counted: memory://, redis://HOST:PORT. Raises UnknownOption, MissingExtra."""
    kind = address.partition(":")[0]
    if kind.startswith("redis") and find_spec("redis") is None:
        raise MissingExtra("counting limits in Redis needs its client: pip install 'rookery-games[scale]'")
    try:
        found = storage_from_string(f"async+{address}", wrap_exceptions=True, implementation="redispy")
    except (ConfigurationError, ValueError):  # their words may hold a password
        raise UnknownOption(f"limits cannot be counted in {kind!r}; allowed: memory://, redis://HOST:PORT") from None
    assert isinstance(found, Storage)
    return found


def address_of(connection: HTTPConnection) -> str:
    """Of who asks."""
    return UNKNOWN if connection.client is None else home_of(connection.client.host)


def home_of(host: str) -> str:
    """Who is counted as one: an IPv4 address, or the network of an IPv6 one."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def is_local(connection: HTTPConnection) -> bool:
    """Whether this machine itself asks, and not a proxy on it for somebody else."""
    try:
        local = connection.client is not None and ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        local = False
    return local and not any(name in connection.headers for name in FORWARDED)


class Bucket:
    """A token bucket: `rate` a second for long, `burst` at once."""

    def __init__(self, rate: float, burst: float, beyond: "Bucket | None" = None) -> None:
        """`beyond`: what is taken here is taken there, too: a page's, and that of its whole address."""
        self._rate = rate
        self._burst = burst
        self._beyond = beyond
        self._tokens = float(burst)
        self._then = time.monotonic()

    def take(self) -> None:
        """Raises TooBusy when the bucket is empty."""
        self._fill()
        if self._tokens < 1:
            seconds = math.ceil((1 - self._tokens) / self._rate)
            raise TooBusy(f"that was too often; try again in {span(seconds)}")
        self._tokens -= 1
        if self._beyond is not None:
            self._beyond.take()

    @property
    def full(self) -> bool:
        """As if it had never been used."""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now


class Places:
    """What one address may have only a few of at a time."""

    def __init__(self, most: int, words: str, wait: int) -> None:
        """`most`: 0 is without limit; `words`: said of one more; `wait`: seconds until it is worth asking again."""
        self._most = most
        self._words = words
        self._wait = wait
        self._taken: collections.Counter[str] = collections.Counter()

    def __contains__(self, address: str) -> bool:
        """Whether it has any."""
        return address in self._taken

    @contextlib.contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Raises TooBusy."""
        self.take(address)
        try:
            yield
        finally:
            self.leave(address)

    def take(self, address: str) -> None:
        """One more, until it is left. Raises TooBusy."""
        if self._most and self._taken[address] >= self._most:
            raise TooBusy(self._words, self._wait)
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


class Home(NamedTuple):
    """What all pages of one address share, those that are gone, too: who comes back has not forgotten anything."""

    messages: Bucket | None  # None: without limit
    lines: Bucket
    takebacks: Bucket
    wishes: Bucket
    work: Budget | None  # None: without limit


class Gate:
    """The limits of one server."""

    def __init__(self, config: Config) -> None:
        """Raises UnknownOption, MissingExtra."""
        self._limiter = SlidingWindowCounterRateLimiter(storage(config.limits_store))
        self._requests = limits.parse(config.requests_per_address) if config.requests_per_address else None
        self._tables = limits.parse(config.tables_per_address) if config.tables_per_address else None
        self._failures = limits.parse(config.failures_per_address) if config.failures_per_address else None
        most = config.sockets_per_address
        self._sockets = Places(most, f"your address has {most} pages open; more are not allowed", 10)
        self.socket = self._sockets.one  # a page is connected
        self._rate = config.messages_per_address
        self._work = config.work_per_address / 1000
        self._homes: dict[str, Home] = {}
        self._origins = {origin.strip().rstrip("/").lower() for origin in config.origins.split(",") if origin.strip()}

    async def request(self, address: str) -> None:
        """One more of plain HTTP. Raises TooBusy."""
        await self._count(self._requests, "requests", address)

    async def table(self, address: str) -> None:
        """One more that is made. Raises TooBusy."""
        await self._count(self._tables, "tables made", address)

    async def seat(self, address: str) -> None:
        """One more open seat that is taken: as many as tables. Raises TooBusy."""
        await self._count(self._tables, "seats taken", address)

    async def failure(self, address: str) -> None:
        """One more key or table that does not exist. Raises TooBusy."""
        await self._count(self._failures, FAILURES, address)

    async def _count(self, limit: limits.RateLimitItem | None, what: str, address: str) -> None:
        if limit is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                if await self._limiter.hit(limit, what, address):
                    return
                window = await self._limiter.get_window_stats(limit, what, address)
        except (StorageError, TimeoutError) as error:
            log.warning("Limits cannot be counted: %s", str(error) or "no answer")
            return
        wait = max(1, math.ceil(window.reset_time - time.time()))
        raise TooBusy(f"too many {what} from your address; {limit} are allowed. Try again in {span(wait)}", wait)

    async def knocked(self, address: str) -> None:
        """Before a socket is opened. Raises TooBusy for an address that has tried too many keys."""
        if self._failures is not None:
            with contextlib.suppress(StorageError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    let_in = await self._limiter.test(self._failures, FAILURES, address)
                if not let_in:
                    raise TooBusy(f"too many {FAILURES} from your address; try again later", 60)

    def home(self, address: str) -> Home:
        """Of who asks."""
        if (known := self._homes.get(address)) is not None:
            return known
        if len(self._homes) >= HOMES:
            self._homes = {name: home for name, home in self._homes.items() if name in self._sockets or not _idle(home)}
        messages = Bucket(self._rate, max(1.0, SECONDS * self._rate)) if self._rate else None
        new = self._homes[address] = Home(
            messages,
            Bucket(LINES, AT_ONCE),
            Bucket(TAKEBACKS, IN_A_ROW),
            Bucket(WISHES, AGAIN),
            Budget(self._work) if self._work else None,
        )
        return new

    def check_origin(self, headers: Mapping[str, str], secure: bool) -> None:
        """Raises OtherSite. Browsers say whose page asks, programs say nothing and may. `secure`: this is known to have
        come over HTTPS; where it is not, a proxy may speak HTTPS for us without saying so."""
        origin = headers.get("origin", "").lower()
        scheme, _, site = origin.partition("://")  # whatever it is: nothing that has to be understood
        schemes = ("https",) if secure else ("http", "https")
        ours = bool(site) and scheme in schemes and site == headers.get("host", "").lower()
        if origin and not ours and origin not in self._origins:
            raise OtherSite("pages of other sites may not ask here; ROOKERY_ORIGINS names those that may")


def _idle(home: Home) -> bool:
    buckets = (home.lines, home.takebacks, home.wishes, home.messages, home.work)
    return all(bucket is None or bucket.full for bucket in buckets)


class Caller:
    """Who is at the other end of a socket."""

    def __init__(self, gate: Gate, address: str) -> None:
        self.address = address
        self.home = gate.home(address)
        self._gate = gate

    async def makes_table(self) -> None:
        """Raises TooBusy."""
        await self._gate.table(self.address)

    async def may_fail(self) -> bool:
        """Count a key that opens nothing: whether that may still happen."""
        try:
            await self._gate.failure(self.address)
        except TooBusy:
            return False
        return True
