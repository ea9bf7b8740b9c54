"""Ratings of people, on the scale of the bots that the arena has measured; docs/ratings.md says what they mean.

    >>> import rookery
    >>> from rookery.ratings import RatedResult, Seated, rate, scale_of
    >>> game = rookery.load("grackles")
    >>> won = RatedResult("table 1", (Seated("ann"), Seated("hard", anchor=True)), (1.0, -1.0))
    >>> print(rate([won], scale_of(game, players=2))["ann"].words)  # doctest: +SKIP

`rate` replays a list of results; `after` takes one step and gives the same numbers. Whether a table is rated at all
(everybody agreed before, no hint, no take-back, promised draws) is for the caller to know. Here is only what a server
needs: keeping.py loads the engine.
"""

from rookery.ratings.measured import Measurement, Scale, measured, scale_of
from rookery.ratings.rated_result import NotRated, RatedResult, Seated, result_of
from rookery.ratings.replaying import after, rate
from rookery.ratings.skill import Skill

__all__ = [
    "Measurement",
    "NotRated",
    "RatedResult",
    "Scale",
    "Seated",
    "Skill",
    "after",
    "measured",
    "rate",
    "result_of",
    "scale_of",
]
