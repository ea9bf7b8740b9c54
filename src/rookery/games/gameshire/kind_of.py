"""The kinds of action in Gameshire."""

import numpy as np

from rookery.core.kernel import kernel
from rookery.games.gameshire.rules.actions import ACT, ACTIONS
from rookery.games.gameshire.rules.layout import State

KIND_WORDS = {
    ACT.RECORD: "records a card",
    ACT.CHOOSE: "chooses a pair",
    ACT.PASS: "passes",
    ACT.USE_W: "uses white berries",
    ACT.USE_O: "uses orange peppers",
    ACT.USE_R: "uses red radishes",
    ACT.USE_G: "uses green grapes",
    ACT.USE_P: "uses purple root",
    ACT.USE_Y: "uses yellow yams",
    ACT.ERASE: "erases a box",
    ACT.WRITE: "writes by a skill",
    ACT.DECLINE: "declines a skill",
    ACT.CROWN: "chooses a gift",
    ACT.SHADE: "shades a box",
    ACT.DELIVER: "delivers a gift",
    ACT.DISCARD: "discards a pair",
    ACT.DONE: "ends a choice",
    ACT.CROSS_OUT: "crosses out a box",
    ACT.FORGET: "forgets a skill",
}
KINDS = tuple(KIND_WORDS.values())
KIND_OF = np.array([min(kind, len(KINDS) - 1) for kind, own in enumerate(ACTIONS) for _ in range(own.size)])


@kernel
def kind(pos: State, action: int) -> int:
    """The table of actions has the kinds of seats first, in this order."""
    return int(KIND_OF[action])
