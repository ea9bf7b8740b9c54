"""A module of JavaScript, made from live functions of Python: they, and all that they reach.

Whatever a module computed when it was imported is data by then, and is written out as constants. So no import, no table
and no comprehension at the top of a module has to be lowered; only functions and classes are.
"""

import ast
import functools
import json
import math
import operator
import re
import types
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from rookery.compiler.errors import NotInLanguage
from rookery.core.numbers import packed_of
from rookery.core.protocol import Fields, cells_of
from rookery.javascript.call_text import called
from rookery.javascript.class_text import class_text
from rookery.javascript.expression_text import OF_EXPRESSIONS
from rookery.javascript.function_text import function_text
from rookery.javascript.live_sources import unwrapped
from rookery.javascript.loop_text import OF_LOOPS
from rookery.javascript.lowered_values import Lowers
from rookery.javascript.operator_text import OF_OPERATORS, condition
from rookery.javascript.python_library import BUILTINS, LIBRARY, RESERVED, SAME, among
from rookery.javascript.statement_text import block
from rookery.javascript.value_kinds import VIEW_KINDS, Kind, fields_of, is_data

LAST_LETTER = 0xFFFF
SHARED_FROM = 24  # letters: a constant that is at least so long, and occurs twice, is written once
PAGE_CACHE, LEAST_KEPT = 16, 16  # caches of pages are so many times smaller than those of a server, but for small ones


