"""Sends reminders to other servers: a few at a time, only to hosts that the operator allows, and without delaying any
table."""

import asyncio
import base64
import functools
import hashlib
import html
import logging
import re
from collections.abc import Callable
from pathlib import Path

import httpx2
import msgspec

from rookery.core.errors import Refusal, Trouble
from rookery.server.config import Config
from rookery.server.errors import ForbiddenAddress, StoreTrouble
from rookery.server.notify.allowed_hosts import AllowedHosts
from rookery.server.notify.notices import Notice, others
from rookery.server.notify.outbox import Forget
from rookery.server.notify.web_push import WebPush, open_push
from rookery.server.table.events import Reminds, Subscribed
from rookery.server.table.table import Table
from rookery.server.telemetry.log_pace import LogPace
from rookery.server.telemetry.redact import short

log = logging.getLogger(__name__)

MAX_CONCURRENT_NOTIFICATIONS = 16
MAX_QUEUED_NOTIFICATIONS = 1000  # reminders beyond this are not sent
NOTIFICATION_TIMEOUT = 10.0  # seconds for one reminder in total
UNSUBSCRIBED_STATUSES = (404, 410)  # the subscription has ended, RFC 8030
TOPIC_BYTES = 24  # become the 32 characters of a topic in base64url
MENTION_OR_LINK = re.compile(r"[@#<\[:/.](?=\S)")  # characters that turn the text after them into a mention or a link


class NotificationSender:
    """Sends the reminders of one server; an Outbox."""

    def __init__(self, config: Config, database: str | Path) -> None:
        """Raises UnknownOption if the settings name a key for web push that cannot be used."""
        self.webhooks = AllowedHosts(config.webhooks)
        self.services = AllowedHosts(config.push_hosts)
        self.grace = config.remind_after
        self._key, self._database = config.push_key, database
        self._under_way: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_NOTIFICATIONS)
        self._not_sent, self._not_arrived = LogPace(), LogPace()
        if config.push_key:
            _ = self.push  # refuses a wrong key when the server starts

    @functools.cached_property
    def push(self) -> WebPush | None:
        """Web push; None: it cannot be used, and pages do not offer it."""
        try:
            return open_push(self._key, self._database)
        except (OSError, StoreTrouble) as error:
            log.error("Web push is off because its key cannot be stored: %s", error)
            return None

    @functools.cached_property
    def _client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            follow_redirects=False, timeout=NOTIFICATION_TIMEOUT, headers={"user-agent": "Rookery"}
        )

    @property
    def push_key(self) -> str:
        """See Outbox."""
        return self.push.public if self.push is not None else ""

    async def close(self) -> None:
        """See Outbox."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if "_client" in vars(self):
            await self._client.aclose()

    def send(self, table: Table, seat: int, to: Reminds | Subscribed, news: Notice, forget: Forget) -> None:
        """See Outbox."""
        if len(self._under_way) >= MAX_QUEUED_NOTIFICATIONS:
            if self._not_sent.due():
                log.warning("Reminders are not sent because %d are waiting already", MAX_QUEUED_NOTIFICATIONS)
            return
        request = self._hook(table, seat, to, news) if isinstance(to, Reminds) else self._browser(table, to, news)
        task = asyncio.get_running_loop().create_task(self._carry(to, request, forget))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _hook(self, table: Table, seat: int, to: Reminds, news: Notice) -> Callable[[], httpx2.Request]:
        link = f"{to.site}/t/{table.id}"
        words = f"{news.words}. {without_mentions(others(table, seat))} {link}"
        body = {
            "text": html.escape(words, quote=False),  # for Slack
            "content": words,
            "allowed_mentions": {"parse": []},  # Discord mentions nobody
            "game": table.made.game,
            "table": table.id,
            "seat": seat,
            "link": link,
        }
        return lambda: self._client.build_request("POST", to.webhook, json=body)

    def _browser(self, table: Table, to: Subscribed, news: Notice) -> Callable[[], httpx2.Request]:
        content = {"title": table.game.facts.name, "words": news.words, "table": table.id}
        topic = base64.urlsafe_b64encode(hashlib.sha256(table.id.encode()).digest()[:TOPIC_BYTES]).decode()

        def request() -> httpx2.Request:
            if self.push is None:
                raise Trouble("web push is off")
            headers, body = self.push.sealed(to, msgspec.json.encode(content), topic)
            return self._client.build_request("POST", to.endpoint, headers=headers, content=body)

        return request

    async def _carry(self, to: Reminds | Subscribed, make: Callable[[], httpx2.Request], forget: Forget) -> None:
        """Send one request. Failures are logged without the path of the address, which is a secret."""
        hook = isinstance(to, Reminds)
        address = to.webhook if isinstance(to, Reminds) else to.endpoint
        host, why = address.split("/")[2], ""
        try:
            (self.webhooks if hook else self.services).check(address)  # the settings may have changed since
            async with self._slots, asyncio.timeout(NOTIFICATION_TIMEOUT):
                answer = await self._client.send(make(), stream=True)
                await answer.aclose()  # the body is not read
            if isinstance(to, Subscribed) and answer.status_code in UNSUBSCRIBED_STATUSES:
                await forget(to)
            elif not answer.is_success:
                why = f"status {answer.status_code}"
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError, ValueError, Trouble) as error:
            if isinstance(to, Subscribed) and isinstance(error, ValueError) and not isinstance(error, Refusal):
                await forget(to)  # its keys are invalid
            why = "not allowed any more" if isinstance(error, ForbiddenAddress) else type(error).__name__
        if why and self._not_arrived.due():  # players choose where reminders go
            log.warning("A reminder did not arrive", extra={"host": host, "why": why, "hook": short(address)})


def without_mentions(words: str) -> str:
    """Text from players for a chat elsewhere: zero-width spaces disable the mentions and links in it."""
    return MENTION_OR_LINK.sub("\\g<0>\u200b", words)
