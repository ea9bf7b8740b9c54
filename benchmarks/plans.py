"""Is another plan better? Two plans of one game play each other with the same luck, each with its own simulations.

    python -m benchmarks.plans grackles --players 2 --against "learned = false" --simulations 300 600 --games 400

The first plan is the game's own, with the changes of `--plan`; the other has those of `--against`, too. Changes are
fields of Plan as in engine.toml, separated by semicolons. `--network` and `--against-network` name files with other
networks than the game's own, such as those that `rookery train` makes. Rivals: one seat has the first plan, all others
have the other one, and each beginning is played once for each seat. A team: each beginning is played once with each
plan. Processor time is counted for each decision, so that simulations can be chosen that take equally long.
"""

import math
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from benchmarks.arguments import described, game_of, natural, positive
from rookery.core.generator import Generator
from rookery.core.networks import Network, read_networks
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.scene import plural
from rookery.machine import machine_words
from rookery.search import Plan, Tree, engine, share_of
from rookery.search.chances import WITHIN_95, wilson
from rookery.search.plan import read_settings
from rookery.search.result import SearchResult

NODES, NODES_FOR_EACH = 20_000, 200  # of a tree: so many, and so many more for each simulation


class Player(Protocol):
    """Somebody who decides."""

    generator: Generator

    def choose(self, position: Position, played: list[int]) -> int:
        """`played`: the actions of the game so far."""
        ...


@dataclass(slots=True)
class Entrant:
    """A plan, and what its decisions took."""

    plan: Plan
    simulations: int
    network: Network | None = None  # None: the game's own
    took: float = 0.0  # seconds
    decisions: int = 0
    generator: Generator = field(default_factory=lambda: Generator(0))

    def choose(self, position: Position, played: list[int]) -> int:
        began = time.process_time()
        found = self.searched(position.view(position.mover or 0))
        self.took += time.process_time() - began
        self.decisions += 1
        return found.best

    def searched(self, view: Position) -> SearchResult:
        nodes, most = NODES + NODES_FOR_EACH * self.simulations, self.simulations
        tree = Tree(view, self.generator, self.plan, nodes=nodes, most=most, network=self.network)
        return tree.think(most).result()

    def __str__(self) -> str:
        return f"{self.simulations:,} simulations, {1000 * self.took / max(self.decisions, 1):.1f} ms a decision"


def changed(plan: Plan, changes: str) -> Plan:
    """The plan with other values of some fields. Raises ValueError."""
    return read_settings(Plan, {**asdict(plan), **tomllib.loads(changes.replace(";", "\n"))})


def planned(game: Game, plan: Plan, players: int, file: Path | None, simulations: int) -> Entrant:
    """A plan with the network of a file, if one is named. Raises ValueError."""
    if file is None:
        if plan.learned:
            game.network_for(players)  # raises CannotPlay, which is a ValueError
        return Entrant(plan, simulations)
    if not plan.learned:
        raise ValueError(f"{file}: the plan that would use it needs learned = true and a horizon of 0 or more")
    if not file.exists():
        raise ValueError(f"{file}: there is no such file")
    networks = read_networks(file, game.facts.name, game.network_shapes)
    if players not in networks:
        raise ValueError(f"{file} has no network for {players} players")
    return Entrant(plan, simulations, networks[players])


def utilities(game: Game, seated: list[Player], seed: int) -> tuple[float, ...]:
    """The utilities of a game of these players. Equal seeds have equal luck."""
    luck, played = Generator(seed), list[int]()
    for player in seated:
        player.generator = Generator(seed + 1)
    position = game.start(players=len(seated))
    while position.mover is not None:
        if position.mover == CHANCE:
            action = position.draw(luck)
        elif len(position.legal_actions) == 1:
            action = position.legal_actions[0]
        else:
            action = seated[position.mover].choose(position, played)
        played.append(action)
        position = position.after_unchecked(action)
    assert position.outcome is not None
    return position.outcome.utilities


def rivals(game: Game, players: int, first: Player, other: Player, seed: int) -> list[float]:
    """The shares of the prize that the first player won, alone among the others, once in each seat."""
    shares = []
    for seat in range(players):
        seated = [first if place == seat else other for place in range(players)]
        shares.append(share_of(utilities(game, seated, seed)[seat], players))
    return shares


