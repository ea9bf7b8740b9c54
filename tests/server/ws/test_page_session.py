"""Conversations of pages with the server: welcome, moves, looks, and a named refusal for everything else."""

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import rookery
from rookery.server.config import Config
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.wire.messages import MAX_MESSAGE_BYTES, PROTOCOL, Client, Hello
from rookery.server.ws.dispatch import COMMANDS
from rookery.server.ws.page_session import PageSession
from tests.alike import sees_alike
from tests.often import KINDS, in_ci
from tests.server.support.app_client import DICE, new_table, opened, page, play_out


def test_every_message_has_a_command_and_every_command_a_limit_that_exists() -> None:
    assert {*COMMANDS, Hello} == set(get_args(Client))
    somebody = SimpleNamespace(quota=RateLimiter(Config()).quota("192.0.2.7"))
    session = PageSession(cast(Any, somebody), cast(Any, None), "a table")
    limits = {command.bucket: getattr(session, command.bucket) for command in COMMANDS.values() if command.bucket}
    assert limits
    assert {type(limit) for limit in limits.values()} == {TokenBucket}


# ── Welcome ──────────────────────────────────────────────────────────────────
def test_a_seat_holder_is_welcomed_to_their_seat(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        welcome = player.hello(keys[1])
        assert [seat["yours"] for seat in welcome["table"]["seats"]] == [i == 1 for i in range(len(keys))]
        assert [seat["here"] for seat in welcome["table"]["seats"]] == [i == 1 for i in range(len(keys))]
        assert welcome["moment"]["ply"] == len(welcome["moves"])
        assert bool(welcome["moment"]["scene"]["choices"]) == (welcome["moment"]["mover"] == 1)


def test_a_spectator_sees_no_choices(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as watcher, page(client, table) as player:
        welcome = watcher.hello()
        assert not any(seat["yours"] for seat in welcome["table"]["seats"])
        assert welcome["moment"]["scene"]["choices"] == []
        moment = player.move(player.hello(*keys)["moment"])
        seen = watcher.settled()
        assert seen["scene"]["choices"] == []
        if sees_alike(slug):
            assert seen["scene"]["pieces"] == moment["scene"]["pieces"]
        assert {**seen, "scene": None} == {**moment, "scene": None, "seen_by": None}


@in_ci(KINDS[0])
def test_a_hot_seat_plays_all_seats(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        end = play_out(player, moment)
        assert end["mover"] is None
        assert end["scene"]["choices"] == []


def test_who_is_here_is_told_to_everybody(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as first:
        first.hello(keys[0])
        with page(client, table) as second:
            second.hello(keys[1])
            while not first.hear("tabled")["table"]["seats"][1]["here"]:
                pass
        while first.hear("tabled")["table"]["seats"][1]["here"]:
            pass


def test_hello_may_be_said_again_with_other_keys(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        assert not any(seat["yours"] for seat in player.hello()["table"]["seats"])
        assert all(seat["yours"] for seat in player.hello(*keys)["table"]["seats"])


# ── Looking ──────────────────────────────────────────────────────────────────
def test_one_can_look_back_while_the_game_goes_on(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        start = player.hello(*keys)["moment"]
        newest = player.move(player.move(start))
        player.say("look", ply=start["ply"])
        looked = player.hear("looked")["moment"]
        now = {"seen_by": newest["seen_by"]}  # a hot seat looks back through the eyes of who is before it now
        if sees_alike(slug):
            now |= {"scene": start["scene"] | {"choices": []}}
        assert {**looked, **now} == looked
        assert looked["scene"]["choices"] == []
        assert (looked["ply"], looked["mover"]) == (start["ply"], start["mover"])
        player.say("look", ply=newest["ply"])
        assert player.hear("looked")["moment"] == newest
        assert player.refused("look", ply=newest["ply"] + 1) == "NoSuchPly"


def test_every_move_says_which_spots_it_touched(client: TestClient, slug: str) -> None:
    """Not only the newest one: the page marks everything since a person's last decision."""
    table, keys = new_table(client, slug)
    with page(client, table) as player, page(client, table) as watcher:
        moment = player.hello(*keys)["moment"]
        start, paths = moment["ply"], list[list[str]]()
        for _ in range(3):
            choice = DICE.choice(moment["scene"]["choices"])
            paths.append(choice["path"])
            moment = player.move(moment, choice["action"])
        moves = player.hello(*keys)["moves"]
        assert moves == watcher.hello()["moves"]
        assert [move["spots"] for move in moves if move["seat"] is None] == [[]] * sum(m["seat"] is None for m in moves)
        touched = [move["spots"] for move in moves[start:] if move["seat"] is not None]
        assert touched[0] == paths[0]
        assert len(touched) == 3
        assert all(touched)


# ── Refusals ─────────────────────────────────────────────────────────────────
GARBAGE = [
    "",
    "nonsense",
    "[]",
    "null",
    "{}",
    '{"type":"fly"}',
    '{"type":"move"}',
    '{"type":"look","ply":"3"}',
    '{"type":"look","ply":-1}',
    '{"type":"look","ply":1e99}',
    '{"type":"look","ply":1,"more":1}',
    '{"type":"hello","keys":"short"}',
    '{"type":"hello","keys":[1]}',
    '{"type":"look","ply":1}{"type":"look"}',
    "[" * 4000,
    '{"a":' + "[" * 4000,
    '{"type":"rename","seat":0,"name":""}',
    "\u0000",
    '"\ud83d\ude00"',
]


def test_garbage_is_unreadable(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        before = player.hello(*keys)["moment"]
        for text in GARBAGE:
            player.socket.send_text(text)
            refused = player.hear("refused")
            assert (refused["code"], refused["ply"]) == ("UnreadableMessage", before["ply"]), text
        assert player.hello(*keys)["moment"] == before


def test_oversized_and_binary_messages_are_unreadable(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        player.hello(*keys)
        player.socket.send_text(json.dumps({"type": "look", "ply": 0}) + " " * MAX_MESSAGE_BYTES)
        assert player.hear("refused")["code"] == "UnreadableMessage"
        player.socket.send_text(json.dumps({"type": "rename", "seat": 0, "name": "ü" * MAX_MESSAGE_BYTES}))
        assert player.hear("refused")["code"] == "UnreadableMessage"
        player.socket.send_bytes(b'{"type":"look","ply":0}')
        assert player.hear("refused")["code"] == "UnreadableMessage"
        player.say("look", ply=0)
        assert player.hear("looked")


def test_nothing_is_said_before_hello(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        early = {"move": {"seat": 0, "ply": 0, "action": 0}, "take back": {}, "rematch": {}}
        for kind, fields in early.items():
            player.say(kind, **fields)
            refused = player.hear("refused")
            assert (refused["code"], refused["ply"]) == ("UnreadableMessage", -1)
            assert refused["words"] == f"the first message must be hello; it was {kind}"
        player.hello(*keys)


@pytest.mark.parametrize("said", [{}, {"protocol": PROTOCOL - 1}, {"protocol": PROTOCOL + 1}])
def test_a_page_of_another_version_is_told_so(client: TestClient, slug: str, said: dict[str, int]) -> None:
    """It would not understand what a table says. `{}`: pages said no version at first."""
    table, keys = new_table(client, slug, begin=False)
    with page(client, table) as player:
        player.say("hello", keys=keys, draws=True, **said)
        refused = player.hear("refused")
        assert (refused["code"], refused["words"]) == (
            "OtherVersion",
            "this page is of another version than the server; load it again",
        )
        player.say("hello", keys=[], draws=True, protocol=PROTOCOL)
        assert not any(seat["came"] for seat in player.hear("welcome")["table"]["seats"]), "nobody has sat down"


def test_unknown_tables_and_keys_are_refused(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    _, others = new_table(client, slug)
    with page(client, "nowhere") as player:
        assert player.refused("hello", keys=keys) == "UnknownTable"
    with page(client, table) as player:
        assert player.refused("hello", keys=[keys[0], others[1]]) == "UnknownKey"
        assert player.refused("move", seat=0, ply=0, action=0) == "UnreadableMessage"  # it is still not in
        player.hello(*keys)
        assert player.refused("hello", keys=others) == "UnknownKey"
        for key in ("short", "", "k" * 100, "ü ,", "\ud800"):  # as of links that were cut or copied badly
            assert player.refused("hello", keys=[key]) == "UnknownKey"


def test_who_plays_against_bots_may_have_the_own_view_analysed(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug, ["first"])
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        while moment["mover"] != 0:
            moment = player.settled()
        at = {"ply": moment["ply"], "takebacks": moment["takebacks"]}
        player.say("ask view", **at)
        view = rookery.load(slug).from_json(player.hear("viewed")["view"])
        assert (view.viewer, view.mover) == (0, 0)
        assert {choice["action"] for choice in moment["scene"]["choices"]} == set(view.legal_actions)
        assert player.refused("ask view", ply=moment["ply"] + 1) == "StaleMove"


def test_against_people_there_is_no_help(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player, page(client, table) as watcher:
        moment = player.hello(*keys)["moment"]
        watcher.hello()
        at = {"ply": moment["ply"], "takebacks": moment["takebacks"]}
        player.say("ask view", **at)
        assert player.hear("viewed")["ply"] == moment["ply"], "all people sit at one screen"
        assert watcher.refused("ask view", **at) == "UnknownKey"
        watcher.hello(keys[1 - moment["mover"]])
        assert player.refused("ask view", **at) == "NoHelp", "the maker of a table knows the keys of the friends' seats"
        player.hello(keys[moment["mover"]])
        assert player.refused("ask view", **at) == "NoHelp"
        watcher.hello()
        assert player.refused("ask view", **at) == "NoHelp", "the other person may be back"
        watcher.hello(keys[1 - moment["mover"]])
        watcher.say("lend", seat=1 - moment["mover"], level="first")
        watcher.hear("tabled")
        assert player.refused("ask view", **at) == "NoHelp", "a bot stands in for a person"


def test_a_page_that_asks_too_much_is_told_so(tmp_path: Path, slug: str) -> None:
    with opened(tmp_path / "t.sqlite3", message_rate=1.0, message_burst=5) as client:
        table, keys = new_table(client, slug)
        with page(client, table) as player:
            player.hello(*keys)
            for _ in range(4):
                player.say("look", ply=0)
                player.hear("looked")
            assert player.refused("look", ply=0) == "TooBusy"


def test_who_never_says_hello_is_shown_out(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", hello_timeout=0.5) as client, page(client, "anywhere") as player:
        assert player.refused("look", ply=0) == "UnreadableMessage"
        begin = time.monotonic()
        with pytest.raises(WebSocketDisconnect):
            player.hear("welcome")
        assert time.monotonic() - begin < 5


def test_a_fault_of_ours_ends_one_conversation_and_no_game(
    client: TestClient, slug: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*asked: object, draws: bool) -> None:
        raise ZeroDivisionError("a secret of the inside")

    table, keys = new_table(client, slug)
    with page(client, table) as player, page(client, table) as other:
        moment = player.hello(*keys)["moment"]
        other.hello(*keys)
        with monkeypatch.context() as patch:
            patch.setattr("rookery.server.wire.views.look_back", broken)
            other.say("look", ply=moment["ply"])
            with pytest.raises(WebSocketDisconnect) as closed:
                other.hear("looked", "refused")
        assert closed.value.code == 1011
        assert "secret" in caplog.text  # it stands in the log
        player.move(moment)


# ── The end, and what comes after it ─────────────────────────────────────────
@in_ci(KINDS[0])
def test_a_rematch_turns_the_seats_and_is_made_once(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player, page(client, table) as other:
        moment = player.hello(*keys)["moment"]
        assert player.refused("rematch") == "NotNow"
        player.say("rename", seat=0, name="Ann")
        player.hear("tabled")
        end = play_out(player, moment)
        assert player.refused("move", seat=0, ply=end["ply"], action=0) == "GameOver"
        other.hello(keys[1])
        following = set()
        for asking in (player, other, player):
            asking.say("rematch")
            while not (card := asking.hear("tabled")["table"])["next"]:
                pass
            following.add(card["next"])
        assert len(following) == 1
    with page(client, following.pop()) as player:
        welcome = player.hello(keys[0])
        seats = welcome["table"]["seats"]
        assert [seat["yours"] for seat in seats] == [i == len(seats) - 1 for i in range(len(seats))]
        assert seats[-1]["name"] == "Ann"
        assert welcome["table"]["next"] == ""
