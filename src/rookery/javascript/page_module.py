"""A module of JavaScript, made from live functions of Python: they, and all that they reach.

Values that a module computed when it was imported are data by then, and are written out as constants. So no import, no
table and no comprehension at the top of a module has to be lowered; only functions and classes are.
"""

import ast
import json
import re
import types
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from rookery.compiler.errors import NotInLanguage
from rookery.core.numbers import packed_of
from rookery.core.protocol import Fields, cells_of
from rookery.javascript.call_text import called
from rookery.javascript.class_text import CALLED_BY_PYTHON, ClassText
from rookery.javascript.constant_text import constant_text
from rookery.javascript.expression_text import OF_EXPRESSIONS
from rookery.javascript.function_text import function_text
from rookery.javascript.json_schema import JsonType
from rookery.javascript.live_sources import line_of, placed, unwrapped
from rookery.javascript.loop_text import OF_LOOPS
from rookery.javascript.lowered_values import Lowers
from rookery.javascript.member_kinds import VIEW_KINDS
from rookery.javascript.operator_text import OF_OPERATORS, condition
from rookery.javascript.python_library import BUILTINS, EXCEPTIONS, LIBRARY, OF_PROGRAMS, RESERVED, SAME, among, member
from rookery.javascript.statement_text import block
from rookery.javascript.value_kinds import Kind, is_host_module, is_of_host

SHARED_FROM = 24  # letters: a constant that is at least so long, and occurs twice, is written once
PAGE_CACHE, LEAST_KEPT = 16, 16  # caches of pages are so many times smaller than those of a server, but for small ones


