"""What only a real process shows: how it stops, clients behind a proxy, and requests that never end."""

import asyncio
import contextlib
import json
import select
import signal
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import rookery
from rookery.server.bots.game_codes import code_of
from rookery.server.http import uvicorn_server
from rookery.server.http.app import create_app
from rookery.server.http.uvicorn_http import MAX_PIPELINED_REQUESTS
from rookery.server.storage.store import Store
from tests.often import KINDS
from tests.server.support import inside
from tests.server.support.app_client import QUICK
from tests.server.support.inside import Line, at_work
from tests.server.support.process import started

ANY = KINDS[0]  # none of this depends on the game
ENOUGH = 40  # plies
IN_TIME = uvicorn_server.EXIT_DEADLINE + 60.0  # seconds; on a busy machine, where what hangs does so for longer


def ask(link: str, data: Any = None, **headers: str) -> Any:
    body = None if data is None else json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(link, body, headers)) as answer:
        return json.load(answer), answer.headers


def new_table(link: str, **seat: str) -> tuple[str, str, list[str]]:
    """Its id, the address of its socket, its keys. `seat`: what each seat is, if not a person's."""
    links, _ = ask(f"{link}api/tables", {"game": ANY, "seats": [seat] * rookery.load(ANY).facts.players[0]})
    return links["table"], f"{link.replace('http', 'ws')}ws/{links['table']}", [seat["key"] for seat in links["seats"]]


@pytest.mark.anyio
async def test_a_stop_in_the_middle_of_games_loses_nothing(tmp_path: Path) -> None:
    """Pages play as fast as they can. All are told to come back, and every move that they heard of is on disk."""
    database = tmp_path / "t.sqlite3"
    heard: dict[str, int] = {}
    under_way = asyncio.Event()
    codes: list[int | None] = []

    async def play(table: str, address: str, keys: list[str]) -> None:
        async with connect(address) as player:
            await player.send(json.dumps({"type": "hello", "keys": keys}))
            try:
                while True:
                    message = json.loads(await player.recv())
                    moment = message.get("moment")
                    if moment is None:
                        continue
                    if sum(heard.values()) > ENOUGH:
                        under_way.set()
                    heard[table] = max(heard.get(table, 0), moment["ply"])
                    if moment["mover"] is not None and moment["scene"]["choices"]:
                        choice = moment["scene"]["choices"][moment["ply"] % len(moment["scene"]["choices"])]
                        move = {"seat": moment["mover"], "ply": moment["ply"], "action": choice["action"]}
                        await player.send(json.dumps({"type": "move", **move}))
            except ConnectionClosed:
                codes.append(player.close_code)

    with started(database, ROOKERY_LOG_LEVEL="debug") as (process, link):
        tables = [await asyncio.to_thread(new_table, link) for _ in range(4)]
        playing = [asyncio.create_task(play(*table)) for table in tables]
        await asyncio.wait_for(under_way.wait(), 60)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(asyncio.gather(*playing), IN_TIME)
        told = time.monotonic() - begin
        assert await asyncio.to_thread(process.wait, IN_TIME) == 0
        ended = time.monotonic() - begin
        log = process.stderr.read()
    print(f"pages told after {told:.2f} s, the process ended after {ended:.2f} s")
    assert codes == [1012] * len(tables), "service restart"
    assert told < uvicorn_server.SHUTDOWN_TIMEOUT, "nobody was cut off"
    assert all(json.loads(line)["event"] for line in log.splitlines())
    assert "A table was made" in log
    assert not any(secret in log for table, _, keys in tables for secret in (table, *keys))
    store = Store(database)
    for table, ply in heard.items():
        assert len((await store.load(table))[1]) >= ply
    store.close()


def test_a_request_that_hangs_does_not_hold_the_stop_up(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite3") as (process, link), connected(link) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{")
        ask(f"{link}health")
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(IN_TIME) == 0
        print(f"the process ended after {time.monotonic() - begin:.2f} s")


