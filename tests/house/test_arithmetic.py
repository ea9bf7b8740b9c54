"""What decides a choice is computed alike on every machine: rules, evaluators, searches and bots use no function whose
last bit depends on a library or on how a program was built (core/elementary.py)."""

import ast
from collections.abc import Iterator

import rookery
from tests.house.sources import files, tree, where

PLACES = ("src/rookery/core", "src/rookery/search", "src/rookery/bots")  # and the folders of games
# exact, or rounded to the nearest float by IEEE 754; `fsum` rounds once
EXACT = {
    "ceil",
    "comb",
    "factorial",
    "floor",
    "fsum",
    "gcd",
    "inf",
    "isfinite",
    "isinf",
    "isnan",
    "lcm",
    "nan",
    "prod",
    "sqrt",
}
# the C library's and NumPy's, whose results or order of addition differ
FUNCTIONS = {"cos", "exp", "exp2", "expm1", "hypot", "log", "log10", "log1p", "log2", "power", "sin", "tan", "tanh"}
SUMS = {"average", "cumsum", "dot", "einsum", "inner", "matmul", "mean", "nansum", "norm", "std", "sum", "var", "vdot"}


def unlike(syntax: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and expressions that may give something else on another machine."""
    for node in ast.walk(syntax):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            library = node.value.id
            if (library == "math" and node.attr not in EXACT) or (library == "np" and node.attr in FUNCTIONS | SUMS):
                yield node.lineno, f"{library}.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            yield from ((node.lineno, f"math.{name.name}") for name in node.names if name.name not in EXACT)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult | ast.Pow) and not is_exact(node):
            yield node.lineno, ast.unparse(node)


def is_exact(term: ast.BinOp) -> bool:
    """Whether it is a power of a whole number that is written there, or of 2.0, and no root."""
    root = any(isinstance(node, ast.Div) for node in ast.walk(term.right))
    number = term.left.value if isinstance(term.left, ast.Constant) else None
    return isinstance(term.op, ast.Pow) and not root and (isinstance(number, int) or number == 2.0)


def test_what_differs_between_machines_is_found() -> None:
    lines = ["math.exp(x)", "from math import log", "v**t", "2 ** (1 / t)", "a @ b", "np.exp(x)", "np.dot(a, b)"]
    assert [line for line in lines if not list(unlike(ast.parse(line)))] == []
    assert list(unlike(ast.parse("math.sqrt(x) + 2**bits + 2.0**-53 + np.zeros(3)"))) == []


def test_no_choice_depends_on_the_machine() -> None:
    games = [str(rookery.load(slug).path) for slug in rookery.slugs()]
    paths = files(*PLACES, *games)
    assert len(paths) > 100
    found = [f"{where(path, line)}: {what}" for path in paths for line, what in unlike(tree(path))]
    assert not found, "use core/elementary.py, or add in plain order:\n" + "\n".join(found)
