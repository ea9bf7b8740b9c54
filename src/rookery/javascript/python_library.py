"""The part of Python's library in the runtime (web/src/python; web/src/program): each name here is a function there."""

import asyncio
import base64
import bisect
import builtins
import contextlib
import dataclasses
import difflib
import functools
import hashlib
import hmac
import html
import itertools
import json
import math
import operator
import re
import secrets
import textwrap
import time
import types
import typing
import unicodedata
import urllib.parse
import zlib
from typing import Any

import msgspec
import numpy as np

from rookery.core import bits, numbers
from rookery.core.compiling import lent
from rookery.javascript.value_kinds import Is, Kind, element, many, merged

_LOOP, _TASK = Kind("host", (), asyncio.AbstractEventLoop), Kind("host", (), asyncio.Task)
_HASH = Kind("host", (), type(hashlib.sha256()))
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
    types.MappingProxyType: ("same", Kind("dict", (Is.UNKNOWN, Is.UNKNOWN))),
    textwrap.wrap: ("wrap", many("list", Is.STR)),
    re.split: ("re_split", many("list")),
    re.compile: ("re_compile", Kind("host", (), re.Pattern)),
    itertools.groupby: ("groupby", many("list")),
    functools.cache: ("memo", Is.UNKNOWN),
    math.ceil: ("math_ceil", Is.INT),
    math.floor: ("math_floor", Is.INT),
    math.fsum: ("fsum", Is.FLOAT),
    hashlib.sha256: ("sha256", _HASH),
    hashlib.blake2b: ("blake2b", _HASH),
    hmac.digest: ("hmac_digest", Is.BYTES),
    bytes.fromhex: ("from_hex", Is.BYTES),
    int.from_bytes: ("int_from_bytes", Is.INT),
    base64.b64encode: ("b64encode", Is.BYTES),
    base64.b64decode: ("b64decode", Is.BYTES),
    base64.urlsafe_b64encode: ("urlsafe_b64encode", Is.BYTES),
    secrets.token_urlsafe: ("token_urlsafe", Is.STR),
    secrets.token_bytes: ("token_bytes", Is.BYTES),
    secrets.randbits: ("randbits", Is.INT),
    secrets.choice: ("random_choice", Is.UNKNOWN),
    time.time: ("time_time", Is.FLOAT),
    time.monotonic: ("time_monotonic", Is.FLOAT),
    time.perf_counter: ("time_monotonic", Is.FLOAT),
    json.dumps: ("json_dumps", Is.STR),
    json.loads: ("json_loads", Is.UNKNOWN),
    msgspec.json.encode: ("json_encode", Is.BYTES),
    msgspec.to_builtins: ("to_builtins", Is.UNKNOWN),
    msgspec.Raw: ("raw_json", Kind("host", (), msgspec.Raw)),
    object.__setattr__: ("set_field", Is.NONE),
    math.sqrt: ("math_sqrt", Is.FLOAT),
    urllib.parse.unquote: ("unquote", Is.STR),
    urllib.parse.parse_qsl: ("parse_qsl", many("list", Kind("tuple", (Is.STR, Is.STR)))),
    re.fullmatch: ("re_fullmatch", Kind("host", (), re.Match)),
    html.escape: ("html_escape", Is.STR),
    math.isnan: ("isnan", Is.BOOL),
    unicodedata.normalize: ("unicode_normal", Is.STR),
    unicodedata.category: ("unicode_category", Is.STR),
    zlib.adler32: ("adler32", Is.INT),
    asyncio.wait: ("async_wait", Kind("coroutine", (Is.UNKNOWN,))),
    numbers.floats: ("floats", many("list")),
    operator.index: ("same", Is.INT),
    difflib.get_close_matches: ("close_matches", many("list", Is.STR)),
    bisect.bisect_right: ("bisect_right", Is.SMALL),
    numbers.fresh: ("copied", many("cells")),
    typing.assert_never: ("assert_never", Is.NONE),
    asyncio.get_running_loop: ("get_running_loop", _LOOP),
    asyncio.create_task: ("create_task", _TASK),
    asyncio.Lock: ("new_lock", Kind("host", (), asyncio.Lock)),
    asyncio.Event: ("new_event", Kind("host", (), asyncio.Event)),
    asyncio.sleep: ("async_sleep", Kind("coroutine", (Is.NONE,))),
    asyncio.timeout: ("async_timeout", Kind("host", (), asyncio.Timeout)),
    asyncio.shield: ("async_shield", Kind("coroutine", (Is.UNKNOWN,))),
    bits.lowest_bit: ("lowest_bit", Is.SMALL),
    bits.without_lowest: ("without_lowest", Is.INT),
    bits.count_bits: ("count_bits", Is.SMALL),
    bits.bits_of: ("bits_of", Is.INT),
    bits.float_of: ("float_of", Is.FLOAT),
    lent.empty: ("lent_empty", Is.UNKNOWN),
    lent.zeros: ("lent_zeros", Is.UNKNOWN),
    lent.words_of: ("lent_words", Is.UNKNOWN),
}
# Exceptions that the runtime has, by their names
EXCEPTIONS = (
    *(BaseException, Exception, ArithmeticError, AssertionError, AttributeError, LookupError, KeyError, IndexError),
    *(MemoryError, NotImplementedError, OSError, OverflowError, RuntimeError, RecursionError, StopIteration, TypeError),
    *(
        ValueError,
        UnicodeError,
        UnicodeDecodeError,
        UnicodeEncodeError,
        ZeroDivisionError,
        TimeoutError,
        asyncio.CancelledError,
        FileNotFoundError,
    ),
    *(msgspec.MsgspecError, msgspec.DecodeError, msgspec.ValidationError),
)
REPLACE = (msgspec.structs.replace, dataclasses.replace)
SUPPRESS = contextlib.suppress
SAME = (np.int64, np.int32, np.int8, np.int16)  # of a number that fits, the number itself

