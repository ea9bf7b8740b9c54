"""The waiting time of the first player of a game, on a machine where nothing has been compiled.

    python -m benchmarks.page.first_minute     every game, against bots of three levels: some minutes
    python -m benchmarks.page.first_minute gleebs --level medium
    python -m benchmarks.page.first_minute gleebs --make     from `make play` in a fresh clone with empty caches

Each row starts its own server with an empty cache. A player chooses a game as soon as the server answers. `board` is
the time until there is a board on which the first seat can move (goal: 8 s). `answer` is the time from then, or from
the player's move, until a bot has moved (goal: 5 s). `hint` is the time from the choice of the game until a page has
all files of its engine and of the game (goal: 8 s, with what the browser needs after that). `page` is the
time from the start of the command to the first answer. With --make only Python and Node are installed, and `page`
includes their downloads (goal for page and board together: 35 s).
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from websockets.sync.client import ClientConnection, connect

import rookery
from rookery import bots
from rookery.bench.report import machine_words

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0  # seconds


class Waits(NamedTuple):
    """Seconds."""

    page: float  # from the start of the command to the first answer
    board: float  # from that answer to a board on which a move can be made
    answer: float  # from a move to the bot's
    hint: float  # from the click until the page can look for one


@contextmanager
def serving(command: list[str], folder: Path, cwd: Path) -> Iterator[str]:
    """Run a command that starts a server, with empty caches. Yields the address that it prints."""
    caches = {"ROOKERY_CACHE": "kernels", "XDG_CACHE_HOME": "cache", "npm_config_cache": "npm"}
    environment = os.environ | {name: str(folder / cache) for name, cache in caches.items()}
    environment |= {"CI": "true", "ROOKERY_MACHINE_CODE": "background"}
    process = subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line.startswith("Rookery is open at "):
                yield next(word for word in line.split() if word.startswith("http"))
                return
        raise SystemExit(f"{' '.join(command)} ended before the server was open")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def waits(slug: str, level: str, *, make: bool) -> Waits:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, "-m", "rookery.server", "--port", "0", "--database", str(folder / "t.sqlite3")]
        if make:
            clone = folder / "clone"
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
            command = ["make", "play", "PORT=8899"]
        start = perf_counter()
        with serving(command, folder, clone if make else folder) as address:
            urllib.request.urlopen(f"{address}health", timeout=PATIENCE).read()
            page = perf_counter() - start
            with ThreadPoolExecutor() as apart:
                hint = apart.submit(prepared, address, slug)
                return Waits(page, *played(address, slug, level), hint.result())


def prepared(address: str, slug: str) -> float:
    """Seconds until the engine of a page and the module of a game are there."""
    start = perf_counter()
    while (told := urllib.request.urlopen(f"{address}api/engine", timeout=PATIENCE)).status != 200:
        pass  # it answers after a second
    named = json.load(told)
    if named is None:
        raise SystemExit("this server has no engine for its pages; its log says why")
    files = json.load(urllib.request.urlopen(f"{address}engine/games/{slug}.json", timeout=PATIENCE))
    for path in {*files.values()}:  # the program is one of them
        urllib.request.urlopen(urljoin(f"{address}engine/", path), timeout=PATIENCE).read()
    return perf_counter() - start


def played(address: str, slug: str, level: str) -> tuple[float, float]:
    """Seconds from a click to a board, and from a move to a bot's answer."""
    start = perf_counter()
    urllib.request.urlopen(f"{address}api/games?game={slug}", timeout=PATIENCE).read()  # the set-up page
    players = rookery.load(slug).facts.players[0]
    order = {"game": slug, "seats": [{"name": "First"}, *[{"kind": "bot", "level": level}] * (players - 1)]}
    request = urllib.request.Request(f"{address}api/tables", json.dumps(order).encode())
    links = json.load(urllib.request.urlopen(request, timeout=PATIENCE))
    with connect(f"ws://{urlsplit(address).netloc}/ws/{links['table']}", max_size=None, open_timeout=PATIENCE) as page:
        page.send(json.dumps({"type": "hello", "keys": [links["seats"][0]["key"]]}))
        moment = heard(page)
        board = perf_counter() - start
        moved = perf_counter()
        while moment["mover"] == 0:
            action, moved = moment["scene"]["choices"][0]["action"], perf_counter()
            page.send(json.dumps({"type": "move", "seat": 0, "ply": moment["ply"], "action": action}))
            moment = heard(page, moment["ply"] + 1)
        heard(page, moment["ply"] + 1)
        return board, perf_counter() - moved


def heard(page: ClientConnection, ply: int = 0) -> Any:
    """The next message with a position after at least `ply` plies in which a seat is to move."""
    while True:
        message = json.loads(page.recv(PATIENCE))
        if message["type"] == "refused":
            raise SystemExit(message["words"])
        moment = message.get("moment")
        if moment is not None and moment["ply"] >= ply and moment["mover"] is not None:
            return dict(moment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=rookery.slugs(examples=False), help="those of a parlour by default")
    parser.add_argument("--level", action="append", help="level of the bots; repeatable")
    parser.add_argument("--make", action="store_true", help="from `make play` in a fresh clone")
    asked = parser.parse_args()
    print(machine_words(), flush=True)
    print(f"{'game':14} {'level':8} {'page s':>7} {'board s':>8} {'answer s':>9} {'hint s':>7}")
    for slug in asked.games:
        for level in asked.level or ("random", "easy", "medium"):
            if level in bots.levels(rookery.load(slug)):
                found = waits(slug, level, make=asked.make)
                seconds = f"{found.page:7.1f} {found.board:8.1f} {found.answer:9.1f} {found.hint:7.1f}"
                print(f"{slug:14} {level:8} {seconds}", flush=True)


if __name__ == "__main__":
    main()
