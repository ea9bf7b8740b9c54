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
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from rookery.core.protocol import Array

__all__ = ["UNTRAINED", "Network", "read_networks", "size_of", "write_network"]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A trained network."""

    layers: tuple[int, ...]  # the widths: inputs, hidden layers, outputs
    numbers: Array  # [size_of(layers)] float32
    made: str = ""  # by which command, when, and on which machine


UNTRAINED = Network((), np.zeros(0, np.float32))  # none: the evaluator's terms count


def size_of(layers: tuple[int, ...]) -> int:
    """How many numbers a network with these layers has."""
    return sum((before + 1) * after for before, after in pairwise(layers))


def read_networks(path: Path, inputs: Mapping[int, int], outputs: Mapping[int, int]) -> dict[int, Network]:
    """The networks in a file, by number of players; none if there is no file.

    `inputs`, `outputs`: how many of each the game has, by number of players. Raises ValueError for another file."""
    if not path.exists():
        return {}
    found = {}
    try:
        for name, told in json.loads(path.read_text("utf-8")).items():
            if name not in map(str, inputs):
                raise ValueError(f"{name!r} is no number of players")
            players, layers = int(name), tuple(map(int, told["layers"]))
            if (layers[0], layers[-1]) != (inputs[players], outputs[players]) or min(layers) < 1:
                wanted = f"from {inputs[players]} inputs to {outputs[players]} outputs"
                raise ValueError(f"the network of {name} players has layers {[*layers]}; it must lead {wanted}")
            packed = base64.b64decode(told["numbers"], validate=True)
            numbers = np.zeros(size_of(layers), np.float32)
            numbers[:] = struct.unpack(f"<{len(numbers)}e", packed)
            if not all(map(math.isfinite, numbers.tolist())):
                raise ValueError(f"the network of {name} players has numbers that are not finite")
            found[players] = Network(layers, numbers, str(told.get("made", "")))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error) as error:
        raise ValueError(f"{path.name} cannot be read: {error}") from None
    return found


def write_network(path: Path, players: int, network: Network) -> None:
    """Put a network into a file, in place of an older one of so many players."""
    told = json.loads(path.read_text("utf-8")) if path.exists() else {}
    packed = struct.pack(f"<{len(network.numbers)}e", *network.numbers.tolist())
    numbers = base64.b64encode(packed).decode("ascii")
    told[str(players)] = {"layers": [*network.layers], "made": network.made, "numbers": numbers}
    path.write_text(json.dumps(dict(sorted(told.items())), indent=1) + "\n", "utf-8")
