"""WebAssembly as Python in a page reaches it: by the browser's own functions, which Pyodide lends."""

from typing import Any

from rookery.compiler.encoding import WASM_PAGE
from rookery.workshop.page.page_kernel import Machine


class BrowserModule:
    """A module that the browser runs: see LoadedModule."""

    def __init__(self, wasm: bytes) -> None:
        import js  # type: ignore[import-not-found]  # only Pyodide has it

        self._js: Any = js
        code = js.Uint8Array.new(len(wasm))
        code.assign(wasm)
        self._exports: Any = js.WebAssembly.Instance.new(js.WebAssembly.Module.new(code)).exports

    def reserve(self, size: int) -> None:
        missing = size - self._exports.memory.buffer.byteLength
        if missing > 0:
            self._exports.memory.grow(-(-missing // WASM_PAGE))

    def write(self, address: int, data: Any) -> None:
        self._bytes(address, len(data)).assign(data)

    def read(self, address: int, target: Any) -> None:
        self._bytes(address, len(target)).assign_to(target)

    def call(self, name: str, address: int) -> None:
        getattr(self._exports, name)(address)

    def _bytes(self, address: int, size: int) -> Any:
        return self._js.Uint8Array.new(self._exports.memory.buffer, address, size)


def machine() -> Machine | None:
    """The browser; None where Python runs elsewhere."""
    try:
        import js  # noqa: F401
    except ImportError:
        return None
    return BrowserModule
