"""The engine that a page runs itself: CPython as WebAssembly with our own Python and the games as WebAssembly, in a
folder beside the page's. `make engine` makes it; a wheel of `make wheel` has it.

    engine.json   what the page must know of the files, and the sources that they were made of
    python/       the files; each name has a hash of the contents
"""

import hashlib
import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rookery
from rookery.core.registry import load, slugs

__all__ = ["ENGINE_LIST", "PYTHON_FOLDER", "named_files", "sources"]

log = logging.getLogger(__name__)

ENGINE_LIST = "engine.json"
PYTHON_FOLDER = "python/"
SOURCES = (".py", ".toml")


def sources(games: Iterable[str]) -> dict[str, str]:
    """What a game in the page depends on, by its slug: a hash of all Python files and tables of the library, and of the
    game's own folder if it lies elsewhere."""
    own = Path(rookery.__file__).parent
    library = _digest(own)
    paths = {slug: load(slug).path for slug in games}
    return {slug: library if path.is_relative_to(own) else f"{library} {_digest(path)}" for slug, path in paths.items()}


def named_files(folder: Path) -> dict[str, Any] | None:
    """EngineFiles of web/src/net/server_parlour.ts. None: there is no engine, or it was made of other sources, and
    would judge games by rules that do not apply here."""
    try:
        told: dict[str, Any] = json.loads((folder / ENGINE_LIST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    made = told.pop("sources", {})
    games = [slug for slug, needed in sources(slugs()).items() if made.get(slug) == needed]
    if not games:
        log.warning("Pages cannot review games: their engine was made of other sources; `make engine` makes it again")
        return None
    return {**told, "games": games}


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
