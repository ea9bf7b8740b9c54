"""The modules of games, and kernels called twice: natively and in the module, with the same bytes."""

import functools
import json
from typing import Any

import numpy as np

import rookery
from rookery.core.position import Game
from rookery.wasm.build import Built, build
from rookery.wasm.entry_points import BINDINGS, SEARCH_PACKAGE
from tests.wasm.module_calls import Module, Span, Wasmtime


@functools.cache
def built(slug: str) -> Built:
    return build(rookery.load(slug))


def native(game: Game, names: Any) -> dict[str, Any]:
    """The native kernels by the names under which a module exports them."""
    return {name: getattr(game.made(_template(name)), name.partition(".")[2]) for name in names}


def _template(name: str) -> str:
    short = name.partition(".")[0]
    return BINDINGS if short == "rules" else f"{SEARCH_PACKAGE}.{short}"


def module_of(built: Built) -> Module:
    """A new instance of a built module."""
    return Module(json.loads(built.description.read_text("utf-8")), Wasmtime(built.module.read_bytes()))


class Twice:
    """Calls a kernel natively and in a module with equal arguments, and demands equal results in every byte of them."""

    def __init__(self, module: Module, native: dict[str, Any]) -> None:
        """`native`: the kernels by name."""
        self._module = module
        self._native = native
        self.kernels, self.called = set(module.kernels), set[str]()
        # address of a native array -> the array, kept so that no other gets its address; its address in the module
        self._places: dict[int, tuple[Any, int]] = {}

    def __call__(self, kernel: str, *values: Any) -> Any:
        self.called.add(kernel)
        arguments = self._module.kernels[kernel]["arguments"]
        pairs: list[tuple[Any, Span]] = []
        given = [self._lent(argument, value, pairs) for argument, value in zip(arguments, values, strict=True)]
        found = self._module.call(kernel, *given)
        wanted = self._native[kernel](*values)
        assert found == wanted, f"{kernel} returned {found}, natively {wanted}"
        for array, span in pairs:
            assert self._module.bytes_of(span) == array.tobytes(), f"{kernel} left other bytes in {span.of}"
        return wanted

    def _lent(self, argument: dict[str, Any], value: Any, pairs: list[tuple[Any, Span]]) -> Any:
        if argument["kind"] == "bundle":
            return [self._lent(field, each, pairs) for field, each in zip(argument["fields"], value, strict=True)]
        if argument["kind"] not in ("array", "record"):
            return value
        array: Any = np.asarray(value)
        span = self._span(array, argument["of"])
        self._module.fill(span, array.tobytes())
        pairs.append((array, span))
        return span if argument["kind"] == "array" else span.address

    def _span(self, array: Any, of: str) -> Span:
        """Where an array lies in the module. Two arrays over the same memory, as states and their words, do so there,
        too."""
        place, shape = int(array.ctypes.data), array.shape or (1,)
        if place not in self._places:
            self._places[place] = array, self._module.array(of, *shape).address
        held, address = self._places[place]
        assert held.nbytes == array.nbytes
        return Span(address, of, shape)
