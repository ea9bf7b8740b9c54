"""Events as a store keeps them, of a game that there is not."""

from rookery.server.storage.store import EventBatch, Store
from rookery.server.table.events import Begun, Event, Made, Played, Seat

__all__ = ["EVENTS", "MADE", "MADE_IN_SCHEMA_4", "PLIES", "SECRET", "stored"]

SECRET = bytes(range(32))
MADE = Made(
    "a game",
    1,
    2,
    {"one": "a"},
    (Seat("person", name="Ann", key_hash="k", client_seed=""), Seat("bot", "weak", client_seed="")),
)
MADE_IN_SCHEMA_4 = (  # MADE as it was written then
    '{"what":"made","game":"a game","rules":1,"players":2,"options":{"one":"a"},"seats":[{"kind":"person","name":"Ann",'
    '"key":"k","word":""},{"kind":"bot","level":"weak","word":""}],"promise":"a promise","tickets":512}'
)
PLIES = [Played(1, None, 5, "aa"), Played(2, 0, 7, "bb", "proved")]
EVENTS: list[Event] = [MADE, Begun(), *PLIES]


async def stored(store: Store) -> None:
    await store.write(EventBatch("t1", 1, EVENTS[:3], SECRET))
    await store.write(EventBatch("t1", 4, EVENTS[3:]))
