"""exp, log and tanh are accurate, and the same compiled and as plain Python."""

import math
from decimal import Decimal, getcontext
from typing import Any

import numpy as np
import pytest

from rookery.core import elementary
from rookery.core.kernel import kernel
from rookery.core.protocol import Array

getcontext().prec = 50
RNG = np.random.default_rng(22)
LOGS = [1.0, 2.0, *range(3, 300), *RNG.uniform(0.5, 2.0, 300), *np.exp(RNG.uniform(-700.0, 700.0, 300))]
LOGS += [math.sqrt(2.0), math.nextafter(math.sqrt(2.0), 2.0), math.nextafter(1.0, 0.0), math.nextafter(1.0, 2.0)]
EXPONENTS = [0.0, -0.0, 1.0, -1.0, 709.0, -708.0, *RNG.uniform(-5.0, 5.0, 300), *RNG.uniform(-708.0, 709.0, 300)]


def units(found: float, exact: Decimal) -> float:
    """The error in units in the last place."""
    return float(abs(Decimal(found) - exact) / Decimal(math.ulp(float(exact))))


@pytest.mark.parametrize("number", LOGS)
def test_logarithms(number: float) -> None:
    found = elementary.log(float(number))
    assert found == 0.0 if number == 1 else units(found, Decimal(float(number)).ln()) < 1.0


@pytest.mark.parametrize("number", EXPONENTS)
def test_powers_of_e(number: float) -> None:
    assert units(elementary.exp(number), Decimal(number).exp()) < 1.0


def test_ends_of_the_range() -> None:
    assert (elementary.exp(709.1), elementary.exp(-708.1)) == (math.inf, 0.0)
    assert (elementary.exp(math.inf), elementary.exp(-math.inf)) == (math.inf, 0.0)


@pytest.mark.parametrize("number", [0.0, 1e-9, 0.3, 1.0, 5.0, 40.0, 1000.0])
def test_hyperbolic_tangents(number: float) -> None:
    assert abs(elementary.tanh(number) - math.tanh(number)) < 3e-16
    assert elementary.tanh(-number) == -elementary.tanh(number)


@kernel
def all_of(numbers: Array, out: Array) -> None:
    for i in range(len(numbers)):
        out[i, 0] = elementary.exp(-numbers[i])
        out[i, 1] = elementary.log(numbers[i])
        out[i, 2] = elementary.tanh(numbers[i] - 1.0)


def test_compiled_and_plain_python_give_the_same_bits() -> None:
    numbers = np.array([float(number) for number in LOGS])
    compiled, plain = np.zeros((2, len(numbers), 3))
    all_of(numbers, compiled)
    as_python: Any = all_of
    interpreted: Any = getattr(as_python, "py_func", as_python)
    interpreted(numbers, plain)
    assert compiled.tobytes() == plain.tobytes()
