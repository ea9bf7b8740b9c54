"""A kernel that a page compiles to WebAssembly: one that plays whole games would take minutes as plain Python."""

import struct
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from rookery.compiler.compiling import BLOCK_WORD, REPORT, Site, compiled
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.program import KernelName
from rookery.core.compiling.names import Modules
from rookery.core.errors import BrokenKernel
from rookery.core.position import Game
from rookery.wasm.entry_points import entry_point

ARRAY_ALIGNMENT = 16  # bytes, of each array


class LoadedModule(Protocol):
    """A module in a page, or in what stands for one."""

    def reserve(self, size: int) -> None:
        """Make its memory at least so many bytes long."""

    def write(self, address: int, data: Any) -> None:
        """Copy bytes into its memory."""

    def read(self, address: int, target: Any) -> None:
        """Copy bytes from its memory to all of `target`, a memoryview."""

    def call(self, name: str, address: int) -> None:
        """Call what it exports. Raises an exception of any kind if the module traps."""


class Machine(Protocol):
    """What loads modules."""

    def __call__(self, wasm: bytes) -> LoadedModule: ...


class PageKernel:
    """A kernel without a result, made for a game. Arrays are copied for each call, so calls should be few and long."""

    def __init__(self, machine: Machine, game: Game, template: str, name: str) -> None:
        """`template`: the generic module of the kernel. Raises BrokenKernel."""
        self._name = name
        entry = entry_point(game, name, KernelName(template, name))
        bound = {"rules": f"{game.package}.rules", "evaluator": game.evaluator, "kinds": game.kinds}
        try:
            program = compiled(Modules(bound), [entry.entry], checked=True)
        except NotInLanguage as error:
            raise BrokenKernel(str(error)) from None
        self._free, self._sites = program.size, program.sites
        self._module = machine(program.wasm)

    def __call__(self, *given: Any) -> None:
        """Call the kernel. Raises BrokenKernel."""
        passed = _Passed(self._free)
        for one in given:
            passed.lay(one)
        words = struct.pack(f"<{len(passed.words)}q", *passed.words)
        self._module.reserve(passed.free + len(words))
        self._module.write(passed.free, words)
        for address, data in passed.arrays:
            self._module.write(address, data)
        try:
            self._module.call(self._name, passed.free)
        except Exception as error:  # noqa: BLE001  # each machine has its own for a trap
            raise self._trapped(error) from None
        for address, data in passed.arrays:
            self._module.read(address, data)

    def _trapped(self, error: Exception) -> BrokenKernel:
        report = memoryview(bytearray(3 * BLOCK_WORD))
        self._module.read(REPORT, report)
        number, value, limit = struct.unpack("<3q", report)
        return BrokenKernel(_words(self._sites, number, value, limit) or f"a kernel stopped: {error}")


def _words(sites: Sequence[Site], number: int, value: int, limit: int) -> str:
    if not 0 < number <= len(sites):
        return ""
    site = sites[number - 1]
    file = site.kernel.module.rpartition(".")[2]
    return f"{file}.py:{site.line}, in {site.kernel.name}: {site.what.format(value, limit)}"


class _Passed:
    """The arguments of a call: a block of words (see compiling.NewModule.shim), and the arrays that it names."""

    def __init__(self, free: int) -> None:
        """`free`: the first address that may be used."""
        self.free = -(-free // ARRAY_ALIGNMENT) * ARRAY_ALIGNMENT
        self.words = [0]  # for a result
        self.arrays: list[tuple[int, Any]] = []  # addresses, and the bytes that lie there

    def lay(self, value: Any) -> None:
        if isinstance(value, tuple):
            for one in value:
                self.lay(one)
        elif isinstance(value, np.ndarray):
            self.arrays.append((self.free, value.reshape(-1).view(np.uint8).data))
            self.words += [self.free, *value.shape]
            self.free += -(-value.nbytes // ARRAY_ALIGNMENT) * ARRAY_ALIGNMENT
        else:
            self.words.append(int(value))  # no kernel of a page takes other numbers
