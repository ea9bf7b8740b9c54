"""The processes that share a database, as one of them knows the others: who is alive, and whose pages are where.

No sockets here: heartbeats come in and go out. Who has not been heard for HEARTBEAT_TIMEOUT is gone, and with it what
it said.
"""

import time
from collections.abc import Callable, Collection

from msgspec import Struct, field

from rookery.server.cluster.bus import Listener

__all__ = ["HEARTBEAT_INTERVAL", "HEARTBEAT_TIMEOUT", "Heartbeat", "Membership", "TablePresence"]

HEARTBEAT_INTERVAL = 1.0  # seconds between two heartbeats of a process that has nothing to say
HEARTBEAT_TIMEOUT = 4.0  # seconds


class TablePresence(Struct, frozen=True, array_like=True):
    """What one process has of one table."""

    seats: tuple[int, ...]  # that have pages there
    watchers: int
    since: int  # when the first of them came, ms since 1970
    held: bool = False  # its clock goes on there, with pages or without

    @property
    def any(self) -> bool:
        return bool(self.seats) or self.watchers > 0 or self.held


class Heartbeat(Struct, omit_defaults=True):
    """What a process says to all others at once."""

    sender: str
    asks: bool = False  # everybody is to say again who is with them
    leaves: bool = False
    whole: bool = False  # `here` is everything: pages it does not name are gone
    stands: dict[str, int] = field(default_factory=dict)  # table -> number of its newest event
    here: dict[str, TablePresence] = field(default_factory=dict)  # table -> pages, or that there are none any more


class _Peer:
    """Another process."""

    def __init__(self) -> None:
        self.heard = 0.0  # when it was last
        self.here: dict[str, TablePresence] = {}


class Membership:
    """All of them."""

    def __init__(self, me: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`me`: a name that no other process has."""
        self.me = me
        self._clock = clock
        self._mine: dict[str, TablePresence] = {}
        self._others: dict[str, _Peer] = {}
        self._draft = Heartbeat(me, asks=True, whole=True)

    @property
    def others(self) -> int:
        """How many are alive."""
        return len(self._others)

    # ── What this process says ───────────────────────────────────────────────
    def events_written(self, table: str, events: int) -> None:
        """It has written so many events of a table."""
        self._draft.stands[table] = max(events, self._draft.stands.get(table, 0))

    def here(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        """It has these pages at a table now, and holds its clock or not."""
        since = self._mine[table].since if table in self._mine else time.time_ns() // 1_000_000
        presence = TablePresence(tuple(sorted(seats)), watchers, since, held)
        if presence.any:
            self._mine[table] = presence
        else:
            self._mine.pop(table, None)
        self._draft.here[table] = presence

    def join(self) -> None:
        """Say everything to everybody, and hear it: this process is new, or was away."""
        self._draft.asks = self._draft.whole = True

    def heartbeat(self) -> Heartbeat:
        """What there is to say, said once."""
        beat, self._draft = self._draft, Heartbeat(self.me)
        if beat.whole:
            beat.here.update(self._mine)
        return beat

    def resend(self, beat: Heartbeat) -> None:
        """It could not be sent: it is said with the next one, where nothing newer is."""
        self._draft.asks |= beat.asks
        self._draft.whole |= beat.whole
        self._draft.here = beat.here | self._draft.here
        for table, events in beat.stands.items():
            self.events_written(table, events)

    # ── What it hears ────────────────────────────────────────────────────────
    def heard(self, beat: Heartbeat, listener: Listener) -> bool:
        """Whether it must be answered soon."""
        if beat.sender == self.me:
            return False
        if beat.leaves:
            self._forget(beat.sender, listener)
            return False
        new = beat.sender not in self._others
        other = self._others.setdefault(beat.sender, _Peer())
        other.heard = self._clock()
        if new and not beat.asks:  # it was here before: what it said then was not heard, or is forgotten
            self._draft.asks = True
        self._draft.whole |= beat.asks
        for table, events in beat.stands.items():
            listener.events_written(table, events)
        before = other.here
        # who asked may have missed that somebody left: what it hears then replaces what it knew
        known = beat.here if beat.whole else before | beat.here
        other.here = {table: presence for table, presence in known.items() if presence.any}
        if changed := beat.here.keys() | (before.keys() if beat.whole else ()):
            listener.presence_changed(changed)
        return new or beat.asks

    def look(self, listener: Listener) -> None:
        """Forget who has not been heard for too long."""
        oldest = self._clock() - HEARTBEAT_TIMEOUT
        for name in [name for name, other in self._others.items() if other.heard < oldest]:
            self._forget(name, listener)

    def _forget(self, name: str, listener: Listener) -> None:
        if (other := self._others.pop(name, None)) is not None:
            listener.events_missed()  # its last heartbeat may not have been written any more
            listener.presence_changed(other.here)

    # ── What follows ─────────────────────────────────────────────────────────
    def elsewhere(self, table: str) -> tuple[set[int], int]:
        """Seats with pages in other processes, and the number of pages there that only watch."""
        found = [other.here[table] for other in self._others.values() if table in other.here]
        return {seat for presence in found for seat in presence.seats}, sum(presence.watchers for presence in found)

    def alone(self, table: str) -> bool:
        """Whether no other process has pages at a table, or holds its clock."""
        return not any(table in other.here for other in self._others.values())

    def leads(self, table: str) -> bool:
        """Of those that have pages at a table, or hold its clock, the first; where there is none, whoever has it."""
        there = {name: other.here[table] for name, other in self._others.items() if table in other.here}
        if table in self._mine:
            there[self.me] = self._mine[table]
        return not there or min(there, key=lambda name: (there[name].since, name)) == self.me
