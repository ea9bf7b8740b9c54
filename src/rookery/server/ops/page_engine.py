"""The engine that a page runs itself: CPython as WebAssembly with our own Python and the games as WebAssembly, in a
folder beside the page's. `make engine` makes it; a wheel of `make wheel` has it.

    engine.json    what the page must know of the files, and the sources that they were made of
    python/        the files; each name has a hash of the contents
    licences.txt   of what they hold
"""

import hashlib
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

import rookery
from rookery.core.registry import load, slugs

__all__ = ["ENGINE_LIST", "LICENCES", "PYTHON_FOLDER", "EngineList", "named_files", "page_files", "sources"]

log = logging.getLogger(__name__)

ENGINE_LIST = "engine.json"
PYTHON_FOLDER = "python/"
LICENCES = "licences.txt"
SOURCES = (".py", ".toml")


class EngineList(msgspec.Struct):
    """engine.json."""

    files: dict[str, Any]  # SiteFiles of web/src/worker/worker_messages.ts
    sources: dict[str, str]  # of which they were made; see `sources`

    def encoded(self) -> bytes:
        return msgspec.json.encode(self)


def sources(games: Iterable[str]) -> dict[str, str]:
    """What a game in the page depends on, by its slug: a hash of all Python files and tables of the library, and of the
    game's own folder if it lies elsewhere."""
    own = Path(rookery.__file__).parent
    library = _digest(own)
    paths = {slug: load(slug).path for slug in games}
    return {slug: library if path.is_relative_to(own) else f"{library} {_digest(path)}" for slug, path in paths.items()}


def named_files(folder: Path) -> dict[str, Any] | None:
    """NamedFiles of web/src/net/server_parlour.ts. None: there is no engine, or it was made of other sources, and
    would judge games by rules that do not apply here."""
    try:
        told = msgspec.json.decode((folder / ENGINE_LIST).read_bytes(), type=EngineList)
    except (OSError, msgspec.DecodeError):
        return None
    games = [slug for slug, needed in sources(slugs()).items() if told.sources.get(slug) == needed]
    if not games:
        log.warning("Pages cannot review games: their engine was made of other sources; `make engine` makes it again")
        return None
    return {**told.files, "games": games}


def page_files(folder: Path, named: Mapping[str, Any]) -> dict[str, bytes]:
    """The contents of the named files and of their licences, by path. A file that is gone is left out."""
    parts = [named[part] for part in ("wasm", "script", "library") if part in named] + [*named.get("packages", ())]
    paths = [LICENCES, *(part["path"] for part in parts)]
    return {path: (folder / path).read_bytes() for path in paths if (folder / path).is_file()}


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
