"""The reason why a click on a spot does nothing now, given the clicks before it."""

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import plural
from rookery.games.blockers import notation, rules
from rookery.games.blockers.facts import COLOUR_NAMES
from rookery.games.blockers.groups import groups_words
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import FIRST_BLOCK_KIND, FIRST_ROW_KIND, KINDS, SIDE, WILD, names


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """A short reason, without a full stop."""
    pos: State = view.numbers
    kind, _, name = spot.partition("-")
    if kind == "captured":
        return _of_captures(pos, int(name))
    if kind == "groups":
        return f"{name.capitalize()} has {groups_words(pos, COLOUR_NAMES.index(name))}"
    if kind == "hand":
        return f"{name.capitalize()}'s tiles: you cannot choose them"
    if kind == "pile":
        colour = COLOUR_NAMES.index(name)
        return to_come(pos, colour, own=rules.owner(packed_of(pos), colour) == view.viewer)
    if rules.SKIP in view.legal_actions:
        return "Nothing on your rack can be played: choose the rack to skip this turn"
    if kind == "rack":
        return _of_a_tile(pos, _TILE_NUMBERS[name])
    if not path:
        return "First choose a tile from your rack"
    return _of_a_space(pos, _TILE_NUMBERS[path[0].removeprefix("rack-")], _SPACE_NUMBERS[spot])


_TILE_NUMBERS = {notation.tile_name(tile): tile for tile in range(rules.TILES)}
_SPACE_NUMBERS = {notation.space_name(space): space for space in range(SIDE * SIDE)}


def _of_captures(pos: State, seat: int) -> str:
    """The penalty for a seat's captures."""
    if not (penalty := rules.penalty(packed_of(pos), seat)):
        return "Captured tiles lie here, and never come back"
    tiles = f"{penalty} captured {plural(penalty, 'tile')} of one colour"
    return f"A penalty of {penalty} {plural(penalty, 'point')} for {tiles}, the most; captured tiles never come back"


def to_come(pos: State, colour: int, *, own: bool) -> str:
    """The tiles of a pile: all that were not played and are not on a visible rack.

    If the colour is not the viewer's own, the tiles on its hidden rack are among them, and the text says so."""
    left, seen = pos.pile[colour], pos.played[colour] | pos.rack[colour]
    kinds = [notation.KIND_NAMES[kind] for kind in range(KINDS) if not seen >> kind & 1]
    name = COLOUR_NAMES[colour]
    if not own:
        return f"On {name}'s rack or still to come: {', '.join(kinds) or 'nothing'}"
    if not left:
        return f"Your {name} pile is empty: play on from your rack"
    return f"Your {left} {name} {plural(left, 'tile')} still to come: {', '.join(kinds)}"


def _of_a_tile(pos: State, tile: int) -> str:
    """The reason why a tile cannot be played anywhere."""
    if rules.finished(packed_of(pos), tile // KINDS):
        return f"{COLOUR_NAMES[tile // KINDS].capitalize()} is finished: this tile is left over"
    return f"No space {_named(tile % KINDS)} is empty or has a tile that you may capture"


def _named(kind: int) -> str:
    """The place where a tile must go: "in column 7"."""
    if kind == WILD:
        return "on the board"
    where = "column" if kind < FIRST_ROW_KIND else "row" if kind < FIRST_BLOCK_KIND else "the block of the"
    return f"in {where} {notation.KIND_NAMES[kind]}"


def _of_a_space(pos: State, tile: int, space: int) -> str:
    """The reason why a tile cannot be played on that space."""
    colour, kind = divmod(tile, KINDS)
    name, here = notation.tile_words(tile), notation.space_name(space)
    if not names(kind, space):
        return f"The {name} must go {_named(kind)}"
    prey = pos.board[space]
    other = prey // KINDS
    if other == colour:
        return f"{here} is yours: you cannot capture your own colour"
    if not rules.may_capture(packed_of(pos), colour, other):
        return f"{here} is your other colour, which is safe from you at this table"
    return f"{here} is locked: without it the {COLOUR_NAMES[other]} group would fall apart"
