"""A checked module ends at a fault, and says where it was."""

import numpy as np
import pytest
import wasmtime

from rookery.compiler.compiling import BLOCK_WORD, REPORT
from tests.compiler.running import Text, Wasm, entry

KERNELS = """
def element(xs: Array, i: int) -> int:
    return xs[i]

def shifted(xs: Array, i: int) -> int:
    return xs[0] << i

def first(xs: Array, i: int) -> int:
    return len(xs[:i])

def second(xs: Array, i: int) -> int:
    return xs[:i][1]

def between(xs: Array, i: int) -> int:
    return len(xs[i:2])
"""
XS = np.arange(3)


@pytest.mark.parametrize(
    ("name", "number", "line", "said"),
    [
        ("element", 3, 3, "index 3 of 3"),
        ("element", -1, 3, "index -1 of 3"),
        ("shifted", 64, 6, "a shift by 64; allowed: 0 .. 63"),
        ("first", 4, 9, "the bound 4 of a slice; it must be below 4"),
        ("second", 1, 12, "index 1 of 1"),
        ("between", 3, 15, "the start 3 of a slice; it must be below 3"),
    ],
)
def test_a_fault_is_told_with_its_line(name: str, number: int, line: int, said: str) -> None:
    args = (XS, number)
    wasm = Wasm(Text(KERNELS), [entry(name, args)], checked=True)
    assert wasm.run(name, (XS, 2)) is not None
    with pytest.raises(wasmtime.Trap):
        wasm.run(name, args)
    words = np.frombuffer(wasm.read(REPORT, 3 * BLOCK_WORD), np.int64).tolist()
    site = wasm.made.sites[words[0] - 1]
    assert (site.kernel.name, site.line, site.what.format(*words[1:])) == (name, line, said)
