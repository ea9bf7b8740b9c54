"""The notation and the words of Blockers!: actions and positions as text, written and read.

    R7@G2          the red tile of column 7 is played on the space G2, and captures the tile there
    draw Bmoon     blue draws its tile of the moon's block
    seat 1 first   seat 1 begins
    skip           no tile can be played

Colours are R B G Y O; kinds are the columns 1 .. 9, the rows A .. I, the blocks by their symbols, and `wild`.

A position is the board, row by row from A, with commas between spaces and numbers for runs of empty spaces; the phase;
the seat whose turn it is; the rack of each colour; and the captures of each seat. With three players:

    9/9/9/9/9/9/6,R7,2/9/9 play 2 R1+RB+RG+Rmoon+Rwild,B2+B3+BA+BH+Bstar,G5+G6+GC+GD+Gclub -,-,-

In a view, `?5` is a hidden rack of five tiles. Blue sees the position above as:

    9/9/9/9/9/9/6,R7,2/9/9 play 2 ?5,B2+B3+BA+BH+Bstar,?5 -,-,-
"""

import re
from collections.abc import Iterable

from rookery.core.numbers import packed_of
from rookery.core.reading.spelling import must, number_named, numbers_named
from rookery.games.blockers import rules
from rookery.games.blockers.facts import COLOUR_NAMES, names_and_styles
from rookery.games.blockers.rules import BEGINS, DRAWS, EMPTY, SKIP, State
from rookery.games.blockers.spaces import KINDS, NAMED, SIDE, SPACE_BITS, SPACES

ROW_LETTERS, COLUMN_DIGITS = "ABCDEFGHI", "123456789"
SYMBOL_NAMES = ("triangle", "spade", "star", "club", "circle", "diamond", "moon", "heart", "square")  # blocks (BL-01)
KIND_NAMES: tuple[str, ...] = (*COLUMN_DIGITS, *ROW_LETTERS, *SYMBOL_NAMES, "wild")
COLOUR_LETTERS = "RBGYO"
PHASES = ("begin", "deal", "play", "draw", "over")  # the phases of rules.py, in order
HIDDEN = "?"

_TILE_PATTERN = rf"[{COLOUR_LETTERS}](?:[1-9A-I]|{'|'.join(SYMBOL_NAMES)}|wild)"
ACTION_PATTERN = re.compile(rf"{_TILE_PATTERN}@[A-I][1-9]|draw {_TILE_PATTERN}|seat [1-5] first|skip", re.IGNORECASE)
ACTION_FORM = "actions look like R7@G2, Bmoon@H3 or Ywild@A1"
POSITION_FORM = (
    "positions look like 9/9/9/9/9/9/6,R7,2/9/9 play 2 "
    "R1+RB+RG+Rmoon+Rwild,B2+B3+BA+BH+Bstar,G5+G6+GC+GD+Gclub,Y4+Y9+YE+YF+Yheart -,-,-,-"
)


# ── Names ────────────────────────────────────────────────────────────────────
def space_name(space: int) -> str:
    """10 -> "B2"."""
    return _SPACE_NAMES[space]


_SPACE_NAMES = tuple(row + column for row in ROW_LETTERS for column in COLUMN_DIGITS)


def tile_name(tile: int) -> str:
    """6 -> "R7"."""
    return _NAMES[tile]


_NAMES = tuple(letter + kind for letter in COLOUR_LETTERS for kind in KIND_NAMES)


def tile_words(tile: int) -> str:
    """6 -> "red 7"; 24 -> "red moon"."""
    return _WORDS[tile]


_WORDS = tuple(f"{colour} {kind}" for colour in COLOUR_NAMES for kind in KIND_NAMES)


def kind_words(name: str) -> str:
    """ "R7" -> "7", "Rmoon" -> "moon": a tile by its notation, without its colour."""
    return name[1:]


def tiles_of(colour: int, kinds: int) -> list[int]:
    """The tiles of a colour in a mask of kinds."""
    return [colour * KINDS + kind for kind in range(KINDS) if kinds >> kind & 1]


def seats_of(pos: State) -> list[str]:
    """[seat] "Red", or of two players "Red and green"."""
    return [name for name, _ in names_and_styles(pos.players, pos.pairs)]


# ── Actions ──────────────────────────────────────────────────────────────────
def action_text(pos: State, action: int) -> str:
    """An action in notation."""
    if action == SKIP:
        return "skip"
    if action >= BEGINS:
        return f"seat {action - BEGINS + 1} first"
    if action >= DRAWS:
        return f"draw {tile_name(action - DRAWS)}"
    return placement_text(action)


def placement_text(action: int) -> str:
    """A tile and where it is placed."""
    return f"{tile_name(action // SPACES)}@{space_name(action % SPACES)}"


