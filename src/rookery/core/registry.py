"""Finds games: every folder of rookery/games, and every package that others name under `rookery.games`."""

import functools
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from rookery import games as shelf
from rookery.core.errors import UnknownGame, one_of
from rookery.core.position import Game

__all__ = ["load", "titles"]

ENTRY_POINT_GROUP = "rookery.games"


@functools.cache
def _packages() -> Mapping[str, str]:
    """Title -> package, ours first; nothing is imported. A title of ours is never replaced from outside."""
    from importlib.metadata import entry_points  # it would make `import rookery` a quarter slower

    found = {point.name: point.value for point in entry_points(group=ENTRY_POINT_GROUP)}
    found |= {module.name: f"{shelf.__name__}.{module.name}" for module in pkgutil.iter_modules(shelf.__path__)}
    ours = [name for name, package in found.items() if package.startswith(f"{shelf.__name__}.")]
    return MappingProxyType({name: found[name] for name in sorted(found, key=lambda name: (name not in ours, name))})


def titles() -> tuple[str, ...]:
    """The titles of all games found."""
    return tuple(_packages())


def load(title: str) -> Game:
    """The game of that title. Raises UnknownGame. Compiles nothing yet."""
    if not isinstance(title, str) or title not in _packages():
        raise UnknownGame(f"no game is called {title!r}; {one_of(str(title), titles())}")
    return _load(title)


@functools.cache
def _load(title: str) -> Game:
    package = _packages()[title]
    try:
        game = Game(package)
    except (ImportError, AttributeError, TypeError) as error:
        raise UnknownGame(f"the game {title!r} cannot be loaded from the package {package}: {error}") from error
    if game.facts.title != title:
        raise UnknownGame(f"the game found as {title!r} calls itself {game.facts.title!r}; both must be the same")
    return game
