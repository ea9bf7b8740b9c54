"""What only a real socket shows: pages that stop reading, frames that are too long, bytes that are not UTF-8."""

import asyncio
import contextlib
import json
import socket
import struct
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import rookery
from rookery.server.http.uvicorn_http import CONNECTIONS_PER_PAGE
from rookery.server.wire.messages import PING as PAGE_PING
from rookery.server.wire.messages import PROTOCOL
from rookery.server.ws.uvicorn_ws import LOOSE_FRAME_BURST, MAX_MESSAGE_PARTS, SIGN_BURST, SIGN_RATE
from tests.often import KINDS
from tests.server.support.drawing_page import DrawingPage
from tests.server.support.process import asked as ordered
from tests.server.support.process import started

ANY = KINDS[0]  # none of this depends on the game


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with started(tmp_path_factory.mktemp("wire") / "t.sqlite3") as (process, link):
        yield link
        process.terminate()
        assert "Traceback" not in process.stderr.read()


def new_table(link: str) -> tuple[str, list[str]]:
    order = {"game": ANY, "seats": [{}] * rookery.load(ANY).facts.players[0]}
    links = ordered(link, "api/tables", order)
    return f"{link.replace('http', 'ws')}ws/{links['table']}", [seat["key"] for seat in links["seats"]]


async def ask(socket: ClientConnection, kind: str, **fields: Any) -> Any:
    """Send a message. Returns the first answer that is not a message which may come at any time."""
    await socket.send(json.dumps({"type": kind, **fields}))
    while (message := json.loads(await socket.recv()))["type"] == "tabled":
        pass
    return message


async def read_on(socket: ClientConnection) -> None:
    """Read until the connection breaks. Raises ConnectionClosed."""
    async with asyncio.timeout(30):
        while True:
            await socket.recv()


@pytest.mark.anyio
async def test_a_page_that_stops_reading_is_shown_out_and_holds_nobody_up(link: str) -> None:
    address, keys = new_table(link)
    async with connect(address) as player, connect(address, max_queue=1, close_timeout=0.1) as deaf:
        moment = (await ask(player, "hello", keys=keys))["moment"]
        await deaf.send(json.dumps({"type": "hello", "keys": []}))
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:  # it asks and asks, and reads no answer, until the server hears it no more
                await asyncio.wait_for(deaf.send(json.dumps({"type": "look", "ply": 0})), 1.5)
        action = moment["scene"]["choices"][0]["action"]
        assert (await ask(player, "move", seat=moment["mover"], ply=moment["ply"], action=action))["type"] == "moved"
        with pytest.raises(ConnectionClosed):
            await read_on(deaf)


@pytest.mark.anyio
async def test_a_frame_beyond_all_messages_ends_the_connection(link: str) -> None:
    address, keys = new_table(link)
    async with connect(address) as player:
        assert (await ask(player, "hello", keys=keys))["type"] == "welcome"
        await player.send(" " * 1_000_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            await read_on(player)


PART, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10  # PART: of a message
TRY_AGAIN_LATER, POLICY_VIOLATION = 1013, 1008  # codes of closing frames
UNREADABLE = 'rookery_refusals_total{code="UnreadableMessage"}'
MANY = 10_000  # frames: a tenth of a second of them


def frame(kind: int, data: bytes) -> bytes:
    """A frame as no browser sends it, masked with zeros."""
    return whole(kind, data) if kind > TEXT else bytes([kind, 0x80 | len(data), 0, 0, 0, 0]) + data


def whole(kind: int, data: bytes = b"") -> bytes:
    """Of one frame."""
    return bytes([0x80 | kind, 0x80 | len(data), 0, 0, 0, 0]) + data


def connected(address: str) -> socket.socket:
    host, port = address.split("/")[2].split(":")
    return socket.create_connection((host, int(port)), 10)


@contextlib.contextmanager
def knocked(address: str, more: str = "") -> Iterator[socket.socket]:
    """A raw WebSocket handshake that is not accepted yet, without a library. `more`: headers."""
    with connected(address) as line:
        path = "/" + address.split("/", 3)[3]
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: rookery\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield line


@contextlib.contextmanager
def bare(address: str) -> Iterator[socket.socket]:
    with knocked(address) as line:
        assert b" 101 " in line.recv(4096)
        yield line


@pytest.mark.parametrize("work", ["0", "30"])
def test_pages_that_are_not_let_in_are_no_error(tmp_path: Path, work: str) -> None:
    """Whether the server refuses them or they leave first: otherwise anybody could fill the log."""
    settings = {"ROOKERY_SOCKETS_PER_ADDRESS": "1", "ROOKERY_WORK_PER_ADDRESS": work, "ROOKERY_LOG": "json"}
    with started(tmp_path / "t.sqlite3", **settings, ROOKERY_LOG_LEVEL="info", ROOKERY_SLOW_REQUEST="60") as (
        process,
        link,
    ):
        address, _ = new_table(link)
        with bare(address):
            for _ in range(20):
                with knocked(address, "Origin: https://elsewhere.example\r\n") as stranger:
                    assert b" 403 " in stranger.recv(4096)
                with knocked(address) as second:
                    assert b" 429 " in second.recv(4096)
                with knocked(address) as hasty:
                    hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # cut, not closed
                with knocked(address):
                    pass
        for _ in range(20):
            with knocked(address):
                pass
        process.terminate()
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]
    assert lines
    told = [line for line in lines if line["level"] not in ("info", "debug")]
    assert [line for line in told if "stood still" not in line["event"]] == [], "which a busy machine may let it do"