def action_words(pos: State, action: int) -> str:
    """An action in words."""
    if action == SKIP:
        return f"{seats_of(pos)[pos.turn]} cannot play: the turn is skipped"
    if action >= BEGINS:
        return f"{seats_of(pos)[action - BEGINS]} {'begin' if pos.players == 2 else 'begins'}"
    if action >= DRAWS:
        return f"{COLOUR_NAMES[(action - DRAWS) // KINDS].capitalize()} draws {KIND_NAMES[(action - DRAWS) % KINDS]}"
    return placement_words(action, pos.board[action % SPACES])


def placement_words(action: int, prey: int) -> str:
    """A tile and where it is placed, in words. `prey`: the tile there, or EMPTY."""
    words = f"{tile_words(action // SPACES)} to {space_name(action % SPACES)}"
    words = words[0].upper() + words[1:]
    return words if prey == EMPTY else f"{words}, capturing the {tile_words(prey)}"


def secret_words(pos: State) -> str:
    """The words of a draw for those who may not see the tile."""
    return f"{COLOUR_NAMES[pos.drawing].capitalize()} draws a tile"


def outcome_words(pos: State) -> str:
    """The outcome of the game."""
    why, order = outcome_reason(pos), _ranking(pos)
    told = f"{why[0].upper()}{why[1:]}."
    return told if _settled(order) else f"{told} {_winners(pos, order)}."


def outcome_reason(pos: State) -> str:
    """The reason for the end, and the points of all players, fewest first."""
    names, order = seats_of(pos), _ranking(pos)
    points = ", ".join(f"{names[seat]} {score}" for score, _, seat in order)
    played = all(rules.finished(packed_of(pos), colour) for colour in range(rules.colours_of(packed_of(pos))))
    ended = "all tiles are played" if played else "nobody can play a tile"
    how = "by the fair start" if pos.scoring == rules.FAIR else "with fewer captures"
    tie = f"; {_winners(pos, order)} the tie {how}" if _settled(order) else ""
    return f"{ended}, and the fewest points win: {points}{tie}"


def _winners(pos: State, order: list[list[int]]) -> str:
    names, best = seats_of(pos), [seat for *ranks, seat in order if ranks == order[0][:2]]
    if len(best) > 1:
        who = "Both sides" if pos.players == 2 else "All" if len(best) == pos.players else ""
        return f"{who or ' and '.join(names[seat] for seat in best)} share the win"
    return f"{names[best[0]]} {'win' if pos.players == 2 else 'wins'}"


def _settled(order: list[list[int]]) -> bool:
    """Whether something else decided between players with the same points (BL-13, BL-31)."""
    return order[0][0] == order[1][0] and order[0][1] != order[1][1]


def _ranking(pos: State) -> list[list[int]]:
    """Points, what settles a tie, and seat of each player, the best first (BL-13, BL-31)."""
    return sorted(
        [rules.points(packed_of(pos), seat), rules.tie_break(packed_of(pos), seat), seat] for seat in range(pos.players)
    )


