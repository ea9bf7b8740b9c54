"""exp, log and tanh are accurate, and the same compiled and as plain Python."""

import hashlib
import math
import os
import subprocess
import sys
from decimal import Decimal, getcontext
from pathlib import Path

import numpy as np
import pytest

from rookery.core import elementary

ROOT = Path(__file__).parents[2]
getcontext().prec = 50
RNG = np.random.default_rng(22)
LOGS = [1.0, 2.0, *range(3, 300), *RNG.uniform(0.5, 2.0, 300), *np.exp(RNG.uniform(-700.0, 700.0, 300))]
LOGS += [math.sqrt(2.0), math.nextafter(math.sqrt(2.0), 2.0), math.nextafter(1.0, 0.0), math.nextafter(1.0, 2.0)]
EXPONENTS = [0.0, -0.0, 1.0, -1.0, 709.0, -708.0, *RNG.uniform(-5.0, 5.0, 300), *RNG.uniform(-708.0, 709.0, 300)]


def units(found: float, exact: Decimal) -> float:
    """The error in units in the last place."""
    return float(abs(Decimal(found) - exact) / Decimal(math.ulp(float(exact))))


def test_logarithms() -> None:
    found = {float(number): elementary.log(float(number)) for number in LOGS}
    assert found.pop(1.0) == 0.0
    assert not [number for number, log in found.items() if units(log, Decimal(number).ln()) >= 1.0]


def test_powers_of_e() -> None:
    assert not [x for x in EXPONENTS if units(elementary.exp(x), Decimal(x).exp()) >= 1.0]


def test_ends_of_the_range() -> None:
    assert math.isnan(elementary.exp(math.nan))
    assert (elementary.exp(709.1), elementary.exp(-708.1)) == (math.inf, 0.0)
    assert (elementary.exp(math.inf), elementary.exp(-math.inf)) == (math.inf, 0.0)


def tangent(number: float) -> Decimal:
    """The hyperbolic tangent, exact to many digits."""
    power = (2 * Decimal(number)).exp()
    return (power - 1) / (power + 1)


@pytest.mark.parametrize("number", [0.0, 1e-9, 0.3, 1.0, 5.0, 40.0, 1000.0])
def test_hyperbolic_tangents(number: float) -> None:
    assert abs(Decimal(elementary.tanh(number)) - tangent(number)) < 3e-16
    assert elementary.tanh(-number) == -elementary.tanh(number)


def digest() -> str:
    """A hash of the bits of many results."""
    numbers = [float(number) for number in LOGS]
    found = [f(x) for x in numbers for f in (elementary.log, elementary.tanh)]
    found += [elementary.exp(float(x)) for x in (*EXPONENTS, math.nan, math.inf, -math.inf)]
    return hashlib.sha256(np.array(found).tobytes()).hexdigest()


def test_compiled_and_plain_python_give_the_same_bits() -> None:
    code = f"from {__name__} import digest; print(digest())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert plain.stdout.strip() == digest(), plain.stderr
