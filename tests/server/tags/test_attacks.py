"""Whoever wants to act for somebody else's tag, or to keep the server busy, with requests that are well signed."""

import asyncio
import hashlib
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.api.routes import tag_routes
from rookery.server.api.signed import SignedRoute
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.storage.store import Store
from rookery.server.tags.personal_data import PersonalData
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.tag_device import Device, other_key, sent

SHORT = min(
    (slug for slug in rookery.slugs() if 2 in rookery.load(slug).facts.players),
    key=lambda slug: rookery.load(slug).facts.longest,
)
PATHS = [route.path for route in tag_routes(Mock(), Mock(), Mock()) if isinstance(route, SignedRoute)]
TOKEN = hashlib.sha256(b"these words").hexdigest()
DIGEST = hashlib.sha256(TOKEN.encode()).hexdigest()


def code(client: TestClient, device: Device, path: str, body: Any = None) -> str:
    answer = device.ask(client, path, body)
    return str((answer.json() or {}).get("code", "")) if answer.status_code >= 400 else ""


@pytest.mark.parametrize("path", PATHS)
def test_every_path_checks_who_signs(client: TestClient, path: str) -> None:
    device = Device()
    assert code(client, device, path, {"nonsense": 1}) == "UnreadableMessage", "the control: it looks at the body"
    signed = device.signed(path, {})
    assert sent(client, path, msgspec.structs.replace(signed, body='{"a":1}')).json()["code"] == "BadSignature"
    assert sent(client, path, device.signed(path, {}, site="https://evil.example")).json()["code"] == "OtherSite"
    assert sent(client, path, device.signed(path, {}, at=1)).json()["code"] == "StaleRequest"
    assert client.post(path, json={}).json()["code"] == "UnreadableMessage"
    assert client.get(path).status_code in (404, 405)


def test_no_other_key_fits_a_signature(client: TestClient) -> None:
    """From an ECDSA signature follows a second key for which it is right, too. A request to join that somebody caught
    would count once more with that one, or with the same key in another spelling."""
    table, keys = new_table(client, SHORT)
    owner, new = Device(), Device()
    owner.claims(client, table, keys[0], name="Ann")
    owner.told(client, "/api/tag/words", {"digest": DIGEST})
    caught = new.signed("/api/tag/join/words", {"token": TOKEN})
    spelt = caught.key[:-1] + chr(ord(caught.key[-1]) + 1)  # the last two bits belong to no byte
    for key in (other_key(caught, "/api/tag/join/words"), spelt):
        again = msgspec.structs.replace(caught, key=key)
        assert sent(client, "/api/tag/join/words", again).json()["code"] == "BadSignature"
    assert len(sent(client, "/api/tag/join/words", caught).json()["devices"]) == 2


def test_words_of_another_tag_are_refused_by_name(client: TestClient) -> None:
    devices = [Device(), Device()]
    table, keys = new_table(client, SHORT)
    for device, key in zip(devices, keys, strict=False):
        device.claims(client, table, key)
    digest = {"digest": hashlib.sha256(table.encode()).hexdigest()}
    assert devices[0].told(client, "/api/tag/words", digest)["words"]
    assert code(client, devices[1], "/api/tag/words", digest) == "NotNow"
    assert code(client, devices[0], "/api/tag/words", digest) == "", "one's own may be set again"


# ── One address with a thousand requests ─────────────────────────────────────
def test_what_is_kept_for_ever_is_counted(tmp_path: Path) -> None:
    """Each further device is a row, each further key an event."""
    with opened(tmp_path / "t.sqlite3", tables_per_address="8/hour") as client:
        table, keys = new_table(client, SHORT)
        owner = Device()
        owner.claims(client, table, keys[0])
        owner.told(client, "/api/tag/words", {"digest": DIGEST})
        joins = [code(client, Device(), "/api/tag/join/words", {"token": TOKEN}) for _ in range(10)]
        assert joins == [""] * 8 + ["TooBusy"] * 2
        assert code(client, owner, "/api/tag/seat", {"table": table, "seat": 0}) == "TooBusy"
        events = len(asyncio.run(_events(tmp_path / "t.sqlite3", table, client)))
    with opened(tmp_path / "t.sqlite3", tables_per_address="8/hour") as client:
        seats = [code(client, owner, "/api/tag/seat", {"table": table, "seat": 0}) for _ in range(10)]
        assert seats == [""] * 8 + ["TooBusy"] * 2
        assert len(asyncio.run(_events(tmp_path / "t.sqlite3", table, client))) == events + 8


