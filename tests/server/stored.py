"""Events as a store keeps them, of a game that there is not."""

from rookery.server.events import Begun, Event, Made, Played, Seat
from rookery.server.store import Batch, Store

__all__ = ["EVENTS", "MADE", "PLIES", "SECRET", "stored"]

SECRET = bytes(range(32))
MADE = Made("a game", 1, 2, {"one": "a"}, (Seat("person", name="Ann", key="k", word=""), Seat("bot", "weak", word="")))
PLIES = [Played(1, None, 5, "aa"), Played(2, 0, 7, "bb", "proved")]
EVENTS: list[Event] = [MADE, Begun(), *PLIES]


async def stored(store: Store) -> None:
    await store.write(Batch("t1", 1, EVENTS[:3], SECRET))
    await store.write(Batch("t1", 4, EVENTS[3:]))
