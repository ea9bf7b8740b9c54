"""Explains why Numba cannot compile a kernel: file, line and one sentence.

Numba's own messages fill screens, and for a misspelt field they name the field alone, without file or line. They remain
as the context of the error.
"""

import ast
import builtins
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, NamedTuple

from rookery.core.errors import BrokenKernel, one_of
from rookery.core.protocol import Fields, cells_of

__all__ = ["explained"]

# "During: typing of call at /games/rules.py (20)" · "File "games/rules.py", line 20:" · "<function play at 0x7f41e0>"
_AT = re.compile(r" at (\S[^\n]*?) \((\d+)\)$|^File \"([^\n]+?)\", line (\d+):|<function \w+ at 0x([0-9a-f]+)>", re.M)
_UNKNOWN = re.compile(r"NameError: name '(\w+)' is not defined")
_RECORD = re.compile(r"Record\(\[.*?\], \d+, (?:True|False)\)", re.S)
_SAID_OF_PASSES = re.compile(r"^Failed in .*\n", re.M)
_REST = re.compile(r"^(?:During: |File \"|There (?:is|are) \d+ candidate)", re.M)  # what follows: screens of details
_FUNCTION = re.compile(r"Function\(<(?:built-in )?function (\w+)[^>]*>\)")
_MOST = 300  # characters of Numba's own words


class _Place(NamedTuple):
    file: Path
    line: int


def explained(error: Exception) -> BrokenKernel:
    """The error in one sentence for the author of the kernel, with file and line where they are known."""
    places = _places(error)
    if not places:
        return BrokenKernel(f"a kernel cannot be compiled: {_short(error)}")
    place = next((p for p in places if not p.file.name.startswith("rookery_made_")), places[0])
    module, function = _module(place.file), _function(place)
    words = _short(error)
    if isinstance(error, KeyError) and function is not None:  # Numba looks up the fields of a record in a dictionary
        words = _field(str(error.args[0]), function, module, _fields(error.__traceback__)) or words
    elif (unknown := _UNKNOWN.search(str(error))) and function is not None:
        place, words = _undefined(unknown[1], place, function, module)
    where = f"{_shown(place.file)}:{place.line}" + (f", in {function.name}" if function else "")
    return BrokenKernel(f"{where}: {words}")


# ── Where ────────────────────────────────────────────────────────────────────
def _places(error: Exception) -> list[_Place]:
    """Where the compiler failed, the innermost kernel first."""
    told = [place for match in _AT.finditer(str(error)) if (place := _place(match))]
    held = [_Place(Path(loc.filename), loc.line) for loc in _locations(error.__traceback__)]
    own = getattr(error, "loc", None)
    last = [_Place(Path(own.filename), own.line)] if own is not None else []
    return [place for place in [*told, *reversed(held), *last] if place.file.is_file()]


def _place(match: re.Match[str]) -> _Place | None:
    at, at_line, file, file_line, address = match.groups()
    if address is None:
        return _Place(Path(at or file).resolve(), int(at_line or file_line))
    for module in list(sys.modules.values()):  # Numba names the function that was called, but not its file
        for kernel in list(vars(module).values()):
            function = kernel.py_func if type(kernel).__name__ == "CPUDispatcher" else None
            if function is not None and id(function) == int(address, 16):
                return _Place(Path(function.__code__.co_filename), function.__code__.co_firstlineno)
    return None


def _locations(trace: TracebackType | None) -> list[Any]:
    """What the compiler was reading when it failed: its functions keep that in variables with a `loc`."""
    found = []
    while trace is not None:
        here = trace.tb_frame.f_locals
        found += [loc for name in ("interp", "constraint", "inst") if (loc := getattr(here.get(name), "loc", None))]
        trace = trace.tb_next
    return found


def _fields(trace: TracebackType | None) -> list[str]:
    """The fields of the record in which the compiler looked for a field."""
    found: list[str] = []
    while trace is not None:
        record: Any = trace.tb_frame.f_locals.get("self")
        if type(record).__name__ == "Record":
            found = [name for name in record.fields if not name.startswith("_")]  # one field is padding
        trace = trace.tb_next
    return found


def _module(file: Path) -> ModuleType | None:
    return next((m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(file)), None)


def _function(place: _Place) -> ast.FunctionDef | None:
    """The innermost function that contains the line."""
    try:
        tree = ast.parse(place.file.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    around = [
        node
        for node in found
        if min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) <= place.line <= (node.end_lineno or 0)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


def _shown(file: Path) -> str:
    """The path relative to the working directory if the file lies below it."""
    return str(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file)


# ── What ─────────────────────────────────────────────────────────────────────
def _field(name: str, function: ast.FunctionDef, module: ModuleType | None, known: list[str]) -> str:
    """Say that a record, whose fields are `known`, lacks a field; "" when the error is something else."""
    for asked in ast.walk(function):
        if isinstance(asked, ast.Attribute) and asked.attr == name:
            holder = ast.unparse(asked.value)
            hints = [arg.annotation for arg in function.args.args if arg.arg == holder and arg.annotation]
            hint = ast.unparse(hints[0]) if hints else ""
            fields = getattr(module, hint, None)
            if isinstance(fields, type) and issubclass(fields, Fields):
                return f"{hint} has no field {name}; {one_of(name, cells_of(fields))}"
            return f"the record {holder} has no field {name}" + (f"; {one_of(name, known)}" if known else "")
    return ""


def _undefined(name: str, place: _Place, function: ast.FunctionDef, module: ModuleType | None) -> tuple[_Place, str]:
    lines = [node.lineno for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    known = [*(arg.arg for arg in function.args.args), *vars(module or builtins), *vars(builtins)]
    likely = get_close_matches(name, known, n=1, cutoff=0.7)
    guess = f"; did you mean {likely[0]}?" if likely else ""
    return _Place(place.file, min(lines, default=place.line)), f"{name} is not defined{guess}"


def _short(error: Exception) -> str:
    """The first part of Numba's own message that says something."""
    text = _SAID_OF_PASSES.sub("", _RECORD.sub("a record", str(error)))
    told = " ".join(_REST.split(text, maxsplit=1)[0].replace(">>> ", "").split()).removesuffix(". Raised from None")
    told = _FUNCTION.sub(r"\1", told)
    told = told if len(told) <= _MOST else f"{told[:_MOST]} ..."
    return f"Numba cannot compile this: {told or type(error).__name__}"
