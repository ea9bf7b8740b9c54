"""The code with which pages draw each game (javascript/game_module.py), lowered once and kept in the cache folder."""

import logging
import threading
from pathlib import Path
from typing import NamedTuple

import rookery.javascript
from rookery.core.compiling.sources import portable_stamp, source_of
from rookery.core.errors import CannotPlay
from rookery.core.position import Game
from rookery.javascript.game_module import module_text
from rookery.page_engine.made_files import DIGITS, digest, made_file

__all__ = ["GameCode", "code_name", "code_of"]

log = logging.getLogger(__name__)

LOWERING = Path(rookery.javascript.__file__).parent


class GameCode(NamedTuple):
    """The module of a game as a file. Its name holds a hash of its text, so a page may keep it for ever."""

    name: str
    text: bytes


_CODES = dict[Game, GameCode | None]()
_LOCK = threading.Lock()


def code_of(game: Game) -> GameCode | None:
    """The code of a game; None: pages cannot draw it, and the log says why. The first call may take half a second."""
    if game not in _CODES:
        with _LOCK:
            if game not in _CODES:
                _CODES[game] = _made(game)
    return _CODES[game]


def code_name(game: Game) -> str:
    """The name of the code of a game; "": pages cannot draw it."""
    code = code_of(game)
    return code.name if code else ""


def _made(game: Game) -> GameCode | None:
    slug = game.facts.slug
    try:
        text = made_file(f"{slug}.js", _sources(game), lambda: module_text(game).encode())
    except CannotPlay as refused:
        log.warning("Pages are sent whole pictures of %s: %s", slug, refused)
        return None
    return GameCode(f"{slug}-{digest(text)[:DIGITS]}.js", text)


def _sources(game: Game) -> tuple[bytes, ...]:
    """All that the code is made of."""
    modules = sorted(f"{game.package}.{path.stem}" for path in game.path.glob("*.py") if path.stem != "__init__")
    lowering = [path.read_bytes() for path in sorted(LOWERING.glob("*.py"))]
    return portable_stamp(*map(source_of, modules)), game.art.encode(), *lowering
