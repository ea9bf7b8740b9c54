"""The modules of Python as the compiler sees them: what the names in them stand for, without Numba.

The constants of a game are computed by ordinary Python when its modules are imported, so they are looked up there; the
kernels themselves are compiled from their text.
"""

import ast
import builtins
import functools
import importlib
import inspect
import math
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from rookery.compiler.errors import NotInLanguage
from rookery.compiler.language import (
    BOOL,
    FLOAT,
    FORMATS,
    INT,
    SINGLE,
    UNSIGNED,
    RecordField,
    RecordType,
    TupleType,
    Type,
)
from rookery.compiler.program import (
    Builtin,
    BundleClass,
    ConstantArray,
    Constants,
    Global,
    KernelName,
    Namespace,
    Number,
    Other,
)
from rookery.core import bits
from rookery.core.compiling.sources import text_of
from rookery.core.protocol import FIELDS_CLASSES

FUNCTIONS: dict[Any, str] = {
    **{function: function.__name__ for function in (int, float, bool, len, min, max, abs, range)},
    **{function: function.__name__ for function in (math.sqrt, math.floor, math.isnan)},
    **{kind: kind.__name__ for kind in (np.uint64, np.int64, np.float64)},
    **{getattr(bits, name): name for name in bits.__all__},
}


class Modules:
    """All importable modules; the names of core/unbound.py stand for the modules of one game."""

    def __init__(self, bound: dict[str, str]) -> None:
        """`bound`: "rules", "evaluator", "observer" -> names of modules."""
        self.bound = bound
        self._seen: dict[tuple[str, str], Global | None] = {}

    def named(self, module: str, name: str) -> Global | None:
        if (module, name) not in self._seen:
            self._seen[module, name] = self._found(module, name)
        return self._seen[module, name]

    def _found(self, module: str, name: str) -> Global | None:
        space = vars(importlib.import_module(module))
        if name in space:
            value = space[name]
        elif hasattr(builtins, name):
            value = getattr(builtins, name)
        else:
            return None
        if type(value).__module__ == "rookery.core.unbound":
            return Namespace(self.bound[name])
        return as_global(value)

    def names(self, module: str) -> Iterable[str]:
        return vars(importlib.import_module(module))

    def function(self, kernel: KernelName) -> ast.FunctionDef:
        found = _functions(kernel.module).get(kernel.name)
        if found is None:
            raise NotInLanguage(f"{kernel.name} is no function of the file of {kernel.module}; write a kernel")
        return found

    def file(self, module: str) -> str:
        return str(importlib.import_module(module).__file__)

    def annotated(self, module: str, annotation: ast.expr) -> Type | None:
        text = ast.unparse(annotation)
        if text in ANNOTATED_KINDS:
            return ANNOTATED_KINDS[text]
        if text.startswith("tuple["):
            assert isinstance(annotation, ast.Subscript)
            items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
            parts = [self.annotated(module, part) for part in items]
            known = tuple(part for part in parts if part is not None)
            return TupleType(known) if len(known) == len(parts) else None
        return None


ANNOTATED_KINDS: dict[str, Type] = {"int": INT, "float": FLOAT, "bool": BOOL, "np.uint64": UNSIGNED}


@functools.cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module's file, by name."""
    text = text_of(Path(str(importlib.import_module(module).__file__)))
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def as_global(value: Any) -> Global | None:
    """The meaning of a Python object in kernels; None if they cannot use it."""
    if isinstance(value, bool | np.bool_):
        return Number(BOOL, bool(value))
    if isinstance(value, np.uint64):
        return Number(UNSIGNED, int(value) - (int(value) >> 63 << 64))
    if isinstance(value, int | np.integer):
        return Number(INT, int(value))
    if isinstance(value, np.float32):
        return Number(SINGLE, float(value))
    if isinstance(value, float | np.floating):
        return Number(FLOAT, float(value))
    match value:
        case np.ndarray():
            if value.dtype.name not in FORMATS or not value.ndim:
                return None
            return ConstantArray(value.dtype.name, value.shape, value.astype(value.dtype.newbyteorder("<")).tobytes())
        case tuple():
            items = tuple(as_global(item) or Other(type(item).__name__) for item in value)
            return Constants(items, getattr(value, "_fields", ()), type(value).__name__)
        case ModuleType():
            return Namespace(value.__name__)
    try:
        if value in FUNCTIONS:
            return Builtin(FUNCTIONS[value])
    except TypeError:  # it has no hash
        return None
    function = getattr(value, "py_func", value)
    if inspect.isfunction(function) and function.__qualname__.isidentifier():
        return KernelName(function.__module__, function.__name__)
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return BundleClass(value.__name__, value._fields)
    return None


_records: dict[Any, RecordType] = {}


def record_of(dtype: np.dtype[Any], name: str = "") -> RecordType:
    """The record type of a packed dtype: always the same object for the same dtype and name. `name`: for refusals and
    descriptions; that of its Fields class need not be said."""
    if (dtype, name) not in _records:
        fields = {}
        for field, (kind, offset, *_) in (dtype.fields or {}).items():
            base, shape = kind.subdtype or (kind, ())
            fields[field] = RecordField(base.name, offset, tuple(shape))
        _records[dtype, name] = RecordType(name or FIELDS_CLASSES.get(dtype, ""), dtype.itemsize, fields)
    return _records[dtype, name]
