"""Calls of methods."""

import ast
import inspect
import json
import logging
import types
from typing import TYPE_CHECKING

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.argument_text import arguments, named, with_options
from rookery.javascript.expression_text import seen
from rookery.javascript.live_sources import unwrapped
from rookery.javascript.loop_text import eager, listed
from rookery.javascript.lowered_values import Lowered, live_parameters
from rookery.javascript.member_kinds import member_kind
from rookery.javascript.python_library import (
    HOST_METHODS,
    METHODS,
    member,
)
from rookery.javascript.value_kinds import (
    Is,
    Kind,
    element,
    fields_of,
    given_by,
    in_array,
    many,
    returned,
)

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


# methods of bytes that do what those of texts do
LETTER_METHODS = {
    **dict.fromkeys(("removeprefix", "removesuffix", "strip", "lstrip", "rstrip"), Is.BYTES),
    **dict.fromkeys(("startswith", "endswith"), Is.BOOL),
    **dict.fromkeys(("count", "rfind"), Is.SMALL),
}


def method(fn: "FunctionText", node: ast.Call, function: ast.Attribute) -> Lowered:
    """A call of a method."""
    if ast.unparse(function.value) == "super()":
        return _above(fn, node, function.attr)
    owner = fn.lowered(function.value)
    kind, name = seen(fn, owner.kind), function.attr
    if kind.name in ("object", "class"):
        return _of_object(fn, node, owner, kind)
    fn.module.members |= {name, f".{name}"}
    if kind.of is logging.Logger and name == "exception":  # it tells of the error that is being handled
        if not fn.handles:
            raise NotInLanguage("`exception` of a logger is in the subset only in an `except`; write `error`", node)
        return Lowered(f"{owner.text}.exception({with_options(fn, node)}, $e)", Is.NONE)
    if kind.name == "host":
        return Lowered(f"{owner.text}.{member(name)}({with_options(fn, node)})", _of_host(kind, name))
    if kind.name in ("record", "cells") and name == "copy":
        return Lowered(f"{fn.helper('copied')}({owner.text})", kind)
    if kind == Is.UNKNOWN and not fn.module.record and name not in ("_asdict", "_replace"):
        return _asked(fn, node, owner)
    if name not in METHODS:
        raise NotInLanguage(
            f"the method {name} is not in the subset, or what {ast.unparse(function.value)} is must be annotated", node
        )
    if kind == Is.UNKNOWN:
        fn.module.unsure.append((name, fn.refusal(node, f"what {ast.unparse(function.value)} is must be annotated")))
    return _of_collection(fn, node, owner, kind)


def _above(fn: "FunctionText", node: ast.Call, name: str) -> Lowered:
    """`super().name()`: also in what is a function of its own in JavaScript, where it has no `super`."""
    cls, itself = fn.within_class()
    inherited = getattr(super(cls, cls), name, None)
    above = next((one for one in cls.__mro__[1:] if name in vars(one)), object)
    if above is object:
        return Lowered("null", Is.NONE)
    fn.module.members |= {name, f"{above.__name__}.{name}"}
    raw = inherited.__func__ if isinstance(inherited, types.MethodType) else inherited
    signature = live_parameters(raw, method=True) if isinstance(raw, types.FunctionType) else None
    place = fn.module.reference(above) + ("" if isinstance(inherited, types.MethodType) else ".prototype")
    given = ", ".join(filter(None, [itself, arguments(fn, node, signature)]))
    kind = returned(raw) if isinstance(raw, types.FunctionType) else Is.UNKNOWN
    return Lowered(f"{place}.{member(name)}.call({given})", kind)


