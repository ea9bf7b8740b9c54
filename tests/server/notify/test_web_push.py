"""Web push reminds people without an open page of their turns, with messages that only their browser can read."""

import base64
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

import rookery
from rookery.core.errors import UnknownOption
from rookery.server.errors import StoreTrouble
from rookery.server.notify.web_push import WebPush, open_push
from tests.server.notify.fake_services import Told, alone
from tests.server.support.app_client import Page, opened
from tests.server.table.test_clocks import DUEL


class Browser:
    """A browser with the keys that it makes."""

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
        service.status = 410  # the browser is gone, and gets no more messages
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


def test_with_a_damaged_key_browsers_are_kept(tmp_path: Path, service: Told, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "t.push-key"
    for damaged in ("x", "A" * 60, "\u00fc"):
        file.write_text(damaged, "utf-8")
        with pytest.raises(StoreTrouble, match=r"t\.push-key holds no key"):
            open_push("", tmp_path / "t.sqlite3")
    with alone(tmp_path, service, Browser().subscribe(service)) as (other, _, (moment, _, _)):
        other.move(moment)
        service.waited(0)
    kept = b"".join(data.read_bytes() for data in tmp_path.glob("t.sqlite3*"))
    assert kept.count(b'"subscribed"') == 1, "not forgotten"
    assert file.read_text("utf-8") == damaged
    assert "holds no key" in caplog.text
    with opened(tmp_path / "t.sqlite3") as client:
        assert client.get("/api/reminders").json()["push"] == "", "not offered"


def test_the_key_stays(tmp_path: Path) -> None:
    first, again = (open_push("", tmp_path / "t.sqlite3") for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.public == again.public != WebPush(os.urandom(32)).public
    key = (tmp_path / "t.push-key").read_text()
    named = open_push(key, "postgresql://x/y")
    assert named is not None
    assert named.public == first.public
    assert open_push("", "postgresql://x/y") is None
    for wrong in ("x", "A" * 43, "A" * 60, "B" * 22, "password"):
        with pytest.raises(UnknownOption, match="ROOKERY_PUSH_KEY"):
            open_push(wrong, "")
