"""The sheets of the farms: a map with its boon circles and, on the large sheet, the gifts below it.

The id of a square is the seat that owns the map, and its name: `0-B3`. It is the same on large and small sheets and for
all viewers.
"""

import functools
from typing import NamedTuple

from rookery.core.scene import Piece, Spot, neat
from rookery.games.gameshire.components.sets import VALUE_LETTERS
from rookery.games.gameshire.facts import FACTS, FARM_NAMES
from rookery.games.gameshire.picture.block import (
    LEAST,
    LETTER_WIDTH,
    SHEET,
    SHEET_HEIGHT,
    Area,
    Block,
    Laid,
    Lettering,
    letters,
)
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import words

# ── Measures, in boxes of the large map ──────────────────────────────────────
HEAD = 1.0  # height of a sheet's head
MAP_LEFT, MAP_TOP = 0.75, 1.62  # of the large map in its sheet
COLUMN_NAMES_Y = MAP_TOP + layout.SIDE + 0.2  # names of the columns, below the map
GIFTS_Y = MAP_TOP + layout.SIDE + 0.84  # centres of the gifts
TOOLS = 10.9  # top of the tools: poses, values, buttons
SIGNS = 12.06  # centre of the legend of signs
READABLE_BOX = 0.6  # from this size of a box on, values are drawn as crops and cows; below, only as letters

# Margins of a small sheet around its map, in boxes of this map
SIDE_ROOM, FOOT_ROOM = 0.35, 0.35
CIRCLES = 0.8  # room for boon circles, above and to the right
HEAD_ROOM, SMALL_HEAD = 1.2, 0.42  # height of its head, and the least height, which is in boxes of the large map


def spot_of(seat: int, square: int) -> str:
    """The id of a square of a seat's map."""
    return _SQUARE_SPOTS[seat][square]


_SQUARE_SPOTS = [
    [f"{seat}-{words.square_name(square)}" for square in range(layout.SQUARES)] for seat in range(layout.SEATS)
]


def large(block: Block, pos: State, seat: int, mover: int | None, name: str) -> None:
    """The sheet of the viewing seat, with the gifts of the team."""
    state, look = words.state(pos, seat, mover), _state(pos, seat, mover)
    block.kept(_large_head, pos, seat, name, state, look, by=pos.season)
    _kept_map(block.at(MAP_LEFT, MAP_TOP), pos, seat, 1.0)
    block.kept(_edges, pos, by=None)
    gifts = tuple(pos.gifts), tuple(pos.giver), pos.delivered, words.asked_gift(pos), pos.season
    block.kept(_gifts, pos, seat, by=gifts)
    block.kept(_legend, pos, by=pos.season)


def _large_head(block: Block, pos: State, seat: int, name: str, state: str, look: str) -> None:
    """The zones of the large sheet, its sign, its name, and what its farm does. `look`: see `_state`."""
    style = FACTS.seat_styles[seat]
    block.panel(f"head-{seat}", f"{FARM_NAMES[seat]}'s sign", Area(SHEET, HEAD, "inside"))
    block.panel(f"map-{seat}", f"{FARM_NAMES[seat]}'s map", Area(SHEET, SHEET_HEIGHT, _farm(pos, look), grid=True))
    _sign(block, seat, Laid(f"{seat}-A0", 0.55, 0.55, 0.95, style))
    block.label(f"name-{seat}", (3.1, 0.56), name, Lettering(0.44, f"name {style}", 4.6))
    block.label(f"state-{seat}", (8.05, 0.56), state, Lettering(0.34, look or "soft", 4.0))


def _edges(block: Block, pos: State) -> None:
    """The names of the columns and rows of the large map."""
    for column, letter in enumerate(words.COLUMNS):
        block.label(f"column-{letter}", (MAP_LEFT + column + 0.5, COLUMN_NAMES_Y), letter, Lettering(0.28, "edge"))
    for row in range(layout.SIDE):
        block.label(f"row-{row}", (MAP_LEFT - 0.32, MAP_TOP + row + 0.5), str(row), Lettering(0.28, "edge"))


