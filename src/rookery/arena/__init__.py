"""Matches and tournaments between bots, for any game, and ratings of the bots on one scale.

    >>> from rookery.arena import Match, play, ratings
    >>> results = play(Match("gleebs", ["easy", "greedy"], games=40))
    >>> print(results)                    # points, intervals, thinking time, verdicts
    >>> for rating in ratings(results):
    ...     print(rating.words)

`play(match, "games.jsonl", workers=8)` writes every game as a line of a file, and continues an earlier call's file.
"""

from rookery.arena.calibration import Tenth, points, tenths
from rookery.arena.match import Match
from rookery.arena.one_game import GameResult, play_game
from rookery.arena.plot import plot
from rookery.arena.ratings import Rating, ratings
from rookery.arena.run import Results, play
from rookery.arena.scores import Standing, Verdict, standings, verdicts
from rookery.search.chances import wilson

__all__ = [
    "GameResult",
    "Match",
    "Rating",
    "Results",
    "Standing",
    "Tenth",
    "Verdict",
    "play",
    "play_game",
    "plot",
    "points",
    "ratings",
    "standings",
    "tenths",
    "verdicts",
    "wilson",
]
