"""Groups of tiles in words (BL-12), for people who cannot see the bars between joined tiles."""

import functools
from collections.abc import Sequence

from rookery.core.scene import plural
from rookery.games.blockers import notation
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import SIDE, SPACE_BITS


def groups_words(pos: State, colour: int) -> str:
    """ "2 groups: C3 D3 D4 (3), F5 (1)", with the number of tiles behind each."""
    low, high = pos.spaces[colour]
    return _words(low, high)


@functools.lru_cache(4096)  # a move changes the groups of two colours at most
def _words(low: int, high: int) -> str:
    """The same for the masks of a colour's spaces."""
    found = groups_of(low, high)
    told = (f"{' '.join(map(notation.space_name, group))} ({len(group)})" for group in found)
    return f"{len(found)} {plural(len(found), 'group')}: {', '.join(told)}" if found else "no groups yet"


# [space, word] as in spaces.py; Python reads its own numbers faster than NumPy's
PLAIN_BITS: list[list[int]] = SPACE_BITS.tolist()


def groups(spaces: Sequence[int]) -> list[list[int]]:
    """The spaces of each group of a colour, the largest first. `spaces`: all with a tile of the colour, ascending."""
    home, joined = dict[int, list[int]](), list[list[int]]()
    for space in spaces:
        group = [space]
        for before in ([space - 1] if space % SIDE else []) + ([space - SIDE] if space >= SIDE else []):
            if before in home and (other := home[before]) is not group:
                joined = [it for it in joined if it is not group and it is not other]
                group = other + group
                home.update(dict.fromkeys(group, group))
        home[space] = group
        joined.append(group)
    return sorted(map(sorted, joined), key=lambda group: (-len(group), group))


def groups_of(low: int, high: int) -> list[list[int]]:
    """The same, of the masks of a colour's spaces."""
    return groups([space for space, (bit, beyond) in enumerate(PLAIN_BITS) if low & bit or high & beyond])
