"""What a page runs of a game: its drawings, its words and its rules, as one module of JavaScript (page_module.py)."""

import hashlib
import logging
import threading
from typing import NamedTuple

from rookery.compiler.errors import NotInLanguage
from rookery.core.errors import CannotPlay
from rookery.core.picture import showing
from rookery.core.position import Game
from rookery.javascript.page_module import ModuleText, layout_of, page_text

__all__ = ["GameCode", "code_name", "code_of", "module_text"]

log = logging.getLogger(__name__)

NAME_DIGITS = 16

# module of a game -> the functions that pages call; a game may lack some
ROOTS = {
    "scenery": ("scene", "touched", "clicks", "why"),
    "notation": (*("action_text", "action_words", "secret_words", "outcome_words", "outcome_reason", "position_text"),),
    "rules": ("mover", "legal", "play", "weights", "utilities", "points", "hide", "knows"),
}


def module_text(game: Game) -> str:
    """The module. Raises CannotPlay, with file and line, if something is not in the subset (docs/page_code.md)."""
    page = ModuleText(game.fields)
    try:
        roots = {
            name: page.reference(getattr(module, name))
            for part, names in ROOTS.items()
            for module in [getattr(game, part)]
            for name in names
            if hasattr(module, name)
        }
        roots["shown"] = page.reference(showing(game.art))
        roots["most_legal"] = page.reference(game.facts.max_legal)
        page.lower()
    except NotInLanguage as refused:
        raise CannotPlay(f"pages cannot draw {game.facts.name}: {refused}") from None
    return page_text(page, roots, layout_of(game.fields, game.dtype))


class GameCode(NamedTuple):
    """The module of a game as a file. Its name holds a hash of its text, so a page may keep it for ever."""

    name: str
    text: bytes


_CODES = dict[Game, GameCode | None]()
_LOCK = threading.Lock()


def code_of(game: Game) -> GameCode | None:
    """The code of a game, made once; None: pages cannot draw it, and the log says why."""
    with _LOCK:
        if game not in _CODES:
            try:
                text = module_text(game).encode()
                digest = hashlib.sha256(text).hexdigest()[:NAME_DIGITS]
                _CODES[game] = GameCode(f"{game.facts.slug}-{digest}.js", text)
            except CannotPlay as refused:
                log.warning("Pages are sent whole pictures of %s: %s", game.facts.slug, refused)
                _CODES[game] = None
        return _CODES[game]


def code_name(game: Game) -> str:
    """The name of the code of a game; "": pages cannot draw it."""
    code = code_of(game)
    return code.name if code else ""
