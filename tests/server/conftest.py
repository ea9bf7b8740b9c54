"""Fixtures of the server's tests."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.storage.store import Store
from tests.often import KINDS, others_in_soak
from tests.server.cluster.pair import Pair, two_processes
from tests.server.notify.fake_services import Told, listening
from tests.server.storage.stored import stored
from tests.server.support.app_client import opened
from tests.server.support.process import FORKS
from tests.server.support.services import Postgres, new_database, postgres_server


@pytest.fixture(params=others_in_soak(rookery.slugs(), KINDS))
def slug(request: pytest.FixtureRequest) -> str:
    """Every game found: no part of the server knows which it is."""
    return str(request.param)


@pytest.fixture(scope="session", autouse=True)
def quick_workers() -> Iterator[None]:
    """The processes that think for bots and draw files are forks here, too (support/process.py): a new Python would
    import everything for each. Those of servers in processes of their own are new ones."""
    with pytest.MonkeyPatch.context() as patch:
        for user in ("bots.bot_worker", "http.exports"):
            patch.setattr(f"rookery.server.{user}.multiprocessing", SimpleNamespace(get_context=lambda how: FORKS))
        yield


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests that need nothing special."""
    with opened(tmp_path_factory.mktemp("server") / "tables.sqlite3") as client:
        yield client


@pytest.fixture(scope="session")
def postgres_house() -> Iterator[Postgres]:
    """A PostgreSQL server. A test that stops it must start it again."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_house: Postgres) -> str:
    """Its address without a database."""
    return postgres_house.address


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """An empty database there."""
    return new_database(postgres)


@pytest.fixture(scope="session")
def pair(postgres: str) -> Iterator[Pair]:
    """Two server processes for all tests that do not kill them."""
    with two_processes(postgres) as pair:
        yield pair


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_database"))
    return str(tmp_path / "tables.sqlite3")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An open store on each of them."""
    with contextlib.closing(Store(database)) as store:
        yield store


@pytest.fixture
async def kept(store: Store) -> Store:
    """The same, with the events of one table."""
    await stored(store)
    return store


@pytest.fixture
def service() -> Iterator[Told]:
    """An external service that receives reminders."""
    with listening() as server:
        yield server