@pytest.mark.parametrize("kind", [PART, PING, PONG, CLOSE])
def test_frames_that_say_nothing_end_the_connection(link: str, kind: int) -> None:
    """Unread pongs and messages of endless parts would fill the memory."""
    address, _ = new_table(link)
    with bare(address) as line:
        line.sendall(frame(1, b"{"))
        with contextlib.suppress(ConnectionError):  # cut while we spoke, or after it
            line.sendall(frame(kind, b"") * MANY)
            while line.recv(65_536):
                pass


SIGNS = {"ping": whole(PING), "pong nobody asked for": whole(PONG), "page's ping": whole(TEXT, PAGE_PING.encode())}
SLACK = int(5 * SIGN_RATE)  # what five seconds of a busy machine allow


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_who_asks_for_signs_of_life_too_often_is_told_so_and_shown_out(link: str, sign: bytes) -> None:
    address, _ = new_table(link)
    said = farewell(address, sign * SIGN_BURST)
    assert b"TooBusy" not in said
    said = farewell(address, sign * (SIGN_BURST + SLACK))
    assert b'"code":"TooBusy","words":"too many pings' in said
    assert said.endswith(goodbye(TRY_AGAIN_LATER, b"TooBusy"))


def test_a_message_has_few_parts(link: str) -> None:
    address, _ = new_table(link)
    for parts in (MAX_MESSAGE_PARTS, MAX_MESSAGE_PARTS + 1):
        said = farewell(address, frame(TEXT, b"{") + frame(PART, b"") * (parts - 2) + whole(PART, b"}"))
        assert b'"code":"UnreadableMessage"' in said, "of the session or of the connection"
        assert said.endswith(goodbye(POLICY_VIOLATION, b"UnreadableMessage")) == (parts > MAX_MESSAGE_PARTS)
    several = (frame(TEXT, b"") + frame(PART, b"") * 99 + whole(PART)) * (LOOSE_FRAME_BURST // 100 + 2)
    assert farewell(address, several).endswith(goodbye(TRY_AGAIN_LATER, b"TooBusy"))


def farewell(address: str, frames: bytes) -> bytes:
    """All that the server says to these frames, until it or, when it has nothing more to say, the page leaves."""
    said = b""
    with bare(address) as line:
        line.sendall(frames)
        line.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while more := line.recv(65_536):
                said += more
    return said


def goodbye(code: int, why: bytes) -> bytes:
    """A closing frame of the server."""
    return bytes([0x80 | CLOSE, 2 + len(why)]) + struct.pack("!H", code) + why


@pytest.mark.parametrize("kind", [TEXT, BINARY])
def test_who_never_says_hello_is_shown_out_however_much_is_said(tmp_path: Path, kind: int) -> None:
    """Messages that wait to be read do not extend the deadline."""
    limits = {"ROOKERY_HELLO_TIMEOUT": "0.5", "ROOKERY_WORK_PER_ADDRESS": "250"}
    with started(tmp_path / "t.sqlite3", **limits) as (_, link):
        address, _ = new_table(link)
        with bare(address) as line:
            line.settimeout(5)  # to refuse all of it takes twenty seconds
            with contextlib.suppress(ConnectionError):
                line.sendall(whole(kind) * MANY)
                while line.recv(65_536):
                    pass


def test_what_cannot_be_read_is_counted_and_is_no_line_of_the_log(tmp_path: Path) -> None:
    """Otherwise anybody could fill it."""
    settings = {"ROOKERY_LOG": "json", "ROOKERY_LOG_LEVEL": "info", "ROOKERY_SLOW_REQUEST": "60"}
    broken = whole(TEXT, b"\xff\xfe")
    with started(tmp_path / "t.sqlite3", **settings) as (process, link):
        address, _ = new_table(link)
        said = [
            broken * 3,
            frame(TEXT, b"\xc3") + whole(PART, b"("),
            broken + whole(CLOSE, struct.pack("!H", 1000)),  # when it is read, the page has left
            b"\xff" * 6,
        ]
        before = scraped(link)
        for frames in said:
            farewell(address, frames)
        for request in ("NOBODY KNOWS\r\n\r\n", "GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n"):
            assert b" 400 " in asked(link, request)
        upgrade = "Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
        assert b" 200 " in asked(link, f"GET /health HTTP/1.1\r\n{upgrade}")
        assert number(scraped(link), UNREADABLE) == number(before, UNREADABLE) + len(said) + 2
        process.terminate()
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]
    assert lines
    assert [line for line in lines if line["level"] not in ("info", "debug")] == []


