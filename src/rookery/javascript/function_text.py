"""One function: its names, the kinds of its variables, and its text."""

import ast
import builtins
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.compiler.errors import NotInLanguage
from rookery.core.protocol import States
from rookery.javascript.live_sources import FunctionNode, node_of, own_nodes, place
from rookery.javascript.lowered_values import Lowered, Parameters, parameters_of
from rookery.javascript.python_library import variable
from rookery.javascript.value_kinds import Is, Kind, many, merged, of_annotation

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText

MOST_ROUNDS = 8  # in which the kinds of variables are found; each round knows more


class Live(NamedTuple):
    """What a name stands for outside of functions."""

    value: Any


def function_text(module: "ModuleText", function: types.FunctionType, name: str) -> str:
    """A function of a module, as `name`. Raises NotInLanguage."""
    node = node_of(function)
    if node is None:
        raise NotInLanguage(f"{function.__module__}.{function.__qualname__} has no source in Python that can be read")
    cells = zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True)
    try:
        text = FunctionText(module, node, {**function.__globals__, **dict(cells)}).text(name, "function ")
    except NotInLanguage as refused:
        refused.kernel = refused.kernel or function.__qualname__
        refused.file = refused.file or place(function.__module__, 0).rpartition(":")[0]
        refused.line = refused.line or node.lineno
        raise
    return f"// {place(function.__module__, node.lineno)}\n{text}"


