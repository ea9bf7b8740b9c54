"""Evenings on real processes: killed again and again, and two of them side by side."""

import concurrent.futures
import json
import random
import urllib.error
import urllib.request
from typing import Any

import pytest
from websockets.sync.client import connect

import rookery
from tests.often import others_in_soak
from tests.server.cluster.pair import Pair
from tests.server.days.a_server import CHANCY, who
from tests.server.days.an_evening import MINUTE, word
from tests.server.support.app_client import few
from tests.server.support.process import started

PATIENCE = 60.0  # seconds
BRAIN = "tests.server.support.calm_brain"
NAMES = ("Ann", "Bob")


def asked(link: str, path: str, person: str, **more: Any) -> Any:
    body = json.dumps({"who": who(person), **more}).encode()
    request = urllib.request.Request(f"{link}api/evenings{path}", body)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def made(link: str, level: str) -> str:
    """A new evening of one round. Its path."""
    plan = {"game": CHANCY, "players": few(rookery.load(CHANCY)), "tables": 2, "rounds": 1, "level": level}
    return f"/{asked(link, '', 'Host', clock=MINUTE, plan=plan)['id']}"


def moved(link: str, card: Any, most: int) -> bool:
    """Play so many moves of a person, and return whether the game is over."""
    dice, own = random.Random(1), card["yours"]
    table = next(t["id"] for t in card["played"][-1]["tables"] for seat in t["seats"] if seat["guest"] == own)
    with connect(f"{link.replace('http', 'ws')}ws/{table}", compression=None) as socket:
        socket.send(json.dumps({"type": "hello", "keys": [card["key"]]}))
        moves = 0
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] not in ("welcome", "moved"):
                continue
            moment = message["moment"]
            if moment["over"] or moves == most:
                return bool(moment["over"])
            if choices := moment["scene"]["choices"]:
                at = {"ply": moment["ply"], "takebacks": 0, "seat": moment["mover"]}
                socket.send(json.dumps({"type": "move", "action": dice.choice(choices)["action"], **at}))
                moves += 1


@pytest.mark.parametrize("database", others_in_soak(["sqlite", "postgres"], ["postgres"]), indirect=True)
def test_a_server_that_is_killed_in_the_middle_of_an_evening(database: str) -> None:
    """SIGKILL after each step: a place, the beginning, some moves, a game that is over at one table."""
    evening, cards = "", list[Any]()
    for step in range(5):
        with started(database, ROOKERY_BRAIN=BRAIN) as (process, link):
            if step == 0:
                evening = made(link, "any")
                first = asked(link, f"{evening}/guests", "Ann", word=word("Ann"), name="Ann")
            elif step == 1:
                assert asked(link, f"{evening}/guests", "Ann", word=word("Ann"), name="Ann") == first
                asked(link, f"{evening}/guests", "Bob", word=word("Bob"), name="Bob")
                asked(link, f"{evening}/begin", "Host")
            else:
                cards.append(asked(link, evening, "Ann"))
                over = moved(link, cards[-1], 2 if step == 2 else 10_000)
                if step == 4:
                    assert over
                    assert moved(link, asked(link, evening, "Bob"), 10_000)
                    told = asked(link, evening, "Ann")
                    assert told["over"]
                    assert (
                        sum(seat["matchpoints"] for table in told["played"][0]["tables"] for seat in table["seats"])
                        == 2
                    )
            process.kill()
    assert all(card["played"][0]["tables"][0]["id"] == cards[0]["played"][0]["tables"][0]["id"] for card in cards)
    assert [guest["name"] for guest in told["guests"]] == [guest["name"] for guest in cards[0]["guests"]]


def test_two_processes_make_each_table_once_and_count_it_once(pair: Pair) -> None:
    """Both are asked by many at the same time, from the first place to the result."""
    level = "first"
    evening = made(pair.links[0], level)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:

        def everywhere(path: str, people: tuple[str, ...], **more: Any) -> list[Any]:
            both = [(link, person) for person in people for link in pair.links] * 4
            return [*pool.map(lambda at: asked(at[0], evening + path, at[1], **more), both)]

        for person in NAMES:
            receipts = everywhere("/guests", (person,), word=word(person), name=person)
            assert all(receipt == receipts[0] for receipt in receipts)
        everywhere("/begin", ("Host",))
        cards = everywhere("", NAMES)
        assert all(card["played"] == cards[0]["played"] for card in cards)
        for index, person in enumerate(NAMES):
            card = asked(pair.links[index], evening, person)
            assert moved(pair.links[index], card, 10_000)
        ended = everywhere("", NAMES)
    assert all(card["over"] for card in ended)
    assert all(card["played"] == ended[0]["played"] for card in ended)


@pytest.mark.parametrize("path", ["", "/begin"])
def test_there_is_no_evening_of_another_name(pair: Pair, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        asked(pair.links[0], f"/nothing{path}", "Ann")
