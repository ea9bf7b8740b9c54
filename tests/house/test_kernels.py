"""Kernels call each other in no circle, and nobody touches a global random state."""

import ast
import re
from pathlib import Path

import rookery
from rookery.core.compiling.sources import Source, closure, source_of
from tests.house.sources import ROOT, files, imports, is_marked, tree, where

# what draws from or seeds one state for the whole process
OWNED_NUMPY = {"Generator", "SeedSequence", "default_rng", "BitGenerator", "PCG64", "RandomState"}
OWNED_PYTHON = {"Random", "SystemRandom"}

SEEN_AND_READ = {"scene", "picture", "notation", "text"}  # files of a game, or folders of a large one


# ── Kernels ──────────────────────────────────────────────────────────────────
def kernels(path: Path) -> dict[str, ast.FunctionDef]:
    """Name -> function, of those marked @kernel or @section."""
    return {
        node.name: node
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and is_marked(node, "kernel", "section")
    }


def called(function: ast.FunctionDef) -> set[str]:
    """Names of the functions that it calls. `rules.legal(...)` leads into another file, and none leads back."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {name.id for name in calls if isinstance(name, ast.Name)}


def circle(calls: dict[str, set[str]]) -> list[str]:
    """One circle of calls, or nothing."""
    done: set[str] = set()

    def search(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return [*trail[trail.index(name) :], name]
        if name not in done:
            for other in sorted(calls.get(name, ())):
                if found := search(other, [*trail, name]):
                    return found
            done.add(name)
        return []

    return next((found for name in sorted(calls) if (found := search(name, []))), [])


def test_the_search_for_circles_finds_one() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"a"}}) == ["a", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


def test_kernels_call_each_other_in_no_circle() -> None:
    """Such kernels work when compiled and crash when loaded from Numba's cache. Recursion is a circle of one."""
    paths = [path for path in files("src", "examples") if "@kernel" in path.read_text("utf-8")]
    assert len(paths) >= 5
    for path in paths:
        found = kernels(path)
        calls = {name: called(function) & set(found) for name, function in found.items()}
        assert not circle(calls), f"{path.relative_to(ROOT)}: {' calls '.join(circle(calls))}"


def test_a_section_is_called_once_by_a_kernel_of_its_file() -> None:
    """Each call of a section compiles it once more, and called from Python it would be a kernel after all."""
    paths = [path for path in files("src", "examples") if "@section" in path.read_text("utf-8")]
    sections = [
        (path, name) for path in paths for name, function in kernels(path).items() if is_marked(function, "section")
    ]
    assert sections
    texts = {path: path.read_text("utf-8") for path in files("src", "examples", "tests", "benchmarks")}
    for path, name in sections:
        calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
        assert sum(isinstance(call, ast.Name) and call.id == name for call in calls) == 1, f"{path}: {name}"
        assert any(name in called(function) for function in kernels(path).values()), f"{path}: {name}"
        for other in (other for other, text in texts.items() if name in text):
            assert not any(module.endswith(f".{path.stem}.{name}") for _, module in imports(other)), f"{other}: {name}"


def with_kernels(slug: str) -> list[Path]:
    """The files of a game in which kernels stand."""
    return [path for path in sorted(rookery.load(slug).path.rglob("*.py")) if kernels(path)]


def made_of(slug: str) -> list[Source]:
    """What the kernels of a game can be made of."""
    game = rookery.load(slug)
    names = [path.relative_to(game.path).with_suffix("").parts for path in with_kernels(slug)]
    return closure(*(source_of(".".join((game.package, *parts))) for parts in names))


def inner_packages(slug: str) -> set[Path]:
    """The `__init__.py` of each folder inside a game's in which kernels stand."""
    return {path.parent / "__init__.py" for path in with_kernels(slug)} - {rookery.load(slug).path / "__init__.py"}


def test_no_kernel_is_made_of_a_scene(slug: str) -> None:
    """An edit of what is seen and read of a game compiles nothing: no file with a kernel imports what draws or speaks,
    or a library that does, whose own imports would all be read before the first kernel is loaded."""
    game, made = rookery.load(slug), with_kernels(slug)
    paths = sorted(game.path.rglob("*.py"))
    shown = {path for path in paths if {path.stem, *path.relative_to(game.path).parts} & SEEN_AND_READ}
    assert any("rules" in (path.stem, path.parent.name) for path in made)
    assert len(shown) >= 2
    sources = made_of(slug)
    assert {*made} <= {source.file for source in sources}
    assert not {source.file for source in sources} & shown
    assert "rookery.core.scene" not in {source.module for source in sources}
    assert {source.module.partition(".")[0] for source in sources} <= {"rookery", game.package.partition(".")[0]}


def test_no_kernel_is_made_of_the_folder_that_holds_it(slug: str) -> None:
    """A folder's `__init__.py` imports all of the folder: an edit anywhere would compile everything, and who imports it
    from within finds it half made."""
    assert not inner_packages(slug) & {source.file for source in made_of(slug)}


def test_some_game_has_kernels_in_inner_folders() -> None:
    """Otherwise the test above would show nothing."""
    assert any(path.exists() for slug in rookery.slugs() for path in inner_packages(slug))


# ── Randomness ───────────────────────────────────────────────────────────────
def test_no_global_random_state() -> None:
    wrong = []
    paths = files("src", "tests", "examples", "benchmarks", "docs")
    for path in (path for path in paths if "random" in path.read_text("utf-8")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute):
                name = ast.unparse(node)
                numpy = re.fullmatch(r"(?:np|numpy)\.random\.(\w+)", name)
                python = re.fullmatch(r"random\.(\w+)", name)
                if (numpy and numpy[1] not in OWNED_NUMPY) or (python and python[1] not in OWNED_PYTHON):
                    wrong.append(f"{where(path, node.lineno)}: {name}")
            elif isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
                owned = OWNED_PYTHON if node.module == "random" else OWNED_NUMPY
                wrong += [f"{where(path, node.lineno)}: {n.name}" for n in node.names if n.name not in owned]
    assert not wrong, "pass or seed a generator instead:\n" + "\n".join(wrong)
