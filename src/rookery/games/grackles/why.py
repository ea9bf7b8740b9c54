"""The reason why a click on a spot does nothing now, given the clicks before it."""

from rookery.core.position import Position
from rookery.core.scene import plural
from rookery.games.grackles import board, notation
from rookery.games.grackles.board import HOME, PLACING, ROWS, WIDE, State
from rookery.games.grackles.facts import SPOT_COLUMN_LETTERS

SMALL = 3  # a small board has at most this many rows of tiles
Place = tuple[int, int]  # column and row of a spot


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """A short reason, without a full stop."""
    pos: State = view.numbers
    if spot == "columns":
        return middle_words(pos)
    if spot.startswith("kind-"):
        return "This only counts the tiles that are still in the stack"
    if spot in ("stack", "pass") or spot[0] == "r":
        return _of_a_button(pos, spot)
    if pos.phase == PLACING:
        return "A tile lies here: choose a cell with a dashed edge"
    if spot[0].isupper():
        return "There is no tile here yet" if path else "First draw a tile: then it can be placed here"
    place = SPOT_COLUMN_LETTERS.index(spot[0]), int(spot[1:]) - 1
    if path and path[0][0] == "r":
        return _of_a_tile(place)
    if path:
        return _of_an_end(pos, (SPOT_COLUMN_LETTERS.index(path[0][0]), int(path[0][1:]) - 1), place)
    return _of_a_beginning(pos, place)


def is_small(pos: State) -> bool:
    """Whether the board has at most three rows of tiles. Then there is room below it to explain its coordinates."""
    return bool(pos.north - pos.south < SMALL)


def middle_words(pos: State) -> str:
    """The reason why the columns do not begin at a, nor the rows at 1."""
    first, last = SPOT_COLUMN_LETTERS[2 * pos.west], 2 * pos.south + 1
    return f"Columns begin at {first} and rows at {last}, so that the board can grow to every side"


def _of_a_button(pos: State, spot: str) -> str:
    if spot == "stack":
        return "You have drawn: place the tile" if pos.phase == PLACING else "The stack is empty"
    if spot == "pass":
        return "You can pass only when you can do nothing but rotate"
    if pos.tokens[pos.turn] == 0:
        return "You have used up your rotations"
    return "No tile can be rotated: only a tile without birds can, and not the two starting tiles"


def _of_a_tile(place: Place) -> str:
    """The reason why the tile there cannot be rotated."""
    if place[1] // 2 * WIDE + place[0] // 2 in (HOME, HOME + 1):
        return "The two starting tiles stay as they are"
    return "A tile with birds on it stays as it is"


def _of_a_beginning(pos: State, place: Place) -> str:
    """The reason why no line begins there or can be extended from there."""
    name = notation.seat_name(pos, pos.turn).lower()
    bird = _bird(pos, place)
    if bird is not None and bird != pos.turn:
        return f"That is {notation.seat_name(pos, bird).lower()}'s bird"
    if bird is not None:
        return f"No line of yours can grow from here: it needs a free {name} spot in sight of its end"
    if not _has_colour(pos, place):
        return f"A line of yours begins and ends on {name} spots"
    if (birds := pos.birds[pos.turn]) < board.SPAN:
        return f"No free {name} spot in sight that your last {birds} {plural(birds, 'bird')} can reach"
    return f"No other free {name} spot in sight"


def _of_an_end(pos: State, start: Place, place: Place) -> str:
    """The reason why a line from `start` does not end there."""
    (column, row), (there, up) = start, place
    name, first = notation.seat_name(pos, pos.turn).lower(), notation.place_name(*start)
    if column != there and row != up:
        return f"Not on the same wire as {first}"
    if _bird(pos, place) is not None:
        return "A bird sits here already"
    if not _has_colour(pos, place):
        return f"The line must end on a {name} spot"
    steps = abs(column - there) + abs(row - up)
    across = (there > column) - (there < column), (up > row) - (up < row)
    between = [(column + i * across[0], row + i * across[1]) for i in range(1, steps)]
    if any(_bird(pos, spot) is not None for spot in between):
        return f"A bird sits between here and {first}"
    if not all(_is_free(pos, spot) for spot in between):
        return f"There is a gap between here and {first} where no tile lies"
    needed = steps + (_bird(pos, start) is None)
    if needed > pos.birds[pos.turn]:
        return f"This takes {needed} birds, and you have {pos.birds[pos.turn]}"
    return "A line grows only along its own wire"


def _bird(pos: State, place: Place) -> int | None:
    """The seat whose bird sits there."""
    column, row = place
    for line in notation.lines_of(pos):
        along, wire = (column, row) if line.wire < ROWS else (row, ROWS + column)
        if line.wire == wire and line.low <= along <= line.high:
            return line.seat
    return None


def _is_free(pos: State, place: Place) -> bool:
    return bool(pos.free[place[1]] >> place[0] & 1)


def _has_colour(pos: State, place: Place) -> bool:
    """Whether the spot has the colour of the seat whose turn it is."""
    return bool(pos.colour[pos.own[pos.turn]][place[1]] >> place[0] & 1)
