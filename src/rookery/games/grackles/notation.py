"""Actions and positions of Grackles as text, both ways.

    draw             the player draws a tile
    tile PBKG        chance draws this tile: its arrangement, see tiles.toml
    D6 r90           the drawn tile is placed on cell D6, turned clockwise by 90 degrees
    g9-k9            a new line, from its left or lower end
    k9+n9            a line is extended, from its end to the new end
    rotate D6 r90    the tile on D6 is rotated clockwise by 90 degrees
    pass             allowed when only rotations are left
    seat 1 first     who begins; seats are counted from 1

A position: the tiles, each a cell and the four colours as they lie, clockwise from the top left; the lines, or -; the
colour whose turn it is; the phase, with the drawn tile if one is to be placed; the tokens of each seat; and the number
of skips and passes in a row.

    D5PBGK,E5GKPB,F5PBGK g10-k10 B turn 5,5 0
    D5PBGK,E5GKPB - P place:PKGB 5,5 0
"""

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from rookery.core.numbers import packed_of
from rookery.core.reading.spelling import must, number_named
from rookery.games.grackles import board
from rookery.games.grackles.board import (
    ENDED,
    FRAME,
    LENGTH,
    NOTHING,
    PLACING,
    QUARTERS,
    ROWS,
    SPAN,
    WHO_BEGINS,
    WIDE,
    State,
)
from rookery.games.grackles.facts import COLOUR_LETTERS, COLOUR_NAMES, SPOT_COLUMN_LETTERS, TILE_COLUMN_LETTERS
from rookery.games.grackles.rules import (
    DRAW,
    EXTEND,
    FIRST,
    LINE,
    PASS,
    PLACE,
    ROTATE,
    TILE,
    can_settle,
    points,
    stack,
)
from rookery.games.grackles.tiles import ARRANGEMENTS

PHASES = ("begin", "turn", "draw", "place", "over")  # the phases of board.py, in order

_CELL_PATTERN, _SPOT, _TILE = "[A-H][1-9]", "[a-p](?:1[0-8]|[1-9])", f"(?:{'|'.join(ARRANGEMENTS)})"
ACTION_PATTERN = re.compile(
    rf"draw|pass|tile {_TILE}|(?:rotate )?{_CELL_PATTERN} r(?:0|90|180|270)|{_SPOT}[-+]{_SPOT}|seat [1-4] first",
    re.IGNORECASE,
)
ACTION_FORM = "actions look like draw, D6 r90 (place), g9-k9 (line), k9+n9 (extend), rotate D6 r90 or pass"
POSITION_FORM = "positions look like D5PBGK,E5GKPB,F5PBGK g10-k10 B turn 5,5 0"
_TILE_TEXT = re.compile(rf"({_CELL_PATTERN})([{COLOUR_LETTERS}]{{4}})")
_LINE_TEXT = re.compile(rf"({_SPOT})-({_SPOT})")


class BirdLine(NamedTuple):
    """Birds of one player along a wire."""

    seat: int
    wire: int
    low: int  # positions on the wire
    high: int


# ── Names ────────────────────────────────────────────────────────────────────
def cell_name(at: int) -> str:
    """35 -> "D5"."""
    return _CELLS[at]


_CELLS = tuple(f"{column}{row + 1}" for row in range(board.TALL) for column in TILE_COLUMN_LETTERS)


def cell_words(at: int) -> str:
    """35 -> "g9–h10": its lower left and upper right spot, as the edges of the board name them."""
    row, column = divmod(at, WIDE)
    return f"{place_name(2 * column, 2 * row)}–{place_name(2 * column + 1, 2 * row + 1)}"


def cell_named(name: str) -> int:
    """ "D5" -> 35."""
    return (int(name[1:]) - 1) * WIDE + TILE_COLUMN_LETTERS.index(name[0])


def spot_name(wire: int, position: int) -> str:
    """Wire 8, position 6 -> "g9"; the same spot is position 8 of wire 24."""
    return place_name(position, wire) if wire < ROWS else place_name(wire - ROWS, position)


def place_name(column: int, row: int) -> str:
    """Column 6, row 8 -> "g9"."""
    return _PLACES[column][row]


_PLACES = tuple(tuple(f"{column}{row + 1}" for row in range(ROWS)) for column in SPOT_COLUMN_LETTERS)


def look_text(look: int) -> str:
    """The colours of a tile as it lies, clockwise from its top left: 1 -> "KPBG"."""
    return "".join(COLOUR_LETTERS[colour] for colour in board.SHOWN[look])


_LOOKS = {look_text(look): look for look in range(board.FACES)}


def lines_of(pos: State) -> list[BirdLine]:
    """All lines, wire by wire."""
    lines = []
    for wire, (lows, highs) in enumerate(zip(pos.low_ends, pos.high_ends, strict=True)):
        for low, high in zip(_positions(lows), _positions(highs), strict=True) if lows else ():
            owner = next((seat for seat, colour in enumerate(pos.own) if pos.colour[colour][wire] >> low & 1), 0)
            lines.append(BirdLine(owner, wire, low, high))
    return lines


