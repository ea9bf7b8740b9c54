"""What JSON of a type is like, for the runtime that reads it as msgspec does (web/src/program/json_types.ts)."""

import dataclasses
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import inspect

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.python_library import member

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText


class JsonType(NamedTuple):
    """A type of which JSON is read."""

    told: Any


# what msgspec calls a type without parts -> what the runtime calls it
_NAMES_OF_TYPES: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "bool",
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.StrType: "str",
    inspect.BytesType: "bytes",
    inspect.RawType: "raw",
}
_LIMITS = ("ge", "le", "gt", "lt", "min_length", "max_length", "pattern")


def schema_text(module: "ModuleText", told: Any) -> str:
    """An expression that makes the schema. Raises NotInLanguage."""
    return _text(module, inspect.type_info(told))


def _text(module: "ModuleText", kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        return _text(module, kind.type)
    limits = {name: value for name in _LIMITS if (value := getattr(kind, name, None)) is not None}
    end = f", {json.dumps(limits)}" if limits else ""
    if type(kind) in _NAMES_OF_TYPES:
        return f"{module.helper('json_plain')}({json.dumps(_NAMES_OF_TYPES[type(kind)])}{end})"
    match kind:
        case inspect.LiteralType(values):
            return f"{module.helper('json_literal')}({json.dumps([*values])})"
        case inspect.UnionType(parts):
            return f"{module.helper('json_union')}([{', '.join(_text(module, part) for part in parts)}])"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item) | inspect.SetType(item_type=item):
            return f"{module.helper('json_list')}({_text(module, item)}{end})"
        case inspect.TupleType(item_types=items):
            return f"{module.helper('json_tuple')}([{', '.join(_text(module, item) for item in items)}])"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{module.helper('json_dict')}({_text(module, key)}, {_text(module, value)}{end})"
        case inspect.StructType():
            return _struct(module, kind)
        case inspect.DataclassType():
            return _data(module, kind)
    raise NotInLanguage(f"JSON of the type {kind!r} is not in the subset")


def form_text(module: "ModuleText", cls: type) -> str:
    """How an object is written: its tag; whether as an array, without defaults, or whole; of each field its attribute,
    name and default."""
    if dataclasses.is_dataclass(cls):
        told = [[member(field.name), field.name] for field in dataclasses.fields(cls)]
        return json.dumps([None, "whole", told])
    assert issubclass(cls, msgspec.Struct)
    config = cls.__struct_config__
    fields = []
    for field in msgspec.structs.fields(cls):
        parts = [json.dumps(member(field.name)), json.dumps(field.encode_name)]
        fields.append(f"[{', '.join([*parts, *_default(module, field)])}]")
    tag = json.dumps([config.tag_field, config.tag] if config.tag_field else None)
    how = "array" if config.array_like else "brief" if config.omit_defaults else "whole"
    return f"[{tag}, {json.dumps(how)}, [{', '.join(fields)}]]"


def _default(module: "ModuleText", field: Any) -> list[str]:
    """What makes the default of a field, if it has one."""
    if field.default is not msgspec.NODEFAULT:
        return [f"() => {module.literal(field.default)}"]
    if field.default_factory is not msgspec.NODEFAULT:
        return [f"() => {module.literal(field.default_factory())}"]
    return []


def _data(module: "ModuleText", kind: inspect.DataclassType) -> str:
    """The same of a dataclass, without defaults."""
    fields = [
        f"[{json.dumps(member(field.name))}, {json.dumps(field.encode_name)}, {_text(module, field.type)}]"
        for field in kind.fields
    ]
    return f"{module.helper('json_struct')}({module.reference(kind.cls)}, null, false, [{', '.join(fields)}])"


def _struct(module: "ModuleText", kind: inspect.StructType) -> str:
    """The class, then its fields: attribute, name in JSON, schema, and the default, if there is one."""
    fields = []
    for field in kind.fields:
        parts = [json.dumps(member(field.name)), json.dumps(field.encode_name), _text(module, field.type)]
        fields.append(f"[{', '.join([*parts, *_default(module, field)])}]")
    tag = json.dumps([kind.tag_field, kind.tag] if kind.tag_field else None)
    strict = json.dumps(kind.forbid_unknown_fields)
    return f"{module.helper('json_struct')}({module.reference(kind.cls)}, {tag}, {strict}, [{', '.join(fields)}])"
