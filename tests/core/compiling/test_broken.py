"""An author learns in one sentence which line of which file cannot be compiled, and why."""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest

from rookery.core.errors import BrokenKernel
from rookery.core.kernel import prepared

RULES = """
from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, Fields, cell, packed


class State(Fields):
    cells: Annotated[Array, cell(np.int8, 3, low=0, high=9)]
    turn: Annotated[int, cell(np.int8, low=0, high=1)]


STATE = packed(State)


@kernel
def inner(pos: State, other: int) -> int:
    x = 1
    {line}  # here
    return x


@kernel
def outer(pos: State) -> int:
    return inner(pos, 1) + 1
"""


UNSAID = RULES.replace("inner(pos: State, other: int)", "inner(pos, other)")  # as many people write


def told(folder: Path, line: str, kernel: str, monkeypatch: pytest.MonkeyPatch, rules: str = RULES) -> str:
    """What a kernel of a module with that line says when it is called; the line's number is `N`."""
    name = f"broken_{re.sub(r'[^a-z0-9]', '_', str(folder).lower())}"
    file = folder / f"{name}.py"
    file.write_text(rules.replace("{line}", line))
    monkeypatch.syspath_prepend(folder)
    module = importlib.import_module(name)
    with pytest.raises(BrokenKernel) as caught:
        getattr(module, kernel)(np.zeros(1, module.STATE)[0], *([1] if kernel == "inner" else []))
    number = file.read_text().splitlines().index(f"    {line}  # here") + 1
    return str(caught.value).replace(str(file), "FILE").replace(f":{number},", ":N,")


@pytest.mark.parametrize("kernel", ["inner", "outer"])
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("x = pos.turns", "State has no field turns; did you mean turn? allowed: turn, cells"),
        ("pos.turms = 1", "State has no field turms; did you mean turn? allowed: turn, cells"),
        ("x = other.turn", "Numba cannot compile this: Unknown attribute 'turn' of type "),
        ("x = pos.cells + 'a'", "Numba cannot compile this: No implementation of function add found for signature"),
        ("x = pos.cells.summ()", "Numba cannot compile this: Unknown attribute 'summ' of type nestedarray(int8, (3,))"),
        ("x = othr", "othr is not defined; did you mean other?"),
        ("x = mystery", "mystery is not defined"),
        ("x = max(v for v in pos.cells)", "Numba cannot compile this: The use of yield in a closure is unsupported."),
        ("x = {**{}}", "Numba cannot compile this: Cannot infer the type of variable"),
    ],
)
def test_what_cannot_be_compiled_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str, kernel: str
) -> None:
    said = told(tmp_path, line, kernel, monkeypatch)
    assert said.startswith(f"FILE:N, in inner: {words}"), said
    assert len(said) < 400
    assert "\n" not in said


@pytest.mark.parametrize("kernel", ["inner", "outer"])
@pytest.mark.parametrize(
    ("line", "holder"), [("x = pos.turns", "pos"), ("pos.turns = 1", "pos"), ("x, y = 1, pos; y.turns = x", "y")]
)
def test_fields_are_known_where_no_type_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, holder: str, kernel: str
) -> None:
    said = told(tmp_path, line, kernel, monkeypatch, UNSAID)
    assert said == f"FILE:N, in inner: the record {holder} has no field turns; did you mean turn? allowed: turn, cells"


def test_a_kernel_that_is_prepared_first_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prepared_first.py").write_text(RULES.replace("{line}", "x = pos.turns"))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("prepared_first")
    with pytest.raises(BrokenKernel, match="State has no field turns; did you mean turn"):
        prepared(module.outer, np.zeros(1, module.STATE)[0])


def test_a_call_that_does_not_fit_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(tmp_path, "x = abs(other, 1, 2)", "inner", monkeypatch)
    assert said.startswith("FILE:N, in inner: Numba cannot compile this: "), said
