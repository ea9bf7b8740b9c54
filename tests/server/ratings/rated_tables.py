"""Rated tables for tests: people who sit down, agree and play."""

import time
from collections.abc import Sequence
from typing import Any

from starlette.testclient import TestClient

import rookery
from rookery.ratings import scale_of
from tests.server.support.app_client import page
from tests.server.support.tag_device import Device

MEASURED = [slug for slug in rookery.slugs() if 2 in rookery.load(slug).facts.players]
DUEL = min(
    (slug for slug in MEASURED if scale_of(rookery.load(slug), 2).anchors and not rookery.load(slug).facts.cooperative),
    key=lambda slug: rookery.load(slug).facts.longest,
)
LIMIT = {"kind": "bank", "seconds": 600, "zero": "loss"}
PATIENCE = 60.0  # seconds until a result must have been counted


def rated_table(client: TestClient, bots: Sequence[str] = (), **order: Any) -> tuple[str, list[str]]:
    """A table for two at which nobody has sat down."""
    seats = [{}, {"open": True}][: 2 - len(bots)] + [{"kind": "bot", "level": level} for level in bots]
    answer = client.post("/api/tables", json={"game": DUEL, "seats": seats, "rated": True, "clock": LIMIT} | order)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], [seat["key"] for seat in answer.json()["seats"]]


def sits(client: TestClient, table: str, *keys: str) -> None:
    with page(client, table) as person:
        person.hello(*keys)


def agree(client: TestClient, table: str, key: str, device: Device) -> Any:
    """Somebody sits down and agrees: the table's card."""
    sits(client, table, key)
    assert device.claims(client, table, key, rated=True) is not None
    return client.get(f"/api/tables/{table}").json()


def rated_over(client: TestClient, devices: Sequence[Device], **order: Any) -> str:
    """A rated game that the first of two has given up."""
    table, keys = rated_table(client, **order)
    for key, device in zip(keys, devices, strict=True):
        agree(client, table, key, device)
    with page(client, table) as loser:
        assert loser.hello(keys[0])["table"]["rating"]["rated"]
        loser.say("resign")
        loser.hear("welcome")
    return table


def settled(client: TestClient, table: str) -> Any:
    """What a table says of its rating, once the result has been counted or cannot be."""
    for _ in range(round(PATIENCE / 0.05)):
        state = client.get(f"/api/tables/{table}").json()["rating"]
        if state["counted"] or state["why_not"]:
            return state
        time.sleep(0.05)
    raise AssertionError("the result is not counted")


def change(client: TestClient, table: str, device: Device) -> Any:
    return device.told(client, "/api/tag/rating", {"table": table})
