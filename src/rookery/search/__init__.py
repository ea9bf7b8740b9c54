"""Looking ahead: counting (perft), random playouts, exact values, Monte Carlo tree search. Generic over games."""

from rookery.search.analysis import Analysis, Line, analyse
from rookery.search.chances import chance_of, parts_of, share_of
from rookery.search.exact import Proof, Prover, may_be_proved, prove
from rookery.search.findings import Findings
from rookery.search.mcts import Tree, mcts
from rookery.search.perft import divide, perft
from rookery.search.plan import Engine, Plan, Thought, engine, judged
from rookery.search.playouts import Playouts, guided_ends, guided_playouts, playouts, random_steps

__all__ = [
    "Analysis",
    "Engine",
    "Findings",
    "Line",
    "Plan",
    "Playouts",
    "Proof",
    "Prover",
    "Thought",
    "Tree",
    "analyse",
    "chance_of",
    "divide",
    "engine",
    "guided_ends",
    "guided_playouts",
    "judged",
    "may_be_proved",
    "mcts",
    "parts_of",
    "perft",
    "playouts",
    "prove",
    "random_steps",
    "share_of",
]
