"""The limits for each address, and for pages of other sites."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from rookery.server.config import Config, read_rate
from rookery.server.errors import OtherSite
from rookery.server.quota.slots import Slots
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.quota.work_budget import WorkBudget

ADDRESS_BURST_SECONDS = 10  # seconds' worth of messages that one address may send at once
ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST = 5.0, 50  # chat lines of one address: a second, and at once
ADDRESS_TAKEBACK_RATE, ADDRESS_TAKEBACK_BURST = 1.0, 60  # take-backs: limited because every event is stored for ever
ADDRESS_REMINDER_RATE, ADDRESS_REMINDER_BURST = 1.0, 200  # reminders: a whole class may turn them on at once
MIN_REMEMBERED_ADDRESSES = 1000  # the number of addresses from which idle ones are forgotten


class AddressQuota(NamedTuple):
    """The limits shared by all that comes from one address, past pages included, so that reconnecting does not reset
    it."""

    address: str
    requests: TokenBucket
    tables: TokenBucket  # new ones
    seats: TokenBucket  # open ones that are taken; the limit is that of tables
    failures: TokenBucket  # keys and tables that do not exist; checked before an address learns whether one does
    messages: TokenBucket
    chat: TokenBucket
    takebacks: TokenBucket
    reminders: TokenBucket
    work: WorkBudget | None  # None: without limit

    @property
    def idle(self) -> bool:
        """Whether it is as if nothing had ever come from the address."""
        return all(limit is None or limit.full for limit in self[1:])


class RateLimiter:
    """The limits of one server."""

    def __init__(self, config: Config) -> None:
        self._config = config
        most = config.sockets_per_address
        # held while a page is connected
        self.sockets = Slots(most, f"your address has {most} pages open; more are not allowed", 10)
        self._quotas: dict[str, AddressQuota] = {}
        self._look_at = MIN_REMEMBERED_ADDRESSES  # the number of addresses at which idle ones are looked for
        self._origins = {origin.strip().rstrip("/").lower() for origin in config.origins.split(",") if origin.strip()}

    def quota(self, address: str) -> AddressQuota:
        """The quota of an address; a new one is full."""
        if (entry := self._quotas.get(address)) is not None:
            return entry
        if len(self._quotas) >= self._look_at:
            self._quotas = {
                name: quota for name, quota in self._quotas.items() if name in self.sockets or not quota.idle
            }
            # where none is idle, each new address must not look through all of them again
            self._look_at = max(MIN_REMEMBERED_ADDRESSES, 2 * len(self._quotas))
        new = self._quotas[address] = self._new_quota(address)
        return new

    def _new_quota(self, address: str) -> AddressQuota:
        config, messages = self._config, self._config.messages_per_address
        return AddressQuota(
            address,
            requests=_bucket(config.requests_per_address, "requests"),
            tables=_bucket(config.tables_per_address, "tables made"),
            seats=_bucket(config.tables_per_address, "seats taken"),
            failures=_bucket(config.failures_per_address, "links that do not work"),
            messages=TokenBucket(messages, max(1.0, ADDRESS_BURST_SECONDS * messages) if messages else math.inf),
            chat=TokenBucket(ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST),
            takebacks=TokenBucket(ADDRESS_TAKEBACK_RATE, ADDRESS_TAKEBACK_BURST),
            reminders=TokenBucket(ADDRESS_REMINDER_RATE, ADDRESS_REMINDER_BURST),
            work=WorkBudget(config.work_per_address / 1000) if config.work_per_address else None,
        )

    def check_origin(self, headers: Mapping[str, str], secure: bool) -> None:
        """Raises OtherSite. Browsers send the origin of the page; programs send none and are let in. `secure`: the
        request surely came over HTTPS; if it is false, a proxy may still have spoken HTTPS without telling us."""
        origin = headers.get("origin", "").lower()
        scheme, _, site = origin.partition("://")  # may be malformed; it is only compared
        schemes = ("https",) if secure else ("http", "https")
        if self._config.site:  # then no host that a request names makes a page ours
            ours = origin == self._config.site
        else:
            ours = bool(site) and scheme in schemes and site == headers.get("host", "").lower()
        if origin and not ours and origin not in self._origins:
            settings = "ROOKERY_SITE and ROOKERY_ORIGINS name" if self._config.site else "ROOKERY_ORIGINS names"
            raise OtherSite(f"pages of other sites may not use this server, except those that {settings}")


def _bucket(rate: str, what: str) -> TokenBucket:
    """A limit in a form such as 100/minute; "": none. `what`: what is counted, in words."""
    if not rate:
        return TokenBucket(0.0, math.inf)
    count, seconds = read_rate(rate)
    return TokenBucket(count / seconds, count, words=f"too many {what} from your address, where {rate} are allowed")
