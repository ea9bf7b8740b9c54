"""Bots play in processes of their own, and no failure of a bot ends a game."""

import asyncio
import multiprocessing
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.position import Position
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.bot_queue import Job
from rookery.server.bots.bot_worker import BotWorker
from rookery.server.bots.table_bots import TableBots
from rookery.server.commands import people
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.rooms.table_actor import TableActor
from rookery.server.table.events import Made, Seat
from rookery.server.table.table import Table
from rookery.server.wire.messages import Hello
from tests.often import KINDS, in_ci
from tests.server.support.app_client import Page, few, new_table, opened, page, surroundings, table_of

ANY = KINDS[0]  # how bots fail does not depend on the game


def until_the_bot_moves(player: Page, keys: list[str]) -> Any:
    """The first seat plays, as long as it has the turn: the moment after that."""
    moment = player.hello(*keys)["moment"]
    while moment["mover"] == 0:
        moment = player.move(moment)
    return moment


def test_a_bot_plays_a_whole_game(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug, bots=["spread"])
    with page(client, table) as player:
        player.to_the_end(player.hello(*keys)["moment"])


@in_ci(KINDS[0])
def test_bots_play_each_other_while_somebody_watches(client: TestClient, slug: str) -> None:
    players = rookery.load(slug).facts.players[0]
    table, keys = new_table(client, slug, bots=["spread"] * players)
    assert keys == []
    assert client.get(f"/api/tables/{table}").json()["watchers"] == 0
    with page(client, table) as watcher:
        watcher.to_the_end(watcher.hello()["moment"])


def test_a_visible_pause_lies_before_a_bots_ply(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", bot_pause=0.15) as client:
        begin = time.monotonic()
        table, _ = new_table(client, ANY, bots=["first"] * rookery.load(ANY).facts.players[0])
        with page(client, table) as watcher:
            watcher.hello()
            plies = [watcher.settled()["ply"] for _ in range(3)]
            assert time.monotonic() - begin >= 0.15 * plies[-1] > 0


def test_what_a_bot_proved_is_told_to_everybody_and_kept(tmp_path: Path) -> None:
    remarks: list[tuple[int | None, str]] = []
    with opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, ANY, bots=["sure"])
        with page(client, table) as player:
            until_the_bot_moves(player, keys)
            while all(seat != 1 for seat, _ in remarks):
                remarks += [(entry["seat"], entry["remark"]) for entry in player.hear("moved")["moves"]]
    assert [remark for seat, remark in remarks] == [
        "proved: with perfect play this wins" * (seat == 1) for seat, _ in remarks
    ]
    with opened(tmp_path / "t.sqlite3") as client, page(client, table) as watcher:
        kept = [(entry["seat"], entry["remark"]) for entry in watcher.hello()["moves"]]
        assert (1, "proved: with perfect play this wins") in kept
        assert all(not remark for seat, remark in kept if seat != 1)


@pytest.mark.parametrize("level", ["crash", "cheat", "fail"])
def test_a_bot_that_fails_is_replaced(client: TestClient, level: str) -> None:
    """By the weakest one, and the table is told."""
    table, keys = new_table(client, ANY, bots=[level])
    with page(client, table) as player:
        until_the_bot_moves(player, keys)
        player.settled()
    with page(client, table) as watcher:
        told = {entry["remark"] for entry in watcher.hello()["moves"] if entry["seat"] == 1}
        assert "I could not think, so I made a random move." in told


