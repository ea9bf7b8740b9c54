"""Runs a module that anybody may have written, in wasmtime: with a limit of steps for each call, a limit of memory, and
nothing of the world outside. Steps are counted, and not time, so that a busy machine stops no game that another one
would go on with.

Each call has an instance of its own, so a module remembers nothing: what it answers follows from what it is asked, and
nothing of one table comes to another.
"""

import contextlib
import ctypes
import struct
import threading
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime._extern import wrap_extern

from rookery.core.errors import BrokenRules, ForbiddenModule
from rookery.legible import one_line
from rookery.wasm.module_form import check_form, check_instructions

MOST_STEPS = 1_000_000  # of one call, as wasmtime counts fuel: some milliseconds; the largest game here needs a quarter
CALL_STEPS = 20_000  # for which a call counts besides its own: an instance is made in a tenth of a millisecond
MOST_MEMORY = 1 << 22  # of memory
MOST_STACK = 1 << 18  # bytes of the stack
MOST_REASON = 200  # characters of what the runtime says, which may hold names from the module
LENT_ALIGNMENT = 16
BLOCK_ENTRY = struct.Struct("<q")
MEMORY_PAGE = 65_536  # bytes
PROPOSALS_OFF = (
    *("relaxed_simd", "threads", "multi_memory", "memory64", "gc", "exceptions"),
    *("tail_call", "function_references", "stack_switching"),
)  # proposals
TRAP_REASONS = {
    wasmtime.TrapCode.OUT_OF_FUEL: "does not end",
    wasmtime.TrapCode.STACK_OVERFLOW: "calls itself too often",
    wasmtime.TrapCode.UNREACHABLE: "gives up",
    wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS: "reaches outside its memory",
    wasmtime.TrapCode.INTEGER_DIVISION_BY_ZERO: "divides by zero",
}


class LentArray(NamedTuple):
    """An array that a kernel may change."""

    contents: bytes
    length: int  # of its elements


class KernelAnswer(NamedTuple):
    """What a kernel left."""

    word: bytes  # [8] its result
    lent: list[bytes]  # the arrays


def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.consume_fuel = True
    config.cranelift_nan_canonicalization = True  # equal answers on every machine
    config.parallel_compilation = False
    # a trap that was a signal would end the process where anything else handles such signals, as faulthandler does
    config.signals_based_traps = False
    config.memory_reservation = MOST_MEMORY
    config.memory_guard_size = 0
    config.max_wasm_stack = MOST_STACK
    for name in PROPOSALS_OFF:
        setattr(config, f"wasm_{name}", False)
    return wasmtime.Engine(config)


SANDBOX_ENGINE = _engine()


class _Pot(threading.local):
    """The steps that calls of a thread may take together."""

    left: int | None = None  # None: as many as they like


_POT = _Pot()


@contextlib.contextmanager
def together(steps: int) -> Iterator[None]:
    """All calls of this thread inside may take so many steps together."""
    before, _POT.left = _POT.left, steps
    try:
        yield
    finally:
        _POT.left = before


def machine_code(module: bytes) -> bytes:
    """A module of strangers as machine code, for Sandbox. Raises ForbiddenModule."""
    check_form(module)
    try:
        code = bytes(wasmtime.Module(SANDBOX_ENGINE, module).serialize())
    except wasmtime.WasmtimeError as error:
        reason = str(error).strip().splitlines()[-1].strip().removeprefix("0: ").removeprefix("1: ")
        raise ForbiddenModule(f"the module is no valid WebAssembly: {one_line(reason)[:MOST_REASON]}") from None
    check_instructions(module)
    return code


