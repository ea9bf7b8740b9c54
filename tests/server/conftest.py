"""Fixtures of the server's tests."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import rookery
from tests.server.house import opened


@pytest.fixture(params=rookery.titles())
def title(request: pytest.FixtureRequest) -> str:
    """Every game found."""
    return str(request.param)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests that need nothing special of it."""
    with opened(tmp_path_factory.mktemp("server") / "tables.sqlite3") as client:
        yield client
