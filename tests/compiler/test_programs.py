"""Random programs give the same as a module, in plain Python, and as machine code."""

from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.compiler.programs import program
from tests.compiler.running import Text, Wasm, agrees, copied, entry, machine, plain, same

SEEDS = st.integers(0, 1 << 48)
DRAWN = (Phase.explicit, Phase.generate)  # a seed is not made simpler by making it smaller


def arguments(seed: int) -> list[Any]:
    """Arguments of the last function."""
    rng = np.random.default_rng(seed)
    xs = rng.integers(-(1 << 63), 1 << 63, 4) if seed % 2 else rng.integers(-4, 9, 4)
    m = rng.integers(-9, 99, (4, 4))
    return [
        int(rng.integers(-5, 40)),
        float(rng.normal()),
        xs,
        rng.normal(size=3),
        rng.integers(-128, 128, 4).astype(np.int8),
        m,
        rng.uniform(-1, 1, 24).astype(np.float32),
    ]


def compared(seed: int, *, with_machine_code: bool) -> None:
    text = Text(program(seed))
    wasm = Wasm(text, [entry("g3", arguments(0))])
    other = machine(text)("g3") if with_machine_code else plain(text, "g3")
    for number in range(4):
        one = arguments(seed + number)
        two = copied(one)
        found, expected = wasm.run("g3", one), other(*two)
        assert same(found, expected), (seed, number, found, expected, text.text)
        assert agrees(one, two), (seed, number, one, two, text.text)


@settings(max_examples=10, phases=DRAWN)
@given(SEEDS)
def test_random_programs_are_the_same_in_plain_python(seed: int) -> None:
    compared(seed, with_machine_code=False)


@pytest.mark.soak
@settings(max_examples=3000, phases=DRAWN)
@given(SEEDS)
def test_many_random_programs_are_the_same_in_plain_python(seed: int) -> None:
    compared(seed, with_machine_code=False)


@pytest.mark.soak
@settings(max_examples=200, phases=DRAWN)
@given(SEEDS)
def test_random_programs_are_the_same_as_machine_code(seed: int) -> None:
    compared(seed, with_machine_code=True)