class ModuleText:
    """Names of functions, classes and constants, and their texts."""

    def __init__(
        self,
        record: type[Fields] | None = None,
        instead: Sequence[tuple[Any, Any]] = (),
        given: Sequence[type] = (),
    ) -> None:
        """`record`: the class of the states of the game; None: it is of no game. `instead`: functions and classes, and
        what stands in for them in a page. `given`: classes of another program, which gives them to this one."""
        self.record = record
        self._instead = {id(value): other for value, other in instead}
        self.afterwards = list[str]()  # statements after all constants
        self.view = {**VIEW_KINDS, "numbers": Kind("record", (), record)} if record else VIEW_KINDS
        self.lowers: Lowers = {**OF_EXPRESSIONS, **OF_OPERATORS, **OF_LOOPS, ast.Call: called}
        self.condition, self.block = condition, block
        self.helpers = set[str]()  # the names of the runtime that are used
        self._names = dict[int, str]()  # id of an object -> its name
        self._kept = list[Any]()  # so that no id is used twice
        self._used = set(RESERVED)
        self.given = [cls.__name__ for cls in given]
        for cls in given:
            self._names[id(cls)] = self._fresh(cls.__name__)
        self._waiting = list[tuple[str, Any, str]]()  # what it is, the object, its name
        # the names of fields and methods that are used: of one of a class itself, "Class.name", or ".name" of any class
        self.members = {*CALLED_BY_PYTHON}
        # names of methods of objects that may be collections, and what is raised if a class has such a method
        self.unsure = list[tuple[str, NotInLanguage]]()
        self._classes = list[ClassText]()
        self._read = set[type]()
        self._caches = list[str]()
        self._functions = list[str]()
        self._constants = dict[str, str]()
        self._counts = Counter[str]()
        self._shared = dict[str, str]()  # text -> name

    def helper(self, name: str) -> str:
        """A function of the runtime, as the module calls it. Raises NotInLanguage."""
        if self.record and name in OF_PROGRAMS:
            raise NotInLanguage(f"{name.removeprefix('py_')} is not in the subset that games run (docs/page_code.md)")
        self.helpers.add(name)
        return f"${name}"

    def reference(self, value: Any, called: str = "value") -> str:
        """An expression for a live object: a constant, or the name of what is lowered. Raises NotInLanguage."""
        value = self.standing_in(value)
        if id(value) in self._names:
            return self._names[id(value)]
        raw = unwrapped(value)
        if raw is packed_of or among(raw, SAME):
            return self.helper("same")
        if among(raw, LIBRARY):
            return self.helper(LIBRARY[raw][0])
        if among(raw, BUILTINS):
            return self.helper(f"py_{raw.__name__}")
        if isinstance(raw, types.FunctionType) and not is_host_module(raw.__module__):
            called = "fn" if raw.__name__ == "<lambda>" else raw.__name__
            return self._lowered("function", value, f"{raw.__module__.rpartition('.')[2]}${called}", raw)
        if isinstance(raw, types.MethodType) and isinstance(raw.__self__, type):
            return f"{self.helper('bound')}({self.of_class(raw)})"
        if isinstance(raw, type):
            if raw in EXCEPTIONS:
                return self.helper(raw.__name__)
            if is_of_host(raw):
                raise NotInLanguage(
                    f"the class {raw.__qualname__} is not in the subset; write a NamedTuple or a Struct"
                )
            return self._lowered("class" if value is raw else "cached class", value, raw.__name__, raw)
        plain = value is None or isinstance(value, bool | int | float | str | np.generic)
        return self.literal(value) if plain else self._constant(value, called)

    def of_class(self, method: types.MethodType) -> str:
        """A class and the name of a method of it, which is noted as used."""
        cls: Any = method.__self__
        made = next(one for one in cls.__mro__ if method.__name__ in vars(one))
        self.members.add(f"{made.__name__}.{method.__name__}")
        return f"{self.reference(cls)}, {json.dumps(member(method.__name__))}"

    def standing_in(self, value: Any) -> Any:
        """The stand-in that a page has for a live object, or the object itself."""
        return self._instead.get(id(value), value)

    def literal(self, value: Any, called: str = "value") -> str:
        """The text of a constant."""
        return constant_text(self, value, called)

    def with_schema(self, cls: type) -> None:
        """A class of which JSON is read, where it is given as a value."""
        if cls not in self._read and issubclass(cls, msgspec.Struct):
            self._read.add(cls)
            self.afterwards.append(f"{self.reference(cls)}.schema = {self.schema(cls)}")

    def schema(self, told: Any) -> str:
        """The form of JSON of this type (json_schema.py)."""
        return self._constant(JsonType(told), "schema")

    def name_of(self, value: Any) -> str | None:
        """The name of what was written already."""
        return self._names.get(id(value))

    def shared(self, text: str, called: str) -> str:
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
        while self._waiting or any(cls.lower(None if self.record else self.members) for cls in self._classes):
            if self._waiting:
                self._lower(*self._waiting.pop())
        for name, refused in self.unsure:
            if any(name in vars(one.cls) for one in self._classes):
                raise refused

    def _lower(self, what: str, value: Any, name: str) -> None:
        raw = unwrapped(value)
        if what == "class":
            with placed(raw.__name__, raw.__module__, line_of(raw)):
                self._classes.append(ClassText(self, raw, name))
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

    def _height(self, cls: ClassText) -> int:
        """The number of lowered classes above one."""
        above = next((one for one in self._classes if one.cls is cls.base), None)
        return 1 + self._height(above) if above else 0

    def text(self) -> str:
        """All of it. Each constant comes after what it is made of: it was written after that, too."""
        constants = [f"const {name} = {text}" for name, text in self._constants.items()]
        classes = [one.text() for one in sorted(self._classes, key=self._height)]  # bases come first
        return "\n".join([*classes, *self._caches, *constants, *self._functions, *self.afterwards])


def layout_of(record: type[Fields], dtype: np.dtype[Any]) -> list[list[Any]]:
    """Name, first byte, type and shape of each field of a state (web/src/python/states.ts)."""
    places: Mapping[str, Any] = dtype.fields or {}
    return [[name, places[name][1], cell.dtype.name, [*cell.shape]] for name, cell in cells_of(record).items()]


def page_text(page: ModuleText, exported: Mapping[str, str], layout: Sequence[Sequence[Any]]) -> str:
    """The module of JavaScript:

    export const needs = [...]             // what it uses of the runtime (web/src/python)
    export const layout = [...]            // of the bytes of a state (web/src/python/states.ts)
    export default ($) => ({ scene, ... }) // what it exports; $: the runtime

    One that needs classes of another program gets them after the runtime.
    """
    needs = sorted(page.helpers)
    given = ["$", f"{{ {', '.join(page.given)} }}"] if page.given else ["$"]
    lines = [
        f"export const needs = {json.dumps(needs)}",
        f"export const layout = {json.dumps(layout)}",
        f"export default ({', '.join(given)}) => {{",
        f"const {{ {', '.join(f'{name}: ${name}' for name in needs)} }} = $",
        page.text(),
        f"return {{ {', '.join(f'{name}: {text}' for name, text in exported.items())} }}",
        "}",
    ]
    return "\n".join(lines) + "\n"
