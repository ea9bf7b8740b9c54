"""Finds games: the folders of rookery/games, packages under the entry point groups `rookery.games` and
`rookery.examples`, and a game that somebody writes in the current folder, once it is asked for by its name."""

import functools
import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from rookery import games as shelf
from rookery.core.errors import UnknownGame, one_of
from rookery.core.position import Game

GAME_GROUP = "rookery.games"  # of entry points
EXAMPLE_GROUP = "rookery.examples"  # of games that show how a game is written, and are no part of a parlour


@functools.cache
def _packages() -> Mapping[str, str]:
    """Slug -> package, built-in games first, examples last; imports nothing. No other package can replace a built-in
    slug, and no example that of a game."""
    ours = {module.name: f"{shelf.__name__}.{module.name}" for module in pkgutil.iter_modules(shelf.__path__)}
    by_slug = dict[str, str]()
    for packages in (ours, _entry_points(GAME_GROUP), _entry_points(EXAMPLE_GROUP)):
        by_slug |= {name: packages[name] for name in sorted(packages) if name not in by_slug}
    return MappingProxyType(by_slug)


_WRITTEN_HERE = dict[str, str]()  # slug -> package, of games in the current folder


def _is_written_here(slug: str) -> bool:
    """Whether the current folder has a package of that name with facts.py, which then can be imported."""
    try:
        here = Path.cwd()
        if not slug.isidentifier() or not (here / slug / "facts.py").exists():
            return False
    except OSError:  # the folder is gone, or no file can have so long a name
        return False
    if str(here) not in sys.path:
        sys.path.append(str(here))  # the last place: a file there takes no other module's name
        importlib.invalidate_caches()
    _WRITTEN_HERE[slug] = slug
    return True


def _entry_points(group: str) -> dict[str, str]:
    from importlib.metadata import entry_points  # imported here because it would make `import rookery` a quarter slower

    return {point.name: point.value for point in entry_points(group=group)}


def slugs(*, examples: bool = True) -> tuple[str, ...]:
    """The slugs of all installed games, built-in games first and examples last, and of those in the current folder that
    were loaded; without `examples`, of those that a parlour offers unasked."""
    return tuple(slug for slug in {**_packages(), **_WRITTEN_HERE} if examples or not is_example(slug))


def is_example(slug: str) -> bool:
    """Whether the game shows how a game is written, and is no part of a parlour unless somebody wants it there."""
    return slug in _examples()


@functools.cache
def _examples() -> frozenset[str]:
    games = {*_entry_points(GAME_GROUP)}
    found = _entry_points(EXAMPLE_GROUP).items()
    return frozenset(slug for slug, package in found if _packages()[slug] == package and slug not in games)


def package_of(slug: str) -> str:
    """The package of the game of that slug: an installed one, or the package of that name in the current folder;
    imports nothing. Raises UnknownGame."""
    known = isinstance(slug, str) and (slug in _packages() or slug in _WRITTEN_HERE or _is_written_here(slug))
    if not known:
        raise UnknownGame(f"no game is called {slug!r}; {one_of(str(slug), slugs())}")
    return _packages().get(slug) or _WRITTEN_HERE[slug]


def load(slug: str) -> Game:
    """The game of that slug; compiles nothing yet. Raises UnknownGame."""
    return _load(slug, package_of(slug))


@functools.cache
def _load(slug: str, package: str) -> Game:
    try:
        game = Game(package)
    except Exception as error:  # what another author has written may raise anything
        words = str(error) or type(error).__name__
        raise UnknownGame(f"the game {slug!r} cannot be loaded from the package {package}: {words}") from error
    if game.facts.slug != slug:
        raise UnknownGame(f"the game found as {slug!r} calls itself {game.facts.slug!r}; the two must be equal")
    return game
