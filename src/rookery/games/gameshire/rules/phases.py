"""Phases: what is going on, and so who decides what. A phase is called by what one is doing, an action (actions.py) by
what one does.
"""

from typing import NamedTuple


class Phases(NamedTuple):
    """In the order of their numbers, which kept positions hold. CHOOSING and RECORDING stay neighbours: learners see
    which of the two goes on after an interruption."""

    DRAWING_FIRST_SEAT: int
    PICKING_WRINKLES: int  # those that are seen at the start
    DRAWING_SEASON_CARD: int
    DRAWING_RESOURCE_CARD: int  # or a wrinkle
    CHOOSING: int  # a pair of the market
    RECORDING: int  # the chosen card, seat by seat
    CROWNING: int  # one of several crowns
    ERASING: int  # skill W
    WRITING: int  # skill R
    SHADING: int  # a box for each gift, before Autumn begins
    DELIVERING: int
    REFRESHING: int  # the demands
    CROSSING_OUT: int  # what wrinkles ask for
    FORGETTING: int
    ENDED: int


PHASE = Phases(*range(len(Phases._fields)))
