"""Each function of the pages' runtime (web/src/python) does what Python does, on values that Hypothesis makes up."""

import base64
import itertools
import math
import operator
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rookery.core import bits
from tests.javascript.answers import Answers
from tests.javascript.drawn_cases import EXACT

EDGES = [
    sign * (1 << power) + more for power in (7, 24, 31, 32, 52, 53, 62, 63) for sign in (1, -1) for more in (-1, 0, 1)
]
INTS = st.one_of(st.integers(-20, 20), st.sampled_from(EDGES), st.integers(-(1 << 64), 1 << 64))
SMALL = st.integers(-9, 9)
FLOATS = st.one_of(
    st.integers(-4000, 4000).map(lambda x: x / 32), st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-3)
)
NUMBERS = INTS | FLOATS
LETTERS = "aBcd ,:-é♣ß\n'\"\\0129_"
TEXTS = st.text(LETTERS, max_size=8)
UNSEEN = st.text("a 'é日👩\x00\t\r\x1b\x7f\x85\xa0\xad\u200d\u2028\u202e\u3000\ud83d\ue000\uffff\U000e0001", max_size=5)
WORDS = st.text("ab ,", max_size=6)
PLAIN = st.one_of(st.none(), st.booleans(), SMALL, st.text("ab", max_size=2))
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)
LISTS = st.lists(VALUES, max_size=5)
MASKS = st.one_of(st.integers(0, (1 << 63) - 1), st.integers(-(1 << 63), -1), st.sampled_from([0, 1, 1 << 62]))
SETS = st.frozensets(VALUES, max_size=4)
DICTS = st.dictionaries(VALUES, PLAIN, max_size=4)
ORDERED = st.one_of(st.lists(SMALL, max_size=5), st.lists(st.tuples(SMALL, WORDS), max_size=5))
INDEX = st.integers(-6, 6)


OFTEN_EQUAL = st.sampled_from(["", "a", 0, True, (), ("a",)])
FEW_DICTS = st.dictionaries(st.integers(0, 1), st.integers(0, 1))


class Options(dict[str, Any]):
    """What is given by name."""


def wired(value: Any) -> Any:
    """A value as answers.mjs reads it."""
    match value:
        case Options():
            return {"$options": [[name, wired(x)] for name, x in value.items()]}
        case bool() | None | str():
            return value
        case int():
            return value if abs(value) < EXACT else {"$int": str(value)}
        case bytes():
            return {"$bytes": base64.b64encode(value).decode()}
        case float():
            names = {math.inf: "Infinity", -math.inf: "-Infinity"}
            return value if math.isfinite(value) else {"$float": names.get(value, "NaN")}
        case frozenset() | set():
            return {"$set": [wired(x) for x in value]}
        case dict():
            return {"$dict": [[wired(name), wired(x)] for name, x in value.items()]}
        case list() | tuple() | range() | Iterator():
            return [wired(x) for x in value]
        case _ if callable(value):
            return {"$call": CALLS[value]}
    raise TypeError(value)


def same(found: Any, wanted: Any) -> bool:
    """Whether two wired values are equal; sets in any order. -0.0 is 0."""
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(wanted, dict) and "$set" in wanted:
        return isinstance(found, dict) and sorted(map(str, found["$set"])) == sorted(map(str, wanted["$set"]))
    if isinstance(wanted, dict):
        return isinstance(found, dict) and [*found] == [*wanted] and all(same(found[x], wanted[x]) for x in wanted)
    if isinstance(wanted, float) and isinstance(found, int | float):  # JavaScript writes a large one without a point
        found = float(found)
    return bool(type(found) is bool) == bool(type(wanted) is bool) and bool(found == wanted)


def changed(change: Callable[..., Any]) -> Callable[..., Any]:
    """A function that changes its first argument, as one that returns it."""

    def call(first: Any, *others: Any) -> Any:
        copy = set(first) if isinstance(first, frozenset) else first.copy()
        change(copy, *others)
        return copy

    return call


