"""Arrays that travel together through kernels, under one name.

A kernel takes a bundle as one argument and unpacks at its head what its loops need. Fields are arrays or other bundles:
a number would take its type from where it was made, and a kernel is compiled once more for each type. The classes stand
in a file that is not generic, because each game has its own copy of a generic file, and would have its own classes.

    P seats · A actions · L most legal actions · D plies of a stack · B games · W 64-bit words of a record
    records are positions; `raw` are the same records as 64-bit words, for hashes
"""

from typing import NamedTuple

from rookery.core.protocol import Actions, Array, States, Stream, Utilities, Weights


class Workspace(NamedTuple):
    """What a choice between legal actions is made with: all but the weights and the stream is scratch."""

    weights: Weights  # of the evaluator, from weights.toml
    actions: Actions  # [L]
    scores: Weights  # [L] how promising each action is; of chance, how likely
    estimate: Utilities  # [P]
    stream: Stream  # [1]


# ── Trees ────────────────────────────────────────────────────────────────────
class Search(NamedTuple):
    """What a tree is searched with; the tree, and how many of its nodes are taken, are arguments of their own."""

    states: States  # [3] records: the root; the position of a simulation; one ply later, scratch
    raw: Array  # [3, W] uint64
    plans: Array  # [1] nodes.PLAN
    marks: Array  # [A + 1] int64, zeros at first; [1] in games without secrets
    work: Workspace


class Sums(NamedTuple):
    """What simulations add up to."""

    out: Utilities  # [P] of one simulation
    path: Array  # [3 * longest + 3] int32, the nodes that it visits, the root first
    totals: Utilities  # [P] of all
    looked: Array  # [1] int64, positions reached, in the tree and in playouts


# ── Proofs ───────────────────────────────────────────────────────────────────
class AlphaBetaStack(NamedTuple):
    """A row a ply. All but states[0] is scratch."""

    states: States  # [D + 2] records, the last one for keys
    raw: Array  # [D + 2, W] uint64
    frames: Array  # [D + 1] exact.FRAME
    actions: Array  # [D + 1, L] int32
    scores: Array  # [D + 1, L] float64
    chances: Array  # [D + 1, L] float64
    out: Utilities  # [P]


class ProofMemory(NamedTuple):
    """What is kept from one proof to the next, and whose side who is on."""

    sides: Array  # [P] int8, 1 for seats that want seat 0's utility high, -1 for seats that want it low
    history: Array  # [P, A] float64, 0 .. 1, how often an action sufficed lately
    table: Array  # [power of 2] exact.ENTRY


class MaxNStack(NamedTuple):
    """A row a ply. All but states[0] is scratch."""

    states: States  # [D + 2] records, the last one for keys
    raw: Array  # [D + 2, W] uint64
    frames: Array  # [D + 1] maxn.FRAME
    values: Array  # [D + 1, P] float64; row 0 holds the answer
    actions: Array  # [D + 1, L] int32
    chances: Array  # [D + 1, L] float64
    out: Utilities  # [P]


class MaxNMemory(NamedTuple):
    """The table of a proof between many rivals."""

    keys: Array  # [power of 2] uint64, 0: empty
    known: Array  # [as many, P] float64


# ── Games for learners ───────────────────────────────────────────────────────
class Others(NamedTuple):
    """Seats that nobody plays from outside: how bots play them, and what views are made in."""

    way: int  # AS_THEY_COME, BY_ORDER or LOOKING_AHEAD; only Python sets it, so it is always of one type
    worlds: States  # [3] records: a view; the world of a bot; one ply later
    blank: States  # [1] record of an observation, zeros
    work: Workspace


class Games(NamedTuple):
    """B games side by side: all that a step reads and writes."""

    states: States  # [B] records
    first: States  # [1] the record that games begin with
    streams: Stream  # [B] one a game: its luck is the same however many games there are
    learns: Array  # [B] int64, masks of the seats that are played from outside; bots play the others
    movers: Array  # [B] int8, the seat that decides; OVER
    masks: Array  # [B, A] int8, 1: it may do that
    listed: Array  # [B, L] int32, the same as a list ...
    counts: Array  # [B] int32, ... so long
    observations: States  # [B] records, what it sees
    last: States  # [B] records, of a game that ended what the first learning seat saw of the end
    rewards: Utilities  # [B, P]
    over: Array  # [B] bool, whether the step ended a game
    others: Others


# ── Games between sets of weights ────────────────────────────────────────────
class Entrants(NamedTuple):
    """Who plays whom."""

    table: Array  # [sets, weights of the evaluator] float64
    seated: Array  # [games, P] int64, the set that a seat plays with: a row of `table`