# name of a method of str, list, dict, set or int -> the kind of what it returns
METHODS: dict[str, Kind] = {
    **dict.fromkeys(("capitalize", "join", "lower", "removeprefix", "removesuffix", "replace", "rstrip"), Is.STR),
    **dict.fromkeys(("strip", "upper", "format"), Is.STR),
    **dict.fromkeys(("endswith", "isdecimal", "isdigit", "isdisjoint", "isupper", "startswith"), Is.BOOL),
    **dict.fromkeys(("bit_count", "bit_length", "count", "index"), Is.SMALL),
    **dict.fromkeys(("hex", "decode"), Is.STR),
    "encode": Is.BYTES,
    "to_bytes": Is.BYTES,
    "lstrip": Is.UNKNOWN,
    "_asdict": Kind("dict", (Is.STR, Is.UNKNOWN)),
    "clear": Is.NONE,
    "rfind": Is.SMALL,
    "isascii": Is.BOOL,
    "isprintable": Is.BOOL,
    "as_integer_ratio": Kind("tuple", (Is.INT, Is.INT)),
    "split": many("list", Is.STR),
    "partition": Kind("tuple", (Is.STR, Is.STR, Is.STR)),
    **dict.fromkeys(("add", "append", "difference_update", "discard", "extend", "insert"), Is.NONE),
    **dict.fromkeys(("remove", "reverse", "sort", "update"), Is.NONE),
    **dict.fromkeys(("difference", "intersection", "union"), many("set")),
    **dict.fromkeys(("copy", "get", "items", "keys", "pop", "setdefault", "values", "tolist"), Is.UNKNOWN),
}
# class of the host, name of a method -> the kind of what it returns
HOST_METHODS: dict[tuple[Any, str], Kind] = {
    (_HASH.of, "digest"): Is.BYTES,
    (_HASH.of, "hexdigest"): Is.STR,
    (_LOOP.of, "create_task"): _TASK,
    (_LOOP.of, "create_future"): Kind("host", (), asyncio.Future),
    (_LOOP.of, "call_later"): Kind("host", (), asyncio.TimerHandle),
    (_LOOP.of, "time"): Is.FLOAT,
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
    builtins.bytes: lambda xs: Is.BYTES,
    builtins.filter: lambda xs: many("list", element(xs[1])),
    builtins.ord: lambda xs: Is.SMALL,
    builtins.chr: lambda xs: Is.STR,
    builtins.hasattr: lambda xs: Is.BOOL,
    builtins.getattr: lambda xs: Is.UNKNOWN,
    builtins.type: lambda xs: Is.UNKNOWN,
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


# Names that the runtime of programs has (web/src/program), and that of games has not
_OF_PROGRAMS = (
    "CancelledError DecodeError FileNotFoundError MemoryError MsgspecError NotImplementedError OSError TimeoutError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError ValidationError adler32 as_bytes assert_never async_shield "
    "async_sleep async_timeout async_wait awaited b64decode b64encode bisect_right bits_of blake2b bound bytes_join "
    "bytes_method class_mro class_name close_matches create_task decoder dot__asdict dot_as_integer_ratio dot_clear "
    "dot_decode dot_encode dot_hex dot_isascii dot_isprintable dot_rfind dot_to_bytes encoder float_of "
    "floats from_hex fsum get_running_loop groupby hmac_digest html_escape int_from_bytes is_bool is_bytes is_dict "
    "is_float isnan json_convert json_decode json_dict json_dumps json_encode json_list json_literal json_loads "
    "json_plain json_struct json_tuple json_union lent_empty lent_words lent_zeros logger made_before math_ceil "
    "math_floor math_sqrt method_of names_in_json new_event new_lock parse_qsl py_bytes py_chr py_filter py_getattr "
    "py_hasattr py_ord py_type randbits random_choice raw_json re_compile re_fullmatch replaced_by set_field sha256 "
    "text_item text_len text_slice time_monotonic time_time to_builtins token_bytes token_urlsafe unicode_category "
    "unicode_normal unquote urlsafe_b64encode"
)
OF_PROGRAMS = frozenset(_OF_PROGRAMS.split())


def among(value: Any, known: Any) -> bool:
    """Whether a live object is in a collection."""
    try:
        return value in known
    except (TypeError, ValueError):  # it has no hash, or is an array
        return False


def variable(name: str) -> str:
    """A variable of Python, as it is called in JavaScript: so that no class and no function of a module is hidden."""
    return f"{name}_" if name in RESERVED or name[0].isupper() else name


def member(name: str) -> str:
    """A field or method, as it is called in JavaScript."""
    return f"{name}_" if name in OF_ARRAYS else name