def small(block: Block, pos: State, seat: int, mover: int | None, box: float) -> None:
    """The sheet of another farm. `box`: the size of a box of its map, in boxes of the large map."""
    states = words.state(pos, seat, mover), words.short_state(pos, seat, mover)
    block.kept(_small_head, pos, seat, states, _state(pos, seat, mover), box, by=pos.season)
    _kept_map(block.at(SIDE_ROOM * box, _head(box) + (CIRCLES - 0.1) * box), pos, seat, box)


def _small_head(block: Block, pos: State, seat: int, states: tuple[str, str], look: str, box: float) -> None:
    """The zones of a small sheet, its sign, its name, and what its farm does, in full and in short. `look`: see
    `_state`."""
    style = FACTS.seat_styles[seat]
    width, height = small_size(box)
    head = _head(box)
    block.panel(f"head-{seat}", f"{FARM_NAMES[seat]}'s sign", Area(width, head, "inside"))
    block.panel(f"map-{seat}", f"{FARM_NAMES[seat]}'s map", Area(width, height, _farm(pos, look), grid=True))
    sign = min(0.95, 0.85 * head)
    left, middle = 1.15 * sign + 0.06, head / 2 + 0.03
    _sign(block, seat, Laid(f"{seat}-Z0", left / 2, middle, sign, style))
    name, state, size = _told(seat, states, width - left - 0.1, min(0.42, 0.75 * head))
    block.label(
        f"name-{seat}", (left + LETTER_WIDTH * size * len(name) / 2, middle), name, Lettering(size, f"name {style}")
    )
    if state:
        right = width - 0.1 - LETTER_WIDTH * size * len(state) / 2
        block.label(f"state-{seat}", (right, middle), state, Lettering(size, look or "soft"))


def _told(seat: int, states: tuple[str, str], width: float, most: float) -> tuple[str, str, float]:
    """The name and the state of a farm, shortened until they fit, and the size of their text (at most `most`)."""
    whole, plain = FARM_NAMES[seat], FARM_NAMES[seat].split()[0]
    state, short = states
    ways = [(name, told) for name, told in ((whole, state), (whole, short), (plain, short)) if told] + [(plain, "")]
    for name, told in ways:
        count = len(name) + len(told) + bool(told)
        if count <= letters(width) or not told:
            return name, told, max(LEAST, min(most, width / count / LETTER_WIDTH))
    raise AssertionError("the last way always fits")


def small_size(box: float) -> tuple[float, float]:
    """Width and height of a small sheet whose map has boxes of size `box`."""
    return box * (2 * SIDE_ROOM + layout.SIDE + CIRCLES), box * (CIRCLES - 0.1 + layout.SIDE + FOOT_ROOM) + _head(box)


def largest_box(width: float, height: float) -> float:
    """The largest size of a box with which a small sheet fits in that width and height."""
    wide, high = 2 * SIDE_ROOM + layout.SIDE + CIRCLES, CIRCLES - 0.1 + layout.SIDE + FOOT_ROOM
    return min(width / wide, height / (high + HEAD_ROOM), (height - SMALL_HEAD) / high)


def _head(box: float) -> float:
    return max(SMALL_HEAD, HEAD_ROOM * box)


def _farm(pos: State, look: str) -> str:
    return f"farm {words.season(pos)} {look}".strip()


def _state(pos: State, seat: int, mover: int | None) -> str:
    """The style of a sheet: "turn" if the seat is to decide, "out" if it has passed."""
    if seat == mover:
        return "turn"
    return "out" if pos.out >> seat & 1 and pos.phase != PHASE.ENDED else ""


