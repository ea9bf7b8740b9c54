"""The counters of a server, for Prometheus and for its status page. Two servers in one process share the counters.

Each function is called in one line where something happens, and takes about a microsecond.
"""

import collections
import contextlib
import functools
import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

import rookery
from rookery.server.table.events import Conceded, Event, Played

STARTED = time.monotonic()
LATENCY_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
BOT_SECONDS_BUCKETS = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)  # seconds
COMMIT_SIZE_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256)  # jobs
MAX_RECENT_WAITS = 4096  # waits that are kept for the status page
MOVE_RATE_WINDOW = 60  # seconds over which the status page counts moves

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
counter = functools.partial(Counter, namespace="rookery", registry=REGISTRY)
gauge = functools.partial(Gauge, namespace="rookery", registry=REGISTRY)
histogram = functools.partial(Histogram, namespace="rookery", registry=REGISTRY)

MOVES_TOTAL = counter("moves", "Decisions of people and bots that were played and are on disk", ["game"])
GAMES_OVER_TOTAL = counter("games_over", "Games that have ended", ["game"])
TABLES_MADE_TOTAL = counter("tables_made", "Tables made, rematches among them", ["game"])
MOVE_SECONDS = histogram(
    "move_seconds",
    "From the receipt of a page's move until it is on disk and sent to all pages",
    buckets=LATENCY_BUCKETS,
)
COMMIT_JOBS = histogram("commit_jobs", "Jobs of the store that shared one commit", buckets=COMMIT_SIZE_BUCKETS)
COMMIT_SECONDS = histogram("commit_seconds", "How long a commit of the store took", buckets=LATENCY_BUCKETS)
OPEN_SOCKETS = gauge("sockets", "Pages connected")
TABLES_IN_MEMORY = gauge("tables", "Tables in memory")
MESSAGES_IN_TOTAL = counter("messages_in", "Messages from pages")
MESSAGES_OUT_TOTAL = counter("messages_out", "Messages to pages")
REFUSALS_TOTAL = counter("refusals", "Refusals, over sockets and plain HTTP", ["code"])
CONFLICTS_TOTAL = counter("overtaken", "Writes that were decided again because another process was first")
SLOW_CLIENTS_TOTAL = counter("pages_shown_out", "Pages that were disconnected because they read too slowly")
BOT_SECONDS = histogram(
    "bot_seconds",
    "How long tables waited for moves of bots, including the queue",
    ["level"],
    buckets=BOT_SECONDS_BUCKETS,
)
LOOP_LAG_SECONDS = histogram("loop_lag_seconds", "How late the event loop was", buckets=LATENCY_BUCKETS)
MEMORY_BYTES = gauge("memory_bytes", "Resident memory of the server process, without the processes of the bots")
UPTIME_SECONDS = gauge("uptime_seconds", "Since the start of the process")
BUILD_INFO = gauge("build_info", "Always 1", ["version", "python"])
BUILD_INFO.labels(rookery.__version__, sys.version.split()[0]).set(1)


class Recent:
    """The recent figures for the status page."""

    def __init__(self) -> None:
        self.moves = 0  # since the start of the process
        self.games = 0  # that have ended
        self.tables = 0  # made
        self.pages = 0  # connected
        self.lag = 0.0  # the newest delay of the event loop in seconds
        # monotonic time, seconds
        self._waits: collections.deque[tuple[float, float]] = collections.deque(maxlen=MAX_RECENT_WAITS)
        # monotonic time, moves until then
        self._counts = collections.deque([(STARTED, 0)], maxlen=MOVE_RATE_WINDOW + 1)

    def waited(self, seconds: float) -> None:
        self._waits.append((time.monotonic(), seconds))

    def tick(self) -> None:
        """Called about once a second."""
        now = time.monotonic()
        self._counts.append((now, self.moves))
        while self._counts[0][0] < now - MOVE_RATE_WINDOW:  # after a pause between calls
            self._counts.popleft()

    def rate(self) -> float:
        """Moves a second over the last minute."""
        then, moves = self._counts[0]
        return (self.moves - moves) / max(1.0, time.monotonic() - then)

    def waits(self, within: float, shares: Sequence[float]) -> list[float] | None:
        """[S] quantiles in seconds of the waits of the last `within` seconds, for [S] `shares` from 0 to 1; None if
        there were no waits."""
        since = time.monotonic() - within
        late = sorted(wait for _, wait in itertools.dropwhile(lambda item: item[0] < since, self._waits))
        return [late[min(len(late) - 1, int(len(late) * share))] for share in shares] if late else None


recent = Recent()


# ── Where things happen ──────────────────────────────────────────────────────
def played(game: str, events: Sequence[Event], over: bool) -> None:
    """Events are on disk. `over`: the game is over now; it counts as ended if plies or a resignation are among them."""
    plies = [event for event in events if isinstance(event, Played | Conceded)]
    decisions = sum(isinstance(ply, Played) and ply.seat is not None for ply in plies)
    MOVES_TOTAL.labels(game).inc(decisions)
    recent.moves += decisions
    if over and plies:
        GAMES_OVER_TOTAL.labels(game).inc()
        recent.games += 1


def answered(seconds: float) -> None:
    """A person's move took this long, in seconds."""
    MOVE_SECONDS.observe(seconds)
    recent.waited(seconds)


def made_table(game: str) -> None:
    TABLES_MADE_TOTAL.labels(game).inc()
    recent.tables += 1


def committed(jobs: int, seconds: float) -> None:
    """Jobs of the store were committed together. Called by the store's own thread."""
    COMMIT_JOBS.observe(jobs)
    COMMIT_SECONDS.observe(seconds)


def thought(level: str, seconds: float) -> None:
    BOT_SECONDS.labels(level).observe(seconds)


def message_received() -> None:
    MESSAGES_IN_TOTAL.inc()


def message_sent() -> None:
    MESSAGES_OUT_TOTAL.inc()


def conflict() -> None:
    CONFLICTS_TOTAL.inc()


def dropped_slow_client() -> None:
    SLOW_CLIENTS_TOTAL.inc()


@contextlib.contextmanager
def connected() -> Iterator[None]:
    """A page is connected for the length of a `with` block."""
    recent.pages += 1
    OPEN_SOCKETS.inc()
    try:
        yield
    finally:
        recent.pages -= 1
        OPEN_SOCKETS.dec()


def refused(code: str) -> None:
    """`code`: the name of a refusal in core/errors.py or server/errors.py, never text from a page."""
    REFUSALS_TOTAL.labels(code).inc()


def lagged(seconds: float) -> None:
    LOOP_LAG_SECONDS.observe(seconds)
    recent.lag = seconds


# ── Read ─────────────────────────────────────────────────────────────────────
def uptime() -> float:
    """Seconds since the start of the process."""
    return time.monotonic() - STARTED


def memory() -> int:
    """Resident memory of this process in bytes. Without /proc it is the peak so far, and on Windows 0."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def scrape() -> bytes:
    """All metrics in the text format of Prometheus."""
    MEMORY_BYTES.set(memory())
    UPTIME_SECONDS.set(uptime())
    return generate_latest(REGISTRY)
