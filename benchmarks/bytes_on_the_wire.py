"""How many bytes a page gets for a move.

    python -m benchmarks.bytes_on_the_wire --games 8

Random games of every installed game, with each number of players in turn. A page of each seat is at the table, and gets
the messages that the server would send it. Each decision and the draws after it are one move. `sent`: as the server
compresses them (ws/deflate.py). `one window`: as permessage-deflate could with 40 KB more for each page. `parts`: which
fields take most, of all bytes before compression. Times are CPU time: to play, encode and compress a move for all
pages at the table.
"""

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

import msgspec
import numpy as np
from websockets.frames import Frame, Opcode

import rookery
from rookery.bench.report import machine_words
from rookery.core.position import Game
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.server.commands import moves, people
from rookery.server.table.events import Event, Made, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from rookery.server.wire.messages import encode
from rookery.server.wire.view_cache import ViewCache
from rookery.server.ws.deflate import CHANGE_DEFLATE

CARD: Any = None  # of the table: its bytes are not counted
LINE = CHANGE_DEFLATE.process_request_params([], [])[1]  # a connection that compresses
NOW = 1_790_000_000_000  # ms since 1970
DEFLATE_TAIL = 4  # bytes that a message leaves out: the end of a flushed block (RFC 7692)


def new_table(game: Game, players: int, seed: int) -> Table:
    """A table without a server, at which everybody has come."""
    secret = bytes([seed % 256]) * 32
    seats = tuple(Seat("person", key_hash=digest(f"key {seat}")) for seat in range(players))
    promised = pledge(Record(game, players, {}), 0, secret)
    made = Made(game.facts.slug, game.facts.rules_version, players, {}, seats, promised)
    table = Table(game, "t", secret, [made])
    table.add(people.come(table, tuple(range(players)), "ab"))
    return table


class Page:
    """A page of one seat, which counts what it gets."""

    def __init__(self, seat: int) -> None:
        self.seats = (seat,)
        self._window = zlib.compressobj(wbits=-zlib.MAX_WBITS)

    def hear(self, plain: list[Frame], sent: list[Frame]) -> tuple[int, int, int]:
        """The bytes of the messages of a move: plain, as they are sent, and compressed in one window."""
        packed = 0
        for message in plain:
            text = self._window.compress(message.data) + self._window.flush(zlib.Z_SYNC_FLUSH)
            packed += len(text) - DEFLATE_TAIL
        return sum(len(frame.data) for frame in plain), sum(len(frame.data) for frame in sent), packed


class Sizes:
    """What the pages of a game got."""

    def __init__(self) -> None:
        self.moved: list[tuple[int, int, int]] = []  # of each move, for each page
        self.parts = Counter[str]()
        self.seconds = 0.0
        self.moves = 0

    def play(self, game: Game, players: int, seed: int) -> None:
        """One random game."""
        table, dice = new_table(game, players, seed), np.random.default_rng(seed)
        cache, pages = ViewCache(table), [Page(seat) for seat in range(players)]
        for page in pages:
            cache.welcome(page.seats, CARD, draws=True)
        while table.mover is not None:
            action = int(dice.choice(table.position.legal_actions))
            began = process_time()
            events = moves.play(table, action)
            table.add(events)
            plain = [[Frame(Opcode.TEXT, text) for text in _told(cache, page, events)] for page in pages]
            sent = [[LINE.encode(frame) for frame in frames] for frames in plain]
            self.seconds += process_time() - began
            self.moves += 1
            for page, *messages in zip(pages, plain, sent, strict=True):
                self.moved.append(page.hear(*messages))
            for frame in (frame for frames in plain for frame in frames):
                self.parts.update(dict(parts(msgspec.json.decode(frame.data))))

    def row(self, name: str) -> str:
        """The line of a game in the table."""
        plain, sent, packed = ([*sizes] for sizes in zip(*self.moved, strict=True))
        whole = sum(self.parts.values())
        largest = ", ".join(f"{part} {100 * size / whole:.0f} %" for part, size in self.parts.most_common(4))
        figures = [f"{figure:,.0f}" for figure in np.percentile(plain, [50, 95, 100])]
        figures += [f"{figure:,.0f}" for sizes in (sent, packed) for figure in np.percentile(sizes, [50, 95])]
        return f"| {name} | {' | '.join(figures)} | {1000 * self.seconds / self.moves:.1f} | {largest} |"


def _told(cache: ViewCache, page: Page, events: Sequence[Event]) -> Iterator[bytes]:
    """The messages that a page gets for a move."""
    for plies in views.together(events):
        for message in cache.moved(page.seats, plies, NOW, draws=True):
            yield encode(message).encode()


def parts(message: Any) -> Iterator[tuple[str, int]]:
    """The fields of a message, and how much each takes."""
    for name, value in message.items():
        if name == "moment" and isinstance(value, dict):
            yield from parts(value)
        else:
            yield name, len(msgspec.json.encode(value))


def main() -> None:
    parser = argparse.ArgumentParser(description="How many bytes a page gets for a move.")
    parser.add_argument("--games", type=int, default=8, help="random games of each game")
    asked = parser.parse_args()
    print(machine_words())
    print(
        "\n| game | half of the moves, bytes | 95 of 100 | all | sent, half | 95 of 100 | one window, half |",
        end="",
    )
    print(" 95 of 100 | ms a move | parts |\n|---|---|---|---|---|---|---|---|---|---|")
    for slug in rookery.slugs():
        game, sizes = rookery.load(slug), Sizes()
        for seed in range(asked.games):
            sizes.play(game, game.facts.players[seed % len(game.facts.players)], seed)
        print(sizes.row(game.facts.name))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
