"""The server as a process of its own, as a user runs it."""

import contextlib
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

QUICKLY = {
    "ROOKERY_BRAIN": "tests.server.support.brain",
    "ROOKERY_BOT_PAUSE": "0",
    "ROOKERY_BOT_WORKERS": "1",
    "ROOKERY_MESSAGE_RATE": "100000",
    "ROOKERY_MESSAGE_BURST": "100000",
    "ROOKERY_MESSAGES_PER_ADDRESS": "0",
    "ROOKERY_WORK_PER_ADDRESS": "0",
}


@contextlib.contextmanager
def started(database: Path | str, **settings: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server on a free port, and the address of its page. It is killed at the end, if it still runs."""
    imported = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, **QUICKLY, **settings, "PYTHONPATH": imported}
    process = subprocess.Popen(
        [sys.executable, "-m", "rookery.server", "--port", "0", "--database", str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        assert line.startswith("Rookery is open at "), process.stderr.read()
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.communicate()


def asked(link: str, path: str, order: Any = None) -> Any:
    """What a server answers to a request; with an order, a POST."""
    body = None if order is None else json.dumps(order).encode()
    with urllib.request.urlopen(urllib.request.Request(link + path, body)) as answer:
        return json.load(answer)
