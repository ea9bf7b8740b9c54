"""Is a level better than searches that it was not trained against, if these have ten times the time?

    python -m benchmarks.held_out grackles --players 2 --level master --against openspiel --games 40

`--against uct`: plain UCT, our own tree search with random playouts, without proofs and without knowledge of the game.
`--against openspiel`: the MCTS of OpenSpiel (with secrets its ISMCTS), with its random rollouts, on our game as
OpenSpiel plays it: that in Python, because that in C++ crashes with games that are written in Python (2.0.2). Both have
`--times` as much time for a decision as the level needed on average so far, by the clock of a machine that should do
nothing else. A short trial gives the first time.

Rivals: one seat has the level, all others the other search, and each beginning is played once for each seat. A team:
each beginning is played once by a team of the level and once by a team of the others. Both have the same luck. In the
results the level is the first.
"""

import importlib.util
import sys
import time
from typing import Any

import numpy as np

from benchmarks.arguments import described, game_of, natural, positive
from benchmarks.plans import beginnings, matches
from rookery.bots import choose
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.machine import machine_words
from rookery.search import Plan, mcts

EXPLORATION = 1.4  # of OpenSpiel's upper confidence bounds, which like ours are of utilities from -1 to 1
FIRST_RATE, LEAST = 100, 2  # simulations a second of its search at its first decision; it fails with only one
MOST_TIMES = 1_000_000
TRIAL = 4  # decisions of the level that tell how much time the other search has at first


class Contender:
    """Somebody who decides, and the time that this takes."""

    def __init__(self, name: str) -> None:
        self.name, self.took, self.decisions = name, 0.0, 0
        self.generator = Generator(0)

    def __str__(self) -> str:
        return f"{self.name}, {1000 * self.took / max(self.decisions, 1):.1f} ms a decision"

    def choose(self, position: Position, played: list[int]) -> int:
        began = time.perf_counter()
        action = self.action(position, played)
        self.took += time.perf_counter() - began
        self.decisions += 1
        return action

    def action(self, position: Position, played: list[int]) -> int:
        raise NotImplementedError


class Level(Contender):
    """A level of ours."""

    def action(self, position: Position, played: list[int]) -> int:
        return choose(position.view(position.mover or 0), self.name, self.generator)


class Peer(Contender):
    """A search that has so many times the time of a level."""

    def __init__(self, name: str, level: Level, times: float) -> None:
        super().__init__(name)
        self.level, self.times = level, times

    @property
    def seconds(self) -> float:
        """For the next decision."""
        return self.times * self.level.took / self.level.decisions


class Uct(Peer):
    """Tree search without evaluator and without proofs."""

    def action(self, position: Position, played: list[int]) -> int:
        view = position.view(position.mover or 0)
        return mcts(view, self.generator, Plan(proves=False), seconds=self.seconds, nodes=5_000_000).best


class OpenSpiel(Peer):
    """OpenSpiel's own search. It counts simulations; as many as fitted into the time at the last decision, and at the
    first one of a game as many as at the first one before."""

    def __init__(self, name: str, level: Level, times: float) -> None:
        super().__init__(name, level, times)
        self.rate = self.first_rate = float(FIRST_RATE)  # simulations a second
        self.plies = 0  # played before its last decision

    def action(self, position: Position, played: list[int]) -> int:
        from rookery.envs import openspiel

        game = openspiel(position.game, players=position.players, **position.options)
        state = game.new_initial_state()
        for action in played:
            state.apply_action(action)
        begins = self.decisions == 0 or len(played) <= self.plies
        self.plies = len(played)
        if begins:  # its games to the end are long again
            self.rate = self.first_rate
        began, wanted = time.perf_counter(), max(LEAST, round(self.rate * self.seconds))
        chosen, simulations = self._searched(game, state, wanted, position.game)
        if simulations:
            self.rate = simulations / (time.perf_counter() - began)
        if begins:
            self.first_rate = self.rate
        return chosen

    def _searched(self, game: Any, state: Any, simulations: int, ours: Game) -> tuple[int, int]:
        """The action, and how many simulations were made: it may stop at a proof."""
        from open_spiel.python.algorithms import ismcts
        from open_spiel.python.algorithms import mcts as peer

        random = np.random.RandomState(self.decisions)
        rollouts = peer.RandomRolloutEvaluator(1, random)
        if ours.facts.hidden:
            bot = ismcts.ISMCTSBot(game, rollouts, EXPLORATION, simulations, random_state=random)
            return int(bot.step(state)), simulations if len(state.legal_actions()) > 1 else 0
        bot = peer.MCTSBot(game, EXPLORATION, simulations, rollouts, solve=True, random_state=random)
        root = bot.mcts_search(state)
        return int(root.best_child().action), int(root.explore_count)


PEERS = {"uct": Uct, "openspiel": OpenSpiel}


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=positive, default=2)
    parser.add_argument("--level", default="master")
    parser.add_argument("--against", choices=tuple(PEERS), default="uct")
    parser.add_argument("--times", type=float, default=10.0, help="as much time as the level")
    parser.add_argument("--games", type=positive, default=40)
    parser.add_argument("--seed", type=natural, default=1)
    chosen = parser.parse_args()
    if not 0.0 < chosen.times <= MOST_TIMES:
        parser.error(f"--times {chosen.times:g}; allowed: a number above 0, at most {MOST_TIMES:,}")
    if chosen.against == "openspiel" and importlib.util.find_spec("pyspiel") is None:
        parser.error("OpenSpiel is not installed: make .venv/.bench")
    game, level = game_of(parser, chosen.game, [chosen.players], [chosen.level]), Level(chosen.level)
    generator = Generator(0)
    trial = game.start(players=chosen.players).settled(generator)
    while len(trial.legal_actions) == 1:  # nobody thinks there
        trial = trial.after(trial.legal_actions[0]).settled(generator)
    level.choose(trial, [])  # loads what it needs
    level.took, level.decisions = 0.0, 0
    for _ in range(TRIAL):
        level.choose(trial, [])
    other: Peer = PEERS[chosen.against](chosen.against, level, chosen.times)
    level.took, level.decisions = level.took / TRIAL, 1
    sys.stdout.write(f"{game.facts.name}, {chosen.players} players, {level.name} against {chosen.against} with ")
    sys.stdout.write(f"{chosen.times:g} times the time; {machine_words()}\n")
    seeds = beginnings(game, chosen.players, chosen.games, chosen.seed)
    for words in matches(game, chosen.players, level, other, seeds):
        sys.stdout.write(f"{words}; {level} | {other}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
