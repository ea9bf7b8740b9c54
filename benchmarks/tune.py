"""Tune the weights of a game's evaluator by self-play, and write its weights.toml.

    python -m benchmarks.tune GAME --seed 1 --write

Opponents: weights are varied at random, and the variants that win most games against the current weights are kept (the
cross-entropy method: Rubinstein 1999, https://doi.org/10.1023/A:1010091220143; Menache, Mannor, Shimkin 2005). Players
look only one ply ahead: their moves depend on the evaluator alone, and thousands of games take a minute. First the
terms of positions are tuned, by play that evaluates the position after each action; then the terms of actions, by play
in the evaluator's order. (Fitting weights to the winners of games fails, because the features of winners are not always
the causes of their wins: alone among three fitted evaluators, one game's hand-made evaluator won 189 of 200 games.)

Then a common factor for all terms of positions is fitted to the outcomes of games, so that an estimate of 70 % means
70 %.

Teams: the terms of positions are fitted to the outcomes of games that the engine plays, by maximum likelihood.

The same command gives the same weights as long as the evaluator, the engine and NumPy do not change.
"""

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

import rookery
from benchmarks.arguments import described, positive
from rookery.core.errors import UnknownOption
from rookery.core.position import Game, Position
from rookery.machine import machine_words
from rookery.search import engine, mcts, share_of
from rookery.search.kernels.bundles import Entrants
from rookery.search.workspace import workspace

Floats = np.ndarray[Any, np.dtype[np.float64]]
Group = tuple[Floats, Floats]  # terms [choices, W], shares [choices] that add up to 1

ELITE = 0.25  # share of a generation from which the next one is made
FIRST_SPREAD = 0.5  # standard deviation in the first generation, as a fraction of each weight
LEAST_WEIGHT = 0.2  # fraction of the largest weight; smaller weights are spread as if they had this size
KEPT_SPREAD = 0.5  # share of the old spread in the next generation's; the rest is the spread of the elite
FINAL = 2_000  # games between the new weights and the old ones
STRAYING = 0.1  # share of moves that are not the best found, in games whose outcomes are fitted
WRITTEN_BY = "# Written by:"
PENALTY = 1e-3  # on squares of fitted weights, so that weights without evidence stay near 0


# ── By play ──────────────────────────────────────────────────────────────────
class Gym:
    """Games between sets of weights."""

    def __init__(self, game: Game, counts: list[int], seed: int) -> None:
        self.game, self.counts, self.seed, self.played = game, counts, seed, 0
        self._kernels = game.made("rookery.search.kernels.greedy")

    def shares(self, rivals: Floats, defender: Floats, games: int, ahead: bool) -> Floats:
        """[rivals] The mean share of the prize that each rival wins alone among defenders, as a multiple of the even
        share; all rivals have the same luck."""
        total = np.zeros(len(rivals))
        for players in self.counts:
            start = self.game.start(players=players)
            states = self.game.blank(4)
            states[:] = start.states[0]
            seated = np.zeros((games, players), np.int64)
            seated[np.arange(games), np.arange(games) % players] = 1
            work = workspace(start)
            for i, rival in enumerate(rivals):
                results, first = np.zeros((games, players)), self.seed * 1_000_003 + self.played
                entrants = Entrants(np.stack([defender, rival]), seated)
                self._kernels.greedy_games(states, entrants, ahead, first, work, results)
                own = results[np.arange(games), np.arange(games) % players]
                total[i] += np.mean([share_of(utility, players) for utility in own]) * players  # 1: the even share
        self.played += games
        return np.asarray(total / len(self.counts))


