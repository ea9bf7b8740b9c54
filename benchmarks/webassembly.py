"""The rules and the search of every game as modules, beside machine code: equal bytes, and the ratio of their speeds.

    python -m benchmarks.webassembly                    every game: some minutes, on a machine that does nothing else
    python -m benchmarks.webassembly gleebs --runs 5

For each game, at its largest table, two kernels run natively, in wasmtime and in Chromium, from the same bytes: random
games (`playouts`, some 100,000 plies) and a tree search of 10,000 simulations. Afterwards results and every byte of
every argument are compared: a different draw, action or value anywhere would change the random stream or the tree. Runs
alternate; a ratio is the median of the module's rates over the median of the native ones, with the worst and the best
pair beside it (goals for the mean of the searches: 0.6, and 0.8 in the page). The first call of each kernel is not
counted: browsers compile twice.
"""

import base64
import functools
import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import rookery
from benchmarks.arguments import described, positive, tell
from benchmarks.page.site_in_browser import chromium
from rookery.core.chance import stream_from
from rookery.core.compiling import lent
from rookery.core.compiling.module_kernel import ModuleKernel
from rookery.core.position import Game, Position
from rookery.machine import machine_words
from rookery.search import engine, playouts
from rookery.search.mcts import Tree
from rookery.search.workspace import workspace
from rookery.wasm.build import Built, build
from tests.wasm.module_calls import Module, Span

PLIES, SIMULATIONS = 100_000, 10_000
RUNS = 3
NODES = 800_000  # of a tree; none is full after SIMULATIONS

# Keeps one instance; runs a kernel on given memory; compares memory with what machine code left.
IN_PAGE = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
let exports
window.load = async (module) => {
  exports = (await WebAssembly.instantiate(bytes(module))).instance.exports
  return exports.heap.value
}
window.run = (kernel, block, size, cleared, writes) => {
  const missing = Math.ceil((size - exports.memory.buffer.byteLength) / 65536)
  if (missing > 0) exports.memory.grow(missing)
  for (const [address, length] of cleared) new Uint8Array(exports.memory.buffer, address, length).fill(0)
  for (const [address, data] of writes) new Uint8Array(exports.memory.buffer).set(bytes(data), address)
  const began = performance.now()
  exports[kernel](block)
  return performance.now() - began
}
window.differences = (address, size, wanted) => {
  const there = new Uint8Array(exports.memory.buffer, address, size)
  const start = bytes(wanted) // the rest is zeros
  return there.reduce((count, byte, i) => count + (byte !== (start[i] ?? 0) ? 1 : 0), 0)
}
window.result = (block) => Number(new DataView(exports.memory.buffer).getBigInt64(block, true))
"""


class Call(NamedTuple):
    """A kernel with its native arguments, made anew for each run."""

    kernel: str
    native: Callable[..., Any]
    arguments: tuple[Any, ...]
    work: int  # plies or simulations


class InPage:
    """A module in a page (tests.wasm.module_calls.Runtime). Writes are collected, and sent with the next call."""

    def __init__(self, page: Any, module: bytes) -> None:
        self._page = page
        self._size, self._writes, self._cleared = 0, dict[int, bytes](), list[list[int]]()
        self.base = int(page.evaluate("(module) => load(module)", _text(module)))
        self.milliseconds = 0.0  # of the last call

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the page's memory: of a result, a word."""
        return int(self._page.evaluate("(block) => result(block)", address)).to_bytes(size, "little", signed=True)

    def write(self, address: int, data: bytes) -> None:
        self._writes[address] = data

    def clear(self, address: int, size: int) -> None:
        """Write zeros."""
        self._cleared.append([address, size])

    def reserve(self, size: int) -> None:
        self._size = max(self._size, size)

    def call(self, kernel: str, block: int) -> None:
        writes = [[address, _text(data)] for address, data in self._writes.items()]
        self._writes.clear()
        given = [kernel, block, self._size, self._cleared, writes]
        self.milliseconds = self._page.evaluate("(given) => run(...given)", given)
        self._cleared.clear()

    def differences(self, address: int, wanted: Any) -> int:
        """The number of bytes from an address on that are not those of an array."""
        given = [address, wanted.nbytes, _text(_used(wanted))]
        return int(self._page.evaluate("(given) => differences(...given)", given))


class Rates(NamedTuple):
    """Work per second."""

    native: float
    wasmtime: float
    page: float
    differences: int  # bytes


