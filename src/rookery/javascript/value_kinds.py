"""What an expression is, as far as annotations and constants tell. A kind that is not known is UNKNOWN: what is written
then asks at run time. A wrong kind would be a fault, so a kind is only what is sure.

Whole numbers have three kinds. An INT may be a BigInt, because JavaScript's numbers are exact to 2 ** 53 only; a SMALL
is at most 2 ** 24 in size, so that the product of two, and any sum of a few products, is exact: that is a SAFE.
"""

import ast
import dataclasses
import functools
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from rookery.core.position import Position
from rookery.core.protocol import Cell, Fields, Holds, cells_of
from rookery.javascript.live_sources import annotated_in

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


WHOLE_NUMBERS = (Is.SMALL, Is.SAFE, Is.INT)
ANY_NUMBER = (*WHOLE_NUMBERS, Is.FLOAT)
COMPARED_ALIKE = (*ANY_NUMBER, Is.BOOL, Is.STR)  # whose values JavaScript compares as Python does, within one kind
TUPLES = ("tuple", "row")  # a tuple whose items have their own kinds; one of any length


def many(name: str, element: Kind = Is.UNKNOWN) -> Kind:
    """A "list", "row" (a tuple of any length), "set", "iterator" or "cells" (an array) of one kind of elements."""
    return Kind(name, (element,))


def in_array(kind: Kind) -> bool:
    """Whether its values are arrays of JavaScript."""
    return kind.name in ("list", "cells", *TUPLES) or (kind.name == "object" and issubclass(kind.of, tuple))


def element(kind: Kind) -> Kind:
    """What a loop over it gives."""
    if kind.name in ("list", "row", "set", "iterator", "cells", "dict"):
        return kind.parts[0]
    if kind.name == "tuple":
        return merged(kind.parts)
    if kind == Is.STR:
        return Is.STR
    return Is.UNKNOWN


def item(kind: Kind, index: object) -> Kind:
    """What an index gives; `index`: its value if it is a constant."""
    if kind.name == "dict":
        return kind.parts[1]
    if kind.name == "tuple" and type(index) is int and -len(kind.parts) <= index < len(kind.parts):
        return kind.parts[index]
    if kind.name == "object" and type(index) is int and hasattr(kind.of, "_fields"):
        return field_kinds(kind.of)[kind.of._fields[index]]
    return element(kind)


def merged(kinds: Iterable[Kind]) -> Kind:
    """The kind of something that is one of these."""
    found = {kind for kind in kinds if kind != Is.NOTHING}
    if not found:
        return Is.NOTHING
    if len(found) == 1:
        return found.pop()
    if all(kind in WHOLE_NUMBERS for kind in found):
        return Is.INT
    if found == {Is.SMALL, Is.FLOAT}:
        return Is.FLOAT
    first, *others = found
    if all((kind.name, len(kind.parts), kind.of) == (first.name, len(first.parts), first.of) for kind in others):
        return Kind(first.name, tuple(merged(parts) for parts in zip(*(kind.parts for kind in found))), first.of)
    if all(kind.name in TUPLES for kind in found):
        return many("row", merged(element(kind) for kind in found))
    return Is.UNKNOWN


@functools.cache
def of_annotation(told: Any) -> Kind:
    """The kind of what is annotated so."""
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
        return many("cells", Is.FLOAT if np.dtype(held).kind == "f" else Is.INT)
    if origin == np.ndarray:
        return many("cells")
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
            return Kind("view")
        if is_data(origin):
            return Kind("object", (), origin)
    return Is.UNKNOWN


_ANNOTATED: dict[Any, Kind] = {
    int: Is.INT,
    float: Is.FLOAT,
    str: Is.STR,
    bool: Is.BOOL,
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
    return Kind("function", (), value) if callable(value) else Is.UNKNOWN


def _element(values: Collection[Any]) -> Kind:
    kind = merged(of_value(value) for value in values)
    return Is.UNKNOWN if kind == Is.NOTHING else kind


def is_data(cls: Any) -> bool:
    """Whether it is a class of data: a Struct, a NamedTuple, a dataclass, or one with an `__init__` of its own."""
    if not isinstance(cls, type) or cls.__module__ in ("builtins", "numpy"):
        return False
    return bool(
        issubclass(cls, msgspec.Struct)
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
        or dataclasses.is_dataclass(cls)
        or "__init__" in vars(cls)
    )


@functools.cache
def field_kinds(cls: type) -> Mapping[str, Kind]:
    """Name -> kind of the fields of a class of data, or of a record."""
    if issubclass(cls, Fields):
        return {name: of_cell(cell) for name, cell in cells_of(cls).items()}
    try:
        told = typing.get_type_hints(cls)
    except NameError:  # imported for type checkers alone
        told = {}
    found = {name: of_annotation(hint) if _hashable(hint) else Is.UNKNOWN for name, hint in told.items()}
    return found | {name: annotated(cls.__module__, told) for name, told in annotated_in(cls).items()}


def annotated(module: str, annotation: ast.expr) -> Kind:
    """The kind that an annotation in a module tells."""
    try:
        return of_annotation(eval(ast.unparse(annotation), vars(sys.modules[module])))
    except (NameError, TypeError):  # imported for type checkers alone
        return Is.UNKNOWN


def returned(function: Callable[..., Any]) -> Kind:
    """The kind of what a function returns."""
    return of_hints(function).get("return", Is.UNKNOWN)


@functools.cache
def of_hints(function: Callable[..., Any]) -> Mapping[str, Kind]:
    """Name of a parameter, or "return" -> kind."""
    try:
        told = typing.get_type_hints(function, include_extras=True)
    except NameError:  # imported for type checkers alone
        told = {}
    return {name: of_annotation(hint) for name, hint in told.items() if _hashable(hint)}


def _hashable(hint: Any) -> bool:
    try:
        hash(hint)
    except TypeError:
        return False
    return True


# What a page's view of a position has (web/src/game/game_view.ts)
VIEW_KINDS: Mapping[str, Kind] = {
    "numbers": Is.UNKNOWN,  # of the game's State; functions annotate it
    "states": Is.UNKNOWN,
    "legal_actions": many("row", Is.INT),
    "mover": Is.UNKNOWN,
    "viewer": Is.UNKNOWN,
    "players": Is.SMALL,
    "is_over": Is.BOOL,
    "outcome": Is.UNKNOWN,
}


def fields_of(cls: Any) -> Mapping[str, Any]:
    """Name -> default of the fields of a class of data, in the order in which they are given; NO_DEFAULT: there is
    none."""
    if issubclass(cls, msgspec.Struct):
        fields = msgspec.structs.fields(cls)
        return {f.name: NO_DEFAULT if f.default is msgspec.NODEFAULT else f.default for f in fields}
    if issubclass(cls, tuple):
        return {name: cls._field_defaults.get(name, NO_DEFAULT) for name in cls._fields}
    if dataclasses.is_dataclass(cls):
        return {field.name: _default(field) for field in dataclasses.fields(cls)}
    code = cls.__init__.__code__
    return dict.fromkeys(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount], NO_DEFAULT)


NO_DEFAULT = object()


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return NO_DEFAULT if field.default is dataclasses.MISSING else field.default
