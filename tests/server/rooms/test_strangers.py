"""Tables of games that people made: made by a page, played at two screens, kept over a restart, ended when the rules
break off, and harmful to nobody."""

import base64
import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from starlette.testclient import TestClient

from rookery.core.errors import BrokenRules, ForbiddenModule
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.server.rooms import strangers
from rookery.view_runs import rebuilt
from rookery.wasm.build import module_of
from rookery.wasm.given_game import GivenGame, given
from rookery.wasm.module_game import NO_PICTURE
from rookery.workshop import new_game
from tests.hostile_games import AT_THE_TABLE, DATA, ORDERS, REFUSED
from tests.often import others_in_soak
from tests.server.support.app_client import Page, opened, page
from tests.wasm.hostile import FOREVER, PLY, given_six, six_plies

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
DRAWS = {"draws": True, "protocol": 4}


@pytest.fixture(scope="module")
def allowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server whose owner allows strangers' games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strangers, "MOST_GAMES_IN_USE", 1000)
        patch.setattr(strangers, "MOST_GAMES_OF_ONE", 1000)
        with opened(tmp_path_factory.mktemp("strangers") / "tables.sqlite3", strangers_games=True) as client:
            yield client


def order(game: GivenGame | dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": msgspec.to_builtins(game), "seats": PEOPLE, **more}


def made_table(client: TestClient, game: GivenGame, **more: Any) -> tuple[str, list[str]]:
    """Its id, and the keys of the seats."""
    answer = client.post("/api/made", json=order(game, **more))
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], [seat["key"] for seat in answer.json()["seats"]]


def refused(client: TestClient, game: GivenGame | dict[str, Any] | bytes, **more: Any) -> tuple[int, str, str]:
    content = game if isinstance(game, bytes) else json.dumps(order(game, **more)).encode()
    answer = client.post("/api/made", content=content)
    return answer.status_code, answer.json()["code"], answer.json()["words"]


@contextlib.contextmanager
def screens(client: TestClient, table: str, keys: list[str]) -> Iterator[tuple[Page, Page]]:
    with page(client, table) as first, page(client, table) as second:
        first.say("hello", keys=keys[:1], **DRAWS)
        first.hear("welcome")
        second.say("hello", keys=keys[1:], **DRAWS)
        yield first, second


def begun(one: Page) -> Any:
    """The Welcome of a game that has begun."""
    while not (welcome := one.hear("welcome"))["table"]["begun"]:
        pass
    return welcome


def heard(one: Page, *kinds: str) -> Any:
    """The next message of one of these kinds, whatever else comes."""
    while (message := one.socket.receive_json())["type"] not in kinds:
        pass
    return message


def test_no_server_takes_games_unless_its_owner_allows_it(client: TestClient) -> None:
    assert client.get("/api/made").json() == {"allowed": False}
    status, code, words = refused(client, given_six())
    assert (status, code) == (403, "NotAllowed")
    assert "the owner of this server does not allow such games" in words


def test_two_screens_play_a_game_that_somebody_made(allowing: TestClient) -> None:
    assert allowing.get("/api/made").json() == {"allowed": True}
    table, keys = made_table(allowing, given_six(), clock=None)
    with screens(allowing, table, keys) as (first, second):
        welcome, _ = begun(first), begun(second)
        card = welcome["table"]
        assert card["made"]
        assert card["code"] == card["game"]["slug"] == f"made-{given_six().digest}"
        assert (card["game"]["name"], card["game"]["levels"], card["game"]["lessons"]) == ("Six Plies", [], 0)
        assert base64.b64decode(welcome["moment"]["view"]) == bytes(8)
        assert welcome["moment"]["scene"] is None
        for ply in range(6):
            mover = (first, second)[ply % 2]
            mover.say("move", seat=ply % 2, ply=ply, action=1)
            told = [heard(one, "changed") for one in (first, second)]
            assert [it["moves"] for it in told] == [[[ply % 2, "1", "a move", "", []]]] * 2
            before, after = bytes([ply, *bytes(7)]), bytes([ply + 1, *bytes(7)])
            assert {rebuilt(before, base64.b64decode(it["runs"])) for it in told} == {after}
        assert told[0]["over"]
        assert told[0]["winners"] == [0]
    record = allowing.get(f"/api/tables/{table}/record")
    assert record.status_code == 200
    assert [json.loads(line).get("action") for line in record.text.splitlines()[1:7]] == ["1"] * 6
    answer = allowing.get(f"/api/tables/{table}/export.svg")
    assert (answer.status_code, answer.json()["code"]) == (422, "CannotPlay")


