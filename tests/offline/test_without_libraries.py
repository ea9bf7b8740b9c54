"""The parlour gets along with what a page has: the standard library, msgspec and our own files.

It runs in a process of its own, where the libraries of a server cannot be imported, and where whoever starts a thread
or a process, or opens a socket or a database, is found out.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rookery.offline.build_pages import build_pages
from tests.house.sources import ROOT

LACKING = (
    *("starlette", "anyio", "uvicorn", "uvloop", "httptools", "websockets", "httpx", "httpx2", "sqlalchemy", "alembic"),
    *("structlog", "prometheus_client", "limits", "markdown_it", "typer", "rich", "textual", "psycopg", "redis"),
    *("cryptography", "http_ece", "py_vapid", "PIL", "fpdf", "resvg_py", "matplotlib", "sqlite3", "_sqlite3"),
)
# what the audit of the interpreter calls what a page cannot do
FORBIDDEN = (
    "_thread.start_new_thread",
    "subprocess.Popen",
    "socket.bind",
    "socket.connect",
    "sqlite3.connect",
    "os.fork",
)

PROGRAM = """
import asyncio, json, sys
from pathlib import Path

LACKING, FORBIDDEN, pages = json.loads(sys.argv[1])

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"a page has no {name}", name=name)

sys.meta_path.insert(0, Blocker())
done = []
sys.addaudithook(lambda event, given: done.append(event) if event in FORBIDDEN else None)

from rookery.offline.parlour import PAGE_CONFIG, Parlour
from rookery.offline.storage import MemoryStorage
from msgspec.structs import replace

early = sorted(name for name in sys.modules if name.startswith(("rookery.search", "rookery.bots", "rookery.games.")))

class FirstBrain:
    async def advise(self, view, level, seed):
        from types import SimpleNamespace
        return SimpleNamespace(action=view.legal_actions[seed % len(view.legal_actions)], words="")

class PageLoop(asyncio.SelectorEventLoop):
    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        future.set_result(func(*args))
        return future

async def play(own, card):
    players = 2 if 2 in card["players"] else card["players"][0]
    seats = [{}] * (players - 1) + [{"kind": "bot", "level": "random"}]
    order = json.dumps({"game": card["title"], "seats": seats}).encode()
    reply = await own.request("POST", "/api/tables", order)
    links, heard = json.loads(reply.body), asyncio.Queue()
    talk = own.connect(links["table"], heard.put_nowait, print)
    talk.receive(json.dumps({"type": "hello", "keys": [seat["key"] for seat in links["seats"]]}))
    while True:
        message = json.loads(await asyncio.wait_for(heard.get(), 60))
        if message["type"] not in ("welcome", "moved"):
            assert message["type"] == "tabled", message
            continue
        moment = message["moment"]
        if moment["over"]:
            break
        if choices := moment["scene"]["choices"]:
            action = choices[moment["ply"] * 7 % len(choices)]["action"]
            talk.receive(json.dumps(
                {"type": "move", "seat": moment["mover"], "ply": moment["ply"], "action": action}
            ))
    talk.end()
    paths = [f"/api/tables/{links['table']}/{what}" for what in ("record", "export.txt", "export.svg")]
    paths += [f"/rules/{card['title']}", f"/art/{card['title']}.svg", f"/games/{card['title']}/picture.svg"]
    return [(await own.request("GET", path)).status for path in paths]

async def main():
    config = replace(PAGE_CONFIG, bot_pause=0.0, message_rate=1e5, message_burst=100_000)
    own = await Parlour.open(MemoryStorage(), Path(pages), brain=FirstBrain(), config=config)
    done.clear()
    cards = json.loads((await own.request("GET", "/api/games")).body)
    statuses = {card["title"]: await play(own, card) for card in cards}
    await own.close()
    print(json.dumps({"early": early, "statuses": statuses, "done": done}))

with asyncio.Runner(loop_factory=PageLoop) as runner:
    runner.run(main())
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    build_pages(folder)
    return folder


def test_whole_games_are_played_without_the_libraries_of_a_server(pages: Path) -> None:
    given = json.dumps([LACKING, FORBIDDEN, str(pages)])
    run = subprocess.run([sys.executable, "-c", PROGRAM, given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["early"] == [], "searches and games are imported when they are needed"
    assert told["statuses"]
    assert {status for statuses in told["statuses"].values() for status in statuses} == {200}
    assert told["done"] == []
    assert "Error" not in run.stderr


def test_a_library_that_is_lacking_would_be_noticed(pages: Path) -> None:
    given = json.dumps([[*LACKING, "msgspec"], FORBIDDEN, str(pages)])
    run = subprocess.run([sys.executable, "-c", PROGRAM, given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "a page has no msgspec" in run.stderr
