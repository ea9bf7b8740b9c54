"""Our Python files that the site needs, as one zip: the parlour, all that it imports, and all games."""

import importlib.metadata
import importlib.util
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from rookery.core.compiling.sources import Source, closure, source_of
from rookery.core.position import Game
from rookery.site.compiled import THE_DATE

__all__ = ["ENTRY", "LEVELS", "MODULES", "needed", "zipped"]

ENTRY = "rookery.offline.worker"  # what the page's worker imports (web/src/worker/worker.ts)
# below site-packages, beside that file: SLUG-rules.wasm, SLUG-search.json ..., and what built_pages.py reads
MODULES, LEVELS = "rookery/offline/modules", "rookery/offline/pages/levels.json"
GAMES_GROUP = "rookery.games"  # of entry points, by which games from outside the package are found
SKIPPED = (".pyc", ".md", ".svg")  # of a game's folder: caches, and what the site has as files of their own


def needed(games: Iterable[Game]) -> dict[str, bytes]:
    """Path below site-packages -> contents."""
    found = dict[str, bytes]()
    for game in games:
        found |= _folder(game)
    roots = [source_of(ENTRY), *(source_of(_module(path)) for path in found if path.endswith(".py"))]
    tops = {root.module.partition(".")[0] for root in roots}
    for source in closure(*roots):
        for each in _with_parents(source):
            if each.module.partition(".")[0] in tops:
                found.setdefault(_path(each), each.file.read_bytes())
    return found


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip, the same bytes every time."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, THE_DATE), files[path])
    return target.getvalue()


def _folder(game: Game) -> dict[str, bytes]:
    """All files of a game, and how the game is found."""
    base = Path(*game.package.split("."))
    paths = sorted(path for path in game.path.rglob("*") if path.is_file() and path.suffix not in SKIPPED)
    found = {(base / path.relative_to(game.path)).as_posix(): path.read_bytes() for path in paths}
    for point in importlib.metadata.entry_points(group=GAMES_GROUP):
        if point.value == game.package and point.dist is not None:
            info = f"{point.dist.name}-{point.dist.version}.dist-info"
            found[f"{info}/METADATA"] = f"Name: {point.dist.name}\nVersion: {point.dist.version}\n".encode()
            found[f"{info}/entry_points.txt"] = f"[{GAMES_GROUP}]\n{point.name} = {point.value}\n".encode()
    return found


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _path(source: Source) -> str:
    name = source.module.replace(".", "/")
    return f"{name}/__init__.py" if source.is_package else f"{name}.py"


def _with_parents(source: Source) -> list[Source]:
    """A module and the packages around it, which Python loads first."""
    parts = source.module.split(".")
    around = [".".join(parts[:count]) for count in range(1, len(parts))]
    specs = [(name, importlib.util.find_spec(name)) for name in around]
    return [source, *(Source(name, Path(spec.origin), True) for name, spec in specs if spec and spec.origin)]
