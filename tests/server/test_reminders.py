"""People who have no page open are told of their turns at a webhook or in their browser: once a turn, nowhere that the
operator has not named, and never in the way of a move."""

import asyncio
import base64
import contextlib
import json
import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

import rookery
from rookery.core.errors import ForbiddenAddress, UnknownOption
from rookery.server import asks, push
from rookery.server.bell import Bell
from rookery.server.events import Reminds, Subscribed
from rookery.server.ledger import stamped
from rookery.server.push import Push, open_push
from rookery.server.reminders import Hosts, carried, of
from tests.server.house import Page, few, new_table, opened, page, table_of
from tests.server.test_clocks import DUEL

GRACE = 0.1  # seconds
QUIET = 0.6  # after which nothing more comes
SOON = 10.0


class Told(ThreadingHTTPServer):
    """A service elsewhere, that keeps what it is told."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Listener)
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 204
        self.held = threading.Event()  # it answers when this is set
        self.held.set()

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def waited(self, count: int) -> list[tuple[str, dict[str, str], bytes]]:
        """All that was heard, when it is so much, and no more after that."""
        end = time.monotonic() + SOON
        while len(self.heard) < count and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(QUIET)
        assert len(self.heard) == count
        return self.heard


class Listener(BaseHTTPRequestHandler):
    server: Told

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.server.held.wait(SOON)
        with contextlib.suppress(OSError):
            self.send_response(self.server.status)
            self.send_header("location", f"{self.server.site}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

    do_GET = do_POST

    def log_message(self, *given: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Told]:
    server = Told()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.held.set()
    server.shutdown()
    thread.join()
    server.server_close()


@contextlib.contextmanager
def alone(
    folder: Path, service: Told, say: Callable[[Page, int], None]
) -> Iterator[tuple[Page, Callable[[], Any], Any]]:
    """A table of two, where one has asked for reminders and left. The page of the other, a way to come back, and the
    moment: it is the other's turn."""
    names = {"webhooks": service.site, "push_hosts": service.site, "remind_after": GRACE}
    with opened(folder / "t.sqlite3", **names) as client:
        name, keys = new_table(client, DUEL)
        with page(client, name) as other:
            moment = other.hello(*keys)["moment"]
            me = 1 - moment["mover"]
            other.hello(keys[1 - me])
            with page(client, name) as mine:
                mine.hello(keys[me])
                say(mine, me)
                card = mine.hear("tabled")["table"]["seats"]
                assert [seat["webhook"] for seat in card].count("") >= 1
            while other.hear("tabled")["table"]["seats"][me]["here"]:
                pass
            yield other, lambda: page(client, name), (moment, keys[me], name)


def hook(service: Told) -> Callable[[Page, int], None]:
    return lambda mine, seat: mine.say("remind", seat=seat, webhook=f"{service.site}/hook/s3cret")


def test_one_is_told_once_a_turn_and_not_while_there(tmp_path: Path, service: Told) -> None:
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, name)):
        moment = other.move(moment)
        path, _, body = service.waited(1)[0]
        said = json.loads(body)
        game = rookery.load(DUEL).facts.name
        assert path == "/hook/s3cret"
        assert (said["game"], said["table"], said["seat"]) == (DUEL, name, moment["mover"])
        assert said["link"] == f"http://testserver/t/{name}"
        assert said["text"] == said["content"]
        assert said["text"].startswith(f"Your turn at {game}. ")
        assert key not in body.decode()
        with open_page() as mine:
            mine.move(mine.hello(key)["moment"])
            other.move(other.settled())
            service.waited(1)  # I am there
            mine.move(mine.settled())
            moment = other.settled()
        while other.hear("tabled")["table"]["seats"][1 - moment["mover"]]["here"]:
            pass
        other.move(moment)
        service.waited(2)


def test_who_is_back_at_once_is_not_told(tmp_path: Path, service: Told) -> None:
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, _)):
        other.move(moment)
        with open_page() as mine:
            mine.hello(key)
            service.waited(0)


def test_redirects_are_not_followed_and_paths_are_in_no_log(
    tmp_path: Path, service: Told, caplog: pytest.LogCaptureFixture
) -> None:
    service.status = 307
    caplog.set_level(logging.DEBUG, "rookery")
    with alone(tmp_path, service, hook(service)) as (other, _, (moment, _, _)):
        other.move(moment)
        assert [path for path, _, _ in service.waited(1)] == ["/hook/s3cret"]
    [line] = [record for record in caplog.records if "did not arrive" in record.message]
    assert vars(line)["why"] == "status 307"
    assert not [record for record in caplog.records if "s3cret" in str(vars(record))]


