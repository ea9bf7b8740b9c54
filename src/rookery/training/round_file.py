"""The network of a round as a file, and the figures of its fit beside it."""

import json
from dataclasses import fields, replace
from pathlib import Path

from rookery.core.networks import BrokenNetworks, read_networks, write_network
from rookery.core.position import Game
from rookery.search.work_file import number, whole
from rookery.training.fit import Fit

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
