"""Modules in a browser or Node, for a Python that Pyodide runs there."""

import importlib
import json
from pathlib import Path
from typing import Any

from rookery.wasm.calls import Runtime
from rookery.wasm.page.kernels import ModuleName

__all__ = ["Instance", "modules_from", "modules_in"]

PAGE_BYTES = 65_536  # of WebAssembly's memory
LONGEST_FETCH = 60_000  # ms for a file; a server may have to compile it
FOUND = 200  # the status of an answer


class Instance:
    """An instance of a module (rookery.wasm.calls.Runtime)."""

    def __init__(self, module: bytes) -> None:
        """Raises JsException if the browser refuses the module."""
        js = self._js = importlib.import_module("js")  # only Pyodide has it
        code = js.WebAssembly.Module.new(js.Uint8Array.new(module))
        self._exports = js.WebAssembly.Instance.new(code).exports
        self._memory = self._exports.memory
        self._calls: dict[str, Any] = {}
        self._bytes: Any = None  # all of its memory, until it grows
        self.base = int(self._exports.heap.value)

    def read(self, address: int, size: int) -> bytes:
        return self._part(address, size).to_bytes()  # type: ignore[no-any-return]

    def write(self, address: int, data: bytes) -> None:
        self._part(address, len(data)).assign(data)

    def _part(self, address: int, size: int) -> Any:
        if self._bytes is None:
            self._bytes = self._js.Uint8Array.new(self._memory.buffer)
        return self._bytes.subarray(address, address + size)

    def reserve(self, size: int) -> None:
        missing = size - int(self._memory.buffer.byteLength)
        if missing > 0:
            self._memory.grow(-(-missing // PAGE_BYTES))
            self._bytes = None

    def call(self, kernel: str, block: int) -> None:
        if kernel not in self._calls:
            self._calls[kernel] = getattr(self._exports, kernel)
        self._calls[kernel](block)


def modules_in(folder: Path, slug: str, name: ModuleName) -> tuple[dict[str, Any], Runtime]:
    """A new instance of a game's module, and its description. Raises FileNotFoundError."""
    found = sorted(folder.glob(f"{slug}-{name}-*.wasm"))
    if not found:
        raise FileNotFoundError(f"no module {name} of {slug} in {folder}")
    description = json.loads(found[0].with_suffix(".json").read_text("utf-8"))
    return description, Instance(found[0].read_bytes())


def modules_from(base: str, slug: str, name: ModuleName) -> tuple[dict[str, Any], Runtime]:
    """The same from a server (server/http/engine_files.py). Nothing else happens in this worker meanwhile. Raises
    BrokenModule."""
    names = json.loads(_fetched(f"{base}games/{slug}"))
    description, module = (each for each in names if each.startswith(f"{slug}-{name}-"))  # .json, .wasm
    return json.loads(_fetched(f"{base}modules/{description}")), Instance(_fetched(f"{base}modules/{module}"))


def _fetched(address: str) -> bytes:
    """Raises BrokenModule with what the server says, or that it says nothing."""
    from rookery.core.errors import BrokenModule  # here because install.py must be first

    request = importlib.import_module("js").XMLHttpRequest.new()
    request.open("GET", address, False)
    request.responseType, request.timeout = "arraybuffer", LONGEST_FETCH
    try:
        request.send()
        body: bytes = request.response.to_bytes()
    except Exception as error:  # a JsException; only Pyodide has it
        raise BrokenModule("the server does not send the rules of this game; try again") from error
    if request.status != FOUND:
        raise BrokenModule(json.loads(body)["words"])
    return body