class Sandbox:
    """Calls the kernels of a module."""

    def __init__(self, code: bytes, name: str, kernels: Sequence[str]) -> None:
        """`code`: from `machine_code`, made on this machine; `name`: of the game; `kernels`: those that it must have.
        Raises ForbiddenModule."""
        self._module = wasmtime.Module.deserialize(SANDBOX_ENGINE, code)
        self._name = name
        types = {export.name: export.type for export in self._module.exports}
        memory, heap = types.get("memory"), types.get("heap")
        if not isinstance(memory, wasmtime.MemoryType) or memory.limits.min * MEMORY_PAGE > MOST_MEMORY:
            raise ForbiddenModule(f"the module must export a memory of at most {MOST_MEMORY:,} bytes")
        if not isinstance(heap, wasmtime.GlobalType) or str(heap.content) != "i32":
            raise ForbiddenModule("the module must export heap, the first address that callers may use, as an i32")
        for kernel in kernels:
            found = types.get(kernel)
            if not isinstance(found, wasmtime.FuncType) or [*map(str, found.params)] != ["i32"] or found.results:
                raise ForbiddenModule(f"the module must export {kernel}, a function of one i32 without a result")

    def call(self, kernel: str, *arguments: LentArray | int) -> KernelAnswer:
        """Call a kernel in a new instance. Raises BrokenRules if it does not end properly."""
        store = wasmtime.Store(SANDBOX_ENGINE)
        store.set_limits(memory_size=MOST_MEMORY, instances=1, memories=1, tables=0)
        steps = MOST_STEPS if _POT.left is None else min(MOST_STEPS, _POT.left)
        store.set_fuel(steps)
        try:
            return self._called(store, kernel, arguments)
        except wasmtime.Trap as trap:
            reason = TRAP_REASONS.get(trap.trap_code) if isinstance(trap.trap_code, wasmtime.TrapCode) else None
            raise self.broken(kernel, reason or "breaks off") from None
        except wasmtime.WasmtimeError:
            raise self.broken(kernel, "breaks off") from None
        finally:
            if _POT.left is not None:
                _POT.left = max(0, _POT.left - CALL_STEPS - steps + store.get_fuel())

    def broken(self, kernel: str, what: str) -> BrokenRules:
        """The refusal of what a kernel did."""
        return BrokenRules(f"the rules of {self._name} cannot be followed: {kernel.removeprefix('rules.')} {what}")

    def _called(self, store: wasmtime.Store, kernel: str, arguments: Sequence[LentArray | int]) -> KernelAnswer:
        instance = wasmtime.Instance(store, self._module, [])
        memory, heap = _export(store, instance, "memory"), _export(store, instance, "heap")
        block = _aligned(heap.value(store) & 0xFFFF_FFFF)
        words = sum(1 if isinstance(one, int) else 2 for one in arguments)
        free = _aligned(block + BLOCK_ENTRY.size * (1 + words))
        given, places = [0], list[tuple[int, int]]()
        for one in arguments:
            if isinstance(one, int):
                given.append(one)
                continue
            given += [free, one.length]
            places.append((free, len(one.contents)))
            free = _aligned(free + len(one.contents))
        missing = free - memory.data_len(store)
        if free > MOST_MEMORY:
            raise self.broken(kernel, "has no room for what it is asked")
        if missing > 0:
            memory.grow(store, -(-missing // MEMORY_PAGE))
        memory.write(store, struct.pack(f"<{len(given)}q", *given), block)
        lent = [one for one in arguments if isinstance(one, LentArray)]
        for (place, _), one in zip(places, lent, strict=True):
            memory.write(store, one.contents, place)
        _export(store, instance, kernel)(store, block)
        read = [bytes(memory.read(store, place, place + size)) for place, size in places]
        return KernelAnswer(bytes(memory.read(store, block, block + BLOCK_ENTRY.size)), read)


def _aligned(address: int) -> int:
    return address + -address % LENT_ALIGNMENT


def _export(store: wasmtime.Store, instance: wasmtime.Instance, name: str) -> Any:
    """One export. The library's own way first lists all of them, which takes longer than a call."""
    item, text = ffi.wasmtime_extern_t(), name.encode()
    found = ffi.wasmtime_instance_export_get(
        store._context(),
        ctypes.byref(instance._instance),
        ctypes.create_string_buffer(text, len(text)),
        len(text),
        ctypes.byref(item),
    )
    assert found
    return wrap_extern(item)
