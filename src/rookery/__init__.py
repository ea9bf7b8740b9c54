"""Rookery: tabletop games whose rules are written once and used everywhere.

>>> import rookery
>>> game = rookery.load("gleebs")
>>> p = game.start(seed=7)
>>> p = p.after(p.legal_actions[0])
>>> print(rookery.analyse(p, seconds=1))  # doctest: +SKIP
"""

import importlib as _importlib
import typing as _typing

if _typing.TYPE_CHECKING:
    from rookery.core.errors import Refusal, Trouble
    from rookery.core.position import Game, Outcome, Position
    from rookery.core.protocol import CHANCE, SPECTATOR
    from rookery.core.reading.record_reader import records
    from rookery.core.record import Record
    from rookery.core.registry import load, slugs
    from rookery.core.variant import variant
    from rookery.reviews import Review, review
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
    "Review",
    "Trouble",
    "analyse",
    "load",
    "records",
    "review",
    "slugs",
    "variant",
]


_HOMES = {  # module -> the names that it gives to this one
    "rookery.core.errors": ("Refusal", "Trouble"),
    "rookery.core.position": ("Game", "Outcome", "Position"),
    "rookery.core.protocol": ("CHANCE", "SPECTATOR"),
    "rookery.core.record": ("Record",),
    "rookery.core.reading.record_reader": ("records",),
    "rookery.core.registry": ("load", "slugs"),
    "rookery.core.variant": ("variant",),
    "rookery.reviews": ("Review", "review"),
    "rookery.search": ("Analysis", "analyse"),
}


def __getattr__(name: str) -> _typing.Any:
    """Load a name on first use. Importing the search engine takes ten times as long as everything else."""
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(_importlib.import_module(home), name)
            return value
    raise AttributeError(f"module 'rookery' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({"__all__", "__doc__", "__version__", *__all__})
