"""Starts a server for a crowd, in its own process and a temporary folder."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rookery.core.errors import Trouble

# a crowd has one address, but the load of hundreds: lift the limits per address
OPEN_HOUSE = {
    "ROOKERY_MESSAGE_RATE": "100000",
    "ROOKERY_MESSAGE_BURST": "100000",
    "ROOKERY_REQUESTS_PER_ADDRESS": "1000000/minute",
    "ROOKERY_TABLES_PER_ADDRESS": "1000000/minute",
    "ROOKERY_SOCKETS_PER_ADDRESS": "0",
    "ROOKERY_MESSAGES_PER_ADDRESS": "0",
    "ROOKERY_WORK_PER_ADDRESS": "0",
    "ROOKERY_MAX_TABLES": "100000",
    "ROOKERY_IDLE_TIMEOUT": "30",  # games end often; their tables are dropped from memory
    "ROOKERY_LOG_LEVEL": "warning",
    "ROOKERY_EXAMPLES": "True",  # any installed game can be measured
}
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
START_TIMEOUT = 120.0  # seconds after which waiting for the server is given up


class Usage(NamedTuple):
    """Resources that a server's process has used."""

    megabytes: float  # resident
    cpu: float  # seconds so far


@dataclass(frozen=True, slots=True)
class LoadServer:
    address: str
    process: "subprocess.Popen[str]"

    def usage(self) -> Usage:
        """The usage so far; zeros if the system has no /proc."""
        folder = Path("/proc") / str(self.process.pid)
        try:
            pages = int((folder / "statm").read_text().split()[1])
            ticks = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return Usage(0.0, 0.0)
        return Usage(pages * PAGE / 1e6, (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK"))


@contextlib.contextmanager
def opened(database: str = "", settings: Mapping[str, str] = OPEN_HOUSE) -> Iterator[LoadServer]:
    """Start a server and wait until all games are open; at the end, stop it and delete its folder. `database`: of
    its tables, by default a file in the folder. `settings`: environment variables. Raises Trouble."""
    with _ended_in_good_order(), tempfile.TemporaryDirectory(prefix="rookery-load-") as folder:
        storage = database or f"{folder}/tables.sqlite3"
        command = [sys.executable, "-m", "rookery.server", "--port", "0", "--database", storage]
        environment = os.environ | settings
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1:]
            if not address:
                raise Trouble("the server did not start")
            _wait(f"{address[0]}ready")
            yield LoadServer(address[0], process)
        finally:
            process.terminate()
            process.communicate(timeout=30)


@contextlib.contextmanager
def _ended_in_good_order() -> Iterator[None]:
    """Make SIGTERM act like Ctrl-C. Its default handler would end this process at once and leave the server running."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual or signal.SIG_DFL)


def _wait(address: str) -> None:
    """Wait until an address answers with a success status."""
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(address):
            return
        time.sleep(0.5)
    raise Trouble(f"the server was not ready within {START_TIMEOUT:g} seconds")
