"""The code with which pages draw each game (javascript/game_module.py), lowered once and kept in the cache folder."""

import functools
import logging
import time
import zlib
from pathlib import Path
from typing import NamedTuple

import rookery.javascript
from rookery.core.compiling.sources import closure, portable_stamp, source_of
from rookery.core.errors import CannotPlay
from rookery.core.kernel import user
from rookery.core.position import Game
from rookery.javascript.game_module import module_text
from rookery.page_engine.made_files import GZIP, hashed, is_whole, made_file, packed

log = logging.getLogger(__name__)

LOWERING = Path(rookery.javascript.__file__).parent
BEGUN = time.time()  # before the games are imported


class GameCode(NamedTuple):
    """The module of a game as a file. Its name holds a hash of its text, so a page may keep it for ever."""

    name: str
    text: bytes


@functools.cache
def code_of(game: Game) -> GameCode | None:
    """The code of a game; None: pages cannot draw it, and the log says why. The first call may take half a second."""
    slug = game.facts.slug
    try:
        text = _text(game)
    except CannotPlay as refused:
        log.warning("Pages are sent whole pictures of %s: %s", slug, refused)
        return None
    except Exception:  # an author's file may hold anything; the game can be played with whole pictures
        log.exception("Pages are sent whole pictures of %s, because its code could not be made", slug)
        return None
    return GameCode(hashed(f"{slug}.js", text), text)


def code_name(game: Game) -> str:
    """The name of the code of a game; "": pages cannot draw it."""
    code = code_of(game)
    return code.name if code else ""


def _text(game: Game) -> bytes:
    """The module, from the cache folder if that can be used. Raises whatever its lowering raises."""

    def made() -> bytes:
        return module_text(game).encode()

    modules = [source_of(name) for name in _modules(game)]
    if any(source.file.stat().st_mtime > BEGUN for source in closure(*modules)):
        return made()  # the imported modules may be older than the files, whose stamp would be a wrong name
    try:
        name, of = f"{game.facts.slug}.js.gz", _sources(game)
        return zlib.decompress(made_file(name, of, lambda: packed(made()), whole=is_whole), GZIP)
    except OSError as error:
        log.warning("The code of %s is made anew at each start: %s", game.facts.slug, error)
        return made()


def _modules(game: Game) -> list[str]:
    """The modules of a game, those of its folders included."""
    files = (path.relative_to(game.path).with_suffix("") for path in game.path.rglob("*.py"))
    return sorted(".".join((game.package, *path.parts)) for path in files if path.stem != "__init__")


def _sources(game: Game) -> tuple[bytes, ...]:
    """All that the code is made of, and for whom: nobody runs what others left."""
    lowering = [path.read_bytes() for path in sorted(LOWERING.glob("*.py"))]
    return portable_stamp(*map(source_of, _modules(game))), game.art.encode(), str(user()).encode(), *lowering
