"""The kind of an expression, as far as annotations and constants tell. A kind that is not known is UNKNOWN: the code
then asks at run time. A wrong kind would be a fault, so a kind is only what is sure.

Whole numbers have three kinds. An INT may be a BigInt, because JavaScript's numbers are exact to 2 ** 53 only; a SMALL
is at most 2 ** 24 in size, so that the product of two, and any sum of a few products, is exact: that is a SAFE.
"""

import dataclasses
import functools
import inspect
import sys
import types
import typing
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from rookery.core.position import Position
from rookery.core.protocol import Cell, Fields, Holds

SMALLEST_UNSURE = 1 << 24


class Kind(NamedTuple):
    """`name`: "int", "list" ...; `parts`: the kinds of what is in it; `of`: the class or function."""

    name: str
    parts: "tuple[Kind, ...]" = ()
    of: Any = None


class Is:
    """The kinds that have no parts."""

    NOTHING = Kind("nothing")  # of a variable before its first assignment: agrees with every kind
    UNKNOWN = Kind("unknown")
    NONE = Kind("None")
    BOOL = Kind("bool")
    SMALL = Kind("small")
    SAFE = Kind("safe")
    INT = Kind("int")
    FLOAT = Kind("float")
    STR = Kind("str")
    BYTES = Kind("bytes")


WHOLE_NUMBERS = (Is.SMALL, Is.SAFE, Is.INT)
ANY_NUMBER = (*WHOLE_NUMBERS, Is.FLOAT)
COMPARED_ALIKE = (*ANY_NUMBER, Is.BOOL, Is.STR)  # whose values JavaScript compares as Python does, within one kind
TUPLES = ("tuple", "row")  # a tuple whose items have their own kinds; one of any length


def many(name: str, element: Kind = Is.UNKNOWN) -> Kind:
    """A "list", "row" (a tuple of any length), "set", "iterator" or "cells" (an array) of one kind of elements."""
    return Kind(name, (element,))


def optional(kind: Kind) -> Kind:
    """The kind of what is that or None."""
    return kind if kind in (Is.UNKNOWN, Is.NONE) or kind.name == "optional" else Kind("optional", (kind,))


def present(kind: Kind) -> Kind:
    """The kind of something once it is known not to be None."""
    return kind.parts[0] if kind.name == "optional" else kind


def in_array(kind: Kind) -> bool:
    """Whether its values are arrays of JavaScript."""
    return kind.name in ("list", "cells", *TUPLES) or (kind.name == "object" and issubclass(kind.of, tuple))


def element(kind: Kind) -> Kind:
    """The kind of the items of a loop over it."""
    kind = present(kind)
    if kind.name in ("list", "row", "set", "iterator", "cells", "dict"):
        return kind.parts[0]
    if kind.name == "tuple":
        return merged(kind.parts)
    if kind == Is.STR:
        return Is.STR
    return Is.UNKNOWN


def merged(kinds: Iterable[Kind]) -> Kind:
    """The kind of something that is one of these."""
    distinct = {kind for kind in kinds if kind != Is.NOTHING}
    if not distinct:
        return Is.NOTHING
    if len(distinct) > 1 and any(kind == Is.NONE or kind.name == "optional" for kind in distinct):
        return optional(merged(present(kind) for kind in distinct if kind != Is.NONE))
    if len(distinct) == 1:
        return distinct.pop()
    if all(kind in WHOLE_NUMBERS for kind in distinct):
        return Is.INT
    if distinct == {Is.SMALL, Is.FLOAT}:
        return Is.FLOAT
    first, *others = distinct
    if all((kind.name, len(kind.parts), kind.of) == (first.name, len(first.parts), first.of) for kind in others):
        return Kind(first.name, tuple(merged(parts) for parts in zip(*(kind.parts for kind in distinct))), first.of)
    if all(kind.name in TUPLES for kind in distinct):
        return many("row", merged(element(kind) for kind in distinct))
    return Is.UNKNOWN


