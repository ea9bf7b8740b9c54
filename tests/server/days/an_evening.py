"""An evening on a server, and people who take part."""

import random
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from rookery.server.days.evenings import BREAK_MS
from tests.server.days.a_server import Clock, play_on, who
from tests.server.support.app_client import page

MINUTE = {"kind": "move", "seconds": 60}


def word(name: str) -> str:
    return name.encode().hex().ljust(32, "0")


class Club(NamedTuple):
    """An evening as a test sees it."""

    client: TestClient
    clock: Clock
    id: str

    def ask(self, path: str = "", person: str = "Host", **more: str) -> Any:
        """What a person is told, and the status."""
        answer = self.client.post(f"/api/evenings/{self.id}{path}", json={"who": who(person), **more})
        return answer.json() | {"status": answer.status_code}

    def join(self, *names: str) -> list[Any]:
        return [self.ask("/guests", name, word=word(name), name=name) for name in names]

    def begin(self) -> Any:
        return self.ask("/begin")

    def seat(self, name: str) -> tuple[str, str]:
        """The table and the key of a person in the newest round."""
        card = self.ask("", name)
        tables = card["played"][-1]["tables"]
        (own,) = [table["id"] for table in tables for seat in table["seats"] if seat["guest"] == card["yours"]]
        return own, card["key"]

    def play(self, *names: str, seed: int = 0) -> None:
        """These people play their tables to the end; at one table at a time, all of them from one page."""
        sat: dict[str, list[str]] = {}
        for name in names:
            table, key = self.seat(name)
            sat.setdefault(table, []).append(key)
        for table, keys in sat.items():
            with page(self.client, table) as player:
                assert play_on(player, player.hello(*keys)["moment"], random.Random(seed))["over"]

    def rest(self) -> Any:
        """The next round begins."""
        assert self.ask()["next"] > 0
        self.clock.ms += BREAK_MS
        return self.ask()

    def opened(self) -> Any:
        answer = self.client.get(f"/api/evenings/{self.id}/opened")
        return answer.json() | {"status": answer.status_code}


def club(client: TestClient, clock: Clock, slug: str, players: int = 2, **order: Any) -> Club:
    """A new evening of "Host", who takes no place."""
    plan = {"game": slug, "players": players, "tables": 2, "rounds": 2, "level": "any", **order}
    answer = client.post("/api/evenings", json={"who": who("Host"), "clock": MINUTE, "plan": plan})
    assert answer.status_code == 201, answer.text
    return Club(client, clock, answer.json()["id"])
