"""Signed requests: forged, replayed, late, and those that another site got signed."""

import asyncio
import string
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import Refusal
from rookery.server.storage.store import Store
from rookery.server.tags.statements import MAX_CLOCK_DIFFERENCE, check
from rookery.server.tags.tag_store import NewSeatTag, Signer, TagStore
from rookery.server.wire.tag_messages import Claim, Signed
from tests.server.storage.stored import stored
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.tag_device import SITE, Device, sent

SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)
PATH = "/api/tag/games"
EVIL = "https://rookery.example.evil"


def now() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture(scope="module")
def tagged(client: TestClient) -> Device:
    """A device that has a tag."""
    table, keys = new_table(client, SHORT)
    device = Device()
    assert device.claims(client, table, keys[0])["devices"]
    return device


def code(client: TestClient, path: str, signed: Signed) -> str:
    return str(sent(client, path, signed).json()["code"])


TAMPERED: dict[str, Callable[[Signed], dict[str, object]]] = {
    "another body": lambda signed: {"body": '{"result":"won"}'},
    "another time": lambda signed: {"at": signed.at + 1},
    "another site of ours": lambda signed: {"site": SITE.replace("http:", "https:")},
    "another key": lambda signed: {"key": Device().key},
    "another signature": lambda signed: {"signature": signed.signature[:-2] + "AA"},
    "no signature": lambda signed: {"signature": "A" * 86},
    "a key that is no point": lambda signed: {"key": "A" * 87},
    "a compressed point": lambda signed: {"key": "A" + signed.key[1:]},
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_refused(client: TestClient, tagged: Device, what: str) -> None:
    signed = tagged.signed(PATH)
    tampered = msgspec.structs.replace(signed, **TAMPERED[what](signed))
    assert code(client, PATH, tampered) == "BadSignature"
    assert sent(client, PATH, signed).status_code == 200, "the refused one changed nothing"


def test_a_key_has_one_spelling(client: TestClient) -> None:
    """Its last letter has bits that say nothing; otherwise one key could have four tags."""
    device = Device()
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    device.key = device.key[:-1] + letters[letters.index(device.key[-1]) ^ 1]
    assert code(client, PATH, device.signed(PATH)) == "BadSignature"


def test_a_signature_is_for_one_path(client: TestClient, tagged: Device) -> None:
    """Whoever catches a question about games cannot delete the tag with it."""
    assert code(client, "/api/tag/leave", tagged.signed(PATH)) == "BadSignature"


def test_nothing_counts_twice_nor_in_another_order(client: TestClient, tagged: Device) -> None:
    first, second = tagged.signed(PATH), tagged.signed(PATH)
    assert sent(client, PATH, second).status_code == 200
    assert [code(client, PATH, replayed) for replayed in (second, first)] == ["StaleRequest"] * 2


@pytest.mark.parametrize("off", [-1, 1])
def test_a_time_that_is_far_off_is_refused(client: TestClient, tagged: Device, off: int) -> None:
    signed = tagged.signed(PATH, at=now() + off * (MAX_CLOCK_DIFFERENCE + 5_000))
    assert code(client, PATH, signed) == "StaleRequest"
    tagged.signed(PATH, at=now())  # its clock is right again


def test_what_another_site_got_signed_is_refused(client: TestClient, tagged: Device) -> None:
    """A page elsewhere that looks like ours passes on what its visitor signs."""
    assert code(client, PATH, tagged.signed(PATH, site=EVIL)) == "OtherSite"
    ours = tagged.signed(PATH)
    answer = client.post(PATH, content=msgspec.json.encode(ours), headers={"origin": EVIL})
    assert (answer.status_code, answer.json()["code"]) == (403, "OtherSite")


def test_a_site_is_ours_only_as_the_host_says(tagged: Device) -> None:
    signed = tagged.signed(PATH, at=now())
    check(signed, PATH, (SITE,), now())
    with pytest.raises(Refusal, match="another site"):
        check(signed, PATH, ("http://testserver.evil",), now())
    with pytest.raises(Refusal, match="another site"):
        check(signed, PATH, (), now())


def test_with_a_site_of_its_own_no_host_of_a_request_counts(tmp_path: Path) -> None:
    evil = {"host": "evil.example", "content-type": "application/json"}
    for site, code in ((SITE, "OtherSite"), ("", "UnknownTag")):
        with opened(tmp_path / f"t{site[:1]}.sqlite3", site=site) as client:
            signed = msgspec.json.encode(Device().signed("/api/tag/games", site="http://evil.example"))
            assert client.post("/api/tag/games", content=signed, headers=evil).json()["code"] == code
            assert Device().ask(client, "/api/tag").status_code == 200


def test_of_two_processes_one_accepts_a_request(postgres_database: str) -> None:
    """The same request, sent to both at the same moment, many times."""
    both = Store(postgres_database), Store(postgres_database)

    async def race() -> None:
        await stored(both[0])
        tags = [TagStore(store) for store in both]
        device = Device()
        new = NewSeatTag("t1", 0, 1)
        claims = (one.claim(Signer(device.key, 1), new, Claim("t1", "")) for one in tags)
        await asyncio.gather(*claims, return_exceptions=True)
        assert await both[0].transact(lambda it: it.execute("SELECT count(*) FROM tags")) == [(1,)]
        for at in range(2, 30):
            found = await asyncio.gather(*(one.card(Signer(device.key, at)) for one in tags), return_exceptions=True)
            assert sorted(type(one).__name__ for one in found) == ["StaleRequest", "TagCard"]

    asyncio.run(race())
    for store in both:
        store.close()


def test_a_game_needs_no_tag(client: TestClient) -> None:
    table, keys = new_table(client, SHORT)
    with page(client, table) as player:
        player.move(player.hello(*keys)["moment"])
    assert Device().ask(client, PATH).json()["code"] == "UnknownTag"


def test_a_device_that_guesses_words_is_stopped(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", failures_per_address="3/hour") as client:
        tries = [Device().ask(client, "/api/tag/join/words", {"token": f"{n:064x}"}).json()["code"] for n in range(6)]
    assert tries == ["UnknownTag"] * 3 + ["TooBusy"] * 3
