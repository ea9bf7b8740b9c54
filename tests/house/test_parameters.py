"""At most six positional parameters: values that travel together have a name of their own."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import ROOT, files, imports, is_marked, tree, where

MAX_PARAMETERS = 6
COMMANDS = ROOT / "src" / "rookery" / "cli"  # a parameter of a command is an option of the command line

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree(path)) if isinstance(node, Function))


def is_command(path: Path, function: Function) -> bool:
    """Typer calls it: the program has a command of its name, in a file of that name."""
    return path.parent == COMMANDS and function.name == path.stem


def test_parameters_are_few() -> None:
    wrong = []
    for path in files("src", "examples", "benchmarks"):
        for function in functions(path):
            placed = [each.arg for each in function.args.posonlyargs + function.args.args]
            count = len(placed) - (placed[:1] in (["self"], ["cls"]))
            if count > MAX_PARAMETERS and not is_command(path, function):
                wrong.append(f"{where(path, function.lineno)}: {function.name} has {count} parameters")
    assert not wrong, f"more than {MAX_PARAMETERS}:\n" + "\n".join(wrong)


def test_kernels_are_called_by_place() -> None:
    """Numba has no parameters that must be named."""
    kernels = [(path, each) for path in files("src", "examples") for each in functions(path)]
    kernels = [(path, each) for path, each in kernels if is_marked(each, "kernel", "section")]
    assert kernels
    wrong = [where(path, each.lineno) for path, each in kernels if each.args.kwonlyargs or each.args.vararg]
    assert not wrong, "\n".join(wrong)


def test_bundles_are_no_game_s_own() -> None:
    """Each game has its own copy of a generic file; a class in it would be another one, and another type, in each."""
    wrong = []
    for path in files("src"):
        if any(name.startswith("rookery.core.unbound.") for _, name in imports(path)):
            classes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
            wrong += [f"{where(path, node.lineno)}: {node.name}" for node in classes]
    assert not wrong, "classes in generic files:\n" + "\n".join(wrong)


def test_positions_have_the_type_of_their_game() -> None:
    """`Any` would accept a misspelt field. Texts are searched, because tests and pages also contain code as text."""
    paths = files("src", "examples", "benchmarks", "tests", "docs", suffixes=(".py", ".md"))
    texts = [(path, line, text) for path in paths for line, text in enumerate(path.read_text("utf-8").split("\n"), 1)]
    wrong = [where(path, line) for path, line, text in texts if re.search(r"\bpos: *[^,()=]*\bAny\b", text)]
    assert any(re.search(r"\bpos: State\b", text) for _, _, text in texts)
    assert not wrong, "\n".join(wrong)