def test_a_slow_hook_is_in_nobodys_way(tmp_path: Path, service: Told) -> None:
    service.held.clear()
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, _)):
        other.move(moment)
        while not service.heard:
            time.sleep(0.01)
        with open_page() as mine:
            start = time.monotonic()
            mine.move(mine.hello(key)["moment"])
            for _ in range(2):
                other.move(other.settled())
                mine.move(mine.settled())
            assert time.monotonic() - start < SOON / 2
            assert not service.held.is_set()
    # and the server stops while it still waits


def test_what_is_asked_for_elsewhere_is_refused(tmp_path: Path, service: Told) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        card = client.get("/api/reminders").json()
        assert card["webhooks"] == ["hooks.slack.com", "discord.com"]
        name, keys = new_table(client, DUEL)
        with page(client, name) as mine, page(client, name) as watcher:
            mine.hello(keys[0])
            watcher.hello()
            for where in (service.site, "http://hooks.slack.com/x", "https://hooks.slack.com.evil.org/x", "nonsense"):
                mine.say("remind", seat=0, webhook=where)
                refused = mine.hear("refused")
                assert refused["code"] == "ForbiddenAddress"
                assert "hooks.slack.com and discord.com" in refused["words"]
            assert mine.refused("subscribe", seat=0, endpoint=service.site, p256dh="AA") == "ForbiddenAddress"
            assert mine.refused("remind", seat=1, webhook="") == "UnknownKey"
            assert watcher.refused("remind", seat=0, webhook="https://discord.com/api") == "UnknownKey"
            mine.say("remind", seat=0, webhook="https://discord.com/api/1")
            assert mine.hear("tabled")["table"]["seats"][0]["webhook"] == "https://discord.com/api/1"
            assert watcher.hear("tabled")["table"]["seats"][0]["webhook"] == ""
            assert watcher.hello(keys[1])["table"]["seats"][0]["webhook"] == ""
            mine.say("remind", seat=0, webhook="")
            assert mine.hear("tabled")["table"]["seats"][0]["webhook"] == ""


ALLOWED = [
    "https://a.org/x", "https://A.ORG", "https://a.org:443/", "https://b.c.net/?q=1", "http://d.org/",
    "https://e.org:8443/x",
]  # fmt: skip
FORBIDDEN = [
    "http://a.org/x", "https://a.org:444/x", "https://x.a.org/", "https://a.org.evil.net/", "https://evil.net/a.org",
    "https://a.org@evil.net/", "https://evil.net\\@a.org/", "https://a.org\\@evil.net", "https://a.org#@evil.net/",
    "https://c.net/", "https://evilc.net/", "https://d.org/", "https://e.org/", "https://a.org/ x", "",
    "https://a.org/\n", "https://a.org/\u00fc", "https://a.org%2f@evil.net", "ftp://a.org/", "//a.org/",
    "https://127.0.0.1/", "https://a.org?x",
]  # fmt: skip


def test_the_server_speaks_to_named_hosts_only() -> None:
    hosts = Hosts("a.org, *.c.net, http://d.org, e.org:8443")
    for address in ALLOWED:
        hosts.check(address)
    for address in FORBIDDEN:
        with pytest.raises(ForbiddenAddress):
            hosts.check(address)
    for address in ALLOWED:
        with pytest.raises(ForbiddenAddress, match="none is allowed"):
            Hosts("").check(address)