@functools.cache
def of_annotation(told: Any) -> Kind:
    """The kind of what is annotated so."""
    if told is Any:  # a class, from Python 3.11 on
        return Is.UNKNOWN
    if told in _ANNOTATED:
        return _ANNOTATED[told]
    origin, parts = typing.get_origin(told) or told, typing.get_args(told)
    if hasattr(origin, "__value__"):  # `type X = ...`; so is NumPy's NDArray from Python 3.12 on
        return of_annotation(origin.__value__)
    if origin is typing.Annotated:
        if (cell := next((part for part in parts[1:] if isinstance(part, Cell)), None)) is not None:
            return of_cell(cell)
        held = next((part.dtype for part in parts[1:] if isinstance(part, Holds)), None)
        if held is None:
            return of_annotation(parts[0])
        return many("cells", {"f": Is.FLOAT, "V": Is.UNKNOWN}.get(np.dtype(held).kind, Is.INT))
    if origin == np.ndarray:
        return many("cells")
    if origin in (typing.Union, types.UnionType):
        return merged(map(of_annotation, parts))
    if origin is typing.Literal:
        return merged(of_value(part) for part in parts)
    if origin in (Awaitable, Coroutine):
        return Kind("coroutine", (of_annotation(parts[-1]) if parts else Is.UNKNOWN,))
    if origin is Callable:
        return Kind("function", (of_annotation(parts[-1]) if parts else Is.UNKNOWN,))
    if origin is tuple:
        if len(parts) == 2 and parts[1] is ...:
            return many("row", of_annotation(parts[0]))
        return Kind("tuple", tuple(map(of_annotation, parts))) if parts else many("row")
    if origin in _MANY:
        return many(_MANY[origin], of_annotation(parts[0]) if parts else Is.UNKNOWN)
    if origin in (dict, Mapping, types.MappingProxyType):
        return Kind("dict", (*map(of_annotation, parts or (Any, Any)),))
    if isinstance(origin, type):
        if issubclass(origin, Fields):
            return Kind("record", (), origin)
        if origin is Position:
            return Kind("view", (), Position)
        return of_class(origin)
    return Is.UNKNOWN


def of_class(cls: type) -> Kind:
    """The kind of the instances of a class: an "object" of a class that is lowered, or of the "host", whose methods are
    the runtime's."""
    if not is_of_host(cls):
        return Kind("object", (), cls)
    return Is.UNKNOWN if cls.__module__ == "builtins" else Kind("host", (), cls)


def is_of_host(cls: type) -> bool:
    """Whether it is a class of Python's library, or of one of the libraries that the runtime stands in for."""
    return is_host_module(cls.__module__)


def is_host_module(name: str) -> bool:
    """The same for all that is in a module."""
    return name.partition(".")[0] in _OF_HOST


_OF_HOST = {*sys.stdlib_module_names, "msgspec", "numpy", "_hashlib"}  # packages
_ANNOTATED: dict[Any, Kind] = {
    int: Is.INT,
    float: Is.FLOAT,
    str: Is.STR,
    bool: Is.BOOL,
    bytes: Is.BYTES,
    None: Is.NONE,
    type(None): Is.NONE,
}
_MANY: dict[Any, str] = {
    list: "list",
    set: "set",
    frozenset: "set",
    **dict.fromkeys((Collection, Iterable, Iterator, Sequence), "iterator"),  # of which only the elements are known
}


def of_cell(cell: Cell) -> Kind:
    """The kind of a field of a record."""
    if np.dtype(cell.dtype).kind == "f":
        kind = Is.FLOAT
    else:
        kind = Is.SMALL if max(abs(int(cell.low)), abs(int(cell.high))) <= SMALLEST_UNSURE else Is.INT
    for _ in cell.shape:
        kind = many("cells", kind)
    return kind


