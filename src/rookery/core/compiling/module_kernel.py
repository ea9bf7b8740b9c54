"""A kernel that runs as a WebAssembly module, compiled from its text in a fraction of a second.

One copy of a kernel serves all calls with arguments of the same types. Copies are kept in the folder of the kernel's
machine code, whose name is a stamp of all that the kernel depends on.
"""

import ctypes
import functools
import hashlib
import json
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import wasmtime
from wasmtime import _ffi as ffi

import rookery.compiler
from rookery.compiler.compiling import REPORT, Compiled, Site, compiled
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.language import BOOL, FLOAT, SINGLE, UNSIGNED
from rookery.compiler.program import Export, KernelName
from rookery.core.compiling import lent
from rookery.core.compiling.call_arguments import (
    BLOCK_ALIGNMENT,
    Arguments,
    PlainArguments,
    plain_arguments,
    type_of,
)
from rookery.core.compiling.kernel_memory import KernelMemory
from rookery.core.compiling.names import Modules
from rookery.core.errors import BrokenKernel
from rookery.whole_file import write_whole

EXPORTED = "kernel"  # the name of a module's only export
RESULT_FORMATS = {FLOAT: "<d", SINGLE: "<f", UNSIGNED: "<Q"}  # formats of struct; any other result is "<q"
LEAST_WORDS = 128  # of a block
MAX_KEPT = 1 << 24  # bytes of copied arguments that a thread keeps for its next call
MEMORY = KernelMemory()  # that all modules of this process share
lent.lend_from(MEMORY)


class _KernelCopy(NamedTuple):
    """A kernel for arguments of some types."""

    module: wasmtime.Module
    size: int  # bytes of memory that an instance needs
    returns: tuple[str, ...]  # kinds of numbers
    sites: tuple[Site, ...]  # of checks


class ModuleKernel:
    """Calls a kernel as a module, with the arguments that the Python function takes."""

    def __init__(self, function: Callable[..., Any], folder: Path, *, checked: bool = False) -> None:
        """`folder`: where copies are kept; a stamp of all that the kernel can depend on. `checked`: with indexes that
        are compared with the lengths of their arrays."""
        self.function, self._folder, self._checked = function, folder, checked
        self._copies: dict[Any, _KernelCopy] = {}
        self._making = threading.Lock()
        self.seconds = 0.0  # that calls have taken

    def __call__(self, *given: Any) -> Any:
        """Call the kernel, and return its result. Raises BrokenKernel, NoRoom."""
        passed: PlainArguments | Arguments = plain_arguments(given) or Arguments(given, MEMORY.start, MEMORY.end)
        copy = self._copies.get(passed.kinds) or self._copy(passed.kinds, given)
        began = perf_counter()
        words = _THREADS.own.run(copy, passed)
        self.seconds += perf_counter() - began
        if len(words) == 1:
            return _number(copy.returns[0], words[0])
        return tuple(map(_number, copy.returns, words)) or None

    def _copy(self, kinds: Any, given: tuple[Any, ...]) -> _KernelCopy:
        with self._making:
            if kinds not in self._copies:
                self._copies[kinds] = self._kept(tuple(map(type_of, given)))
        return self._copies[kinds]

    def _kept(self, types: tuple[Any, ...]) -> _KernelCopy:
        name = self.function.__name__
        digest = hashlib.sha256(f"{_made_by()} {self._checked} {types!r}".encode()).hexdigest()[:16]
        path = self._folder / f"{name}-{digest}.module"
        if (copy := _read(path)) is not None:
            return copy
        entry = Export(EXPORTED, KernelName(self.function.__module__, name), types)
        try:
            program = compiled(Modules({}), [entry], checked=self._checked, movable=True)
        except NotInLanguage as error:
            raise BrokenKernel(str(error)) from None
        module = wasmtime.Module(MEMORY.engine, program.wasm)
        _write(path, program, module)
        return _KernelCopy(module, program.size, program.returns[EXPORTED], tuple(program.sites))