# ── Positions ────────────────────────────────────────────────────────────────
def position_text(pos: State) -> str:
    """The position as one line."""
    rows = "/".join(_row_text(pos.board[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))
    racks = ",".join(_rack_text(pos, colour) for colour in range(rules.colours_of(packed_of(pos))))
    captured = ",".join(_captured_text(pos, seat) for seat in range(pos.players))
    return f"{rows} {PHASES[pos.phase]} {pos.turn + 1} {racks} {captured}"


def _row_text(tiles: Iterable[int]) -> str:
    words: list[str] = []
    for tile in tiles:
        if tile != EMPTY:
            words.append(tile_name(tile))
        elif words and words[-1].isdigit():
            words[-1] = str(int(words[-1]) + 1)
        else:
            words.append("1")
    return ",".join(words)


def _rack_text(pos: State, colour: int) -> str:
    if pos.rack[colour] == 0 and pos.held[colour]:
        return f"{HIDDEN}{pos.held[colour]}"
    return _joined(tiles_of(colour, pos.rack[colour]))


def _captured_text(pos: State, seat: int) -> str:
    return _joined([tile for c in range(len(COLOUR_NAMES)) for tile in tiles_of(c, pos.captured[seat][c])])


def _joined(tiles: list[int]) -> str:
    return "+".join(tile_name(tile) for tile in tiles) or "-"


def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`, which must be as `setup` wrote it. Raises ValueError with the reason if the text is
    malformed or contradicts itself."""
    words = text.split()
    must(len(words) == 5, "a position is a board, a phase, a seat, the racks and the captures")
    board, phase, seat, racks, captured = words
    begun, colours, seats = pos.copy(), rules.colours_of(pos), [str(seat + 1) for seat in range(pos.players)]
    pos.phase, pos.turn, pos.drawing = number_named(phase, PHASES, "a phase"), number_named(seat, seats, "a seat"), 0
    _read_board(board, pos)
    taken = _lists(captured, len(seats), "captures for each seat")
    hidden = [int(rack[1]) if re.fullmatch(r"\?[1-5]", rack) else 0 for rack in racks.split(",")]
    held = _lists(re.sub(r"\?[1-5](?=,|$)", "-", racks), colours, "a rack for each colour")
    played = pos.board[pos.board != EMPTY].tolist() + [tile for tiles in taken for tile in tiles]
    named = played + [tile for tiles in held for tile in tiles]
    for colour, tiles in enumerate(held):
        for tile in tiles:
            must(tile // KINDS == colour, f"{tile_name(tile)} is not on the rack of its colour")
    for tile in named:
        must(tile // KINDS < colours, f"{tile_name(tile)} has a colour that is not in play")
        must(named.count(tile) == 1, f"{tile_name(tile)} occurs twice")
    for colour in range(colours):
        pos.rack[colour], pos.played[colour] = _mask(held[colour], colour), _mask(played, colour)
        pos.held[colour] = hidden[colour] or len(held[colour])
        pos.pile[colour] = KINDS - _plays(pos, colour) - pos.held[colour]
    pos.captured[: len(taken)] = [[_mask(tiles, colour) for colour in range(len(COLOUR_NAMES))] for tiles in taken]
    _check(pos, begun)


def _read_board(text: str, pos: State) -> None:
    rows = [[tile for word in row.split(",") for tile in _run(word)] for row in text.split("/")]
    must([len(row) for row in rows] == [SIDE] * SIDE, f"the board needs {SIDE} rows of {SIDE} spaces")
    pos.board[:] = [tile for row in rows for tile in row]
    for space, tile in enumerate(pos.board.tolist()):
        if tile != EMPTY:
            pos.spaces[tile // KINDS] |= SPACE_BITS[space]


def _run(word: str) -> list[int]:
    """ "3" -> three empty spaces; "R7" -> that tile."""
    return [EMPTY] * int(word) if word in [*COLUMN_DIGITS] else [number_named(word, _NAMES, "a tile")]


def _lists(text: str, count: int, what: str) -> list[list[int]]:
    """ "R1+R2,-" -> [[0, 1], []]."""
    words = text.split(",")
    must(len(words) == count, f"a position needs {what}, {count} in all")
    return [[] if word == "-" else numbers_named(word, _NAMES, "a tile", "+") for word in words]


def _mask(tiles: list[int], colour: int) -> int:
    """The mask of the kinds of those tiles that have this colour."""
    return sum(1 << tile % KINDS for tile in tiles if tile // KINDS == colour)


def _plays(pos: State, colour: int) -> int:
    return int(pos.played[colour]).bit_count()


def _check(pos: State, begun: State) -> None:
    """Set `drawing`. `begun`: the position as `setup` wrote it."""
    at_first = pos.phase != rules.WHO_BEGINS or pos.tobytes() == begun.tobytes()
    must(at_first, "the first seat is drawn first, as seat 1, and only if chance decides it")
    for space, tile in enumerate(pos.board.tolist()):
        named = tile == EMPTY or (NAMED[tile % KINDS] & SPACE_BITS[space]).any()
        must(named, "a tile lies on a space that it does not name")
    colours = range(rules.colours_of(pos))
    if pos.phase == rules.DEAL:
        must(not pos.played.any(), "no tile is played before all colours have drawn five")
        drawing = [colour for colour in colours if pos.held[colour] < rules.RACK]
        in_order = drawing and not pos.held[drawing[0] + 1 :].any()
        must(in_order, "while racks are filled, the colours draw five tiles each, one colour after the other")
        pos.drawing = drawing[0]
    elif pos.phase != rules.WHO_BEGINS:
        _check_racks(pos)
        able = [COLOUR_NAMES[colour] for colour in colours if rules.can_play(pos, colour)]
        must(pos.phase != rules.ENDED or not able, f"the game is not over: {', '.join(able)} can play")


def _check_racks(pos: State) -> None:
    """Each rack holds five tiles (BL-10), or four if its colour is about to draw or has played 24 tiles (BL-11)."""
    colours = range(rules.colours_of(pos))
    drawing = [c for c in colours if pos.phase == rules.DRAW and pos.held[c] == rules.LEFT_OVER and pos.pile[c] > 0]
    if pos.phase == rules.DRAW:
        one = len(drawing) == 1 and rules.owner(pos, drawing[0]) == pos.turn
        must(one, "one colour draws: it belongs to the seat whose turn it is, and has four tiles on its rack")
        pos.drawing = drawing[0]
    for colour in colours:
        plays, name = _plays(pos, colour), COLOUR_NAMES[colour]
        held = rules.LEFT_OVER if colour in drawing or plays == KINDS - rules.LEFT_OVER else rules.RACK
        right = pos.held[colour] == held and pos.pile[colour] >= 0
        must(right, f"after {plays} plays {name} cannot have {pos.held[colour]} tiles on its rack")
        visible = pos.rack[colour] or not (rules.finished(pos, colour) or pos.phase == rules.ENDED)
        must(visible, f"the tiles that {name} has left over must be shown")