def _sign(block: Block, seat: int, laid: Laid) -> None:
    block.piece(f"farm-{seat}", laid, f"h-farm-{laid.look}", f"sign of {FARM_NAMES[seat]}")


# ── Maps ─────────────────────────────────────────────────────────────────────
def _kept_map(block: Block, pos: State, seat: int, box: float) -> None:
    """The squares of a map with their contents, and the boon circles. `block` begins at the map's top left corner."""
    written = tuple(pos.boxes[seat]), pos.shaded[seat], pos.crossed[seat], tuple(pos.gifts), pos.set, pos.season
    block.kept(_map, pos, seat, box, by=written)
    block.kept(_circles, pos, seat, box, by=pos.boons[seat])


def _map(block: Block, pos: State, seat: int, box: float) -> None:
    here, reaping = MapAt(seat, block.left, block.top, box), pos.season == layout.AUTUMN
    for square, content in enumerate(words.contents(pos, seat)):
        spot, pieces = _square(here, square, content, reaping)
        block.drawn.spots.append(spot)
        block.drawn.pieces += pieces


class MapAt(NamedTuple):
    """The place of a seat's map, and the size of its boxes."""

    seat: int
    left: float
    top: float
    box: float


@functools.lru_cache(16_384)  # a map has 64 squares, of which an action changes a few
def _square(at: MapAt, square: int, content: int, reaping: bool) -> tuple[Spot, tuple[Piece, ...]]:
    """A square of a map, and what is in it."""
    seat, left, top, box = at
    row, column = divmod(square, layout.SIDE)
    x, y, size = neat(left + (column + 0.5) * box), neat(top + (row + 0.5) * box), neat(box)
    name = spot_of(seat, square)
    whose = "" if box == 1.0 else f"{FARM_NAMES[seat].split()[0]} "  # two maps have the same squares
    label, style = whose + words.square_words(square, content), "white" if words.is_white(square) else "border"
    spot = Spot.at(name, f"map-{seat}", (x, y, size, size), label, "", style)
    looks = _looks(content, "h-" if box >= READABLE_BOX else "h-small-", reaping)
    return spot, tuple(
        Piece.at(f"{kind}-{name}", name, (x, y), symbol, style, label, scale=size, text=text)
        for kind, symbol, style, label, text in looks
    )


class _Look(NamedTuple):
    """The drawing of one thing in a box."""

    kind: str
    symbol: str
    style: str
    words: str
    text: str  # for the terminal


def _looks(content: int, sizes: str, reaping: bool) -> tuple[_Look, ...]:
    """The drawings in a box, from bottom to top. A value covers the crown or hammer below it, which stays there."""
    value, shaded, crossed = content & words.VALUE_MASK, content & words.SIGN.SHADED, content & words.SIGN.CROSSED
    looks: list[_Look] = []
    bare = not (value or shaded or crossed)
    if content & words.SIGN.CROWN:
        style = "closed" if content & words.SIGN.CHOSEN else "open"
        looks.append(_Look("crown", "h-crown", style, "crown", "^" if bare else ""))
    if content & words.SIGN.HAMMER:
        looks.append(_Look("hammer", "h-hammer", "closed" if reaping else "open", "hammer", "T" if bare else ""))
    if value:
        text, style = VALUE_LETTERS[value] + ("/" if shaded else ""), "shaded" if shaded else ""
        looks.append(_Look("in", sizes + VALUE_LETTERS[value], style, words.VALUE_WORDS[value], text))
    elif crossed:
        looks.append(_Look("cross", "h-cross", "", "crossed out", "x"))
    elif shaded:
        looks.append(_Look("shade", "h-shade", "", "shaded", "//"))
    return tuple(looks)


