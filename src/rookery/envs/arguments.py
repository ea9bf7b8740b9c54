"""Checks of the arguments that all environments share."""

import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, SupportsIndex

import numpy as np

from rookery.core.errors import MissingExtra, UnknownGame
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.core.registry import load, slugs

INSTALL_ENVS = "pip install 'rookery-lab[envs]'"

Start = str | Game | Position
ObsType = dict[str, Array] | Array  # as in Gymnasium: an observation with its action mask, or a flat one


@contextmanager
def libraries() -> Iterator[None]:
    """Raises MissingExtra if a library that is imported inside is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"this environment needs {str(error.name).partition('.')[0]}: {INSTALL_ENVS}") from None


def first_position(start: Start, players: int | None, options: dict[str, str]) -> Position:
    """The first position of a game, or the position itself. Raises UnknownGame, UnknownOption, TypeError."""
    if isinstance(start, Position):
        if players not in (None, start.players) or options:
            raise TypeError(f"a position already has players and options: {start.players}, {start.options}")
        return start
    if not isinstance(start, str | Game):
        raise UnknownGame(f"{start!r} is not a game; give a slug, a game or a position")
    game = load(start) if isinstance(start, str) else start
    return game.start_with(game.facts.settings(players, options))


def loadable() -> Iterator[Game]:
    """All games that can be loaded. To load any other game by its slug raises the reason."""
    for slug in slugs():
        with suppress(UnknownGame):
            yield load(slug)


def check_seed(seed: SupportsIndex | None) -> int | None:
    """The seed, if there is one. Raises ValueError."""
    try:
        whole = None if seed is None else operator.index(seed)
    except TypeError:
        whole = -1
    if whole is not None and whole < 0:
        raise ValueError(f"seed={seed!r}; a seed is a whole number, 0 or more, or None: the random stream continues")
    return whole


def check_streams(streams: Any, count: int, *, advanced: bool = False) -> None:
    """Raises ValueError for what is no array of `count` random streams (core/chance.py). `advanced`: they must be
    writeable, because the call advances them; prepared kernels would write into read-only memory, too."""
    if not isinstance(streams, np.ndarray) or streams.shape != (count,) or streams.dtype != np.uint64:
        raise ValueError(f"streams must be an array of {count} np.uint64; these are {streams!r}")
    if advanced and not streams.flags.writeable:
        raise ValueError(f"streams must be writeable, because they are advanced; {streams!r} is read-only")


def check_seeds(seed: Any, games: int) -> Sequence[int | None]:
    """A seed for each game: those given, or `seed + i` for game i. Raises ValueError."""
    if (isinstance(seed, Sequence) and not isinstance(seed, str | bytes)) or np.ndim(seed) == 1:
        if len(seed) != games:
            raise ValueError(f"seeds: {len(seed)}, games: {games}; give one for each game, or one for all")
        return [check_seed(own) for own in seed]
    first = check_seed(seed)
    return [None] * games if first is None else range(first, first + games)
