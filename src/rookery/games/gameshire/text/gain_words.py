"""The gains of an action in words. They are found by playing the action on a copy, so that no rule is repeated here."""

import functools
from collections.abc import Sequence

import numpy as np

from rookery.core.numbers import copies_of
from rookery.games.gameshire.components.sets import CROP_LETTERS, VALUE_LETTERS
from rookery.games.gameshire.rules import gains
from rookery.games.gameshire.rules.layout import AUTUMN, GIFTS, LINES, State
from rookery.games.gameshire.text.words import COLUMNS, line_name


def gains_in_words(pos: State, actions: Sequence[int]) -> dict[int, str]:
    """The gains of each action in words, as "teaches O, a boon for row 3"; "" if an action gains nothing."""
    states, out = copies_of(pos, 2), np.empty(len(actions), np.int64)
    gains.find_gains(states, np.array(actions, np.int32), out)
    return {action: _words(found, pos.season) for action, found in zip(actions, out.tolist(), strict=True)}


@functools.lru_cache(4096)
def _words(found: int, season: int) -> str:
    """The gains in a mask of gains.py, in the order in which the rules apply them."""
    skills = "".join(crop for skill, crop in enumerate(CROP_LETTERS) if found >> skill & 1)
    parts = [f"teaches {' and '.join(skills)}"] if skills else []
    values = [found >> gains.GIFTS_AT + gains.VALUE_BITS * column & gains.ONE_VALUE for column in range(GIFTS)]
    gifts = [f"{COLUMNS[column + 1]} ({VALUE_LETTERS[value]})" for column, value in enumerate(values) if value]
    if gifts:
        parts.append(f"chooses gift {' and '.join(gifts)}")
    if crowns := _columns(found >> gains.COVERED_AT):
        parts.append(f"then one of the gifts {', '.join(crowns)}")
    lines = [line_name(line) for line in range(LINES) if found >> gains.LINES_AT + line & 1]
    if lines:
        parts.append(f"{'a boon' if len(lines) == 1 else 'boons'} for {' and '.join(lines)}")
    if delivered := _columns(found >> gains.DELIVERED_AT):
        parts.append(f"delivers gift {' and '.join(delivered)}")
    if found >> gains.LOST_AT & 1:
        parts.append(
            "nobody is left, and the game is lost"
            if season == AUTUMN
            else "the gifts can no longer be shared out, and the game is lost"
        )
    return ", ".join(parts)


def _columns(mask: int) -> list[str]:
    return [COLUMNS[column + 1] for column in range(GIFTS) if mask >> column & 1]
