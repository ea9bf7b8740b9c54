"""The map of the architecture: which folder may import which (docs/architecture.md)."""

import ast
import re
import subprocess
from pathlib import Path

import rookery
from tests.house.sources import PACKAGE, ROOT, files, imports, module, tree, where

# in the order of the map: a file imports from its own layer and those before it
LAYERS = (
    *(
        "compiler",
        "core",
        "kit",
        "games",
        "lessons",
        "export",
        "search",
        "wasm",
        "javascript",
        "bots",
        "reviews",
        "ratings",
        "puzzles",
        "testing",
        "balance",
    ),
    *("days", "page_engine", "server", "offline", "workshop", "site"),
    *("arena", "training", "envs", "crowds"),
    "cli",
)
OF_A_GAME = re.compile(
    r"((src/rookery|tests)/games|src/rookery/workshop/starts|examples)/\w+(/.*)?"
)  # drawn once for all games
ALLOWED = ("rookery.core.", "rookery.kit.")  # to games
GAMES_PACKAGE = "rookery.games"  # the package that holds the games, and nothing else: the registry looks into it

# library -> who alone may import it
DOORS = {
    "numba": ("src/rookery/core/compiling/bit_instructions.py", "src/rookery/core/kernel.py"),
    "llvmlite": ("src/rookery/core/compiling/bit_instructions.py",),
    "wasmtime": (
        "src/rookery/core/compiling/module_kernel.py",
        "src/rookery/core/compiling/kernel_memory.py",
        "src/rookery/wasm/sandbox.py",
        "tests/compiler/",
        "tests/wasm/",
        "tests/workshop/without_numpy.py",  # in the place of a browser
    ),
    "starlette": (
        "src/rookery/server/http/",
        "src/rookery/server/quota/addresses.py",
        "src/rookery/server/ws/",
        "src/rookery/workshop/",
        "tests/server/",
    ),
    "uvicorn": ("src/rookery/server/http/", "src/rookery/server/ws/", "tests/server/"),
    "httpx2": ("src/rookery/server/notify/sender.py",),
    "cryptography": ("src/rookery/server/notify/web_push.py", "src/rookery/server/tags/", "tests/server/"),
    "webauthn": ("src/rookery/server/tags/",),
    "http_ece": ("src/rookery/server/notify/web_push.py", "tests/server/"),
    "py_vapid": ("src/rookery/server/notify/web_push.py", "tests/server/"),
    "psycopg": ("src/rookery/server/storage/", "tests/server/"),
    "redis": ("src/rookery/server/cluster/", "tests/server/"),
    "typer": ("src/rookery/cli/", "tests/cli/"),
    "textual": ("src/rookery/cli/", "tests/cli/"),
    "rich": ("src/rookery/cli/", "tests/cli/"),
    "distributed": ("src/rookery/search/", "tests/arena/", "tests/search/"),
    "picows": ("src/rookery/crowds/",),
    "matplotlib": ("src/rookery/arena/", "tests/arena/", "examples/learning/"),
    "PIL": ("src/rookery/export/", "tests/export/", "tests/browser/"),
    "resvg_py": ("src/rookery/export/", "tests/export/"),
    "fpdf": ("src/rookery/export/", "tests/export/"),
    "gymnasium": ("src/rookery/envs/", "tests/envs/"),
    "pettingzoo": ("src/rookery/envs/", "tests/envs/"),
    "pyspiel": ("src/rookery/envs/", "tests/envs/"),
    "jax": ("examples/learning/", "src/rookery/training/"),
    "optax": ("examples/learning/", "src/rookery/training/"),
}


def test_every_folder_has_its_place() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders <= set(LAYERS)


def test_imports_go_down() -> None:
    wrong = []
    for path in files("src/rookery"):
        own = module(path).split(".")
        if len(own) == 1 or own[1] == "__main__":  # the library, and the command
            continue
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] != "rookery" or len(parts) == 1 or name == GAMES_PACKAGE:
                continue
            target = parts[1] if parts[1] in LAYERS else "core"  # `from rookery import Position` leads to core
            if LAYERS.index(target) > LAYERS.index(own[1]):
                wrong.append(
                    f"{where(path, line)}: {own[1]} imports {name}, which comes after it in docs/architecture.md"
                )
    assert not wrong, "\n".join(wrong)


