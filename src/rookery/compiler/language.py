"""The types of the language.

Numbers have one of six kinds. In memory they may be shorter: a load widens, a store cuts. Records and arrays are places
in memory, of which a kernel has the address. A bundle is several values under one name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

INT, UNSIGNED, FLOAT, SINGLE, BOOL = "int", "unsigned", "float", "single", "bool"  # 64 bits, 64 bits, float64, float32
UNSIGNED_SHORT = "short"  # from a shorter format without a sign: machine code would go on without one
ADDRESS = "address"
WASM = {INT: "i64", UNSIGNED: "i64", FLOAT: "f64", SINGLE: "f32", BOOL: "i32", UNSIGNED_SHORT: "i64", ADDRESS: "i32"}


class Format(NamedTuple):
    """The storage of a number."""

    size: int  # bytes
    kind: str
    load: str
    store: str


FORMATS = {
    "int8": Format(1, INT, "i64.load8_s", "i64.store8"),
    "int16": Format(2, INT, "i64.load16_s", "i64.store16"),
    "int32": Format(4, INT, "i64.load32_s", "i64.store32"),
    "int64": Format(8, INT, "i64.load", "i64.store"),
    "uint8": Format(1, UNSIGNED_SHORT, "i64.load8_u", "i64.store8"),
    "uint16": Format(2, UNSIGNED_SHORT, "i64.load16_u", "i64.store16"),
    "uint32": Format(4, UNSIGNED_SHORT, "i64.load32_u", "i64.store32"),
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


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array, whose elements lie side by side in the order of C. A length that is known is a number, else None."""

    of: Element
    shape: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple, or a bundle: then with the names of its fields and of its class."""

    items: tuple["Type", ...]
    names: tuple[str, ...] = ()
    of: str = ""


Type = str | RecordType | ArrayType | TupleType  # a str is a kind of number

NO_VALUES = TupleType(())  # what a kernel returns whose annotation is None


def leaves(kind: Type) -> Iterator[str]:
    """The kinds of the values that hold a value of this type: numbers, and addresses and lengths."""
    if isinstance(kind, TupleType):
        for part in kind.items:
            yield from leaves(part)
    else:
        yield kind if isinstance(kind, str) else ADDRESS
        if isinstance(kind, ArrayType):
            yield from (ADDRESS for length in kind.shape if length is None)


TOLD = {INT: "a whole number", UNSIGNED: "an np.uint64", FLOAT: "a float", SINGLE: "a float32", BOOL: "a bool"}
TOLD |= {UNSIGNED_SHORT: "a number from an unsigned field"}


def told(kind: Type) -> str:
    """A type in words, for refusals."""
    if isinstance(kind, str):
        return TOLD[kind]
    if isinstance(kind, RecordType):
        return f"a record {kind.name}".rstrip() if kind.fields else f"a {kind.name}"
    if isinstance(kind, TupleType):
        return f"a {kind.of or f'tuple of {len(kind.items)}'}" if kind != NO_VALUES else "nothing"
    lengths = " by ".join("any" if length is None else str(length) for length in kind.shape)
    return "an array" if set(kind.shape) == {None} else f"an array of {lengths}"
