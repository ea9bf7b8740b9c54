"""The sheets of the farms: a map with its boon circles, and on the large one the gifts below it.

The large map's squares go by their names, `B3`; those of another seat's map by seat and name, `2-B3`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rookery.core.scene import Piece, Spot
from rookery.games.gameshire import table, words
from rookery.games.gameshire.block import SHEET, TALL, Block
from rookery.games.gameshire.facts import FACTS, FARMS
from rookery.games.gameshire.sets import VALUES

# ── Measures, in boxes of the large map ──────────────────────────────────────
HEAD = 1.0  # height of a sheet's head, in boxes of its map
MAP_LEFT, MAP_TOP = 0.75, 1.72  # of the large map in its sheet
LETTERS = MAP_TOP + table.SIDE + 0.22  # names of the columns, below the map
GIFTS = MAP_TOP + table.SIDE + 0.92  # centres of the gifts
TOOLS = 11.42  # top of what is needed now: ways to lie, values, buttons
READABLE = 0.6  # from so many boxes on, values show what grows there; below only their letters

# A small sheet in boxes of its own map: what is around the map
SIDE_ROOM, HEAD_ROOM, FOOT_ROOM = 0.35, 1.5, 0.35
CIRCLES = 0.75  # room for boon circles, above and to the right


def large(block: Block, pos: Any, seat: int, mover: int | None, title: str) -> None:
    """The sheet of the seat that looks, with the gifts of all."""
    style = FACTS.seat_styles[seat]
    block.panel(f"head-{seat}", f"{FARMS[seat]}'s sign", SHEET, HEAD, "inside")
    block.panel(f"map-{seat}", f"{FARMS[seat]}'s map", SHEET, TALL, _farm(pos, seat, mover))
    _sign(block, f"farm-{seat}", "B0", 0.55, 0.55, 0.95, style, seat)
    block.label(f"name-{seat}", 3.1, 0.56, title, 0.44, f"name {style}", 4.6)
    state = words.state(pos, seat, mover)
    block.label(f"state-{seat}", 8.05, 0.56, state, 0.34, _state(pos, seat, mover) or "soft", 4.0)
    at = block.at(MAP_LEFT, MAP_TOP)
    _map(at, pos, seat, 1.0, "")
    for column, letter in enumerate(words.COLUMNS):
        block.label(f"column-{letter}", MAP_LEFT + column + 0.5, LETTERS, letter, 0.28, "edge")
    for row in range(table.SIDE):
        block.label(f"row-{row}", MAP_LEFT - 0.32, MAP_TOP + row + 0.5, str(row), 0.28, "edge")
    _gifts(block, pos, seat)


def small(block: Block, pos: Any, seat: int, mover: int | None, box: float) -> None:
    """Another farm's sheet; `box`: how large a box of its map is."""
    style = FACTS.seat_styles[seat]
    width, height = small_size(box)
    block.panel(f"head-{seat}", f"{FARMS[seat]}'s sign", width, HEAD * box, "inside")
    block.panel(f"map-{seat}", f"{FARMS[seat]}'s map", width, height, _farm(pos, seat, mover))
    _sign(block, f"farm-{seat}", f"{seat}-Z0", 0.75 * box, 0.6 * box, 0.95 * box, style, seat)
    block.label(f"name-{seat}", 3.3 * box, 0.64 * box, FARMS[seat], min(0.42, 0.75 * box), f"name {style}", 4.0 * box)
    state = words.state(pos, seat, mover)
    size, look = min(0.34, 0.7 * box), _state(pos, seat, mover) or "soft"
    block.label(f"state-{seat}", 7.2 * box, 0.66 * box, state, size, look, 3.7 * box)
    _map(block.at(SIDE_ROOM * box, (HEAD_ROOM + CIRCLES) * box - 0.3 * box), pos, seat, box, f"{seat}-")


def small_size(box: float) -> tuple[float, float]:
    """Width and height of a small sheet."""
    return box * (2 * SIDE_ROOM + table.SIDE + CIRCLES), box * (HEAD_ROOM + CIRCLES - 0.3 + table.SIDE + FOOT_ROOM)


def _farm(pos: Any, seat: int, mover: int | None) -> str:
    return f"farm {words.season(pos)} {_state(pos, seat, mover)}".strip()


def _state(pos: Any, seat: int, mover: int | None) -> str:
    """Style of a sheet: whose decision it is, and who passed."""
    if seat == mover:
        return "turn"
    return "out" if pos.out >> seat & 1 and pos.phase != table.ENDED else ""


def _sign(block: Block, name: str, spot: str, x: float, y: float, scale: float, style: str, seat: int) -> None:
    block.piece(Piece(id=name, spot=spot, x=x, y=y, scale=scale, symbol=f"h-farm-{style}", style=style,
                      words=f"sign of {FARMS[seat]}"))  # fmt: skip


