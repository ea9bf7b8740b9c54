"""The engine as a page starts it (engine_program.py)."""

from collections.abc import Callable
from typing import Any

from rookery.core import registry
from rookery.core.errors import BrokenModule
from rookery.offline.engine import PageEngine
from rookery.offline.engine_games import EngineCode
from rookery.offline.page_game import GAMES_OF_SITE


def start(tell: Callable[[int, str, str], None]) -> PageEngine:
    """`tell`: see PageEngine."""
    return PageEngine(tell)


def knows(slug: str) -> bool:
    """Whether there is such a game."""
    return slug in GAMES_OF_SITE.facts


def open_game(slug: str, code: EngineCode) -> None:
    """The code and the module of a game have come; before any question about it. Raises UnknownGame."""
    game: Any = registry.load(slug)
    game.open(code)


def broken(slug: str, reason: str) -> BrokenModule:
    """What to raise when the module of a game fails. Raises UnknownGame."""
    told = f"{registry.load(slug).facts.name} cannot be analysed in this page, because its rules broke off ({reason})"
    return BrokenModule(f"{told}; load the page again, or choose another game")
