"""The laws of kept ratings: a replay finds them, a table counts once, whoever leaves leaves no trace."""

import asyncio
import contextlib
import random
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from rookery.ratings import NotRated, RatedResult, Scale, Seated, Skill
from rookery.server.ratings import rating_rows
from rookery.server.ratings.rating_rows import (
    FORGET,
    OF_A_TEAM,
    ScaleName,
    change_of,
    count_result,
    ratings_of,
)
from rookery.server.storage.database import Database
from rookery.server.storage.store import Store
from rookery.server.wire.messages import ListedSeat, YourTable
from rookery.server.wire.tag_messages import RatingCard, SkillCard
from tests.ratings.tables import SCALE
from tests.server.ratings.replay import replayed

THREE, TEAMS = ScaleName("three", 3), ScaleName("teams", OF_A_TEAM)
DIFFICULT = Scale({"2 players": Skill(200.0, 30.0)}, Skill(100.0, 350.0))
SEATS = Seated("0"), Seated("1"), Seated("2")
TAGS = ["ann", "bob", "cat", "dan", "eve"]
TABLE = """\
INSERT INTO tables (id, game, secret, digest, described, state, changed, listing, summary)
VALUES (?, 'g', ?, ?, ?, 'over', 0, '', ?)"""
TAG = "INSERT INTO tags (id, made, name, bird, colour) VALUES (?, 0, ?, 0, 0)"
SEAT = """\
INSERT INTO tagged_seats (table_id, seat, tag, game, public, place, result, since, digest, standing, career)
VALUES (?, ?, ?, 'g', 1, 2, 'won', 0, ?, ?, ?)"""
SKILLS = "SELECT player, after FROM rated_seats WHERE game = ? AND players = ? ORDER BY number"


def people(database: Database) -> None:
    for tag in TAGS:
        database.execute(TAG, (tag, f"the name of {tag}"))


def sat(table: str, tags: Mapping[int, str]) -> Any:
    """A table that is over, at which these tags sat."""
    seats = [ListedSeat(str(seat), tags.get(seat, ""), "", False) for seat in range(3)]
    told = YourTable(table, "g", "G", False, "over", seats, [], None, [], "", "", 0, "")

    def work(database: Database) -> None:
        database.execute(TABLE, (table, *[b""] * 3, msgspec.json.encode(told).decode()))
        for seat, tag in tags.items():
            database.execute(SEAT, (table, seat, tag, b"", b"", tag))

    return work


def season(dice: random.Random, games: int) -> Iterator[tuple[str, dict[int, str], RatedResult]]:
    """Games for three, with bots in some seats, ties, and people who left."""
    for number in range(games):
        anchors = dice.sample(list(SCALE.anchors), dice.randrange(2))
        tags = dict(enumerate(dice.sample(TAGS, 3 - len(anchors))))
        seats = [*(Seated(str(seat)) for seat in tags), *(Seated(name, anchor=True) for name in anchors)]
        utilities = tuple(float(dice.randrange(3)) for _ in range(3))
        left = frozenset(seat for seat in tags if dice.random() < 0.1) if len(tags) > 1 else frozenset[int]()
        yield f"table {number}", tags, RatedResult(f"table {number}", tuple(seats), utilities, left - {0})


def kept(database: Database, name: ScaleName) -> dict[str, Skill]:
    return {player: msgspec.json.decode(text, type=Skill) for player, text in database.execute(SKILLS, name) if player}


async def count(store: Store, name: ScaleName, result: RatedResult, scale: Scale) -> None:
    await store.transact(lambda it: count_result(it, name, result, scale))


async def played(store: Store, seed: int, games: int = 12) -> None:
    await store.transact(people)
    for table, tags, result in season(random.Random(seed), games):
        await store.transact(sat(table, tags))
        await count(store, THREE, result, SCALE)


def test_a_replay_finds_the_same_numbers(store: Store) -> None:
    async def check() -> None:
        await played(store, 1)
        found = await store.transact(lambda database: kept(database, THREE))
        assert len(found) == len(TAGS)
        assert await store.transact(lambda it: replayed(it, THREE, SCALE)) == found, "to the last bit"

    asyncio.run(check())


def test_after_some_have_left_the_ratings_of_the_others_still_follow(store: Store) -> None:
    def leave(database: Database) -> None:
        database.execute("DELETE FROM tagged_seats WHERE tag IN ('bob', 'dan')")
        for tag in ("bob", "dan"):
            for statement in FORGET:
                database.execute(statement, (tag,))
            database.execute("DELETE FROM tags WHERE id = ?", (tag,))

    async def check() -> None:
        await played(store, 2)
        before = await store.transact(lambda database: kept(database, THREE))
        await store.transact(leave)
        left = {tag: skill for tag, skill in before.items() if tag not in ("bob", "dan")}
        assert await store.transact(lambda it: replayed(it, THREE, SCALE)) == left
        every = (
            "SELECT rated_games.table_id, result, tag, player, before, after FROM rated_games JOIN rated_seats ON true"
        )
        texts = repr(await store.transact(lambda database: database.execute(every)))
        assert "ann" in texts
        assert "bob" not in texts
        assert "dan" not in texts
        more = (
            "table 99",
            {0: "ann", 1: "cat", 2: "eve"},
            RatedResult("table 99", (*map(Seated, "012"),), (1.0, 0.0, 0.0)),
        )
        await store.transact(sat(*more[:2]))
        await count(store, THREE, more[2], SCALE)  # the season goes on
        found = await store.transact(lambda database: kept(database, THREE))
        assert await store.transact(lambda it: replayed(it, THREE, SCALE)) == found

    asyncio.run(check())


