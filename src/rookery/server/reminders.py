"""Who wants to be told of a turn while no page is open, and where: as it follows from the events of a table."""

import re

from rookery.server.errors import ForbiddenAddress, UnknownKey
from rookery.server.events import Event, Reminds, Subscribed
from rookery.server.table import Seats, Table
from rookery.server.wire import Remind, Subscribe

__all__ = ["Hosts", "carried", "of", "remind", "unsubscribe"]

# nothing that two readers could read in two ways: no user, no backslash, no letters beyond ASCII
ADDRESS = re.compile(r"(https?)://([A-Za-z0-9.-]+)(?::(\d{1,5}))?(?:/[!-\[\]-~]*)?")
PORTS = {"https": "443", "http": "80"}


class Hosts:
    """To whom the server may speak by itself: nobody but those that a setting names."""

    def __init__(self, setting: str) -> None:
        """By commas: `example.org` means https there, `*.example.org` any host under it, `example.org:8443` another
        port; `http://example.org` is needed for http."""
        self._names = [name.strip().lower() for name in setting.split(",") if name.strip()]
        self._known = [_parts(name if "://" in name else f"https://{name}") for name in self._names]

    @property
    def names(self) -> list[str]:
        return self._names

    def check(self, address: str) -> None:
        """Raises ForbiddenAddress."""
        asked = ADDRESS.fullmatch(address)
        if asked is None or not any(_within(_parts(address), known) for known in self._known):
            allowed = f"allowed are addresses at {' and '.join(self._names)}" if self._names else "none is allowed"
            raise ForbiddenAddress(f"the server does not send reminders to that address; {allowed}")


def _parts(address: str) -> tuple[str, str, str]:
    """Scheme, host, port."""
    scheme, _, rest = address.lower().partition("://")
    host, _, port = rest.partition("/")[0].partition(":")
    return scheme, host, port or PORTS.get(scheme, "")


def _within(asked: tuple[str, str, str], known: tuple[str, str, str]) -> bool:
    (scheme, host, port), (allowed, name, at) = asked, known
    named = host.endswith(name[1:]) and len(host) >= len(name) if name.startswith("*.") else host == name
    return named and (scheme, port) == (allowed, at)


# ── Asked by a page ──────────────────────────────────────────────────────────
def remind(
    table: Table, seats: Seats, asked: Remind | Subscribe, webhooks: Hosts, services: Hosts, site: str
) -> list[Event]:
    """What follows; nothing where it is so already. `services`: of web push; `site`: where the page is, for links.

    Raises UnknownKey, ForbiddenAddress."""
    if (seat := asked.seat) not in seats:
        raise UnknownKey(f"only {table.called((seat,))} can say where their turns are told")
    if isinstance(asked, Remind):
        if asked.webhook:
            webhooks.check(asked.webhook)
        known = table.webhooks.get(seat)
        same = asked.webhook == (known.webhook if known else "")
        return [] if same else [Reminds(seat, asked.webhook, site)]
    if not asked.p256dh:
        return unsubscribe(table, seat, asked.endpoint)
    services.check(asked.endpoint)
    new = Subscribed(seat, asked.endpoint, asked.p256dh, asked.auth, site)
    old = table.browsers.get(seat, ())
    return [] if any((it.endpoint, it.p256dh) == (new.endpoint, new.p256dh) for it in old) else [new]


def unsubscribe(table: Table, seat: int, endpoint: str) -> list[Event]:
    """A browser of a seat is told no longer."""
    return [Subscribed(seat, it.endpoint) for it in table.browsers.get(seat, ()) if it.endpoint == endpoint]


def of(table: Table, seat: int) -> list[Reminds | Subscribed]:
    """Where the person of a seat is told."""
    hook = table.webhooks.get(seat)
    return [*([hook] if hook else []), *table.browsers.get(seat, ())]


def carried(table: Table) -> list[Event]:
    """What is asked for at a rematch already: everybody has moved on by one seat."""
    told: list[Event] = [Reminds((to.seat - 1) % table.players, to.webhook, to.site) for to in table.webhooks.values()]
    told += [
        Subscribed((seat - 1) % table.players, to.endpoint, to.p256dh, to.auth, to.site)
        for seat, browsers in table.browsers.items()
        for to in browsers
    ]
    return told
