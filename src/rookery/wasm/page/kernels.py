"""Kernels where there is no Numba; install.py puts this file in the place of core/kernel.py.

`kernel` leaves a function as it is, so the helpers of scenes and notation run as plain Python. The verbs of a game and
the kernels of a search, which `specialise` makes elsewhere, are those of the game's modules.
"""

import contextlib
import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from rookery.wasm.calls import ALIGNMENT, BINDINGS, WORD_BYTES, Module, Runtime, Span, word_count
from rookery.wasm.page.buffers import LARGE_BUFFER, Buffer
from rookery.wasm.page.small_numpy import ndarray, record

__all__ = ["Kernels", "get_ready", "kernel", "prepared", "provide", "section", "specialise"]

F = TypeVar("F", bound=Callable[..., Any])
ModuleName = Literal["rules", "search"]
# from the slug of a game and the name of a module to its description (describe.py) and a new instance of it
Provider = Callable[[str, ModuleName], tuple[dict[str, Any], Runtime]]

_provider: list[Provider] = []
_modules: dict[tuple[str, ModuleName], "PageModule"] = {}


def provide(provider: Provider) -> None:
    """Say where modules come from."""
    _provider[:] = [provider]
    _modules.clear()


def kernel(function: F) -> F:
    return function


section = kernel


def prepared(compiled: F, *given: Any) -> F:
    return compiled


def get_ready(game: Any, kind: Any, first: Any) -> None:
    """Do nothing, in the place of search/ready.py: nothing has to be compiled."""


def specialise(template: str, rules: str, evaluator: str, observer: str) -> "Kernels":
    """The kernels of a generic file for the game whose rules are the module `rules`. Raises BrokenModule."""
    facts = importlib.import_module(f"{rules.removesuffix('.rules')}.facts").FACTS
    verbs = template == BINDINGS
    return Kernels(_module(facts, "rules" if verbs else "search"), "rules" if verbs else template.rpartition(".")[2])


def _module(facts: Any, name: ModuleName) -> "PageModule":
    if (facts.slug, name) not in _modules:
        with _its_fault(facts.name):
            description, runtime = _provider[0](facts.slug, name)
            _modules[facts.slug, name] = PageModule(facts.name, description, runtime)
    return _modules[facts.slug, name]


@contextlib.contextmanager
def _its_fault(game: str) -> Iterator[None]:
    """Whatever goes wrong is a fault of the game's module: kernels raise nothing. Raises BrokenModule."""
    from rookery.core.errors import BrokenModule  # here because install.py imports this file first

    try:
        yield
    except BrokenModule:
        raise
    except Exception as error:
        told = f"{game} cannot be played in this page, because a file of it is damaged ({error})"
        raise BrokenModule(f"{told}; load the page again, or play another game") from error


class Kernels:
    """The kernels of one file, as attributes."""

    def __init__(self, module: "PageModule", file: str) -> None:
        self._module = module
        self._file = file

    def __getattr__(self, name: str) -> Callable[..., Any]:
        called, module = f"{self._file}.{name}", self._module
        if called not in module.kernels:
            raise AttributeError(f"the module has no kernel {called}", name=name, obj=self)

        def call(*values: Any) -> Any:
            return module.run(called, values)

        setattr(self, name, call)
        return call


