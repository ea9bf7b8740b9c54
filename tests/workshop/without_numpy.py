"""A process as a page has it, with neither NumPy nor Numba: reads calls of made_in_page.py, one list [name, argument
...] a line, and prints the answers. It is run as a file, so that it finds no module beside what a page gets."""

import json
import sys
from typing import Any

import wasmtime

ABSENT = frozenset({"numpy", "numba", "llvmlite"})


class Absent:
    """Finds no module of these libraries."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"this process has no {name}", name=name)


class WasmtimeModule:
    """A module as a page runs it, in wasmtime: LoadedModule of workshop/page/page_kernel.py."""

    def __init__(self, wasm: bytes) -> None:
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, wasm)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.memory: Any = self.exports["memory"]

    def reserve(self, size: int) -> None:
        missing = size - self.memory.data_len(self.store)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // 65_536))

    def write(self, address: int, data: Any) -> None:
        self.memory.write(self.store, bytes(data), address)

    def read(self, address: int, target: Any) -> None:
        target[:] = self.memory.read(self.store, address, address + len(target))

    def call(self, name: str, address: int) -> None:
        function: Any = self.exports[name]
        function(self.store, address)


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    from rookery.workshop.page import stand_ins

    stand_ins.install()
    from rookery.workshop.page import browser_machine, made_in_page

    browser_machine.machine = lambda: WasmtimeModule
    made_in_page.begin(sys.argv[1])
    for line in sys.stdin:
        called, *given = json.loads(line)
        print(getattr(made_in_page, called)(*given), flush=True)
