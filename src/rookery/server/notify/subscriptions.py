"""The people who want reminders while no page is open, and where, as it follows from the events of a table."""

from rookery.server.errors import UnknownKey
from rookery.server.notify.outbox import Hosts
from rookery.server.table.events import Event, Reminds, Subscribed
from rookery.server.table.table import Seats, Table
from rookery.server.wire.messages import Remind, Subscribe


# ── Asked by a page ──────────────────────────────────────────────────────────
def remind(
    table: Table, seats: Seats, asked: Remind | Subscribe, webhooks: Hosts, services: Hosts, site: str
) -> list[Event]:
    """The events of a page's request for reminders; [] if nothing changes. `services`: the allowed web push services;
    `site`: the origin of the page, for links.

    Raises UnknownKey, and what `Hosts.check` raises."""
    if (seat := asked.seat) not in seats:
        raise UnknownKey(f"only {table.called((seat,))} can change these reminders")
    if isinstance(asked, Remind):
        if asked.webhook:
            webhooks.check(asked.webhook)
        current = table.webhooks.get(seat)
        same = asked.webhook == (current.webhook if current else "")
        return [] if same else [Reminds(seat, asked.webhook, site)]
    if not asked.p256dh:
        return unsubscribe(table, seat, asked.endpoint)
    services.check(asked.endpoint)
    new = Subscribed(seat, asked.endpoint, asked.p256dh, asked.auth, site)
    old = table.browsers.get(seat, ())
    return [] if any((it.endpoint, it.p256dh) == (new.endpoint, new.p256dh) for it in old) else [new]


def unsubscribe(table: Table, seat: int, endpoint: str) -> list[Event]:
    """End the subscription of a browser of a seat."""
    return [Subscribed(seat, it.endpoint) for it in table.browsers.get(seat, ()) if it.endpoint == endpoint]


def of(table: Table, seat: int) -> list[Reminds | Subscribed]:
    """The places where the person of a seat is reminded."""
    hook = table.webhooks.get(seat)
    return [*([hook] if hook else []), *table.browsers.get(seat, ())]


def carried(table: Table) -> list[Event]:
    """The reminders of a table as events of its rematch, where everybody has moved on by one seat."""
    news: list[Event] = [Reminds((to.seat - 1) % table.players, to.webhook, to.site) for to in table.webhooks.values()]
    news += [
        Subscribed((seat - 1) % table.players, to.endpoint, to.p256dh, to.auth, to.site)
        for seat, browsers in table.browsers.items()
        for to in browsers
    ]
    return news