def test_files_of_the_core_stand_in_the_order_of_the_map() -> None:
    """What is imported inside a function, late, may stand anywhere."""
    drawn = (ROOT / "docs/architecture.md").read_text("utf-8")
    order = re.findall(r"^    (\w+)\.py", drawn[drawn.index("  core/") : drawn.index("  games/")], re.M)
    assert {*order} == {path.stem for path in (PACKAGE / "core").glob("*.py")} - {"__init__"}
    wrong = [
        f"core/{name}.py imports {line.module}.{what.name}, which comes after it in docs/architecture.md"
        for name in order
        for line in tree(PACKAGE / "core" / f"{name}.py").body
        if isinstance(line, ast.ImportFrom)
        for what in line.names
        if order.index(name) <= _place(order, f"{line.module}.{what.name}")
    ]
    assert not wrong, "\n".join(wrong)


def mapped() -> set[str]:
    """The folders on the map: two spaces further in is one folder further down; several may stand in one line."""
    drawing = (ROOT / "docs/architecture.md").read_text("utf-8").split("```")[1]
    found, above = set[str](), {0: ""}
    for line in drawing.splitlines():
        if match := re.match(r"( *)((?:[\w.-]+/)+(?: (?:[\w.-]+/)+)*)", line):
            depth = len(match[1])
            home = above[max(d for d in above if d <= depth)]
            names = [f"{home}{name}" for name in match[2].split()]
            found |= {str(part) for name in names for part in (Path(name), *Path(name).parents)} - {"."}
            above = {d: path for d, path in above.items() if d <= depth} | {depth + 2: names[-1]}
    return found


def test_every_folder_is_on_the_map() -> None:
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    folders = {str(parent) for name in tracked for parent in Path(name).parents} - {"."}
    missing = sorted(folder for folder in folders - mapped() if not OF_A_GAME.fullmatch(folder))
    assert not missing, f"docs/architecture.md does not name {', '.join(missing)}"


def test_the_map_shows_no_folder_that_is_gone() -> None:
    assert not [folder for folder in mapped() if not (ROOT / folder).is_dir()]


def _place(order: list[str], name: str) -> int:
    """Of the file of the core that is imported from; -1 for all others, and for the folder core/compiling."""
    package, core, file, *_ = (*name.split("."), "", "")
    return order.index(file) if (package, core) == ("rookery", "core") and file in order else -1


def test_the_shelf_is_empty() -> None:
    assert not (PACKAGE / "games" / "__init__.py").read_text()


def test_the_front_door_opens_nothing() -> None:
    """Its names are loaded on demand; type checkers know where they come from."""
    body = tree(PACKAGE / "__init__.py").body
    assert [line.module for line in body if isinstance(line, ast.ImportFrom)] == []
    assert {name.name for line in body if isinstance(line, ast.Import) for name in line.names} == {
        "importlib",
        "typing",
    }
    assert all(hasattr(rookery, name) for name in rookery.__all__)


def test_games_know_the_core_the_kit_and_themselves() -> None:
    wrong = []
    outside = [str(path.parent.relative_to(ROOT)) for path in sorted(ROOT.glob("examples/*/pyproject.toml"))]
    for path in files("src/rookery/games", *outside):
        if path.parent.name == "tests":
            continue
        inside = path.is_relative_to(PACKAGE)
        own = ".".join(module(path).split(".")[:3]) if inside else path.parent.name
        for line, name in imports(path):
            if name.startswith("rookery.") and not name.startswith((*ALLOWED, f"{own}.")) and name != own:
                wrong.append(f"{where(path, line)}: {own} imports {name}; a game imports core, kit and itself")
    assert not wrong, "\n".join(wrong)


def test_a_library_has_one_door() -> None:
    """One test for all libraries, because every file is read for it."""
    imported = [
        (path, line, name, DOORS[library])
        for path in files("src", "examples", "tests")
        for line, name in imports(path)
        if (library := name.split(".")[0]) in DOORS
    ]
    wrong = [
        f"{where(path, line)}: {name} is imported only in {', '.join(doors)}"
        for path, line, name, doors in imported
        if not str(path.relative_to(ROOT)).startswith(doors)
    ]
    assert not wrong, "\n".join(wrong)
