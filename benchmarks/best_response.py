"""How much does somebody gain who knows how a level plays? A best response, found by search, against that level.

    python -m benchmarks.best_response night_ferry greedy hard --players 2 --games 200

Run it in the folder of an example to measure that game. One seat responds, a bot of the level has each other seat, and
each beginning is played once for each seat. An even share of the wins means that nothing was gained.

The response knows the policy of the level: how often it plays each action at a view. For a mixed level that is what
its search says, for another one the frequency in a few choices with other seeds. It draws worlds that agree with its
view, takes back a few plies in each, and weighs the world by how often the level would have played them (Bayes). In
such worlds it tries each of its actions. The level's next decision follows the policy exactly; from there on, random
games say what a position is worth. The best mean is played. So this is a lower bound of what can be gained: the
response looks one turn ahead, in a few worlds.
"""

import math
import sys
from dataclasses import dataclass, field

import numpy as np

from benchmarks.arguments import described, game_of, natural, positive
from benchmarks.plans import beginnings, rivals, told_of_rivals
from rookery.bots import Bot, EngineBot, MixedBot, level
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.machine import machine_words
from rookery.search import engine, mixed, playouts

TAKEN_BACK = 2  # plies that are taken back to weigh a world
WORLDS_DRAWN, WORLDS_USED = 10, 5  # worlds that are drawn, and those in which actions are tried
CHOICES_SEEN = 3  # of a level that is not mixed, to see how often it plays what
QUICK_CHOICES_SEEN = 20  # of one that does not search
UNSEEN = 0.1  # of a choice: what an action counts that was not among them
GAMES = 30  # random games that say what a position is worth
Often = dict[int, float]  # action -> how often it is played


@dataclass(slots=True)
class Policy:
    """How often a level plays each action at a view."""

    bot: Bot
    generator: Generator
    known: dict[Position, Often] = field(default_factory=dict)

    def at(self, view: Position) -> Often:
        if len(view.legal_actions) == 1:
            return {view.legal_actions[0]: 1.0}
        if view not in self.known:
            self.known[view] = self._found(view)
        return self.known[view]

    def _found(self, view: Position) -> Often:
        if isinstance(self.bot, MixedBot):
            plan = engine(view.game).plan_for(view.players)
            told = mixed(view, self.generator, plan, simulations=self.bot.simulations)
            seen, most = dict(zip(told.actions, told.shares)), 1.0
        else:
            most = CHOICES_SEEN if isinstance(self.bot, EngineBot) else QUICK_CHOICES_SEEN
            choices = [self.bot.choose(view, self.generator) for _ in range(int(most))]
            seen = {action: float(choices.count(action)) for action in choices}
        rest = UNSEEN / len(view.legal_actions)
        return {action: (seen.get(action, 0.0) + rest) / (most + UNSEEN) for action in view.legal_actions}


def undone(world: Position) -> tuple[list[Position], list[int]]:
    """The positions up to TAKEN_BACK plies before a world, the earliest first, and the actions between them."""
    line, actions = [world], list[int]()
    while len(actions) < TAKEN_BACK:
        states = line[0].states
        action = int(world.game.bindings.undo(states, 0))
        if action < 0:
            break
        line.insert(0, Position(world.game, states, world.settings))
        actions.insert(0, action)
    return line, actions


@dataclass(slots=True)
class BestResponse:
    """Responds to others who all play by one policy."""

    policy: Policy
    generator: Generator

    def choose(self, position: Position, played: list[int]) -> int:
        seat, legal = position.mover, position.legal_actions
        assert seat is not None
        view = position.view(seat)
        worlds = self._worlds(view, seat)
        worths = [self._worth([self._after(world, action) for world in worlds], seat) for action in legal]
        return legal[int(np.argmax(worths))]

    def _worlds(self, view: Position, seat: int) -> list[Position]:
        drawn = [view.determinize(self.generator) for _ in range(WORLDS_DRAWN)]
        likely = [self._likelihood(world, seat) for world in drawn]
        return [self.generator.choice(drawn, likely) for _ in range(WORLDS_USED)]

    def _likelihood(self, world: Position, seat: int) -> float:
        line, actions = undone(world)
        steps = [(before, action) for before, action in zip(line, actions) if before.mover not in (CHANCE, seat)]
        return math.prod(self.policy.at(before.view(before.mover))[action] for before, action in steps)

    def _after(self, world: Position, action: int) -> Position:
        return world.after_unchecked(action).settled(self.generator)

    def _worth(self, worlds: list[Position], seat: int) -> float:
        """The mean utility of the seat in these worlds. If it decides again, it takes the action that is best in all of
        them together."""
        if all(world.mover == seat for world in worlds):
            after = ([self._after(world, action) for world in worlds] for action in worlds[0].legal_actions)
            return max(sum(self._answered(world, seat) for world in line) for line in after) / len(worlds)
        return sum(self._answered(world, seat) for world in worlds) / len(worlds)

    def _answered(self, world: Position, seat: int) -> float:
        """The expected utility of the seat if the level decides now, by its policy; else that of random games."""
        if world.mover is None or world.mover == seat:
            return self._outcome(world, seat)
        often = self.policy.at(world.view(world.mover))
        return sum(share * self._outcome(world.after_unchecked(action), seat) for action, share in often.items())

    def _outcome(self, position: Position, seat: int) -> float:
        if position.outcome is not None:
            return position.outcome.utilities[seat]
        return playouts(position, GAMES, self.generator).means[seat]


@dataclass(slots=True)
class Known:
    """A bot of the level."""

    bot: Bot
    generator: Generator

    def choose(self, position: Position, played: list[int]) -> int:
        return self.bot.choose(position.view(position.mover), self.generator)


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("game")
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--players", type=positive, default=2)
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--seed", type=natural, default=1)
    asked = parser.parse_args()
    game, players = game_of(parser, asked.game, [asked.players], asked.levels), asked.players
    print(f"{game.facts.name}, {players} players, a response to each of the others; {machine_words()}")
    for name in asked.levels:
        shares, bot = list[float](), level(name, game)
        first, other = BestResponse(Policy(bot, Generator(asked.seed)), Generator(0)), Known(bot, Generator(0))
        for seed in beginnings(game, players, asked.games, asked.seed):
            shares += rivals(game, players, first, other, seed)
            sys.stderr.write(f"{name}: {told_of_rivals(shares, players)}\n")
        print(f"{name}: {told_of_rivals(shares, players)}", flush=True)


if __name__ == "__main__":
    main()
