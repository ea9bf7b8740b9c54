"""One try at a game of the day for each name tag, in whatever browser; and nothing of it names the tag afterwards."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rookery.server.table.keys import digest
from tests.server.days.a_server import SHORT, Clock, a_server, play_on, who
from tests.server.storage.everything import everything, rewrite
from tests.server.support.app_client import new_table, page
from tests.server.support.tag_device import Device
from tests.server.tags.test_claims import DIGEST, TOKEN


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, Clock]]:
    with a_server(tmp_path / "t.sqlite3", monkeypatch) as both:
        yield both


@pytest.fixture
def client(world: tuple[TestClient, Clock]) -> TestClient:
    return world[0]


class Browser:
    """A device, and what its page calls its person at games of the day."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client, self.device, self.who = client, Device(), who(name)

    def with_tag(self) -> "Browser":
        table, keys = new_table(self.client, SHORT)
        self.device.claims(self.client, table, keys[0], name="Ann")
        return self.learn()

    def learn(self) -> "Browser":
        """As a page of the day does where there is a tag."""
        self.who = self.device.told(self.client, "/api/tag/days", {"who": self.who})["who"]
        return self

    def join(self, old: "Browser") -> "Browser":
        old.device.told(self.client, "/api/tag/words", {"digest": DIGEST})
        self.device.told(self.client, "/api/tag/join/words", {"token": TOKEN})
        return self.learn()

    def begin(self) -> Any:
        return self.client.post(f"/api/days/games/{SHORT}", json={"who": self.who}).json()

    def play(self) -> str:
        """Today's game to its end."""
        links = self.begin()
        with page(self.client, links["table"]) as player:
            moment = player.hello(links["seats"][0]["key"])["moment"]
            assert play_on(player, moment, random.Random(1))["over"]
        return str(links["table"])

    def tries(self) -> list[Any]:
        return list(self.client.post("/api/days/yours", json={"who": self.who}).json()["tries"])


def test_two_browsers_of_a_tag_have_one_try(client: TestClient) -> None:
    one = Browser(client, "one").with_tag()
    other = Browser(client, "other").join(one)
    table = one.begin()["table"]
    assert other.begin()["table"] == table, "the same game goes on there"
    assert other.play() == table
    assert [browser.begin()["code"] for browser in (one, other)] == ["SecondTry"] * 2
    assert one.tries() == other.tries() != []


def test_what_a_browser_played_before_is_the_tags(client: TestClient) -> None:
    """Also the seat: the tag's other devices open it."""
    one = Browser(client, "one")
    first = one.begin()
    one.with_tag()
    again = one.begin()
    assert again["table"] == first["table"]
    with page(client, first["table"]) as player:
        for links in (first, again):
            assert player.hello(links["seats"][0]["key"])["table"]["seats"]


def test_who_has_tried_in_both_browsers_has_one_try_and_the_other_is_a_strangers(client: TestClient) -> None:
    one, other = Browser(client, "one").with_tag(), Browser(client, "other")
    kept, left = one.play(), other.play()
    other.join(one)
    assert other.begin()["code"] == "SecondTry"
    day = client.get("/api/days").json()["day"]
    told = client.post(f"/api/days/games/{SHORT}/result", json={"who": other.who, "day": day}).json()
    assert (told["table"], told["begun"]) == (kept, 1)
    assert left != kept


def test_a_tag_of_an_earlier_day_takes_over_no_try_of_this_day(world: tuple[TestClient, Clock]) -> None:
    """Otherwise people would play under a stranger's name, and keep what pleases them."""
    client, clock = world
    tagged = Browser(client, "tagged").with_tag()
    before = Browser(client, "before")
    before.play()
    clock.day += 1
    stranger = Browser(client, "stranger")
    left = stranger.play()
    stranger.join(tagged)
    assert stranger.tries() == []
    assert stranger.begin()["table"] != left
    before.join(tagged)
    assert len(before.tries()) == 2, "those of the day on which the tag was made, and the one just begun"


def test_the_names_of_tags_are_secret(client: TestClient) -> None:
    """The id of a tag, which its profile shows, opens nothing of its days."""
    one = Browser(client, "one").with_tag()
    one.play()
    tag = one.device.told(client, "/api/tag")["id"]
    assert client.post("/api/days/yours", json={"who": tag}).json()["tries"] == []
    stranger = Browser(client, "stranger").with_tag()
    assert stranger.who != one.who
    assert stranger.tries() == []


def test_a_second_tag_costs_nothing(client: TestClient) -> None:
    """docs/days.md says so."""
    one, again = Browser(client, "one").with_tag(), Browser(client, "again").with_tag()
    assert one.play() != again.play()


def test_a_damaged_try_whose_text_is_no_utf_8_is_told_and_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "t.sqlite3")
    with a_server(file, monkeypatch) as (client, _):
        one = Browser(client, "one").with_tag()
        one.play()
        rewrite(file, "UPDATE day_tries SET game = CAST(x'676c80' AS TEXT)")
        (told,) = one.device.told(client, "/api/tag/data")["days"]
        assert (told["game"], "damaged" in told) == ("gl?", True)
        assert one.device.told(client, "/api/tag/leave") is None
        assert one.device.told(client, "/api/tag") is None
        rewrite(file, "DELETE FROM day_tries WHERE who = table_id")  # it is damaged still, as `a_server` would find


def test_who_leaves_leaves_a_result_and_no_name(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_server(database, monkeypatch) as (client, _):
        one, other = Browser(client, "one").with_tag(), Browser(client, "other")
        other.play()
        table = one.play()
        day = client.get("/api/days").json()["day"]
        data = one.device.told(client, "/api/tag/data")
        (told,) = data["days"]
        assert (told["day"], told["game"], told["table"]) == (day, SHORT, table)
        assert "achieved" in told
        rewrite(database, "UPDATE day_tries SET table_id = 'a' || table_id")
        (told,) = one.device.told(client, "/api/tag/data")["days"]
        assert (told["day"], told["game"], "damaged" in told) == (day, SHORT, True)
        rewrite(database, "UPDATE day_tries SET table_id = substr(table_id, 2)")
        tag = one.device.told(client, "/api/tag")["id"]
        one.device.told(client, "/api/tag/leave")
        assert one.tries() == []
        told = client.post(f"/api/days/games/{SHORT}/result", json={"who": other.who, "day": day}).json()
        assert (told["finished"], told["begun"]) == (1, 1), "the result stays for the others"
    found = everything(database)
    for secret in (tag, one.who, digest(one.who), one.device.key):
        assert secret not in found
