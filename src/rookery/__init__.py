"""Rookery: tabletop games whose rules are written once and used everywhere.

>>> import rookery
>>> game = rookery.load("gleebs")
>>> p = game.start(seed=7)
>>> p = p.after(p.legal_actions[0])
>>> print(rookery.analyse(p, seconds=1))  # doctest: +SKIP
"""

import typing

from rookery.core.errors import Refusal, Trouble
from rookery.core.position import Game, Outcome, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.core.registry import load, slugs
from rookery.core.variant import variant

if typing.TYPE_CHECKING:
    from rookery.search import Analysis, analyse

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Analysis",
    "Game",
    "Outcome",
    "Position",
    "Record",
    "Refusal",
    "Trouble",
    "analyse",
    "load",
    "slugs",
    "variant",
]


def __getattr__(name: str) -> typing.Any:
    """Load the search engine on first use: importing it takes ten times as long as everything else."""
    if name in ("Analysis", "analyse"):
        import importlib

        return getattr(importlib.import_module("rookery.search"), name)
    raise AttributeError(f"module 'rookery' has no attribute {name!r}")
