"""What can be done in Gameshire, and what chance can bring: the one table of actions. Everything that reads an action,
rules, engine, notation and picture, reads it with this.
"""

from typing import Annotated, NamedTuple

from rookery.core.actions import ActionKind, first_ids, ids, kinds_of, numbered
from rookery.core.kernel import kernel
from rookery.games.gameshire.components.shapes import LOOKS, MOST_BOXES
from rookery.games.gameshire.rules.layout import (
    GIFTS,
    PLACES,
    RESOURCES,
    SEASONS,
    SEATS,
    SKILLS,
    SQUARES,
    VALUES,
    WRINKLES,
)


class Acts(NamedTuple):
    """In the order of their ids, which kept games hold: the order and the sizes stay."""

    # omit: the box left out, from 1 in printed order; 0 none. square: the top left one of the whole shape
    RECORD: Annotated[int, ids(omit=MOST_BOXES + 1, orientation=LOOKS, square=SQUARES)]
    CHOOSE: Annotated[int, ids(place=PLACES)]
    PASS: Annotated[int, ids()]
    USE_W: Annotated[int, ids()]
    USE_O: Annotated[int, ids()]
    USE_R: Annotated[int, ids()]
    USE_G: Annotated[int, ids()]
    USE_P: Annotated[int, ids(place=PLACES)]  # whose resource card is replaced
    USE_Y: Annotated[int, ids(season_card=SEASONS)]  # that returns
    ERASE: Annotated[int, ids(square=SQUARES)]
    WRITE: Annotated[int, ids(value=VALUES - 1, square=SQUARES)]  # value: crops from 0, then cows; no blank
    DECLINE: Annotated[int, ids()]
    CROWN: Annotated[int, ids(column=GIFTS)]
    SHADE: Annotated[int, ids(square=SQUARES)]
    DELIVER: Annotated[int, ids(column=GIFTS)]
    DISCARD: Annotated[int, ids(place=PLACES)]
    DONE: Annotated[int, ids()]
    CROSS_OUT: Annotated[int, ids(square=SQUARES)]
    FORGET: Annotated[int, ids(skill=SKILLS)]
    # chance's
    FIRST_SEAT: Annotated[int, ids(seat=SEATS)]
    WRINKLE: Annotated[int, ids(wrinkle=WRINKLES)]
    SEASON_CARD: Annotated[int, ids(season_card=SEASONS)]
    RESOURCE_CARD: Annotated[int, ids(resource_card=RESOURCES)]


ACT = numbered(Acts)  # the first id of each kind
FIRST_OF = first_ids(Acts)  # [action] that of its own
ACTIONS = kinds_of(Acts)
KIND_AT: list[ActionKind] = [kind for kind in ACTIONS for _ in range(kind.size)]  # [action]
USES = (ACT.USE_W, ACT.USE_O, ACT.USE_R, ACT.USE_G, ACT.USE_P, ACT.USE_Y)  # of skills


@kernel
def kind_of(action: int) -> int:
    """The first id of its kind; the rest of the id says which one it is."""
    return int(FIRST_OF[action])


@kernel
def record_action(omit: int, orientation: int, square: int) -> int:
    """Record the chosen card so."""
    return int(ACT.RECORD + (omit * LOOKS + orientation) * SQUARES + square)


@kernel
def record_fields(action: int) -> tuple[int, int, int]:
    """The box that is left out, the orientation, the top left square."""
    rest = action - ACT.RECORD
    return rest // (LOOKS * SQUARES), rest // SQUARES % LOOKS, rest % SQUARES


@kernel
def write_action(value: int, square: int) -> int:
    """Write a value, which is no blank, in a box."""
    return int(ACT.WRITE + (value - 1) * SQUARES + square)


@kernel
def write_fields(action: int) -> tuple[int, int]:
    """The value and the square."""
    rest = action - ACT.WRITE
    return rest // SQUARES + 1, rest % SQUARES
