"""The phases of a game. The phase determines who decides, and which kinds of action are legal.

Phases have names such as RECORDING; the actions of actions.py have names such as RECORD.
"""

from typing import NamedTuple


class Phases(NamedTuple):
    """The phases in the order of their numbers. Stored positions contain the numbers, so the order must not change.
    CHOOSING and RECORDING must stay adjacent, because `Observation.back` has one cell for each of the two."""

    DRAWING_FIRST_SEAT: int
    PICKING_WRINKLES: int  # wrinkles that everybody sees at the start
    DRAWING_SEASON_CARD: int
    DRAWING_RESOURCE_CARD: int  # or a wrinkle
    CHOOSING: int  # a pair of the market, or to pass
    RECORDING: int  # the chosen card, one player after another
    CROWNING: int  # choosing one of several covered crowns
    ERASING: int  # skill W
    WRITING: int  # skill R
    SHADING: int  # a box for each gift, at the start of Autumn
    DELIVERING: int  # one of two gifts
    REFRESHING: int  # discarding demands
    CROSSING_OUT: int  # blank boxes, for a wrinkle
    FORGETTING: int  # a skill, for a wrinkle
    ENDED: int


PHASE = Phases(*range(len(Phases._fields)))
