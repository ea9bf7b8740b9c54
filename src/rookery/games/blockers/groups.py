"""Groups of tiles in words (BL-12), for people who cannot see the bars between joined tiles."""

import functools

from rookery.core.scene import plural
from rookery.games.blockers import notation
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import KINDS, SIDE


def groups_words(pos: State, colour: int) -> str:
    """ "2 groups: C3 D3 D4 (3), F5 (1)", with the number of tiles behind each."""
    found = groups(tuple(pos.board)).get(colour, [])
    told = (f"{' '.join(map(notation.space_name, group))} ({len(group)})" for group in found)
    return f"{len(found)} {plural(len(found), 'group')}: {', '.join(told)}" if found else "no groups yet"


@functools.lru_cache(16)  # all seats of a table see the same board
def groups(board: tuple[int, ...]) -> dict[int, list[list[int]]]:
    """colour -> the spaces of each of its groups, the largest first. `board`: [space] the tile."""
    home, found = dict[int, list[int]](), dict[int, list[list[int]]]()
    for space, tile in enumerate(board):
        if tile < 0:
            continue
        colour = tile // KINDS
        group, all_of_it = [space], found.setdefault(colour, [])
        for before in ([space - 1] if space % SIDE else []) + ([space - SIDE] if space >= SIDE else []):
            if board[before] // KINDS == colour and (other := home[before]) is not group:
                all_of_it.remove(other)
                group = other + group
                home.update(dict.fromkeys(group, group))
        home[space] = group
        all_of_it.append(group)
    return {colour: sorted(map(sorted, some), key=lambda group: (-len(group), group)) for colour, some in found.items()}