class ModuleText:
    """Names of functions, classes and constants, and their texts."""

    def __init__(self, record: type[Fields] | None = None) -> None:
        """`record`: the class of the states of the game."""
        self.record = record
        self.view = {**VIEW_KINDS, "numbers": Kind("record", (), record)} if record else VIEW_KINDS
        self.lowers: Lowers = {**OF_EXPRESSIONS, **OF_OPERATORS, **OF_LOOPS, ast.Call: called}
        self.condition, self.block = condition, block
        self.helpers = set[str]()  # the names of the runtime that are used
        self._names = dict[int, str]()  # id of an object -> its name
        self._kept = list[Any]()  # so that no id is used twice
        self._used = set(RESERVED)
        self._waiting = list[tuple[str, Any, str]]()  # what it is, the object, its name
        self._classes = list[str]()
        self._caches = list[str]()
        self._functions = list[str]()
        self._constants = dict[str, str]()
        self._counts = Counter[str]()
        self._shared = dict[str, str]()  # text -> name

    def helper(self, name: str) -> str:
        """A function of the runtime, as the module calls it."""
        self.helpers.add(name)
        return f"${name}"

    def reference(self, value: Any, called: str = "value") -> str:
        """An expression for a live object: a constant, or the name of what is lowered. Raises NotInLanguage."""
        if id(value) in self._names:
            return self._names[id(value)]
        raw = unwrapped(value)
        if raw is packed_of or among(raw, SAME):
            return self.helper("same")
        if among(raw, LIBRARY):
            return self.helper(LIBRARY[raw][0])
        if among(raw, BUILTINS):
            return self.helper(f"py_{raw.__name__}")
        if isinstance(raw, types.FunctionType):
            called = "fn" if raw.__name__ == "<lambda>" else raw.__name__
            return self._lowered("function", value, f"{raw.__module__.rpartition('.')[2]}_{called}", raw)
        if isinstance(raw, type):
            if not is_data(raw):
                raise NotInLanguage(
                    f"the class {raw.__qualname__} is not in the subset; write a NamedTuple or a Struct"
                )
            return self._lowered("class" if value is raw else "cached class", value, raw.__name__, raw)
        plain = value is None or isinstance(value, bool | int | float | str | np.generic)
        return self.literal(value) if plain else self._constant(value, called)

    def literal(self, value: Any, called: str = "value") -> str:
        """The text of a constant."""
        match value:
            case None:
                return "null"
            case bool() | np.bool_():
                return "true" if value else "false"
            case int() | np.integer():
                return str(int(value)) if abs(int(value)) < 1 << 53 else f"{int(value)}n"
            case float() | np.floating():
                return _float_text(float(value))
            case str():
                if any(ord(letter) > LAST_LETTER for letter in value):
                    raise NotInLanguage(f"{value!r} has letters beyond U+FFFF, which pages count as two; write others")
                return json.dumps(value, ensure_ascii=False)
            case np.ndarray():
                return self._listed(value.tolist())
            case list() | range():
                return self._listed(value)
            case dict() | types.MappingProxyType():
                pairs = ", ".join(f"[{self._part(key)}, {self._part(one)}]" for key, one in value.items())
                return f"{self.helper('dict')}([{pairs}])"
            case set() | frozenset():
                return f"{self.helper('py_set')}({self._listed(sorted(value))})"
            case operator.itemgetter():
                return f"{self.helper('itemgetter')}({', '.join(map(self._part, value.__reduce__()[1]))})"
            case functools.partial():
                return f"{self.helper('partial')}({', '.join(map(self._part, (value.func, *value.args)))})"
        if is_data(type(value)):
            fields = [self._part(getattr(value, name)) for name in fields_of(type(value))]
            return self._share(f"new {self.reference(type(value))}({', '.join(fields)})", called)
        if isinstance(value, tuple):
            return self._share(self._listed(value), called)
        if getattr(value, "__name__", "") == "__getitem__":  # of a tuple
            return f"{self.helper('partial')}({self.helper('getitem')}, {self.reference(value.__self__, called)})"
        if isinstance(value, types.ModuleType):
            raise NotInLanguage(f"the module {value.__name__} is not a value; write the name of what is in it")
        if callable(value):
            name = getattr(value, "__qualname__", type(value).__name__)
            raise NotInLanguage(f"{name} is not in the subset that pages run (docs/page_code.md)")
        raise NotInLanguage(
            f"a constant of the class {type(value).__name__} is not in the subset; write numbers, texts, "
            "tuples, dictionaries or Structs of them"
        )

    def _listed(self, values: Iterable[Any]) -> str:
        return f"[{', '.join(map(self._part, values))}]"

    def _part(self, value: Any) -> str:
        if callable(value) and not isinstance(value, operator.itemgetter | functools.partial):
            return self.reference(value)
        return self._names.get(id(value)) or self.literal(value)

    def _share(self, text: str, called: str) -> str:
        """The name of an unchanging constant that occurred before, or its text."""
        if len(text) < SHARED_FROM:
            return text
        if text not in self._shared:
            self._counts[text] += 1
            if self._counts[text] == 1:
                return text
            self._shared[text] = self._fresh(f"K${called}")
            self._constants[self._shared[text]] = text
        return self._shared[text]

    def _constant(self, value: Any, called: str) -> str:
        """The name of a constant that is written once."""
        name = self._names[id(value)] = self._fresh(f"K${called}")
        self._kept.append(value)
        self._constants[name] = self.literal(value, called)
        return name

    def _lowered(self, what: str, value: Any, called: str, raw: Any) -> str:
        name = self._fresh(called)
        self._names[id(value)] = name
        if not hasattr(value, "cache_parameters"):
            self._names[id(raw)] = name  # of a kernel
        self._kept += [value, raw]
        self._waiting.append((what, value, name))
        return name

    def _fresh(self, base: str) -> str:
        base = re.sub(r"[^\w$]", "_", base)
        name, number = base, 1
        while name in self._used:
            number += 1
            name = f"{base}_{number}"
        self._used.add(name)
        return name

    def lower(self) -> None:
        """Write all that is referred to. Raises NotInLanguage."""
        while self._waiting:
            what, value, name = self._waiting.pop()
            raw = unwrapped(value)
            if what == "class":
                self._classes.append(class_text(self, raw, name))
            elif what == "cached class":
                self._cache(name, value, f"(...given) => new {self.reference(raw)}(...given)")
            elif hasattr(value, "cache_parameters"):
                inner = self._fresh(f"{name}_found")
                self._functions.append(function_text(self, raw, inner))
                self._cache(name, value, inner)
            else:
                self._functions.append(function_text(self, raw, name))

    def _cache(self, name: str, cached: Any, function: str) -> None:
        most = cached.cache_parameters()["maxsize"]
        kept = 0 if most is None else max(LEAST_KEPT, most // PAGE_CACHE)
        self._caches.append(f"const {name} = {self.helper('memo')}({function}, {kept})")

    def text(self) -> str:
        """All of it. Each constant comes after what it is made of: it was written after that, too."""
        constants = [f"const {name} = {text}" for name, text in self._constants.items()]
        return "\n".join([*self._classes, *self._caches, *constants, *self._functions])


def _float_text(value: float) -> str:
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "NaN" if math.isnan(value) else f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else repr(value)


def layout_of(record: type[Fields], dtype: np.dtype[Any]) -> list[list[Any]]:
    """Name, first byte, type and shape of each field of a state (web/src/python/states.ts)."""
    places: Mapping[str, Any] = dtype.fields or {}
    return [[name, places[name][1], cell.dtype.name, [*cell.shape]] for name, cell in cells_of(record).items()]


def page_text(page: ModuleText, exported: Mapping[str, str], layout: Sequence[Sequence[Any]]) -> str:
    """The module of JavaScript:

    export const needs = [...]             // what it uses of the runtime (web/src/python)
    export const layout = [...]            // of the bytes of a state (web/src/python/states.ts)
    export default ($) => ({ scene, ... }) // what it exports; $: the runtime
    """
    needs = sorted(page.helpers)
    lines = [
        f"export const needs = {json.dumps(needs)}",
        f"export const layout = {json.dumps(layout)}",
        "export default ($) => {",
        f"const {{ {', '.join(f'{name}: ${name}' for name in needs)} }} = $",
        page.text(),
        f"return {{ {', '.join(f'{name}: {text}' for name, text in exported.items())} }}",
        "}",
    ]
    return "\n".join(lines) + "\n"
