"""The network of a round as a file, and the figures of its fit beside it."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rookery.core.networks import BrokenNetworks, read_networks, write_network
from rookery.core.position import Game
from rookery.training.fit import Fit

__all__ = ["read_fit", "write_fit"]

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
        return Fit(replace(network, made=""), int(figures.pop("positions")), **_numbers(figures))
    except (BrokenNetworks, AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise BrokenNetworks(f"{path} cannot be read; remove it, and the network is fitted again") from None


def _numbers(figures: dict[str, Any]) -> dict[str, float]:
    return {name: float(value) for name, value in figures.items()}
