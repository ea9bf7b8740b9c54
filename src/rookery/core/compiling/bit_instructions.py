"""Teaches Numba the functions of core/bits.py as machine instructions; core/kernel.py imports this file."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from rookery.core.bits import bits_of, count_bits, float_of, lowest_bit, without_lowest


def _teach(function: Callable[..., Any], result: Any, argument: Any, emit: Callable[[Any, Any], Any]) -> None:
    """Let kernels call `function`. `emit`: from the builder and the argument to the result, in LLVM."""

    def typed(context: Any, value: Any) -> Any:
        return result(argument), lambda context, builder, signature, args: emit(builder, args[0])

    instruction: Any = intrinsic(typed)
    overload(function, strict=False)(lambda value: lambda value: instruction(value))  # not strict: other names


INT64, FLOAT64 = types.int64, types.float64

_teach(lowest_bit, INT64, INT64, lambda builder, mask: builder.cttz(mask, ir.IntType(1)(0)))  # 0: of 0 it is 64
_teach(count_bits, INT64, INT64, lambda builder, mask: builder.ctpop(mask))
_teach(without_lowest, INT64, INT64, lambda builder, mask: builder.and_(mask, builder.sub(mask, mask.type(1))))
_teach(bits_of, INT64, FLOAT64, lambda builder, number: builder.bitcast(number, ir.IntType(64)))
_teach(float_of, FLOAT64, INT64, lambda builder, bits: builder.bitcast(bits, ir.DoubleType()))