# ── Maps ─────────────────────────────────────────────────────────────────────
def _map(block: Block, pos: Any, seat: int, box: float, prefix: str) -> None:
    """Its squares with all that is in them, and its boon circles. `block` begins at the map's corner."""
    land, sizes = words.land(pos, seat), "h-" if box >= READABLE else "h-small-"
    reaping = pos.season == table.AUTUMN
    spots, pieces = block.drawn.spots, block.drawn.pieces  # six maps have hundreds: each is made once, where it goes
    for square, value in enumerate(land.values):
        row, column = divmod(square, table.SIDE)
        x, y = block.left + (column + 0.5) * box, block.top + (row + 0.5) * box
        plain = words.square_name(square)
        spots.append(Spot(id=prefix + plain, zone=f"map-{seat}", x=x, y=y, width=box, height=box,
                          words=words.square_words(land, square),
                          style="white" if words.is_white(square) else "border"))  # fmt: skip
        for look in _looks(land, square, value, sizes, reaping):
            pieces.append(Piece(id=f"{look.kind}-{seat}-{plain}", spot=prefix + plain, x=x, y=y, symbol=look.symbol,
                                style=look.style, scale=box, words=look.words, text=look.text))  # fmt: skip
    _circles(block, pos, seat, box, prefix)


class _Look(NamedTuple):
    """How something in a box is drawn."""

    kind: str
    symbol: str
    style: str
    words: str
    text: str  # for the terminal


def _looks(land: words.Land, square: int, value: int, sizes: str, reaping: bool) -> Iterator[_Look]:
    """What lies in a box, from bottom to top; contents hide crowns and hammers, which stay where they are."""
    shaded, crossed = land.shaded >> square & 1, land.crossed >> square & 1
    bare = not (value or shaded or crossed)
    if square in land.crowns:
        yield _Look("crown", "h-crown", "closed" if land.crowns[square] else "open", "crown", "^" if bare else "")
    if land.hammers >> square & 1:
        yield _Look("hammer", "h-hammer", "closed" if reaping else "open", "hammer", "T" if bare else "")
    if value:
        text = VALUES[value] + "/" * shaded
        yield _Look("in", sizes + VALUES[value], "shaded" if shaded else "", words.VALUE_WORDS[value], text)
    elif crossed:
        yield _Look("cross", "h-cross", "", "crossed out", "x")
    elif shaded:
        yield _Look("shade", "h-shade", "", "shaded", "//")


def _circles(block: Block, pos: Any, seat: int, box: float, prefix: str) -> None:
    """One for each white column and row; full where a boon was earned (GS-17)."""
    earned = int(pos.boons[seat])
    for line in range(table.LINES):
        row, column = (0, line + 1) if line < table.FIELD else (line - table.FIELD + 1, table.SIDE - 1)
        x, y = (column + 0.5, -0.4) if line < table.FIELD else (table.SIDE + 0.42, row + 0.5)
        full = earned >> line & 1
        block.piece(Piece(id=f"boon-{seat}-{line}", spot=prefix + words.square_name(table.SIDE * row + column),
                          x=x * box, y=y * box, symbol="h-boon" if full else "h-boon-none", scale=box,
                          words=f"boon of {words.line_name(line)}" if full else "no boon yet"))  # fmt: skip


# ── Gifts ────────────────────────────────────────────────────────────────────
def _gifts(block: Block, pos: Any, seat: int) -> None:
    """What everybody writes down: value, giver, and whether it is delivered (GS-13, GS-43)."""
    block.label("gifts", MAP_LEFT + 0.5, GIFTS, "gifts", 0.32, "soft")
    for column in range(table.GIFTS):
        value, giver = int(pos.gifts[column]), int(pos.giver[column])
        delivered = int(pos.delivered) >> column & 1
        x, name = MAP_LEFT + column + 1.5, f"gift-{words.COLUMNS[column + 1]}"
        style = "gift" + (" set" if value else "") + (" delivered" if delivered else "")
        block.spot(Spot(id=name, zone=f"map-{seat}", x=x, y=GIFTS, width=0.92, height=0.92, style=style,
                        words=words.gift_words(pos, column)))  # fmt: skip
        if value:
            block.piece(Piece(id=name, spot=name, x=x, y=GIFTS, symbol=f"h-{VALUES[value]}", scale=0.74,
                              words=words.VALUE_WORDS[value], text=VALUES[value] + "!" * delivered))  # fmt: skip
            farm = FACTS.seat_styles[giver]
            block.piece(Piece(id=f"giver-{column}", spot=name, x=x - 0.36, y=GIFTS - 0.36, symbol=f"h-farm-{farm}",
                              style=farm, scale=0.42, words=f"chosen by {FARMS[giver]}"))  # fmt: skip
        if delivered:
            block.piece(Piece(id=f"delivered-{column}", spot=name, x=x + 0.36, y=GIFTS - 0.36, symbol="h-tick",
                              scale=0.62, words="delivered"))  # fmt: skip
    done = words.gifts_done(pos)
    block.label("gifts-done", MAP_LEFT + table.SIDE + 0.1, GIFTS, done, 0.32, "soft")