def test_a_table_counts_once_whoever_counts_it(database: str) -> None:
    """Several processes at once, each with all tables, in another order; with PostgreSQL they are as many servers."""
    postgres = database.startswith("postgres")

    async def check() -> None:
        with contextlib.ExitStack() as stack:
            stores = [stack.enter_context(contextlib.closing(Store(database))) for _ in range(3 if postgres else 1)]
            await stores[0].transact(people)
            games = list(season(random.Random(3), 20))
            for table, tags, _ in games:
                await stores[0].transact(sat(table, tags))

            async def some(store: Store, seed: int) -> None:
                for table in random.Random(seed).sample(games, len(games)):
                    await count(store, THREE, table[2], SCALE)

            await asyncio.gather(*(some(stores[seed % len(stores)], seed) for seed in range(3)))
            numbers = "SELECT number FROM rated_games ORDER BY number"
            found = await stores[0].transact(lambda database: database.execute(numbers))
            assert found == [(number,) for number in range(1, len(games) + 1)], "no gap, and no table twice"
            now = await stores[0].transact(lambda database: kept(database, THREE))
            assert await stores[0].transact(lambda it: replayed(it, THREE, SCALE)) == now

    asyncio.run(check())


def team(number: int, won: bool) -> RatedResult:
    value = 1.0 if won else -1.0
    return RatedResult(f"team {number}", (Seated("0 + 1"), Seated("2 players", anchor=True)), (value, -value))


async def together(store: Store, number: int, tags: Sequence[str], won: bool = True) -> None:
    await store.transact(sat(f"team {number}", dict(enumerate(tags))))
    await count(store, TEAMS, team(number, won), DIFFICULT)


def test_a_team_has_one_rating_whoever_sits_where(store: Store) -> None:
    async def check() -> None:
        await store.transact(people)
        await together(store, 1, ["ann", "bob"])
        await together(store, 2, ["bob", "ann"])
        await together(store, 3, ["ann", "cat"], won=False)
        found = await store.transact(lambda database: ratings_of(database, "ann"))
        assert [(one.people, one.skill.games) for one in found] == [(2, 2), (2, 1)]
        assert found[0].skill.mean > found[1].skill.mean
        assert [one.others[0] for one in found] == ["bob", "cat"], "as they were called at the table"
        assert len(await store.transact(lambda it: replayed(it, TEAMS, DIFFICULT))) == 2
        for tags in (["ann", "ann"], ["ann"]):
            with pytest.raises(NotRated):
                await together(store, 3 + len(tags), tags)

        def leave(database: Database) -> None:
            database.execute("DELETE FROM tagged_seats WHERE tag = 'bob'")
            for statement in FORGET:
                database.execute(statement, ("bob",))
            database.execute("DELETE FROM tags WHERE id = 'bob'")

        await store.transact(leave)
        found = await store.transact(lambda database: ratings_of(database, "ann"))
        assert [one.others[0] for one in found] == ["cat"], "the other team is no more"
        assert "bob" not in repr(await store.transact(lambda database: database.execute("SELECT * FROM rated_seats")))
        assert len(await store.transact(lambda it: replayed(it, TEAMS, DIFFICULT))) == 1

    asyncio.run(check())


def test_a_team_whose_people_join_other_tags_stays_one_team(store: Store) -> None:
    async def check() -> None:
        await store.transact(people)
        await together(store, 1, ["ann", "bob"])
        await together(store, 2, ["eve", "bob"], won=False)
        await together(store, 3, ["ann", "cat"])
        await store.transact(lambda it: it.execute("UPDATE rated_seats SET tag = 'ann' WHERE tag = 'eve'"))
        with_bob, with_cat = await store.transact(lambda database: ratings_of(database, "ann"))
        assert (with_bob.skill.games, with_bob.others[0], with_cat.skill.games) == (2, "bob", 1)
        since = "ann + bob", *TEAMS, 0, rating_rows.NEWEST
        games = await store.transact(lambda it: it.execute(rating_rows.SELECT_IDLE, since))
        assert games == [(1,)], "a game of a team is one game, though each of its people has a seat"
        first = (await store.transact(lambda it: kept(it, TEAMS)))["ann + bob"]
        assert with_bob.skill.mean < round(first.mean), "the loss came along"
        changed = await store.transact(lambda it: change_of(it, "ann", "team 2"))
        assert changed is not None
        assert (changed.before, changed.after) == (card(first), with_bob.skill)
        await store.transact(lambda it: it.execute("UPDATE rated_seats SET tag = 'ann' WHERE tag = 'bob'"))
        assert [one.others[0] for one in await store.transact(lambda it: ratings_of(it, "ann"))] == ["cat"]
        assert await store.transact(lambda it: change_of(it, "ann", "team 2")) is None, "one person had two seats"

    asyncio.run(check())


def test_of_many_teams_only_the_latest_are_looked_at(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_rows, "MAX_RATINGS", 2)
    looked = []

    def ratings(database: Database) -> list[RatingCard]:
        def execute(statement: str, values: Sequence[Any] = ()) -> Any:
            looked.append(statement)
            return database.execute(statement, values)

        return ratings_of(cast(Database, SimpleNamespace(execute=execute)), "ann")

    async def check() -> None:
        await store.transact(people)
        for number, other in enumerate(["bob", "cat", "dan", "eve"], start=1):
            await together(store, number, ["ann", other])
        found = await store.transact(ratings)
        assert {one.others[0] for one in found} == {"dan", "eve"}
        assert looked.count(rating_rows.SELECT_ENDS) == 2

    asyncio.run(check())


def card(skill: Skill) -> SkillCard:
    low, high = skill.interval
    return SkillCard(round(skill.mean), round(low), round(high), skill.games)
