"""Estimates of positions by a trained network, or by the evaluator's terms. Generic: see core/kernel.specialise.

The network's sums are float32, in one order and without fused operations, so that they are the same on every machine
and in the page.
"""

from rookery.core.kernel import kernel
from rookery.core.log_odds import rivals, team
from rookery.core.protocol import Array, States, Utilities, Weights
from rookery.core.unbound import evaluator
from rookery.search.kernels.bundles import NetworkMemory

TOGETHER = 4  # inputs of a layer that are added in one go: fewer loads and stores, and the same sums


@kernel
def estimate(states: States, i: int, weights: Weights, network: NetworkMemory, out: Utilities) -> None:
    """Write an estimate of the utilities of states[i], which is not over, to `out`, [P]."""
    if len(network.layers) == 0:
        evaluator.evaluate(states[i], weights, out)
        return
    values, players = network.values, len(out)
    values[: network.layers[0]] = 0.0
    first = evaluator.inputs(states[i], values)
    end = forward(network.layers, network.numbers, values)
    if network.layers[-1] == 1:
        team(float(values[end]), out)
        return
    for place in range(players):
        out[(first + place) % players] = values[end + place]
    rivals(out)


@kernel
def forward(layers: Array, numbers: Array, values: Array) -> int:
    """Fill all layers from the first one; return where the last one begins."""
    at, start = 0, 0
    for layer in range(1, len(layers)):
        before, wide = layers[layer - 1], layers[layer]
        out, biases = values[start + before : start + before + wide], numbers[at : at + wide]
        for j in range(wide):
            out[j] = biases[j]
        at += wide
        done = 0
        while done + TOGETHER <= before:
            a, b, c, d = (
                values[start + done],
                values[start + done + 1],
                values[start + done + 2],
                values[start + done + 3],
            )
            row_a, row_b = numbers[at : at + wide], numbers[at + wide : at + 2 * wide]
            row_c, row_d = numbers[at + 2 * wide : at + 3 * wide], numbers[at + 3 * wide : at + 4 * wide]
            for j in range(wide):
                out[j] = out[j] + a * row_a[j] + b * row_b[j] + c * row_c[j] + d * row_d[j]
            at += TOGETHER * wide
            done += TOGETHER
        while done < before:
            a, row_a = values[start + done], numbers[at : at + wide]
            for j in range(wide):
                out[j] += a * row_a[j]
            at += wide
            done += 1
        if layer < len(layers) - 1:
            for j in range(wide):
                if out[j] < 0.0:
                    out[j] = 0.0
        start += before
    return int(start)