def test_what_a_seat_may_not_know_is_told_by_number_and_place(allowing: TestClient) -> None:
    """The move is secret to the other seat, and so is what it wrote."""
    written = "(i32.store8 offset=1 (call $word (i32.const 1)) (i32.wrap_i64 (i64.load (i32.add (global.get $block)"
    module = six_plies(
        play=f"(i32.store8 (call $word (i32.const 1)) (i32.add {PLY} (i32.const 1))) {written} (i32.const 32)))))",
        hide="(if (i64.ne (i64.load (i32.add (global.get $block) (i32.const 32))) (i64.const 0))"
        "(then (i32.store8 offset=1 (call $word (i32.const 1)) (i32.const 0))))",
        knows="(call $answer (i64.extend_i32_u (i64.eqz (i64.load (i32.add (global.get $block) (i32.const 40))))))",
    )
    table, keys = made_table(allowing, given_six(module))
    with screens(allowing, table, keys) as (first, second), page(allowing, table) as watching:
        begun(first), begun(second)
        watching.say("hello", keys=[], **DRAWS)
        watching.hear("welcome")
        first.say("move", seat=0, ply=0, action=1)
        told = [heard(one, "changed") for one in (first, second, watching)]
        assert [it["moves"][0][:3] for it in told] == [[0, "1", "a move"], *[[0, "?", "a hidden move"]] * 2]
        seen = [rebuilt(bytes(8), base64.b64decode(it["runs"])) for it in told]
        assert seen == [bytes([1, 1, *bytes(6)]), *[bytes([1, *bytes(7)])] * 2]


def test_a_table_survives_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    with opened(database, strangers_games=True) as client:
        table, keys = made_table(client, given_six())
        with screens(client, table, keys) as (first, second):
            begun(first), begun(second)
            first.say("move", seat=0, ply=0, action=0)
            heard(second, "changed")
    with opened(database, strangers_games=True) as client:
        yours = client.post("/api/yours", json={"tables": [{"id": table, "keys": keys[1:]}]}).json()["tables"]
        with screens(client, table, keys) as (_, second):
            welcome = begun(second)
            assert welcome["moment"]["ply"] == 1
            assert welcome["moves"][0]["text"] == "0"
            second.say("move", seat=1, ply=1, action=1)
            assert heard(second, "changed")["ply"] == 2
        yours = client.post("/api/yours", json={"tables": [{"id": table, "keys": keys[1:]}]}).json()["tables"]
        assert [(it["name"], it["yours"], it["turn"]) for it in yours] == [("Six Plies", [1], 0)]
        assert client.get("/api/tables").json()["tables"] == [], "it is in no lobby"
        assert f"made-{given_six().digest}" not in client.get("/api/games").text
    with opened(database) as client:
        answer = client.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (403, "NotAllowed"), "the owner has changed their mind"


def test_a_rematch_is_of_the_same_game(allowing: TestClient) -> None:
    table, keys = made_table(allowing, given_six())
    with screens(allowing, table, keys) as (first, second):
        begun(first), begun(second)
        first.say("resign")
        heard(second, "welcome")
        second.say("rematch")
        while not (after := heard(second, "tabled")["table"]["next"]):
            pass
    assert allowing.get(f"/api/tables/{after}").json()["game"]["name"] == "Six Plies"


class Watcher:
    """What a screen that draws has seen: the bytes of each view, and who played what, by ply."""

    def __init__(self, one: Page, welcome: Any) -> None:
        self.page = one
        self.ply = welcome["moment"]["ply"]
        self.mover = welcome["moment"]["mover"]
        self.views = {self.ply: base64.b64decode(welcome["moment"]["view"])}
        self.told = {move["ply"]: (move["seat"], move["text"]) for move in welcome["moves"]}
        self.over, self.secret_until = False, 0

    def hear(self) -> None:
        changed = heard(self.page, "changed")
        before, self.ply = self.ply, changed["ply"]
        self.secret_until = before  # with the last ply everybody may know everything
        self.views[self.ply] = rebuilt(self.views[before], base64.b64decode(changed["runs"])) or b""
        self.told |= {before + place: (it[0], it[1]) for place, it in enumerate(changed["moves"], 1)}
        self.mover, self.over = changed.get("mover"), changed.get("over", False)


