"""Fits a network to positions and what they were worth, with JAX and Optax, which are imported when first needed."""

import importlib.util
import json
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rookery.core.errors import MissingExtra
from rookery.core.networks import BrokenNetworks, Network, read_networks, write_network
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.search.processes import apart
from rookery.search.work_file import number, whole
from rookery.training.labels import Examples

EPOCHS, BATCH_SIZE = 20, 512
LEARNING_RATE, WEIGHT_DECAY = 3e-3, 1e-4  # the rate at first; it falls like a cosine
HELD_OUT = 0.06  # share of positions, the last ones, that are only used to measure
LAST_LAYER_SCALE = 0.3  # of the usual spread of a layer's first weights: the first estimates are nearly even
INSTALL_TRAIN = "pip install 'rookery-lab[train]'"


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A network, and how far its estimates are from what it should say: Kullback-Leibler divergences, in nats."""

    network: Network
    positions: int  # that it learned from
    trained: float  # of positions that it learned from
    held_out: float  # of others
    even: float  # of these others, if it gave all parties the same share


def fit(examples: Examples, hidden: tuple[int, ...], seed: int) -> Fit:
    """Train a network with these hidden layers (AdamW: Loshchilov and Hutter 2019,
    https://arxiv.org/abs/1711.05101). Raises MissingExtra, LostWorker.

    In a process of its own: a process with JAX must not fork, and keeps its threads and memory."""
    return apart(_fit, examples, hidden, seed)


def check_installed() -> None:
    """Raises MissingExtra if JAX and Optax are not here or cannot be used, LostWorker."""
    if not all(map(importlib.util.find_spec, ("jax", "optax"))):
        raise MissingExtra(f"training needs JAX and Optax: {INSTALL_TRAIN}")
    apart(_imported)


def _imported() -> None:
    try:
        import jax
        import optax

        jax.devices()  # a processor or accelerator that JAX_PLATFORMS names may not be here
    except (ImportError, RuntimeError) as error:
        raise MissingExtra(f"JAX and Optax are here, but cannot be used ({error}): {INSTALL_TRAIN}") from None
    del optax


def _fit(examples: Examples, hidden: tuple[int, ...], seed: int) -> Fit:
    import jax
    import optax as untyped

    optax: Any = untyped
    inputs, shares = examples.inputs, examples.shares
    learners = len(inputs) - max(1, int(HELD_OUT * len(inputs)))
    layers = (inputs.shape[1], *hidden, shares.shape[1])
    generator, batches = np.random.default_rng(seed), max(1, learners // BATCH_SIZE)
    rate = optax.cosine_decay_schedule(LEARNING_RATE, EPOCHS * batches)
    optimiser = optax.adamw(rate, weight_decay=WEIGHT_DECAY)

    def loss(parameters: Any, seen: Any, told: Any) -> Any:
        return _cross_entropy(jax, _outputs(jax, parameters, seen), told).mean()

    # a whole epoch is one call, and the positions lie where JAX computes: a batch takes less time than a call
    @jax.jit
    def improve(parameters: Any, state: Any, inputs: Any, shares: Any, shuffled: Any) -> Any:
        def step(carried: Any, chosen: Any) -> Any:
            parameters, state = carried
            gradients = jax.grad(loss)(parameters, inputs[chosen], shares[chosen])
            updates, state = optimiser.update(gradients, state, parameters)
            return (optax.apply_updates(parameters, updates), state), None

        return jax.lax.scan(step, (parameters, state), shuffled)[0]

    parameters: Any = _first_parameters(layers, generator)
    state, placed = optimiser.init(parameters), (jax.device_put(inputs), jax.device_put(shares))
    for _ in range(EPOCHS):
        shuffled = generator.permutation(learners)[: batches * BATCH_SIZE].reshape(batches, -1)
        parameters, state = improve(parameters, state, *placed, shuffled)
    rounded = [(_rounded(biases), _rounded(weights)) for biases, weights in parameters]
    numbers = np.concatenate([part.ravel() for layer in rounded for part in layer])

    def divergence(parameters: Any, part: slice) -> float:
        return float(loss(parameters, inputs[part], shares[part])) - _entropy(shares[part])

    even = [(0.0 * biases, 0.0 * weights) for biases, weights in rounded]
    learned, others = slice(learners), slice(learners, None)
    return Fit(
        Network(layers, numbers),
        learners,
        divergence(rounded, learned),
        divergence(rounded, others),
        divergence(even, others),
    )


def _first_parameters(layers: tuple[int, ...], generator: np.random.Generator) -> list[tuple[Array, Array]]:
    """Random weights of a spread that keeps values alike from layer to layer (He and others 2015,
    https://arxiv.org/abs/1502.01852)."""
    spreads = [np.sqrt(2.0 / before) for before in layers[:-1]]
    spreads[-1] *= LAST_LAYER_SCALE
    return [
        (np.zeros(after, np.float32), (spread * generator.normal(size=(before, after))).astype(np.float32))
        for spread, (before, after) in zip(spreads, pairwise(layers), strict=True)
    ]


def _outputs(jax: Any, parameters: Any, seen: Any) -> Any:
    """[N, parties] log odds."""
    for biases, weights in parameters[:-1]:
        seen = jax.nn.relu(seen @ weights + biases)
    biases, weights = parameters[-1]
    return seen @ weights + biases


def _cross_entropy(jax: Any, outputs: Any, shares: Any) -> Any:
    """[N] of rivals, or of a team, which wins or loses."""
    if shares.shape[1] > 1:
        return -(shares * jax.nn.log_softmax(outputs)).sum(axis=1)
    won, output = shares[:, 0], outputs[:, 0]
    return -won * jax.nn.log_sigmoid(output) - (1.0 - won) * jax.nn.log_sigmoid(-output)


def _entropy(shares: Array) -> float:
    """The least cross entropy that is possible."""
    parts = shares if shares.shape[1] > 1 else np.concatenate([shares, 1.0 - shares], axis=1)
    logs = np.log(np.maximum(parts, 1e-30))
    return float(-(parts * logs).sum(axis=1).mean())


def _rounded(numbers: Any) -> Array:
    """To half precision, as the network is kept; float32."""
    return np.asarray(numbers).astype(np.float16).astype(np.float32)


FIGURES = tuple(field.name for field in fields(Fit) if field.name != "network")


def write_fit(path: Path, players: int, found: Fit) -> None:
    """Write the network; its figures are what is said of how it was made."""
    figures = json.dumps({name: getattr(found, name) for name in FIGURES})
    write_network(path, players, replace(found.network, made=figures))


def read_fit(path: Path, game: Game, players: int) -> Fit | None:
    """The fit of a round; None if there is no file. Raises BrokenNetworks."""
    try:
        network = read_networks(path, game.facts.name, game.network_shapes).get(players)
        if network is None:
            return None
        figures = json.loads(network.made)
        positions = whole(figures.pop("positions"), "positions", 1)
        errors = {name: number(told, name, -1.0) for name, told in figures.items()}  # rounding may leave less than 0
        return Fit(replace(network, made=""), positions, **errors)
    except (BrokenNetworks, AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise BrokenNetworks(f"{path} cannot be read; remove it, and the network is fitted again") from None
