"""A process that has what a page has: `python -m tests.offline.as_in_a_page FOLDER [MODULES]` plays whole games there,
and prints what it found, as JSON.

`FOLDER`: what `rookery.offline.build_pages` has made; `MODULES`: the folder of the kernels as WebAssembly: then there
are neither NumPy nor Numba.
"""

import asyncio
import json
import logging
import sys
import time
from pathlib import Path
from typing import Any

LACKING = {
    *("starlette", "anyio", "uvicorn", "uvloop", "httptools", "websockets", "httpx", "httpx2"),
    *("structlog", "prometheus_client", "limits", "markdown_it", "typer", "rich", "textual", "psycopg", "redis"),
    *("cryptography", "http_ece", "py_vapid", "PIL", "fpdf", "resvg_py", "matplotlib", "sqlite3", "_sqlite3"),
}
COMPILERS = {"numpy", "numba", "llvmlite"}
# what the audit of the interpreter calls what a page cannot do
FORBIDDEN = {
    *("_thread.start_new_thread", "subprocess.Popen", "os.fork"),
    *("socket.bind", "socket.connect", "sqlite3.connect"),
}
PATIENCE = 120.0  # seconds for one message


class Without:
    """Finds what another finder of modules finds, without some libraries."""

    def __init__(self, finder: Any, lacking: set[str]) -> None:
        self._finder = finder
        self._lacking = lacking

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        return None if name.partition(".")[0] in self._lacking else self._finder.find_spec(name, path, target)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)


def lack(names: set[str]) -> None:
    """From now on these libraries are not found."""
    sys.meta_path[:] = [Without(finder, names) for finder in sys.meta_path]


class Kept(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


def ours() -> list[str]:
    """The files of ours that were imported."""
    files = (getattr(module, "__file__", None) for name, module in sys.modules.items() if name.startswith("rookery"))
    return sorted(file for file in files if file is not None)


async def play(own: Any, card: Any, level: str) -> list[int]:
    """A whole game against a bot; the statuses of what can be downloaded afterwards."""
    players = 2 if 2 in card["players"] else card["players"][0]
    order = {"game": card["slug"], "seats": [{}] * (players - 1) + [{"kind": "bot", "level": level}]}
    links = json.loads((await own.request("POST", "/api/tables", json.dumps(order).encode())).body)
    heard = asyncio.Queue[str]()
    talk = own.connect(links["table"], heard.put_nowait, print)
    talk.receive(json.dumps({"type": "hello", "keys": [seat["key"] for seat in links["seats"]]}))
    while True:
        message = json.loads(await asyncio.wait_for(heard.get(), PATIENCE))
        if message["type"] not in ("welcome", "moved"):
            assert message["type"] == "tabled", message["type"]
            continue
        moment = message["moment"]
        if moment["over"]:
            break
        if choices := moment["scene"]["choices"]:
            action = choices[moment["ply"] * 7 % len(choices)]["action"]
            talk.receive(json.dumps({"type": "move", "seat": moment["mover"], "ply": moment["ply"], "action": action}))
    talk.end()
    table, slug = links["table"], card["slug"]
    paths = [f"/api/tables/{table}/{what}" for what in ("record", "export.txt", "export.svg")]
    paths += [f"/rules/{slug}", f"/art/{slug}.svg", f"/games/{slug}/picture.svg"]
    return [(await own.request("GET", path)).status for path in paths]


async def main(pages: str) -> None:
    done, logged, start = list[str](), list[str](), time.perf_counter()
    sys.addaudithook(lambda event, given: done.append(event) if event in FORBIDDEN else None)
    logging.getLogger().addHandler(Kept(logged))
    from rookery.offline.parlour import PAGE_CONFIG, Parlour
    from rookery.offline.storage import MemoryStorage

    own = await Parlour.open(MemoryStorage(), Path(pages))
    cards = json.loads((await own.request("GET", "/api/games")).body)
    first, files = time.perf_counter() - start, ours()
    await own.close()

    from msgspec.structs import replace

    config = replace(PAGE_CONFIG, bot_pause=0.0, message_rate=1e5, message_burst=100_000)
    own = await Parlour.open(MemoryStorage(), Path(pages), config=config)
    statuses = {card["slug"]: await play(own, card, "greedy") for card in cards}
    await own.close()
    print(json.dumps({"seconds": first, "files": files, "statuses": statuses, "done": done, "logged": logged}))


if __name__ == "__main__":
    folder, *modules = sys.argv[1:]
    lack(LACKING | COMPILERS if modules else LACKING)
    if modules:
        from rookery.wasm.page.install import install
        from tests.wasm.page.without_numpy import module_in

        install(lambda slug, name: module_in(modules[0], slug, name))
    from tests.offline.page_loop import PageLoop

    with asyncio.Runner(loop_factory=PageLoop) as runner:
        runner.run(main(folder))
