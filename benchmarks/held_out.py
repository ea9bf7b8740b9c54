"""Is a level better than searches that it was not trained against, if these have ten times the time?

    python -m benchmarks.held_out grackles --players 2 --level master --against openspiel --games 40

`--against uct`: our own tree search with random playouts and nothing else. `--against openspiel`: the MCTS of OpenSpiel
(with secrets its ISMCTS), with its random rollouts, on our game as OpenSpiel plays it: that in Python, because that in
C++ crashes with games that are written in Python (2.0.2). Both have `--times` as
much time for a decision as the level needed on average so far, by the clock of a machine that should do nothing else.
The first decisions are made with that of a short trial.

Rivals: one seat has the level, all others the other search, and each beginning is played once for each seat. A team:
each beginning is played once by a team of the level and once by a team of the others. Both have the same luck.
"""

import argparse
import math
import sys
import time
from typing import Any, Protocol

import numpy as np

import rookery
from benchmarks.tune import positive
from rookery.bench.report import machine_words
from rookery.bots import choose
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, mcts, share_of

EXPLORATION = 1.4  # of OpenSpiel's upper confidence bounds, which like ours are of utilities from -1 to 1
FIRST_RATE, LEAST = 100, 2  # simulations a second of its search at its first decision; it fails with only one
TRIAL = 4  # decisions of the level that tell how much time the other search has at first


class Player(Protocol):
    """Somebody who decides."""

    took: float  # seconds
    decisions: int

    def choose(self, position: Position, played: list[int]) -> int: ...


class Level:
    """A level of ours."""

    def __init__(self, name: str) -> None:
        self.name, self.took, self.decisions = name, 0.0, 0
        self.generator = Generator(0)

    def choose(self, position: Position, played: list[int]) -> int:
        began = time.perf_counter()
        action = choose(position.view(position.mover or 0), self.name, self.generator)
        self.took += time.perf_counter() - began
        self.decisions += 1
        return action


class Uct:
    """Tree search without evaluator."""

    def __init__(self, level: Level, times: float) -> None:
        self.level, self.times, self.took, self.decisions = level, times, 0.0, 0
        self.generator = Generator(0)

    @property
    def seconds(self) -> float:
        """For the next decision."""
        return self.times * self.level.took / self.level.decisions

    def choose(self, position: Position, played: list[int]) -> int:
        began = time.perf_counter()
        view = position.view(position.mover or 0)
        found = mcts(view, self.generator, Plan(), seconds=self.seconds, nodes=20_000_000)
        self.took += time.perf_counter() - began
        self.decisions += 1
        return found.best


class OpenSpiel(Uct):
    """OpenSpiel's own search. It counts simulations; as many as fitted into the time at the last decision."""

    def __init__(self, level: Level, times: float) -> None:
        super().__init__(level, times)
        self.rate = float(FIRST_RATE)  # simulations a second

    def choose(self, position: Position, played: list[int]) -> int:
        from rookery.envs import openspiel

        began = time.perf_counter()
        game = openspiel(position.game, players=position.players, **position.options)
        state = game.new_initial_state()
        for action in played:
            state.apply_action(action)
        thinking, simulations = time.perf_counter(), max(LEAST, round(self.rate * self.seconds))
        action = int(self._bot(game, simulations, position.game).step(state))
        self.rate = simulations / (time.perf_counter() - thinking)
        self.took += time.perf_counter() - began
        self.decisions += 1
        return action

    def _bot(self, game: Any, simulations: int, ours: Game) -> Any:
        from open_spiel.python.algorithms import ismcts
        from open_spiel.python.algorithms import mcts as peer

        random = np.random.RandomState(self.decisions)
        rollouts = peer.RandomRolloutEvaluator(1, random)
        if ours.facts.hidden:
            return ismcts.ISMCTSBot(game, rollouts, EXPLORATION, simulations, random_state=random)
        return peer.MCTSBot(game, EXPLORATION, simulations, rollouts, solve=True, random_state=random)


def utilities(game: Game, seated: list[Player], seed: int) -> tuple[float, ...]:
    """The utilities of a game. Equal seeds have equal luck."""
    luck, played = Generator(seed), list[int]()
    position = game.start(players=len(seated))
    while not position.is_over:
        mover = position.mover
        if mover is None or mover < 0:
            action = position.draw(luck)
        elif len(position.legal_actions) == 1:
            action = position.legal_actions[0]
        else:
            action = seated[mover].choose(position, played)
        played.append(action)
        position = position.after_unchecked(action)
    assert position.outcome is not None
    return position.outcome.utilities


def told(shares: list[float], players: int, level: Level, other: Player) -> str:
    """The level's results so far."""
    margin = 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    words = f"{len(shares)} games, {100 * float(np.mean(shares)):.1f} % ± {100 * margin:.1f} won"
    for name, who in (("the level", level), ("the other", other)):
        words += f"; {name} {1000 * who.took / max(who.decisions, 1):.1f} ms a decision"
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=positive, default=2)
    parser.add_argument("--level", default="master")
    parser.add_argument("--against", choices=("uct", "openspiel"), default="uct")
    parser.add_argument("--times", type=float, default=10.0, help="as much time as the level")
    parser.add_argument("--games", type=positive, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game, level = rookery.load(chosen.game), Level(chosen.level)
    trial = game.start(players=chosen.players).settled(Generator(0))
    level.choose(trial, [])  # loads what it needs
    level.took, level.decisions = 0.0, 0
    for _ in range(TRIAL):
        level.choose(trial, [])
    other: Player = {"uct": Uct, "openspiel": OpenSpiel}[chosen.against](level, chosen.times)
    level.took, level.decisions = level.took / TRIAL, 1
    sys.stdout.write(f"{game.facts.name}, {chosen.players} players, {level.name} against {chosen.against} with ")
    sys.stdout.write(f"{chosen.times:g} times the time; {machine_words()}\n")
    team, shares, others = game.facts.cooperative, list[float](), list[float]()
    for number in range(chosen.games if team else -(-chosen.games // chosen.players)):
        seed = chosen.seed * 1_000_003 + number
        if team:
            shares.append(float(utilities(game, [level] * chosen.players, seed)[0] > 0))
            others.append(float(utilities(game, [other] * chosen.players, seed)[0] > 0))
        else:
            for seat in range(chosen.players):
                seated = [level if place == seat else other for place in range(chosen.players)]
                shares.append(share_of(utilities(game, seated, seed)[seat], chosen.players))
        words = f"; the other team {100 * float(np.mean(others)):.1f} %" if team else ""
        sys.stdout.write(told(shares, chosen.players, level, other) + words + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
