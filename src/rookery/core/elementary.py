"""exp, log and tanh as kernels, so that they give the same bits on every machine, in every browser and as plain Python.

The C library's differ in the last bit between systems, which is enough to make two tree searches differ. These
use only operations that IEEE 754 rounds exactly, in an order that no compiler may change. Errors of exp and log are
below 1 unit in the last place (tests/core/test_elementary.py compares them with exact values).

Series and reductions are those of Abramowitz and Stegun 1964, 4.1.27 and 4.2.1. ln 2 is split into two floats, so that
its product with an exponent is exact (Cody and Waite 1980).
"""

import math

from rookery.core.bits import bits_of, float_of
from rookery.core.kernel import kernel

LN_2_HIGH = 0x162E42FEE00000 * 2.0**-53  # the first 32 bits of ln 2; times an exponent, this is exact
LN_2_LOW = 1.9082149292705877e-10  # ln 2 - LN_2_HIGH
PER_LN_2 = 1.4426950408889634  # 1 / ln 2
SQRT_2 = 1.4142135623730951
FRACTION = (1 << 52) - 1  # mask of the fraction's bits
BIAS = 1023  # of the exponent
MAX_EXPONENT, MIN_EXPONENT = 709.0, -708.0  # beyond these, exp is taken as infinite or as 0
LOG_SERIES = tuple(1 / n for n in range(21, 1, -2))  # 1/21, 1/19 ... 1/3
EXP_SERIES = tuple(1 / math.factorial(n) for n in range(14, 1, -1))  # 1/14! ... 1/2!


@kernel
def log(x: float) -> float:
    """The natural logarithm of a positive, normal float; for others the result is undefined."""
    bits = bits_of(x)
    exponent = (bits >> 52) - BIAS
    fraction = float_of((bits & FRACTION) | BIAS << 52)  # 1 .. 2
    if fraction > SQRT_2:
        fraction *= 0.5
        exponent += 1
    f = fraction - 1.0
    s = f / (2.0 + f)  # log(1 + f) = 2 (s + s^3 / 3 + s^5 / 5 + ...), with |s| <= 0.1716
    z = s * s
    series = 0.0
    for factor in LOG_SERIES:
        series = series * z + factor
    # 2 s is written as f - s f: f is exact, and what is subtracted from it is small
    return exponent * LN_2_HIGH + (f - (s * f - 2.0 * s * z * series - exponent * LN_2_LOW))


@kernel
def exp(x: float) -> float:
    """e to the power x; infinite above MAX_EXPONENT, 0 below MIN_EXPONENT; nan of nan."""
    if math.isnan(x):
        return x
    if x > MAX_EXPONENT:
        return math.inf
    if x < MIN_EXPONENT:
        return 0.0
    exponent = math.floor(x * PER_LN_2 + 0.5)
    r = x - exponent * LN_2_HIGH - exponent * LN_2_LOW  # |r| <= ln 2 / 2
    series = 0.0
    for factor in EXP_SERIES:
        series = series * r + factor
    return (1.0 + (r + r * r * series)) * float_of((int(exponent) + BIAS) << 52)


@kernel
def tanh(x: float) -> float:
    """The hyperbolic tangent, with an absolute error below 3e-16; near 0 its relative error is larger."""
    small = exp(-2.0 * abs(x))
    size = (1.0 - small) / (1.0 + small)
    return size if x >= 0.0 else -size
