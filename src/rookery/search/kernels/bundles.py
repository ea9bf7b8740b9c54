"""Bundles: arrays that kernels pass around together.

A kernel takes a bundle as one argument and, at its beginning, unpacks what its loops need. Fields are arrays or other
bundles: the type of a number would depend on where it came from, and each type would compile the kernel again. The
classes are in a file that is not generic, because each game has its own copy of a generic file, and would have its own
classes.

    P seats · A actions · L most legal actions · D plies of a stack · B games · W 64-bit words of a state
    records are states; `raw` is the same memory as 64-bit words, for hashes
"""

from typing import Annotated, NamedTuple

import numpy as np

from rookery.core.protocol import Actions, Array, Holds, States, Stream, Utilities, Weights
from rookery.search.kernels.frames import ALPHA_BETA_FRAME, ENTRY, MAXN_FRAME
from rookery.search.kernels.nodes import PLAN

Words = Annotated[Array, Holds(np.uint64)]
Int64s = Annotated[Array, Holds(np.int64)]
Int32s = Annotated[Array, Holds(np.int32)]
Float32s = Annotated[Array, Holds(np.float32)]
Float64s = Annotated[Array, Holds(np.float64)]
Int8s = Annotated[Array, Holds(np.int8)]
Plans = Annotated[Array, Holds(PLAN)]
WordTable = Annotated[Array, Holds(np.uint64, axes=2)]
FloatTable = Annotated[Array, Holds(np.float64, axes=2)]
ActionTable = Annotated[Array, Holds(np.int32, axes=2)]


class NetworkMemory(NamedTuple):
    """A trained network, and memory for one estimate."""

    layers: Int64s  # [K] the widths of the layers; empty: there is no network
    numbers: Float32s  # see core/networks.py
    values: Float32s  # [sum of layers] scratch


class Workspace(NamedTuple):
    """Memory for choosing between legal actions; all but the weights, the network and the stream is scratch."""

    weights: Weights  # of the evaluator, from weights.toml
    network: NetworkMemory
    actions: Actions  # [L]
    scores: Weights  # [L] how promising each action is; for chance, its weight
    estimate: Utilities  # [P]
    stream: Stream  # [1]


# ── Trees ────────────────────────────────────────────────────────────────────
class Search(NamedTuple):
    """All that a tree search needs but the tree and its number of nodes, which are separate arguments."""

    states: States  # [3] records: the root; the position of a simulation; scratch, one ply later
    raw: WordTable  # [3, W]
    plans: Plans  # [1]
    marks: Int64s  # [A + 1] zeros at first; [1] in games without secrets
    work: Workspace
    luck: Stream  # [1] what chance draws from; without common luck, the stream of `work`


class Sums(NamedTuple):
    """The results of simulations."""

    out: Utilities  # [P] utilities of one simulation
    path: Int32s  # [3 * longest + 3] the nodes that it visited, the root first
    totals: Utilities  # [P] sums over all simulations

    looked: Int64s  # [1] positions reached, in the tree and in playouts


# ── Proofs ───────────────────────────────────────────────────────────────────
class AlphaBetaStack(NamedTuple):
    """One row per ply. Everything except states[0] is scratch memory."""

    states: States  # [D + 2] records, the last one for keys
    raw: WordTable  # [D + 2, W]
    frames: Annotated[Array, Holds(ALPHA_BETA_FRAME)]  # [D + 1]
    actions: ActionTable  # [D + 1, L]
    scores: FloatTable  # [D + 1, L]
    chances: FloatTable  # [D + 1, L]
    out: Utilities  # [P]


class ProofMemory(NamedTuple):
    """The memory of a prover from one proof to the next, and the side of each seat."""

    sides: Int8s  # [P] 1 for seats that want seat 0's utility high, -1 for seats that want it low
    history: FloatTable  # [P, A] 0 .. 1, how often an action recently sufficed
    table: Annotated[Array, Holds(ENTRY)]  # [power of 2]


class MaxNStack(NamedTuple):
    """One row per ply. Everything except states[0] is scratch memory."""

    states: States  # [D + 2] records, the last one for keys
    raw: WordTable  # [D + 2, W]
    frames: Annotated[Array, Holds(MAXN_FRAME)]  # [D + 1]
    values: FloatTable  # [D + 1, P]; row 0 holds the answer
    actions: ActionTable  # [D + 1, L]
    chances: FloatTable  # [D + 1, L]
    out: Utilities  # [P]


class MaxNMemory(NamedTuple):
    """The transposition table of a max^n proof."""

    keys: Words  # [power of 2] 0: empty
    known: FloatTable  # [len(keys), P]


# ── Games for learners ───────────────────────────────────────────────────────
class Others(NamedTuple):
    """The way that bots play the other seats, and scratch memory for views."""

    way: int  # AS_THEY_COME, BY_ORDER or LOOKING_AHEAD; only Python sets it, so its type is always the same
    worlds: States  # [3] records: a view; the world of a bot; one ply later
    blank: States  # [1] record of an observation, zeros
    work: Workspace


class Games(NamedTuple):
    """B games side by side: all that a step reads and writes."""

    states: States  # [B] records
    first: States  # [1] the state with which games start
    streams: Stream  # [B] one for each game, so that its draws do not depend on the number of games
    learns: Array  # [B] int64, masks of the learning seats; bots play the others
    movers: Array  # [B] int8, the seat that decides, or OVER
    masks: Array  # [B, A] int8, 1: the action is legal
    listed: Array  # [B, L] int32, the legal actions as a list ...
    counts: Array  # [B] int32, ... and its length
    observations: States  # [B] records, what the mover sees
    last: States  # [B] records, for a game that ended: what its first learning seat saw of the end
    rewards: Utilities  # [B, P]
    over: Array  # [B] bool, whether the step ended a game
    others: Others


# ── Games between sets of weights ────────────────────────────────────────────
class Entrants(NamedTuple):
    """The sets of weights, and which seat plays with which."""

    table: Array  # [sets, weights of the evaluator] float64
    seated: Array  # [games, P] int64, the row of `table` with which a seat plays
