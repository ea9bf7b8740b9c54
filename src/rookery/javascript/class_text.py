"""Classes: Structs, NamedTuples and dataclasses, which hold data; all others, with methods and bases; exceptions."""

import abc
import ast
import dataclasses
import json
import sys
import typing
from collections.abc import Collection
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

import msgspec

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.function_text import FunctionText, is_marked
from rookery.javascript.json_schema import default_text, form_text
from rookery.javascript.live_sources import NAMED_FUNCTIONS, FunctionNode, class_of, place, placed
from rookery.javascript.python_library import member, variable
from rookery.javascript.value_kinds import NO_DEFAULT, fields_of, is_of_host

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText

PROPERTIES = ("property", "cached_property")
# The decorators that a method may have
MARKS = {*PROPERTIES, "classmethod", "staticmethod", "override", "abstractmethod", "final"}
# Methods that operators and functions of Python call, and the runtime, too
CALLED_BY_PYTHON = (*("__init__", "__len__", "__contains__", "__iter__", "__eq__", "__post_init__"),)
# Methods without which a program does the same, but for what it tells developers, and how it is copied
_NOT_NEEDED = ("__repr__", "__str__", "__reduce__", "__setattr__", "__delattr__", "__hash__", "__class_getitem__")
# Classes of Python without which a class does the same
_NO_BASES = (object, abc.ABC, typing.Generic, typing.Protocol, tuple, msgspec.Struct)


