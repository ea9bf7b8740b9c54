"""Caches the texts that are sent of a table again and again: its moves, its newest position, its record.

Encoding a long game takes milliseconds. So each move is encoded once for all viewers who hear the same of it, and a
position is drawn once for all viewers who see the same of it.
"""

import functools
import gzip
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rookery.core.record import seal
from rookery.core.screen import hearing
from rookery.server.quota.work_budget import in_slices, in_thread
from rookery.server.table.table import Seats, Table
from rookery.server.wire import views
from rookery.server.wire.messages import Changed, Entry, Moved, TableCard, Welcome, encode

MAX_CACHED_MOMENTS = 8  # views of the newest position that are kept: those of the seats and of spectators
GZIP_LEVEL = 5  # 1 (fastest) .. 9 (smallest)
ENCODE = msgspec.json.Encoder().encode


class _Moves:
    """The entries of a move list as JSON."""

    def __init__(self, takebacks: int) -> None:
        self._takebacks = takebacks  # the take-backs that the text reflects
        self.lines = list[bytes]()  # one for each ply

    def cut(self, taken_back: Sequence[int]) -> None:
        """Remove what was taken back since. The rest stays valid, because no entry depends on later plies."""
        if fresh := taken_back[self._takebacks :]:
            self._takebacks = len(taken_back)
            del self.lines[min(fresh) :]

    def until(self, ply: int) -> bytes:
        return b"[" + b",".join(self.lines[:ply]) + b"]"


class ViewCache:
    """The cached texts of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.clear()

    def clear(self) -> None:
        """Forget all texts; they are made again when needed."""
        self._moves: dict[tuple[int, ...], _Moves] = {}  # by the seats that hear the same
        # by the page's seats, and whether it draws: the newest position ...
        self._moments: dict[tuple[Seats, bool], msgspec.Raw] = {}
        self._drawn_at = 0  # ... after this many events
        self._entries: dict[tuple[tuple[int, ...], int], Entry] = {}  # by who hears the same, and ply: the newest plies
        self._told_at = 0  # after this many events
        self._lines: tuple[int, list[str]] = 0, []  # of the record: after how many take-backs; one line per ply
        self._record = 0, ""  # after how many events; the text
        self._packed = 0, b""  # the same compressed with gzip

    # ── What a page is told when it comes ────────────────────────────────────
    def moves(self, seats: Seats) -> Iterator[None]:
        """Encode the moves as a page hears them, one move a step."""
        while len((moves := self._heard(seats)).lines) < self._table.shown(seats):
            moves.lines.append(ENCODE(views.entry(self._table, seats, len(moves.lines) + 1)))
            yield

    def welcome(self, seats: Seats, card: TableCard, *, draws: bool = False) -> str:
        """A `Welcome` as JSON."""
        for _ in self.moves(seats):
            pass
        table = self._table
        # two parts are JSON already; msgspec checks no types here, and copies such a text as it is
        moves: Any = msgspec.Raw(self._heard(seats).until(table.shown(seats)))
        newest: Any = self._moment(seats, draws)
        nudges = len(table.nudged) if seats else 0
        return encode(Welcome(card, moves, newest, views.chat(table, seats), nudges))

    def _heard(self, seats: Seats) -> _Moves:
        """The moves so far as this page hears them, shared with all that hear the same; in a game without hidden
        information that is everybody."""
        table, ears = self._table, self._ears(seats)
        if (moves := self._moves.get(ears)) is None:
            moves = self._moves[ears] = _Moves(table.takebacks)
        moves.cut(table.record.taken_back)
        return moves

    def _ears(self, seats: Seats) -> tuple[int, ...]:
        """Equal for all pages that hear the same."""
        return tuple(hearing(self._table.record, seats)) if self._table.game.facts.hidden else ()

    def _entry(self, seats: Seats, ply: int) -> Entry:
        """An entry of the move list, made once for all that hear the same."""
        if self._told_at != self._table.events:
            self._told_at, self._entries = self._table.events, {}
        key = self._ears(seats), ply
        if (entry := self._entries.get(key)) is None:
            entry = self._entries[key] = views.entry(self._table, seats, ply)
        return entry

    def _moment(self, seats: Seats, draws: bool) -> msgspec.Raw:
        if self._drawn_at != self._table.events:
            self._drawn_at, self._moments = self._table.events, {}
        if (moment := self._moments.pop((seats, draws), None)) is None:
            moment = msgspec.Raw(ENCODE(views.moment(self._table, seats, draws=draws)))
        self._moments[seats, draws] = moment
        if len(self._moments) > MAX_CACHED_MOMENTS:  # a person with several keys can ask for any combination of seats
            del self._moments[next(iter(self._moments))]
        return moment

    # ── What pages are told of moves ─────────────────────────────────────────
    def moved(self, seats: Seats, plies: Sequence[int], now: int, *, draws: bool) -> Iterator[Moved | Changed]:
        """The messages about plies that happened together, for pages that play these seats."""
        told = views.changed if draws else views.moved
        return told(self._table, seats, plies, now, functools.partial(self._entry, seats))

    # ── The record ───────────────────────────────────────────────────────────
    async def record(self) -> str:
        """The game as a record, with the players' names and what may be told about its chance."""
        while True:
            await in_slices(self._write_lines())
            if self._lines[0] == self._table.takebacks and len(self._lines[1]) == self._table.plies:
                break
        if self._record[0] != self._table.events:
            record = self._table.recorded()
            text = "".join(f"{line}\n" for line in (record.head(), *self._lines[1], *record.end()))
            self._record = self._table.events, text + (seal(text) + "\n" if record.luck else "")
        return self._record[1]

    def _write_lines(self) -> Iterator[None]:
        table = self._table
        while len(self._lines[1]) < table.plies or self._lines[0] != table.takebacks:
            if self._lines[0] != table.takebacks:
                self._lines = table.takebacks, []
            if len(self._lines[1]) < table.plies:
                self._lines[1].append(table.recorded().line(len(self._lines[1]) + 1))
            yield

    async def packed_record(self) -> bytes:
        """The record compressed with gzip."""
        text = await self.record()
        at = self._table.events
        if self._packed[0] != at:
            self._packed = at, await in_thread(lambda: gzip.compress(text.encode(), GZIP_LEVEL, mtime=0))
        return self._packed[1]