def _circles(block: Block, pos: State, seat: int, box: float) -> None:
    """A circle for each white column and row, filled if the seat has earned its boon (GS-17)."""
    earned = pos.boons[seat]
    for line in range(layout.LINES):
        row, column = (0, line + 1) if line < layout.FIELD else (line - layout.FIELD + 1, layout.SIDE - 1)
        x, y = (column + 0.5, -0.4) if line < layout.FIELD else (layout.SIDE + 0.42, row + 0.5)
        full = earned >> line & 1
        symbol, label, style = ("h-boon", "a boon", "earned") if full else ("h-boon-none", "no boon yet", "")
        here = Laid(spot_of(seat, layout.SIDE * row + column), x * box, y * box, box, style)
        block.piece(f"boon-{seat}-{line}", here, symbol, label)


# ── Gifts ────────────────────────────────────────────────────────────────────
def _gifts(block: Block, pos: State, seat: int) -> None:
    """The gifts of the team: for each the value, the giver, and whether it is delivered (GS-13, GS-43)."""
    block.label("gifts", (MAP_LEFT + 0.5, GIFTS_Y), "gifts", Lettering(0.32, "soft"))
    for column in range(layout.GIFTS):
        _gift(block, pos, seat, column)
    done = words.gifts_done(pos)
    block.label("gifts-done", (MAP_LEFT + layout.SIDE + 0.1, GIFTS_Y), done, Lettering(0.32, "soft"))


def _gift(block: Block, pos: State, seat: int, column: int) -> None:
    value, delivered = pos.gifts[column], pos.delivered >> column & 1
    x, name = MAP_LEFT + column + 1.5, f"gift-{words.COLUMNS[column + 1]}"
    style = "gift" + (" set" if value else "") + (" delivered" if delivered else "")
    style += " asked" if column == words.asked_gift(pos) else ""
    block.spot(name, f"map-{seat}", (x, GIFTS_Y, 0.92, 0.92), words.gift_words(pos, column), style)
    if value:
        _signed(block, pos, column, name, x)
    if delivered:
        block.piece(f"delivered-{column}", Laid(name, x + 0.36, GIFTS_Y - 0.36, 0.62, "earned"), "h-tick", "delivered")


def _signed(block: Block, pos: State, column: int, spot: str, x: float) -> None:
    """The value of a gift, and who chose it."""
    value, giver = pos.gifts[column], pos.giver[column]
    letter, farm = VALUE_LETTERS[value], FACTS.seat_styles[giver]
    text = letter + "!" * (pos.delivered >> column & 1)
    block.piece(spot, Laid(spot, x, GIFTS_Y, 0.74, "earned"), f"h-{letter}", words.VALUE_WORDS[value], text)
    sign = Laid(spot, x - 0.36, GIFTS_Y - 0.36, 0.42, farm)
    block.piece(f"giver-{column}", sign, f"h-farm-{farm}", f"chosen by {FARM_NAMES[giver]}")


# ── Legend ───────────────────────────────────────────────────────────────────
def _legend(block: Block, pos: State) -> None:
    """The meanings of the signs on the map."""
    signs = (("h-crown", "chooses a gift"), ("h-hammer", "teaches a skill"), ("h-boon", "for a full line"))
    if pos.season == layout.AUTUMN:
        signs = (("h-shade", "shaded"), ("h-tick", "delivered"), ("h-any", "box to shade"))
    label = ", ".join(f"{symbol.removeprefix('h-')} {text}" for symbol, text in signs)
    block.at(0.2, SIGNS - 0.17).panel("signs", "Signs", Area(SHEET - 0.4, 0.34, "inside", listed=True, quiet=True))
    block.spot("signs", "signs", (SHEET / 2, SIGNS, SHEET - 0.4, 0.34), label.capitalize(), "flat")
    for i, (symbol, text) in enumerate(signs):
        x = 0.75 + i * 3.2
        block.piece(f"legend-{i}", Laid("signs", x, SIGNS, 0.36), symbol, text)
        block.label(f"legend-{i}", (x + 1.45, SIGNS), text, Lettering(0.26, "soft", 2.4))
