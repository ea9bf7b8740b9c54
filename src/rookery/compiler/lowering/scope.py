"""Names of a kernel: its variables, and what it finds in modules."""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rookery.compiler.errors import NotInLanguage, near
from rookery.compiler.ir import Const, Expr, Function, Get, Let, Statement, is_pure, is_simple, op, reads
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, UNSIGNED, UNSIGNED_SHORT, Type, leaves, told
from rookery.compiler.program import Global, KernelName, Namespace
from rookery.compiler.values import Value

if TYPE_CHECKING:
    from rookery.compiler.compiling import NewModule

Anything = TypeVar("Anything")
USABLE = (
    "numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max"
)
LOSSLESS = {  # from a kind, to one that can hold it: instructions
    (BOOL, INT): ["i64.extend_i32_u"],
    (BOOL, FLOAT): ["i64.extend_i32_u", "f64.convert_i64_s"],
    (INT, FLOAT): ["f64.convert_i64_s"],
    (SINGLE, FLOAT): ["f64.promote_f32"],
}
STORED = LOSSLESS | {  # the same where a number is stored
    (BOOL, UNSIGNED_SHORT): LOSSLESS[BOOL, INT],
    (BOOL, UNSIGNED): LOSSLESS[BOOL, INT],
    (BOOL, SINGLE): [*LOSSLESS[BOOL, INT], "f32.convert_i64_s"],
    (INT, UNSIGNED_SHORT): [],
    (INT, UNSIGNED): [],
    (INT, BOOL): ["i64.eqz", "i32.eqz"],
    (INT, SINGLE): ["f32.convert_i64_s"],
    (UNSIGNED, INT): [],
    (UNSIGNED, UNSIGNED_SHORT): [],
    (UNSIGNED, BOOL): ["i64.eqz", "i32.eqz"],
    (UNSIGNED, FLOAT): ["f64.convert_i64_u"],
    (UNSIGNED, SINGLE): ["f32.convert_i64_u"],
    (FLOAT, SINGLE): ["f32.demote_f64"],
}
CASTS = {
    INT: "int(...)",
    BOOL: "bool(...)",
    UNSIGNED: "np.uint64(...)",
}  # how a number becomes one of this kind; else float(...)


@dataclass(slots=True)
class Signature:
    """A kernel for one list of argument types."""

    kernel: KernelName
    types: tuple[Type, ...]
    result: Type
    function: Function


