"""One process's knowledge of the others that share its database: which are alive, and which pages they have.

No sockets here: heartbeats come in and go out. A process that has not been heard for HEARTBEAT_TIMEOUT is forgotten,
together with its pages.
"""

import time
from collections.abc import Callable, Collection

from msgspec import Struct, field

from rookery.server import wall_clock
from rookery.server.cluster.bus import Listener

HEARTBEAT_INTERVAL = 1.0  # seconds between two heartbeats of an idle process
HEARTBEAT_TIMEOUT = 4.0  # seconds without a heartbeat after which a process counts as gone


class TablePresence(Struct, frozen=True, array_like=True):
    """The pages that one process has at one table."""

    seats: tuple[int, ...]  # that have pages there
    watchers: int  # pages of spectators
    since: int  # when the first of them opened, ms since 1970
    held: bool = False  # whether the table's clock runs there, with pages or without

    @property
    def any(self) -> bool:
        return bool(self.seats) or self.watchers > 0 or self.held


class Heartbeat(Struct, omit_defaults=True):
    """The message that a process sends to all others at intervals."""

    sender: str
    asks: bool = False  # all others are to report their pages again
    leaves: bool = False  # the sender stops
    whole: bool = False  # `here` is complete: pages that it does not name are gone
    stands: dict[str, int] = field(default_factory=dict)  # table -> number of its events
    here: dict[str, TablePresence] = field(default_factory=dict)  # table -> its pages; empty if the last one closed


class _Peer:
    """Another process."""

    def __init__(self) -> None:
        self.heard = 0.0  # when it was last heard, in seconds of the clock
        self.here: dict[str, TablePresence] = {}


class Membership:
    """All processes that share a database, as one of them knows them."""

    def __init__(self, me: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`me`: a name that no other process has; `clock`: monotonic seconds."""
        self.me = me
        self._clock = clock
        self._mine: dict[str, TablePresence] = {}
        self._others: dict[str, _Peer] = {}
        self._draft = Heartbeat(me, asks=True, whole=True)

    @property
    def others(self) -> int:
        """The number of other processes that are alive."""
        return len(self._others)

    # ── What this process says ───────────────────────────────────────────────
    def events_written(self, table: str, events: int) -> None:
        """This process has written to a table, which now has `events` events."""
        self._draft.stands[table] = max(events, self._draft.stands.get(table, 0))

    def report_pages(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        """This process now has these pages at a table, and holds its clock or not."""
        since = self._mine[table].since if table in self._mine else wall_clock.now_ms()
        presence = TablePresence(tuple(sorted(seats)), watchers, since, held)
        if presence.any:
            self._mine[table] = presence
        else:
            self._mine.pop(table, None)
        self._draft.here[table] = presence

    def join(self) -> None:
        """Report all pages and ask all others to do so, because this process is new or was cut off."""
        self._draft.asks = self._draft.whole = True

    def heartbeat(self) -> Heartbeat:
        """The next heartbeat, with everything that changed since the previous one."""
        beat, self._draft = self._draft, Heartbeat(self.me)
        if beat.whole:
            beat.here.update(self._mine)
        return beat

    def resend(self, beat: Heartbeat) -> None:
        """Merge a heartbeat that could not be sent into the next one, which wins where it is newer."""
        self._draft.asks |= beat.asks
        self._draft.whole |= beat.whole
        self._draft.here = beat.here | self._draft.here
        for table, events in beat.stands.items():
            self.events_written(table, events)

    # ── What it hears ────────────────────────────────────────────────────────
    def hear(self, beat: Heartbeat, listener: Listener) -> bool:
        """Take in a heartbeat. Returns whether it should be answered soon."""
        if beat.sender == self.me:
            return False
        if beat.leaves:
            self._forget(beat.sender, listener)
            return False
        new = beat.sender not in self._others
        other = self._others.setdefault(beat.sender, _Peer())
        other.heard = self._clock()
        if new and not beat.asks:  # it is older than this process, so its earlier heartbeats were missed or forgotten
            self._draft.asks = True
        self._draft.whole |= beat.asks
        for table, events in beat.stands.items():
            listener.events_written(table, events)
        before = other.here
        # a whole heartbeat replaces what is known, because the news that pages closed may have been missed
        pages = beat.here if beat.whole else before | beat.here
        other.here = {table: presence for table, presence in pages.items() if presence.any}
        if changed := beat.here.keys() | (before.keys() if beat.whole else ()):
            listener.presence_changed(changed)
        return new or beat.asks

    def look(self, listener: Listener) -> None:
        """Forget the processes that have been silent for HEARTBEAT_TIMEOUT."""
        oldest = self._clock() - HEARTBEAT_TIMEOUT
        for name in [name for name, other in self._others.items() if other.heard < oldest]:
            self._forget(name, listener)

    def _forget(self, name: str, listener: Listener) -> None:
        if (other := self._others.pop(name, None)) is not None:
            listener.events_missed()  # it may have written events that it could no longer announce
            listener.presence_changed(other.here)

    # ── What follows ─────────────────────────────────────────────────────────
    def elsewhere(self, table: str) -> tuple[set[int], int]:
        """The seats that have pages in other processes, and the number of spectators' pages there."""
        found = [other.here[table] for other in self._others.values() if table in other.here]
        return {seat for presence in found for seat in presence.seats}, sum(presence.watchers for presence in found)

    def alone(self, table: str) -> bool:
        """Whether no other process has pages at a table or holds its clock."""
        return not any(table in other.here for other in self._others.values())

    def leads(self, table: str) -> bool:
        """Whether this process was the first of those that have pages at a table or hold its clock. If there are none,
        every process leads."""
        there = {name: other.here[table] for name, other in self._others.items() if table in other.here}
        if table in self._mine:
            there[self.me] = self._mine[table]
        return not there or min(there, key=lambda name: (there[name].since, name)) == self.me
