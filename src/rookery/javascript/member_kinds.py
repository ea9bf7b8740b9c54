"""The kinds of the parts of an object: its fields, properties and methods."""

import ast
import functools
import sys
import types
import typing
from collections.abc import Mapping

from rookery.core.protocol import Fields, cells_of
from rookery.javascript.live_sources import annotated_in, given_in, meaning
from rookery.javascript.value_kinds import (
    WHOLE_NUMBERS,
    Is,
    Kind,
    element,
    given_by,
    has_hash,
    is_of_host,
    many,
    of_annotation,
    of_cell,
    of_hints,
    of_value,
    present,
    returned,
)


def item(kind: Kind, index: object) -> Kind:
    """The kind of an item at an index; `index`: its value if it is a constant."""
    if kind.name == "dict":
        return kind.parts[1]
    if kind.name == "tuple" and type(index) is int and -len(kind.parts) <= index < len(kind.parts):
        return kind.parts[index]
    if kind.name == "object" and type(index) is int and hasattr(kind.of, "_fields"):
        return field_kinds(kind.of)[kind.of._fields[index]]
    return element(kind)


@functools.cache
def field_kinds(cls: type) -> Mapping[str, Kind]:
    """Name -> kind of the fields of a class of data, or of a record."""
    if issubclass(cls, Fields):
        return {name: of_cell(cell) for name, cell in cells_of(cls).items()}
    try:
        hints = typing.get_type_hints(cls)
    except NameError:  # imported for type checkers alone
        hints = {}
    kinds = {name: of_annotation(hint) if has_hash(hint) else Is.UNKNOWN for name, hint in hints.items()}
    for base in reversed(cls.__mro__):
        if not is_of_host(base):
            given, local = given_in(base)
            kinds |= {name: _given(base, local, node) for name, node in given.items() if name not in kinds}
            kinds |= {name: annotated(base.__module__, hints) for name, hints in annotated_in(base).items()}
    return kinds


def _given(cls: type, local: Mapping[str, ast.expr], node: ast.expr) -> Kind:
    """The kind of an expression in the `__init__` of a class, as far as it can be told at once. An attribute keeps the
    kind of what it is given there: type checkers see to that."""
    names = vars(sys.modules[cls.__module__])
    match node:
        case ast.Constant(value):
            return _first(of_value(value))
        case ast.Name(name):
            hints = of_hints(vars(cls)["__init__"])
            if name in local:
                return _given(cls, {}, local[name])
            return hints[name] if name in hints else _first(of_value(names.get(name)))
        case ast.Attribute(owner, name):
            return _first(member_kind(_given(cls, local, owner), name))
        case ast.Call(function):
            try:
                called = meaning(function, names)
            except (LookupError, AttributeError, TypeError):  # it begins with a parameter
                return given_by(_given(cls, local, function))
            if isinstance(called, types.FunctionType):
                return returned(called)
            return of_annotation(called) if isinstance(called, type | types.GenericAlias) else Is.UNKNOWN
        case ast.List() | ast.ListComp():
            return many("list")
        case ast.Dict() | ast.DictComp():
            return Kind("dict", (Is.UNKNOWN, Is.UNKNOWN))
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return Is.BOOL
    return Is.UNKNOWN


def _first(kind: Kind) -> Kind:
    """The kind of what is given this first, and another value of its type later."""
    if kind == Is.NONE:
        return Is.UNKNOWN
    return (
        Is.INT
        if kind in WHOLE_NUMBERS
        else Kind(kind.name, tuple(map(_first, kind.parts)))._replace(of=None if kind.name == "function" else kind.of)
    )


def member_kind(owner: Kind, name: str) -> Kind:
    """The kind of a field, a property or a method of an object."""
    owner = present(owner)
    if owner.name not in ("record", "object"):
        return Is.UNKNOWN
    kind = field_kinds(owner.of).get(name)
    if kind is None:
        method = getattr(owner.of, name, None)
        getter = getattr(method, "fget", None) or getattr(method, "func", None)
        if getter is not None:
            return returned(getter)
        if isinstance(method, types.FunctionType):
            return Kind("function", (returned(method),), method)
        return Is.UNKNOWN if method is None or isinstance(method, types.MemberDescriptorType) else of_value(method)
    return kind


def annotated(module: str, annotation: ast.expr) -> Kind:
    """The kind that an annotation in a module tells."""
    try:
        return of_annotation(meaning(annotation, vars(sys.modules[module])))
    except (LookupError, AttributeError, TypeError):  # imported for type checkers alone
        return Is.UNKNOWN


# The members of a page's view of a position (web/src/game/game_view.ts)
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