def test_a_bot_that_never_answers_is_given_up(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", bot_limit=0.3) as client:
        table, keys = new_table(client, ANY, bots=["stuck"])
        with page(client, table) as player:
            until_the_bot_moves(player, keys)
            player.settled()


def test_workers_that_are_killed_are_replaced(client: TestClient) -> None:
    table, keys = new_table(client, ANY, bots=["spread"])
    with page(client, table) as player:
        moment = until_the_bot_moves(player, keys)
        player.settled()
        workers = multiprocessing.active_children()
        assert workers
        for worker in workers:
            worker.kill()  # the pool may have ended the others by then, because one is missing
        play_on = player.hello(*keys)["moment"]
        while not play_on["over"] and play_on["ply"] < moment["ply"] + 8:
            play_on = player.move(play_on) if play_on["mover"] == 0 else player.settled()


def test_bots_wait_while_nobody_is_there(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", bot_pause=0.05) as client:
        table, _ = new_table(client, ANY, bots=["first"] * rookery.load(ANY).facts.players[0])
        with page(client, table) as watcher:
            begun = watcher.hello()["moment"]["ply"]
            watcher.settled()
        time.sleep(0.2)
        with page(client, table) as watcher:
            before = watcher.hello()["moment"]["ply"]
            assert before <= begun + 8
            while (moment := watcher.settled())["ply"] <= before and not moment["over"]:
                pass


@pytest.mark.anyio
async def test_a_worker_stays_with_the_bots_that_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker would have to load their game first, which takes seconds."""
    bots, asked, game = BotPool("tests.server.support.brain", 2, 60.0), list[tuple[str, int]](), rookery.load(ANY)
    weak, strong = bots.levels(game)[0], bots.levels(game)[-1]

    async def work(worker: BotWorker, job: Job) -> None:
        asked.append((job.level, bots._workers.index(worker)))
        worker.known.add((job.slug, job.level))
        worker.job = None
        job.done.set_result((0, ""))

    monkeypatch.setattr(bots, "_work", work)
    view = game.start(seed=0).view(0)
    for level in (weak, strong, weak, strong):
        await bots._asked(view, level, ())
    assert asked == [(weak, 0), (strong, 1), (weak, 0), (strong, 1)]
    bots.close()


@pytest.mark.anyio
async def test_who_sits_pays_for_the_bots_and_not_who_looks_on() -> None:
    budgets = {address: WorkBudget(0.5) for address in "abcd"}

    class Page:
        def __init__(self, address: str, *seats: int) -> None:
            self.seats, self.quota = seats, SimpleNamespace(address=address, work=budgets[address])

    def here(address: str, *seats: int) -> Any:
        return Page(address, *seats)

    game, nothing = rookery.load(ANY), cast(Any, SimpleNamespace())
    table = table_of(game, few(game))
    actor = TableActor(table, nothing, surroundings(nothing, SimpleNamespace(pause=0.0)))
    bots = TableBots(cast(Any, None), actor._who_pays)
    assert bots.payer() is None, "the house: a thousand tables to which nobody comes are one payer, and not a thousand"
    actor._pages = dict.fromkeys([here("a"), here("b")])
    assert set(actor._who_pays()) == {"a", "b"}
    actor._pages |= dict.fromkeys([here("c", 0), here("d", 1)])
    assert set(actor._who_pays()) == {"c", "d"}
    actor._pages = dict.fromkeys([here("a")])
    assert set(actor._who_pays()) == {"c", "d"}, "who sat there last"
    actor._pages = {}
    assert set(actor._who_pays()) == {"c", "d"}
    budgets["c"].charge(0.1)
    assert bots.payer() is budgets["d"], "who has used least"
    budgets["d"].charge(0.2)
    assert bots.payer() is budgets["c"]
    actor.close()


@pytest.mark.anyio
async def test_a_table_at_which_a_page_arrives_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The messages for the page are encoded first, which waits for other work of its address."""
    waits = asyncio.Event()

    class Page:
        seats = ()
        lost = False
        send = list[str]().append

    async def wait(steps: object) -> None:
        await waits.wait()

    monkeypatch.setattr("rookery.server.rooms.table_actor.in_slices", wait)
    game, bots = rookery.load(ANY), cast(Any, SimpleNamespace(pause=0.0))
    table = table_of(game, few(game))
    actor = TableActor(table, cast(Any, lambda: None), surroundings(None, bots))
    arrived = cast(Any, Page())
    assert not actor.busy
    joining = asyncio.create_task(actor.join(arrived, Hello()))
    await asyncio.sleep(0)
    assert actor.busy
    waits.set()
    await joining
    actor.leave(arrived)
    assert not actor.busy
    actor.close()


@pytest.mark.anyio
async def test_bots_go_on_for_who_comes_just_as_they_stop() -> None:
    """A page joins after the bots have seen that nobody is there, but before their task has ended."""

    class Page:
        seats = ()
        lost = False
        quota = SimpleNamespace(address="somewhere", work=None)

        def send(self, message: str) -> None:
            pass

    class Helper:
        """Of a table: its store, and its bots."""

        pause = 0.0

        async def write(self, *batches: object) -> None:
            await asyncio.sleep(0)

        async def advise(self, view: Position, level: str, addresses: object, seed: object) -> tuple[int, str]:
            await asyncio.sleep(0)
            return view.legal_actions[0], ""

    helper: Any = Helper()
    game, first, second = rookery.load(ANY), *(cast(Any, Page()) for _ in range(2))
    players = game.facts.players[0]
    made = Made(ANY, game.facts.rules_version, players, {}, (Seat("bot", "any"),) * players)
    table = Table(game, "x", bytes(32), [made])
    table.add(people.open_table(table))
    actor = TableActor(table, cast(Any, lambda: None), surroundings(helper, helper))
    await actor.join(first, Hello())
    turn = actor._bot_player._turn
    assert turn is not None
    actor.leave(first)
    for _ in range(100):
        if turn.done() and actor._bot_player._turn is turn:
            break
        await asyncio.sleep(0)
    await actor.join(second, Hello())
    stood = table.plies
    for _ in range(100):
        await asyncio.sleep(0)
    assert table.plies > stood
    actor.close()


@in_ci(KINDS[0])
def test_a_rematch_against_a_bot_goes_on(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug, bots=["spread"])
    with page(client, table) as player:
        moment = player.to_the_end(player.hello(*keys)["moment"])
        following = player.rematch()
    with page(client, following) as player:
        welcome = player.hello(*keys)
        assert [seat["kind"] for seat in welcome["table"]["seats"]] == ["bot", "person"]
        moment = welcome["moment"]
        player.to_the_end(moment)
