"""Limits by address, and pages of other sites."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

import rookery
from rookery.core.errors import MissingExtra, UnknownOption
from rookery.server.config import Config, read, read_rate
from rookery.server.errors import TooBusy
from rookery.server.quota import rate_limit
from rookery.server.quota.addresses import address_of, is_local
from rookery.server.quota.rate_limit import AddressQuota, RateLimiter
from rookery.server.rooms.open_manager import open_bus
from rookery.server.storage.store import Store
from tests.often import KINDS
from tests.server.support.app_client import Page, few, new_table, opened, page, play_out

ANY = KINDS[0]  # none of this depends on the game
# limits here are of a day: one of a minute would let in one more while a test runs
ORDER = {"game": ANY, "seats": [{}] * few(rookery.load(ANY))}


def calling(host: str | None, **headers: str) -> HTTPConnection:
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "client": host and (host, 1), "headers": lines})


def from_elsewhere(client: TestClient) -> TestClient:
    return TestClient(client.app, client=("192.0.2.9", 1))


# ── Who counts as one ────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("host", "one"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
def test_a_home_is_one_address(host: str | None, one: str) -> None:
    assert address_of(calling(host)) == one


def test_this_machine_is_local_and_a_proxy_on_it_is_not() -> None:
    assert is_local(calling("127.0.0.1"))
    assert is_local(calling("::1"))
    assert not is_local(calling("192.0.2.7"))
    assert not is_local(calling(None))
    for header in ("x_forwarded_for", "forwarded", "x_real_ip", "via"):
        assert not is_local(calling("127.0.0.1", **{header: "192.0.2.7"}))


# ── Limits ───────────────────────────────────────────────────────────────────
def test_requests_are_limited_by_address(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", requests_per_address="3/day") as client:
        answers = [client.get("/api/games") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "TooBusy"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 86_400
        assert "content-security-policy" in answers[-1].headers
        assert from_elsewhere(client).get("/api/games").status_code == 200
        watching = TestClient(client.app, client=("127.0.0.1", 1))
        assert watching.get("/health").status_code == 200, "who watches over a server asks again and again"


def test_tables_made_are_limited_by_address(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", tables_per_address="2/day") as client:
        answers = [client.post("/api/tables", json=ORDER) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert 0 < int(answers[-1].headers["retry-after"]) <= 86_400
        assert from_elsewhere(client).post("/api/tables", json=ORDER).status_code == 201


def test_open_seats_taken_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is stored for ever, as a table is, and nobody should take them all."""
    monkeypatch.setattr("rookery.server.commands.people.SEAT_HOLD_MS", 0)
    with opened(tmp_path / "t.sqlite3", tables_per_address="2/day") as client:
        open_seat = {"kind": "person", "open": True}
        table, _ = new_table(client, ANY, begin=False, seats=[open_seat] * few(rookery.load(ANY)))
        answers = [client.post(f"/api/tables/{table}/seats/0", json={}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[-1].json()["code"] == "TooBusy"
        assert from_elsewhere(client).post(f"/api/tables/{table}/seats/0", json={}).status_code == 201


def test_who_tries_keys_is_shown_out_and_not_let_in_again(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", failures_per_address="3/day") as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as guesser:
            for _ in range(3):
                assert guesser.refused("hello", keys=["x"]) == "UnknownKey"
            guesser.say("hello", keys=["x"])
            with pytest.raises(WebSocketDisconnect):
                hear_on(guesser)
        with pytest.raises(WebSocketDenialResponse) as refused, page(client, table):
            pass
        assert (refused.value.status_code, refused.value.json()["code"]) == (429, "TooBusy")
        with page(from_elsewhere(client), table) as player:
            player.hello(*keys)


def hear_on(guesser: Page) -> None:
    """Read until the connection breaks. Raises WebSocketDisconnect."""
    while True:
        guesser.hear("refused")


def test_pages_open_at_a_time_are_limited_by_address(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", sockets_per_address=2) as client:
        table, _ = new_table(client, ANY)
        with page(client, table) as one, page(client, table) as two:
            one.hello()
            two.hello()
            with pytest.raises(WebSocketDenialResponse) as refused, page(client, table):
                pass
            assert (refused.value.status_code, refused.value.headers["retry-after"]) == (429, "10")
            with page(from_elsewhere(client), table) as other:
                other.hello()
        with page(client, table) as again:
            again.hello()


def test_messages_are_limited_by_address_over_all_its_pages(tmp_path: Path) -> None:
    """Otherwise an address with hundreds of pages, or one that keeps reconnecting, could monopolise the server."""
    with opened(tmp_path / "t.sqlite3", messages_per_address=0.5) as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as one, page(client, table) as two:
            one.hello()
            two.hello()
            for _ in range(3):
                two.say("look", ply=0)
            assert "refused" in [two.hear("looked", "refused")["type"] for _ in range(3)]
            assert one.refused("look", ply=0) == "TooBusy"
            with page(client, table) as again:
                assert again.refused("hello", keys=keys) == "TooBusy"
            with page(from_elsewhere(client), table) as other:
                other.hello(*keys)


def test_a_crowd_of_addresses_is_not_looked_through_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses with something left to pay stay, and each new one costs about the same; idle ones are forgotten."""
    monkeypatch.setattr(rate_limit, "MIN_REMEMBERED_ADDRESSES", 100)
    limiter, looks, crowd = RateLimiter(Config()), [0], 800
    is_idle = vars(AddressQuota)["idle"].fget

    def looked_at(quota: AddressQuota) -> bool:
        looks[0] += 1
        return bool(is_idle(quota))

    monkeypatch.setattr(AddressQuota, "idle", property(looked_at))
    # on a slow machine the first ones have paid before the last one comes
    monkeypatch.setattr("rookery.server.quota.token_bucket.time.monotonic", lambda: 0.0)
    for number in range(crowd):
        limiter.quota(f"busy {number}").failures.take()
    assert looks[0] < 2 * crowd
    assert not limiter.quota("busy 0").failures.full, "it is remembered"
    monkeypatch.setattr(AddressQuota, "idle", property(lambda quota: True))
    for number in range(2 * crowd):
        limiter.quota(f"idle {number}")
    assert len(limiter._quotas) < 2 * crowd


def test_who_comes_back_has_not_forgotten_how_much_was_said(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        table, _ = new_table(client, ANY)
        said = []
        for _ in range(8):
            with page(client, table) as spectator:
                spectator.hello()
                for _ in range(10):
                    spectator.say("say", text="hello")
                said += [spectator.hear("chat", "refused")["type"] for _ in range(10)]
    assert 50 <= said.count("chat") < 75


def test_pages_are_opened_as_often_as_anything_is_asked(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", requests_per_address="3/day") as client:
        table, _ = new_table(client, ANY)  # two: it was asked for, and somebody sat down
        with page(client, table) as player:
            player.hello()
        with pytest.raises(WebSocketDenialResponse) as refused, page(client, table):
            pass
        assert (refused.value.status_code, refused.value.json()["code"]) == (429, "TooBusy")


def test_a_rematch_is_a_table_that_is_made(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", tables_per_address="1/day") as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as player:
            moment = play_out(player, player.hello(*keys)["moment"])
            assert moment["over"]
            player.say("rematch")
            player.say("look", ply=0)  # answered last
            assert player.hear("refused", "looked")["code"] == "TooBusy"
        with page(from_elsewhere(client), table) as player:
            player.hello(*keys)
            player.rematch()


def test_what_is_not_limited(tmp_path: Path) -> None:
    unlimited: dict[str, Any] = dict.fromkeys(
        ("requests_per_address", "tables_per_address", "failures_per_address"), ""
    ) | {"sockets_per_address": 0, "messages_per_address": 0}
    with opened(tmp_path / "t.sqlite3", **unlimited) as client:
        table, _ = new_table(client, ANY)
        with page(client, table) as player:
            assert player.refused("hello", keys=["x"]) == "UnknownKey"
            player.hello()


def test_a_full_house_lets_go_of_tables_nobody_looks_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path / "t.sqlite3", max_tables=2) as client:
        tables = [new_table(client, ANY)[0] for _ in range(2)]
        with page(client, tables[0]) as player:
            player.hello()
            answer = client.post("/api/tables", json=ORDER)
            assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (429, "TooBusy", "60")
            monkeypatch.setattr("rookery.server.rooms.table_manager.NEW_TABLE_GRACE", 0.0)
            third, _ = new_table(client, ANY)
            assert client.get("/api/status").json()["tables"] == 2
        for table in (tables[1], third):  # it comes back when somebody asks
            assert client.get(f"/api/tables/{table}").status_code == 200


def test_a_rate_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(UnknownOption, match=r"\$ROOKERY_TABLES_PER_ADDRESS = 'many' cannot be used: Expected a rate"):
        read({"ROOKERY_TABLES_PER_ADDRESS": "many"})
    assert read({"ROOKERY_TABLES_PER_ADDRESS": ""}).tables_per_address == ""
    for written, read_as in (("3000/minute", (3000, 60)), ("5 per 2 Hours", (5, 7200)), (" 1/day ", (1, 86_400))):
        assert read_rate(written) == read_as


def test_a_limit_is_a_burst_and_then_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("rookery.server.quota.token_bucket.time.monotonic", lambda: now)
    requests = RateLimiter(Config(requests_per_address="2/minute")).quota("192.0.2.7").requests
    for seconds in (0.0, 0.0, 30.0, 30.0):
        now += seconds
        requests.take()
        requests.full  # noqa: B018  # to look changes nothing
    with pytest.raises(TooBusy, match=r"too many requests .* 2/minute are allowed; try again in 30 seconds") as refused:
        requests.take()
    assert refused.value.wait == 30


@pytest.mark.parametrize(
    ("opened", "asks"),
    [
        ("redis", lambda: open_bus("redis://a-password@somewhere")),
        ("psycopg", lambda: Store("postgresql://ann:a-password@somewhere/games")),
    ],
)
def test_a_client_that_is_missing_is_one_sentence(
    opened: str, asks: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == opened]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, opened, None)
    for ours in ("rookery.server.cluster.redis_bus", "rookery.server.storage.postgres"):
        monkeypatch.delitem(sys.modules, ours, raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'rookery-parlour\[scale\]'") as caught:
        asks()
    assert "a-password" not in str(caught.value)


# ── Other sites ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        ("http://testserver", True),
        ("https://testserver", True),  # a proxy in front of it speaks TLS
        ("", True),  # a program
        ("https://friend.example", True),
        ("https://evil.example", False),
        ("https://testserver.evil.example", False),
        ("http://testserver:8000", False),
        ("null", False),
        ("http://[", False),  # no address at all
        ("http://testserver/x", False),
        ("x://testserver", False),
    ],
)
def test_only_pages_of_this_site_open_a_socket_or_make_a_table(tmp_path: Path, origin: str, let_in: bool) -> None:
    headers = {"origin": origin} if origin else {}
    with opened(tmp_path / "t.sqlite3", origins="https://Friend.example/, https://other.example") as client:
        table, _ = new_table(client, ANY)
        made = client.post("/api/tables", json=ORDER, headers=headers)
        assert made.status_code == (201 if let_in else 403)
        if let_in:
            with client.websocket_connect(f"/ws/{table}", headers=headers) as socket:
                socket.send_json({"type": "hello"})
                assert socket.receive_json()["type"] == "welcome"
        else:
            assert made.json()["code"] == "OtherSite"
            with pytest.raises(WebSocketDenialResponse) as refused:
                client.websocket_connect(f"/ws/{table}", headers=headers).__enter__()
            assert refused.value.status_code == 403
        assert client.get("/api/games", headers=headers).status_code == 200, "reading is nobody's harm"


def test_with_a_site_of_its_own_no_host_makes_a_page_ours(tmp_path: Path) -> None:
    """Of a name that somebody let point to this server."""
    with opened(tmp_path / "t.sqlite3", site="https://example.org", origins="https://friend.example") as client:
        table, _ = new_table(client, ANY)
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        assert client.post("/api/tables", json=ORDER, headers=evil).json()["code"] == "OtherSite"
        with pytest.raises(WebSocketDenialResponse):
            client.websocket_connect(f"/ws/{table}", headers=evil).__enter__()
        for ours in ("https://example.org", "https://friend.example"):
            assert client.post("/api/tables", json=ORDER, headers={"origin": ours}).status_code == 201


def test_a_site_that_is_reached_by_https_has_no_pages_by_http(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        for origin, status in (("https://testserver", 201), ("http://testserver", 403)):
            answer = client.post("https://testserver/api/tables", json=ORDER, headers={"origin": origin})
            assert answer.status_code == status
