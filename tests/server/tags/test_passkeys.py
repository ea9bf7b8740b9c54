"""Passkeys under attack: another tag's, a stolen answer, the same answer twice, one that was removed."""

import json
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.tags.passkeys import CHALLENGE_TTL
from tests.server.support.app_client import new_table
from tests.server.support.authenticator import PRESENT, Authenticator
from tests.server.support.tag_device import Device

SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)


def tagged(client: TestClient, name: str) -> Device:
    table, keys = new_table(client, SHORT)
    device = Device()
    device.claims(client, table, keys[0], name=name)
    return device


def makes(client: TestClient, device: Device, passkey: Authenticator) -> Any:
    """The answer of the server to a new passkey."""
    asked = device.told(client, "/api/tag/passkey")
    answer = {"ends": asked["ends"], "answer": passkey.made(asked["options"])}
    return device.ask(client, "/api/tag/passkey/keep", answer).json()


def question(client: TestClient, device: Device) -> Any:
    return device.told(client, "/api/tag/join/passkey")


def joins(client: TestClient, device: Device, asked: Any, answer: str) -> Any:
    return device.ask(client, "/api/tag/join", {"ends": asked["ends"], "answer": answer}).json()


def uses(client: TestClient, device: Device, passkey: Authenticator) -> Any:
    return joins(client, device, asked := question(client, device), passkey.used(asked["options"]))


@pytest.fixture
def ann(client: TestClient) -> tuple[Device, Authenticator]:
    device, passkey = tagged(client, "Ann"), Authenticator()
    assert len(makes(client, device, passkey)["passkeys"]) == 1
    return device, passkey