class PageModule(Module):
    """A module whose kernels take arrays of small_numpy.py. It lends its memory to large ones."""

    def __init__(self, game: str, description: dict[str, Any], runtime: Runtime) -> None:
        """`game`: its name, for people."""
        self._game = game
        super().__init__(description, runtime)
        self._words_most = 1 + max(word_count(one["arguments"]) for one in self.kernels.values())
        self._area, self._area_size = 0, 0  # of a call: its block, then copies of small arrays
        self._freed: dict[int, list[int]] = {}  # room -> addresses

    # ── Home of large buffers ────────────────────────────────────────────────
    def take(self, size: int, *, cleared: bool) -> int:
        if freed := self._freed.get(room := _room(size)):
            address = freed.pop()
            if cleared:
                self.runtime.write(address, bytes(size))
            return address
        return self._take(room)  # memory that was never used is zeros

    def give_back(self, address: int, size: int) -> None:
        self._freed.setdefault(_room(size), []).append(address)

    def read(self, address: int, size: int) -> bytes:
        return self.runtime.read(address, size)

    def write(self, address: int, data: bytes) -> None:
        self.runtime.write(address, data)

    # ── Calls ────────────────────────────────────────────────────────────────
    def run(self, kernel: str, values: Iterable[Any]) -> Any:
        """Call a kernel with numbers, arrays, records and bundles of these, as Python calls the native one.

        Raises BrokenModule."""
        arguments = self.kernels[kernel]["arguments"]
        call = _Call(self, WORD_BYTES * self._words_most)
        given = [call.lend(argument, value) for argument, value in zip(arguments, values, strict=True)]
        if call.size > self._area_size:
            if self._area_size:
                self.give_back(self._area, self._area_size)
            self._area_size = 1 << (call.size - 1).bit_length()
            self._area = self.take(self._area_size, cleared=False)
        words = b"".join(self._words(arguments, [place(self._area) for place in given]))
        self.runtime.write(self._area, call.image(bytes(WORD_BYTES) + words))
        with _its_fault(self._game):
            self.runtime.call(kernel, self._area)
        image = self.runtime.read(self._area, call.size)
        call.bring_back(image)
        return self.result(kernel, image[:WORD_BYTES])


def _room(size: int) -> int:
    """The bytes that a buffer gets: up to an eighth more than it needs, so that another of about its size can have the
    same place after it."""
    step = max(ALIGNMENT, 1 << max(0, size.bit_length() - 4))
    return -(-size // step) * step


class _Call:
    """What one call copies to a module and back."""

    def __init__(self, module: PageModule, first: int) -> None:
        """`first`: bytes of the block."""
        self._module = module
        self._first = first
        self.size = first
        self._copied: dict[int, tuple[Buffer, int]] = {}  # by identity: where each buffer begins in the area
        self._changed: set[int] = set()  # those that the kernel may write

    def lend(self, argument: dict[str, Any], value: Any) -> Callable[[int], Any]:
        """From the address of the area to the argument as `Module._words` takes it."""
        match argument["kind"]:
            case "bundle":
                fields = [self.lend(field, each) for field, each in zip(argument["fields"], value, strict=True)]
                return lambda area: [field(area) for field in fields]
            case "array":
                at = self._address(value)
                return lambda area: Span(at(area), argument["of"], value.shape)
            case "record":
                one: record = value
                array, start = one._array, one._at
                at = self._address(array)
                return lambda area: at(area) + start - array.start
            case _:
                return lambda area: value

    def _address(self, array: ndarray) -> Callable[[int], int]:
        buffer, start = array.buffer, array.start
        if buffer.size > LARGE_BUFFER and not buffer.lives_in(self._module):
            buffer.move(self._module)
        if buffer.lives_in(self._module):
            return lambda area: buffer.address + start
        if id(buffer) not in self._copied:
            place = self.size + -self.size % ALIGNMENT
            self._copied[id(buffer)] = buffer, place
            self.size = place + buffer.size
        if array.flags.writeable:
            self._changed.add(id(buffer))
        place = self._copied[id(buffer)][1]
        return lambda area: area + place + start

    def image(self, block: bytes) -> bytes:
        """The bytes of the area before the call."""
        area = bytearray(self.size)
        area[: len(block)] = block
        for buffer, place in self._copied.values():
            area[place : place + buffer.size] = buffer.read(0, buffer.size)
        return bytes(area)

    def bring_back(self, area: bytes) -> None:
        for key in self._changed:
            buffer, place = self._copied[key]
            buffer.write(0, area[place : place + buffer.size])