class Scope:
    def __init__(self, unit: "NewModule", signature: Signature) -> None:
        self.unit, self.signature = unit, signature
        self.tree = unit.program.function(signature.kernel)
        self.module = signature.kernel.module
        self.function = signature.function
        self.body: list[Statement] = self.function.body
        self.assigned = stored_names(self.tree)
        self._check_parameters()
        parameters = iter([Get(kind, place) for place, kind in enumerate(self.function.parameters)])
        self.variables = {  # name -> its locals
            argument.arg: Value(kind, tuple(next(parameters) for _ in leaves(kind)))
            for argument, kind in zip(self.tree.args.args, signature.types, strict=True)
        }

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
    def locals_of(self, name: str) -> list[int]:
        return [part.local for part in self.variables[name].exprs if isinstance(part, Get)]

    def new_locals(self, kinds: list[str]) -> tuple[Get, ...]:
        return tuple(Get(kind, self.function.new_local(kind)) for kind in kinds)

    def set(self, name: str, value: Value, node: ast.AST) -> None:
        """Assign to a variable, which is made if there is none of this name."""
        if name not in self.variables:
            self.variables[name] = Value(value.type, self.new_locals([expr.type for expr in value.exprs]))
        kind, exprs = self.variables[name].type, value.exprs
        if value.type != kind:
            self.refuse(f"{name} is {told(kind)} and {told(value.type)}; use two names", node)
        places = self.locals_of(name)
        if any(reads(expr, places[:number]) for number, expr in enumerate(exprs)):  # t = (t[1], t[0])
            exprs = tuple(map(self.new, exprs))
        for local, expr in zip(places, exprs, strict=True):
            if expr != Get(expr.type, local):
                self.body.append(Let((local,), expr))

    def new(self, expr: Expr) -> Expr:
        """The expression in a local of its own, which nothing else changes; a constant as it is."""
        if isinstance(expr, Const):
            return expr
        (local,) = self.new_locals([expr.type])
        self.body.append(Let((local.local,), expr))
        return local

    # ── Order ────────────────────────────────────────────────────────────────
    # An expression is a tree, evaluated where it stands. Work that must come before it is appended to the body as a
    # statement; so an expression that is used twice is held in a local, and one that a later statement may change, too.
    def hold(self, expr: Expr) -> Expr:
        """An expression that may be used again and again: in a local, unless it is a constant or in a local already."""
        return expr if is_simple(expr) else self.new(expr)

    def held(self, value: Value) -> Value:
        """The same value, of which nothing is left to do but instructions over locals."""
        return value._replace(exprs=tuple(expr if is_pure(expr) else self.new(expr) for expr in value.exprs))

    def in_order(self, *made: Callable[[], Value]) -> list[Value]:
        """Values that are made one after another: those before statements of a later one are computed before these."""
        values: list[Value] = []
        for make in made:
            later, value = self.apart(make)
            if later:
                values = list(map(self.held, values))
            self.body += later
            values.append(value)
        return values

    def apart(self, make: Callable[..., Anything], *given: Any) -> tuple[list[Statement], Anything]:
        """The result of this function, and the statements that it appends, which go to a list of their own."""
        before, self.body = self.body, []
        value = make(*given)
        made, self.body = self.body, before
        return made, value

    # ── Names of modules ─────────────────────────────────────────────────────
    def resolved(self, node: ast.expr) -> Global | None:
        """The object that a name, or a name of a named module, stands for; None for variables and all else."""
        if isinstance(node, ast.Name):
            if node.id in self.variables:
                return None
            if node.id in self.assigned:
                self.refuse(f"{node.id} has no value yet; assign to it before this line, and before the loop", node)
            meaning = self.unit.program.named(self.module, node.id)
            if meaning is None:
                known = [*self.variables, *self.unit.program.names(self.module)]
                meant = near(node.id, known) if node.id not in known else ""
                self.refuse(f"{node.id} is not defined{meant or f', or nothing that a kernel can use: {USABLE}'}", node)
            return meaning
        if isinstance(node, ast.Attribute):
            base = self.resolved(node.value) if isinstance(node.value, ast.Name | ast.Attribute) else None
            if isinstance(base, Namespace):
                meaning = self.unit.program.named(base.name, node.attr)
                if meaning is None:
                    self.refuse(f"{ast.unparse(node)} is nothing that a kernel can use: {USABLE}", node)
                return meaning
        return None

    # ── Numbers ──────────────────────────────────────────────────────────────
    def as_kind(self, value: Value, kind: str, node: ast.AST, *, stored: bool = False) -> Expr:
        """A number as another kind, where nothing is lost, or where it is `stored`. Raises NotInLanguage."""
        way = [] if value.kind == kind else (STORED if stored else LOSSLESS).get((value.kind, kind))
        if way is None and kind == UNSIGNED and isinstance(value.expr, Const) and int(value.expr.value) >= 0:
            way = []
        if way is None:
            signed = value.kind == UNSIGNED_SHORT or (value.kind == UNSIGNED and kind == INT)
            how = "np.int64(...)" if signed else CASTS.get(kind, "float(...)")
            self.refuse(f"this is {told(value.kind)} where {told(kind)} is needed; write {how}", node)
        expr = value.expr
        for name in way:
            expr = op(name, expr)
        return expr


def stored_names(tree: ast.AST) -> set[str]:
    """The variables that a part of a kernel assigns to."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
