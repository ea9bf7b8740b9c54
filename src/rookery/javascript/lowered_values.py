"""The results of lowering expressions, and the parameters of functions."""

import ast
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.javascript.live_sources import FunctionNode
from rookery.javascript.value_kinds import Kind

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


class Lowered(NamedTuple):
    """An expression of JavaScript, which needs no brackets around it, and what it is."""

    text: str
    kind: Kind


# class of a tree -> what lowers it
Lowers = dict[type[ast.expr], Callable[["FunctionText", Any], Lowered]]


class Parameters(NamedTuple):
    """The parameters of a function, as JavaScript gives them: those that can only be named come before any others."""

    names: tuple[str, ...]
    by_place: int  # how many of them can be given by place
    rest: str = ""  # the parameter that takes all others; "": there is none
    defaults: Mapping[str, ast.expr] = {}
    itself: str = ""  # the first parameter of a method
    options: str = ""  # the parameter, the last one, that takes what else is named


def parameters_of(node: FunctionNode, method: bool = False) -> Parameters:
    """The signature that a tree tells."""
    given = node.args
    places = [x.arg for x in (*given.posonlyargs, *given.args)]
    named = [x.arg for x in given.kwonlyargs]
    defaults = dict(zip(places[len(places) - len(given.defaults) :], given.defaults, strict=True))
    defaults |= {name: x for name, x in zip(named, given.kw_defaults, strict=True) if x is not None}
    itself = places.pop(0) if method else ""
    return Parameters(
        (*places, *named),
        len(places),
        given.vararg.arg if given.vararg else "",
        defaults,
        itself,
        given.kwarg.arg if given.kwarg else "",
    )


def live_parameters(function: Any, method: bool = False) -> Parameters:
    """The signature of a live function."""
    code = function.__code__
    places = [*code.co_varnames[: code.co_argcount]]
    named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & inspect.CO_VARARGS else ""
    itself = places.pop(0) if method else ""
    at = code.co_argcount + code.co_kwonlyargcount + bool(rest)
    options = code.co_varnames[at] if code.co_flags & inspect.CO_VARKEYWORDS else ""
    return Parameters((*places, *named), len(places), rest, {}, itself, options)
