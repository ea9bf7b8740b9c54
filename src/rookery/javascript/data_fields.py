"""The fields of classes of data."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import msgspec


def fields_of(cls: Any) -> Mapping[str, Any]:
    """Name -> default of the fields of a class of data, in the order in which they are given; NO_DEFAULT: there is
    none."""
    if issubclass(cls, msgspec.Struct):
        fields = msgspec.structs.fields(cls)
        return {f.name: NO_DEFAULT if f.default is msgspec.NODEFAULT else f.default for f in fields}
    if issubclass(cls, tuple):
        return {name: cls._field_defaults.get(name, NO_DEFAULT) for name in cls._fields}
    if dataclasses.is_dataclass(cls):
        return {field.name: _default(field) for field in dataclasses.fields(cls)}
    code = cls.__init__.__code__
    return dict.fromkeys(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount], NO_DEFAULT)


NO_DEFAULT = object()


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return NO_DEFAULT if field.default is dataclasses.MISSING else field.default
