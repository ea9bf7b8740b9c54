"""Whatever a page sends, the answer is of the protocol, and only a legal move changes the game."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.server.house import new_table, page

NUMBERS = st.integers(-3, 40) | st.integers() | st.none() | st.floats() | st.text(max_size=3)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(
    ["hello", "begin", "move", "preview", "look", "take back", "answer", "lend", "say", "check", "rematch", "rename",
     "welcome", "fly"]
)  # fmt: skip
FIELDS = st.fixed_dictionaries(
    {"type": KINDS | ANYTHING},
    optional={
        "seat": NUMBERS, "ply": NUMBERS, "action": NUMBERS, "name": ANYTHING, "keys": st.lists(ANYTHING, max_size=3),
        "takebacks": NUMBERS, "word": ANYTHING, "yes": ANYTHING, "level": st.text(max_size=3), "text": ANYTHING,
        "more": ANYTHING,
    },
)  # fmt: skip
TEXTS = (FIELDS | ANYTHING).map(json.dumps) | st.text(max_size=40) | st.text("[{\"", min_size=50, max_size=300)
FRAMES = st.lists(TEXTS | st.binary(max_size=40), min_size=1, max_size=12)

ANSWERS = {"welcome", "moved", "previewed", "looked", "tabled", "talked", "checked", "refused"}


FEW = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=6_000, deadline=None)  # of about six messages each, for every game: over 100,000


@FEW
@given(frames=FRAMES, keyed=st.booleans())
def test_nothing_but_a_legal_move_changes_a_game(
    client: TestClient, title: str, frames: list[str | bytes], keyed: bool
) -> None:
    say_anything(client, title, frames, keyed)


@pytest.mark.soak
@MANY
@given(frames=FRAMES, keyed=st.booleans())
def test_nothing_but_a_legal_move_changes_a_game_in_a_hundred_thousand_messages(
    client: TestClient, title: str, frames: list[str | bytes], keyed: bool
) -> None:
    say_anything(client, title, frames, keyed)


def say_anything(client: TestClient, title: str, frames: list[str | bytes], keyed: bool) -> None:
    table, keys = new_table(client, title)
    with page(client, table) as sender, page(client, table) as watcher:
        held = sender.hello(*keys[:keyed])
        for frame in frames:
            send_frame(sender.socket, frame)
        sender.say("look", ply=0)
        played = 0
        while (message := sender.socket.receive_json())["type"] != "looked" or message["moment"]["ply"] != 0:
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
ADDRESSES = st.sampled_from(
    ["/", "/t/{}", "/api/games", "/api/tables", "/api/tables/{}", "/api/tables/{}/record", "/api/tables/{}/export.{}",
     "/api/tables/{}/seats/{}", "/api/records", "/api/status", "/art/{}.svg", "/games/{}/picture.svg", "/rules/{}",
     "/health", "/ready", "/metrics", "/ws/{}", "/{}/{}", "/assets/{}"]
)  # fmt: skip
METHODS = st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])


@FEW
@given(method=METHODS, address=ADDRESSES, parts=st.tuples(PARTS, PARTS), body=st.binary(max_size=200))
def test_whatever_is_asked_is_answered(
    client: TestClient, method: str, address: str, parts: tuple[str, str], body: bytes
) -> None:
    ask_anything(client, method, address, parts, body)


@pytest.mark.soak
@MANY
@given(method=METHODS, address=ADDRESSES, parts=st.tuples(PARTS, PARTS), body=st.binary(max_size=200))
def test_whatever_is_asked_is_answered_thousands_of_times(
    client: TestClient, method: str, address: str, parts: tuple[str, str], body: bytes
) -> None:
    ask_anything(client, method, address, parts, body)


def ask_anything(client: TestClient, method: str, address: str, parts: tuple[str, str], body: bytes) -> None:
    answer = client.request(method, address.format(*(quote(part, safe="%") for part in parts)), content=body)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400 and method != "HEAD" and "json" in answer.headers.get("content-type", ""):
        assert answer.json()["words"]
    assert "Traceback" not in answer.text
