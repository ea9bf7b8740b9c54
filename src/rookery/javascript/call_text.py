"""Calls."""

import ast
import dataclasses
import functools
import textwrap
import types
import typing
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from rookery.compiler.errors import NotInLanguage
from rookery.core.compiling import lent
from rookery.core.numbers import copies_of, packed_of
from rookery.javascript.argument_text import arguments, named, with_options
from rookery.javascript.builtin_text import SPECIAL, builtin
from rookery.javascript.expression_text import static
from rookery.javascript.live_sources import meaning, unwrapped
from rookery.javascript.loop_text import listed
from rookery.javascript.lowered_values import Lowered, Parameters, live_parameters
from rookery.javascript.method_text import method
from rookery.javascript.python_library import BUILTINS, LIBRARY, REPLACE, SAME, among, member
from rookery.javascript.value_kinds import Is, Kind, fields_of, given_by, many, of_annotation, returned

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


MADE_EMPTY = (list, dict, set, tuple, frozenset)


def called(fn: "FunctionText", node: ast.Call) -> Lowered:
    """A call."""
    function = node.func
    if isinstance(function, ast.Subscript):  # list[int]()
        constant = static(fn, function.value)
        if constant is not None and constant.value in MADE_EMPTY:
            kind = fn.annotated(function)
            value = builtin(fn, node, constant.value)
            return Lowered(value.text, kind)
    constant = static(fn, function)
    if constant is not None:
        return _of_live(fn, node, constant.value)
    if isinstance(function, ast.Attribute):
        return method(fn, node, function)
    value = fn.lowered(function)
    if value.kind.name == "class":
        return _made(fn, node, value.kind.of, value.text)
    if isinstance(function, ast.Name):
        signature = fn.inner_parameters(function.id)
        kind = _inner_kind(fn, function.id)
        return Lowered(
            f"{value.text}({arguments(fn, node, signature)})", given_by(value.kind) if kind == Is.UNKNOWN else kind
        )
    return Lowered(f"{value.text}({arguments(fn, node, None)})", given_by(value.kind))


def _made(fn: "FunctionText", node: ast.Call, cls: Any, text: str) -> Lowered:
    """A new object."""
    names = tuple(fields_of(cls))
    signature: Parameters | None = Parameters(names, len(names))
    if isinstance(cls.__init__, types.FunctionType) and not dataclasses.is_dataclass(cls):
        signature = live_parameters(cls.__init__, method=True)
    elif issubclass(cls, BaseException):
        signature = None
    return Lowered(f"new {text}({arguments(fn, node, signature)})", of_annotation(cls))


def _inner_kind(fn: "FunctionText | None", name: str) -> Kind:
    while fn is not None:
        if name in fn.inner:
            return fn.annotated(fn.inner[name].returns)
        fn = fn.outer
    return Is.UNKNOWN


def _of_live(fn: "FunctionText", node: ast.Call, function: Any) -> Lowered:
    raw = unwrapped(function)
    if function is typing.cast:
        value = fn.lowered(node.args[1])
        kind = fn.annotated(node.args[0])
        return Lowered(value.text, value.kind if kind == Is.UNKNOWN else kind)
    if raw is copies_of:
        return Lowered(
            f"{fn.helper('copies')}({listed(fn, node.args)[0]})", many("cells", fn.lowered(node.args[0]).kind)
        )
    if raw is packed_of or among(raw, SAME):
        return fn.lowered(node.args[0])
    if among(raw, REPLACE):
        return _replaced(fn, node)
    if among(raw, BUILTINS) or among(raw, SPECIAL):
        return builtin(fn, node, raw)
    if raw in (msgspec.json.decode, msgspec.convert):
        return _read(fn, node, "json_decode" if raw is msgspec.json.decode else "json_convert")
    if raw is functools.partial and node.keywords:
        raise NotInLanguage("functools.partial with named arguments is not in the subset; write a lambda", node)
    if among(raw, LIBRARY):
        name, kind = LIBRARY[raw]
        if raw is textwrap.wrap:
            return _wrapped(fn, node)
        if raw in (lent.empty, lent.zeros):
            return Lowered(f"{fn.helper(name)}({_lent(fn, node)})", kind)
        if raw in (np.empty, np.zeros, np.array):  # whatever numbers they hold
            return Lowered(f"{fn.helper(name)}({fn.lowered(node.args[0]).text})", kind)
        return Lowered(f"{fn.helper(name)}({with_options(fn, node)})", kind)
    if isinstance(raw, type):
        instance = _made(fn, node, raw, fn.module.reference(function))
        return instance if function is raw else Lowered(instance.text.removeprefix("new "), instance.kind)
    if isinstance(raw, types.MethodType) and isinstance(raw.__self__, type):
        given = arguments(fn, node, live_parameters(raw.__func__, method=True))
        fn.module.of_class(raw)
        return Lowered(f"{fn.module.reference(raw.__self__)}.{member(raw.__name__)}({given})", returned(raw.__func__))
    if isinstance(raw, types.FunctionType):
        given = arguments(fn, node, live_parameters(raw))
        return Lowered(f"{fn.module.reference(function)}({given})", returned(raw))
    if callable(function):
        return Lowered(f"{fn.module.reference(function)}({arguments(fn, node, None)})", Is.UNKNOWN)
    raise NotInLanguage(f"{ast.unparse(node.func)} cannot be called", node)


def _read(fn: "FunctionText", node: ast.Call, helper: str) -> Lowered:
    """A value that msgspec reads, of the kind of the given type."""
    given_types = [*(x.value for x in node.keywords if x.arg == "type"), *node.args[1:2]]
    value = fn.lowered(node.args[0]).text
    if not given_types:
        return Lowered(f"{fn.helper(helper)}({value})", Is.UNKNOWN)
    if isinstance(given_types[0], ast.Name) and fn.local(given_types[0].id) is not None:  # a parameter with a class
        return Lowered(f"{fn.helper(helper)}({value}, {fn.lowered(given_types[0]).text}.schema)", Is.UNKNOWN)
    kind = meaning(given_types[0], fn.names)
    return Lowered(f"{fn.helper(helper)}({value}, {fn.module.schema(kind)})", of_annotation(kind))


def _lent(fn: "FunctionText", node: ast.Call) -> str:
    """The shape of an array, and its elements, which are known by now."""
    shape, *elements = node.args
    text = fn.lowered(shape).text
    if not elements:
        return text
    constant = static(fn, elements[0])
    if constant is None:
        raise NotInLanguage("the elements of an array must be known; write a constant", node)
    dtype = np.dtype(constant.value)
    return f"{text}, {fn.module.reference(constant.value, 'elements') if dtype.fields else fn.module.literal(dtype)}"


def _wrapped(fn: "FunctionText", node: ast.Call) -> Lowered:
    given = {x.arg: ast.unparse(x.value) for x in node.keywords}
    if given != {"break_long_words": "False", "break_on_hyphens": "False"}:
        raise NotInLanguage("textwrap.wrap needs break_long_words=False and break_on_hyphens=False here", node)
    return Lowered(f"{fn.helper('wrap')}({listed(fn, node.args)[0]})", many("list", Is.STR))


def _replaced(fn: "FunctionText", node: ast.Call) -> Lowered:
    """A new object with other values of some fields."""
    value = fn.lowered(node.args[0])
    if [x.arg for x in node.keywords] == [None]:
        given = fn.lowered(node.keywords[0].value).text
        return Lowered(f"{fn.helper('replaced_by')}({value.text}, {given})", value.kind)
    return Lowered(f"{fn.helper('replaced')}({value.text}, {named(fn, node, member)})", value.kind)