# ── Copies on disk ───────────────────────────────────────────────────────────
@functools.cache
def _made_by() -> str:
    """A hash of the compiler."""
    digest = hashlib.sha256(wasmtime.__file__.encode())
    for file in sorted(Path(rookery.compiler.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _write(path: Path, made: Compiled, module: wasmtime.Module) -> None:
    head = {
        "name": path.name,
        "size": made.size,
        "returns": made.returns[EXPORTED],
        "sites": [(site.kernel, site.line, site.what) for site in made.sites],
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(head).encode() + b"\n" + bytes(module.serialize()))
    except OSError:  # compiled in every process: slower, but correct
        return


def _read(path: Path) -> _KernelCopy | None:
    """A copy that was kept; None if there is none, or one of another version of the runtime."""
    try:
        head, _, code = path.read_bytes().partition(b"\n")
        facts = json.loads(head)
        if facts["name"] != path.name:
            return None
        module = wasmtime.Module.deserialize(MEMORY.engine, code)
        sites = tuple(Site(KernelName(*kernel), line, what) for kernel, line, what in facts["sites"])
        return _KernelCopy(module, int(facts["size"]), tuple(facts["returns"]), sites)
    except (OSError, ValueError, TypeError, KeyError, wasmtime.WasmtimeError):
        return None


# ── Calls ────────────────────────────────────────────────────────────────────
class _Span:
    """Bytes of the shared memory, which are free again when this object is gone."""

    def __init__(self, size: int) -> None:
        self.address, self.size = MEMORY.take(size), size

    def __del__(self) -> None:
        if hasattr(self, "size"):
            MEMORY.give_back(self.address, self.size)


class _Instance:
    """A copy in one thread."""

    def __init__(self, copy: _KernelCopy, store: wasmtime.Store) -> None:
        self.copy, self.span = copy, _Span(copy.size)
        number = wasmtime.GlobalType(wasmtime.ValType.i32(), False)
        base = wasmtime.Global(store, number, wasmtime.Val.i32(_signed(self.span.address)))
        made = wasmtime.Instance(store, copy.module, [MEMORY.memory, base])
        function: Any = made.exports(store)[EXPORTED]
        self.function: Any = ctypes.byref(function._func)


class _Thread:
    """The store and the memory of one thread's calls. A store belongs to one thread, as the library demands."""

    def __init__(self) -> None:
        self.store = wasmtime.Store(MEMORY.engine)
        self._instances: dict[int, _Instance] = {}
        self._context = self.store._context()
        self._argument = (ffi.wasmtime_val_raw * 1)()
        self._expect_trap()
        self._copies = _Span(0)
        self._take_block(LEAST_WORDS)
        self._busy = False
        self._inner: _Thread | None = None

    def run(self, copy: _KernelCopy, passed: PlainArguments | Arguments) -> tuple[int, ...]:
        """Call a copy; returns the words of its results. Raises BrokenKernel, NoRoom."""
        if self._busy:  # a signal handler, or a destructor, calls a kernel in the middle of another call
            self._inner = self._inner or _Thread()
            return self._inner.run(copy, passed)
        self._busy = True
        try:
            instance = self._instances.get(id(copy))
            if instance is None:
                instance = self._instances[id(copy)] = _Instance(copy, self.store)
            if isinstance(passed, PlainArguments):
                return self._run_plain(instance, passed)
            return self._run(instance, passed)
        finally:
            self._busy = False
            if self._copies.size > MAX_KEPT:
                self._copies = _Span(0)

    def _run_plain(self, instance: _Instance, passed: PlainArguments) -> tuple[int, ...]:
        """The same as `_run`, for plain arguments."""
        words, memory, results = passed.words, MEMORY.bytes, len(instance.copy.returns)
        self._make_room(passed.size, len(words) + results)
        for _, contents, place, word in passed.arrays:
            address = words[word] = self._copies.address + place
            memory[address : address + len(contents)] = contents
        block = self._block.address
        _form(len(words)).pack_into(memory, block, *words)
        self._call(instance)
        for array, before, _, word in passed.arrays:
            first, end = words[word], words[word] + len(before)
            if array.flags.writeable and memory[first:end].tobytes() != before:  # bytes are compared at once
                ctypes.memmove(array.ctypes.data, MEMORY.start + first, len(before))
        if results == 1:
            return _WORD.unpack_from(memory, block)
        found = _form(len(words) + results).unpack_from(memory, block)
        return (found[0], *found[len(words) : len(words) + results - 1]) if results else ()

    def _run(self, instance: _Instance, passed: Arguments) -> tuple[int, ...]:
        blocks = passed.blocks() if passed.apart else []
        contents = [ctypes.string_at(first, end - first) for first, end, _ in blocks]
        addresses = self._copied(contents)
        if blocks:
            passed.move(blocks, addresses)
        given, results = len(passed.words), len(instance.copy.returns)
        self._make_room(0, given + results)
        words: Any = (ctypes.c_uint64 * (given + results)).from_address(MEMORY.start + self._block.address)
        words[:given] = passed.words
        self._call(instance)
        for (first, end, writable), address, before in zip(blocks, addresses, contents, strict=True):
            # what the kernel only read may have been changed by others meanwhile
            if writable and ctypes.string_at(MEMORY.start + address, end - first) != before:
                ctypes.memmove(first, MEMORY.start + address, end - first)
        for array, copy in passed.gathered:
            if array.flags.writeable:
                array[...] = copy
        return (words[0], *words[given : given + results - 1]) if results else ()

    def _make_room(self, size: int, words: int) -> None:
        """For so many bytes of copied arguments, and for a block of words."""
        if size > self._copies.size:
            self._copies = _Span(0)  # before the new one is taken: two may not fit
            self._copies = _Span(size)
        if 8 * words > self._block.size:
            self._take_block(words)

    def _take_block(self, words: int) -> None:
        self._block = _Span(8 * words)
        self._argument[0].i32 = _signed(self._block.address)

    def _copied(self, contents: list[bytes]) -> list[int]:
        """Copy bytes to where modules see them; returns the addresses there."""
        places, free = [], 0
        for one in contents:
            places.append(free)
            free += -(-len(one) // BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT
        self._make_room(free, 0)
        here = self._copies.address
        for one, place in zip(contents, places, strict=True):
            ctypes.memmove(MEMORY.start + here + place, one, len(one))
        return [here + place for place in places]

    def _expect_trap(self) -> None:
        """Make an empty pointer for the next trap, which then owns what it points to."""
        self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self._trap_place = ctypes.byref(self._trap)

    def _call(self, instance: _Instance) -> None:
        # `Func.__call__` would look up and convert the types of arguments, which takes 13 of 14 microseconds
        error = ffi.wasmtime_func_call_unchecked(self._context, instance.function, self._argument, 1, self._trap_place)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if self._trap:
            trap = self._trap
            self._expect_trap()
            raise _trapped(wasmtime.Trap._from_ptr(trap), instance)


def _signed(address: int) -> int:
    return address - (address >> 31 << 32)


_WORD = struct.Struct("<Q")


@functools.cache
def _form(words: int) -> struct.Struct:
    """A block of so many words."""
    return struct.Struct(f"<{words}q")


class _Threads(threading.local):
    def __init__(self) -> None:
        self.own = _Thread()


_THREADS = _Threads()


def _number(kind: str, word: int) -> Any:
    """A result as Python has it."""
    if kind == BOOL:
        return bool(word)
    found: Any = struct.unpack_from(RESULT_FORMATS.get(kind, "<q"), word.to_bytes(8, "little"))[0]
    return found


def _trapped(trap: wasmtime.Trap, instance: _Instance) -> BrokenKernel:
    report = (ctypes.c_int64 * 3).from_address(MEMORY.start + instance.span.address + REPORT)
    site, value, limit = report
    if site and instance.copy.sites:
        report[0] = 0
        place = instance.copy.sites[site - 1]
        file = getattr(sys.modules.get(place.kernel.module), "__file__", place.kernel.module)
        return BrokenKernel(f"{file}:{place.line}, in {place.kernel.name}: {place.what.format(value, limit)}")
    why = str(trap).strip().splitlines()[-1].strip()
    return BrokenKernel(f"a kernel stopped: {why}; with ROOKERY_MACHINE_CODE=checked it says where")