def best(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: function(*given[:-1], **given[-1]) if isinstance(given[-1], Options) else function(*given)


def pieces(values: Sequence[Any], start: int | None, end: int | None, step: int | None) -> Any:
    return values[slice(start, end, step)]


def put(values: list[Any], start: int | None, end: int | None, _: None, new: list[Any]) -> None:
    values[start:end] = new


def wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def negated(x: Any) -> Any:
    return -x


def length(x: Any) -> int:
    return len(x)


CALLS: dict[Any, str] = {negated: "neg", length: "py_len"}
CALL = st.sampled_from([negated])
STEP = st.sampled_from([None, 1, 2, -1, -2])
PLACE = st.none() | INDEX
KEYED = st.builds(Options, key=CALL) | st.builds(Options, reverse=st.booleans())
DEFAULT = st.builds(Options, default=PLAIN, key=CALL) | st.builds(Options, default=PLAIN)
SHIFT = st.integers(-1, 66)
WHOLE_LISTS = st.lists(INTS, max_size=4)
FEW = st.lists(PLAIN, max_size=3)

# name in the runtime -> what Python does, and the arguments
CASES: dict[str, tuple[Callable[..., Any], tuple[SearchStrategy[Any], ...]]] = {
    **{name: (getattr(operator, name), (INTS, INTS)) for name in ("add", "sub", "mul", "floordiv", "mod")},
    **{name: (getattr(operator, name), (INTS | MASKS, INTS | MASKS)) for name in ("and_", "or_", "xor")},
    **{name: (getattr(operator, name), (VALUES, VALUES)) for name in ("lt", "le", "gt", "ge", "eq")},
    "truediv": (operator.truediv, (st.integers(-(1 << 50), 1 << 50) | FLOATS, SMALL | FLOATS)),
    "lshift": (operator.lshift, (INTS, SHIFT)),
    "rshift": (operator.rshift, (INTS, SHIFT)),
    "neg": (operator.neg, (NUMBERS,)),
    "invert": (operator.invert, (INTS,)),
    "contains": (operator.contains, (LISTS | SETS | DICTS, VALUES)),
    "getitem": (operator.getitem, (LISTS | TEXTS, INDEX)),
    "setitem": (changed(operator.setitem), (LISTS, INDEX, PLAIN)),
    "delitem": (changed(operator.delitem), (LISTS, INDEX)),
    "slice": (pieces, (LISTS | TEXTS, PLACE, PLACE, STEP)),
    "setslice": (changed(put), (FEW, PLACE, PLACE, st.none(), FEW)),
    "py_abs": (abs, (NUMBERS,)),
    "py_divmod": (divmod, (INTS, INTS)),
    "py_round": (lambda x, digits: round(x, digits), (FLOATS, st.integers(0, 5))),
    "py_int": (int, (st.one_of(FLOATS, st.booleans(), INTS, INTS.map(str), st.sampled_from([" 7 ", "", "x", "1.5"])),)),
    "py_bool": (bool, (VALUES | SETS | DICTS | FLOATS,)),
    "py_str": (str, (PLAIN | INTS | TEXTS,)),
    "py_repr": (repr, (TEXTS | UNSEEN | INTS | st.none(),)),
    "py_len": (len, (LISTS | TEXTS | SETS | DICTS,)),
    "py_list": (list, (LISTS | TEXTS | DICTS,)),
    "py_tuple": (tuple, (LISTS,)),
    "py_set": (set, (LISTS | SETS,)),
    "py_dict": (dict, (DICTS,)),
    "py_reversed": (lambda x: [*reversed(x)], (LISTS,)),
    "py_range": (lambda *x: range(*x), (SMALL, SMALL, st.sampled_from([1, 2, -1, -3]))),
    "py_enumerate": (enumerate, (LISTS, SMALL)),
    "py_zip": (zip, (LISTS, LISTS | TEXTS)),
    "py_map": (map, (CALL, st.lists(SMALL, max_size=4))),
    "py_any": (any, (LISTS | SETS,)),
    "py_all": (all, (LISTS | SETS,)),
    "py_sorted": (best(sorted), (st.lists(SMALL, max_size=5) | st.frozensets(SMALL), KEYED)),
    "py_max": (best(max), (st.lists(SMALL, max_size=3), DEFAULT)),
    "py_min": (best(min), (ORDERED,)),
    "py_sum": (sum, (WHOLE_LISTS, INTS)),
    "lowest_bit": (bits.lowest_bit, (MASKS,)),
    "without_lowest": (bits.without_lowest, (MASKS,)),
    "count_bits": (bits.count_bits, (MASKS,)),
    "formatted": (format, (st.integers(0, 1 << 64), st.sampled_from(["016x", "x"]))),
    "fromkeys": (dict.fromkeys, (LISTS, PLAIN)),
    "pairwise": (itertools.pairwise, (LISTS,)),
    "accumulate": (itertools.accumulate, (WHOLE_LISTS,)),
    "takewhile": (itertools.takewhile, (st.sampled_from([negated]), st.lists(SMALL, max_size=5))),
    "wrap": (wrapped, (st.lists(st.text("ab-", min_size=1, max_size=6)).map(" ".join), st.integers(1, 9))),
    "re_split": (re.split, (st.sampled_from([",", "[, ]", ", *"]), WORDS)),
    "dot_join": (str.join, (WORDS, st.lists(TEXTS, max_size=4))),
    **{f"dot_{name}": (getattr(str, name), (TEXTS,)) for name in ("lower", "upper", "capitalize", "strip", "isupper")},
    **{f"dot_{name}": (getattr(str, name), (TEXTS, WORDS)) for name in ("removeprefix", "removesuffix")},
    **{f"dot_{name}": (getattr(str, name), (WORDS, WORDS)) for name in ("startswith", "endswith")},
    **{f"dot_{name}": (getattr(str, name), (st.text("a1é ", max_size=3),)) for name in ("isdigit", "isdecimal")},
    "dot_rstrip": (str.rstrip, (WORDS, WORDS)),
    "dot_replace": (str.replace, (WORDS, WORDS.filter(bool), WORDS)),
    "dot_partition": (str.partition, (WORDS, st.sampled_from([",", " ", "ab"]))),
    "dot_split": (str.split, (TEXTS, st.sampled_from([",", " ", "a"]))),
    "dot_format": (lambda text, names: text.format(**names), (st.just("{a} to {b}: {a}"), st.just({"a": "x", "b": 2}))),
    "dot_index": (lambda values, value: values.index(value), (LISTS | WORDS, st.text("ab", max_size=2))),
    "dot_count": (lambda values, value: values.count(value), (LISTS | WORDS, st.sampled_from(["a", "ab", " "]))),
    "dot_bit_count": (int.bit_count, (INTS,)),
    "dot_bit_length": (int.bit_length, (INTS,)),
    "dot_get": (dict.get, (DICTS, VALUES, PLAIN)),
    "dot_items": (lambda x: [*x.items()], (DICTS,)),
    "dot_keys": (lambda x: [*x.keys()], (DICTS,)),
    "dot_values": (lambda x: [*x.values()], (DICTS,)),
    "dot_copy": (lambda x: x.copy(), (LISTS | SETS | DICTS,)),
    "dot_extend": (changed(list.extend), (FEW, FEW)),
    "dot_append": (changed(list.append), (FEW, PLAIN)),
    "dot_sort": (changed(list.sort), (st.lists(SMALL),)),
    "dot_reverse": (changed(list.reverse), (FEW,)),
    "dot_insert": (changed(list.insert), (FEW, INDEX, PLAIN)),
    "dot_remove": (changed(lambda x, y: x.remove(y)), (FEW | SETS, PLAIN)),
    "dot_update": (changed(lambda x, y: x.update(y)), (SETS, LISTS)),
    "dot_add": (changed(set.add), (SETS, VALUES)),
    "dot_discard": (changed(set.discard), (SETS, VALUES)),
    "dot_difference_update": (changed(set.difference_update), (SETS, LISTS)),
    **{f"dot_{name}": (getattr(frozenset, name), (SETS, SETS)) for name in ("difference", "intersection", "union")},
    "dot_isdisjoint": (frozenset.isdisjoint, (SETS, SETS)),
}
MORE: dict[
    str, tuple[Callable[..., Any], tuple[SearchStrategy[Any], ...]]
] = {  # the same with other kinds of arguments
    "add texts": (operator.add, (TEXTS, TEXTS)),
    "add lists": (operator.add, (FEW, FEW)),
    "add floats": (operator.add, (FLOATS, NUMBERS.filter(lambda x: abs(x) < EXACT))),
    "sub sets": (operator.sub, (SETS, SETS)),
    "mul lists": (operator.mul, (FEW | TEXTS, SMALL)),
    "and_ sets": (operator.and_, (SETS, SETS)),
    "or_ sets": (operator.or_, (SETS, SETS)),
    "or_ dicts": (operator.or_, (DICTS, DICTS)),
    "xor booleans": (operator.xor, (st.booleans(), st.booleans())),
    "and_ booleans": (operator.and_, (st.booleans(), st.booleans())),
    **{f"{name} alike": (getattr(operator, name), (OFTEN_EQUAL, OFTEN_EQUAL)) for name in ("lt", "le", "gt", "ge")},
    "mod floats": (operator.mod, (FLOATS, st.sampled_from([0.5, -0.5, 3.0]))),
    "eq sets": (operator.eq, (SETS, SETS)),
    "eq dicts": (operator.eq, (FEW_DICTS, FEW_DICTS)),
    "lt numbers": (operator.lt, (INTS, NUMBERS)),
    "contains text": (operator.contains, (WORDS, WORDS)),
    "getitem dict": (operator.getitem, (DICTS, VALUES)),
    "setitem dict": (changed(operator.setitem), (DICTS, VALUES, PLAIN)),
    "delitem dict": (changed(operator.delitem), (DICTS, VALUES)),
    "py_max lists": (best(max), (ORDERED,)),
    "py_sorted words": (
        best(sorted),
        (st.lists(WORDS), st.builds(Options, key=st.just(length), reverse=st.booleans())),
    ),
    "py_max words": (best(max), (st.lists(WORDS, min_size=1), st.builds(Options, key=st.just(length)))),
    "py_min some": (best(min), (SMALL, SMALL, SMALL)),
    "py_sorted plain": (sorted, (ORDERED,)),
    "formatted ,": (format, (st.integers(-(10**10), 10**10), st.just(","))),
    "formatted %": (format, (st.integers(-4000, 4000).map(lambda x: x / 1024), st.sampled_from([".0%", ".1%"]))),
    "formatted g": (format, (st.integers(-4000, 4000).map(lambda x: x / 32), st.just("g"))),
    "dot_rstrip space": (str.rstrip, (TEXTS,)),
    "dot_split space": (str.split, (TEXTS,)),
    "dot_pop list": (lambda x, i: x.copy().pop(i), (FEW, INDEX)),
    "dot_pop dict": (lambda x, name, otherwise: x.copy().pop(name, otherwise), (DICTS, VALUES, PLAIN)),
    "dot_setdefault dict": (lambda x, name, y: x.copy().setdefault(name, y), (DICTS, VALUES, PLAIN)),
    "dot_update dict": (changed(dict.update), (DICTS, DICTS)),
    "accumulate from": (best(itertools.accumulate), (WHOLE_LISTS, st.builds(Options, initial=INTS))),
}
EVERY_CASE = {**CASES, **MORE}


Case = tuple[Callable[..., Any], tuple[SearchStrategy[Any], ...]]


def case_of(does: Callable[..., Any], name: str, args: tuple[Any, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is asked of a page, and what Python answers."""
    asked: dict[str, Any] = {"helper": name.partition(" ")[0], "args": [wired(x) for x in args]}
    try:
        wanted = {"value": wired(does(*args))}
    except (ArithmeticError, LookupError, ValueError, TypeError) as error:
        wanted = {"raised": type(error).__name__}
    if does.__qualname__.startswith("changed."):
        asked = {**asked, "changes": True}
    return asked, wanted


def agrees(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return [*found] == [*wanted] and same(*found.values(), *wanted.values())


@pytest.mark.parametrize("name", EVERY_CASE)
def test_it_does_what_python_does(name: str, answers: Answers) -> None:
    compare(EVERY_CASE[name], name, answers, 20)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY_CASE)
def test_it_does_what_python_does_for_long(name: str, answers: Answers) -> None:
    compare(EVERY_CASE[name], name, answers, 2_000)


def compare(case: Case, name: str, answers: Answers, examples: int) -> None:
    does, strategies = case

    def check(args: tuple[Any, ...]) -> None:
        asked, wanted = case_of(does, name, args)
        found = answers.ask(asked)
        assert agrees(found, wanted), f"{asked}: {wanted} and {found}"

    examined(strategies, examples, check)


def examined(strategies: tuple[SearchStrategy[Any], ...], count: int, check: Callable[[tuple[Any, ...]], None]) -> None:
    """Give arguments to `check`, always the same."""
    settings(max_examples=count, database=None, derandomize=True, deadline=None)(
        given(st.tuples(*strategies))(lambda args: check(args))
    )()


# what programs show (test_lowering.py), because it needs what only they have: classes, states, functions
OF_PROGRAMS = {
    *("caught", "same", "is_str", "is_int", "cell", "copied", "copies", "set_cells"),
    *("set_cells_slice", "np_array", "np_zeros", "transposed", "walk", "partial", "itemgetter", "memo", "replaced"),
    *("tuple_replaced", "py_iter", "py_next", "py_frozenset", "py_float", "dict", "dot_tolist"),
}
