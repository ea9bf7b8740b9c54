"""An evening from the first guest to the last result: the same draws, turned seats, nothing told too early."""

import pytest
from starlette.testclient import TestClient

import rookery
from rookery import Record
from rookery.core.verification import verify
from tests.server.days.a_server import CHANCY, HIDDEN, SHORT, Clock
from tests.server.days.an_evening import club

def test_try(server: TestClient, clock: Clock) -> None:
    players = 2 if 2 in rookery.load(CHANCY).facts.players else rookery.load(CHANCY).facts.players[0]
    one = club(server, clock, CHANCY, players)
    print(one.ask())
    print(one.join("Ann", "Bob", "Cid"))
    print(one.begin())
    one.play("Ann", "Bob", "Cid")
    print(one.ask())
    print(one.rest())
    one.play("Ann", "Bob", "Cid")
    print(one.ask())
    print(one.opened())