class FunctionText:
    """A function that is being lowered."""

    def __init__(
        self,
        module: "ModuleText",
        node: FunctionNode,
        names: Mapping[str, Any],
        outer: "FunctionText | None" = None,
        of: type | None = None,
    ) -> None:
        """`names`: the live objects around it; `outer`: the function around it; `of`: the class whose method it is."""
        self.module, self.node, self.names, self.outer, self.of = module, node, names, outer, of
        self.takes = parameters_of(node, method=of is not None and not _static(node))
        self.body: list[ast.stmt] = node.body if isinstance(node, ast.FunctionDef) else []
        self.inner = {x.name: x for x in own_nodes(self.body) if isinstance(x, ast.FunctionDef)}
        self.generates = any(isinstance(x, ast.Yield | ast.YieldFrom) for x in own_nodes(self.body))
        self.kinds = dict[str, Kind]()  # of parameters and variables
        self.found = dict[str, Kind]()  # of the variables in this round
        self.targets: list[dict[str, Kind]] = []  # the variables of comprehensions around the expression
        self.temporary = list[str]()
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for argument in arguments:
            self.kinds[argument.arg] = self.annotated(argument.annotation)
        if self.takes.itself:
            self.kinds[arguments[0].arg] = Kind("object", (), of)
        if node.args.vararg:
            self.kinds[node.args.vararg.arg] = many("row", self.annotated(node.args.vararg.annotation))
        self.parameters = [*self.kinds]
        self.kinds |= dict.fromkeys(self.inner, Kind("function"))
        self.kinds |= {name: Is.NOTHING for name in self._stored() if name not in self.kinds}

    def _stored(self) -> list[str]:
        """The names that statements assign; those of comprehensions are their own."""
        own = set[int]()
        for node in own_nodes(self.body):
            if isinstance(node, ast.comprehension):
                own |= {id(x) for x in ast.walk(node.target)}
        stored = [x for x in own_nodes(self.body) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]
        if isinstance(self.node, ast.Lambda):
            stored = [x.target for x in ast.walk(self.node) if isinstance(x, ast.NamedExpr)]
        return [*dict.fromkeys(x.id for x in stored if id(x) not in own)]

    # ── Names ────────────────────────────────────────────────────────────────
    def annotated(self, annotation: ast.expr | None) -> Kind:
        """The kind that an annotation tells."""
        if annotation is None:
            return Is.UNKNOWN
        try:
            told = eval(ast.unparse(annotation), dict(self.names))
            if told == States and self.module.record:
                return many("cells", Kind("record", (), self.module.record))
            return of_annotation(told)
        except (NameError, TypeError):  # imported for type checkers alone
            return Is.UNKNOWN

    def local(self, name: str) -> Lowered | None:
        """A variable of this function, or of one around it."""
        for targets in reversed(self.targets):
            if name in targets:
                return Lowered(variable(name), targets[name])
        if name in self.kinds:
            return Lowered(variable(name), self.kinds[name] if name not in self.found else self._so_far(name))
        return self.outer.local(name) if self.outer else None

    def _so_far(self, name: str) -> Kind:
        return merged((self.kinds[name], self.found[name]))

    def live(self, name: str) -> Live | None:
        """What a name means that is no variable; None if it is one, or nothing."""
        if self.local(name) is not None:
            return None
        if name in self.names:
            return Live(self.names[name])
        return Live(getattr(builtins, name)) if hasattr(builtins, name) else None

    def inner_parameters(self, name: str) -> Parameters | None:
        """How a function within this one, or beside it, is called."""
        if name in self.inner:
            return parameters_of(self.inner[name])
        return self.outer.inner_parameters(name) if self.outer else None

    def assigned(self, name: str, kind: Kind) -> None:
        """Note what a variable is given."""
        kind = Is.INT if kind == Is.SAFE else kind
        self.found[name] = merged((self.found.get(name, Is.NOTHING), kind))

    def temporary_name(self) -> str:
        self.temporary.append(f"$t{len(self.temporary) + 1}")
        return self.temporary[-1]

    @contextmanager
    def comprehending(self) -> Iterator[dict[str, Kind]]:
        """The variables of a comprehension, while what is in it is lowered."""
        self.targets.append({})
        try:
            yield self.targets[-1]
        finally:
            self.targets.pop()

    def within(self, node: FunctionNode) -> "FunctionText":
        """A function inside this one."""
        return FunctionText(self.module, node, self.names, self)

    def helper(self, name: str) -> str:
        return self.module.helper(name)

    def lowered(self, node: ast.expr) -> Lowered:
        """An expression. Raises NotInLanguage."""
        lower = self.module.lowers.get(type(node))
        try:
            if lower is None:
                raise NotInLanguage(f"{ast.unparse(node)!r} is not in the subset that pages run")
            return lower(self, node)
        except NotInLanguage as refused:
            refused.line = refused.line or node.lineno
            raise

    def condition(self, node: ast.expr) -> str:
        """The truth of an expression, where JavaScript asks for one."""
        return self.module.condition(self, node)

    # ── Text ─────────────────────────────────────────────────────────────────
    def text(self, name: str, prefix: str) -> str:
        """The function. `prefix`: "function ", or for methods "" or "get "."""
        self._find_kinds()
        parameters = self._parameters()
        lines = self._lines()
        own = [variable(x) for x in self.kinds if x not in self.parameters and x not in self.inner]
        if own := [*own, *self.temporary]:
            lines.insert(0, f"let {', '.join(own)};")
        if self.of is not None and self.takes.itself:
            lines.insert(0, f"const {variable(self.takes.itself)} = this;")
        star = "*" if self.generates else ""
        head = f"{prefix.rstrip()}{star} {name}" if prefix.strip() else f"{star}{name}"
        return "\n".join([f"{head}({parameters}) {{", *lines, "}"])

    def arrow(self) -> str:
        """The same as an expression, of a lambda."""
        assert isinstance(self.node, ast.Lambda)
        self._find_kinds()
        parameters, lines = self._parameters(), self._lines()
        own = [variable(x) for x in self.kinds if x not in self.parameters] + self.temporary
        head = f"let {', '.join(own)}; " if own else ""
        return f"(({parameters}) => {{ {head}{' '.join(lines)} }})"

    def _find_kinds(self) -> None:
        for _ in range(MOST_ROUNDS):
            self.found, self.temporary = {}, []
            self._lines()
            found = {x: self.found.get(x, Is.NOTHING) for x in self.kinds if x not in self.inner}
            kinds = {x: merged((found[x], self.kinds[x] if x in self.parameters else Is.NOTHING)) for x in found}
            stable = all(self.kinds[x] == kind for x, kind in kinds.items())
            self.kinds |= kinds
            if stable:
                break
        else:
            self.kinds |= {x: Is.UNKNOWN for x in self.kinds if x not in self.parameters and x not in self.inner}
        self.found, self.temporary = {}, []

    def _lines(self) -> list[str]:
        if isinstance(self.node, ast.Lambda):
            return [f"return {self.lowered(self.node.body).text};"]
        return self.module.block(self, self.body)

    def _parameters(self) -> str:
        defaults = self.takes.defaults
        given = [
            f"{variable(x)} = {self.lowered(defaults[x]).text}" if x in defaults else variable(x)
            for x in self.takes.names
        ]
        return ", ".join([*given, *(f"...{variable(x)}" for x in [self.takes.rest] if x)])


def _static(node: FunctionNode) -> bool:
    return any(ast.unparse(one) == "staticmethod" for one in getattr(node, "decorator_list", ()))
