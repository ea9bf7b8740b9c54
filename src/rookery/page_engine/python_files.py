"""Our Python files that a page needs, as zips: the engine, all that it imports, and games."""

import ast
import contextlib
import importlib.metadata
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rookery.core.compiling.sources import Source, source_of
from rookery.core.picture import letter_marks
from rookery.core.position import Game
from rookery.core.registry import EXAMPLE_GROUP, GAME_GROUP
from rookery.lessons.readings import notes
from rookery.page_engine.compiled import THE_DATE
from rookery.puzzles.puzzle import PUZZLES_FILE, for_pages, puzzles_of

__all__ = ["MODULES_FOLDER", "WORKER_MODULE", "needed", "zipped"]

WORKER_MODULE = "rookery.offline.worker"  # what the page's worker imports (web/src/worker/worker.ts)
# below site-packages, beside that file, of a static site: the games' WebAssembly
MODULES_FOLDER = "rookery/offline/modules"
# of a game's folder: caches, what the site has as files of their own, and puzzles, which say where they were found
SKIPPED = (".pyc", ".md", ".svg", ".jsonl")


def needed(games: Iterable[Game], besides: Iterable[str] = ()) -> dict[str, bytes]:
    """Path below site-packages -> contents, without the paths `besides`, which are there."""
    found = dict[str, bytes]()
    for game in games:
        found |= _folder(game)
    waiting = [WORKER_MODULE, *(_module(path) for path in found if path.endswith(".py"))]
    tops = {name.partition(".")[0] for name in waiting}
    seen = {_module(path) for path in besides}
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] not in tops:
            continue
        seen.add(name)
        around, _, _ = name.rpartition(".")
        waiting += [around] if around else []  # Python loads the packages around a module first
        with contextlib.suppress(ModuleNotFoundError):  # a name in a module, not a module
            source = source_of(name)
            content = source.file.read_bytes()
            found.setdefault(_path(source), content)
            waiting += _imported(content)
    return found


def zipped(files: Mapping[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """The files as a zip, the same bytes every time."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, THE_DATE), files[path], compression)
    return target.getvalue()


def _folder(game: Game) -> dict[str, bytes]:
    """All files of a game, and how the game is found."""
    base = Path(*game.package.split("."))
    paths = sorted(path for path in game.path.rglob("*") if path.is_file() and path.suffix not in SKIPPED)
    # every visitor gets them, so what an author hides (.env, .git) stays at home
    paths = [path for path in paths if not any(part[0] == "." for part in path.relative_to(game.path).parts)]
    found = {(base / path.relative_to(game.path)).as_posix(): path.read_bytes() for path in paths}
    # the page has drawings and rules as files of their own; here is what Python reads of them
    found[(base / "art.svg").as_posix()] = letter_marks(game.art).encode()
    found[(base / "rules.md").as_posix()] = notes(game.rules_page).encode()
    if puzzles := puzzles_of(game):
        found[(base / PUZZLES_FILE).as_posix()] = for_pages(puzzles)
    for group in (GAME_GROUP, EXAMPLE_GROUP):
        for point in importlib.metadata.entry_points(group=group):
            if point.value == game.package and point.dist is not None:
                info = f"{point.dist.name}-{point.dist.version}.dist-info"
                found[f"{info}/METADATA"] = f"Name: {point.dist.name}\nVersion: {point.dist.version}\n".encode()
                found[f"{info}/entry_points.txt"] = f"[{group}]\n{point.name} = {point.value}\n".encode()
    return found


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _path(source: Source) -> str:
    name = source.module.replace(".", "/")
    return f"{name}/__init__.py" if source.is_package else f"{name}.py"


def _imported(source: bytes) -> Iterator[str]:
    """The modules that a file imports, inside functions too; of `from x import y` both x and x.y, which may be one.

    core/compiling/sources.py finds more, among them what docstrings speak of, and that would be half of the library."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            waiting += ast.iter_child_nodes(node)