@pytest.mark.parametrize("kind", sorted(new_game.kinds()))
def test_a_screen_is_sent_what_its_seat_may_know_and_no_more(kind: str, allowing: TestClient) -> None:
    """A whole game, compared with the same game in Python, which the server has never seen."""
    game, chance = Game(f"{new_game.PACKAGE}.{kind}"), random.Random(kind)
    table, keys = made_table(allowing, given(game, *module_of(game)))
    with screens(allowing, table, keys) as (first, second):
        seats = [Watcher(one, begun(one)) for one in (first, second)]
        while not seats[0].over:
            mover = seats[0].mover
            state = np.frombuffer(seats[mover].views[seats[mover].ply], game.dtype).copy()
            view = Position(game, state, game.facts.settings(2, {}), mover)
            seats[mover].page.say("move", seat=mover, ply=seats[mover].ply, action=chance.choice(view.legal_actions))
            for one in seats:
                one.hear()
    lines = [json.loads(line) for line in allowing.get(f"/api/tables/{table}/record").text.splitlines()]
    position = game.start(players=2)
    for ply, line in enumerate((line for line in lines if "ply" in line), 1):
        action, before, position = int(line["action"]), position, position.after(int(line["action"]))
        assert position.key == line["key"]
        for seat, one in enumerate(seats):
            assert one.told[ply][0] == (None if before.mover == CHANCE else before.mover)
            assert one.views.get(ply, position.view(seat).state.tobytes()) == position.view(seat).state.tobytes()
            if ply <= one.secret_until:
                assert one.told[ply][1] == (str(action) if before.knows(action, seat) else "?")
    assert position.is_over
    assert game.facts.hidden == any(text == "?" for one in seats for _, text in one.told.values())


# ── Harm ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("what", AT_THE_TABLE)
def test_a_game_that_breaks_off_ends_its_table(what: str, allowing: TestClient) -> None:
    """The page that moved is told why; the game is over for all, at the last position that can be shown."""
    bodies, words = AT_THE_TABLE[what]
    table, keys = made_table(allowing, given_six(six_plies(**bodies)))
    with screens(allowing, table, keys) as (first, second):
        begun(first), begun(second)
        first.say("move", seat=0, ply=0, action=1)
        heard(second, "changed")
        second.say("move", seat=1, ply=1, action=1)
        message = heard(second, "refused")
        assert message["code"] == "BrokenRules"
        assert words in message["words"]
        moment = heard(first, "welcome")["moment"]
        assert (moment["over"], moment["winners"], moment["ply"], moment["given_up"]) == (True, [], 1, False)
        assert words in moment["words"]
        assert base64.b64decode(moment["view"])[0] == 1
        first.say("move", seat=0, ply=1, action=1)
        assert heard(first, "refused")["code"] == "GameOver"
    with page(allowing, table) as again:
        again.say("hello", keys=keys, **DRAWS)
        assert words in again.hear("welcome")["moment"]["words"]


def test_a_broken_table_stays_so_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path / "tables.sqlite3", strangers_games=True) as client:
        table, keys = made_table(client, given_six(six_plies(play=FOREVER)))
        with screens(client, table, keys) as (first, second):
            begun(first), begun(second)
            first.say("move", seat=0, ply=0, action=1)
            heard(second, "welcome")
    with opened(tmp_path / "tables.sqlite3", strangers_games=True) as client, page(client, table) as again:
        again.say("hello", keys=keys, **DRAWS)
        assert "play does not end" in again.hear("welcome")["moment"]["words"]


IN_EVERY_RUN = ("imports", "a start", "much memory", "nonsense inside", "set-up without end", "a trap")
CODES: dict[type[Exception], tuple[int, str]] = {
    ForbiddenModule: (422, "ForbiddenModule"),
    BrokenRules: (422, "BrokenRules"),
    msgspec.ValidationError: (400, "UnreadableMessage"),
}


