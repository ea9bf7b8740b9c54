"""Who may send requests, and how many: limits by address, and pages of other sites.

The setting `limits_store` names the storage that counts requests: memory or Redis. If the storage fails, requests are
let in, because a server without limits is better than one that answers nobody.
"""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Mapping
from importlib.util import find_spec

import limits
from limits.aio.storage import Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import ConfigurationError, StorageError
from limits.storage import storage_from_string

from rookery.core.errors import MissingExtra, UnknownOption
from rookery.server.config import Config
from rookery.server.errors import OtherSite, TooBusy
from rookery.server.quota.caller import AddressQuota, quota_of
from rookery.server.quota.slots import Slots
from rookery.server.text import duration

log = logging.getLogger(__name__)

LIMITS_TIMEOUT = 0.5  # seconds that Redis has to answer
FAILURES_LABEL = "links that do not work"
MIN_REMEMBERED_ADDRESSES = 1000  # the number of addresses from which idle ones are forgotten


def storage(address: str) -> Storage:
    """The storage that counts limits. `address`: memory:// or redis://HOST:PORT. Raises UnknownOption, MissingExtra."""
    kind = address.partition(":")[0]
    if kind.startswith("redis") and find_spec("redis") is None:
        raise MissingExtra("counting limits in Redis needs its client: pip install 'rookery-parlour[scale]'")
    try:
        found = storage_from_string(f"async+{address}", wrap_exceptions=True, implementation="redispy")
    except (ConfigurationError, ValueError):  # the message may contain a password
        raise UnknownOption(f"limits cannot be counted in {kind!r}; allowed: memory://, redis://HOST:PORT") from None
    assert isinstance(found, Storage)
    return found


class RateLimiter:
    """The limits of one server; a Limiter."""

    def __init__(self, config: Config) -> None:
        """Raises UnknownOption, MissingExtra."""
        self._limiter = SlidingWindowCounterRateLimiter(storage(config.limits_store))
        self._requests = limits.parse(config.requests_per_address) if config.requests_per_address else None
        self._tables = limits.parse(config.tables_per_address) if config.tables_per_address else None
        self._failures = limits.parse(config.failures_per_address) if config.failures_per_address else None
        most = config.sockets_per_address
        self._sockets = Slots(most, f"your address has {most} pages open; more are not allowed", 10)
        self.socket = self._sockets.one  # held while a page is connected
        self._rate = config.messages_per_address
        self._work = config.work_per_address / 1000
        self._quotas: dict[str, AddressQuota] = {}
        self._site = config.site
        self._origins = {origin.strip().rstrip("/").lower() for origin in config.origins.split(",") if origin.strip()}

    async def request(self, address: str) -> None:
        """Count one HTTP request. Raises TooBusy."""
        await self._count(self._requests, "requests", address)

    async def table(self, address: str) -> None:
        """Count one new table. Raises TooBusy."""
        await self._count(self._tables, "tables made", address)

    async def seat(self, address: str) -> None:
        """Count one open seat that is taken; the limit is that of tables. Raises TooBusy."""
        await self._count(self._tables, "seats taken", address)

    async def failure(self, address: str) -> None:
        """Count one key or table that does not exist. Raises TooBusy."""
        await self._count(self._failures, FAILURES_LABEL, address)

    async def _count(self, limit: limits.RateLimitItem | None, what: str, address: str) -> None:
        if limit is None:
            return
        try:
            async with asyncio.timeout(LIMITS_TIMEOUT):
                if await self._limiter.hit(limit, what, address):
                    return
                window = await self._limiter.get_window_stats(limit, what, address)
        except (StorageError, TimeoutError) as error:
            log.warning("Limits cannot be counted: %s", str(error) or "no answer")
            return
        wait = max(1, math.ceil(window.reset_time - time.time()))
        raise TooBusy(f"too many {what} from your address; {limit} are allowed. Try again in {duration(wait)}", wait)

    async def check_failures(self, address: str) -> None:
        """Called before an address learns whether its keys and tables exist. Counts nothing. Raises TooBusy for an
        address with too many failures."""
        if self._failures is not None:
            with contextlib.suppress(StorageError, TimeoutError):
                async with asyncio.timeout(LIMITS_TIMEOUT):
                    let_in = await self._limiter.test(self._failures, FAILURES_LABEL, address)
                if not let_in:
                    raise TooBusy(f"too many {FAILURES_LABEL} from your address; try again later", 60)

    def quota(self, address: str) -> AddressQuota:
        """The quota of an address; a new one is full."""
        if (known := self._quotas.get(address)) is not None:
            return known
        if len(self._quotas) >= MIN_REMEMBERED_ADDRESSES:
            self._quotas = {
                name: quota for name, quota in self._quotas.items() if name in self._sockets or not _idle(quota)
            }
        new = self._quotas[address] = quota_of(self._rate, self._work)
        return new

    def check_origin(self, headers: Mapping[str, str], secure: bool) -> None:
        """Raises OtherSite. Browsers send the origin of the page; programs send none and are let in. `secure`: the
        request surely came over HTTPS; if it is false, a proxy may still have spoken HTTPS without telling us."""
        origin = headers.get("origin", "").lower()
        scheme, _, site = origin.partition("://")  # may be malformed; it is only compared
        schemes = ("https",) if secure else ("http", "https")
        if self._site:  # then no host that a request names makes a page ours
            ours = origin == self._site
        else:
            ours = bool(site) and scheme in schemes and site == headers.get("host", "").lower()
        if origin and not ours and origin not in self._origins:
            named = "ROOKERY_SITE and ROOKERY_ORIGINS name" if self._site else "ROOKERY_ORIGINS names"
            raise OtherSite(f"pages of other sites may not use this server, except those that {named}")


def _idle(quota: AddressQuota) -> bool:
    buckets = (quota.chat, quota.takebacks, quota.reminders, quota.messages, quota.work)
    return all(bucket is None or bucket.full for bucket in buckets)
