"""A full disk, and a database that another process holds: play stops with a plain refusal, nothing that was
acknowledged is lost, and play goes on when the trouble is over. With a real process and real pages.
"""

import asyncio
import contextlib
import json
import random
import resource
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from websockets.asyncio.client import ClientConnection, connect

import rookery
from rookery.server.errors import NOTHING_SAVED, SAVED_OR_NOT
from rookery.server.ops.health import HEALTH_CHECK_TTL
from rookery.server.storage.sqlite import LOCK_TIMEOUT
from tests.server.support.app_client import few
from tests.server.support.inside import FENCE
from tests.server.support.played import Played, check, new_table
from tests.server.support.process import started

TABLES = 3
AT_FIRST = 4  # moves at each table
ROOM = 20_000  # bytes that there still are when play becomes narrow
SIZE = 3_000_000  # bytes of a small disk: no copy of the database has room beside it
ENOUGH = 30  # moves; a disk that is not full by then never is


def lasts(slug: str) -> int:
    """For how many decisions a game goes on that is played at random."""
    game, dice, decisions = rookery.load(slug), np.random.default_rng(1), 0
    position = game.start(players=few(game), seed=1).settled(dice)
    while not position.is_over:
        position, decisions = position.after(int(dice.choice(position.legal_actions))).settled(dice), decisions + 1
    return decisions


ANY = max(rookery.slugs(), key=lasts)  # the trouble has to come before the end


class Player:
    """A page that plays all seats of a table."""

    def __init__(self, played: Played, socket: ClientConnection, dice: random.Random) -> None:
        self.played, self._socket, self._dice = played, socket, dice
        self.moment: Any = None

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Say something; the answer, when all is heard that comes with it: the newest moment, or a refusal. A move that
        was in doubt may be told of in between."""
        for message in ({"type": kind, **fields}, {"type": FENCE}):
            await self._socket.send(json.dumps(message))
        told, refusal, fenced = "", None, False
        while not (fenced and (refusal or (told and self.decides))):
            async with asyncio.timeout(60):
                message = json.loads(await self._socket.recv())
            if message["type"] == "refused":
                if message["code"] == "UnreadableMessage":
                    fenced = True
                else:
                    refusal = message
            elif message["type"] in ("welcome", "moved"):
                if message["type"] == "welcome":
                    check(self.played, message["moves"])
                else:
                    self.played.hear(message["moves"])
                self.moment = message["moment"]
                if message["type"] == ("welcome" if kind == "hello" else "moved"):
                    told = message["type"]
        return refusal or {"type": told}

    @property
    def decides(self) -> bool:
        """Whether the page is asked for a move, or the game is over."""
        return self.moment["over"] or self.moment["mover"] is not None

    async def hello(self) -> Any:
        return await self.ask("hello", keys=self.played.keys)

    async def move(self) -> Any:
        action = self._dice.choice(self.moment["scene"]["choices"])["action"]
        answer = await self.ask("move", seat=self.moment["mover"], ply=self.moment["ply"], action=action)
        if self.played.sent and answer.get("code") == "StaleMove":  # what was not answered was written after all
            await self.hello()
            self.played.sent = 0
            return await self.move()
        return answer


@contextlib.asynccontextmanager
async def playing(link: str, tables: list[Played], dice: random.Random) -> AsyncIterator[list[Player]]:
    async with contextlib.AsyncExitStack() as stack:
        players = []
        for played in tables:
            address = link.replace("http", "ws") + f"ws/{played.table}"
            socket = await stack.enter_async_context(connect(address, compression=None))
            players.append(Player(played, socket, dice))
            assert (await players[-1].hello())["type"] == "welcome"
        yield players


def code_of(link: str, address: str, order: Any = None) -> tuple[int, str]:
    """Of a refusal by plain HTTP: its status and name. (200, "") of none."""
    data = None if order is None else json.dumps(order).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(link + address, data)):
            return 200, ""
    except urllib.error.HTTPError as error:
        refused = json.load(error)
        if refused["code"] == "StoreTrouble":
            assert refused["words"] == NOTHING_SAVED
        return error.code, refused["code"]


def in_trouble(link: str, found: bool = True) -> None:
    """Nothing new can be made, and the server says of itself that it is not ready, where it has found that out."""
    order = {"game": ANY, "seats": [{}] * rookery.load(ANY).facts.players[0]}
    assert code_of(link, "api/tables", order) == (503, "StoreTrouble")
    time.sleep(HEALTH_CHECK_TTL)
    assert not found or code_of(link, "ready") == (503, "StoreTrouble")
    assert code_of(link, "health") == (200, "")
    assert code_of(link, "api/games") == (200, "")


def same_after_a_kill(database: Path | str, tables: list[Played]) -> None:
    """What was acknowledged is in the database, in order and once."""

    async def look(link: str) -> None:
        async with playing(link, tables, random.Random(0)):
            pass  # its hello checks

    with started(database) as (_, link):
        asyncio.run(look(link))


# ── The law ──────────────────────────────────────────────────────────────────
class Trouble(NamedTuple):
    """Something that happens to the database; both functions get the server's process."""

    begin: Callable[[Any], object]
    end: Callable[[Any], object]
    most: int = ENOUGH  # moves at a table until it must have stopped
    found: bool = True  # the server knows that it is not ready


