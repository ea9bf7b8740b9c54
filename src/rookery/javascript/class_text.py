"""Classes of data: Structs, NamedTuples, dataclasses, and plain classes with an `__init__`."""

import ast
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

import msgspec

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.function_text import FunctionText
from rookery.javascript.live_sources import class_of, place
from rookery.javascript.python_library import member, variable
from rookery.javascript.value_kinds import NO_DEFAULT, fields_of

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText

PROPERTIES = ("property", "cached_property")


def class_text(module: "ModuleText", cls: type, name: str) -> str:
    """The class in JavaScript. A NamedTuple is an array with names. Raises NotInLanguage."""
    node = class_of(cls)
    if node is None or "__post_init__" in vars(cls):
        raise NotInLanguage(f"the class {cls.__qualname__} cannot be lowered; write a NamedTuple without other parts")
    fields = fields_of(cls)
    given = [
        variable(field) if default is NO_DEFAULT else f"{variable(field)} = {module.literal(default)}"
        for field, default in fields.items()
    ]
    lines = [f"// {place(cls.__module__, node.lineno)}"]
    if issubclass(cls, tuple):
        lines += [
            f"class {name} extends Array {{",
            "static get [Symbol.species]() { return Array }",
            f"constructor({', '.join(given)}) {{ super(); this.push({', '.join(map(variable, fields))}) }}",
            *(f"get {member(field)}() {{ return this[{i}] }}" for i, field in enumerate(fields)),
        ]
    elif "__init__" in vars(cls) and not dataclasses.is_dataclass(cls) and not issubclass(cls, msgspec.Struct):
        lines.append(f"class {name} {{")
    else:
        kept = " ".join(f"this.{member(field)} = {variable(field)};" for field in fields)
        lines += [f"class {name} {{", f"constructor({', '.join(given)}) {{ {kept} }}"]
    lines += [line for part in node.body if isinstance(part, ast.FunctionDef) for line in _method(module, cls, part)]
    lines.append("}")
    if issubclass(cls, tuple):
        lines.append(f"{name}.fields = {json.dumps([*fields])}")
    return "\n".join(lines)


def _method(module: "ModuleText", cls: type, node: ast.FunctionDef) -> list[str]:
    if node.name.startswith("__") and (node.name != "__init__" or dataclasses.is_dataclass(cls)):
        return []
    decorators = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    try:
        fn = FunctionText(module, node, vars(sys.modules[cls.__module__]), of=cls)
        if node.name == "__init__":
            return [fn.text("constructor", "")]
        return [fn.text(member(node.name), "get " if decorators & {*PROPERTIES} else "")]
    except NotInLanguage as refused:
        refused.kernel = f"{cls.__name__}.{node.name}"
        refused.file = refused.file or place(cls.__module__, refused.line or node.lineno).rpartition(":")[0]
        raise
