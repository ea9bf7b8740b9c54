"""The nodes of a search tree, and the plan by which it grows.

The children of a node are a linked list (`next`) in order of decreasing score; most of them lie side by side.

In a game that `reveals`, an action leads to a node at which nobody decides, a REVEAL_NODE, with one child for each
thing that the searching seat may see then. All actions of others that this seat does not learn share one such node,
HIDDEN_ACTION.
"""

import math
from typing import Annotated

import numpy as np

from rookery.core.protocol import Array, Holds

HIDDEN_ACTION = -1  # `action` of a child: one that the searching seat may not learn
REVEAL_NODE = -3  # `mover` of a node: nobody; what follows depends on a secret
NO_NODE = -1  # in `first` and `next`: no node
MOST_LOG_WEIGHT = 25.0  # logarithms of the weights of actions are within -25 .. 25
HEAVIEST = 1e12  # what a FOREMOST child weighs: more than any other
FOREMOST = math.inf  # `score` of a child that comes first whatever the evaluator says
AS_THEY_COME, BY_ORDER, LOOKING_AHEAD = 0, 1, 2  # not at all, by the evaluator's `order`, by its estimate one ply later
WHOLE = -2  # for `seat`: states[0] is a whole position, not a view

_FIELDS = (  # name, type, offset; two fields at the same offset share it, because no node needs both
    ("total", np.float64, 0),  # sum of the utilities of the seat that chose this node
    # the evaluator's score of the action when the node was made; with priors, its weight; or FOREMOST
    ("score", np.float64, 8),
    ("key", np.uint64, 8),     # of a child of a REVEAL_NODE: a hash of what is seen there
    ("visits", np.int32, 16),
    ("seen", np.int32, 20),    # in the tree of a view: visits of its parent in which this node was legal
    ("missing", np.int32, 20), # in the tree of a whole position: legal actions without a child
    ("first", np.int32, 24),   # index of the first child; NO_NODE: a leaf
    ("next", np.int32, 28),    # index of the next sibling, with an equal or lower score; NO_NODE: the last
    ("action", np.int32, 32),  # the action that leads here
    ("mover", np.int8, 36),    # a seat, CHANCE, OVER, or REVEAL_NODE
    ("low", np.int8, 37),      # lower bound on the value for the plan's `eye` (proving.py)
    ("high", np.int8, 38),     # upper bound on it
)  # fmt: skip  # columns
_names, _formats, _offsets = zip(*_FIELDS)
NODE = np.dtype((np.record, {"names": _names, "formats": _formats, "offsets": _offsets}))
TreeNodes = Annotated[Array, Holds(NODE)]  # a tree

PLAN = np.dtype((np.record, [
    ("exploration", np.float64),  # the weight of uncertainty in a bound
    ("prior_visits", np.float64), # visits that the score of a child counts for
    ("priors", np.float64),       # the logarithm of an action's weight for each unit of its score; 0: no priors
    ("wide", np.float64),         # children in play: 1 + wide * sqrt(visits)
    ("widest", np.int64),         # most children that one world adds: more cannot come into play
    ("tried", np.int64),          # actions compared for a decision of a playout; 1: a random one; 0: all
    ("horizon", np.int64),        # decisions of a playout before the evaluator estimates its outcome; -1: no limit
    ("guided", np.int8),          # how a playout compares actions; values as in `ordered`
    ("ordered", np.int8),         # how children are ordered: AS_THEY_COME, BY_ORDER, LOOKING_AHEAD
    ("luck", np.uint64),          # the seed of the luck that all actions of the root have in common; 0: none
    ("proves", np.int8),          # whether bounds are kept (proving.py)
    ("eye", np.int8),             # the seat for which bounds are
    ("others", np.int8),          # side of the other seats: 1 with the eye, -1 against it, 0 each for itself
    ("reveals", np.int8),         # whether what the searching seat sees tells nodes apart
]))  # fmt: skip  # columns
