"""One function: its names, the kinds of its variables, and its text."""

import ast
import builtins
import functools
import importlib
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.compiler.errors import NotInLanguage
from rookery.core.protocol import States
from rookery.javascript.live_sources import NAMED_FUNCTIONS, FunctionNode, meaning, node_of, own_nodes, place, placed
from rookery.javascript.lowered_values import Lowered, Parameters, parameters_of
from rookery.javascript.python_library import variable
from rookery.javascript.value_kinds import Is, Kind, many, merged, of_annotation

if TYPE_CHECKING:
    from rookery.javascript.page_module import ModuleText

MOST_ROUNDS = 8  # in which the kinds of variables are found; each round knows more


class Live(NamedTuple):
    """The object that a name stands for outside of functions."""

    value: Any


def function_text(module: "ModuleText", function: types.FunctionType, name: str) -> str:
    """A function of a module, as `name`. Raises NotInLanguage."""
    node = node_of(function)
    if node is None:
        raise NotInLanguage(f"{function.__module__}.{function.__qualname__} has no source in Python that can be read")
    cells = zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True)
    with placed(function.__qualname__, function.__module__, node.lineno):
        decorators = [one.func if isinstance(one, ast.Call) else one for one in getattr(node, "decorator_list", ())]
        wrong = {ast.unparse(one).rpartition(".")[2] for one in decorators} - _MARKS
        if wrong:
            raise NotInLanguage(f"a function marked with {', '.join(wrong)} is not in the subset; write a call")
        text = FunctionText(module, node, {**function.__globals__, **dict(cells)}).text(name, "function ")
    return f"// {place(function.__module__, node.lineno)}\n{text}"