def team(game: Game, players: int, first: Player, other: Player, seed: int) -> list[tuple[bool, bool]]:
    """Whether the teams of the two players won from the same beginning."""
    won = [utilities(game, [player] * players, seed)[0] > 0.0 for player in (first, other)]
    return [(won[0], won[1])]


def matches(game: Game, players: int, first: Player, other: Player, seeds: range) -> Iterator[str]:
    """The shares that both won, after each beginning; `seeds` are those of the beginnings."""
    rivals_won, teams_won = list[float](), list[tuple[bool, bool]]()
    for seed in seeds:
        if game.facts.cooperative:
            teams_won += team(game, players, first, other, seed)
            yield told_of_teams(teams_won)
        else:
            rivals_won += rivals(game, players, first, other, seed)
            yield told_of_rivals(rivals_won, players)


def beginnings(game: Game, players: int, games: int, seed: int) -> range:
    """Their seeds. Each beginning of rivals is played once for each seat, so there are fewer than games."""
    return range(seed * 1_000_003, seed * 1_000_003 + games, 1 if game.facts.cooperative else players)


def told_of_rivals(shares: list[float], players: int) -> str:
    """The share that the first player won, with a 95 % interval. `shares`: of whole beginnings, seat after seat.

    The games of one beginning share their luck: what counts is how its mean varies from beginning to beginning."""
    means = np.reshape(shares, (-1, players)).mean(axis=1)
    won = float(means.mean())
    if len(means) > 1 and np.ptp(means) > 0.0:
        margin = WITHIN_95 * float(means.std(ddof=1)) / math.sqrt(len(means))
        within = f"95 %: {max(0.0, won - margin):.1%} to {min(1.0, won + margin):.1%}"
    elif won in (0.0, 1.0):  # no spread was seen, which does not mean that there is none
        within = "95 %: {:.1%} to {:.1%}".format(*wilson(won * len(means), len(means)))
    else:
        within = "the same from every beginning" if len(means) > 1 else "one beginning tells no margin"
    by_seat = ", ".join(f"{np.mean(shares[seat::players]):.0%}" for seat in range(players))
    words = f"the first won {won:.1%} ({within}; {by_seat} by seat); even is {1 / players:.1%}"
    return f"{len(shares)} games from {len(means)} {plural(len(means), 'beginning')}: {words}"


def told_of_teams(won: list[tuple[bool, bool]]) -> str:
    """The wins of both players' teams, each with a 95 % interval, and of the games in which they differ."""
    words = [f"{len(won)} {plural(len(won), 'beginning')}"]
    for name, each in zip(("first", "other"), zip(*won)):
        low, high = wilson(sum(each), len(each))
        words.append(f"the {name} won {sum(each) / len(each):.1%} (95 %: {low:.1%} to {high:.1%})")
    better, worse = (sum(pair == which for pair in won) for which in ((True, False), (False, True)))
    return "; ".join([*words, f"only the first {better}, only the other {worse}"])


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--plan", default="", help="changes of the first plan")
    parser.add_argument("--against", default="", help="further changes of the other one")
    parser.add_argument("--network", type=Path, help="a file with the first plan's networks")
    parser.add_argument("--against-network", type=Path, help="a file with the other's")
    parser.add_argument("--simulations", type=positive, nargs=2, default=(300, 300), help="of each")
    parser.add_argument("--games", type=positive, default=400)
    parser.add_argument("--seed", type=natural, default=1)
    args = parser.parse_args()
    game, players = game_of(parser, args.game, [args.players]), args.players
    try:
        plan = changed(engine(game).plan_for(players), args.plan)
        first = planned(game, plan, players, args.network, args.simulations[0])
        other = planned(game, changed(plan, args.against), players, args.against_network, args.simulations[1])
    except ValueError as error:
        parser.error(str(error))
    start = game.start(seed=1, players=players)
    for entrant in (first, other):  # so that loading the kernels counts for neither
        replace(entrant, simulations=1).searched(start.view(start.mover or 0))
    words, seeds = "", beginnings(game, players, args.games, args.seed)
    for words in matches(game, players, first, other, seeds):
        sys.stderr.write(f"{words}; {first} | {other}\n")
    print(f"{args.game}, {players} players; {machine_words()}\n{words}")
    for player, network, words in (
        (first, args.network, args.plan or "the plan of the game"),
        (other, args.against_network, args.against or "the same plan"),
    ):
        print(f"  {player}: {words}{'' if network is None else f', network of {network}'}")


if __name__ == "__main__":
    main()