class ClassText:
    """A class that is being lowered. Its methods are lowered when something calls them by their names."""

    def __init__(self, module: "ModuleText", cls: type, name: str) -> None:
        """Raises NotInLanguage."""
        node = class_of(cls)
        if node is None:
            raise NotInLanguage(
                f"the class {cls.__qualname__} cannot be lowered; write a NamedTuple without other parts"
            )
        self.cls, self.name = cls, name
        self.base = base_of(module, cls)
        self._module, self._fields = module, fields_of(cls)
        methods = [part for part in node.body if isinstance(part, NAMED_FUNCTIONS)]
        self._waiting = {part.name: part for part in methods}
        if len(methods) > len(self._waiting):  # a property that can be assigned
            raise NotInLanguage(f"the class {cls.__qualname__} has methods of the same name; write one of each", node)
        for own in methods:
            if own.name[:2] == own.name[-2:] == "__" and own.name not in (*CALLED_BY_PYTHON, *_NOT_NEEDED):
                raise NotInLanguage(f"{own.name} is not in the subset; write a method with another name", own)
        data = dataclasses.is_dataclass(cls) or issubclass(cls, msgspec.Struct)
        head = _tuple_head if issubclass(cls, tuple) else _data_head if data else _head
        self._lines = [f"// {place(cls.__module__, node.lineno)}", *head(module, cls, name)]
        if "name" in self._waiting and not issubclass(cls, BaseException):  # JavaScript's own name may be hidden
            self._lines.append(f"static called = {json.dumps(cls.__name__)}")
        self._end = [f"{name}.fields = {json.dumps([*self._fields])}"] if issubclass(cls, tuple) else []
        if data and not module.record:
            module.afterwards.append(f"{name}.form = {form_text(module, cls)}")
        for part in node.body:
            _constant(module, cls, name, part, self._fields if data or issubclass(cls, tuple) else ())

    def lower(self, names: Collection[str] | None) -> bool:
        """Lower the methods with these names, None: all. Whether there were any. Raises NotInLanguage."""
        found = [name for name, node in self._waiting.items() if names is None or self._asked(node) & {*names}]
        for name in found:
            self._lines += _method(self._module, self.cls, self._waiting.pop(name))
        return bool(found)

    def _asked(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
        """The names by which the method is asked for: one of a class itself, together with that of the class."""
        marked = is_marked(node, "classmethod") or is_marked(node, "staticmethod")
        return {f"{self.cls.__name__}.{node.name}", f".{node.name}"} if marked else {node.name}

    def text(self) -> str:
        """The class in JavaScript. A NamedTuple is an array with names."""
        return "\n".join([*self._lines, "}", *self._end])


def _tuple_head(module: "ModuleText", cls: type, name: str) -> list[str]:
    fields = fields_of(cls)
    return [
        f"class {name} extends Array {{",
        "static get [Symbol.species]() { return Array }",
        f"constructor({_given(module, fields)}) {{ super(); this.push({', '.join(map(variable, fields))}) }}",
        *(f"get {member(field)}() {{ return this[{i}] }}" for i, field in enumerate(fields)),
    ]


def _data_head(module: "ModuleText", cls: type, name: str) -> list[str]:
    fields = fields_of(cls)
    body = " ".join(f"this.{member(field)} = {variable(field)};" for field in fields)
    if hasattr(cls, "__post_init__"):  # a class above it is made without its fields
        body += f" if (new.target === {name}) this.__post_init__();"
    base = base_of(module, cls)
    above = f" extends {module.reference(base)}" if base else ""
    return [f"class {name}{above} {{", f"constructor({_given(module, fields)}) {{ {'super(); ' * bool(base)}{body} }}"]


def _given(module: "ModuleText", fields: Any) -> str:
    return ", ".join(
        variable(field) if default is NO_DEFAULT else f"{variable(field)} = {default_text(module, default)}"
        for field, default in fields.items()
    )


def base_of(module: "ModuleText", cls: type) -> type | None:
    """The class above it that is lowered, or that the runtime has. Raises NotInLanguage if there are several."""
    above = [base for base in cls.__bases__ if base not in _NO_BASES and not getattr(base, "_is_protocol", False)]
    wrong = [base for base in above if is_of_host(base) and not issubclass(base, BaseException)]
    if wrong or len(above) > 1:
        names = ", ".join(base.__name__ for base in wrong or above)
        raise NotInLanguage(f"the class {cls.__qualname__} has the bases {names}; write one class of ours, or none")
    return module.standing_in(above[0]) if above else None


def _head(module: "ModuleText", cls: type, name: str) -> list[str]:
    base = base_of(module, cls)
    if issubclass(cls, BaseException):
        return [f"class {name} extends {module.reference(base)} {{", f"static called = {json.dumps(cls.__name__)}"]
    if base is not None:
        return [f"class {name} extends {module.reference(base)} {{"]
    head = "constructor(...given) { this.__init__(...given) }"
    return [f"class {name} {{", "static plain = true", head, *([] if "__init__" in vars(cls) else ["__init__() {}"])]


def _constant(module: "ModuleText", cls: type, name: str, node: ast.stmt, fields: Collection[str]) -> None:
    """A constant that a class has for all of its instances. `fields`: those that each of them has."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        if isinstance(target, ast.Name) and target.id in {*vars(cls)} - {*fields} and target.id[:2] != "__":
            if isinstance(vars(cls)[target.id], MemberDescriptorType):  # of a slot
                continue
            value = module.reference(vars(cls)[target.id], target.id)
            module.afterwards.append(f"{name}.prototype.{member(target.id)} = {value}")


def _method(module: "ModuleText", cls: type, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    data = dataclasses.is_dataclass(cls) or issubclass(cls, msgspec.Struct)
    if node.name in _NOT_NEEDED or (data and node.name == "__init__"):
        return []
    decorators = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    with placed(f"{cls.__name__}.{node.name}", cls.__module__, node.lineno):
        if not decorators <= MARKS:
            what = ", ".join(sorted(decorators - MARKS))
            raise NotInLanguage(f"a method marked with {what} is not in the subset; write a function")
        fn = FunctionText(module, node, vars(sys.modules[cls.__module__]), of=cls)
        if decorators & {*PROPERTIES}:
            return [_kept(fn, node) if "cached_property" in decorators else fn.text(member(node.name), "get ")]
        text = fn.text(member(node.name), "static " if decorators & {"staticmethod", "classmethod"} else "")
        return [text, *([_OF_JAVASCRIPT[node.name]] if node.name in _OF_JAVASCRIPT else [])]


# Their names in JavaScript
_OF_JAVASCRIPT = {
    "__len__": "get length() { return this.__len__() }",
    "__iter__": "[Symbol.iterator]() { return this.__iter__() }",
}


def _kept(fn: FunctionText, node: FunctionNode) -> str:
    """A property that is found once."""
    name = member(node.name)  # type: ignore[union-attr]
    found = fn.text(f"${name}_found", "")
    hidden = f"Object.defineProperty(this, {json.dumps(name)}, {{ value: this.${name}_found() }})"  # no copy has it
    return f"get {name}() {{ return {hidden}.{name} }}\n{found}"