def evolve(gym: Gym, start: Floats, mask: Floats, ahead: bool, *, rounds: int, size: int, games: int) -> Floats:
    """The weights after `rounds` generations. Weights outside the mask do not change."""
    generator = np.random.default_rng(gym.seed)
    middle = start.copy()
    least = LEAST_WEIGHT * np.abs(start[mask > 0]).max() or 1.0
    spread = mask * np.maximum(np.abs(start), least) * FIRST_SPREAD
    for number in range(rounds):
        rivals = middle + spread * generator.normal(size=(size, len(start)))
        shares = gym.shares(rivals, middle, games, ahead)
        best = np.argsort(-shares)[: max(2, int(ELITE * size))]
        middle = np.mean(rivals[best], axis=0)
        spread = mask * (KEPT_SPREAD * spread + (1.0 - KEPT_SPREAD) * np.std(rivals[best], axis=0))
        progress = f"{number + 1} of {rounds}: the best won {shares[best[0]]:.2f} times an even share"
        print(f"\r{progress}, the mean {shares.mean():.2f}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return middle


# ── By outcomes ──────────────────────────────────────────────────────────────
def fit(groups: list[Group], start: Floats) -> Floats:
    """The weights for which softmax(terms @ weights) is nearest to the shares, by Newton's method."""
    weights = start.copy()
    for _ in range(30):
        gradient, curve = -PENALTY * len(groups) * weights, PENALTY * len(groups) * np.eye(len(weights))
        for terms, shares in groups:
            chances = softmax(terms @ weights)
            gradient += terms.T @ (shares - chances)
            middle = chances @ terms
            curve += (terms * chances[:, None]).T @ terms - np.outer(middle, middle)
        weights += np.linalg.solve(curve, gradient)
    return weights


def loss(groups: list[Group], weights: Floats) -> float:
    """The mean cross entropy, in nats."""
    return float(-np.mean([shares @ np.log(softmax(terms @ weights) + 1e-300) for terms, shares in groups]))


def softmax(scores: Floats) -> Floats:
    odds = np.exp(scores - scores.max())
    return np.asarray(odds / odds.sum())


def strengths(position: Position, weights: Floats) -> Floats:
    """[P] The log odds of each seat, up to a common constant; for a team [2], those of winning and of losing."""
    out = np.zeros(position.players)
    position.game.made("rookery.search.kernels.evaluate").evaluate(position.states, 0, weights, out)
    if position.game.facts.cooperative:
        return np.array([np.arctanh(out[0]), -np.arctanh(out[0])])
    return np.log([share_of(utility, position.players) for utility in out])


def outcomes(game: Game, number: int, seed: int, players: int, simulations: int, units: Floats) -> list[Group]:
    """One game of the engine against itself. For each decision: the strengths under each of `units`, and the shares of
    the prize that the seats won in the end."""
    generator = np.random.default_rng([seed, number])
    position, terms, plan = game.start(seed=generator, players=players), [], engine(game).plan_for(players)
    while position.mover is not None:
        view, action = position.view(position.mover), position.legal_actions[0]
        if len(position.legal_actions) > 1:
            result = mcts(view, generator, plan, simulations=simulations)
            terms.append(np.stack([strengths(position, unit) for unit in units], axis=1))
            # now and then a random visited action, for more varied positions
            odds = np.array(result.visits) / sum(result.visits)
            action = int(generator.choice(result.actions, p=odds)) if generator.random() < STRAYING else result.best
        position = position.after_unchecked(action).settled(generator)
    assert position.outcome is not None
    won = np.array(position.outcome.utilities)
    prizes = [won[0], -won[0]] if game.facts.cooperative else won
    shares = np.array([share_of(utility, len(prizes)) for utility in prizes])
    return [(term, shares) for term in terms]


# ── The script ───────────────────────────────────────────────────────────────
def main(argv: list[str]) -> int:
    parser = described(__doc__)
    parser.add_argument("slug", choices=rookery.slugs())
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; default: the usual one")
    parser.add_argument("--rounds", type=positive, default=25, help="generations")
    parser.add_argument("--size", type=positive, default=24, help="sets of weights in a generation")
    parser.add_argument("--games", type=positive, default=120, help="games of each set of weights in a generation")
    parser.add_argument(
        "--outcomes", type=positive, default=60, help="games of the engine to which estimates are fitted"
    )
    parser.add_argument("--simulations", type=positive, default=200, help="simulations before each move of these games")
    parser.add_argument("--seed", type=positive, default=1)
    parser.add_argument("--apart", action="store_true", help="weights of their own for tables of this number")
    parser.add_argument("--write", action="store_true", help="write the game's weights.toml")
    given = parser.parse_args(argv)
    game = rookery.load(given.slug)
    counts = given.players or [game.facts.players[0]]
    if given.apart and len(counts) > 1:
        parser.error("--apart gives weights to one number of players")
    names, before = importlib.import_module(game.evaluator).WEIGHTS, game.weights_for(counts[0])
    try:
        for players in counts:
            game.facts.settings(players, {})
    except UnknownOption as error:
        parser.error(str(error))
    if not names:
        parser.error(f"the evaluator of {game.facts.name} has no weights to tune")
    units, lines = np.eye(len(names)), []
    of_positions = mask_of(game, counts[0], given.seed)
    weights = before.copy()
    if not game.facts.cooperative:
        gym = Gym(game, counts, given.seed)
        for what, mask, ahead in (("positions", of_positions, True), ("actions", 1.0 - of_positions, False)):
            if not mask.any():
                continue
            weights = evolve(gym, weights, mask, ahead, rounds=given.rounds, size=given.size, games=given.games)
            share = gym.shares(weights[None], before, FINAL, ahead)[0]
            lines.append(f"{what}: {share:.2f} times the even share of wins, alone among seats with the old weights")
    groups: list[Group] = []
    for number in range(given.outcomes):
        basis = of_positions * units if game.facts.cooperative else weights[None]
        groups += outcomes(game, number, given.seed, counts[number % len(counts)], given.simulations, basis)
        print(f"\r{number + 1} of {given.outcomes} games, {len(groups):,} decisions", end="", file=sys.stderr)
    print(file=sys.stderr)
    factor = fit(groups, np.zeros(groups[0][0].shape[1]))
    fitted, none = loss(groups, factor), loss(groups, 0 * factor)
    lines.append(f"estimates: mean loss {fitted:.4f}; without an evaluator {none:.4f}")
    weights = factor if game.facts.cooperative else np.where(of_positions > 0, factor[0] * weights, weights)
    table = "".join(f"{json.dumps(name)} = {weight:.4f}\n" for name, weight in zip(names, weights))
    how = f"{WRITTEN_BY} python -m benchmarks.tune {' '.join(argv)}\n" + "".join(f"# {line}\n" for line in lines)
    how += f"# {machine_words()}\n"
    header = f"[weights.{counts[0]}]" if given.apart else "[weights]"
    print(f"{how}\n{header}\n{table}")
    if given.write:
        write(game.path / "weights.toml", header, f"{how}\n{header}\n{table}")
    return 0


def write(path: Path, header: str, block: str) -> None:
    """Put a block of weights, comments included, into a file, in place of the one with the same header."""
    text = path.read_text("utf-8") if path.exists() else ""
    held = [kept for kept in re.split(rf"(?m)^(?={WRITTEN_BY})", text) if "\n[weights" in kept]
    blocks = [kept for kept in held if f"\n{header}\n" not in kept]
    found = sorted([*blocks, block], key=lambda block: block[block.index("\n[weights") :].replace("]", " "))
    path.write_text("\n".join(kept.strip() + "\n" for kept in found), "utf-8")


def mask_of(game: Game, players: int, seed: int) -> Floats:
    """[W] 1 for weights that affect the evaluation of positions, 0 for weights of actions."""
    generator, mask = np.random.default_rng(seed), np.zeros(len(game.weights_for(players)))
    for _ in range(20):
        position = game.start(seed=generator, players=players)
        while position.mover is not None:
            for i, unit in enumerate(np.eye(len(mask))):
                mask[i] = mask[i] or np.ptp(strengths(position, unit)) > 0
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
    return mask


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
