"""Constants: what a module computed when it was imported, as it is written out."""

import itertools
import json
import logging
import math
import re
import types
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.json_schema import JsonType, schema_text
from rookery.javascript.python_library import member
from rookery.javascript.value_kinds import fields_of, is_data, is_of_host

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText

LAST_LETTER = 0xFFFF
LEAST_RUN = 12  # equal values
_NUMBER_OR_NAME = re.compile(r"[\w$.-]+")


def constant_text(module: "ModuleText", value: Any, called: str) -> str:
    """An expression of JavaScript. `called`: what a shared part of it is called. Raises NotInLanguage."""
    text = _plain(module, value) or _collection(module, value) or _of_library(module, value)
    return text or _object(module, value, called)


def _plain(module: "ModuleText", value: Any) -> str:
    """A number, a text, a truth or None; "" of all else."""
    match value:
        case None:
            return "null"
        case types.NotImplementedType():  # of `__eq__`
            return "undefined"
        case bool() | np.bool_():
            return "true" if value else "false"
        case int() | np.integer():
            return str(int(value)) if abs(int(value)) < 1 << 53 else f"{int(value)}n"
        case float() | np.floating():
            return _float_text(float(value))
        case str():
            if module.record and any(ord(letter) > LAST_LETTER for letter in value):
                raise NotInLanguage(f"{value!r} has letters beyond U+FFFF, which pages count as two; write others")
            return json.dumps(value, ensure_ascii=False)
        case np.dtype():
            return _elements_text(value)
        case bytes():
            return f"{module.helper('as_bytes')}({[*value]})"
    return ""


def _elements_text(elements: np.dtype[Any]) -> str:
    """The elements of an array (web/src/program/lent_arrays.ts)."""
    if not elements.fields:
        return json.dumps(elements.name)
    fields = {name: [kind.base.name, at, [*kind.shape]] for name, (kind, at, *_) in elements.fields.items()}
    return json.dumps({"size": elements.itemsize, "fields": fields})


def _float_text(value: float) -> str:
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "NaN" if math.isnan(value) else f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else repr(value)


def _collection(module: "ModuleText", value: Any) -> str:
    """One of Python's own collections, but for tuples."""
    match value:
        case np.ndarray():
            return _array(module, value.tolist())
        case list() | range():
            return _listed(module, value)
        case dict() | types.MappingProxyType():
            pairs = ", ".join(f"[{_part(module, key)}, {_part(module, one)}]" for key, one in value.items())
            return f"{module.helper('dict')}([{pairs}])"
        case set() | frozenset():
            return f"{module.helper('py_set')}({_listed(module, sorted(value, key=repr))})"
    return ""


def _of_library(module: "ModuleText", value: Any) -> str:
    """An object of Python's library, or of msgspec."""
    match value:
        case JsonType():
            return schema_text(module, value.told)
        case Path():  # a place of a server, of which a page makes no use
            return json.dumps("")
        case re.Pattern():
            ignored = value.flags & int(re.IGNORECASE)
            return f"{module.helper('re_compile')}({module.literal(value.pattern)}, {ignored})"
        case msgspec.json.Decoder():
            return f"{module.helper('decoder')}({module.schema(value.type)})"
        case msgspec.json.Encoder():
            return f"{module.helper('encoder')}()"
        case logging.Logger():
            return f"{module.helper('logger')}({module.literal(value.name)})"
    if getattr(value, "__name__", "") == "encode" and isinstance(value.__self__, msgspec.json.Encoder):
        return module.helper("json_encode")
    return ""


def _object(module: "ModuleText", value: Any, called: str) -> str:
    """A tuple, or an object of a class that is lowered."""
    cls = type(value)
    if not (is_of_host(cls) or is_data(cls) or callable(value)) and not vars(value):
        return f"new {module.reference(cls)}()"
    if is_data(cls):
        fields = [_part(module, getattr(value, name)) for name in fields_of(cls)]
        text = f"new {module.reference(cls)}({', '.join(fields)})"
        if hasattr(cls, "__post_init__"):  # it was called when the module of Python was imported
            given = ", ".join(f"{member(name)}: {field}" for name, field in zip(fields_of(cls), fields, strict=True))
            text = f"{module.helper('made_before')}({module.reference(cls)}, {{ {given} }})"
        return module.shared(text, called)
    if isinstance(value, tuple):
        return module.shared(_listed(module, value), called)
    if getattr(value, "__name__", "") == "__getitem__":  # of a tuple
        owner = module.reference(value.__self__, called)
        return f"{module.helper('partial')}({module.helper('getitem')}, {owner})"
    if isinstance(value, types.ModuleType):
        raise NotInLanguage(f"the module {value.__name__} is not a value; write the name of what is in it")
    if callable(value):
        name = getattr(value, "__qualname__", cls.__name__)
        raise NotInLanguage(f"{name} is not in the subset that pages run (docs/page_code.md)")
    raise NotInLanguage(
        f"a constant of the class {cls.__name__} is not in the subset; write numbers, texts, "
        "tuples, dictionaries or Structs of them"
    )


def _array(module: "ModuleText", values: list[Any]) -> str:
    """Equal rows are written once: nobody writes to a constant array."""
    rows = [
        module.shared(_array(module, one), "row") if isinstance(one, list) else _part(module, one) for one in values
    ]
    return _in_runs(rows)


def _listed(module: "ModuleText", values: Iterable[Any]) -> str:
    return _in_runs([_part(module, value) for value in values])


def _in_runs(parts: list[str]) -> str:
    """A list, in which a long run of one number or name is written once."""
    texts: list[str] = []
    for part, run in itertools.groupby(parts):
        times = len([*run])
        is_run = times >= LEAST_RUN and _NUMBER_OR_NAME.fullmatch(part)
        texts += [f"...Array({times}).fill({part})"] if is_run else [part] * times
    return f"[{', '.join(texts)}]"


def _part(module: "ModuleText", value: Any) -> str:
    if callable(value):
        return module.reference(value)
    return module.name_of(value) or module.literal(value)
