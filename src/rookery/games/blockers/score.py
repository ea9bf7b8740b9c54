"""What counted at the end of a game (BL-12): groups, and captures of the colour captured most."""

from collections.abc import Iterator

from rookery.core.numbers import packed_of
from rookery.core.scene import ScoreLine, ScorePart, plural
from rookery.games.blockers import notation, rules
from rookery.games.blockers.facts import COLOUR_NAMES
from rookery.games.blockers.groups import groups_of
from rookery.games.blockers.rules import State


def score(pos: State) -> tuple[ScoreLine, ...]:
    """The groups of each seat, and its penalty if it has one."""
    lines = []
    for seat in range(pos.players):
        lines += [_groups(pos, seat), *_penalty(pos, seat)]
    return tuple(lines)


def _groups(pos: State, seat: int) -> ScoreLine:
    own = [colour for colour in range(rules.colours_of(packed_of(pos))) if rules.owner(packed_of(pos), colour) == seat]
    found = [group for colour in own for group in groups_of(*pos.spaces[colour])]
    parts = [ScorePart(pieces=tuple([notation.tile_name(pos.board[at]) for at in group]), points=1) for group in found]
    words = f"{len(parts) or 'no'} {plural(len(parts), 'group')}"
    return ScoreLine(seat=seat, words=words, counter=f"points-{seat}", parts=tuple(parts))


def _penalty(pos: State, seat: int) -> Iterator[ScoreLine]:
    """The captures that cost points: of several colours captured as often, those of the first one."""
    penalty = rules.penalty(packed_of(pos), seat)
    if penalty > 0:
        colour = [kinds.bit_count() for kinds in pos.captured[seat]].index(penalty)
        tiles = [notation.tile_name(tile) for tile in notation.tiles_of(colour, pos.captured[seat][colour])]
        words = f"{penalty} captured {COLOUR_NAMES[colour]} {plural(penalty, 'tile')}"
        parts = (ScorePart(pieces=tuple(tiles), points=penalty),)
        yield ScoreLine(seat=seat, words=words, counter=f"points-{seat}", parts=parts)