def scraped(link: str) -> str:
    with urllib.request.urlopen(f"{link}metrics") as answer:
        return str(answer.read(), "utf-8")


def test_connections_of_one_address_have_an_end(tmp_path: Path) -> None:
    """Each may have a request waiting. WebSockets count, and closed connections do not."""
    with started(tmp_path / "t.sqlite3", ROOKERY_SOCKETS_PER_ADDRESS="2") as (_, link):
        address, _ = new_table(link)
        for _ in range(2):
            with bare(address), contextlib.ExitStack() as silent:
                for _ in range(2 * CONNECTIONS_PER_PAGE):  # one too many, with the page's own
                    silent.enter_context(connected(link))
                assert not answered(link)
            deadline = time.monotonic() + 10
            while not answered(link):  # until the server has seen that they are gone
                assert time.monotonic() < deadline
                time.sleep(0.02)


def test_proxies_have_as_many_connections_as_they_want(tmp_path: Path) -> None:
    settings = {"ROOKERY_SOCKETS_PER_ADDRESS": "1", "ROOKERY_TRUSTED_PROXIES": "127.0.0.1"}
    with started(tmp_path / "t.sqlite3", **settings) as (_, link), contextlib.ExitStack() as silent:
        for _ in range(2 * CONNECTIONS_PER_PAGE):
            silent.enter_context(connected(link))
        assert answered(link)


def answered(link: str) -> bool:
    with contextlib.suppress(ConnectionError):
        return b" 200 " in asked(link, "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return False


@pytest.mark.anyio
async def test_a_page_may_ask_now_and_then_whether_we_are_there(link: str) -> None:
    address, keys = new_table(link)
    async with connect(address) as player:
        for _ in range(SIGN_BURST):
            await asyncio.wait_for(await player.ping(), 30)
        await player.send([*json.dumps({"type": "hello", "keys": keys})])  # letter by letter
        assert json.loads(await player.recv())["type"] == "welcome"


@pytest.mark.anyio
async def test_bytes_that_are_no_text_end_the_connection(link: str) -> None:
    address, keys = new_table(link)
    async with connect(address) as player:
        assert (await ask(player, "hello", keys=keys))["type"] == "welcome"
        await player.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed, match="1007"):
            await read_on(player)


def asked(link: str, request: str) -> bytes:
    """The answer to a request that is sent literally."""
    with connected(link) as line:
        line.sendall(request.encode())
        return line.recv(65_536)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ("X: " + "a" * 9_000, b"431"),
        ("\r\n".join(f"X{number}: 1" for number in range(200)), b"431"),
        ("Content-Length: 5", b"400"),
    ],
    ids=["a long line", "many lines", "a body"],
)
def test_a_page_whose_first_words_cannot_be_read_is_not_kept_waiting(link: str, more: str, status: bytes) -> None:
    lines = ["GET /ws/x HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    answer = asked(link, "\r\n".join([*lines, "Sec-WebSocket-Key: " + "A" * 22 + "==", more, "", ""]))
    assert answer.split()[1:2] == [status]


def test_a_post_that_hangs_up_is_no_fault_of_ours(link: str) -> None:
    """The fixture looks for a traceback in the end."""
    before = scraped(link)
    for _ in range(3):
        with connected(link) as line:
            line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if number(scraped(link), UNREADABLE) == number(before, UNREADABLE) + 3:
            return
        time.sleep(0.02)
    raise AssertionError("these requests were not refused by name")


def number(scraped: str, name: str) -> float:
    """A figure of /metrics; 0 where it is not there yet."""
    return next((float(line.split()[-1]) for line in scraped.splitlines() if line.startswith(name)), 0.0)


@pytest.mark.parametrize(
    ("request_line", "hosts", "status"),
    [("HTTP/1.1", 1, 200), ("HTTP/1.1", 0, 400), ("HTTP/1.1", 2, 400), ("HTTP/1.0", 0, 200)],
)
def test_a_request_names_one_host(link: str, request_line: str, hosts: int, status: int) -> None:
    lines = [f"GET /health {request_line}", *["Host: x"] * hosts, "Connection: close", "", ""]
    assert asked(link, "\r\n".join(lines)).split()[1] == str(status).encode()


@pytest.mark.anyio
async def test_no_message_is_compressed(link: str) -> None:
    """A window costs 40 KB a page, and the length of a compressed message tells something of secrets beside texts."""
    address, keys = new_table(link)
    async with connect(address, compression="deflate") as player:
        drawing = DrawingPage()
        welcome = drawing.whole(await ask(player, "hello", keys=keys, client_seed="ab", draws=True, protocol=PROTOCOL))
        assert welcome["type"] == "welcome", welcome
        moment = welcome["moment"]
        while moment["mover"] is None:
            moment = drawing.whole(json.loads(await player.recv()))["moment"]
        action = moment["scene"]["choices"][0]["action"]
        told = await ask(player, "move", seat=moment["mover"], ply=moment["ply"], action=action)
        assert (told["type"], told["ply"]) == ("changed", moment["ply"] + len(told["moves"]))
        assert not player.protocol.extensions
