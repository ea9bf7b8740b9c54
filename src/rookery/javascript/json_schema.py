"""The form of JSON of a type, for the runtime that reads it as msgspec does (web/src/program/json_types.ts)."""

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import inspect

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.python_library import member
from rookery.javascript.value_kinds import NO_DEFAULT, MadeAnew, fields_of

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText


class JsonType(NamedTuple):
    """A type of which JSON is read."""

    told: Any


# what msgspec calls a type without parts -> what the runtime calls it
_NAMES_OF_TYPES: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "bool",
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.StrType: "str",
}
_LIMITS = ("ge", "le", "min_length", "max_length", "pattern")
_NO_LIMITS = ("gt", "lt", "multiple_of")  # which the runtime does not know
_UNLIMITED = (inspect.FloatType, inspect.DictType)  # for which it knows none


def schema_text(module: "ModuleText", told: Any) -> str:
    """An expression that makes the schema. Raises NotInLanguage."""
    return _text(module, inspect.type_info(told))


def _text(module: "ModuleText", kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        return _text(module, kind.type)
    limits = {name: value for name in _LIMITS if (value := getattr(kind, name, None)) is not None}
    if any(getattr(kind, name, None) is not None for name in _NO_LIMITS) or (limits and type(kind) in _UNLIMITED):
        raise NotInLanguage(f"JSON with the limits of {kind!r} is not in the subset; write ge and le, of whole numbers")
    end = f", {json.dumps(limits)}" if limits else ""
    if type(kind) in _NAMES_OF_TYPES:
        return f"{module.helper('json_plain')}({json.dumps(_NAMES_OF_TYPES[type(kind)])}{end})"
    match kind:
        case inspect.LiteralType(values) if all(isinstance(value, str) for value in values):
            return f"{module.helper('json_literal')}({json.dumps([*values])})"
        case inspect.UnionType(parts):
            return f"{module.helper('json_union')}([{', '.join(_text(module, part) for part in parts)}])"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"{module.helper('json_list')}({_text(module, item)}{end})"
        case inspect.TupleType(item_types=items):
            return f"{module.helper('json_tuple')}([{', '.join(_text(module, item) for item in items)}])"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{module.helper('json_dict')}({_text(module, key)}, {_text(module, value)})"
        case inspect.StructType() | inspect.DataclassType():
            return _struct(module, kind)
    raise NotInLanguage(f"JSON of the type {kind!r} is not in the subset")


def form_text(module: "ModuleText", cls: Any) -> str:
    """The form of an object in JSON: its tag; whether as an array, without defaults, or whole; of each field its
    attribute, its name in JSON, and what makes its default, if it has one."""
    fields = []
    for (name, default), in_json in zip(fields_of(cls).items(), names_in_json(cls), strict=True):
        maker = [] if default is NO_DEFAULT else [f"() => {default_text(module, default)}"]
        fields.append(f"[{', '.join([json.dumps(member(name)), json.dumps(in_json), *maker])}]")
    config = getattr(cls, "__struct_config__", None)
    tag = json.dumps([config.tag_field, config.tag] if config and config.tag_field else None)
    how = "array" if config and config.array_like else "brief" if config and config.omit_defaults else "whole"
    return f"[{tag}, {json.dumps(how)}, [{', '.join(fields)}]]"


def names_in_json(cls: Any) -> tuple[str, ...]:
    """The names in JSON of the fields of a class of data."""
    return getattr(cls, "__struct_encode_fields__", None) or tuple(fields_of(cls))


def default_text(module: "ModuleText", default: Any) -> str:
    """The default of a field."""
    if not isinstance(default, MadeAnew):
        return module.literal(default)
    if default.factory in (list, dict, set):
        return module.literal(default.factory())
    maker = module.reference(default.factory)
    return f"new {maker}()" if isinstance(default.factory, type) else f"{maker}()"


def _struct(module: "ModuleText", kind: inspect.StructType | inspect.DataclassType) -> str:
    """The class, which has its form, and the types of its fields, in the order of that form: msgspec tells fields
    without a default first."""
    strict = json.dumps(getattr(kind, "forbid_unknown_fields", False))
    kinds = {field.encode_name: field.type for field in kind.fields}
    types = ", ".join(_text(module, kinds[name]) for name in names_in_json(kind.cls))
    return f"{module.helper('json_struct')}({module.reference(kind.cls)}, {strict}, [{types}])"
