"""Is another plan better? Two plans of one game play each other with the same luck, each with its own simulations.

    python -m benchmarks.plans grackles --players 2 --against "learned = false" --simulations 300 600 --games 400

The first plan is the game's own, with the changes of `--plan`; the other has those of `--against`, too. Changes are
fields of Plan as in engine.toml, separated by semicolons. Rivals: one seat has the first plan, all others have the
other one, and each beginning is played once for each seat. A team: each beginning is played once with each plan.
Processor time is counted for each decision, so that simulations can be chosen that take equally long.
"""

import argparse
import math
import time
import tomllib
from dataclasses import dataclass, field, replace

import numpy as np

import rookery
from benchmarks.tune import positive
from rookery.bench.report import machine_words
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, engine, mcts, share_of


@dataclass(slots=True)
class Entrant:
    """A plan, and what its decisions took."""

    plan: Plan
    simulations: int
    took: float = 0.0  # seconds
    decisions: int = 0
    generator: Generator = field(default_factory=lambda: Generator(0))

    def choose(self, position: Position) -> int:
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        began = time.process_time()
        view = position.view(position.mover or 0)
        found = mcts(view, self.generator, self.plan, simulations=self.simulations, nodes=3_000_000)
        self.took += time.process_time() - began
        self.decisions += 1
        return found.best

    def __str__(self) -> str:
        return f"{self.simulations:,} simulations, {1000 * self.took / max(self.decisions, 1):.1f} ms a decision"


def changed(plan: Plan, changes: str) -> Plan:
    """The plan with other values of some fields. Raises ValueError."""
    try:
        return replace(plan, **tomllib.loads(changes.replace(";", "\n")))
    except TypeError as error:
        raise ValueError(f"{changes!r}: {error}") from None


def utilities(game: Game, seated: list[Entrant], seed: int) -> tuple[float, ...]:
    """The utilities of a game in which seats have these entrants. Equal seeds have equal luck."""
    luck = Generator(seed)
    for entrant in seated:
        entrant.generator = Generator(seed + 1)
    position = game.start(players=len(seated)).settled(luck)
    while position.mover is not None:
        position = position.after_unchecked(seated[position.mover].choose(position)).settled(luck)
    assert position.outcome is not None
    return position.outcome.utilities


def rivals(game: Game, players: int, first: Entrant, other: Entrant, seed: int) -> list[float]:
    """The shares of the prize that the first entrant won, alone among the others, once in each seat."""
    shares = []
    for seat in range(players):
        seated = [first if place == seat else other for place in range(players)]
        shares.append(share_of(utilities(game, seated, seed)[seat], players))
    return shares


def team(game: Game, players: int, first: Entrant, other: Entrant, seed: int) -> list[float]:
    """Half of 1 and what the first team won more than the other from the same beginning."""
    won = [utilities(game, [entrant] * players, seed)[0] > 0.0 for entrant in (first, other)]
    return [0.5 + (won[0] - won[1]) / 2.0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--plan", default="", help="changes of the first plan")
    parser.add_argument("--against", default="", help="further changes of the other one")
    parser.add_argument("--simulations", type=positive, nargs=2, default=(300, 300), help="of each")
    parser.add_argument("--games", type=positive, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = rookery.load(asked.game)
    try:
        game.facts.settings(asked.players, {})
        plan = changed(engine(game).plan_for(asked.players), asked.plan)
        first = Entrant(plan, asked.simulations[0])
        other = Entrant(changed(plan, asked.against), asked.simulations[1])
    except ValueError as error:
        parser.error(str(error))
    start = game.start(seed=1, players=asked.players)
    for entrant in (first, other):  # so that loading the kernels counts for neither
        mcts(start.view(start.mover or 0), Generator(1), entrant.plan, simulations=1)
    compared, shares = team if game.facts.cooperative else rivals, list[float]()
    while len(shares) < asked.games:
        shares += compared(game, asked.players, first, other, asked.seed * 1_000_003 + len(shares))
    margin = 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    even = 0.5 if game.facts.cooperative else 1.0 / asked.players
    print(machine_words())
    print(f"{asked.game}, {asked.players} players, {len(shares)} games")
    print(f"the first plan won {np.mean(shares):.1%} +- {margin:.1%}; even would be {even:.1%}")
    print(f"  {first}: {asked.plan or 'the plan of the game'}\n  {other}: {asked.against}")


if __name__ == "__main__":
    main()
