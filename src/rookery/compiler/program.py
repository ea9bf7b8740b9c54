"""The input of the compiler: modules, and what the names in them stand for."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rookery.compiler.language import Type


class Number(NamedTuple):
    """A constant number."""

    kind: str
    value: int | float


@dataclass(frozen=True, slots=True, eq=False)
class ConstantArray:
    """An array of numbers that never change."""

    format: str
    shape: tuple[int, ...]
    data: bytes  # little-endian, in the order of C


class Constants(NamedTuple):
    """A tuple of constants; if it is a NamedTuple, with the names of its fields and of its class."""

    items: tuple["Global", ...]
    names: tuple[str, ...] = ()
    of: str = ""


class KernelName(NamedTuple):
    """A kernel, by the module that defines it."""

    module: str
    name: str


class Namespace(NamedTuple):
    """A module, as `import a as b` names it."""

    name: str


class BundleClass(NamedTuple):
    """A NamedTuple class; calling it makes a bundle."""

    name: str
    fields: tuple[str, ...]


class Builtin(NamedTuple):
    """A function of the language: int, len, count_bits ..."""

    name: str


class Other(NamedTuple):
    """A constant that kernels cannot use, such as a text in a tuple whose length they ask for."""

    what: str


Global = Number | ConstantArray | Constants | KernelName | Namespace | BundleClass | Builtin | Other


class Program(Protocol):
    """All modules that kernels can come from."""

    def named(self, module: str, name: str) -> Global | None:
        """The object of a global name of a module, or of a built-in name; None if kernels cannot use it."""

    def names(self, module: str) -> Iterable[str]:
        """The global names of a module, whether kernels can use them or not."""

    def function(self, kernel: KernelName) -> ast.FunctionDef:
        """The syntax tree of a kernel."""

    def file(self, module: str) -> str:
        """The file of a module, as people are told of it."""

    def annotated(self, module: str, annotation: ast.expr) -> Type | None:
        """The type that an annotation gives, if it gives one alone (int, a bundle of numbers); else None."""


class Export(NamedTuple):
    """A kernel that the module exports."""

    name: str  # under which it is exported
    kernel: KernelName
    arguments: tuple[Type, ...]