def test_a_passkey_opens_its_own_tag(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    """The control: otherwise the other tests show nothing."""
    new = Device()
    assert uses(client, new, ann[1])["name"] == "Ann"
    assert len(uses(client, new, ann[1])["devices"]) == 2


def test_a_passkey_of_another_tag_opens_that_one_alone(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    mallory, passkey = tagged(client, "Mallory"), Authenticator()
    makes(client, mallory, passkey)
    assert uses(client, Device(), passkey)["name"] == "Mallory"
    passkey.id = ann[1].id  # it says that it is Ann's
    assert uses(client, Device(), passkey)["code"] == "BadSignature"


def test_nobody_keeps_a_passkey_that_is_kept_already(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    """Whoever makes the authenticator chooses the id: another one of that id would lock Ann out."""
    mallory, passkey = tagged(client, "Mallory"), Authenticator()
    passkey.id = ann[1].id
    assert makes(client, mallory, passkey)["code"] == "BadSignature"
    assert makes(client, ann[0], ann[1])["code"] == "BadSignature"
    assert uses(client, Device(), ann[1])["name"] == "Ann"


@pytest.mark.parametrize(
    "key",
    [
        5,
        [],
        {},
        {1: 2},
        {1: 2, 3: -7, -1: 1, -2: 5, -3: 6},
        {1: 3, 3: -257, -1: 5, -2: "e"},
        {1: 1, 3: -8, -1: 6, -2: 5},
    ],
)
def test_a_key_that_is_none_is_not_kept(client: TestClient, key: Any) -> None:
    device, passkey = tagged(client, "Mallory"), Authenticator()
    passkey.public_key = key
    assert makes(client, device, passkey)["code"] == "BadSignature"
    assert device.told(client, "/api/tag")["passkeys"] == []


@pytest.mark.parametrize("fmt", ["packed", "android-key", "apple", "fido-u2f", "android-safetynet", "tpm", "???"])
@pytest.mark.parametrize(
    "said",
    [{"sig": 5, "x5c": 5, "alg": "x"}, {"response": 5, "ver": 5}, {"ver": "2.0", "pubArea": b"c", "certInfo": b""}],
)
def test_an_attestation_that_is_none_is_refused(client: TestClient, fmt: str, said: dict[str, Any]) -> None:
    device, passkey = tagged(client, "Mallory"), Authenticator()
    passkey.attestation = {"fmt": fmt, "attStmt": said}
    assert makes(client, device, passkey)["code"] == "BadSignature"


@pytest.mark.parametrize("answer", ["", "[" * 7000, "5", "{}", '{"id": "", "rawId": "", "type": 5, "response": {}}'])
def test_what_is_no_answer_is_refused(client: TestClient, ann: tuple[Device, Authenticator], answer: str) -> None:
    asked = ann[0].told(client, "/api/tag/passkey")
    kept = ann[0].ask(client, "/api/tag/passkey/keep", {"ends": asked["ends"], "answer": answer}).json()
    assert kept["code"] == "BadSignature"
    device = Device()
    assert joins(client, device, question(client, device), answer)["code"] == "BadSignature"


def test_a_stolen_answer_is_for_the_key_that_asked(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    victim, thief = Device(), Device()
    asked = question(client, victim)
    answer = ann[1].used(asked["options"])
    assert joins(client, thief, asked, answer)["code"] == "BadSignature"
    assert joins(client, thief, question(client, thief), answer)["code"] == "BadSignature"
    assert thief.told(client, "/api/tag") is None
    assert joins(client, victim, asked, answer)["name"] == "Ann"


@pytest.mark.parametrize("counts", [False, True])
def test_no_answer_counts_twice(client: TestClient, ann: tuple[Device, Authenticator], counts: bool) -> None:
    ann[1].counts = counts
    device = Device()
    asked = question(client, device)
    answer = ann[1].used(asked["options"])
    assert joins(client, device, asked, answer)["name"] == "Ann"
    assert joins(client, device, asked, answer)["code"] == ("BadSignature" if counts else "StaleRequest")


def test_an_older_answer_does_not_count_after_a_newer_one(
    client: TestClient, ann: tuple[Device, Authenticator], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Device(), Device()
    first = question(client, one)
    kept = ann[1].used(first["options"])
    time.sleep(0.002)  # the questions end at different times
    assert uses(client, other, ann[1])["name"] == "Ann"
    assert joins(client, one, first, kept)["code"] == "StaleRequest"


def test_a_removed_passkey_opens_nothing(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    device, waiting = Device(), Device()
    asked = question(client, waiting)
    kept = ann[1].used(asked["options"])
    assert uses(client, device, ann[1])["name"] == "Ann"
    device.told(client, "/api/tag/leave")
    assert uses(client, Device(), ann[1])["code"] == "UnknownTag"
    assert joins(client, waiting, asked, kept)["code"] == "UnknownTag"
    assert ann[0].told(client, "/api/tag") is None


def test_what_was_made_for_another_purpose_or_site_is_refused(
    client: TestClient, ann: tuple[Device, Authenticator]
) -> None:
    device, passkey = ann
    to_make = device.told(client, "/api/tag/passkey")
    assert joins(client, device, to_make, passkey.used(to_make["options"]))["code"] == "BadSignature"
    for wrong in ({"host": "rookery.example.evil"}, {"site": "https://rookery.example.evil"}, {"flags": PRESENT}):
        before = {name: getattr(passkey, name) for name in wrong}
        for name, value in wrong.items():
            setattr(passkey, name, value)
        assert uses(client, Device(), passkey)["code"] == "BadSignature", wrong
        for name, value in before.items():
            setattr(passkey, name, value)
    assert uses(client, Device(), passkey)["name"] == "Ann"


def test_a_question_ends_and_nobody_makes_one_up(client: TestClient, ann: tuple[Device, Authenticator]) -> None:
    device, passkey = Device(), ann[1]
    asked = question(client, device)
    answer = passkey.used(asked["options"])
    for later, code in ((1, "BadSignature"), (-CHALLENGE_TTL - 1, "StaleRequest"), (CHALLENGE_TTL, "StaleRequest")):
        assert joins(client, device, {"ends": asked["ends"] + later}, answer)["code"] == code
    own = json.dumps({"challenge": "AAAA"})
    assert joins(client, device, asked, passkey.used(own))["code"] == "BadSignature"
    for rubbish in ("", "{}", "[]", "null", '{"id":"a"}', answer.replace("response", "answer")):
        assert joins(client, device, asked, rubbish)["code"] == "BadSignature", rubbish
    assert device.told(client, "/api/tag") is None