def _positions(mask: int) -> list[int]:
    """The positions in a mask, lowest first."""
    return [position for position in range(mask.bit_length()) if mask >> position & 1]


def seat_name(pos: State, seat: int) -> str:
    """The name of a seat: its colour."""
    return COLOUR_NAMES[pos.own[seat]]


# ── Actions ──────────────────────────────────────────────────────────────────
def line_of(action: int) -> tuple[int, int, int]:
    """The wire of a new line or an extension, and the positions where it begins and ends."""
    if action >= EXTEND:
        end, beyond = divmod(action - EXTEND, SPAN)
        start, way = divmod(end, 2)
        return start // LENGTH, start % LENGTH, start % LENGTH + (beyond + 1) * (2 * way - 1)
    start, beyond = divmod(action - LINE, SPAN)
    return start // LENGTH, start % LENGTH, start % LENGTH + beyond + 1


def action_text(pos: State, action: int) -> str:
    """An action in notation."""
    return text_of(action)


def text_of(action: int) -> str:
    """The same; the position makes no difference."""
    if action in (DRAW, PASS):
        return ("draw", "pass")[action]
    if action >= TILE:
        return f"tile {ARRANGEMENTS[action - TILE]}"
    if action >= FIRST:
        return f"seat {action - FIRST + 1} first"
    if action >= LINE:
        wire, start, end = line_of(action)
        return f"{spot_name(wire, start)}{'+' if action >= EXTEND else '-'}{spot_name(wire, end)}"
    at, turn = divmod(action - (ROTATE if action >= ROTATE else PLACE), QUARTERS)
    return f"{'rotate ' if action >= ROTATE else ''}{cell_name(at)} r{90 * turn}"


def action_words(pos: State, action: int) -> str:
    """An action in words."""
    if FIRST <= action < TILE:
        return f"{seat_name(pos, action - FIRST)} goes first"
    return words_of(action, pos.drawn)


def words_of(action: int, drawn: int) -> str:
    """An action in words, but not who goes first. `drawn`: the tile in hand, or NOTHING, for placing it."""
    if action == DRAW:
        return "Draw a tile"
    if action == PASS:
        return "Pass"
    if action >= TILE:
        return f"The tile {arrangement_words(action - TILE)}, clockwise"
    if action >= LINE:
        wire, start, end = line_of(action)
        where = f"from {spot_name(wire, start)} to {spot_name(wire, end)}"
        birds = abs(end - start) + (action < EXTEND)
        return f"{'Extend a line' if action >= EXTEND else 'New line'} {where}: {birds} bird{'s' * (birds > 1)}"
    at, turn = divmod(action - (ROTATE if action >= ROTATE else PLACE), QUARTERS)
    if action >= ROTATE:
        return f"Rotate the tile on {cell_words(at)} {TURN_WORDS[turn]}"
    look = drawn * QUARTERS + turn if drawn != NOTHING else None
    seen = f": {corner_words(look)}" if look is not None else f", {90 * turn} degrees"
    return f"Place the tile on {cell_words(at)}{seen}"


TURN_WORDS = ("not at all", "a quarter turn clockwise", "a half turn", "a quarter turn anticlockwise")


def arrangement_words(arrangement: int) -> str:
    """0 -> "purple, blue, green, black", clockwise."""
    return ", ".join(COLOUR_NAMES[COLOUR_LETTERS.index(letter)].lower() for letter in ARRANGEMENTS[arrangement])


def corner_words(look: int) -> str:
    """1 -> "black and purple above green and blue"."""
    a, b, c, d = (COLOUR_NAMES[colour].lower() for colour in board.SHOWN[look])
    return f"{a} and {b} above {d} and {c}"


def outcome_words(pos: State) -> str:
    """The outcome of the game."""
    scores = [points(packed_of(pos), seat) for seat in range(pos.players)]
    winners = [seat_name(pos, seat).lower() for seat in range(pos.players) if scores[seat] == max(scores)]
    why = outcome_reason(pos)
    who = f"{winners[0]} wins" if len(winners) == 1 else f"{joined(winners)} share the win"
    return f"{why[0].upper()}{why[1:]}: {who}."


def outcome_reason(pos: State) -> str:
    """The reason for the end, and the birds of each player on the wires, most first."""
    first, *others = sorted((points(packed_of(pos), seat) for seat in range(pos.players)), reverse=True)
    return f"nobody can settle another bird, and the birds on the wires are {first} to {joined(others)}"


