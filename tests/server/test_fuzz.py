"""Whatever a page sends, the answer is of the protocol, and only a legal move changes the game."""

import json
from typing import Any

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


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=FRAMES, keyed=st.booleans())
def test_nothing_but_a_legal_move_changes_a_game(
    client: TestClient, title: str, frames: list[str | bytes], keyed: bool
) -> None:
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


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=60) | (FIELDS | ANYTHING).map(lambda data: json.dumps(data).encode()))
def test_whatever_is_ordered_is_refused_by_name(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "UnreadableMessage")
