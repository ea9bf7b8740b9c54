"""Whatever a page sends, the answer follows the protocol, and only a legal move changes the game."""

import json
import re
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields
from starlette.testclient import TestClient

import rookery
from rookery.server.api.typescript import routes
from rookery.server.http import app
from tests.server.support.app_client import new_table, page
from tests.server.support.messages import ANSWERS, ASKED

NUMBERS = st.integers(-3, 40) | st.integers() | st.none() | st.floats() | st.text(max_size=3)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from([*ASKED, *ANSWERS, "fly"])
SAID = {field.name for kind in ASKED.values() for field in fields(kind)}  # in any message of a page
VALUES = {
    "keys": st.lists(ANYTHING, max_size=3),
    "path": st.lists(st.text(max_size=3), max_size=3),
    **dict.fromkeys(("seat", "ply", "action", "takebacks"), NUMBERS),
    "level": st.text(max_size=3),
}
FIELDS = st.fixed_dictionaries(
    {"type": KINDS | ANYTHING}, optional={name: VALUES.get(name, ANYTHING) for name in (*SAID, "more")}
)
# what can be read, mostly: it goes further than what is refused as no message at all
SMALL: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(0, 3),
    bool: st.booleans(),
    str: st.text(max_size=3),
    list[str]: st.lists(st.text(max_size=3), max_size=3),
}


def message(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    named = {name: SMALL[value] for name, value in get_type_hints(ASKED[kind]).items()}
    return st.fixed_dictionaries({"type": st.just(kind), **named})


READ = st.sampled_from(sorted(ASKED)).flatmap(message)
TEXTS = (READ | FIELDS | ANYTHING).map(json.dumps) | st.text(max_size=40) | st.text('[{"', min_size=50, max_size=300)
FRAMES = st.lists(TEXTS | st.binary(max_size=40), min_size=1, max_size=12)
LAST = 777_777  # a ply that there is not: what is said of it comes after all other answers

# the soak takes every game
WITH_SECRETS = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
FEW = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=6_000, deadline=None)  # of about six messages each, for every game: over 100,000


@pytest.mark.parametrize("slug", [WITH_SECRETS])
@FEW
@given(frames=FRAMES, keyed=st.booleans())
def test_nothing_but_a_legal_move_changes_a_game(
    client: TestClient, slug: str, frames: list[str | bytes], keyed: bool
) -> None:
    say_anything(client, slug, frames, keyed)


@pytest.mark.soak
@MANY
@given(frames=FRAMES, keyed=st.booleans())
def test_nothing_but_a_legal_move_changes_a_game_in_a_hundred_thousand_messages(
    client: TestClient, slug: str, frames: list[str | bytes], keyed: bool
) -> None:
    say_anything(client, slug, frames, keyed)


def say_anything(client: TestClient, slug: str, frames: list[str | bytes], keyed: bool) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as sender, page(client, table) as watcher:
        held = sender.hello(*keys[:keyed])
        for frame in frames:
            send_frame(sender.socket, frame)
        sender.say("look", ply=LAST)
        played = 0
        while str(LAST) not in (message := sender.socket.receive_json()).get("words", ""):
            assert message["type"] in ANSWERS
            assert "Traceback" not in json.dumps(message)
            played += message["type"] == "moved"
        if played == 0:
            assert watcher.hello()["moment"]["ply"] == held["moment"]["ply"]
        else:  # random numbers may make a legal move: then by the seat that was held
            assert keyed


def send_frame(socket: Any, frame: str | bytes) -> None:
    if isinstance(frame, bytes):
        socket.send_bytes(frame)
    else:
        socket.send_text(frame)


# ── Plain HTTP ───────────────────────────────────────────────────────────────
@FEW
@given(body=st.binary(max_size=60) | (FIELDS | ANYTHING).map(lambda data: json.dumps(data).encode()))
def test_whatever_is_ordered_is_refused_by_name(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "UnreadableMessage")


PARTS = st.text(max_size=12) | st.sampled_from(["0", "1", "-1", "99999999999999999999", "..", "%2e%2e", "a#b", "a?b=c"])
ROUTES = [*(route.path for route in routes()), *re.findall(r'Route\("([^"]+)"', Path(app.__file__).read_text())]
SHAPES = {re.sub(r"\{[^}]*\}", "{}", route) for route in (*ROUTES, "/ws/{}", "/{}/{}", "/assets/{}")}
ADDRESSES = st.sampled_from(sorted(SHAPES))
METHODS = st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
ORDERS = st.fixed_dictionaries(  # of all kinds: of a table, a seat, how somebody's tables stand
    {},
    optional={
        "name": st.text(max_size=40),
        "game": PARTS,
        "seats": st.lists(ANYTHING, max_size=3),
        "tables": st.lists(st.fixed_dictionaries({"id": PARTS, "keys": st.lists(PARTS, max_size=3)}), max_size=3),
    },
)
BODIES = st.binary(max_size=200) | (ORDERS | ANYTHING).map(lambda data: json.dumps(data).encode())


@FEW
@given(method=METHODS, address=ADDRESSES, parts=st.tuples(PARTS, PARTS, PARTS), body=BODIES)
def test_whatever_is_asked_is_answered(
    client: TestClient, method: str, address: str, parts: tuple[str, str, str], body: bytes
) -> None:
    ask_anything(client, method, address, parts, body)


@pytest.mark.soak
@MANY
@given(method=METHODS, address=ADDRESSES, parts=st.tuples(PARTS, PARTS, PARTS), body=BODIES)
def test_whatever_is_asked_is_answered_thousands_of_times(
    client: TestClient, method: str, address: str, parts: tuple[str, str, str], body: bytes
) -> None:
    ask_anything(client, method, address, parts, body)


def ask_anything(client: TestClient, method: str, address: str, parts: tuple[str, str, str], body: bytes) -> None:
    answer = client.request(method, address.format(*(quote(part, safe="%") for part in parts)), content=body)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400 and method != "HEAD" and "json" in answer.headers.get("content-type", ""):
        assert answer.json()["words"]
    assert "Traceback" not in answer.text
