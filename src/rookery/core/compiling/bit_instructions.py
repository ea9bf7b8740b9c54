"""Teaches Numba the functions of core/bits.py as machine instructions; core/kernel.py imports this file."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from rookery.core.bits import bits_of, count_bits, float_of, lowest_bit, without_lowest


def _trailing_zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(0))  # 0: of 0 it is 64, on every machine

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
