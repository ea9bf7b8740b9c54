"""How long a history and a profile take where many people have played many games.

    python -m benchmarks.tags big.sqlite3
    python -m benchmarks.tags postgresql://USER@HOST/NAME --tags 100000 --games 1000000

Fills an empty database with tags and games of two, rated once they are over, one tag with many more games than the
others, and asks for pages of histories and for profiles as the server does, one at a time. Prints the middle and the
worst of all answers, in ms.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec

from rookery.ratings import RatedResult, Seated, Skill
from rookery.server.storage import upgrades
from rookery.server.storage.digests import row_digest
from rookery.server.storage.open_database import open_database
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import standing
from rookery.server.storage.tag_store import Signer, TagStore
from rookery.server.wire.messages import ListedSeat, YourTable
from rookery.server.wire.tag_messages import GamePlace, GamesAsked

ROWS_AT_ONCE = 5_000
GAMES_OF_THE_BUSIEST = 10_000
ANSWERS = 300  # of each kind
START = 1_700_000_000_000  # ms since 1970
KINDS = ("one game", "another game", "a third game")


def games(tags: int, count: int) -> Iterator[tuple[YourTable, tuple[int, int]]]:
    """Games, and the tags of their two seats."""
    dice = random.Random(25)
    for number in range(count):
        over = number % 20 != 0
        seats = [ListedSeat("Red and green", f"Person {dice.randrange(tags)}", "", False) for _ in range(2)]
        yield (
            YourTable(
                id=f"table{number:011}",
                game=(kind := dice.choice(KINDS)),
                name=kind.capitalize(),
                cooperative=False,
                state="over" if over else "playing",
                seats=seats,
                yours=[],
                turn=None if over else dice.randrange(2),
                winners=[dice.randrange(2)] if over else [],
                words="Red and green wins" if over else "",
                reason="nobody can jump any more, and the score is 7 to 5" if over else "",
                at=START + 1000 * number,
                time="3 days a move",
            ),
            (0 if number < GAMES_OF_THE_BUSIEST else dice.randrange(tags), dice.randrange(tags)),
        )


def table_row(game: YourTable, listing: str, summary: str) -> tuple[Any, ...]:
    """Of a table without events. All columns, in the order of ALL_COLUMNS."""
    own = game.id, game.game, b"x" * 32
    described = row_digest("tables.described", game.id, game.state, game.at, listing, 0, summary)
    digest = row_digest("tables.digest", *own)
    return (*own, digest, game.state, game.at, listing, 0, 0, summary, described, int(listing != ""))


def seat_row(game: YourTable, seat: int, tag: str, public: int) -> tuple[Any, ...]:
    """All columns, in the order of ALL_COLUMNS."""
    own, stands, career = (game.id, seat, tag, game.game, public), standing(game, seat), ""
    digests = (
        row_digest("tagged_seats.digest", *own, career),
        row_digest("tagged_seats.standing", game.id, seat, *stands),
    )
    return (*own, *stands, career, *digests)


def fill(address: str, tags: int, count: int) -> None:
    """One commit for every ROWS_AT_ONCE games."""
    database = open_database(address)

    def insert(table: str, rows: list[tuple[Any, ...]]) -> None:
        places = ", ".join("?" * len(rows[0]))
        database.executemany(f"INSERT INTO {table} ({upgrades.ALL_COLUMNS[table]}) VALUES ({places})", rows)

    database.begin()
    insert("tags", [(f"tag{tag:013}", START, f"Person {tag}", tag % 162, tag % 8, 1, "") for tag in range(tags)])
    insert("tag_keys", [(f"key {tag}", f"tag{tag:013}", START, 0) for tag in range(tags)])
    database.execute("COMMIT")
    tables, sitting = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    rated, moved = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    skill = msgspec.json.encode(Skill(123.4, 56.7, 89)).decode()
    for number, (game, owners) in enumerate(games(tags, count), start=1):
        text, public = msgspec.json.encode(game).decode(), number % 2
        listing = text if public else ""
        tables.append(table_row(game, listing, text))
        for seat, tag in enumerate(owners):
            sitting.append(seat_row(game, seat, f"tag{tag:013}", public))
        if game.winners and owners[0] != owners[1]:
            result = RatedResult(
                game.id, (Seated("0"), Seated("1")), (1.0, -1.0) if game.winners == [0] else (-1.0, 1.0)
            )
            rated.append((game.id, game.game, 2, number, msgspec.json.encode(result).decode()))
            for seat, tag in enumerate(owners):
                name = f"tag{tag:013}"
                moved.append((game.id, seat, name, name, game.game, 2, number, skill, skill))
        if len(tables) == ROWS_AT_ONCE or number == count:
            database.begin()
            insert("tables", tables)
            insert("tagged_seats", sitting)
            insert("rated_games", rated)
            insert("rated_seats", moved)
            database.execute("COMMIT")
            tables, sitting, rated, moved = [], [], [], []
    database.close()


async def measured(ask: Callable[[int], Awaitable[Any]]) -> str:
    times = []
    for number in range(ANSWERS):
        start = time.perf_counter()
        msgspec.json.encode(await ask(number))
        times.append(1000 * (time.perf_counter() - start))
    return f"{statistics.median(times):8.1f} {max(times):8.1f}"


async def measure(address: str, tags: int) -> None:
    store = Store(address)
    people, dice, clock = TagStore(store), random.Random(7), itertools.count(time.time_ns() // 1_000_000)

    def history(tag: int, **asked: Any) -> Awaitable[Any]:
        return people.history(Signer(f"key {tag}", next(clock)), GamesAsked(**asked))

    async def deep(_: int) -> Any:
        """A page in the middle of the longest history."""
        middle = START + 1000 * dice.randrange(GAMES_OF_THE_BUSIEST)
        return await history(0, after=GamePlace(2, middle, ""))

    kinds: dict[str, Callable[[int], Awaitable[Any]]] = {
        "history of anybody": lambda _: history(dice.randrange(1, tags)),
        "history of the busiest": lambda _: history(0),
        "one game, lost, of the busiest": lambda _: history(0, game=KINDS[2], result="lost"),
        "a page in its middle": deep,
        "profile of anybody": lambda _: people.profile(f"tag{dice.randrange(1, tags):013}"),
        "profile of the busiest": lambda _: people.profile("tag0000000000000"),
    }
    print(f"{'':32}  middle    worst   (ms, {ANSWERS} answers; {store.words})")
    for words, ask in kinds.items():
        print(f"{words:32}{await measured(ask)}")
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("--tags", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--filled", action="store_true", help="it was filled before")
    args = parser.parse_args()
    if not args.filled:
        start = time.perf_counter()
        fill(args.database, args.tags, args.games)
        print(f"filled in {time.perf_counter() - start:.0f} s")
    asyncio.run(measure(args.database, args.tags))


if __name__ == "__main__":
    main()
