"""Builds the module of a game: in about half a second, and kept in the cache folder."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import rookery.compiler
from rookery.compiler.compiling import compiled
from rookery.compiler.errors import NotInLanguage
from rookery.core.compiling.names import Modules
from rookery.core.compiling.sources import portable_stamp, source_of
from rookery.core.errors import BrokenKernel, CannotPlay
from rookery.core.kernel import cache_root, user
from rookery.core.networks import NETWORKS_FILE, numbers_text
from rookery.core.position import Game
from rookery.core.registry import load, slugs
from rookery.search import has_mixed_level
from rookery.wasm.describe import described
from rookery.wasm.entry_points import TEMPLATES, entry_points
from rookery.whole_file import write_whole

SHIPPED = Path(__file__).with_name("modules")  # those of our own games, in an installed wheel (`make wheel`)
BUILT_BY = (
    *(f"rookery.wasm.{name}" for name in ("build", "describe", "entry_points")),
    "rookery.core.compiling.names",
)
COMPILER = Path(rookery.compiler.__file__).parent
STAMP_DIGITS = 16


class Built(NamedTuple):
    """A module on disk. Its name holds the stamp of all sources, so a page may keep it for ever."""

    module: Path  # SLUG-STAMP.wasm
    description: Path  # the same with .json


def module_stamp(game: Game) -> str:
    """16 hexadecimal digits of a hash of everything that the module of a game is made of. Machines with the same
    sources agree on it."""
    digest = hashlib.sha256()
    # without what they import: that is the whole library
    for file in [*(source_of(name).file for name in BUILT_BY), *sorted(COMPILER.rglob("*.py"))]:
        digest.update(file.read_bytes())
    networks = game.path / NETWORKS_FILE
    digest.update(networks.read_bytes() if networks.exists() else b"")
    digest.update(bytes([has_mixed_level(game)]))
    names = [*TEMPLATES, f"{game.package}.facts", f"{game.package}.rules", game.evaluator]
    digest.update(portable_stamp(*map(source_of, names)))
    return digest.hexdigest()[:STAMP_DIGITS]


def build(game: Game, out: Path | None = None) -> Built:
    """Build the module of a game into the cache folder, unless it is there or came with the installed package, and copy
    it to `out`.

    Raises CannotPlay for a game that is not installed as it is, such as a variant; BrokenKernel for one whose kernels
    are not in the language; OSError if `out` cannot be written."""
    if game.facts.slug not in slugs() or load(game.facts.slug) is not game:
        raise CannotPlay(f"this {game.facts.name} is a variant; only an installed game becomes WebAssembly")
    built = shipped(game) or _kept(game)
    if out is None:
        return built
    out.mkdir(parents=True, exist_ok=True)
    return Built(*(_copied(path, out) for path in built))


def shipped(game: Game, folder: Path = SHIPPED) -> Built | None:
    """The module that came with the package, if it was built from these sources."""
    found = _files(folder, game.facts.slug, module_stamp(game))
    return found if all(path.exists() for path in found) else None


def _kept(game: Game) -> Built:
    """The module in the cache folder; it is built first if it is not there."""
    slug, stamp = game.facts.slug, module_stamp(game)
    # a folder of the kind that core/kernel.py removes when it is old
    folder = cache_root() / hashlib.sha256(f"{stamp} {user()}".encode()).hexdigest()[:STAMP_DIGITS]
    files = _files(folder, slug, stamp)
    if not all(path.exists() for path in files):
        folder.mkdir(parents=True, exist_ok=True)
        module, description = module_of(game)
        write_whole(files.module, module)
        head = {"game": slug, "stamp": stamp}
        write_whole(files.description, json.dumps(head | description, separators=(",", ":")).encode())
    return files


def _networks(game: Game) -> dict[int, Any]:
    """The part of networks.json that the search needs. Raises BrokenNetworks."""
    return {
        players: {"layers": [*network.layers], "numbers": numbers_text(network)}
        for players, network in game.networks.items()
    }


def module_of(game: Game) -> tuple[bytes, dict[str, Any]]:
    """Compile the module of a game: its bytes and its description. Raises BrokenKernel, BrokenNetworks."""
    entries = entry_points(game)
    bound = {"rules": f"{game.package}.rules", "evaluator": game.evaluator}
    try:
        program = compiled(Modules(bound), [entry.entry for entry in entries])
    except NotInLanguage as error:
        raise BrokenKernel(str(error)) from None
    returns = {name: kinds[0] if kinds else "nothing" for name, kinds in program.returns.items()}
    return program.wasm, {"networks": _networks(game), **described(game, entries, returns)}


def _copied(path: Path, folder: Path) -> Path:
    target = folder / path.name
    write_whole(target, path.read_bytes())
    return target


def _files(folder: Path, slug: str, stamp: str) -> Built:
    name = f"{slug}-{stamp}"
    return Built(folder / f"{name}.wasm", folder / f"{name}.json")