async def _events(file: Path, table: str, client: TestClient) -> list[Any]:
    import sqlite3

    with sqlite3.connect(file) as database:
        return database.execute("SELECT number FROM events WHERE table_id = ?", (table,)).fetchall()


@pytest.mark.anyio
async def test_the_thread_of_the_database_is_charged(tmp_path: Path) -> None:
    """All moves of all people wait for it, so a history of 10,000 games must not be free."""
    store, budget = Store(tmp_path / "t.sqlite3"), WorkBudget(0.25)
    before = budget.left
    await budget.spend(store.transact(lambda database: time.sleep(0.2)))
    store.close()
    assert budget.left < before - 0.1


@pytest.mark.parametrize("path", ["/api/tag/data", "/api/tag/leave"])
def test_whoever_has_many_tables_waits_for_each(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0
    turn = WorkBudget.turn

    async def counted(self: WorkBudget) -> None:
        nonlocal turns
        turns += 1
        await turn(self)

    with opened(tmp_path / "t.sqlite3", work_per_address=1000.0) as client:
        device = Device()
        for _ in range(5):
            table, keys = new_table(client, SHORT)
            device.claims(client, table, keys[0])
        monkeypatch.setattr(WorkBudget, "turn", counted)
        assert device.ask(client, path).status_code == 200
    assert turns == 1 + 5


def test_an_address_without_budget_leaves_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused by name in the middle, and can go on."""
    monkeypatch.setattr("rookery.server.quota.work_budget.BUDGET_TIMEOUT", 0.3)
    erase = PersonalData.erase

    async def dear(self: PersonalData, *given: Any) -> Any:
        from rookery.server.quota.work_budget import charge

        charge(10.0)
        return await erase(self, *given)

    with opened(tmp_path / "t.sqlite3", work_per_address=1000.0) as client:
        device = Device()
        for _ in range(3):
            table, keys = new_table(client, SHORT)
            device.claims(client, table, keys[0], name="Xanthippe")
        with monkeypatch.context() as patch:
            patch.setattr(PersonalData, "erase", dear)
            assert code(client, device, "/api/tag/leave") == "TooBusy"
    with opened(tmp_path / "t.sqlite3") as client:
        assert code(client, device, "/api/tag/leave") == ""
        assert device.told(client, "/api/tag") is None
    assert b"Xanthippe" not in (tmp_path / "t.sqlite3").read_bytes()


# ── Leaving that is disturbed ────────────────────────────────────────────────
def test_a_seat_that_is_claimed_while_one_leaves_is_left_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    erase = PersonalData.erase
    with opened(tmp_path / "t.sqlite3") as client:
        device = Device()
        (first, keys), (late, late_keys) = new_table(client, SHORT), new_table(client, SHORT)
        device.claims(client, first, keys[0], name="Xanthippe")

        async def meanwhile(self: PersonalData, *given: Any) -> Any:
            monkeypatch.setattr(PersonalData, "erase", erase)
            signed = device.signed("/api/tag/claim", {"table": late, "key": late_keys[0]})
            await asyncio.to_thread(sent, client, "/api/tag/claim", signed)
            return await erase(self, *given)

        monkeypatch.setattr(PersonalData, "erase", meanwhile)
        assert code(client, device, "/api/tag/leave") == ""
        assert code(client, device, "/api/tag/claim", {"table": late, "key": late_keys[0]}) == "NotNow"
        assert device.told(client, "/api/tag") is None


def test_a_rematch_is_blanked_even_if_the_server_stopped_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rematch, to which the person never came, is found through the table before it alone."""
    file, erase = tmp_path / "t.sqlite3", PersonalData.erase
    device, erased = Device(), list[str]()

    async def stops(self: PersonalData, table: str, *given: Any) -> Any:
        if erased:
            raise RuntimeError("the server stops here")
        erased.append(table)
        return await erase(self, table, *given)

    with opened(file) as client:
        seats = [{"kind": "person", "name": "Xanthippe"}, {"kind": "person"}]
        made = client.post("/api/tables", json={"game": SHORT, "seats": seats}).json()
        table, keys = made["table"], [seat["key"] for seat in made["seats"]]
        with page(client, table) as both:
            both.hello(*keys)
            device.claims(client, table, keys[0])
            both.to_the_end(both.hello(*keys)["moment"])
            both.rematch()
        with monkeypatch.context() as patch:
            patch.setattr(PersonalData, "erase", stops)
            with pytest.raises(RuntimeError):
                device.ask(client, "/api/tag/leave")
    assert erased == [table]
    with opened(file) as client:
        assert code(client, device, "/api/tag/leave") == ""
    assert b"Xanthippe" not in file.read_bytes()
