"""Train an agent from scratch by self-play, until it beats the greedy bot.

    pip install 'rookery-lab[train]'
    python train.py --game gleebs --out gleebs

The method is that of TD-Gammon (Tesauro 1995, https://doi.org/10.1145/203330.203343). A small network learns by
TD(lambda) the value of a position for the seat that observes it, and the agent plays the action that leads to the best
value. One network plays every seat, because observations list the observer's own things first. It uses JAX and Optax.
The script writes OUT.npz (the network), OUT.csv (the learning curve) and OUT.svg (its picture).
"""

import argparse
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np
import optax

import rookery.envs
from rookery.core.observation import bounds

GAMES, STEPS, MINIBATCH = 256, 32, 512  # each round plays STEPS steps in each of GAMES games
WIDTH, RATE, LAMBDA, NOISE = 128, 1e-3, 0.8, 0.05
ROWS = 4096  # batches of positions are padded to a multiple of this, because JAX compiles again for each shape


def new_network(key, game):
    """Layers, each [weights, bias]. The first layer divides each input by its greatest value."""
    high = np.maximum(bounds(game.observation)[1], 1).astype(np.float32)
    sizes = [(len(high), WIDTH), (WIDTH, WIDTH), (WIDTH, 1)]
    keys = jax.random.split(key, len(sizes))
    layers = [
        [jax.random.normal(key, size) * (2 / size[0]) ** 0.5, jnp.zeros(size[1])]
        for key, size in zip(keys, sizes, strict=True)
    ]
    layers[0][0] /= high[:, None]
    layers[-1][0] *= 0.1
    return layers


@jax.jit
def worth(network, seen):
    """[B] The expected utility, -1 .. 1, of the seats with the observations `seen` [B, N]."""
    x = seen.astype(jnp.float32)
    for weights, bias in network[:-1]:
        x = jax.nn.relu(x @ weights + bias)
    weights, bias = network[-1]
    return jnp.tanh(x @ weights + bias)[:, 0]


def loss(network, seen, targets):
    return ((worth(network, seen) - targets) ** 2).mean()


def choose(network, batch, noise, generator):
    """For every game, the action with the best value for its mover, the observation after it, and that value."""
    after = batch.afterstates()
    filled = np.zeros((-(-len(after.games) // ROWS) * ROWS, after.observations.shape[1]), np.int8)
    filled[: len(after.games)] = after.observations
    values = np.asarray(worth(network, filled))[: len(after.games)]
    values = np.where(np.isnan(after.worth), values, after.worth)
    scores = values + noise * generator.gumbel(size=len(values))
    best = np.maximum.reduceat(scores, np.searchsorted(after.games, np.arange(len(batch))))
    rows = np.flatnonzero(scores == best[after.games])
    rows = rows[np.unique(after.games[rows], return_index=True)[1]]
    return after.actions[rows], after.observations[rows], values[rows]


def hope(values, movers, players):
    """[B, P] The expected utilities of all seats, if the movers expect `values` and the sum is zero."""
    shared = np.repeat(-values[:, None] / (players - 1), players, 1)
    shared[np.arange(len(movers)), movers] = values
    return shared


def targets_of(rewards, over, movers, values):
    """[T - 1, B] TD(lambda) targets for the movers of all steps except the last."""
    _, games, players = rewards.shape
    targets, coming = np.empty(values.shape, np.float32), hope(values[-1], movers[-1], players)
    for t in reversed(range(len(targets))):
        coming = np.where(over[t][:, None], rewards[t], coming)
        targets[t] = coming[np.arange(games), movers[t]]
        coming = LAMBDA * coming + (1 - LAMBDA) * hope(values[t], movers[t], players)
    return targets[:-1]


def against(slug, bots, network, games=500, seed=0):
    """The mean utility, -1 .. 1, against bots of a level, over `games` games from every seat."""
    results, generator = [], np.random.default_rng(seed)
    for seat in range(rookery.load(slug).start().players):
        batch = rookery.envs.batch(slug, games, learners=(seat,), bots=bots, seed=seed + seat)
        result = np.full(games, np.nan)
        while np.isnan(result).any():
            batch.step(choose(network, batch, 0.0, generator)[0])
            ended = batch.over & np.isnan(result)
            result[ended] = batch.rewards[ended, seat]
        results.append(result.mean())
    return float(np.mean(results))


def train(slug, steps, points=30, seed=0, report=print):
    """The network, and the learning curve: rows (steps, minutes, utility against random bots, against greedy bots)."""
    generator, batch = np.random.default_rng(seed), rookery.envs.batch(slug, GAMES, seed=seed)
    network = new_network(jax.random.PRNGKey(seed), batch.game)
    optimiser = optax.adam(optax.linear_schedule(RATE, 0, steps // MINIBATCH))  # at the end, small steps for details
    change = jax.jit(lambda network, state, *some: optimiser.update(jax.grad(loss)(network, *some), state))
    state, curve, began = optimiser.init(network), [], time.perf_counter()
    for played in range(0, steps, GAMES * STEPS):
        if played >= len(curve) * steps / points:
            results = [against(slug, bots, network) for bots in ("random", "greedy")]
            curve.append((played, (time.perf_counter() - began) / 60, *results))
            report("{:12,} steps {:6.1f} minutes {:+.2f} against random {:+.2f} against greedy".format(*curve[-1]))
        kept = []
        for _ in range(STEPS + 1):
            movers = batch.movers.copy()
            actions, seen, values = choose(network, batch, NOISE, generator)
            batch.step(actions)
            kept.append((batch.rewards.copy(), batch.over.copy(), movers, values, seen))
        *history, seen = map(np.stack, zip(*kept, strict=True))
        targets, seen = targets_of(*history).reshape(-1), seen[:-1].reshape(GAMES * STEPS, -1)
        for some in generator.permutation(GAMES * STEPS).reshape(-1, MINIBATCH):
            update, state = change(network, state, seen[some], targets[some])
            network = optax.apply_updates(network, update)
    return network, curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="gleebs", choices=rookery.slugs(), help="a slug (default: gleebs)")
    parser.add_argument("--steps", type=int, default=12_000_000, help="steps of self-play (default: 12,000,000)")
    parser.add_argument("--out", default="agent", help="results are OUT.npz, OUT.csv, OUT.svg (default: agent)")
    asked = parser.parse_args()
    facts = rookery.load(asked.game).facts
    if facts.cooperative or facts.players[0] == 1:  # see `hope`
        parser.error(f"{facts.name} cannot be learned this way: the method needs a game whose utilities add up to zero")
    if asked.steps < 1:
        parser.error(f"--steps is {asked.steps}; it must be 1 or more")
    Path(asked.out).absolute().parent.mkdir(parents=True, exist_ok=True)
    network, curve = train(asked.game, asked.steps)
    np.savez_compressed(f"{asked.out}.npz", *(np.asarray(part, np.float32) for layer in network for part in layer))
    np.savetxt(f"{asked.out}.csv", curve, "%g", ",", header="steps,minutes,random,greedy", comments="")
    steps, _, *results = np.array(curve).T
    figure, axes = plt.subplots(figsize=(7.2, 3.6), layout="constrained")
    axes.plot(steps / 1e6, np.transpose(results), label=["against random", "against greedy"])
    axes.set(xlabel="million steps of games against itself", ylabel="mean utility", ylim=(-1, 1))
    axes.legend(frameon=False)
    figure.savefig(f"{asked.out}.svg")
