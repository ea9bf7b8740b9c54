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


def told(folder: Path, line: str, kernel: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a kernel of a module with that line says when it is called; the line's number is `N`."""
    name = f"broken_{re.sub(r'[^a-z0-9]', '_', str(folder).lower())}"
    file = folder / f"{name}.py"
    file.write_text(RULES.replace("{line}", line))
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
        ("x = pos.turns", "State has no field turns; did you mean turn? it has cells, turn"),
        ("pos.turms = 1", "State has no field turms; did you mean turn? it has cells, turn"),
        ("x = other.turn", "a whole number has no turn in kernels"),
        ("x = pos.cells + 'a'", "pos.cells is an array of 3 where a number is needed"),
        ("x = pos.cells.summ()", "an array of 3 has no summ() in kernels"),
        ("x = othr", "othr is not defined; did you mean other?"),
        ("x = mystery", "mystery is not defined, or nothing that a kernel can use: numbers, "),
        ("x = max(v for v in pos.cells)", "max takes two or more numbers in kernels"),
        ("x = {**{}}", "a list, set or dictionary is not in the language of kernels; write a tuple"),
        ("x = abs(other, 1, 2)", "abs takes one argument"),
    ],
)
def test_what_cannot_be_compiled_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str, kernel: str
) -> None:
    said = told(tmp_path, line, kernel, monkeypatch)
    assert said.startswith(f"FILE:N, in inner: {words}"), said
    assert len(said) < 400
    assert "\n" not in said


def test_a_kernel_that_is_prepared_first_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prepared_first.py").write_text(RULES.replace("{line}", "x = pos.turns"))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("prepared_first")
    state = np.zeros(1, module.STATE)[0]
    with pytest.raises(BrokenKernel, match="State has no field turns; did you mean turn"):
        prepared(module.outer, state)(state)