class Thrice:
    """A kernel natively, in wasmtime and in the page."""

    def __init__(self, page: Any, built: Built, native: Callable[..., Any], folder: Path) -> None:
        self._here = ModuleKernel(native.py_func, folder)  # type: ignore[attr-defined]  # Numba's dispatcher
        self._runtime = InPage(page, built.module.read_bytes())
        self._module = Module(json.loads(built.description.read_text("utf-8")), self._runtime)
        self._places: list[Span] = []

    def __call__(self, make: Callable[[], Call]) -> Rates:
        """`make`: makes the call, with arguments of its own."""
        call, again = make(), make()
        _set(again.arguments, call.arguments)  # some begin with what their memory held before
        arguments = self._module.kernels[call.kernel]["arguments"]
        arrays: dict[int, Any] = {}
        free = iter([*self._places])
        given = [self._lent(argument, value, arrays, free) for argument, value in zip(arguments, call.arguments)]
        there = self._module.call(call.kernel, *given)
        native, result = _timed(call.native, call)
        module, here = _timed(self._here, again)
        differences = sum(self._runtime.differences(place, array) for place, array in arrays.items())
        differences += _differences(call.arguments, again.arguments) + (there != result) + (here != result)
        return Rates(native, module, 1000.0 * call.work / self._runtime.milliseconds, differences)

    def _lent(self, argument: dict[str, Any], value: Any, arrays: dict[int, Any], free: Iterator[Span]) -> Any:
        """The argument as the page gets it; its memory is that of the run before."""
        if argument["kind"] == "bundle":
            return [self._lent(field, each, arrays, free) for field, each in zip(argument["fields"], value)]
        if argument["kind"] != "array":
            return value
        same = (place for place, array in arrays.items() if array.ctypes.data == value.ctypes.data)
        address = next(same, None)  # two arrays may show the same memory: states and their words
        if address is None:
            span = next(free, None)
            if span is None:
                span = self._module.array(argument["of"], *value.shape)
                self._places.append(span)
            address = span.address
            arrays[address] = value
            self._runtime.clear(address, value.nbytes)  # of what the run before left
            self._module.fill(span, _used(value))
        return Span(address, argument["of"], value.shape)


def _timed(kernel: Callable[..., Any], call: Call) -> tuple[float, Any]:
    """Work per second, and the result."""
    began = perf_counter()
    result = kernel(*call.arguments)
    return call.work / (perf_counter() - began), result


def _set(arguments: Any, like: Any) -> None:
    """Copy what arrays hold to others of the same shapes."""
    for one, other in zip(arguments, like):
        if isinstance(one, tuple):
            _set(one, other)
        elif isinstance(one, np.ndarray):
            one[...] = other


def _differences(one: Any, other: Any) -> int:
    """The number of bytes of arguments that differ."""
    if isinstance(one, tuple):
        return sum(map(_differences, one, other))
    if isinstance(one, np.ndarray):
        pairs = zip_longest(_used(one), _used(other), fillvalue=0)
        return sum(a != b for a, b in pairs)
    return int(one != other)


def _used(array: Any) -> bytes:
    """The bytes of an array without the zeros at its end: most of a tree is never touched."""
    data: bytes = array.tobytes().rstrip(b"\0")
    return data or b"\0"


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def random_games(position: Position) -> Call:
    """Random games of together about PLIES plies."""
    game = position.game
    games = max(1, round(PLIES * 20 / max(playouts(position, 20, np.random.default_rng(0)).plies, 1)))
    plies = playouts(position, games, np.random.default_rng(1)).plies
    states = game.blank(2)
    states[0] = position.state
    work = workspace(position, stream_from(np.random.default_rng(1)))
    kernel = game.made("rookery.search.kernels.playouts").playouts
    return Call("playouts.playouts", kernel, (states, games, work, np.zeros(position.players)), plies)


def tree_search(position: Position) -> Call:
    """A search of SIMULATIONS simulations, as master begins it."""
    assert position.mover is not None
    plan = engine(position.game).plan_for(position.players)
    tree: Any = Tree(position.view(position.mover), np.random.default_rng(1), plan, nodes=NODES, most=SIMULATIONS)
    nodes = lent.zeros(tree._nodes.shape, tree._nodes.dtype)
    nodes[0] = tree._nodes[0]
    arguments = (tree._search, nodes, tree._used, SIMULATIONS, tree._seat, tree._sums)
    return Call("mcts.simulate", tree._kernels.simulate, arguments, SIMULATIONS)


def first_choice(game: Game) -> Position:
    """The first position of the largest table in which a seat has a choice."""
    generator = np.random.default_rng(1)
    position = game.start(seed=generator, players=max(game.facts.players))
    while len(position.legal_actions) == 1:
        position = position.after_unchecked(position.legal_actions[0]).settled(generator)
    return position


def measure(page: Any, game: Game, runs: int, folder: Path) -> Iterator[str]:
    """A row for random games and one for the search."""
    position = first_choice(game)
    for what, kernel in (("random games", random_games), ("tree search", tree_search)):
        make = functools.partial(kernel, position)
        page.goto("about:blank")
        page.add_script_tag(content=IN_PAGE)
        rates = Thrice(page, build(game), make().native, folder)
        passes = [rates(make) for _ in range(runs + 1)]
        counted = passes[1:]
        native = statistics.median(run.native for run in counted)
        cells = [f"{native:,.0f}"]
        for name in ("wasmtime", "page"):
            ratios = [getattr(run, name) / run.native for run in counted]
            ratio = statistics.median(getattr(run, name) for run in counted) / native
            cells += [f"{ratio:.2f}", f"{min(ratios):.2f} to {max(ratios):.2f}"]
        differences = sum(run.differences for run in passes)
        yield f"| {game.facts.name}: {what} | {' | '.join(cells)} | {differences} |"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("games", nargs="*", default=rookery.slugs(), help="all of them by default")
    parser.add_argument("--runs", type=positive, default=RUNS, help="counted runs of each kernel")
    args = parser.parse_args()
    print(f"{machine_words()}\n")
    print("| kernel | native, per second | wasmtime | worst to best | Chromium | worst to best | bytes that differ |")
    print("| --- | ---: | ---: | --- | ---: | --- | ---: |")
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        page = browser.new_page()
        for slug in args.games:
            tell(measure(page, rookery.load(slug), args.runs, Path(folder)))


if __name__ == "__main__":
    main()
