"""Bits of numbers: sets as masks, whole numbers whose bit q stands for member q; and floats as their 64 bits.

Each function is an ordinary Python function that a kernel compiles to one or two machine instructions. This loop visits
the members of a mask in ascending order:

    while left:
        member = lowest_bit(left)
        left = without_lowest(left)
"""

import struct
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

__all__ = ["bits_of", "count_bits", "float_of", "lowest_bit", "without_lowest"]

_ALL = (1 << 64) - 1


def lowest_bit(mask: int) -> int:
    """The least member of a mask: 0b1100 -> 2. Undefined for an empty mask."""
    mask = int(mask)  # a NumPy number has no `bit_length`
    return (mask & -mask).bit_length() - 1


def without_lowest(mask: int) -> int:
    """A mask without its least member. A negative number has bit 63 set; 0 stays 0."""
    left = int(mask) & _ALL  # a NumPy number would overflow if only bit 63 is set
    left &= left - 1
    return left - (left >> 63 << 64)


def count_bits(mask: int) -> int:
    """The number of members of a mask of at most 64 bits. A negative number has bit 63 set."""
    return (int(mask) & _ALL).bit_count()


def bits_of(number: float) -> int:
    """The 64 bits of a float as a signed whole number: sign, 11 bits of exponent, 52 of fraction (IEEE 754)."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def float_of(bits: int) -> float:
    """The float that has these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def _trailing_zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(1))  # 1: the result is undefined for 0

    return types.int64(types.int64), generate


def _population_count(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _rest(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], args[0].type(1)))

    return types.int64(types.int64), generate


def _float_as_bits(context: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), generate


def _bits_as_float(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), generate


_zeros: Any = intrinsic(_trailing_zeros)
_count: Any = intrinsic(_population_count)
_without: Any = intrinsic(_rest)
_bits: Any = intrinsic(_float_as_bits)
_float: Any = intrinsic(_bits_as_float)


# not strict: a lambda has no annotations
@overload(lowest_bit, strict=False)
def _lowest_bit(mask: Any) -> Any:
    return lambda mask: _zeros(mask)


@overload(count_bits, strict=False)
def _count_bits(mask: Any) -> Any:
    return lambda mask: _count(mask)


@overload(without_lowest, strict=False)
def _without_lowest(mask: Any) -> Any:
    return lambda mask: _without(mask)


@overload(bits_of, strict=False)
def _bits_of(number: Any) -> Any:
    return lambda number: _bits(number)


@overload(float_of, strict=False)
def _float_of(bits: Any) -> Any:
    return lambda bits: _float(bits)
