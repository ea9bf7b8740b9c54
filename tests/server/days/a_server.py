"""A server on a day that a test chooses, and people who play its games."""

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.position import Position
from rookery.puzzles.daily import MS_A_DAY
from rookery.server import wall_clock
from rookery.server.bots.bot_pool import BotPool
from rookery.server.clocks import server_time
from tests.server.support.app_client import Page, opened, page
from tests.server.support.calm_brain import advise

DAY = 20_783
SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)
CHANCY = min(
    (slug for slug in rookery.slugs() if rookery.load(slug).facts.chance),
    key=lambda slug: rookery.load(slug).facts.longest,
)
HIDDEN = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)


class Clock:
    """The time of day of the server."""

    def __init__(self) -> None:
        self.day, self.ms = DAY, 0

    def now(self) -> int:
        self.ms += 1
        return self.passed()

    def passed(self) -> int:
        return self.day * MS_A_DAY + self.ms


async def _thought(
    bots: BotPool, view: Position, level: str, payers: object = (), seed: int | None = None
) -> tuple[int, str]:
    """Bots think in this process, which takes no time."""
    assert seed is not None, "all bots of a day have seeds"
    return advise(view, level, seed).action, ""


@contextlib.contextmanager
def a_server(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, Clock]]:
    clock = Clock()
    monkeypatch.setattr(wall_clock, "now_ms", clock.now)
    monkeypatch.setattr(wall_clock, "passed_ms", clock.passed)
    monkeypatch.setattr(server_time, "MAX_GAP_MS", 1 << 60)  # the server runs all the time
    monkeypatch.setattr(BotPool, "advise", _thought)
    with opened(database, brain="tests.server.support.calm_brain") as client:
        yield client, clock


def who(name: str) -> str:
    return name.ljust(20, "_")


def begun(client: TestClient, slug: str, name: str) -> tuple[str, str]:
    """A person's table of today, and its key."""
    answer = client.post(f"/api/days/games/{slug}", json={"who": who(name), "name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], answer.json()["seats"][0]["key"]


def choice_of(moment: Any, dice: random.Random) -> int:
    return int(dice.choice(moment["scene"]["choices"])["action"])


def play_on(player: Page, moment: Any, dice: random.Random, most: int = 10_000) -> Any:
    """Play at random, to the end or for so many decisions. Bots answer in between."""
    for _ in range(most):
        while not moment["over"] and not moment["scene"]["choices"]:
            moment = player.hear("moved")["moment"]
        if moment["over"]:
            break
        player.say(
            "move",
            seat=moment["mover"],
            ply=moment["ply"],
            takebacks=moment["takebacks"],
            action=choice_of(moment, dice),
        )
        moment = player.hear("moved")["moment"]
    return moment


def finished(client: TestClient, slug: str, name: str, seed: int = 0) -> tuple[str, str]:
    """Somebody plays today's game to its end."""
    table, key = begun(client, slug, name)
    with page(client, table) as player:
        moment = player.hello(key)["moment"]
        assert play_on(player, moment, random.Random(seed))["over"]
    return table, key


def result(client: TestClient, slug: str, name: str, day: int) -> Any:
    answer = client.post(f"/api/days/games/{slug}/result", json={"who": who(name), "day": day})
    return (answer.json() or {}) | {"status": answer.status_code}  # null: not yet
