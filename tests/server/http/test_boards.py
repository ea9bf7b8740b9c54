"""Plain HTTP: what a page asks about any position of a game, and what a seat may see of it."""

import asyncio
import functools
import random
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.generator import Generator
from rookery.core.memory import remembered
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.server.api.board_endpoints import BoardEndpoints
from rookery.server.api.exchange import MAX_BODY_BYTES
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.wire.board_messages import MAX_ACTIONS, BoardAsked
from rookery.server.wire.board_views import SHOWN_ONE_BY_ONE, StudyBoard
from tests.server.http.test_lessons import post

HIDING = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
LONG = 7  # the seed of games that are not short
PLAIN = next(slug for slug in rookery.slugs() if slug not in HIDING)


@functools.cache
def walk(slug: str, seed: int = 5, most: int = 1_000) -> tuple[tuple[Position, ...], tuple[int, ...]]:
    """The positions and actions of a random game."""
    dice = random.Random(seed)
    positions, actions = [rookery.load(slug).start_with(rookery.load(slug).facts.settings(None, {}))], list[int]()
    while not positions[-1].is_over and len(actions) < most:
        actions.append(dice.choice(positions[-1].legal_actions))
        positions.append(positions[-1].after(actions[-1]))
    return tuple(positions), tuple(actions)


def ask(client: TestClient, slug: str, actions: Sequence[int], what: str = "", **more: Any) -> Any:
    """What is said of a table for the fewest players."""
    players = walk(slug)[0][0].players
    body = {"players": players, "options": {}, "actions": list(actions), **more}
    return post(client, f"/api/games/{slug}/board{what}", **body)


