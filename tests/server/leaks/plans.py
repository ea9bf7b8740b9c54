"""Games that are played twice, the same in both worlds except for what the viewer may not know, or not yet."""

import hashlib
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.server.commands.guards import may_lose
from rookery.server.table.table import Seats
from rookery.testing.walks import Walk, tables, walk
from tests.two_worlds import swap_secrets

RATED = 4  # one of so many tables is rated: some that begin with the game, and none whose game is exported (EXPORTED)
TRIES = 60  # pairs of secret actions of a game that may change places,
BEYOND = 40  # one of them perhaps so many plies after what is played: then the worlds differ to the end
Clock = dict[str, Any]  # as it is ordered (server/table/clock.py)
CLOCKS: tuple[Clock | None, ...] = (
    None,
    {"kind": "move", "seconds": 60, "level": "first"},
    {"kind": "bank", "seconds": 600, "increment": 5, "level": "first"},
    {"kind": "move", "seconds": 7200, "level": "first"},  # goes on while no server holds the table
    {"kind": "bank", "seconds": 600, "zero": "loss"},
)


@dataclass(frozen=True)
class World:
    """What may differ between the two worlds."""

    secret: bytes  # [32] the house's own, from which draws would follow; here they follow from the walk
    walk: Walk

    def draw(self, ply: int) -> int:
        return self.walk.actions[ply - 1]

    def ticket(self, ply: int) -> bytes:
        """A true one tells what is drawn, to who knows the odds; one of a later ply tells what will be."""
        told: tuple[object, ...] = (self.secret, ply)
        if ply <= len(self.walk.actions) and self.walk.positions[ply - 1].mover == CHANCE:
            told = (tuple(self.walk.positions[ply - 1].odds), self.walk.actions[ply - 1])
        return hashlib.sha256(repr(told).encode()).digest()


@dataclass(frozen=True)
class Plan:
    """A game from ply `first` to ply `last`, and its viewer: a seat, several at one page, or () a spectator."""

    seed: int
    seats: Seats
    first: int
    last: int
    worlds: tuple[World, World]
    clock: Clock | None = None
    late: int = 0  # so many plies late spectators see it
    tarries: int = 0  # then the first one who decides after so many plies lets the time run out
    rated: bool = False

    @property
    def game(self) -> Game:
        return self.worlds[0].walk.game

    @property
    def start(self) -> Position:
        return self.worlds[0].walk.positions[0]

    @property
    def differ(self) -> bool:
        """Whether the worlds differ where they are left: the house's secret does in any case."""
        one, other = (world.walk.positions[-1] for world in self.worlds)
        return one != other


def plans(game: Game, games: int, seed: int, far: int, long: int) -> Iterator[Plan]:
    """Random games at all kinds of tables for all kinds of viewers. Each is looked at for a few decisions, `long` plies
    at most: every second one from its beginning, the others from anywhere before ply `far`."""
    every = tables(game)
    for number in range(seed, seed + games):
        dice = random.Random(f"{game.facts.slug} {number}")
        players, options = every[number % len(every)]
        whole = walk(game, players, options, number)
        decided = [ply for ply, position in enumerate(whole.positions[:-1]) if position.mover != CHANCE]
        first = 0 if number % 2 else dice.choice([0, *(ply for ply in decided if ply < far)])
        begun = max(first, decided[0])
        last = dice.choice([ply for ply in decided if begun <= ply <= begun + long])
        viewers = [(), *((seat,) for seat in range(players))]
        if players > 2:
            viewers.append(tuple(sorted(dice.sample(range(players), 2))))
        seats = viewers[number // 2 % len(viewers)]
        one = _until(whole, last + BEYOND)
        other = swap_secrets(one, *(seats or [SPECTATOR]), tries=TRIES)
        worlds = [World(dice.randbytes(32), _until(told, last)) for told in (one, other)]
        rated, clock = number % RATED == 3, _clock(game, players, dice)
        clock = clock or (CLOCKS[1] if rated else None)
        yield Plan(number, seats, first, last, (worlds[0], worlds[1]), clock=clock, rated=rated)


def late_plans(game: Game, games: int, far: int, seed: int = 0) -> Iterator[Plan]:
    """Random games that a spectator sees late, and that differ only in what was played since what is seen: the newest
    decision is among that, so that nothing that was seen can be taken back."""
    every = tables(game)
    for number in range(seed, seed + games):
        dice = random.Random(f"{game.facts.slug} late {number}")
        players, options = every[number % len(every)]
        one = walk(game, players, options, number)
        decided = [ply for ply, position in enumerate(one.positions[:far]) if _decides(position)]
        newest, last = dice.choice(list(itertools.pairwise(decided))[len(decided) // 2 :])
        late = max(dice.randint(2, 6), last - newest)
        worlds = (World(bytes(32), _until(one, last)), World(bytes(32), _otherwise(one, last - late, last, dice)))
        clock, tarries = _clock(game, players, dice), dice.choice([last - late, last])
        yield Plan(number, (), 0, last, worlds, clock, late, tarries)


def _clock(game: Game, players: int, dice: random.Random) -> Clock | None:
    return dice.choice(CLOCKS if may_lose(game, players) else CLOCKS[:-1])


def _decides(position: Position) -> bool:
    return position.mover not in (CHANCE, None)


def _otherwise(told: Walk, ply: int, last: int, dice: random.Random) -> Walk:
    """The same game to a ply, then another one that stands at a decision after as many plies."""
    for _ in range(TRIES):
        positions, actions = list(told.positions[: ply + 1]), list(told.actions[:ply])
        while len(actions) < last and not positions[-1].is_over:
            actions.append(dice.choice(positions[-1].legal_actions))
            positions.append(positions[-1].after(actions[-1]))
        decided = len(actions) == last and _decides(positions[-1]) and any(map(_decides, positions[ply:-1]))
        if decided and positions[-1] != told.positions[last]:
            return Walk(told.game, told.seed, tuple(positions), tuple(actions))
    raise AssertionError("this game goes only one way")


def _until(told: Walk, ply: int) -> Walk:
    return Walk(told.game, told.seed, told.positions[: ply + 1], told.actions[:ply])
