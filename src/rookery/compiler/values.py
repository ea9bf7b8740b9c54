"""The values of a kernel's expressions, as trees of the intermediate form."""

from collections.abc import Iterable
from itertools import chain, islice
from typing import NamedTuple

from rookery.compiler.ir import Const, Expr, i32, op
from rookery.compiler.language import FORMATS, ArrayType, Element, RecordType, TupleType, Type, leaves


class Value(NamedTuple):
    """A type, and expressions for its leaves. A number is one; a record is its address; an array is its address and
    those lengths that its type does not know, so a view costs nothing; a tuple is its items, one after another."""

    type: Type
    exprs: tuple[Expr, ...]

    @property
    def expr(self) -> Expr:
        """A number, or the address of a record or an array."""
        return self.exprs[0]

    @property
    def kind(self) -> str:
        """Of a number."""
        assert isinstance(self.type, str)
        return self.type

    @property
    def items(self) -> list["Value"]:
        """The values of a tuple or bundle."""
        assert isinstance(self.type, TupleType)
        rest = iter(self.exprs)
        return [Value(kind, tuple(islice(rest, sum(1 for _ in leaves(kind))))) for kind in self.type.items]

    @property
    def lengths(self) -> tuple[Expr, ...]:
        """The lengths of an array, i32."""
        assert isinstance(self.type, ArrayType)
        rest = iter(self.exprs[1:])
        return tuple(next(rest) if length is None else i32(length) for length in self.type.shape)


def number(kind: str, expr: Expr) -> Value:
    return Value(kind, (expr,))


def array(of: Element, address: Expr, lengths: Iterable[Expr]) -> Value:
    lengths = tuple(lengths)
    known = tuple(int(length.value) if isinstance(length, Const) else None for length in lengths)
    return Value(ArrayType(of, known), (address, *(length for length in lengths if not isinstance(length, Const))))


def several(items: Iterable[Value], names: tuple[str, ...] = (), of: str = "") -> Value:
    """A tuple, or a bundle: then with the names of its fields and of its class."""
    items = tuple(items)
    return Value(
        TupleType(tuple(item.type for item in items), names, of), tuple(chain(*(item.exprs for item in items)))
    )


def bytes_of(of: Element, lengths: Iterable[Expr]) -> Expr:
    """The bytes of so many elements."""
    found: Expr = i32(of.size if isinstance(of, RecordType) else FORMATS[of].size)
    for length in lengths:
        found = op("i32.mul", found, length)
    return found


def is_number(value: Value) -> bool:
    return isinstance(value.type, str)