# ── The way through a game ───────────────────────────────────────────────────
def test_a_whole_game_is_walked_through(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    looks = None
    for ply in range(len(actions) + 1):
        board = ask(client, slug, actions[:ply], seen=max(0, ply - 1))
        position = positions[ply]
        (moment,) = board["moments"]
        assert (moment["ply"], moment["over"]) == (ply, position.is_over)
        assert moment["mover"] == (None if position.mover == CHANCE else position.mover)
        decides = position.mover is not None and position.mover >= 0
        looks = position.mover if decides else looks  # the seat that decides, or decided last
        assert moment["seen_by"] == looks
        offered = {choice["action"] for choice in moment["scene"]["choices"]}
        assert offered == (set(position.legal_actions) if decides else set())
        for entry in board["moves"]:
            assert (entry["ply"], entry["seat"]) == (ply, seat_before(slug, ply))
            assert entry["words"]
        assert len(board["moves"]) == min(ply, 1)
    facts = rookery.load(slug).facts
    roles = facts.seats_at(position.players, position.options)
    assert (board["name"], len(board["styles"])) == (facts.name, position.players)
    assert [*zip(board["seats"], board["styles"])] == [*roles]
    assert position.outcome is not None
    assert (moment["winners"], moment["reason"]) == (list(position.outcome.winners), position.outcome.reason)


def seat_before(slug: str, ply: int) -> int | None:
    mover = walk(slug)[0][ply - 1].mover
    return None if mover == CHANCE else mover


def test_a_few_new_actions_are_told_one_by_one_and_many_are_not(client: TestClient, slug: str) -> None:
    actions = walk(slug, LONG)[1][: SHOWN_ONE_BY_ONE + 1]
    assert len(actions) == SHOWN_ONE_BY_ONE + 1
    few, many = ask(client, slug, actions, seen=1), ask(client, slug, actions, seen=0)
    assert [moment["ply"] for moment in few["moments"]] == [*range(2, len(actions) + 1)]
    assert [entry["ply"] for entry in few["moves"]] == [*range(2, len(actions) + 1)]
    assert [moment["ply"] for moment in many["moments"]] == [len(actions)]
    assert [entry["ply"] for entry in many["moves"]] == [*range(1, len(actions) + 1)]
    assert few["moments"][-1] == many["moments"][-1] == ask(client, slug, actions)["moments"][0]
    assert ask(client, slug, actions)["moves"] == []
    for moment in few["moments"][:-1]:
        assert moment["scene"]["choices"] == []  # nothing is asked on the way


def test_what_it_shows_is_seen_from_one_seat(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    for ply in range(0, len(actions), 7):
        for eyes in range(positions[0].players):
            (moment,) = ask(client, slug, actions[:ply], eyes=eyes)["moments"]
            assert moment["seen_by"] == eyes
            assert bool(moment["scene"]["choices"]) == (positions[ply].mover == eyes)


def test_previews_and_why_a_click_does_nothing(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    ply = next(ply for ply in range(len(actions)) if (positions[ply].mover or 0) >= 0)
    position, before = positions[ply], actions[:ply]
    assert position.mover is not None
    scene = ask(client, slug, before, "/preview", action=actions[ply])["scene"]
    expected = position.view(position.mover).after(actions[ply]).scene(facing=0).idle()
    assert scene == msgspec.json.decode(msgspec.json.encode(expected))  # whoever decides: the table never turns
    shown = position.scene(position.mover)
    begun = {choice.path[0] for choice in shown.choices}
    for spot in [spot.id for spot in shown.spots if spot.id not in begun][:3]:  # on some boards all can be chosen
        words = ask(client, slug, before, "/why", path=[], spot=spot)["words"]
        assert words == position.view(position.mover).why([], spot)
        assert words
    assert ask(client, slug, before, "/why", path=[], spot=next(iter(begun)))["words"] == ""


# ── Draws ────────────────────────────────────────────────────────────────────
def test_what_chance_can_bring_is_told_with_its_odds(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    for ply, position in enumerate(positions):
        draws = ask(client, slug, actions[:ply])["draws"]
        assert {draw["action"]: draw["chance"] for draw in draws} == position.chances
        assert [draw["chance"] for draw in draws] == sorted(position.chances.values(), reverse=True)
        for draw in draws[:3]:
            assert draw["words"] == position.words(draw["action"])
        if ply > 60:
            break


@pytest.mark.parametrize("slug", HIDING)
def test_a_seat_hears_of_draws_that_it_foresees(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    told, untold = 0, 0
    for ply in [ply for ply in range(60) if positions[ply].mover == CHANCE]:
        for seat in range(positions[0].players):
            draws = ask(client, slug, actions[:ply], eyes=seat)["draws"]
            foreseen = all(positions[ply].knows(action, seat) for action in positions[ply].legal_actions)
            assert bool(draws) == foreseen
            told, untold = told + foreseen, untold + (not foreseen)
    assert told > 0
    assert untold > 0


def test_draws_go_on_until_a_seat_decides(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    for ply in range(0, len(actions), 9):
        position = positions[ply]
        drawn = ask(client, slug, actions[:ply], "/draw")["actions"]
        assert bool(drawn) == (position.mover == CHANCE)
        for action in drawn:
            assert position.mover == CHANCE
            position = position.after(action)
        assert position.mover != CHANCE


def test_draws_differ_from_time_to_time(client: TestClient) -> None:
    drawing = next(slug for slug in rookery.slugs() if len(walk(slug)[0][0].chances) > 1)
    assert len({tuple(ask(client, drawing, [], "/draw")["actions"]) for _ in range(40)}) > 1


def test_moves_are_told_without_pictures(client: TestClient, slug: str) -> None:
    actions = walk(slug)[1][:40]
    for seen in (0, len(actions) - 3, len(actions)):
        moves = ask(client, slug, actions, "/moves", seen=seen)
        assert moves == {"moves": ask(client, slug, actions, seen=seen)["moves"]}
        assert len(moves["moves"]) == len(actions) - seen


@pytest.mark.parametrize("slug", HIDING)
def test_with_all_hands_open_no_move_is_secret(client: TestClient, slug: str) -> None:
    positions, actions = walk(slug)
    for before, entry in zip(positions, ask(client, slug, actions, "/moves", seen=0)["moves"]):
        action = actions[entry["ply"] - 1]
        assert (entry["text"], entry["words"]) == (before.format(action), before.words(action))
    for seat in range(positions[0].players):
        told = ask(client, slug, actions, "/moves", seen=0, eyes=seat)["moves"]
        assert any(entry["text"] == "?" for entry in told)


def test_the_longest_game_fits_into_a_request(slug: str) -> None:
    facts = rookery.load(slug).facts
    assert facts.longest <= MAX_ACTIONS
    assert facts.longest * len(f"{facts.actions},") < MAX_BODY_BYTES * 3 // 4


# ── No secret ────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("slug", HIDING)
def test_two_games_that_a_seat_cannot_tell_apart_are_told_alike(slug: str) -> None:
    """All that is said to a seat of a game that was played, and of others that it may take for it."""
    differed = 0
    for seed in range(2):
        positions, actions = walk(slug, seed)
        for ply in range(2, len(actions) + 1, 41):
            for seat in range(positions[0].players):
                memory = remembered(positions[: ply + 1], actions[:ply], seat)
                others = [memory.resample_history(Generator(other)) for other in range(4)]
                differed += any(other != [*actions[:ply]] for other in others)
                played = [*actions[:ply]]
                assert len({told(slug, each, seat) for each in [played, *others]}) == 1
    assert differed > 10, "no game differed from that which was played: the test shows nothing"


def told(slug: str, actions: list[int], seat: int) -> bytes:
    """Everything, on the whole way."""
    game = rookery.load(slug)
    players = walk(slug)[0][0].players
    answers = list[Any]()
    for seen in (0, len(actions)):
        board = StudyBoard(game, BoardAsked(players=players, options={}, actions=actions, seen=seen, eyes=seat))
        answers += [board.shown(), board.moves()]
        if board.position.mover == seat:
            answers += [board.preview(action) for action in board.position.legal_actions[:6]]
        answers += [board.why([], spot.id) for spot in board.position.scene(seat).spots[:6]]
    return msgspec.json.encode(answers)


# ── Refusals ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("body", "code", "part"),
    [
        ({"actoins": []}, "UnreadableMessage", "actoins"),
        ({"actions": None}, "UnreadableMessage", "actions"),
        ({"actions": ["a"]}, "UnreadableMessage", "actions"),
        ({"actions": [1.5]}, "UnreadableMessage", "actions"),
        ({"actions": [0] * (MAX_ACTIONS + 1)}, "UnreadableMessage", f"{MAX_ACTIONS}"),
        ({"actions": [1_000_000]}, "IllegalAction", "1000000"),
        ({"actions": [-1]}, "IllegalAction", "-1"),
        ({"actions": [2**63]}, "IllegalAction", f"{2**63}"),
        ({"eyes": -1}, "UnknownOption", "no seat -1"),
        ({"eyes": 99}, "UnknownOption", "no seat 99"),
        ({"eyes": 2**70}, "UnknownOption", "no seat"),
        ({"seen": -1}, "IllegalAction", "-1"),
        ({"seen": 1}, "IllegalAction", "1"),
        ({"players": 77}, "UnknownOption", "77"),
        ({"players": -1}, "UnknownOption", "-1"),
        ({"players": 2**65}, "UnknownOption", "players"),
        ({"players": "two"}, "UnreadableMessage", "players"),
        ({"options": {"colour": "blue"}}, "UnknownOption", "colour"),
        ({"options": []}, "UnreadableMessage", "options"),
    ],
)
def test_refusals_have_names_and_one_sentence(
    client: TestClient, slug: str, body: dict[str, Any], code: str, part: str
) -> None:
    whole = {"players": walk(slug)[0][0].players, "options": {}, "actions": [], **body}
    for what, more in (
        ("", {}),
        ("/moves", {}),
        ("/draw", {}),
        ("/preview", {"action": 0}),
        ("/why", {"path": [], "spot": "x"}),
    ):
        told = post(client, f"/api/games/{slug}/board{what}", **whole, **more)
        assert told["code"] == code, told
        assert part in told["words"]
        assert "\n" not in told["words"]


def test_each_field_of_a_table_is_needed(client: TestClient) -> None:
    whole: dict[str, Any] = {"players": 2, "options": {}, "actions": []}
    for name in whole:
        told = post(client, f"/api/games/{PLAIN}/board", **{key: whole[key] for key in whole if key != name})
        assert (told["code"], name in told["words"]) == ("UnreadableMessage", True)


def test_wrong_values_of_options_are_refused(client: TestClient, slug: str) -> None:
    for option in rookery.load(slug).facts.options:
        assert ask(client, slug, [], options={option.name: "no such value"})["code"] == "UnknownOption"


def test_what_is_not_there_is_refused(client: TestClient, slug: str) -> None:
    body = {"players": 2, "options": {}, "actions": []}
    assert post(client, "/api/games/nonsense/board", **body)["code"] == "UnknownGame"
    positions, actions = walk(slug)
    assert ask(client, slug, [*actions, 0])["code"] == "GameOver"
    assert ask(client, slug, actions, "/preview", action=0)["code"] == "GameOver"
    assert ask(client, slug, [], "/why", path=[], spot="nowhere")["code"] == "NoSuchSpot"
    ply = next(ply for ply in range(len(actions)) if (positions[ply].mover or 0) >= 0)
    mover = positions[ply].mover
    assert mover is not None
    assert ask(client, slug, actions[:ply], "/preview", action=1_000_000)["code"] == "IllegalAction"
    if positions[0].players > 1:
        other = (mover + 1) % positions[0].players
        told = ask(client, slug, actions[:ply], "/preview", action=actions[ply], eyes=other)
        assert told["code"] == "NotYourTurn"


# ── What it costs ────────────────────────────────────────────────────────────
def test_whoever_asks_pays_for_the_work(slug: str) -> None:
    """The longest requests, in the thread of a server, are charged like other work."""

    async def game(_: str) -> Any:
        return rookery.load(slug)

    async def body(_: int) -> bytes:
        players = walk(slug)[0][0].players
        return msgspec.json.encode({"players": players, "options": {}, "actions": walk(slug)[1], "seen": 0})

    async def spent() -> tuple[float, float]:
        bill = Bill(1_000.0)
        endpoints = BoardEndpoints(cast("Any", SimpleNamespace(ready=game)))
        request = cast("Any", SimpleNamespace(params={"slug": slug}, body=body))
        began = time.process_time()
        for _ in range(5):
            await bill.spend(endpoints.board(request))
        return bill.charged, time.process_time() - began

    charged, worked = asyncio.run(spent())
    assert charged > worked / 2


class Bill(WorkBudget):
    """A budget that is never empty, and what was taken from it in seconds."""

    charged = 0.0

    def charge(self, seconds: float) -> None:
        self.charged += seconds
        super().charge(seconds)
