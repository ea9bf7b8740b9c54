"""Looking ahead: counting (perft), random playouts, exact values, Monte Carlo tree search. Generic over games."""

from rookery.search.exact import Proof, Prover, prove
from rookery.search.mcts import Findings, mcts
from rookery.search.perft import divide, perft
from rookery.search.playouts import Playouts, guided_playouts, playouts, random_steps

__all__ = [
    "Findings", "Playouts", "Proof", "Prover", "divide", "guided_playouts", "mcts", "perft", "playouts", "prove",
    "random_steps",
]  # fmt: skip
