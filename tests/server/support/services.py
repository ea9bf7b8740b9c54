"""PostgreSQL and Redis for tests: real servers of their own, with data in a temporary folder.

If they are not installed, the tests that need them are skipped with one sentence; in CI those tests fail.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from tests.needs import POSTGRESQL, REDIS, Need

READY = (b"database system is ready to accept connections", b"Ready to accept connections")  # their logs say it
PATIENCE = 30.0  # seconds for a service to begin

Service = TypeVar("Service", "Postgres", "Redis")


def found(need: Need, program: str) -> str:
    """The path of a program that tests need. If it is not installed, the test is skipped, or fails in CI."""
    if (place := need.found()) is not None:
        return str(Path(place).with_name(program))
    if os.environ.get("CI"):
        pytest.fail(need.reason)
    pytest.skip(need.reason)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not any(words in log.read_bytes() for words in READY):
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(log.read_text("utf-8", "replace"))
        time.sleep(0.02)


@contextlib.contextmanager
def running(command: Sequence[str], folder: Path, user: str | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a service, from when it answers until the end."""
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, cwd=folder, user=user, group=user)
    try:
        wait_for(process, log)
        yield process
    finally:
        process.send_signal(signal.SIGINT)  # at once, also while somebody is connected
        process.wait(PATIENCE)


class Postgres:
    """A server that can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        initdb, postgres = found(POSTGRESQL, "initdb"), found(POSTGRESQL, "postgres")
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root
        self._folder, port = folder, free_port()
        self._stack = contextlib.ExitStack()
        self.address = f"postgresql://rookery@127.0.0.1:{port}"  # without the name of a database
        if self.user:
            shutil.chown(folder, self.user, self.user)
        made = [
            initdb,
            "--pgdata",
            f"{folder}/data",
            "--auth",
            "trust",
            "--username",
            "rookery",
            "--encoding",
            "UTF8",
            "--locale",
            "C",
            "--no-sync",
        ]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, user=self.user, group=self.user)
        self._command = [
            postgres,
            "-D",
            f"{folder}/data",
            "-p",
            str(port),
            "-k",
            str(folder),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "fsync=off",
        ]

    def start(self) -> None:
        self._stack.enter_context(running(self._command, self._folder, self.user))

    def stop(self) -> None:
        self._stack.close()

    def told(self, statement: str, database: str = "postgres") -> None:
        """Execute a statement as superuser, outside a transaction."""
        with psycopg.connect(f"{self.address}/{database}", autocommit=True) as connection:
            connection.execute(statement.encode())


def postgres_server() -> contextlib.AbstractContextManager[Postgres]:
    """One of its own."""
    return of_its_own(Postgres)


def new_database(server: str) -> str:
    """The address of an empty one."""
    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{server}/{name}"


class Redis:
    """A server that can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._program = found(REDIS, "redis-server")
        self._folder, self._port = folder, free_port()
        self._stack = contextlib.ExitStack()
        self.address = f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [self._program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        self._stack.enter_context(running(command, self._folder))

    def stop(self) -> None:
        self._stack.close()


def redis_server() -> contextlib.AbstractContextManager[Redis]:
    """One of its own."""
    return of_its_own(Redis)


@contextlib.contextmanager
def of_its_own(kind: type[Service]) -> Iterator[Service]:
    """Started in a folder of its own; it is gone in the end, and its folder with it."""
    with tempfile.TemporaryDirectory(prefix="rookery-services-") as name:
        service = kind(Path(name))
        service.start()
        try:
            yield service
        finally:
            service.stop()


def wait_until(happens: Callable[[], bool]) -> None:
    """AssertionError when it does not."""
    end = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)