def _of_object(fn: "FunctionText", node: ast.Call, owner: Lowered, kind: Kind) -> Lowered:
    """A method of an object of a class that is lowered, or of such a class."""
    name = str(getattr(node.func, "attr", ""))
    fn.module.members.add(name)
    if name == "_asdict":
        return Lowered(f"{fn.helper('dot__asdict')}({owner.text})", METHODS[name])
    if name == "_replace":
        return Lowered(f"{fn.helper('tuple_replaced')}({owner.text}, {named(fn, node, member)})", kind)
    attribute = inspect.getattr_static(kind.of, name, None)
    raw = unwrapped(attribute.__func__ if isinstance(attribute, staticmethod | classmethod) else attribute)
    if not isinstance(raw, types.FunctionType):  # a field with a function
        if name in METHODS and issubclass(kind.of, tuple) and name not in fields_of(kind.of):
            return _of_collection(fn, node, owner, kind)
        return Lowered(f"{owner.text}.{member(name)}({arguments(fn, node, None)})", given_by(member_kind(kind, name)))
    signature = live_parameters(raw, method=not isinstance(attribute, staticmethod))
    text = owner.text
    if isinstance(attribute, staticmethod | classmethod):
        fn.module.members.add(f".{name}")  # a class below it may have another one
        text = text if kind.name == "class" else f"{text}.constructor"
    elif kind.name == "class":
        raise NotInLanguage(f"{ast.unparse(node.func)} needs an object; write super(), or call it of one", node)
    return Lowered(f"{text}.{member(name)}({arguments(fn, node, signature)})", returned(raw))


def _asked(fn: "FunctionText", node: ast.Call, owner: Lowered) -> Lowered:
    """A method of what is not known: the object is asked for it, and a collection has the one of the runtime."""
    assert isinstance(node.func, ast.Attribute)
    name = node.func.attr
    if name not in METHODS:
        return Lowered(f"{owner.text}.{member(name)}({arguments(fn, node, None)})", Is.UNKNOWN)
    if node.keywords:
        raise NotInLanguage(f"what {ast.unparse(node.func.value)} is must be annotated", node)
    given = ", ".join(filter(None, [fn.helper(f"dot_{name}"), listed(fn, node.args)[0]]))
    return Lowered(f"{fn.helper('method_of')}({owner.text}, {json.dumps(member(name))}, {given})", Is.UNKNOWN)


def _of_collection(fn: "FunctionText", node: ast.Call, owner: Lowered, kind: Kind) -> Lowered:
    """A method of a text, of bytes, or of a collection: a function of the runtime."""
    name = str(getattr(node.func, "attr", ""))
    if name == "append" and kind.name == "list" and len(node.args) == 1:
        return Lowered(f"{owner.text}.push({fn.lowered(node.args[0]).text})", Is.UNKNOWN)
    if kind == Is.BYTES and name in LETTER_METHODS:
        given = ", ".join(filter(None, [json.dumps(name), owner.text, listed(fn, node.args)[0]]))
        return Lowered(f"{fn.helper('bytes_method')}({given})", LETTER_METHODS[name])
    if kind == Is.BYTES and name == "join":
        return Lowered(f"{fn.helper('bytes_join')}({owner.text}, {listed(fn, node.args)[0]})", Is.BYTES)
    if kind == Is.BYTES and name not in ("hex", "decode"):
        raise NotInLanguage(f"the method {name} of bytes is not in the subset; write it of a text", node)
    if name == "join" and len(node.args) == 1:
        parts = eager(fn, node.args[0])
        if in_array(parts.kind):
            return Lowered(f"{parts.text}.join({owner.text})", Is.STR)
    return Lowered(
        f"{fn.helper(f'dot_{name}')}({', '.join(filter(None, [owner.text, with_options(fn, node)]))})",
        _of_method(kind, name),
    )


def _of_host(owner: Kind, name: str) -> Kind:
    """The kind that a method of the host returns."""
    return HOST_METHODS.get((owner.of, name), Is.UNKNOWN)


def _of_method(owner: Kind, name: str) -> Kind:
    """The kind that a method of a collection returns."""
    if owner.name == "dict":
        key, value = owner.parts
        if name == "items":
            return many("list", Kind("tuple", (key, value)))
        if name in ("keys", "values"):
            return many("list", key if name == "keys" else value)
        if name == "copy":
            return owner
    if name in ("copy", "tolist"):
        return many("list", element(owner)) if name == "tolist" and owner.name == "cells" else owner
    if name == "lstrip" and owner == Is.STR:
        return Is.STR
    if name == "pop" and owner.name in ("list", "set"):
        return element(owner)
    if name in ("difference", "intersection", "union"):
        return owner
    return METHODS[name]
