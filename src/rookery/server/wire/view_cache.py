"""What is asked of a table again and again, kept as text: its moves, its newest position, its record.

A long game takes milliseconds to be told. So each move is put into words once for all who hear the same of it, and a
position is drawn once for all who see the same of it, whoever asks and however often.
"""

import functools
import gzip
from collections.abc import Iterator, Sequence

import msgspec

from rookery.core.record import seal
from rookery.core.screen import hearing
from rookery.server.quota.work_budget import in_slices, in_thread
from rookery.server.table.table import Seats, Table
from rookery.server.wire import views
from rookery.server.wire.messages import ChatLine, TableCard, Welcome

__all__ = ["GZIP_LEVEL", "ViewCache"]

MAX_CACHED_MOMENTS = 8  # at the newest position that are kept: each seat's, and the spectators'
GZIP_LEVEL = 5  # of gzip, 1 .. 9
ENCODE = msgspec.json.Encoder().encode


class _Welcome(msgspec.Struct, tag_field="type", tag=Welcome.__struct_config__.tag):
    """A `Welcome` of which two parts are text already."""

    table: TableCard
    moves: msgspec.Raw
    moment: msgspec.Raw
    chat: list[ChatLine] = msgspec.field(name="talk")
    nudges: int


class _Moves:
    """The lines of a move list, as JSON."""

    def __init__(self, takebacks: int) -> None:
        self._takebacks = takebacks  # how often plies were taken back that are not in the text any more
        self.text = bytearray(b"[")
        self.ends = [1]  # where the text ends after so many plies

    def add(self, line: bytes) -> None:
        self.text += b"," * (len(self.ends) > 1) + line
        self.ends.append(len(self.text))

    def cut(self, taken_back: Sequence[int]) -> None:
        """Without what was taken back since. What is left stands: no line says anything of what came after it."""
        if fresh := taken_back[self._takebacks :]:
            self._takebacks = len(taken_back)
            del self.ends[1 + min(fresh) :]
            del self.text[self.ends[-1] :]

    def until(self, ply: int) -> bytes:
        return bytes(self.text[: self.ends[ply]]) + b"]"


class ViewCache:
    """Of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.clear()

    def clear(self) -> None:
        """They can be made again."""
        self._moves: dict[tuple[int, ...], _Moves] = {}  # by who hears them
        self._moments: dict[Seats, msgspec.Raw] = {}  # by who looks: what is seen ...
        self._drawn_at = 0  # ... at this event
        self._lines: tuple[int, list[str]] = 0, []  # of the record: how often moves had been taken back, a line a ply
        self._record = 0, ""  # at which event, and the text
        self._packed = 0, b""  # the same with gzip

    # ── What a page is told when it comes ────────────────────────────────────
    def moves(self, seats: Seats) -> Iterator[None]:
        """Put what a page hears of the game into words, one move a step."""
        while (moves := self._heard(seats)) and len(moves.ends) <= self._table.shown(seats):
            moves.add(ENCODE(views.entry(self._table, seats, len(moves.ends))))
            yield

    def welcome(self, seats: Seats, card: TableCard) -> str:
        """A `Welcome`, as it is sent."""
        for _ in self.moves(seats):
            pass
        table = self._table
        told = msgspec.Raw(self._heard(seats).until(table.shown(seats)))
        nudges = len(table.nudged) if seats else 0
        return ENCODE(_Welcome(card, told, self._moment(seats), views.chat(table, seats), nudges)).decode()

    def _heard(self, seats: Seats) -> _Moves:
        """The lines so far, of all who hear what this page hears: of everybody where nothing is hidden."""
        table = self._table
        ears = tuple(hearing(table.record, seats)) if table.game.facts.hidden else ()
        if (found := self._moves.get(ears)) is None:
            found = self._moves[ears] = _Moves(table.takebacks)
        found.cut(table.record.taken_back)
        return found

    def _moment(self, seats: Seats) -> msgspec.Raw:
        if self._drawn_at != self._table.events:
            self._drawn_at, self._moments = self._table.events, {}
        text = self._moments.pop(seats, None) or msgspec.Raw(ENCODE(views.moment(self._table, seats)))
        self._moments[seats] = text
        if len(self._moments) > MAX_CACHED_MOMENTS:  # whoever holds several keys can look in as many ways as these make
            del self._moments[next(iter(self._moments))]
        return text

    # ── The record ───────────────────────────────────────────────────────────
    async def record(self) -> str:
        """The game as a record, with the names of those who play and what is told of its chance."""
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
        """The same with gzip."""
        text = await self.record()
        at = self._table.events
        if self._packed[0] != at:
            self._packed = at, await in_thread(functools.partial(gzip.compress, text.encode(), GZIP_LEVEL, mtime=0))
        return self._packed[1]
