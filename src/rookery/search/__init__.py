"""Search for any game: perft, playouts, exact values, Monte Carlo tree search, analysis."""

from rookery.search.analysis import (
    Analysis,
    AnalysisLimits,
    AnalysisPart,
    GrowingAnalysis,
    Line,
    analyse,
)
from rookery.search.chances import chance_of, parts_of, share_of
from rookery.search.exact import Proof, Prover, may_be_proved, prove, proves_endings
from rookery.search.mcts import Tree, mcts
from rookery.search.mixed import MixedResult, mixed
from rookery.search.perft import divide, perft
from rookery.search.plan import Engine, Plan, SearchLimits, action_scores, engine, has_mixed_level
from rookery.search.playouts import Playouts, guided_ends, guided_playouts, guided_points, playouts, random_steps
from rookery.search.result import SearchResult

__all__ = [
    "Analysis",
    "AnalysisLimits",
    "AnalysisPart",
    "Engine",
    "GrowingAnalysis",
    "Line",
    "MixedResult",
    "Plan",
    "Playouts",
    "Proof",
    "Prover",
    "SearchLimits",
    "SearchResult",
    "Tree",
    "action_scores",
    "analyse",
    "chance_of",
    "divide",
    "engine",
    "guided_ends",
    "guided_playouts",
    "guided_points",
    "has_mixed_level",
    "may_be_proved",
    "mcts",
    "mixed",
    "parts_of",
    "perft",
    "playouts",
    "prove",
    "proves_endings",
    "random_steps",
    "share_of",
]
