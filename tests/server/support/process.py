"""The server as a process of its own.

To import everything and open all games takes seconds, and is the same for every server. So one process does that for
all, and each server is a fork of it. How a server begins that the command starts is shown by `test_serve.py`.
"""

import contextlib
import json
import multiprocessing
import os
import signal
import sys
import urllib.request
from collections.abc import Iterator
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

from rookery.server.__main__ import main

QUICKLY = {
    "ROOKERY_BRAIN": "tests.server.support.brain",
    "ROOKERY_BOT_PAUSE": "0",
    "ROOKERY_BOT_WORKERS": "1",
    "ROOKERY_ENGINE": "false",
    "ROOKERY_MESSAGE_RATE": "100000",
    "ROOKERY_MESSAGE_BURST": "100000",
    "ROOKERY_MESSAGES_PER_ADDRESS": "0",
    "ROOKERY_WORK_PER_ADDRESS": "0",
}
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.support.preloaded"])


class ServerProcess:
    """In the manner of subprocess.Popen."""

    def __init__(self, *command: str, environment: dict[str, str]) -> None:
        (heard, said), (read, complained) = os.pipe(), os.pipe()
        self.stdout, self.stderr = os.fdopen(heard), os.fdopen(read)
        self._process = FORKS.Process(target=_serve, args=(_Outlet(said), _Outlet(complained), command, environment))
        self._process.start()
        os.close(said)
        os.close(complained)
        self.pid = int(self._process.pid or 0)

    def wait(self, timeout: float | None = None) -> int | None:
        self._process.join(timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self._process.kill()


class _Outlet:
    """The writing end of a pipe, in this process and then in the other one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getstate__(self) -> Any:
        return DupFd(self.number)

    def __setstate__(self, given: Any) -> None:
        self.number = given.detach()


def _serve(said: _Outlet, complained: _Outlet, command: tuple[str, ...], environment: dict[str, str]) -> None:
    os.dup2(said.number, 1)
    os.dup2(complained.number, 2)
    for outlet in (said, complained):
        os.close(outlet.number)
    sys.stdout = os.fdopen(1, "w", 1)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = command
    main()


@contextlib.contextmanager
def started(database: Path | str, **settings: str) -> Iterator[tuple[ServerProcess, str]]:
    """A server on a free port, and the address of its page. It is killed at the end, if it still runs."""
    imported = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, **QUICKLY, **settings, "PYTHONPATH": imported}
    process = ServerProcess("--port", "0", "--database", str(database), environment=environment)
    with process.stdout, process.stderr:
        try:
            line = process.stdout.readline()
            assert line.startswith("Rookery is open at "), process.stderr.read()
            yield process, line.split()[-1]
        finally:
            process.kill()
            process.wait()


def asked(link: str, path: str, order: Any = None) -> Any:
    """What a server answers to a request; with an order, a POST."""
    body = None if order is None else json.dumps(order).encode()
    with urllib.request.urlopen(urllib.request.Request(link + path, body)) as answer:
        return json.load(answer)
