"""Rookery: tabletop games whose rules are written once and played everywhere.

    >>> import rookery
    >>> game = rookery.load("gleebs")
    >>> p = game.start(seed=7)
    >>> p = p.after(p.legal_actions[0])
"""

from rookery.core.errors import Refusal, Trouble
from rookery.core.position import Game, Outcome, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.core.registry import load, titles

__version__ = "0.1.0"

__all__ = ["CHANCE", "SPECTATOR", "Game", "Outcome", "Position", "Record", "Refusal", "Trouble", "load", "titles"]
