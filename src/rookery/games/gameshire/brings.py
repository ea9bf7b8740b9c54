"""What an action brings, found out by playing it on a copy: so the words of choices never repeat a rule."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Array, States
from rookery.games.gameshire.rules import mover, play
from rookery.games.gameshire.sets import CROPS, VALUES
from rookery.games.gameshire.table import AUTUMN, CROWN, ENDED, GIFTS, LINES, POSITION, SKILLS
from rookery.games.gameshire.words import COLUMNS, line_name

# ── What is found, as one number an action: fields from the lowest bit on ────
_LINES_AT = SKILLS
_COVERED_AT = _LINES_AT + LINES  # crowns of which some can be chosen
_DELIVERED_AT = _COVERED_AT + GIFTS
_LOST_AT = _DELIVERED_AT + GIFTS
_GIFTS_AT, _VALUE_BITS = _LOST_AT + 1, 4  # value of each gift that is chosen
_ONE_VALUE = (1 << _VALUE_BITS) - 1


@kernel
def bring(states: States, actions: Actions, out: Array) -> None:
    """For each action of states[0] what it brings at once; states[1] is scratch."""
    for i in range(len(actions)):
        states[1] = states[0]
        before, after = states[0], states[1]
        seat = mover(before)
        play(after, int(actions[i]))
        found = int(after.learned & ~before.learned)
        found |= int(after.boons[seat] & ~before.boons[seat]) << _LINES_AT
        if after.phase == CROWN and after.recorder == seat:
            found |= int(after.covered) << _COVERED_AT
        found |= int(after.delivered & ~before.delivered) << _DELIVERED_AT
        if after.phase == ENDED and after.delivered != (1 << GIFTS) - 1:
            found |= 1 << _LOST_AT
        for column in range(GIFTS):
            if after.gifts[column] != before.gifts[column]:
                found |= int(after.gifts[column]) << (_GIFTS_AT + _VALUE_BITS * column)
        out[i] = found


def brought(pos: Any, actions: Sequence[int]) -> dict[int, str]:
    """What each action brings in words, "" where there is nothing to say: "teaches O, a boon for row 3"."""
    states, out = np.ndarray(2, POSITION, bytearray(2 * pos.record.tobytes())), np.empty(len(actions), np.int64)
    bring(states, np.array(actions, np.int32), out)
    return {action: _words(found, pos.season) for action, found in zip(actions, out.tolist(), strict=True)}


@functools.lru_cache(4096)
def _words(found: int, season: int) -> str:
    """In the order in which the rules come to it."""
    skills = "".join(crop for skill, crop in enumerate(CROPS) if found >> skill & 1)
    told = [f"teaches {' and '.join(skills)}"] if skills else []
    values = [found >> _GIFTS_AT + _VALUE_BITS * column & _ONE_VALUE for column in range(GIFTS)]
    gifts = [f"{COLUMNS[column + 1]} ({VALUES[value]})" for column, value in enumerate(values) if value]
    if gifts:
        told.append(f"chooses gift {' and '.join(gifts)}")
    if crowns := _columns(found >> _COVERED_AT):
        told.append(f"then one of the gifts {', '.join(crowns)}")
    lines = [line_name(line) for line in range(LINES) if found >> _LINES_AT + line & 1]
    if lines:
        told.append(f"{'a boon' if len(lines) == 1 else 'boons'} for {' and '.join(lines)}")
    if delivered := _columns(found >> _DELIVERED_AT):
        told.append(f"delivers gift {' and '.join(delivered)}")
    if found >> _LOST_AT & 1:
        told.append("nobody is left, and everybody loses" if season == AUTUMN
                    else "the gifts can no longer be shared, and everybody loses")  # fmt: skip
    return ", ".join(told)


def _columns(mask: int) -> list[str]:
    return [COLUMNS[column + 1] for column in range(GIFTS) if mask >> column & 1]
