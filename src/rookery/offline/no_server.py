"""Substitutes for a server's parts for which one person's browser has no use."""

import asyncio
import math
from collections.abc import Mapping

from rookery.core.position import Game
from rookery.server.api import export_files
from rookery.server.errors import NeedsServer
from rookery.server.notify.notices import Notice
from rookery.server.notify.outbox import Forget
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.table.events import Reminds, Subscribed
from rookery.server.table.table import Table

HERE = "this browser"  # the address for which everything is counted
MADE_HERE = ("txt", "svg")  # kinds of files that need no library of the server


def no_limits() -> AddressQuota:
    """A quota without an end: who plays here, plays alone."""
    free = TokenBucket(0.0, math.inf)
    return AddressQuota(HERE, free, free, free, free, free, free, free, free, None)


class AllReady:
    """A Readiness without work: a game is opened when somebody plays it."""

    quick = True

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._opened = {slug: asyncio.Event() for slug in games}
        for event in self._opened.values():
            event.set()

    async def run(self) -> None:
        pass

    def prioritise(self, slug: str) -> None:
        pass

    def opened(self, slug: str) -> asyncio.Event:
        return self._opened[slug]

    def awaited(self) -> list[str]:
        return []


class _NoHosts:
    """Hosts: there are none."""

    @property
    def names(self) -> list[str]:
        return []

    def check(self, address: str) -> None:
        raise NeedsServer("reminders are sent by a server, and this page plays without one")


class NoReminders:
    """An Outbox from which nothing is sent."""

    grace = 0.0
    webhooks = services = _NoHosts()
    push_key = ""

    def send(self, table: Table, seat: int, to: Reminds | Subscribed, news: Notice, forget: Forget) -> None:
        """Send nothing. A table may remember a webhook from the record of its events, but none of a page's own."""

    async def close(self) -> None:
        pass


class OwnFiles:
    """A FileMaker for the kinds of files that can be made here."""

    async def file(self, text: str, kind: str, address: str) -> bytes:
        """See FileMaker. Raises NeedsServer, Trouble."""
        if kind not in MADE_HERE:
            here = " and ".join(MADE_HERE)
            raise NeedsServer(f"{kind} files are made by a server; this page plays without one and makes {here}")
        return export_files.drawn(text, kind)
