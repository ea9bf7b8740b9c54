"""The types of the language.

Numbers have one of five kinds. In memory they may be shorter: a load widens, a store cuts. Records and arrays are
places in memory, of which a kernel has the address. A bundle is several values under one name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

INT, UNSIGNED, FLOAT, SINGLE, BOOL = "int", "unsigned", "float", "single", "bool"  # 64 bits, 64 bits, float64, float32
WASM = {INT: "i64", UNSIGNED: "i64", FLOAT: "f64", SINGLE: "f32", BOOL: "i32"}  # how WebAssembly holds them
ADDRESS = "i32"


class Format(NamedTuple):
    """How a number is stored."""

    size: int  # bytes
    kind: str
    load: str
    store: str
    unsigned: bool = False  # shorter than a word, and without a sign


FORMATS = {
    "int8": Format(1, INT, "i64.load8_s", "i64.store8"),
    "int16": Format(2, INT, "i64.load16_s", "i64.store16"),
    "int32": Format(4, INT, "i64.load32_s", "i64.store32"),
    "int64": Format(8, INT, "i64.load", "i64.store"),
    "uint8": Format(1, INT, "i64.load8_u", "i64.store8", unsigned=True),
    "uint16": Format(2, INT, "i64.load16_u", "i64.store16", unsigned=True),
    "uint32": Format(4, INT, "i64.load32_u", "i64.store32", unsigned=True),
    "uint64": Format(8, UNSIGNED, "i64.load", "i64.store"),
    "bool": Format(1, BOOL, "i32.load8_u", "i32.store8"),
    "float32": Format(4, SINGLE, "f32.load", "f32.store"),
    "float64": Format(8, FLOAT, "f64.load", "f64.store"),
}


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record: a number, or an array of numbers."""

    format: str
    offset: int  # bytes from the start of the record
    shape: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RecordType:
    """A record type. Two are the same only if they are one object."""

    name: str
    size: int
    fields: dict[str, RecordField]


Element = str | RecordType  # of an array: a format, or a record


def size_of(of: Element) -> int:
    """The bytes of an element."""
    return of.size if isinstance(of, RecordType) else FORMATS[of].size


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array. A length or stride (in bytes) that is known is a number, any other is None; without `strides`, its
    elements lie side by side in the order of C."""

    of: Element
    shape: tuple[int | None, ...]
    strides: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple, or a bundle: then with the names of its fields and of its class."""

    items: tuple["Type", ...]
    names: tuple[str, ...] = ()
    of: str = ""


Type = str | RecordType | ArrayType | TupleType  # a str is a kind of number


def leaves(kind: Type) -> Iterator[str]:
    """The WebAssembly types of the values that hold a value of this type."""
    if isinstance(kind, str):
        yield WASM[kind]
    elif isinstance(kind, RecordType):
        yield ADDRESS
    elif isinstance(kind, ArrayType):
        yield ADDRESS
        yield from (ADDRESS for length in kind.shape if length is None)
        yield from (ADDRESS for stride in kind.strides or () if stride is None)
    else:
        for part in kind.items:
            yield from leaves(part)


def wider(one: Type, other: Type) -> Type | None:
    """The type that holds values of both; None if there is none."""
    if one == other:
        return one
    if isinstance(one, str) and isinstance(other, str):
        if UNSIGNED in (one, other):
            return None  # a word and a signed number have no common kind
        return INT if {one, other} == {BOOL, INT} else FLOAT
    if isinstance(one, ArrayType) and isinstance(other, ArrayType):
        if one.of != other.of or len(one.shape) != len(other.shape) or (one.strides is None) != (other.strides is None):
            return None
        strides = None if one.strides is None else _where_equal(one.strides, other.strides or ())
        return ArrayType(one.of, _where_equal(one.shape, other.shape), strides)
    if isinstance(one, TupleType) and isinstance(other, TupleType) and len(one.items) == len(other.items):
        items = tuple(both for pair in zip(one.items, other.items) if (both := wider(*pair)) is not None)
        return TupleType(items, one.names, one.of) if len(items) == len(one.items) and one.of == other.of else None
    return None


def _where_equal(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return tuple(a if a == b else None for a, b in zip(one, other))


def told(kind: Type) -> str:
    """A type in words, for refusals."""
    if isinstance(kind, str):
        words = {INT: "a whole number", UNSIGNED: "an np.uint64", FLOAT: "a float", SINGLE: "a float32", BOOL: "a bool"}
        return words[kind]
    if isinstance(kind, RecordType):
        return f"a record {kind.name}".rstrip() if kind.fields else f"a {kind.name}"
    return "an array" if isinstance(kind, ArrayType) else f"a {kind.of or 'tuple'}"
