"""A fake service that receives reminders, and a table where a player has asked for them."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.server.support.app_client import Page, new_table, opened, page
from tests.server.table.test_clocks import DUEL

GRACE = 0.1  # seconds
QUIET = 0.6  # after which nothing more comes
SOON = 10.0


class Told(ThreadingHTTPServer):
    """A fake service that keeps the requests it receives."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Listener)
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 204
        self.held = threading.Event()  # it answers when this is set
        self.held.set()

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def waited(self, count: int) -> list[tuple[str, dict[str, str], bytes]]:
        """Wait for this many requests, and make sure that no more follow. Returns them."""
        end = time.monotonic() + SOON
        while len(self.heard) < count and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(QUIET)
        assert len(self.heard) == count
        return self.heard


class Listener(BaseHTTPRequestHandler):
    server: Told

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.server.held.wait(SOON)
        with contextlib.suppress(OSError):
            self.send_response(self.server.status)
            self.send_header("location", f"{self.server.site}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

    do_GET = do_POST

    def log_message(self, *given: Any) -> None:
        pass


@contextlib.contextmanager
def alone(
    folder: Path, service: Told, say: Callable[[Page, int], None]
) -> Iterator[tuple[Page, Callable[[], Any], Any]]:
    """A table of two players, one of whom has asked for reminders and left. Returns the page of the other, whose turn
    it is, a function that brings the first one back, and the moment."""
    names: dict[str, Any] = {"webhooks": service.site, "push_hosts": service.site, "remind_after": GRACE}
    with opened(folder / "t.sqlite3", **names) as client:
        table_id, keys = new_table(client, DUEL)
        with page(client, table_id) as other:
            moment = other.hello(*keys)["moment"]
            me = 1 - moment["mover"]
            other.hello(keys[1 - me])
            with page(client, table_id) as mine:
                mine.hello(keys[me])
                say(mine, me)
                card = mine.hear("tabled")["table"]["seats"]
                assert [seat["webhook"] for seat in card].count("") >= 1
            while other.hear("tabled")["table"]["seats"][me]["here"]:
                pass
            yield other, lambda: page(client, table_id), (moment, keys[me], table_id)


def hook(service: Told) -> Callable[[Page, int], None]:
    return lambda mine, seat: mine.say("remind", seat=seat, webhook=f"{service.site}/hook/s3cret")


@contextlib.contextmanager
def listening() -> Iterator[Told]:
    server = Told()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.held.set()
    server.shutdown()
    thread.join()
    server.server_close()
