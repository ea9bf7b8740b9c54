"""While somebody does all the harm that a game can do, a server of its own process answers others soon, and stays
small."""

import contextlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

import rookery
from tests.hostile_games import AT_THE_TABLE, ORDERS, REFUSED
from tests.server.rooms.test_strangers import DRAWS, IN_EVERY_RUN, order
from tests.server.support.process import started
from tests.wasm.hostile import given_six, six_plies

MEDIAN_WAIT, LONGEST_WAIT = 0.5, 10.0  # seconds until a move is answered, on a slow machine with other work
MOST_GROWTH = 150_000  # kB of memory
SECONDS, PAUSE = 5.0, 0.02  # of harm, at least; between two moves of others


def asked(link: str, content: bytes, path: str = "api/made") -> Any:
    request = urllib.request.Request(link + path, content)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request) as answer:
        return json.load(answer)
    return None


@contextlib.contextmanager
def sitting(link: str, links: Any, **more: Any) -> Iterator[tuple[ClientConnection, Any]]:
    """A page that plays all seats, and the first moment."""
    keys = [seat["key"] for seat in links["seats"]]
    with connect(f"{link.replace('http', 'ws', 1)}ws/{links['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "keys": keys, **more}))
        yield socket, heard(socket, "welcome")["moment"]


def heard(socket: ClientConnection, *kinds: str) -> Any:
    while (message := json.loads(socket.recv(timeout=30)))["type"] not in kinds:
        pass
    return message


def harm(link: str, until: float, done: list[int]) -> None:
    """Bring what is no game, and play games that break off."""
    rules = [REFUSED[name].game() for name in IN_EVERY_RUN]
    bombs = [*(json.dumps(order(game)).encode() for game in rules), *(make() for make in ORDERS.values())]
    while time.monotonic() < until:
        for bomb in bombs:
            with contextlib.suppress(OSError):  # the server closes a connection that sends too much
                asked(link, bomb)
            done.append(1)
        for bodies, _ in AT_THE_TABLE.values():
            made = asked(link, json.dumps(order(given_six(six_plies(**bodies)))).encode())
            with sitting(link, made, **DRAWS) as (socket, _):
                for ply in range(2):
                    socket.send(json.dumps({"type": "move", "seat": ply, "ply": ply, "action": 1}))
                heard(socket, "refused")
            done.append(1)


def memory(process: int) -> int:
    """kB."""
    text = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS")))


def played(link: str, slug: str, harming: threading.Thread) -> Iterator[float]:
    """Play games meanwhile: the seconds until each move is answered, when it is on disk."""
    order = {"game": slug, "seats": [{}] * rookery.load(slug).facts.players[0]}
    while harming.is_alive():
        with sitting(link, asked(link, json.dumps(order).encode(), "api/tables")) as (socket, moment):
            while harming.is_alive() and not moment["over"]:
                move = {"seat": moment["mover"], "ply": moment["ply"]}
                move["action"] = moment["scene"]["choices"][0]["action"]
                start = time.perf_counter()
                socket.send(json.dumps({"type": "move", **move}))
                moment = heard(socket, "moved")["moment"]
                yield time.perf_counter() - start
                time.sleep(PAUSE)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system tells no process's memory there")
def test_others_play_on(tmp_path: Path) -> None:
    done = list[int]()
    with started(tmp_path / "tables.sqlite3", ROOKERY_STRANGERS_GAMES="true") as (process, link):
        before = memory(process.pid)
        harming = threading.Thread(target=harm, args=(link, time.monotonic() + SECONDS, done))
        harming.start()
        waits = sorted(played(link, rookery.slugs()[-1], harming))
        harming.join()
        grown = memory(process.pid) - before
    assert len(done) >= len(IN_EVERY_RUN) + len(ORDERS) + len(AT_THE_TABLE)
    assert waits[len(waits) // 2] < MEDIAN_WAIT
    assert waits[-1] < LONGEST_WAIT
    assert grown < MOST_GROWTH
