"""The messages about a table are made once for all who get the same, and a long game is opened in slices."""

import asyncio
import gzip
import itertools
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.server.commands import guards, moves, people
from rookery.server.quota import work_budget
from rookery.server.rooms.open_manager import open_manager
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Event, Said, TookBack
from rookery.server.table.table import Seats, Table
from rookery.server.wire import views
from rookery.server.wire.messages import Hello
from rookery.server.wire.view_cache import ViewCache
from tests.server.support.app_client import QUICK, few, new_table, page, surroundings, table_of, walked

OPEN = next(
    game.facts.slug
    for game in map(rookery.load, rookery.slugs())
    if 2 in game.facts.players and not (game.facts.hidden or game.facts.chance)
)
DUEL = next(
    game.facts.slug for game in map(rookery.load, rookery.slugs()) if game.facts.hidden and guards.may_lose(game, 2)
)
MOVES = 12  # of a game in its middle
PEOPLE = 5  # who come, each several times


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often what is made."""
    counts = Counter[str]()

    def counted(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*words: Any, **named: Any) -> Any:
            counts[name] += 1
            return make(*words, **named)

        return made

    monkeypatch.setattr(views, "entry", counted("line of the move list", views.entry))
    monkeypatch.setattr(views, "moment", counted("position", views.moment))
    monkeypatch.setattr(Record, "line", counted("line of the record", Record.line))
    monkeypatch.setattr(Record, "head", counted("head of the record", Record.head))
    monkeypatch.setattr(gzip, "compress", counted("packing", gzip.compress))
    return counts


def test_what_all_see_is_put_into_words_once(client: TestClient, made: Counter[str]) -> None:
    """However many pages come, and however often they ask."""
    table, keys = new_table(client, OPEN)
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        for _ in range(4):
            moment = player.move(moment)
    made.clear()
    for _ in range(PEOPLE):
        with page(client, table) as spectator:
            welcomes = [spectator.hello() for _ in range(3)]
            assert [len(welcome["moves"]) for welcome in welcomes] == [4] * 3
    assert made == {"line of the move list": 4, "position": 1}
    made.clear()
    for _ in range(PEOPLE):
        with page(client, table) as player:
            player.hello(*keys)
    assert made == {"position": 1}, "who plays hears the same moves, and sees the position from their own side"


def test_a_record_is_written_and_packed_once_a_ply(client: TestClient, made: Counter[str]) -> None:
    table, keys = new_table(client, OPEN)
    once = {"line of the record": 0, "head of the record": 1, "packing": 1}
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        for plies in (4, 1):
            for _ in range(plies):
                moment = player.move(moment)
            made.clear()
            said = {client.get(f"/api/tables/{table}/record").text for _ in range(PEOPLE)}
            plain = client.get(f"/api/tables/{table}/record", headers={"accept-encoding": "identity"}).text
            assert said == {plain}
            told = {name: made[name] for name in once}
            assert told == once | {"line of the record": plies}, "only what is new"


class Jumps:
    """How far a count advances at most while another task waits for its turn."""

    def __init__(self, count: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(work_budget, "SLICE_SECONDS", 0.0)  # each step is a slice of its own
        monkeypatch.setattr(work_budget, "SLICE_PAUSE", 0.0)
        self.longest = 0
        self._count, self._before = count, count()
        self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            self._note()
            await asyncio.sleep(0)

    def _note(self) -> None:
        now = self._count()
        self.longest, self._before = max(self.longest, now - self._before), now

    def close(self) -> None:
        self._watching.cancel()
        self._note()


@pytest.mark.anyio
async def test_a_long_table_is_opened_between_other_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People can make as many events as they like, by chat or by take-backs."""
    game, store = rookery.load(OPEN), Store(tmp_path / "t.sqlite3")
    begun, talk, added, add = table_of(game, few(game)), [Said(None, "a word")] * 300, list[Event](), Table.add
    await store.write(EventBatch("t", 1, [begun.made, *talk], begun.secret))
    manager = open_manager(QUICK, store)
    manager.catalog._opener.opened(OPEN).set()

    def counted(table: Table, events: list[Event]) -> None:
        added.extend(events)
        add(table, events)

    monkeypatch.setattr(Table, "add", counted)
    jumps = Jumps(lambda: len(added), monkeypatch)
    actor = await manager.table("t")
    jumps.close()
    assert actor.table.events == 1 + len(talk)
    assert len(added) == len(talk)
    assert jumps.longest <= 2
    await manager.close()
    store.close()


