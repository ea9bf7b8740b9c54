"""What the kernel of balance takes and gives (rookery/balance/kernels.py), and the places in a row of its numbers.

P seats · K kinds of action · A actions · M numbers of a row
"""

from typing import NamedTuple

from rookery.core.protocol import Utilities
from rookery.search.kernels.bundles import Float64s, FloatTable, Int32s, Int64s

# how a seat plays
AT_RANDOM, FIRST_LISTED, ONE_PLY_AHEAD, BEST_BY_ORDER = range(
    4
)  # the last two: the greedy level, one ply ahead or by the order
NO_KIND = -1  # none is barred
BY_EVALUATOR, NOT_AT_ALL = 0, -1  # instead of a number of random games: how chances are estimated

# The numbers of a game. Shares of the win by turn order follow them, then four numbers for each kind
SHARED, PLIES, DECISIONS, FORCED, LEGAL_AT_CHOICES = range(5)
CHANGES, WINNER_LEADS_FROM, LEAD_AT_QUARTER, LEAD_AT_HALF, LEAD_AT_THREE_QUARTERS, BY_DRAWS, BY_MOVES, SWINGS = range(
    5, 13
)
OF_SEATS = 13
# of a kind: decisions that allow it and another one; those in which it was chosen; whether it was ever done
KIND_OFFERED, KIND_CHOSEN, KIND_DONE, WINNERS_LESS_LOSERS = range(4)
PER_KIND = 4

# who plays otherwise than the rest
NO_SEAT, EACH_SEAT_IN_TURN, ALL_SEATS = range(3)


class HowSeatsPlay(NamedTuple):
    """How the seats of the games of a batch play, and a game whose actions are known already."""

    games: int
    number: int  # of the first game among all of its kind: in turn, this decides which seat plays otherwise
    first: int  # the seed of the first game; the next one has the next seed
    way: int  # AT_RANDOM ...
    otherwise: int  # NO_SEAT, EACH_SEAT_IN_TURN or ALL_SEATS
    other: int  # the way of those who play otherwise ...
    bar: int  # ... and the kind of action that they take only if they have no other, or NO_KIND
    samples: int  # how chances are estimated: by so many random games (2 or more), BY_EVALUATOR, or NOT_AT_ALL
    together: bool  # whether all seats win and lose together
    script: Int32s  # the first actions of each game, of chance, too


class Counts(NamedTuple):
    """What is written about games. A row of one number is what those have of the win who play otherwise; then nothing
    else is counted."""

    totals: Float64s  # [M] the sums over the games ...
    products: FloatTable  # [M, M] ... and those of the products of two numbers; the second is not after the first
    row: Float64s  # [M] scratch: the numbers of a game
    utilities: Utilities  # [P] scratch
    kind_of: Int32s  # [A] the kind of each action; empty: the game's kind_of.py knows
    legal: Int64s  # [A] decisions at which an action was legal ...
    taken: Int64s  # [A] ... and at which it was chosen
    did: FloatTable  # [P, K] scratch: actions of each kind that a seat chose
    marks: Int64s  # [K] scratch: 1 for the kinds among which a seat chooses
    leaders: Int32s  # [longest + 1] scratch: who led before each ply
    before: Utilities  # [P] scratch: the chances before a ply
    lately: Utilities  # [P] scratch: the chances of the last few plies
    sums: Utilities  # [P] scratch: of random games
    noise: Utilities  # [2] scratch: of the estimates before and after a ply