@pytest.mark.parametrize("what", others_in_soak(REFUSED, [*DATA, *IN_EVERY_RUN]))
def test_what_is_no_game_is_refused(what: str, allowing: TestClient) -> None:
    rules = REFUSED[what]
    found = refused(allowing, rules.game())
    assert found[:2] == CODES[rules.error], found
    assert (rules.words if found[0] == 422 else "does not understand") in found[2]


@pytest.mark.parametrize("what", ORDERS)
def test_what_is_no_order_is_refused(what: str, allowing: TestClient) -> None:
    """A server takes compiled rules alone."""
    status, code, words = refused(allowing, ORDERS[what]())
    assert (status, code) in ((400, "UnreadableMessage"), (413, "UnreadableMessage"))
    assert re.search("does not understand|may have at most", words)


def test_seats_are_for_people_who_are_there(allowing: TestClient) -> None:
    bots = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    assert refused(allowing, given_six(), seats=bots)[1] == "UnknownLevel"
    assert refused(allowing, given_six(), seats=PEOPLE[:1])[1] == "UnknownOption"
    assert refused(allowing, given_six(), options={"much": "more"})[1] == "UnknownOption"
    table, keys = made_table(allowing, given_six())
    with screens(allowing, table, keys) as (first, second):
        begun(first), begun(second)
        assert first.refused("lend", seat=0, level="easy") == "UnknownLevel"
        assert first.refused("replace", seat=1) == "CannotPlay"
    branch = {"game": f"made-{given_six().digest}", "seats": PEOPLE, "after": {"table": table, "ply": 0}}
    assert allowing.post("/api/tables", json=branch).json()["code"] == "UnknownGame"


def test_neither_a_hash_nor_a_record_brings_a_game(allowing: TestClient) -> None:
    """Not even of one that is played there: whoever forges one gets no table."""
    table, keys = made_table(allowing, given_six())
    with screens(allowing, table, keys) as (first, second):
        begun(first), begun(second)
        first.say("resign")
        heard(second, "welcome")
    digest = given_six().digest
    record = allowing.get(f"/api/tables/{table}/record").text
    for forged in (digest, digest[::-1]):
        answers = [
            allowing.post("/api/records", content=record.replace(digest, forged)),
            allowing.post("/api/tables", json={"game": f"made-{forged}", "seats": PEOPLE}),
        ]
        assert [answer.json()["code"] for answer in answers] == ["UnknownGame"] * 2


def test_games_in_use_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "MOST_GAMES_OF_ONE", 2)
    monkeypatch.setattr(strangers, "MOST_IDLE_GAMES", 1)
    with opened(tmp_path / "tables.sqlite3", strangers_games=True) as client:
        for number in range(2):
            made_table(client, given_six(name=f"Game {number}"))
        assert refused(client, given_six(name="Game 2"))[:2] == (429, "TooBusy")
        made_table(client, given_six(name="Game 1"))


def test_compiling_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "LONGEST_COMPILING", 0.01)
    with opened(tmp_path / "tables.sqlite3", strangers_games=True) as client:
        status, code, words = refused(client, given_six())
        assert (status, code) == (422, "ForbiddenModule")
        assert "took longer than 0.01 seconds" in words


def test_a_table_that_keeps_much_counts_as_several(tmp_path: Path) -> None:
    noise = "".join(f"\\{byte:02x}" for byte in random.Random(1).randbytes(40_000))
    with opened(tmp_path / "tables.sqlite3", strangers_games=True, tables_per_address="4/hour") as client:
        made_table(client, given_six())
        made_table(client, given_six(six_plies(more=f'(data (i32.const 8192) "{noise}")')))
        assert refused(client, given_six())[:2] == (429, "TooBusy")


def test_a_page_that_does_not_draw_is_told_so(allowing: TestClient) -> None:
    table, _ = made_table(allowing, given_six())
    with page(allowing, table) as watching:
        scene = watching.hello()["moment"]["scene"]
        assert scene["caption"] == NO_PICTURE
        assert not scene["choices"]
    assert allowing.get(f"/code/made-{given_six().digest}").status_code == 404