@pytest.mark.anyio
async def test_a_long_game_is_put_into_words_between_other_things(
    made: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the first page that comes."""
    *_, table = walked(OPEN, seed=5)
    actor = TableActor(table, cast(Any, lambda: None), surroundings(None, Quiet()))
    jumps = Jumps(lambda: made["line of the move list"], monkeypatch)
    await actor.join(cast(Any, Quiet()), Hello())
    jumps.close()
    assert made["line of the move list"] == table.plies > 10
    assert jumps.longest <= 2
    actor.close()


@pytest.mark.anyio
async def test_the_end_is_put_into_words_between_other_things(
    made: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody then gets the whole game, as nobody has got it before."""
    table = going_on(DUEL)
    actor = TableActor(table, cast(Any, lambda: None), surroundings(None, Quiet()))
    told = list[str]()
    await actor.join(cast(Any, Quiet(told)), Hello())
    made.clear()
    told.clear()
    jumps = Jumps(lambda: made["line of the move list"], monkeypatch)
    events = moves.resign(table, (0,))
    table.add(events)
    await actor._happened(events, actor.journal.seen)
    jumps.close()
    assert made["line of the move list"] == table.plies > 10
    assert jumps.longest <= 2
    assert [json.loads(text)["moment"]["given_up"] for text in told] == [True]
    actor.close()


# ── Taking back ──────────────────────────────────────────────────────────────
def going_on(slug: str, players: int = 2, delay: int = 0) -> Table:
    """A table in the middle of a random game."""
    game, dice = rookery.load(slug), np.random.default_rng(5)
    made = msgspec.structs.replace(table_of(game, players).made, delay=delay)
    table = Table(game, "t", bytes(32), [made])
    table.add(people.come(table, tuple(range(players)), "ab"))
    while len(decisions(table)) < MOVES:
        table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))
    assert table.mover is not None
    return table


def decisions(table: Table) -> list[int]:
    """After how many plies each of them was taken."""
    return [ply for ply in range(table.plies) if table.record.mover(ply) != CHANCE]


def test_taking_back_puts_no_move_into_words_again(made: Counter[str]) -> None:
    """Otherwise a move that is played and taken back would each time cost as much as the whole game."""
    table = going_on(DUEL)
    cache, pages, fresh = ViewCache(table), [(0,), (1,), ()], table.plies
    for _ in range(3):
        for seats in pages:
            cache.welcome(seats, cast(Any, None))
        assert made["line of the move list"] == len(pages) * fresh
        made.clear()
        table.add([TookBack(decisions(table)[-2])])
        table.add(moves.play(table, table.position.legal_actions[0]))
        fresh = table.plies - table.record.taken_back[-1]


def hearers(table: Table) -> list[Seats]:
    """Every kind: nobody's page, one seat's, that of several."""
    seats = range(table.players)
    return [(), *((seat,) for seat in seats), *itertools.combinations(seats, 2), tuple(seats)]


@pytest.mark.parametrize("delay", [0, 3])
def test_what_is_kept_is_what_would_be_made_anew(slug: str, delay: int) -> None:
    """Whatever is played and taken back, and whatever viewer looks in between."""
    players = max(rookery.load(slug).facts.players)
    table, dice = going_on(slug, min(3, players), delay), np.random.default_rng(6)
    kept, kinds = ViewCache(table), hearers(table)

    def look(chance: float) -> None:
        for seats in kinds:
            if dice.random() < chance:
                assert all(
                    kept.welcome(seats, cast(Any, None), draws=it)
                    == ViewCache(table).welcome(seats, cast(Any, None), draws=it)
                    for it in (False, True)
                ), seats

    for _ in range(20):
        if table.mover is None or (decisions(table) and dice.random() < 0.3):
            table.add([TookBack(int(dice.choice(decisions(table)[-5:])))])
        else:
            table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))
        look(0.3)
    look(1)
    assert table.takebacks > 2
    if guards.may_lose(table.game, table.players):
        table.add(moves.resign(table, (1,)))
        look(1)


class Quiet:
    """A page that only receives messages, or the bots of a table without bots."""

    seats = ()
    draws = False
    lost = False
    pause = 0.0
    address = "somewhere"
    work_budget = None

    def __init__(self, told: list[str] | None = None) -> None:
        self._told = told

    def send(self, message: str) -> None:
        if self._told is not None:
            self._told.append(message)