# ── Web push ─────────────────────────────────────────────────────────────────
class Browser:
    """Keys as a browser makes them."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh = base64.urlsafe_b64encode(point).decode().rstrip("=")

    def subscribe(self, service: Told) -> Callable[[Page, int], None]:
        keys = {"p256dh": self.p256dh, "auth": base64.urlsafe_b64encode(self.auth).decode().rstrip("=")}
        return lambda mine, seat: mine.say("subscribe", seat=seat, endpoint=f"{service.site}/push/b1", **keys)

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def test_a_browser_is_told_what_only_it_can_read(tmp_path: Path, service: Told) -> None:
    browser = Browser()
    service.status = 201
    with alone(tmp_path, service, browser.subscribe(service)) as (other, open_page, (moment, key, name)):
        other.move(moment)
        path, headers, body = service.waited(1)[0]
        told = browser.read(body)
        game = rookery.load(DUEL).facts.name
        assert told == {"title": game, "words": f"Your turn at {game}", "table": name}
        assert (path, headers["content-encoding"], headers["ttl"]) == ("/push/b1", "aes128gcm", "86400")
        assert len(headers["topic"]) == 32
        assert Vapid02.verify(headers["authorization"])
        service.status = 410  # the browser is gone, and is told no more
        for heard in (2, 2):
            with open_page() as mine:
                mine.move(mine.hello(key)["moment"])
                moment = other.settled()
            while other.hear("tabled")["table"]["seats"][1 - moment["mover"]]["here"]:
                pass
            other.move(moment)
            service.waited(heard)
    kept = tmp_path / "t.push-key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_keys_that_are_none_are_forgotten(tmp_path: Path, service: Told) -> None:
    def say(mine: Page, seat: int) -> None:
        mine.say("subscribe", seat=seat, endpoint=f"{service.site}/x", p256dh="AAAA")

    with alone(tmp_path, service, say) as (other, _, (moment, _, _)):
        other.move(moment)
        service.waited(0)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("t.sqlite3*"))
    assert kept.count(b'"subscribed"') == 2, "subscribed, and forgotten"


def test_the_key_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = (open_push("", tmp_path / "t.sqlite3") for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.public == again.public != Push(os.urandom(32)).public
    key = (tmp_path / "t.push-key").read_text()
    named = open_push(key, "postgresql://x/y")
    assert named is not None
    assert named.public == first.public
    assert open_push("", "postgresql://x/y") is None
    for wrong in ("x", "A" * 43, "A" * 60):
        with pytest.raises(UnknownOption, match="ROOKERY_PUSH_KEY"):
            open_push(wrong, "")
    monkeypatch.setattr(push, "http_ece", None)
    assert open_push("", tmp_path / "t.sqlite3") is None


# ── Without a server ─────────────────────────────────────────────────────────
def test_what_is_asked_for_moves_on_with_the_seats() -> None:
    game = rookery.load(DUEL)
    table = table_of(game, few(game))
    table.add([Reminds(seat, f"https://a.org/{seat}", "s") for seat in (0, 1)])
    table.add([Subscribed(1, "e", "p", "a", "s")])
    table.add([Subscribed(0, f"e{number}", "p", "a", "s") for number in range(9)])
    assert [getattr(to, "endpoint", "") for to in of(table, 0)] == ["", "e5", "e6", "e7", "e8"], "not ever more"
    after = table_of(game, few(game))
    after.add(carried(table))
    for seat in (0, 1):
        moved = [msgspec.structs.replace(to, seat=1 - seat) for to in of(table, seat)]
        assert of(after, 1 - seat) == moved
    table.add([Reminds(0, ""), Subscribed(1, "e")])
    assert [len(of(table, seat)) for seat in (0, 1)] == [4, 1]


class Belfry:
    """What a bell needs, and what it has told."""

    grace = 0.0

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.here: set[int] = set()

    def send(self, table: Any, seat: int, *given: Any) -> None:
        self.sent.append(seat)


@pytest.mark.anyio
async def test_a_dead_line_is_no_page() -> None:
    """Whose computer fell asleep seemed to be there when the turn began."""
    game, tower = rookery.load(DUEL), Belfry()
    table = table_of(game, few(game))
    table.add([Reminds(seat, "https://a.org/") for seat in (0, 1)])
    tower.here = {0, 1}
    bell = Bell(table, tower, lambda: tower.here, None)  # type: ignore[arg-type]
    bell.listen(own=True)
    assert not bell.waiting, "turns of earlier are not rung for"
    table.add(stamped(asks.play(table, table.position.legal_actions[0])))
    bell.listen(own=True)
    assert bell.waiting
    await asyncio.sleep(0.02)
    assert (tower.sent, bell.waiting) == ([], False)
    mover = table.thinking
    assert mover is not None
    tower.here = set()
    bell.lost((1 - mover,))
    assert not bell.waiting
    for _ in range(2):
        bell.lost((mover,))
        await asyncio.sleep(0.02)
    assert tower.sent == [mover]
    table.add(stamped(asks.play(table, table.position.legal_actions[0])))
    bell.listen(own=False)
    assert not bell.waiting, "the process that has written it rings"