def stopped_and_gone_on(database: Path | str, *troubles: Trouble) -> None:
    """Play at a server of its own; one trouble after the other comes and goes."""
    dice = random.Random(5)

    async def play(process: Any, link: str, tables: list[Played]) -> None:
        async with playing(link, tables, dice) as players:
            for trouble in troubles:
                for player in players * AT_FIRST:
                    assert (await player.move())["type"] == "moved"
                beginning = asyncio.create_task(asyncio.to_thread(trouble.begin, process))  # in the middle of moves
                await asyncio.gather(*(until_refused(player, trouble.most) for player in players))
                await beginning
                await asyncio.to_thread(in_trouble, link, trouble.found)
                for player in players:  # what is there can be seen, also by who comes back
                    assert (await player.hello())["type"] == "welcome"
                async with playing(link, tables, dice):
                    pass
                await asyncio.to_thread(trouble.end, process)
                for player in players:
                    assert (await player.move())["type"] == "moved"
            await asyncio.sleep(HEALTH_CHECK_TTL)
            assert await asyncio.to_thread(code_of, link, "ready") == (200, "")

    # no other process may use the database meanwhile; a mere reader would not notice the fault
    with started(database, ROOKERY_MESSAGE_RATE="100000", ROOKERY_CLOCK_TICK="3600") as (process, link):
        tables = [new_table(link, ANY) for _ in range(TABLES)]
        while code_of(link, "ready") != (200, ""):
            time.sleep(0.1)
        asyncio.run(play(process, link, tables))
        process.kill()
        process.wait()
    same_after_a_kill(database, tables)


async def until_refused(player: Player, most: int) -> None:
    for _ in range(most):
        assert not player.moment["over"], "the game was over before there was any trouble"
        answer = await player.move()
        if answer["type"] == "refused":
            said = answer["code"], answer["words"]
            assert said in [("StoreTrouble", NOTHING_SAVED), ("CommitUncertain", SAVED_OR_NOT)]
            assert answer["ply"] == len(player.played.heard), "the page is told where the game stands"
            player.played.sent += answer["code"] == "CommitUncertain"  # it may be there nevertheless
            return
    raise AssertionError("there never was any trouble")


# ── A full disk ──────────────────────────────────────────────────────────────
@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[tuple[Path, Callable[[Any], None], Callable[[Any], None]]]:
    """A file system in memory: where it is, what fills it but for a little, and what makes room."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "rookery", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("Here no small disk can be mounted: that takes root, and a container that may.")

    def fill(process: Any) -> None:
        with contextlib.suppress(OSError):  # somebody else was faster, and there is no room at all
            (disk / "filler").write_bytes(b"x" * max(0, shutil.disk_usage(disk).free - ROOM))

    try:
        yield disk, fill, lambda process: (disk / "filler").unlink()
    finally:
        subprocess.run(["umount", disk], check=True)


@contextlib.contextmanager
def short_files(folder: Path) -> Iterator[tuple[Path, Callable[[Any], None], Callable[[Any], None]]]:
    """The same without the right to mount: the operating system lets no file of the server grow."""

    def narrow(process: Any) -> None:
        longest = max(file.stat().st_size for file in folder.iterdir())
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (longest + ROOM, resource.RLIM_INFINITY))

    def widen(process: Any) -> None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    yield folder, narrow, widen


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Only Linux lets another process be limited.")
@pytest.mark.parametrize("disk", [small_disk, short_files])
def test_a_full_disk_stops_play_and_loses_nothing(tmp_path: Path, disk: Any) -> None:
    with disk(tmp_path) as (folder, fill, make_room):
        stopped_and_gone_on(folder / "t.sqlite3", Trouble(fill, make_room))


# ── Somebody else holds the database ─────────────────────────────────────────
HOLDER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
database.execute("ROLLBACK")
"""


@contextlib.contextmanager
def held(file: Path) -> Iterator[Callable[[], None]]:
    """By another process, until what is yielded is called."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"

    def let_go() -> None:
        holder.communicate("\n")

    try:
        yield let_go
    finally:
        holder.kill()
        holder.communicate()


def test_a_database_that_is_locked_makes_play_wait_and_then_refuses(tmp_path: Path) -> None:
    dice, file = random.Random(6), tmp_path / "t.sqlite3"

    async def play(link: str, tables: list[Played]) -> None:
        async with playing(link, tables, dice) as players:
            with held(file) as let_go:  # for a while
                moves = [asyncio.create_task(player.move()) for player in players]
                await asyncio.sleep(LOCK_TIMEOUT / 4)
                assert not any(move.done() for move in moves)
                await asyncio.to_thread(let_go)
                assert {(await move)["type"] for move in moves} == {"moved"}, "they have waited"
            with held(file) as let_go:  # for too long
                begin = time.monotonic()
                answers = await asyncio.gather(*(player.move() for player in players))
                assert {answer["code"] for answer in answers} == {"StoreTrouble"}
                assert {answer["words"] for answer in answers} == {NOTHING_SAVED}
                assert time.monotonic() - begin < 3 * LOCK_TIMEOUT, "they wait together, not one after the other"
                assert (await players[0].hello())["type"] == "welcome"
                await asyncio.to_thread(in_trouble, link)
                await asyncio.to_thread(let_go)
            for player in players:
                assert (await player.move())["type"] == "moved"
                assert (await player.hello())["type"] == "welcome"

    with started(file) as (_, link):
        tables = [new_table(link, ANY) for _ in range(4 * TABLES)]
        while code_of(link, "ready") != (200, ""):
            time.sleep(0.1)
        asyncio.run(play(link, tables))
