"""What a server counts, for Prometheus and for its status page. Counted by the process: two servers in one share them.

Called where things happen, in one line there; each takes about a microsecond.
"""

import collections
import contextlib
import itertools
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

import rookery
from rookery.server.table.events import Conceded, Event, Played

__all__ = [
    "TABLES",
    "answered",
    "committed",
    "connected",
    "dropped_slow_client",
    "lagged",
    "made_table",
    "memory",
    "message_received",
    "message_sent",
    "played",
    "recent",
    "refused",
    "scrape",
    "thought",
    "uptime",
]

REGISTRY = CollectorRegistry()
STARTED = time.monotonic()
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
THINKING = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)  # seconds
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256)  # jobs
NEWEST = 4096  # waits that are kept for the status page
MINUTE = 60  # seconds over which it counts moves


def _counter(name: str, words: str, *labels: str) -> Counter:
    return Counter(f"rookery_{name}", words, labels, registry=REGISTRY)


def _gauge(name: str, words: str, *labels: str) -> Gauge:
    return Gauge(f"rookery_{name}", words, labels, registry=REGISTRY)


def _histogram(name: str, words: str, buckets: Sequence[float], *labels: str) -> Histogram:
    return Histogram(f"rookery_{name}", words, labels, buckets=buckets, registry=REGISTRY)


MOVES = _counter("moves", "Decisions of people and bots that were played and are on disk", "game")
GAMES = _counter("games_over", "Games that came to their end", "game")
MADE = _counter("tables_made", "Tables made, rematches among them", "game")
WAIT = _histogram("move_seconds", "From the receipt of a page's move until it is on disk and told", QUICK)
JOBS = _histogram("commit_jobs", "Jobs of the store that shared one commit", GROUPS)
COMMIT = _histogram("commit_seconds", "How long a commit of the store took", QUICK)
SOCKETS = _gauge("sockets", "Pages connected")
TABLES = _gauge("tables", "Tables in memory")
HEARD = _counter("messages_in", "Messages from pages")
SPOKE = _counter("messages_out", "Messages to pages")
REFUSED = _counter("refusals", "Refusals, over sockets and plain HTTP", "code")
OVERTAKEN = _counter("overtaken", "Writes that came after those of another process and were decided again")
SHOWN_OUT = _counter("pages_shown_out", "Pages that did not keep up with what they were told")
THOUGHT = _histogram("bot_seconds", "How long moves of bots were waited for, in a queue too", THINKING, "level")
LAG = _histogram("loop_lag_seconds", "How late the event loop was", QUICK)
MEMORY = _gauge("memory_bytes", "Memory of the process that lies in RAM, without those of the bots")
UPTIME = _gauge("uptime_seconds", "Since the start of the process")
BUILD = _gauge("build_info", "Always 1", "version", "python")
BUILD.labels(rookery.__version__, platform.python_version()).set(1)
ProcessCollector(registry=REGISTRY)


class Recent:
    """What the status page shows beside the counters."""

    def __init__(self) -> None:
        self.moves = 0  # since the start of the process
        self.games = 0  # that came to their end
        self.tables = 0  # made
        self.pages = 0  # connected
        self.lag = 0.0  # seconds, the newest
        self._waits: collections.deque[tuple[float, float]] = collections.deque(maxlen=NEWEST)  # when, seconds
        self._counts = collections.deque([(STARTED, 0)], maxlen=MINUTE + 1)  # when, moves until then

    def waited(self, seconds: float) -> None:
        self._waits.append((time.monotonic(), seconds))

    def tick(self) -> None:
        """To be called about once a second."""
        now = time.monotonic()
        self._counts.append((now, self.moves))
        while self._counts[0][0] < now - MINUTE:  # nobody has called it for a while
            self._counts.popleft()

    def rate(self) -> float:
        """Moves a second, of the last minute."""
        then, moves = self._counts[0]
        return (self.moves - moves) / max(1.0, time.monotonic() - then)

    def waits(self, within: float, shares: Sequence[float]) -> list[float] | None:
        """Quantiles of the waits of the last `within` seconds; None if there was none."""
        since = time.monotonic() - within
        late = sorted(wait for _, wait in itertools.dropwhile(lambda item: item[0] < since, self._waits))
        return [late[min(len(late) - 1, int(len(late) * share))] for share in shares] if late else None


recent = Recent()


# ── Where things happen ──────────────────────────────────────────────────────
def played(game: str, events: Sequence[Event], over: bool) -> None:
    """Events are on disk; `over`: with them the game ended, if plies are among them."""
    plies = [event for event in events if isinstance(event, Played | Conceded)]
    decisions = sum(isinstance(ply, Played) and ply.seat is not None for ply in plies)
    MOVES.labels(game).inc(decisions)
    recent.moves += decisions
    if over and plies:
        GAMES.labels(game).inc()
        recent.games += 1


def answered(seconds: float) -> None:
    """A person's move took that long."""
    WAIT.observe(seconds)
    recent.waited(seconds)


def made_table(game: str) -> None:
    MADE.labels(game).inc()
    recent.tables += 1


def committed(jobs: int, seconds: float) -> None:
    """By the store's own thread."""
    JOBS.observe(jobs)
    COMMIT.observe(seconds)


def thought(level: str, seconds: float) -> None:
    THOUGHT.labels(level).observe(seconds)


def message_received() -> None:
    HEARD.inc()


def message_sent() -> None:
    SPOKE.inc()


def conflict() -> None:
    OVERTAKEN.inc()


def dropped_slow_client() -> None:
    SHOWN_OUT.inc()


@contextlib.contextmanager
def connected() -> Iterator[None]:
    """A page is there."""
    recent.pages += 1
    SOCKETS.inc()
    try:
        yield
    finally:
        recent.pages -= 1
        SOCKETS.dec()


def refused(code: str) -> None:
    """`code`: the name of a refusal in core/errors.py or server/errors.py, never what a page has sent."""
    REFUSED.labels(code).inc()


def lagged(seconds: float) -> None:
    LAG.observe(seconds)
    recent.lag = seconds


# ── Read ─────────────────────────────────────────────────────────────────────
def uptime() -> float:
    """Seconds."""
    return time.monotonic() - STARTED


def memory() -> int:
    """Bytes of this process that lie in RAM; where no system tells, the most it ever was; 0 where none tells that."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def scrape() -> bytes:
    """Everything, as Prometheus reads it."""
    MEMORY.set(memory())
    UPTIME.set(uptime())
    return generate_latest(REGISTRY)
