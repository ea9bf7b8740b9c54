"""Finds games: the folders of rookery/games, and packages under the entry point group `rookery.games`."""

import functools
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from rookery import games as shelf
from rookery.core.errors import UnknownGame, one_of
from rookery.core.position import Game

__all__ = ["load", "slugs"]

ENTRY_POINT_GROUP = "rookery.games"


@functools.cache
def _packages() -> Mapping[str, str]:
    """Slug -> package, built-in games first; imports nothing. No other package can replace a built-in slug."""
    from importlib.metadata import entry_points  # imported here because it would make `import rookery` a quarter slower

    found = {point.name: point.value for point in entry_points(group=ENTRY_POINT_GROUP)}
    found |= {module.name: f"{shelf.__name__}.{module.name}" for module in pkgutil.iter_modules(shelf.__path__)}
    ours = [name for name, package in found.items() if package.startswith(f"{shelf.__name__}.")]
    return MappingProxyType({name: found[name] for name in sorted(found, key=lambda name: (name not in ours, name))})


def slugs() -> tuple[str, ...]:
    """The slugs of all installed games, built-in games first."""
    return tuple(_packages())


def load(slug: str) -> Game:
    """The game of that slug; compiles nothing yet. Raises UnknownGame."""
    if not isinstance(slug, str) or slug not in _packages():
        raise UnknownGame(f"no game is called {slug!r}; {one_of(str(slug), slugs())}")
    return _load(slug)


@functools.cache
def _load(slug: str) -> Game:
    package = _packages()[slug]
    try:
        game = Game(package)
    except (ImportError, AttributeError, TypeError) as error:
        raise UnknownGame(f"the game {slug!r} cannot be loaded from the package {package}: {error}") from error
    if game.facts.slug != slug:
        raise UnknownGame(f"the game found as {slug!r} calls itself {game.facts.slug!r}; the two must be equal")
    return game
