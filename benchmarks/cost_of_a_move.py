"""The cost of a move for a server, but for its disk and its network: the bytes that a page gets, and CPU time.

    python -m benchmarks.cost_of_a_move --games 8
    python -m benchmarks.cost_of_a_move --game gleebs --profile 40

Random games of every installed game, with each number of players in turn. A page of each seat is at the table, and gets
the messages that the server would send it. Each decision and the draws after it are one move. `bytes`: the messages of
a move for one page; `parts`: which fields take most. Times are CPU time for all pages at the table: `rules` checks and
plays the move, `messages` finds what pages are told and encodes it. One game is not counted, because it fills caches.
The cost of a move for a whole server is in the figures of `rookery load`.
"""

import cProfile
import pstats
from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any

import msgspec
import numpy as np

import rookery
from benchmarks.arguments import described, positive
from rookery.core.position import Game
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.machine import machine_words
from rookery.server.commands import moves, people
from rookery.server.table.events import Made, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from rookery.server.wire.messages import encode
from rookery.server.wire.view_cache import ViewCache

CARD: Any = None  # of the table: its bytes are not counted
NOW = 1_790_000_000_000  # ms since 1970
HEAD = """
| game | bytes: half of the moves, 95 of 100, most | µs: rules, messages | parts |
| --- | --- | --- | --- |"""


def new_table(game: Game, players: int, seed: int) -> Table:
    """A table without a server, at which everybody has come."""
    secret = bytes([seed % 256]) * 32
    seats = tuple(Seat("person", key_hash=digest(f"key {seat}")) for seat in range(players))
    promised = pledge(Record(game, players, {}), 0, secret)
    event = Made(game.facts.slug, game.facts.rules_version, players, {}, seats, promised)
    table = Table(game, "t", secret, [event])
    table.add(people.come(table, tuple(range(players)), "ab"))
    return table


class Costs:
    """The cost of the moves of a game."""

    def __init__(self) -> None:
        self.bytes = list[int]()  # of a move, for each page
        self.parts = Counter[str]()
        self.seconds = np.zeros(2)  # of rules, messages
        self.moves = 0

    def play(self, game: Game, players: int, seed: int) -> None:
        """One random game."""
        table, dice = new_table(game, players, seed), np.random.default_rng(seed)
        cache, pages = ViewCache(table), [(seat,) for seat in range(players)]
        for page in pages:
            cache.welcome(page, CARD, draws=True)
        while table.mover is not None:
            action = int(dice.choice(table.position.legal_actions))
            times = [process_time()]
            table.add(events := moves.play(table, action))
            times.append(process_time())
            messages_by_page = [
                [
                    encode(message).encode()
                    for plies in views.together(events)
                    for message in cache.moved(page, plies, NOW, draws=True)
                ]
                for page in pages
            ]
            times.append(process_time())
            self.seconds += np.diff(times)
            self.moves += 1
            self.bytes += [sum(map(len, messages)) for messages in messages_by_page]
            for message in (message for messages in messages_by_page for message in messages):
                self.parts.update(dict(parts(msgspec.json.decode(message))))

    def row(self, name: str) -> str:
        """The line of a game in the table."""
        whole = sum(self.parts.values())
        cells = [", ".join(f"{size:,.0f}" for size in np.percentile(self.bytes, [50, 95, 100]))]
        cells.append(", ".join(f"{took:,.0f}" for took in 1e6 * self.seconds / self.moves))
        cells.append(", ".join(f"{part} {100 * size / whole:.0f} %" for part, size in self.parts.most_common(4)))
        return f"| {name} | {' | '.join(cells)} |"


def parts(message: Any) -> Iterator[tuple[str, int]]:
    """The fields of a message, and how much each takes."""
    for name, value in message.items():
        if name == "moment" and isinstance(value, dict):
            yield from parts(value)
        else:
            yield name, len(msgspec.json.encode(value))


def costs(game: Game, games: int) -> Costs:
    """The costs of so many games."""
    Costs().play(game, game.facts.players[0], 0)
    found = Costs()
    for seed in range(games):
        found.play(game, game.facts.players[seed % len(game.facts.players)], seed)
    return found


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--games", type=positive, default=8, help="random games of each game [%(default)s]")
    parser.add_argument("--profile", type=positive, metavar="N", help="also the N functions that take longest")
    args = parser.parse_args()
    print(machine_words() + "\n" + HEAD)
    for slug in args.game or rookery.slugs():
        game = rookery.load(slug)
        print(costs(game, args.games).row(game.facts.name), flush=True)
        if args.profile:
            profile = cProfile.Profile(process_time)
            profile.runcall(costs, game, args.games)
            pstats.Stats(profile).sort_stats("tottime").print_stats(args.profile)


if __name__ == "__main__":
    main()
