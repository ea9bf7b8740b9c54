"""The actions of Gameshire, those of players and those of chance, as one table.

Rules, engine, notation and picture all encode and decode actions with this file.
"""

from typing import Annotated, NamedTuple

from rookery.core.actions import ActionKind, first_ids, ids, kinds_of, numbered
from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
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
    """The kinds of action in the order of their ids. Stored games contain the ids, so the order and the sizes must not
    change."""

    # omit: the box left out, counted from 1 in printed order; 0: none. square: the top left one of the whole shape
    RECORD: Annotated[int, ids(omit=MOST_BOXES + 1, orientation=LOOKS, square=SQUARES)]
    CHOOSE: Annotated[int, ids(place=PLACES)]
    PASS: Annotated[int, ids()]
    USE_W: Annotated[int, ids()]
    USE_O: Annotated[int, ids()]
    USE_R: Annotated[int, ids()]
    USE_G: Annotated[int, ids()]
    USE_P: Annotated[int, ids(place=PLACES)]  # the place whose resource card is replaced
    USE_Y: Annotated[int, ids(season_card=SEASONS)]  # the card that returns
    ERASE: Annotated[int, ids(square=SQUARES)]
    WRITE: Annotated[int, ids(value=VALUES - 1, square=SQUARES)]  # value: 0 .. 5 crops, 6 .. 11 cows
    DECLINE: Annotated[int, ids()]
    CROWN: Annotated[int, ids(column=GIFTS)]
    SHADE: Annotated[int, ids(square=SQUARES)]
    DELIVER: Annotated[int, ids(column=GIFTS)]
    DISCARD: Annotated[int, ids(place=PLACES)]
    DONE: Annotated[int, ids()]
    CROSS_OUT: Annotated[int, ids(square=SQUARES)]
    FORGET: Annotated[int, ids(skill=SKILLS)]
    # outcomes of chance
    FIRST_SEAT: Annotated[int, ids(seat=SEATS)]
    WRINKLE: Annotated[int, ids(wrinkle=WRINKLES)]
    SEASON_CARD: Annotated[int, ids(season_card=SEASONS)]
    RESOURCE_CARD: Annotated[int, ids(resource_card=RESOURCES)]


ACT = numbered(Acts)  # the first id of each kind
FIRST_OF = first_ids(Acts)  # [action] the first id of its kind
ACTIONS = kinds_of(Acts)
KIND_AT: list[ActionKind] = [kind for kind in ACTIONS for _ in range(kind.size)]  # [action] its kind
USES = (ACT.USE_W, ACT.USE_O, ACT.USE_R, ACT.USE_G, ACT.USE_P, ACT.USE_Y)  # kinds that use a skill


@kernel
def kind_of(action: int) -> int:
    """The first id of the action's kind. The action minus this id encodes its fields."""
    return int(FIRST_OF[action])


@kernel
def list_members(first: int, members: int, actions: Actions, count: int) -> int:
    """Append the action `first` + member for each square, card or other member of a mask; return the new count."""
    while members:
        actions[count] = first + lowest_bit(members)
        count += 1
        members = without_lowest(members)
    return count


@kernel
def record_action(omit: int, orientation: int, square: int) -> int:
    """The action that records the chosen card in this way."""
    return int(ACT.RECORD + (omit * LOOKS + orientation) * SQUARES + square)


@kernel
def record_fields(action: int) -> tuple[int, int, int]:
    """(omit, orientation, square) of an action that records a card."""
    rest = action - ACT.RECORD
    return rest // (LOOKS * SQUARES), rest // SQUARES % LOOKS, rest % SQUARES


@kernel
def write_action(value: int, square: int) -> int:
    """The action that writes a value, 1 .. 12, in a box."""
    return int(ACT.WRITE + (value - 1) * SQUARES + square)


@kernel
def write_fields(action: int) -> tuple[int, int]:
    """(value, square) of an action that writes; the value is 1 .. 12."""
    rest = action - ACT.WRITE
    return rest // SQUARES + 1, rest % SQUARES