# The decorators that a function may have
_MARKS = {"kernel", "cache", "lru_cache", "staticmethod", "classmethod", "override"}


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
        self.takes = parameters_of(node, method=of is not None and not is_marked(node, "staticmethod"))
        self.body: list[ast.stmt] = node.body if isinstance(node, NAMED_FUNCTIONS) else []
        self.inner = {x.name: x for x in own_nodes(self.body) if isinstance(x, NAMED_FUNCTIONS)}
        self.waits = isinstance(node, ast.AsyncFunctionDef)
        yields = any(isinstance(x, ast.Yield | ast.YieldFrom) for x in own_nodes(self.body))
        if yields and self.waits:
            raise NotInLanguage("an `async def` with `yield` is not in the subset; write a list", node)
        self.generates = self.waits or yields
        self.names = {**names, **imported(self.body)}
        self.kinds = dict[str, Kind]()  # of parameters and variables
        self.found = dict[str, Kind]()  # of the variables in this round
        self.targets: list[dict[str, Kind]] = []  # the variables of comprehensions around the expression
        self.temporary = list[str]()
        self.handles = 0  # so many `except` are around the statement
        self.before = list[str]()  # statements before the function itself: what its defaults are
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for argument in arguments:
            self.kinds[argument.arg] = self.annotated(argument.annotation)
        if self.takes.itself:
            marked = is_marked(node, "classmethod")
            self.kinds[arguments[0].arg] = Kind("class", (), of) if marked else of_annotation(of)
        if node.args.vararg:
            self.kinds[node.args.vararg.arg] = many("row", self.annotated(node.args.vararg.annotation))
        if node.args.kwarg:
            self.kinds[node.args.kwarg.arg] = Kind("dict", (Is.STR, self.annotated(node.args.kwarg.annotation)))
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
        caught = [x.name for x in own_nodes(self.body) if isinstance(x, ast.ExceptHandler) and x.name]
        return [*dict.fromkeys([*(x.id for x in stored if id(x) not in own), *caught])]

    # ── Names ────────────────────────────────────────────────────────────────
    def annotated(self, annotation: ast.expr | None) -> Kind:
        """The kind that an annotation tells."""
        if annotation is None:
            return Is.UNKNOWN
        try:
            hint = meaning(annotation, self.names)
            if hint == States and self.module.record:
                return many("cells", Kind("record", (), self.module.record))
            return of_annotation(hint)
        except (LookupError, AttributeError, TypeError):  # imported for type checkers alone
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
        """The meaning of a name that is no variable; None if it is one, or nothing."""
        if self.local(name) is not None:
            return None
        if name in self.names:
            return Live(self.module.standing_in(self.names[name]))
        return Live(getattr(builtins, name)) if hasattr(builtins, name) else None

    def inner_parameters(self, name: str) -> Parameters | None:
        """The parameters of a function within this one, or beside it."""
        if name in self.inner:
            return parameters_of(self.inner[name])
        return self.outer.inner_parameters(name) if self.outer else None

    def assigned(self, name: str, kind: Kind) -> None:
        """Note what a variable is given. One that is annotated keeps its kind."""
        kind = self._declared().get(name, kind)
        kind = Is.INT if kind == Is.SAFE else kind
        self.found[name] = merged((self.found.get(name, Is.NOTHING), kind))

    @functools.cache  # noqa: B019  # as long as the function is lowered
    def _declared(self) -> dict[str, Kind]:
        """The kinds of annotated variables."""
        nodes = [x for x in own_nodes(self.body) if isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name)]
        kinds = {x.target.id: self.annotated(x.annotation) for x in nodes if isinstance(x.target, ast.Name)}
        return {name: kind for name, kind in kinds.items() if kind != Is.UNKNOWN}

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

    def within_class(self) -> tuple[type, str]:
        """The class whose method this is, or is in, and the object itself. Raises NotInLanguage."""
        if self.of is None or not self.takes.itself:
            raise NotInLanguage("super() is in the subset only in methods, and not in functions within them")
        return self.of, variable(self.takes.itself)

    def helper(self, name: str) -> str:
        return self.module.helper(name)

    def refusal(self, node: ast.expr, words: str) -> NotInLanguage:
        """The error to raise if it turns out later that something is not in the subset."""
        outermost = self
        while outermost.outer is not None:
            outermost = outermost.outer
        refused = NotInLanguage(words, node)
        refused.kernel = getattr(outermost.node, "name", "")
        refused.file = place(str(self.names.get("__name__", "")), 0).rpartition(":")[0]
        refused.line = node.lineno
        return refused

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
        placed = {x.name for x in self.body if isinstance(x, NAMED_FUNCTIONS)}  # JavaScript knows them everywhere
        own = [variable(x) for x in self.kinds if x not in self.parameters and x not in placed]
        if own := [*own, *self.temporary]:
            lines.insert(0, f"let {', '.join(own)};")
        if self.of is not None and self.takes.itself:
            lines.insert(0, f"const {variable(self.takes.itself)} = this;")
        star = "*" if self.generates else ""
        head = f"{prefix.rstrip()}{star} {name}" if prefix.endswith("function ") else f"{prefix}{star}{name}"
        return "\n".join([*self.before, f"{head}({parameters}) {{", *lines, "}"])

    def arrow(self) -> str:
        """The same as an expression, of a lambda."""
        assert isinstance(self.node, ast.Lambda)
        self._find_kinds()
        parameters, lines = self._parameters(), self._lines()
        own = [variable(x) for x in self.kinds if x not in self.parameters] + self.temporary
        head = f"let {', '.join(own)}; " if own else ""
        text = f"({parameters}) => {{ {head}{' '.join(lines)} }}"
        return f"(() => {{ {' '.join(self.before)} return {text} }})()" if self.before else f"({text})"

    def _find_kinds(self) -> None:
        for _ in range(MOST_ROUNDS):
            self.found, self.temporary = {}, []
            self._lines()
            earlier = {x: self.found.get(x, Is.NOTHING) for x in self.kinds if x not in self.inner}
            kinds = {x: merged((earlier[x], self.kinds[x] if x in self.parameters else Is.NOTHING)) for x in earlier}
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
        self.before = []
        defaults = self.takes.defaults
        given = [f"{variable(x)} = {self._default(x)}" if x in defaults else variable(x) for x in self.takes.names]
        given += [f"{variable(x)} = {self.helper('dict')}()" for x in [self.takes.options] if x]
        return ", ".join([*given, *(f"...{variable(x)}" for x in [self.takes.rest] if x)])

    def _default(self, name: str) -> str:
        """The default of a parameter. Python finds it once, when it makes the function: so that of a function in a
        function, which can be another one each time, is kept beside it."""
        value = self.takes.defaults[name]
        if self.outer is None or isinstance(value, ast.Constant):
            return self.lowered(value).text
        constant = f"$d{value.lineno}_{value.col_offset}"
        self.before.append(f"const {constant} = {self.outer.lowered(value).text};")
        return constant


def is_marked(node: FunctionNode, decorator: str) -> bool:
    """Whether a method has this decorator."""
    return any(ast.unparse(one) == decorator for one in getattr(node, "decorator_list", ()))


def imported(body: list[ast.stmt]) -> Mapping[str, Any]:
    """The live objects that a function imports from modules: what a page runs has imported all of them before."""
    objects = dict[str, Any]()
    for node in own_nodes(body):
        if isinstance(node, ast.ImportFrom):
            module = importlib.import_module(str(node.module))
            for name in node.names:
                if not hasattr(module, name.name):  # a module of that package
                    importlib.import_module(f"{node.module}.{name.name}")
                objects[name.asname or name.name] = getattr(module, name.name)
    return objects
