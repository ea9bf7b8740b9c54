"""Sets as masks: whole numbers whose bit q stands for member q.

Each function is an ordinary Python function, and one instruction of the processor where a kernel calls it.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

__all__ = ["count_bits", "lowest_bit"]


def lowest_bit(mask: int) -> int:
    """The least member of a mask that is not 0: 0b1100 -> 2. Of an empty mask: no meaning."""
    mask = int(mask)  # a NumPy number has no `bit_length`
    return (mask & -mask).bit_length() - 1


def count_bits(mask: int) -> int:
    """How many members a mask of at most 64 bits has; a negative number is one with bit 63."""
    return (int(mask) & 0xFFFFFFFFFFFFFFFF).bit_count()


def _trailing_zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(1))  # 1: of 0 it has no meaning

    return types.int64(types.int64), generate


def _population_count(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


_zeros: Any = intrinsic(_trailing_zeros)
_count: Any = intrinsic(_population_count)


# not strict: a lambda has no annotations
@overload(lowest_bit, strict=False)
def _lowest_bit(mask: Any) -> Any:
    return lambda mask: _zeros(mask)


@overload(count_bits, strict=False)
def _count_bits(mask: Any) -> Any:
    return lambda mask: _count(mask)
