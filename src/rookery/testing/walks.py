"""Random games on which laws are tried: every number of players, every choice of every option."""

import itertools
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from rookery.core.position import Game, Position
from rookery.core.protocol import SPECTATOR, Actions, Array
from rookery.core.scene import Scene
from rookery.testing.reports import LawFails

WalkSetup = tuple[int, dict[str, str], int]  # of a random game: players, options, seed

MIN_WALKS = 6  # walks of a game that has fewer different tables
UNTOUCHED = -(2**31)  # in lent buffers: an entry that was not written


class LawBroken(AssertionError):
    """A game broke a law. The message names the law and the game, and says how to reproduce the failure."""

    def __init__(self, failure: LawFails) -> None:
        super().__init__(str(failure))
        self.failure = failure  # the same as data


def must(holds: object, words: str) -> None:
    """Raises AssertionError with `words` unless the condition holds. `python -O` would remove an assert statement."""
    if not holds:
        raise AssertionError(words)


def worded(error: BaseException) -> str:
    """The message of an error; if it has none, the place where it was raised."""
    if str(error).strip():
        return str(error) if type(error) is AssertionError else f"{type(error).__name__}: {error}"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} without a message, in {last.filename}, line {last.lineno}"


@dataclass(frozen=True)
class Walk:
    """A random game from its first position on, as far as it could be played."""

    game: Game
    seed: int
    positions: tuple[Position, ...]  # one more than actions
    actions: tuple[int, ...]
    pictures: dict[tuple[int, int, int], Scene] = field(default_factory=dict, repr=False)  # see Case.scenes
    observations: dict[Position, Array] = field(default_factory=dict, repr=False)  # see Case.observation


@dataclass(frozen=True)
class Case:
    """One position of a walk, on which a law is tried."""

    walk: Walk
    ply: int

    @property
    def game(self) -> Game:
        return self.walk.game

    @property
    def position(self) -> Position:
        return self.walk.positions[self.ply]

    @property
    def action(self) -> int | None:
        """The action that the walk takes from here; None where it ends."""
        return self.walk.actions[self.ply] if self.ply < len(self.walk.actions) else None

    @property
    def viewers(self) -> tuple[int, ...]:
        """All viewers: a spectator and every seat."""
        return SPECTATOR, *range(self.position.players)

    def generator(self) -> np.random.Generator:
        """A generator that gives the same draws at every call."""
        return np.random.default_rng([self.walk.seed, self.ply])

    def observation(self, view: Position) -> Array:
        """What learners see of a seat's view of a position of this table."""
        seen = self.walk.observations
        if view not in seen:
            seen[view] = view.observation(view.viewer)  # type: ignore[arg-type]  # it has a viewer
        return seen[view]

    def scenes(self) -> dict[tuple[int, int], Scene]:
        """(viewer, facing) -> scene: for every seat from its own side, for a spectator from the first and the last; for
        the seat that decides also from the side of the first, as a screen of several people shows it."""
        last = self.position.players - 1
        looks = {(SPECTATOR, 0), (SPECTATOR, last), *((seat, seat) for seat in range(last + 1))}
        if (mover := self.position.mover) is not None and mover >= 0:
            looks.add((mover, 0))
        seen = self.walk.pictures
        for viewer, facing in looks:
            if (self.ply, viewer, facing) not in seen:
                seen[self.ply, viewer, facing] = self.position.scene(viewer, facing)
        return {look: seen[self.ply, *look] for look in sorted(looks)}


def tables(game: Game) -> list[tuple[int, dict[str, str]]]:
    """Every number of players with every combination of options, including the examples of free-form options."""
    options = game.facts.options
    names = [option.name for option in options]
    every = []
    for players in game.facts.players:
        values = [(*option.choices_of(players), *filter(None, [option.example])) for option in options]
        every += [(players, dict(zip(names, chosen))) for chosen in itertools.product(*values)]
    return every


def legal_in_room(position: Position) -> tuple[Actions, int]:
    """The buffer that `legal` filled, and the count. The buffer is too long, and held UNTOUCHED before."""
    facts = position.game.facts
    room = np.full(facts.actions + facts.max_legal + 1, UNTOUCHED, np.int32)
    return room, int(position.game.bindings.legal(position.states, 0, room))


def walk(game: Game, players: int, options: Mapping[str, str], seed: int) -> Walk:
    """One random game. All chance actions are equally likely, so that rare ones occur often.

    A game that breaks a law may not be playable to its end. The walk then ends early, and a law says why."""
    generator = np.random.default_rng(seed)
    position = game.start_with(game.facts.settings(players, options))
    positions, actions = [position], list[int]()
    while len(actions) <= game.facts.longest:
        room, count = legal_in_room(position)
        if not 0 < count <= game.facts.max_legal:
            break
        action = int(room[generator.integers(count)])
        if not 0 <= action < game.facts.actions:
            break
        position = position.after_unchecked(action)
        positions.append(position)
        actions.append(action)
    return Walk(game, seed, tuple(positions), tuple(actions))


def walk_setups(game: Game, games: int = 0, seed: int = 0) -> list[WalkSetup]:
    """The tables and seeds of `games` random games, spread over all tables; 0: one at each table, but at least
    MIN_WALKS. Seeds count up from `seed`."""
    every = tables(game)
    np.random.default_rng(seed).shuffle(every)  # with fewer games than tables, each seed takes other tables
    return [(*every[number % len(every)], seed + number) for number in range(games or max(len(every), MIN_WALKS))]


def walks(game: Game, games: int = 0, seed: int = 0) -> Iterator[Walk]:
    """The random games of `walk_setups`."""
    for players, options, own in walk_setups(game, games, seed):
        yield walk(game, players, options, own)
