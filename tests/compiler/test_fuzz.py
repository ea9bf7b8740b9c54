"""The real kernels with random parts deleted or replaced: they compile to a valid module, or are refused by name."""

import ast
import copy
import random
from pathlib import Path

import pytest
import wasmtime

import rookery
from rookery.compiler.compiling import compiled
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.language import INT, ArrayType, Type
from rookery.compiler.program import Export, KernelName
from rookery.core.compiling.names import Modules, record_of
from tests.compiler.running import ENGINE

GAME = rookery.slugs()[0]
VERBS = ("legal", "play", "utilities", "hide", "determinize", "setup")


class Changed(Modules):
    """The modules of a game, one of whose kernels is changed."""

    def __init__(self, kernel: KernelName, tree: ast.FunctionDef) -> None:
        game = rookery.load(GAME)
        super().__init__({"rules": f"{game.package}.rules", "evaluator": game.evaluator, "observer": ""})
        self.kernel, self.tree = kernel, tree

    def function(self, kernel: KernelName) -> ast.FunctionDef:
        return self.tree if kernel == self.kernel else super().function(kernel)


def entries() -> list[Export]:
    game = rookery.load(GAME)
    states = ArrayType(record_of(game.dtype, "State"), (None,))

    def array(of: str) -> Type:
        return ArrayType(of, (None,))

    arguments: dict[str, tuple[Type, ...]] = {
        "setup": (states, INT, array("int64")),
        "legal": (states, INT, array("int32")),
        "play": (states, INT, INT),
        "utilities": (states, INT, array("float64")),
        "hide": (states, INT, INT),
        "determinize": (states, INT, INT, array("uint64")),
    }
    return [Export(name, KernelName("rookery.core.bindings", name), arguments[name]) for name in VERBS]


def kernels() -> list[KernelName]:
    """The kernels of the rules."""
    module = f"{rookery.load(GAME).package}.rules"
    tree = ast.parse(Path(Modules({}).file(module)).read_text("utf-8"))
    marked = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    return [KernelName(module, node.name) for node in marked]


def changed(tree: ast.FunctionDef, rng: random.Random) -> ast.FunctionDef:
    """A copy in which one node is another one's copy, or is gone."""
    tree = copy.deepcopy(tree)
    places = [
        (node, name, number)
        for node in ast.walk(tree)
        for name, value in ast.iter_fields(node)
        if not isinstance(node, ast.arg | ast.arguments)
        and name not in ("decorator_list", "ctx", "args" if node is tree else "")
        for number in (range(len(value)) if isinstance(value, list) else [-1])
        if isinstance(value[number] if number >= 0 else value, ast.AST)
    ]
    node, name, number = rng.choice(places)
    value = getattr(node, name)
    old = value[number] if number >= 0 else value
    kind = ast.stmt if isinstance(old, ast.stmt) else ast.expr if isinstance(old, ast.expr) else type(old).__mro__[1]
    others = [one for one in ast.walk(tree) if isinstance(one, kind)]
    if number >= 0 and rng.random() < 0.3 and len(value) > 1:
        del value[number]
    elif number >= 0:
        value[number] = copy.deepcopy(rng.choice(others))
    else:
        setattr(node, name, copy.deepcopy(rng.choice(others)))
    return tree


def fuzzed(seed: int) -> str:
    """What came of one change."""
    rng = random.Random(seed)
    kernel = rng.choice(kernels())
    tree = changed(Modules({}).function(kernel), rng)
    refused: NotInLanguage | None = None
    try:
        module = compiled(Changed(kernel, tree), entries())
    except NotInLanguage as error:
        refused = error
    if refused is None:
        wasmtime.Module.validate(ENGINE, module.wasm)
        return "compiled"
    assert refused.file, refused
    assert refused.kernel, refused
    return "refused"


def test_changed_kernels_compile_or_are_refused() -> None:
    found = [fuzzed(seed) for seed in range(12)]
    assert {"compiled", "refused"} == set(found)


@pytest.mark.soak
def test_many_changed_kernels_compile_or_are_refused() -> None:
    for seed in range(100, 3000):
        fuzzed(seed)
