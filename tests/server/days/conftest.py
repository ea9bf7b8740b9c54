"""One server for most tests of days: starting one with a process for its bots takes seconds."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.server.days.a_server import Clock, a_server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Clock]]:
    with pytest.MonkeyPatch.context() as patch, a_server(tmp_path_factory.mktemp("days") / "t.sqlite3", patch) as both:
        yield both


@pytest.fixture
def clock(house: tuple[TestClient, Clock]) -> Clock:
    """The time of day, on a day that no other test has seen."""
    house[1].day += 20
    return house[1]


@pytest.fixture
def server(house: tuple[TestClient, Clock]) -> TestClient:
    return house[0]