def of_value(value: Any) -> Kind:
    """The kind of a constant."""
    if value is None:
        return Is.NONE
    if isinstance(value, bool | np.bool_):
        return Is.BOOL
    if isinstance(value, int | np.integer):
        return Is.SMALL if abs(int(value)) <= SMALLEST_UNSURE else Is.INT
    if isinstance(value, float | np.floating):
        return Is.FLOAT
    if isinstance(value, str):
        return Is.STR
    if isinstance(value, bytes):
        return Is.BYTES
    if isinstance(value, np.ndarray):
        kind = Is.FLOAT if value.dtype.kind == "f" else merged(map(of_value, (value.min(), value.max())))
        for _ in value.shape:
            kind = many("cells", kind)
        return kind
    if is_data(type(value)):
        return Kind("object", (), type(value))
    if isinstance(value, tuple):
        return Kind("tuple", tuple(map(of_value, value))) if len(value) < 8 else many("row", _element(value))
    if isinstance(value, list | set | frozenset | range):
        return many({list: "list", range: "row"}.get(type(value), "set"), _element(value))
    if isinstance(value, dict | types.MappingProxyType):
        return Kind("dict", (_element(value), _element(value.values())))
    if isinstance(value, types.FunctionType):
        return Kind("function", (returned(value),), value)
    if isinstance(value, type):
        return Kind("class", (), value)
    if callable(value):
        return Kind("function", (), value)
    return of_class(type(value))


def _element(values: Collection[Any]) -> Kind:
    kind = merged(of_value(value) for value in values)
    return Is.UNKNOWN if kind == Is.NOTHING else kind


def is_data(cls: Any) -> bool:
    """Whether it is a class of data: a Struct, a NamedTuple, a dataclass, or one with an `__init__` of its own."""
    if not isinstance(cls, type) or is_of_host(cls):
        return False
    return bool(
        issubclass(cls, msgspec.Struct)
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
        or dataclasses.is_dataclass(cls)
        or "__init__" in vars(cls)
    )


def given_by(function: Kind) -> Kind:
    """The kind of the result of a call."""
    function = present(function)
    return function.parts[0] if function.name == "function" and function.parts else Is.UNKNOWN


def returned(function: Callable[..., Any]) -> Kind:
    """The kind of what a function returns."""
    kind = of_hints(function).get("return", Is.UNKNOWN)
    return Kind("coroutine", (kind,)) if inspect.iscoroutinefunction(function) else kind


@functools.cache
def of_hints(function: Callable[..., Any]) -> Mapping[str, Kind]:
    """Name of a parameter, or "return" -> kind."""
    try:
        told = typing.get_type_hints(function, include_extras=True)
    except NameError:  # imported for type checkers alone
        told = {}
    return {name: of_annotation(hint) for name, hint in told.items() if has_hash(hint)}


def has_hash(hint: Any) -> bool:
    """Whether it can be a key."""
    try:
        hash(hint)
    except TypeError:
        return False
    return True


def fields_of(cls: Any) -> Mapping[str, Any]:
    """Name -> default of the fields of a class of data, in the order in which they are given; NO_DEFAULT: there is
    none."""
    if issubclass(cls, msgspec.Struct):
        fields = msgspec.structs.fields(cls)
        return {f.name: _default(f, msgspec.NODEFAULT) for f in fields}
    if issubclass(cls, tuple):
        return {name: cls._field_defaults.get(name, NO_DEFAULT) for name in cls._fields}
    if dataclasses.is_dataclass(cls):
        return {field.name: _default(field, dataclasses.MISSING) for field in dataclasses.fields(cls)}
    if not isinstance(cls.__init__, types.FunctionType):
        return {}
    code = cls.__init__.__code__
    return dict.fromkeys(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount], NO_DEFAULT)


NO_DEFAULT = object()


class MadeAnew(NamedTuple):
    """The default of a field, made for each object."""

    factory: Callable[[], Any]


def _default(field: Any, absent: Any) -> Any:
    if field.default_factory is not absent:
        return MadeAnew(field.default_factory)
    return NO_DEFAULT if field.default is absent else field.default
