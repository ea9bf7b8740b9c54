"""Records of proofs: the open positions of exact.py and maxn.py, and the entries of the transposition table."""

import numpy as np

# ── Alpha-beta ───────────────────────────────────────────────────────────────
ALPHA_BETA_FRAME = np.dtype((np.record, [
    ("mover", np.int8),     # seat or CHANCE
    ("side", np.int8),      # of the mover: 1 wants seat 0's utility high, -1 low; 0 chance
    ("kept", np.bool_),     # whether the table is read and written
    ("count", np.int32),    # legal actions
    ("tried", np.int32),    # of them
    ("best", np.int32),     # action that gave `value`; -1: none yet
    ("killer", np.int32),   # action that last sufficed at this ply
    ("alpha", np.float64),  # the least that seat 0 is sure of ...
    ("beta", np.float64),   # ... and the most that it can get
    ("floor", np.float64),  # the initial alpha and beta: they tell whether `value` is exact or a bound
    ("ceiling", np.float64),
    ("value", np.float64),  # best so far; for chance, the weighted sum so far
    ("weight", np.float64), # for chance: the sum of all weights
    ("key", np.uint64),
    ("born", np.int64),     # number of nodes when the frame was entered
]))  # fmt: skip  # columns

EXACT_BOUND, LOWER_BOUND, UPPER_BOUND = 1, 2, 3  # in `bound`; 0: an empty entry
ENTRY = np.dtype((np.record, [  # 32 bytes: two fit into a cache line of the processor
    ("key", np.uint64),
    ("value", np.float64),
    ("best", np.int32),
    ("work", np.int32),  # nodes that it took, at most 2**31 - 1: costly entries are kept
    ("bound", np.int64),
]))  # fmt: skip  # columns

# ── max^n ────────────────────────────────────────────────────────────────────
MAXN_FRAME = np.dtype((np.record, [
    ("mover", np.int8),     # seat or CHANCE
    ("count", np.int32),    # legal actions
    ("tried", np.int32),    # of them
    ("weight", np.float64), # for chance: the sum of all weights
    ("best", np.int32),     # action that gave the values; -1: none yet
    ("key", np.uint64),
]))  # fmt: skip  # columns
