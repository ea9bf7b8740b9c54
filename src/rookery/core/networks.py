"""The trained networks of a game: small, one for each number of players, in networks.json in the game's folder.

A network reads what the evaluator's `inputs` writes and estimates how likely each seat, or the team, is to win. Layers
are dense, with rectifiers between them. `rookery train` writes the file:

    {"3": {"layers": [64, 48, 32, 3], "numbers": "...", "made": "rookery train GAME --players 3 ..."}}

The numbers are half-precision floats in base64, layer by layer: the biases, then the weights [input, output] in
row-major order. Half the precision is half the bytes that a page loads; training rounds them, so nothing is lost.
"""

import base64
import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rookery.core.errors import Refusal
from rookery.core.protocol import Array
from rookery.whole_file import write_whole

NETWORKS_FILE = "networks.json"  # in a game's folder
LARGEST_SUM = 1e30  # what sums of a network may reach; float32 ends at 3e38


class BrokenNetworks(Refusal):
    """A file of networks cannot be read, or has networks of another shape than the game's."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A trained network."""

    layers: tuple[int, ...]  # the widths: inputs, hidden layers, outputs
    numbers: Array  # [size_of(layers)] float32
    made: str = ""  # by which command, when, and on which machine


UNTRAINED = Network((), np.zeros(0, np.float32))  # none: the evaluator's terms count


def size_of(layers: tuple[int, ...]) -> int:
    """The number of weights and biases of a network with these layers."""
    return sum((before + 1) * after for before, after in pairwise(layers))


def read_networks(path: Path, game: str, shapes: Mapping[int, tuple[int, int]]) -> dict[int, Network]:
    """The networks in a file, by number of players; none if there is no file. `game`: its name. `shapes`: the numbers
    of inputs and outputs that its networks must have, by number of players. Raises BrokenNetworks."""
    if not path.exists():
        return {}
    try:
        every = [_network(name, entry, shapes) for name, entry in _table(json.loads(path.read_text("utf-8")))]
        return dict(every)
    except (OSError, ValueError, RecursionError) as error:
        raise BrokenNetworks(f"{path.name} of {game} cannot be read: {error}") from None


def _table(told: Any) -> Any:
    if not isinstance(told, dict):
        raise ValueError("it must have a network under each number of players")
    return told.items()


def _network(name: str, told: Any, shapes: Mapping[int, tuple[int, int]]) -> tuple[int, Network]:
    """The number of players that its name stands for, and the network. Raises ValueError."""
    if name not in map(str, shapes):
        raise ValueError(f"{name!r} is no number of players")
    if not isinstance(told, dict) or not {"layers", "numbers"} <= told.keys():
        raise ValueError(f"the network of {name} players needs layers and numbers")
    layers, (inputs, outputs) = told["layers"], shapes[int(name)]
    if not isinstance(layers, list) or not all(type(wide) is int and wide > 0 for wide in layers):
        raise ValueError(f"the layers of {name} players are {layers!r}; they must be a list of whole numbers above 0")
    if len(layers) < 2 or (layers[0], layers[-1]) != (inputs, outputs):
        raise ValueError(f"the network of {name} players leads from {inputs} inputs to {outputs} outputs, not {layers}")
    packed, count = base64.b64decode(str(told["numbers"]), validate=True), size_of(tuple(layers))
    if len(packed) != 2 * count:
        raise ValueError(f"the network of {name} players has {len(packed)} bytes of numbers, not {2 * count}")
    numbers = np.zeros(count, np.float32)
    numbers[:] = struct.unpack(f"<{count}e", packed)
    if not all(map(math.isfinite, numbers.tolist())):
        raise ValueError(f"the network of {name} players has numbers that are not finite")
    if not _farthest(layers, numbers) < LARGEST_SUM:
        raise ValueError(f"the network of {name} players has numbers that are too large: its sums may overflow")
    return int(name), Network(tuple(layers), numbers, str(told.get("made", "")))


def _farthest(layers: Sequence[int], numbers: Array) -> float:
    """A bound of the values of all layers, if no input exceeds 1. Inputs may be larger: LARGEST_SUM leaves room."""
    largest, bound, at = 0.0, 1.0, 0
    sizes = np.abs(numbers, dtype=np.float64)
    for before, after in pairwise(layers):
        layer = sizes[at : at + (before + 1) * after].reshape(before + 1, after)
        bound, at = float((layer[0] + bound * layer[1:].sum(axis=0)).max()), at + layer.size
        largest = max(largest, bound)
    return largest


def numbers_text(network: Network) -> str:
    """The numbers as a file has them."""
    packed = struct.pack(f"<{len(network.numbers)}e", *network.numbers.tolist())
    return base64.b64encode(packed).decode("ascii")


def write_network(path: Path, players: int, network: Network) -> None:
    """Put a network into a file, in place of an older one of so many players. Raises BrokenNetworks, OSError."""
    if not (np.abs(network.numbers) <= np.finfo(np.float16).max).all():  # nan is refused
        raise BrokenNetworks("the network has numbers that half precision cannot keep, so nothing was written")
    if not _farthest(network.layers, network.numbers.tolist()) < LARGEST_SUM:
        raise BrokenNetworks("the network has numbers that are too large, so nothing was written")
    try:
        entries = dict(_table(json.loads(path.read_text("utf-8")))) if path.exists() else {}
    except (ValueError, RecursionError) as error:
        raise BrokenNetworks(f"{path} cannot be read, so nothing was written: {error}") from None
    entries[str(players)] = {"layers": [*network.layers], "made": network.made, "numbers": numbers_text(network)}
    write_whole(path, f"{json.dumps(dict(sorted(entries.items())), indent=1)}\n".encode())
