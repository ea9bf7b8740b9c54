"""What a caller has to know of a module, as JSON: the game's constants, its kernels with their arguments, and where
fields of records lie.

A kernel is called with the address of a block of 64-bit words. Word 0 is for the result; from word 1 on lie the
arguments, in order:

    int, unsigned, bool, float   one word
    record             one word, its address
    array of n axes    5 + 2 n words: 0, 0, number of items, bytes of an item, address, n lengths, n strides in bytes
    bundle             the words of its fields, one after another

This is how Numba passes them. Records are packed and little-endian, as NumPy has them in every process.
"""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np
from numba.np.numpy_support import as_dtype, from_dtype

from rookery.core.position import Game
from rookery.search.kernels.exact import ALPHA_BETA_FRAME, ENTRY
from rookery.search.kernels.maxn import MAXN_FRAME
from rookery.search.kernels.nodes import NODE, PLAN
from rookery.wasm.entry_points import EntryPoint

__all__ = ["described"]

types: Any = numba.types
GAME_CONSTANTS = ("actions", "chance_actions", "max_legal", "longest", "rules_version")  # of Facts
RECORDS = {"Node": NODE, "Plan": PLAN, "AlphaBetaFrame": ALPHA_BETA_FRAME, "Entry": ENTRY, "MaxNFrame": MAXN_FRAME}


def described(game: Game, entry_points: Sequence[EntryPoint]) -> dict[str, Any]:
    """The constants, records and kernels of a module, ready for `json.dumps`."""
    records = {"State": game.dtype} | RECORDS
    names = {from_dtype(dtype): name for name, dtype in records.items()}
    kernels = {entry.name: _kernel(entry, names) for entry in entry_points}
    used = {name for kernel in kernels.values() for one in kernel["arguments"] for name in _kinds(one)}
    facts = game.facts
    return {
        "constants": {name: getattr(facts, name) for name in GAME_CONSTANTS} | {"players": list(facts.players)},
        "records": {name: _record(dtype) for name, dtype in records.items() if name in used},
        "kernels": kernels,
    }


def _record(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        base, shape = kind.subdtype or (kind, ())
        fields[name] = {"kind": base.name, "offset": offset, "shape": list(shape)}
    return {"size": dtype.itemsize, "fields": fields}


def _kernel(entry: EntryPoint, names: Mapping[Any, str]) -> dict[str, Any]:
    parameters = inspect.signature(entry.kernel.py_func).parameters
    arguments = [_argument(name, kind, names) for name, kind in zip(parameters, entry.types, strict=True)]
    return {"arguments": arguments, "returns": _scalar(entry.kernel.overloads[entry.types].signature.return_type)}


def _argument(name: str, kind: Any, names: Mapping[Any, str]) -> dict[str, Any]:
    if isinstance(kind, types.BaseNamedTuple):
        fields = [_argument(field, each, names) for field, each in zip(kind.fields, kind.types, strict=True)]
        return {"name": name, "kind": "bundle", "fields": fields}
    if isinstance(kind, types.Array):
        of = names[kind.dtype] if isinstance(kind.dtype, types.Record) else as_dtype(kind.dtype).name
        return {"name": name, "kind": "array", "of": of, "axes": kind.ndim}
    if isinstance(kind, types.Record):
        return {"name": name, "kind": "record", "of": names[kind]}
    return {"name": name, "kind": _scalar(kind)}


def _scalar(kind: Any) -> str:
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Integer) and kind.bitwidth == types.int64.bitwidth:
        return "int" if kind.signed else "unsigned"
    if kind == types.float64:
        return "float"
    if kind == types.none:
        return "nothing"
    raise TypeError(f"a module cannot pass or return {kind}")


def _kinds(argument: dict[str, Any]) -> set[str]:
    if argument["kind"] == "bundle":
        return {name for field in argument["fields"] for name in _kinds(field)}
    return {argument["of"]} if "of" in argument else set()