def joined(words: Sequence[object]) -> str:
    """[26, 15, 11] -> "26, 15 and 11"."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


# ── Positions ────────────────────────────────────────────────────────────────
def position_text(pos: State) -> str:
    """The position as one line."""
    tiles = [cell_name(at) + look_text(look) for at, look in enumerate(pos.tiles) if look != NOTHING]
    lines = [f"{spot_name(line.wire, line.low)}-{spot_name(line.wire, line.high)}" for line in lines_of(pos)]
    phase = PHASES[pos.phase] + (f":{ARRANGEMENTS[pos.drawn]}" if pos.drawn != NOTHING else "")
    tokens = ",".join(map(str, pos.tokens[: pos.players]))
    return (
        f"{','.join(tiles)} {','.join(lines) or '-'} {COLOUR_LETTERS[pos.own[pos.turn]]} {phase} {tokens} {pos.quiet}"
    )


def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`, which must be as `setup` wrote it. Raises ValueError with the reason if the text is
    malformed or contradicts itself."""
    words = text.split()
    must(len(words) == 6, "a position is tiles, lines, a colour, a phase, tokens, and skips and passes")
    begun = pos.tobytes()
    _write_tiles(pos, words[0])
    for word in () if words[1] == "-" else words[1].split(","):
        _write_line(pos, word)
    pos.turn = number_named(words[2], [COLOUR_LETTERS[colour] for colour in pos.own[: pos.players]], "a colour in play")
    phase, colon, drawn = words[3].partition(":")
    pos.phase = number_named(phase, PHASES, "a phase")
    must((pos.phase == PLACING) == bool(colon), f"{words[3]!r} is not valid: only place has a tile, as in place:PKGB")
    if colon:
        pos.drawn = number_named(drawn, ARRANGEMENTS, "a tile")
        pos.left[pos.drawn] -= 1
    tokens = words[4].split(",")
    must(len(tokens) == pos.players, f"there are tokens for each of {pos.players} players")
    pos.tokens[: pos.players] = [number_named(word, TOKEN_NUMBERS, "a number of tokens") for word in tokens]
    pos.quiet = number_named(words[5], TOKEN_NUMBERS[: pos.players + 1], "a number of skips and passes")
    _check(pos, begun)


TOKEN_NUMBERS = "012345"


def _write_tiles(pos: State, text: str) -> None:
    matches = [_TILE_TEXT.fullmatch(word) for word in text.split(",")]
    tiles = {match[1]: match[2] for match in matches if match and match[2] in _LOOKS}
    must(len(tiles) == len(matches), "each tile is a cell of its own and four colours, as in D5PBGK")
    for name in ("D5", "E5"):
        here = _LOOKS.get(tiles.pop(name, "")) == pos.tiles[cell_named(name)]
        must(here, "the starting tiles are D5PBGK,E5GKPB")
    for name, look in tiles.items():
        board.place(pos, cell_named(name), _LOOKS[look])
        pos.left[_LOOKS[look] // QUARTERS] -= 1


def _write_line(pos: State, word: str) -> None:
    match = _LINE_TEXT.fullmatch(word)
    ends = [(SPOT_COLUMN_LETTERS.index(spot[0]), int(spot[1:]) - 1) for spot in match.groups()] if match else []
    straight = sum(a != b for a, b in itertools.zip_longest(*ends)) == 1
    must(straight, f"{word!r} is not a line; a line goes along a row or a column of spots, as g9-k9 does")
    (x, y), (to_x, to_y) = ends
    wire, low, high = (y, x, to_x) if y == to_y else (ROWS + x, y, to_y)
    must(low < high, f"{word!r} is written from its left or lower end")
    colours = [int(pos.colour[colour, wire]) for colour in pos.own[: pos.players]]
    owners = [seat for seat, spots in enumerate(colours) if spots >> low & spots >> high & 1]
    must(owners, f"{word!r} must begin and end on spots of one colour that is in play")
    between = (2 << high) - (1 << low)
    must(pos.free[wire] & between == between, f"{word!r} crosses another line, or leaves the tiles")
    (pos.turn,) = owners
    board.join(pos, wire, low, high)


def _check(pos: State, begun: bytes) -> None:
    """`begun`: the position as `setup` wrote it."""
    at_first = pos.phase != WHO_BEGINS or pos.tobytes() == begun
    must(at_first, "the first seat is drawn first, as the first colour, and only if chance decides it")
    must(all(pos.left >= 0), "there are more tiles of one arrangement than the box has")
    must(all(pos.birds >= 0), f"a player has only {board.BIRDS} birds")
    tiles = {divmod(at, WIDE) for at, look in enumerate(pos.tiles) if look != NOTHING}
    beside = all({(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & tiles for y, x in tiles)
    within = max(pos.east - pos.west, pos.north - pos.south) < FRAME
    must(beside and within, f"each tile must lie beside another one, within {FRAME} x {FRAME}")
    must((pos.phase == ENDED) == (pos.quiet == pos.players), "it is over after as many skips and passes as players")
    going_on = stack(pos) or any(can_settle(pos, seat) for seat in range(pos.players))
    must(pos.phase != ENDED or not going_on, "the game is not over: tiles are left, or somebody can settle birds")
    must(not pos.quiet or not stack(pos), "no seat passes or is skipped before all tiles are placed")
