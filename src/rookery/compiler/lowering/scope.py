"""Names of a kernel: its variables, and what it finds in modules."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rookery.compiler.errors import NotInLanguage, near
from rookery.compiler.ir import Const, Expr, Function, Get, Let, Statement, const, is_pure, is_simple, op, reads
from rookery.compiler.language import BOOL, INT, UNSIGNED, WASM, TupleType, Type, leaves, told, wider
from rookery.compiler.program import Global, KernelName, Namespace
from rookery.compiler.values import AnyValue, Num, TupleValue, Value, changed, items_of, packed, unpacked

if TYPE_CHECKING:
    from rookery.compiler.compiling import NewModule

__all__ = ["Again", "Known", "Scope", "Signature"]

Anything = TypeVar("Anything")
USABLE = (
    "numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max"
)


class Again(Exception):
    """A variable needs a wider type than was known when its first value was lowered."""


@dataclass(slots=True)
class Signature:
    """A kernel for one list of argument types."""

    kernel: KernelName
    types: tuple[Type, ...]
    result: Type | None  # None: nothing
    function: Function


@dataclass(slots=True)
class Variable:
    type: Type
    locals: tuple[int, ...]


@dataclass(slots=True)
class Known:
    """What is known of variables before their kernel is lowered once more."""

    types: dict[str, Type] = field(default_factory=dict)  # wider than that of the first value
    short: set[str] = field(default_factory=set)  # those that hold a number from an unsigned field


class Scope:
    def __init__(self, unit: "NewModule", signature: Signature, known: Known) -> None:
        """`known`: what earlier attempts found out; more is added."""
        self.unit, self.signature, self.known = unit, signature, known
        self.tree = unit.program.function(signature.kernel)
        self.module = signature.kernel.module
        self.function = signature.function
        self.variables: dict[str, Variable] = {}
        stored = (
            node for node in ast.walk(self.tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        self.assigned = {node.id for node in stored}
        self._check_parameters()
        self.body: list[Statement] = self.function.body
        place = 0
        for argument, kind in zip(self.tree.args.args, signature.types, strict=True):
            count = len(list(leaves(kind)))
            found = Variable(kind, tuple(range(place, place + count)))
            if (wanted := known.types.get(argument.arg, kind)) != kind:  # it is assigned wider values later
                self.variables[argument.arg] = self._new(wanted)
                self.set(argument.arg, self._value_of(found), argument)
            else:
                self.variables[argument.arg] = found
            place += count

    def _check_parameters(self) -> None:
        given = self.tree.args
        if given.defaults or given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
            self.refuse("a kernel has plain parameters; write them without defaults, stars and slashes", self.tree)
        for parameter in given.args:
            if parameter.annotation is None:
                self.refuse(
                    f"the parameter {parameter.arg} has no annotation; write what it is, as in n: int", parameter
                )
        if self.tree.returns is None:
            self.refuse("the kernel does not say what it returns; write -> int, or -> None", self.tree)

    def refuse(self, message: str, node: ast.AST) -> NoReturn:
        raise NotInLanguage(message, node)

    # ── Variables ────────────────────────────────────────────────────────────
    def _new(self, kind: Type) -> Variable:
        return Variable(kind, tuple(self.function.new_local(leaf) for leaf in leaves(kind)))

    def _value_of(self, variable: Variable) -> Value:
        return unpacked(variable.type, self._gets(variable))

    def _gets(self, variable: Variable) -> Iterator[Expr]:
        return (Get(self.function.locals[local], local) for local in variable.locals)

    def variable(self, name: str) -> Value | None:
        found = self.variables.get(name)
        if found is None:
            return None
        value = self._value_of(found)
        return Num(value.kind, value.expr, short=True) if name in self.known.short and isinstance(value, Num) else value

    def set(self, name: str, value: Value, node: ast.AST) -> None:
        """Assign to a variable, which is made if there is none of this name. Raises Again."""
        kind = value.type
        if not isinstance(value, Num) and is_short(value):
            self.refuse(f"{name} would have a number from an unsigned field; write np.int64(...) around it", node)
        if name not in self.variables:
            self.variables[name] = self._new(self.known.types.get(name, kind))
        variable = self.variables[name]
        if variable.type != kind:
            both = wider(variable.type, kind)
            if both is None:
                self.refuse(f"{name} is {told(variable.type)} and {told(kind)}; use two names", node)
            if both != variable.type:
                self.known.types[name] = both
                raise Again
        if isinstance(value, Num) and value.short and name not in self.known.short:
            self.known.short.add(name)
            raise Again
        exprs = list(packed(self.as_type(value, variable.type, node), variable.type))
        if any(reads(expr, variable.locals[:place]) for place, expr in enumerate(exprs)):  # t = (t[1], t[0])
            exprs = [self.new(expr) for expr in exprs]
        for local, expr in zip(variable.locals, exprs, strict=True):
            if not (isinstance(expr, Get) and expr.local == local):
                self.body.append(Let((local,), expr))

    def new(self, expr: Expr) -> Expr:
        """The expression in a local of its own, which nothing else changes; a constant as it is."""
        if isinstance(expr, Const):
            return expr
        local = self.function.new_local(expr.type)
        self.body.append(Let((local,), expr))
        return Get(expr.type, local)

    def as_type(self, value: Value, kind: Type, node: ast.AST) -> Value:
        """A value as a type that is as wide or wider: its numbers are converted."""
        if isinstance(value, Num) and isinstance(kind, str):
            return self.converted(value, kind, node)
        if isinstance(value, TupleValue) and isinstance(kind, TupleType):
            pairs = zip(value.items, kind.items, strict=True)
            return TupleValue(tuple(self.as_type(item, part, node) for item, part in pairs), value.names, value.of)
        return value

    # ── Order ────────────────────────────────────────────────────────────────
    # An expression is a tree, evaluated where it stands. What must come before it is appended to the body as a
    # statement; so an expression that is used twice is held in a local, and one that a later statement may change, too.
    def hold(self, expr: Expr) -> Expr:
        """An expression that may be used again and again: in a local, unless it is a constant or in a local already."""
        return expr if is_simple(expr) else self.new(expr)

    def held(self, value: AnyValue) -> AnyValue:
        """The same value, of which nothing is left to do but instructions over locals."""
        return changed(value, lambda expr: expr if is_pure(expr) else self.new(expr))

    def in_order(self, *made: Callable[[], AnyValue]) -> list[AnyValue]:
        """Values that are made one after another: those before statements of a later one are computed before these."""
        values: list[AnyValue] = []
        for make in made:
            later, value = self.apart(make)
            if later:
                values = list(map(self.held, values))
            self.body += later
            values.append(value)
        return values

    def apart(self, make: Callable[..., Anything], *given: Any) -> tuple[list[Statement], Anything]:
        """What this function makes, and the statements that it appends, which go to a list of their own."""
        before, self.body = self.body, []
        value = make(*given)
        made, self.body = self.body, before
        return made, value

    # ── Names of modules ─────────────────────────────────────────────────────
    def resolved(self, node: ast.expr) -> Global | None:
        """What a name, or a name of a module that is named, stands for; None for variables and all else."""
        if isinstance(node, ast.Name):
            if node.id in self.variables:
                return None
            if node.id in self.assigned:
                self.refuse(f"{node.id} has no value yet; assign to it before this line, and before the loop", node)
            found = self.unit.program.named(self.module, node.id)
            if found is None:
                known = [*self.variables, *self.unit.program.names(self.module)]
                meant = near(node.id, known) if node.id not in known else ""
                self.refuse(f"{node.id} is not defined{meant or f', or nothing that a kernel can use: {USABLE}'}", node)
            return found
        if isinstance(node, ast.Attribute):
            base = self.resolved(node.value) if isinstance(node.value, ast.Name | ast.Attribute) else None
            if isinstance(base, Namespace):
                found = self.unit.program.named(base.name, node.attr)
                if found is None:
                    self.refuse(f"{ast.unparse(node)} is nothing that a kernel can use: {USABLE}", node)
                return found
        return None

    # ── Numbers ──────────────────────────────────────────────────────────────
    def constant(self, kind: str, value: float) -> Num:
        return Num(kind, const(WASM[kind], value))

    def converted(self, value: Num, kind: str, node: ast.AST) -> Num:
        """A number as another kind, where nothing is lost. Raises NotInLanguage."""
        if value.kind == kind:
            return value
        if (found := convert(value, kind)) is None:
            how = {
                INT: "np.int64(...)" if value.kind == UNSIGNED else "int(...)",
                BOOL: "bool(...)",
                UNSIGNED: "np.uint64(...)",
            }.get(kind, "float(...)")
            self.refuse(f"this is {told(value.kind)} where {told(kind)} is needed; write {how}", node)
        return Num(kind, found)


def is_short(value: Value) -> bool:
    """Whether it is, or has, a number from an unsigned field. Machine code goes on without a sign from there."""
    items = items_of(value)
    return any(map(is_short, items)) if items is not None else isinstance(value, Num) and value.short


def convert(value: Num, kind: str) -> Expr | None:
    """A number as a kind that can hold it; None if there is no such conversion without being told."""
    expr = value.expr
    match value.kind, kind:
        case (a, b) if a == b:
            return expr
        case ("bool", "int"):
            return op("i64.extend_i32_u", expr)
        case ("bool", "float"):
            return op("f64.convert_i64_s", op("i64.extend_i32_u", expr))
        case ("int", "float"):
            return op("f64.convert_i64_s", expr)
        case ("single", "float"):
            return op("f64.promote_f32", expr)
        case ("int", "unsigned") if isinstance(expr, Const) and int(expr.value) >= 0:
            return expr
    return None