@pytest.mark.anyio
async def test_nor_do_bots_that_never_get_ready(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite3", ROOKERY_BRAIN="tests.server.support.hanging") as (process, link):
        _, address, _ = new_table(link, kind="bot", level="first")
        async with connect(address) as player:
            await player.send(json.dumps({"type": "hello", "keys": []}))
            assert await asyncio.to_thread(any, ("hangs" in line for line in process.stderr))
        process.send_signal(signal.SIGTERM)
        assert process.wait(IN_TIME) == 0


@pytest.mark.soak
def test_nor_does_a_thread_that_outlives_it(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite3", ROOKERY_BRAIN="tests.server.support.lingering") as (process, link):
        ask(f"{link}health")
        process.send_signal(signal.SIGTERM)
        assert process.wait(IN_TIME) == 0


@pytest.mark.anyio
async def test_who_waits_for_an_answer_when_it_stops_is_told_so(tmp_path: Path) -> None:
    """The log shows no error, because there is none."""
    with started(tmp_path / "t.sqlite3", ROOKERY_BRAIN="tests.server.support.speechless") as (process, link):
        asked = asyncio.create_task(asyncio.to_thread(ask, f"{link}api/games"))
        await asyncio.sleep(1.0)
        assert not asked.done()
        process.send_signal(signal.SIGTERM)
        with pytest.raises(urllib.error.HTTPError, match="503") as refused:
            await asked
        assert "the server is stopping" in json.load(refused.value)["words"]
        assert await asyncio.to_thread(process.wait, IN_TIME) == 0
        assert "Traceback" not in process.stderr.read()


@pytest.mark.anyio
async def test_nor_is_it_a_fault_that_a_page_still_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn cancels what does not end in time, and logs what that raises."""
    with contextlib.closing(Store(tmp_path / "t.sqlite3")) as store:
        async with at_work(create_app(QUICK, store)) as app:
            order = {"game": ANY, "seats": [{}] * rookery.load(ANY).facts.players[0]}
            links = json.loads((await inside.ask(app, "POST", "/api/tables", json.dumps(order).encode())).body)
        waiting = asyncio.Event()

        async def never(*given: Any, **named: Any) -> None:
            waiting.set()
            await asyncio.Event().wait()

        monkeypatch.setattr("rookery.server.rooms.catalog.Catalog.ready", never)
        async with at_work(create_app(QUICK, store)) as app:
            page = Line(app, f"/ws/{links['table']}", lambda text: None)
            page.say("hello")
            await waiting.wait()
            await page.give_up()


# ── Senders without end ──────────────────────────────────────────────────────
def connected(link: str) -> socket.socket:
    address = urlsplit(link)
    return socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=10)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b"HTTP/1.1 408"),
        (b"GET / HT", b"HTTP/1.1 408"),
        (b"GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n", b"HTTP/1.1 408"),
        (b"GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /health HTTP/1.1\r\n", b"HTTP/1.1 408"),
        (b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{", b"HTTP/1.1 408"),
        (b"GET / HTTP/1.1\r\n" + b"x-a: b\r\n" * 10_000, b"HTTP/1.1 400"),
        (b"GET /" + b"x" * 100_000, b"HTTP/1.1 400"),
        (b"GET /health HTTP/1.1\r\nx-a: " + b"b" * 60_000 + b"\r\n\r\n", b"HTTP/1.1 400"),
    ],
    ids=["nothing", "a line", "headers", "a second request", "a body", "many headers", "an address", "a long header"],
)
def test_who_never_ends_is_hung_up_on(impatient: str, sent: bytes, answer: bytes) -> None:
    with connected(impatient) as line:
        line.sendall(sent)
        heard = b""
        while part := line.recv(65_536):
            heard += part
    assert answer in heard


def test_who_sends_thousands_of_requests_ahead_is_hung_up_on(impatient: str) -> None:
    sent, heard = 10_000, b""
    with connected(impatient) as line, contextlib.suppress(ConnectionError):
        line.sendall(sent * b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        while part := line.recv(65_536):
            heard += part
    assert heard.count(b"HTTP/1.1 200") < sent / 2


def test_who_takes_no_answers_is_hung_up_on(impatient: str) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        address = urlsplit(impatient)
        line.connect((str(address.hostname), int(address.port or 0)))
        largest = max(
            (code for slug in rookery.slugs() if (code := code_of(rookery.load(slug)))), key=lambda it: len(it.text)
        )
        question = f"GET /code/{largest.name} HTTP/1.1\r\nhost: x\r\n\r\n"  # the answers are more than a system keeps
        line.sendall(MAX_PIPELINED_REQUESTS * question.encode())
        watched = select.poll()
        watched.register(line, 0)  # whether it has been hung up, without reading
        assert watched.poll(20_000), "uvicorn would wait for ever, and the system for a minute"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with started(
        tmp_path_factory.mktemp("slow") / "t.sqlite3",
        ROOKERY_HEADER_TIMEOUT="0.5",
        ROOKERY_BODY_TIMEOUT="0.5",
        ROOKERY_ANSWER_TIMEOUT="0.5",
        ROOKERY_TRUSTED_PROXIES="127.0.0.1",
        ROOKERY_REQUESTS_PER_ADDRESS="1000/minute",
    ) as (_, link):
        yield link


# ── Behind a proxy ───────────────────────────────────────────────────────────
SECURE = "strict-transport-security"


def test_a_proxy_that_is_trusted_says_who_asks_and_how(impatient: str) -> None:
    _, headers = ask(f"{impatient}health", **{"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"})
    assert "max-age" in headers[SECURE]
    _, headers = ask(f"{impatient}health")
    assert SECURE not in headers


def test_one_that_is_not_is_not_believed(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite3", ROOKERY_REQUESTS_PER_ADDRESS="2/day") as (_, link):
        claims = [{"X-Forwarded-For": f"192.0.2.{part}", "X-Forwarded-Proto": "https"} for part in range(3)]
        assert all(SECURE not in ask(f"{link}api/status", **claim)[1] for claim in claims[:2])
        with pytest.raises(urllib.error.HTTPError, match="429") as refused:
            ask(f"{link}api/status", **claims[2])
        refused.value.close()
