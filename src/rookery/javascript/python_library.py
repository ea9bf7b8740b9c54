"""What of Python's library the runtime has (web/src/python): each name here is a function there."""

import builtins
import contextlib
import dataclasses
import functools
import itertools
import operator
import re
import textwrap
from typing import Any

import msgspec
import numpy as np

from rookery.core import bits
from rookery.javascript.value_kinds import Is, Kind, element, many, merged

# function -> its name in the runtime, and the kind of what it returns
LIBRARY: dict[Any, tuple[str, Kind]] = {
    itertools.pairwise: ("pairwise", many("list")),
    itertools.accumulate: ("accumulate", many("list")),
    itertools.takewhile: ("takewhile", many("list")),
    operator.itemgetter: ("itemgetter", Is.UNKNOWN),
    functools.partial: ("partial", Is.UNKNOWN),
    dict.fromkeys: ("fromkeys", Kind("dict", (Is.UNKNOWN, Is.UNKNOWN))),
    np.array: ("np_array", many("cells")),
    np.empty: ("np_zeros", many("cells")),
    np.zeros: ("np_zeros", many("cells")),
    textwrap.wrap: ("wrap", many("list", Is.STR)),
    re.split: ("re_split", many("list")),
    bits.lowest_bit: ("lowest_bit", Is.SMALL),
    bits.without_lowest: ("without_lowest", Is.INT),
    bits.count_bits: ("count_bits", Is.SMALL),
}
REPLACE = (msgspec.structs.replace, dataclasses.replace)
SUPPRESS = contextlib.suppress
SAME = (np.int64, np.int32, np.int8, np.int16)  # of a number that fits, the number itself

# name of a method of str, list, dict, set or int -> the kind of what it returns
METHODS: dict[str, Kind] = {
    **dict.fromkeys(("capitalize", "join", "lower", "removeprefix", "removesuffix", "replace", "rstrip"), Is.STR),
    **dict.fromkeys(("strip", "upper", "format"), Is.STR),
    **dict.fromkeys(("endswith", "isdecimal", "isdigit", "isdisjoint", "isupper", "startswith"), Is.BOOL),
    **dict.fromkeys(("bit_count", "bit_length", "count", "index"), Is.SMALL),
    "split": many("list", Is.STR),
    "partition": Kind("tuple", (Is.STR, Is.STR, Is.STR)),
    **dict.fromkeys(("add", "append", "difference_update", "discard", "extend", "insert"), Is.NONE),
    **dict.fromkeys(("remove", "reverse", "sort", "update"), Is.NONE),
    **dict.fromkeys(("difference", "intersection", "union"), many("set")),
    **dict.fromkeys(("copy", "get", "items", "keys", "pop", "setdefault", "values", "tolist"), Is.UNKNOWN),
}
# built-in function -> the kind of what it returns, of the kinds of its arguments
BUILTINS: dict[Any, Any] = {
    builtins.abs: lambda xs: xs[0] if xs[0] in (Is.SMALL, Is.FLOAT) else Is.INT if xs[0] == Is.INT else Is.UNKNOWN,
    builtins.all: lambda xs: Is.BOOL,
    builtins.any: lambda xs: Is.BOOL,
    builtins.bool: lambda xs: Is.BOOL,
    builtins.dict: lambda xs: xs[0] if xs and xs[0].name == "dict" else Kind("dict", (Is.UNKNOWN, Is.UNKNOWN)),
    builtins.divmod: lambda xs: (
        Kind("tuple", (xs[0], xs[1])) if xs == [Is.SMALL, Is.SMALL] else Kind("tuple", (Is.INT, Is.INT))
    ),
    builtins.enumerate: lambda xs: many("list", Kind("tuple", (Is.SMALL, element(xs[0])))),
    builtins.float: lambda xs: Is.FLOAT,
    builtins.frozenset: lambda xs: many("set", element(xs[0]) if xs else Is.UNKNOWN),
    builtins.int: lambda xs: Is.SMALL if xs and xs[0] in (Is.SMALL, Is.BOOL) else Is.INT,
    builtins.iter: lambda xs: many("iterator", element(xs[0])),
    builtins.len: lambda xs: Is.SMALL,
    builtins.list: lambda xs: many("list", element(xs[0]) if xs else Is.UNKNOWN),
    builtins.map: lambda xs: many("list"),
    builtins.max: lambda xs: _best(xs),
    builtins.min: lambda xs: _best(xs),
    builtins.next: lambda xs: merged((element(xs[0]), *xs[1:])),
    builtins.range: lambda xs: many("row", Is.SMALL if xs[0] == Is.SMALL else Is.INT),
    builtins.repr: lambda xs: Is.STR,
    builtins.reversed: lambda xs: many("list", element(xs[0])),
    builtins.round: lambda xs: Is.FLOAT if len(xs) > 1 else Is.INT,
    builtins.set: lambda xs: many("set", element(xs[0]) if xs else Is.UNKNOWN),
    builtins.sorted: lambda xs: many("list", element(xs[0])),
    builtins.str: lambda xs: Is.STR,
    builtins.sum: lambda xs: Is.INT if element(xs[0]) in (Is.SMALL, Is.INT, Is.BOOL) and len(xs) == 1 else Is.UNKNOWN,
    builtins.tuple: lambda xs: many("row", element(xs[0]) if xs else Is.UNKNOWN),
    builtins.zip: lambda xs: many("list", Kind("tuple", tuple(map(element, xs)))),
}


def _best(given: list[Kind]) -> Kind:
    return element(given[0]) if len(given) == 1 else merged(given)


# Names of properties that arrays of JavaScript have: a field or method of that name has another there
_OF_ARRAYS = (
    "at concat constructor copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap "
    "forEach includes indexOf join keys lastIndexOf length map pop push reduce reduceRight reverse shift slice some "
    "sort splice toReversed toSorted toSpliced toString unshift values with"
)
# Names that JavaScript does not allow for variables, or that what is written here uses
_RESERVED = (
    "arguments await boolean break byte case catch char class const continue debugger default delete do double else "
    "enum eval export extends false final finally float for function goto if implements import in instanceof int "
    "interface let long native new null package private protected public return short static super switch "
    "synchronized this throw throws transient true try typeof undefined var void volatile while with yield "
    "Array Infinity Math NaN Number Object Symbol"
)
OF_ARRAYS, RESERVED = frozenset(_OF_ARRAYS.split()), frozenset(_RESERVED.split())


def among(value: Any, known: Any) -> bool:
    """Whether a live object is in a collection."""
    try:
        return value in known
    except (TypeError, ValueError):  # it has no hash, or is an array
        return False


def variable(name: str) -> str:
    """A variable of Python, as it is called in JavaScript."""
    return f"{name}_" if name in RESERVED else name


def member(name: str) -> str:
    """A field or method, as it is called in JavaScript."""
    return f"{name}_" if name in OF_ARRAYS else name
