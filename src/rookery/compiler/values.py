"""What an expression of a kernel stands for, as trees of the intermediate form.

A number is one tree. A record is its address. An array is an address with its lengths and strides, so a view costs
nothing. A bundle or a tuple is its parts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from rookery.compiler.ir import Const, Expr, i32, op
from rookery.compiler.language import ArrayType, Element, RecordType, TupleType, Type, size_of

__all__ = [
    "AnyValue",
    "ArrayValue",
    "Num",
    "RecordValue",
    "TupleValue",
    "Value",
    "changed",
    "items_of",
    "packed",
    "unpacked",
]


@dataclass(slots=True)
class Num:
    kind: str
    expr: Expr
    short: bool = False  # read from an unsigned field that is shorter than a word

    @property
    def type(self) -> Type:
        return self.kind


@dataclass(slots=True)
class RecordValue:
    record: RecordType
    address: Expr

    @property
    def type(self) -> Type:
        return self.record


@dataclass(slots=True)
class ArrayValue:
    of: Element
    address: Expr
    shape: tuple[Expr, ...]  # lengths, i32
    strides: tuple[Expr, ...] | None = None  # bytes, i32; None: as in C
    offset: int = 0  # bytes, added to the address

    @property
    def type(self) -> Type:
        strides = None if self.strides is None else tuple(map(_known, self.strides))
        return ArrayType(self.of, tuple(map(_known, self.shape)), strides)

    def stride(self, axis: int) -> Expr:
        """The bytes from one element of an axis to the next."""
        if self.strides is not None:
            return self.strides[axis]
        found: Expr = i32(size_of(self.of))
        for length in self.shape[axis + 1 :]:
            found = op("i32.mul", found, length)
        return found

    @property
    def place(self) -> Expr:
        """The address with the offset."""
        return op("i32.add", self.address, i32(self.offset))


@dataclass(slots=True)
class TupleValue:
    """A tuple, or a bundle: then with the names of its fields and of its class."""

    items: tuple["Value", ...]
    names: tuple[str, ...] = ()
    of: str = ""

    @property
    def type(self) -> Type:
        return TupleType(tuple(item.type for item in self.items), self.names, self.of)


Value = Num | RecordValue | ArrayValue | TupleValue
AnyValue = TypeVar("AnyValue", bound=Value)


def _known(length: Expr) -> int | None:
    return int(length.value) if isinstance(length, Const) else None


def packed(value: Value, kind: Type) -> Iterator[Expr]:
    """The expressions that hold a value as this type, in the order of `language.leaves`; a number is of that kind
    already."""
    if isinstance(value, Num):
        yield value.expr
    elif isinstance(value, RecordValue):
        yield value.address
    elif isinstance(value, ArrayValue):
        assert isinstance(kind, ArrayType)
        yield value.place
        yield from (length for length, known in zip(value.shape, kind.shape, strict=True) if known is None)
        if kind.strides is not None:
            for axis, known in enumerate(kind.strides):
                if known is None:
                    yield value.stride(axis)
    else:
        assert isinstance(kind, TupleType)
        for part, one in zip(kind.items, value.items, strict=True):
            yield from packed(one, part)


def unpacked(kind: Type, exprs: Iterator[Expr]) -> Value:
    """The value of this type that these expressions hold; takes as many as it needs."""
    if isinstance(kind, str):
        return Num(kind, next(exprs))
    if isinstance(kind, RecordType):
        return RecordValue(kind, next(exprs))
    if isinstance(kind, ArrayType):
        address = next(exprs)
        shape = tuple(next(exprs) if length is None else i32(length) for length in kind.shape)
        strides = None
        if kind.strides is not None:
            strides = tuple(next(exprs) if stride is None else i32(stride) for stride in kind.strides)
        return ArrayValue(kind.of, address, shape, strides)
    return TupleValue(tuple(unpacked(part, exprs) for part in kind.items), kind.names, kind.of)


def changed(value: AnyValue, change: Callable[[Expr], Expr]) -> AnyValue:
    """The same value, each of its expressions replaced by another."""

    def part(one: Any) -> Any:
        if isinstance(one, Expr):
            return change(one)
        if isinstance(one, tuple):
            return tuple(map(part, one))
        return changed(one, change) if isinstance(one, Value) else one

    return type(value)(*[part(getattr(value, name)) for name in value.__match_args__])


def items_of(value: Value) -> tuple[Value, ...] | None:
    """The parts of a tuple or bundle; None for what has no parts."""
    return value.items if isinstance(value, TupleValue) else None
