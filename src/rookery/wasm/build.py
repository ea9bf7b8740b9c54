"""Builds the modules of a game, in a process of its own: `python -m rookery.wasm.build GAME STAMP FOLDER`.

Numba has to be told before it is imported that its code is not for this host: no vectors, no features of this
processor, and no optimisation, because lower.py optimises for WebAssembly. A kernel from the cache has no LLVM text, so
the process compiles into an empty cache of its own.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from rookery.core.compiling.sources import portable_stamp, source_of
from rookery.core.environment import CACHE
from rookery.core.errors import CannotPlay, Refusal, Trouble
from rookery.core.position import Game
from rookery.core.registry import load, slugs

__all__ = ["Built", "build", "module_stamp", "shipped", "sources_stamp"]

TOOLCHAIN = ("numba", "llvmlite", "numpy")
SHIPPED = Path(__file__).with_name("modules")  # those of our own games, in an installed wheel (`make wheel`)
BUILT_BY = tuple(f"rookery.wasm.{name}" for name in ("build", "describe", "entry_points", "link", "lower"))
FOR_NO_HOST = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_OPT": "0",
    "NUMBA_DISABLE_JIT": "0",
    "NUMBA_BOUNDSCHECK": "0",
}


class Built(NamedTuple):
    """A module on disk. Its name holds the stamp of all sources, so a page may keep it for ever."""

    module: Path  # SLUG-MODULE-STAMP.wasm
    description: Path  # the same with .json


def module_stamp(game: Game) -> str:
    """16 hexadecimal digits of a hash of everything that the modules of a game are made of. Machines with the same
    sources and tools agree on it."""
    tools = " ".join(f"{tool} {version(tool)}" for tool in TOOLCHAIN)
    return hashlib.sha256(f"{tools} {sources_stamp(game)}".encode()).hexdigest()[:16]


def sources_stamp(game: Game) -> str:
    """The same of the sources alone, without the versions of the tools."""
    from rookery.wasm.entry_points import TEMPLATES  # here because it loads Numba

    digest = hashlib.sha256()
    for name in BUILT_BY:  # without what they import: that is the whole library
        digest.update(source_of(name).file.read_bytes())
    names = [*TEMPLATES, f"{game.package}.facts", f"{game.package}.rules", game.evaluator]
    digest.update(portable_stamp(*map(source_of, names)))
    return digest.hexdigest()[:16]


def build(game: Game, out: Path | None = None) -> dict[str, Built]:
    """Build the modules of a game into the cache folder, unless they are there or came with the installed package, and
    copy them to `out`: name of the module -> its files.

    Raises CannotPlay for a game that is not installed as it is, such as a variant; MissingExtra without a linker;
    Trouble with what the compiler or the linker said; OSError if `out` cannot be written."""
    if game.facts.slug not in slugs() or load(game.facts.slug) is not game:
        raise CannotPlay(f"this {game.facts.name} is a variant; only an installed game becomes WebAssembly")
    built = shipped(game) or _kept(game)
    if out is None:
        return built
    out.mkdir(parents=True, exist_ok=True)
    return {name: Built(*(_copied(path, out) for path in files)) for name, files in built.items()}


def shipped(game: Game, folder: Path = SHIPPED) -> dict[str, Built]:
    """The modules that came with the package, if they were built from these sources; else {}."""
    found = {}
    for description in folder.glob(f"{game.facts.slug}-*.json"):
        told = json.loads(description.read_text("utf-8"))
        if told["sources"] == sources_stamp(game):
            found[told["module"]] = Built(description.with_suffix(".wasm"), description)
    return found


def _kept(game: Game) -> dict[str, Built]:
    """The modules in the cache folder; they are built first if they are not there."""
    from rookery.core.kernel import cache_root, user  # here because these load Numba
    from rookery.wasm.entry_points import MODULES
    from rookery.wasm.link import linker

    slug, stamp = game.facts.slug, module_stamp(game)
    # a folder of the kind that core/kernel.py removes when it is old
    kept = cache_root() / hashlib.sha256(f"{stamp} {user()}".encode()).hexdigest()[:16]
    built = {name: _files(kept, slug, name, stamp) for name in MODULES}
    if not all(path.exists() for files in built.values() for path in files):
        linker()
        kept.mkdir(parents=True, exist_ok=True)
        _build_apart(game, stamp, kept)
    return built


def _build_apart(game: Game, stamp: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="rookery-wasm-") as cache:
        # -P: a file in the working folder must not stand in for a library
        command = [sys.executable, "-P", "-m", "rookery.wasm.build", game.facts.slug, stamp, str(folder)]
        environment = os.environ | FOR_NO_HOST | {CACHE: cache}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise Trouble(f"{game.facts.name} could not be built as WebAssembly: {lines[-1]}")


def _copied(path: Path, folder: Path) -> Path:
    target = folder / path.name
    _write(target, path.read_bytes())
    return target


def _files(folder: Path, slug: str, module: str, stamp: str) -> Built:
    name = f"{slug}-{module}-{stamp}"
    return Built(folder / f"{name}.wasm", folder / f"{name}.json")


def _main(slug: str, stamp: str, folder: Path) -> None:
    from rookery.wasm.describe import described
    from rookery.wasm.entry_points import MODULES, entry_points
    from rookery.wasm.link import linked
    from rookery.wasm.lower import lowered

    warnings.simplefilter("ignore")  # Numba's, that code which is not optimised cannot be cached
    game = load(slug)
    for name in MODULES:
        files, kernels = _files(folder, slug, name, stamp), entry_points(game, name)
        module = linked(lowered(kernels), [kernel.name for kernel in kernels])
        if module_stamp(game) != stamp:
            raise Trouble("its sources have changed meanwhile; build it again")
        head = {"game": slug, "module": name, "stamp": stamp, "sources": sources_stamp(game)}
        described_as = head | described(game, kernels)
        _write(files.module, module)
        _write(files.description, json.dumps(described_as, separators=(",", ":")).encode())


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)


if __name__ == "__main__":
    try:
        _main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    except (Refusal, Trouble) as error:
        sys.exit(str(error))
