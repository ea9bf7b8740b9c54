"""What a search tree is made of: its nodes, and the plan by which it grows.

A node's children are a list by falling score, linked by `next`; most of them lie side by side.

Where a game `reveals`, an action leads to a node at which nobody decides, REVEAL_NODE: its children are what the
searching seat may see then, one each. Actions of others that this seat does not hear of share one such node,
HIDDEN_ACTION.
"""

import math

import numpy as np

HIDDEN_ACTION = -1  # `action` of a child: what was done, and the searching seat may not learn
REVEAL_NODE = -3  # `mover` of a node: nobody; it depends on a secret how it goes on
NO_NODE = -1  # in `first` and `next`: no node
FOREMOST = math.inf  # `score` of a child that the evaluator was not asked about: it stands in front
AS_THEY_COME, BY_ORDER, LOOKING_AHEAD = 0, 1, 2  # by nothing, by the evaluator's `order`, by its estimate one ply later
WHOLE = -2  # for `seat`: states[0] is a whole position, nothing is guessed

_FIELDS = (  # two that begin at the same byte share it: no node has use for both
    ("total", np.float64, 0),  # sum of the utilities of the seat that chose this node
    ("score", np.float64, 8),  # what the evaluator said of the action when the node was made; or FOREMOST
    ("key", np.uint64, 8),     # of a child of a REVEAL_NODE node: a hash of what is seen there
    ("visits", np.int32, 16),
    ("seen", np.int32, 20),    # in guessed worlds: visits of its parent in which this node could be chosen
    ("missing", np.int32, 20), # in the tree of a whole position: legal actions that are no children
    ("first", np.int32, 24),   # index of the first child; NO_NODE: a leaf
    ("next", np.int32, 28),    # index of the next child of the same parent, by falling score; NO_NODE: the last
    ("action", np.int32, 32),  # that leads here
    ("mover", np.int8, 36),    # seat, CHANCE or OVER, what rules.mover says here; or REVEAL_NODE
    ("low", np.int8, 37),      # lower bound on the value for the plan's `eye` (proving.py)
    ("high", np.int8, 38),     # upper bound on it
)  # fmt: skip  # columns
_names, _formats, _offsets = zip(*_FIELDS)
NODE = np.dtype((np.record, {"names": _names, "formats": _formats, "offsets": _offsets}))

PLAN = np.dtype((np.record, [
    ("exploration", np.float64),  # the weight of what is uncertain in a bound
    ("prior_visits", np.float64),        # visits that the score of a child counts for
    ("wide", np.float64),         # so many times the square root of its visits, and one, are the children in play
    ("widest", np.int64),         # children that one world adds at most: more cannot come into play
    ("tried", np.int64),          # actions that are looked at for a decision of a playout; 1: any; 0: all
    ("horizon", np.int64),        # decisions of a playout before the evaluator guesses; -1: it goes to the end
    ("guided", np.int8),          # how actions are judged in playouts: as they come (all alike), or as below
    ("ordered", np.int8),         # how children are ordered: AS_THEY_COME, BY_ORDER, LOOKING_AHEAD
    ("proves", np.int8),          # whether bounds are kept, as proving.py has it
    ("eye", np.int8),             # the seat whose bounds they are
    ("others", np.int8),          # side of the other seats: 1 its own, -1 against it, 0 each for itself
    ("reveals", np.int8),         # whether nodes are kept apart by what the searching seat sees
]))  # fmt: skip  # columns
