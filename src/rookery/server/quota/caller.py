"""Who asks, and what may be asked of the limits."""

from typing import NamedTuple, Protocol

from rookery.server.errors import TooBusy
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.quota.work_budget import WorkBudget

ADDRESS_BURST_SECONDS = 10  # seconds' worth of messages that one address may send at once
ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST = 5.0, 50  # chat lines of one address: a second, and at once
ADDRESS_TAKEBACK_RATE, ADDRESS_TAKEBACK_BURST = 1.0, 60  # take-backs: limited because every event is stored for ever
ADDRESS_REMINDER_RATE, ADDRESS_REMINDER_BURST = 1.0, 200  # reminders: a whole class may turn them on at once


class AddressQuota(NamedTuple):
    """What all pages of one address share, past pages included, so that reconnecting does not reset it."""

    messages: TokenBucket | None  # None: without limit
    chat: TokenBucket
    takebacks: TokenBucket
    reminders: TokenBucket
    work: WorkBudget | None  # None: without limit


def quota_of(rate: float, work: float) -> AddressQuota:
    """A new quota, which is full. `rate`: messages a second; `work`: seconds of work a second; 0: without limit."""
    return AddressQuota(
        TokenBucket(rate, max(1.0, ADDRESS_BURST_SECONDS * rate)) if rate else None,
        TokenBucket(ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST),
        TokenBucket(ADDRESS_TAKEBACK_RATE, ADDRESS_TAKEBACK_BURST),
        TokenBucket(ADDRESS_REMINDER_RATE, ADDRESS_REMINDER_BURST),
        WorkBudget(work) if work else None,
    )


class Limiter(Protocol):
    """Counts what an address does. All methods but `quota` raise TooBusy."""

    async def table(self, address: str) -> None:
        """Count one new table."""

    async def seat(self, address: str) -> None:
        """Count one open seat that is taken."""

    async def failure(self, address: str) -> None:
        """Count one key or table that does not exist."""

    async def check_failures(self, address: str) -> None:
        """Called before an address learns whether its keys and tables exist. Counts nothing."""

    def quota(self, address: str) -> AddressQuota:
        """The quota of an address."""


class Caller:
    """The client at the other end of a socket, and its limits."""

    def __init__(self, limiter: Limiter, address: str) -> None:
        self.address = address
        self.quota = limiter.quota(address)
        self._limiter = limiter

    async def makes_table(self) -> None:
        """Count one new table. Raises TooBusy."""
        await self._limiter.table(self.address)

    async def may_fail(self) -> bool:
        """Count a key that opens nothing. Returns whether the address may go on."""
        try:
            await self._limiter.failure(self.address)
        except TooBusy:
            return False
        return True
