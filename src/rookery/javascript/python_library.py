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
from rookery.javascript.value_kinds import BOOL, FLOAT, INT, NONE, SMALL, STR, UNKNOWN, Kind, element, many, merged

# function -> its name in the runtime, and the kind of what it returns
LIBRARY: dict[Any, tuple[str, Kind]] = {
    itertools.pairwise: ("pairwise", many("list")),
    itertools.accumulate: ("accumulate", many("list")),
    itertools.takewhile: ("takewhile", many("list")),
    operator.itemgetter: ("itemgetter", UNKNOWN),
    functools.partial: ("partial", UNKNOWN),
    dict.fromkeys: ("fromkeys", Kind("dict", (UNKNOWN, UNKNOWN))),
    np.array: ("np_array", many("cells")),
    np.empty: ("np_zeros", many("cells")),
    np.zeros: ("np_zeros", many("cells")),
    textwrap.wrap: ("wrap", many("list", STR)),
    re.split: ("re_split", many("list")),
    bits.lowest_bit: ("lowest_bit", SMALL),
    bits.without_lowest: ("without_lowest", INT),
    bits.count_bits: ("count_bits", SMALL),
}
REPLACE = (msgspec.structs.replace, dataclasses.replace)
SUPPRESS = contextlib.suppress
SAME = (np.int64, np.int32, np.int8, np.int16)  # of a number that fits, the number itself

# name of a method of str, list, dict, set or int -> the kind of what it returns
METHODS: dict[str, Kind] = {
    **dict.fromkeys(("capitalize", "join", "lower", "removeprefix", "removesuffix", "replace", "rstrip"), STR),
    **dict.fromkeys(("strip", "upper", "format"), STR),
    **dict.fromkeys(("endswith", "isdecimal", "isdigit", "isdisjoint", "isupper", "startswith"), BOOL),
    **dict.fromkeys(("bit_count", "bit_length", "count", "index"), SMALL),
    "split": many("list", STR),
    "partition": Kind("tuple", (STR, STR, STR)),
    **dict.fromkeys(("add", "append", "difference_update", "discard", "extend", "insert"), NONE),
    **dict.fromkeys(("remove", "reverse", "sort", "update"), NONE),
    **dict.fromkeys(("difference", "intersection", "union"), many("set")),
    **dict.fromkeys(("copy", "get", "items", "keys", "pop", "setdefault", "values", "tolist"), UNKNOWN),
}
# built-in function -> the kind of what it returns, of the kinds of its arguments
BUILTINS: dict[Any, Any] = {
    builtins.abs: lambda xs: xs[0] if xs[0] in (SMALL, FLOAT) else INT if xs[0] == INT else UNKNOWN,
    builtins.all: lambda xs: BOOL,
    builtins.any: lambda xs: BOOL,
    builtins.bool: lambda xs: BOOL,
    builtins.dict: lambda xs: xs[0] if xs and xs[0].name == "dict" else Kind("dict", (UNKNOWN, UNKNOWN)),
    builtins.divmod: lambda xs: Kind("tuple", (xs[0], xs[1])) if xs == [SMALL, SMALL] else Kind("tuple", (INT, INT)),
    builtins.enumerate: lambda xs: many("list", Kind("tuple", (SMALL, element(xs[0])))),
    builtins.float: lambda xs: FLOAT,
    builtins.frozenset: lambda xs: many("set", element(xs[0]) if xs else UNKNOWN),
    builtins.int: lambda xs: SMALL if xs and xs[0] in (SMALL, BOOL) else INT,
    builtins.iter: lambda xs: many("iterator", element(xs[0])),
    builtins.len: lambda xs: SMALL,
    builtins.list: lambda xs: many("list", element(xs[0]) if xs else UNKNOWN),
    builtins.map: lambda xs: many("list"),
    builtins.max: lambda xs: _best(xs),
    builtins.min: lambda xs: _best(xs),
    builtins.next: lambda xs: merged((element(xs[0]), *xs[1:])),
    builtins.range: lambda xs: many("row", SMALL if xs[0] == SMALL else INT),
    builtins.repr: lambda xs: STR,
    builtins.reversed: lambda xs: many("list", element(xs[0])),
    builtins.round: lambda xs: FLOAT if len(xs) > 1 else INT,
    builtins.set: lambda xs: many("set", element(xs[0]) if xs else UNKNOWN),
    builtins.sorted: lambda xs: many("list", element(xs[0])),
    builtins.str: lambda xs: STR,
    builtins.sum: lambda xs: INT if element(xs[0]) in (SMALL, INT, BOOL) and len(xs) == 1 else UNKNOWN,
    builtins.tuple: lambda xs: many("row", element(xs[0]) if xs else UNKNOWN),
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


def variable(name: str) -> str:
    """A variable of Python, as it is called in JavaScript."""
    return f"{name}_" if name in RESERVED else name


def member(name: str) -> str:
    """A field or method, as it is called in JavaScript."""
    return f"{name}_" if name in OF_ARRAYS else name
