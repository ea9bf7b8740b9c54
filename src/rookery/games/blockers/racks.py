"""The zones around the board of Blockers!: racks, piles and captures; and the measures of the whole scene.

A move changes few of their parts. Each group of parts is therefore a function of numbers and words alone, and its
results are kept: the same numbers give the same parts, which need not be compared with each other again.
"""

import functools
from typing import NamedTuple, cast

import numpy as np

from rookery.core.position import Position
from rookery.core.scene import Label, Piece, Shift, Spot, Zone, neat
from rookery.games.blockers import notation, rules
from rookery.games.blockers.counts import count_all
from rookery.games.blockers.facts import COLOUR_NAMES
from rookery.games.blockers.groups import groups_words
from rookery.games.blockers.rules import LEFT_OVER, State
from rookery.games.blockers.spaces import KINDS, SIDE
from rookery.games.blockers.why import to_come

# ── Measures, in squares ─────────────────────────────────────────────────────
WIDTH = 10.0  # of the board, and of the whole scene on a phone
LEFT, HEAD, FOOT = 0.66, 0.54, 0.42  # width of the board's frame at the left, at the top and at the bottom
BOARD = HEAD + SIDE
FRAME = BOARD + FOOT
GAP = 0.14
LETTER, SMALL, COUNT = 0.32, 0.26, 0.36  # sizes: of the edge and the legend, of names, of the numbers on tiles

PANEL = 1.86  # height of a panel: five fit beside the board
ROW = 0.67  # height of the rack's row and of that of the captures: a finger can hit them on a phone
NAME, BACKS_Y, TAKEN = 0.28, 0.835, 1.505  # centres of the name, the rack and the captures, from the panel's top
EDGE = 0.12  # margin of a panel at the left and at the right
BACK_SCALE, HEAP_SCALE = 0.46, 0.6  # scale of tiles in a panel: on its rack; of its pile and of its captures
LEAST_COUNT = 0.85  # of COUNT: the numbers on small tiles of captures are hardly smaller
FAN = 0.2  # distance between the backs of a rack
ROOMY = 2.0  # a panel wider than this has space for more than a name

SHELF = 1.54
HALF = (WIDTH + GAP + (WIDTH - GAP) / 2 - GAP) / 2  # width of each of two shelves: both fit below board and panels
TILE_SCALE = 1.36  # scale of a tile on a shelf, and the distance to the next tile
BADGE = 0.26  # how far the number of a tile is right of its centre and below it, as a fraction of the tile's scale
PLATE = 0.04  # how far the plate of a tile is left of its centre and below it, likewise

SHORT = (*notation.COLUMN_DIGITS, *notation.ROW_LETTERS, *"▲♠★♣●♦☾♥■*")  # [kind] for the terminal


KEPT = 4096  # results that each function of this folder keeps, about 1 KB each


class Parts(NamedTuple):
    """A few parts of a scene."""

    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Label, ...] = ()


class Layout:
    """The parts of a scene that have been added so far, and the numbers that many parts need."""

    def __init__(self, view: Position) -> None:
        self.pos = pos = cast(State, view.numbers)
        self.seats = pos.players
        of_colours, of_seats = np.empty((len(COLOUR_NAMES), 2), np.int64), np.empty((self.seats, 4), np.int64)
        colours = range(count_all(view.states, of_colours, of_seats))
        self.owners, self.finished = of_colours[: len(colours)].T.tolist()  # [colour]
        self.points, self.groups, self.penalty, self.taken = of_seats.T.tolist()  # [seat]
        self.held, self.pile, self.racks = pos.held, pos.pile, pos.rack  # [colour]
        self.left: list[int] = [0] * self.seats  # [seat] how many tiles it has yet to play
        for colour, owner in enumerate(self.owners):
            self.left[owner] += self.pile[colour] + self.held[colour] - LEFT_OVER
        self.turn = pos.turn if pos.phase == rules.PLAY else None  # the seat that is to play
        self.zones: list[Zone] = []
        self.spots: list[Spot] = []
        self.pieces: list[Piece] = []
        self.labels: list[Label] = []
        self.shifts: list[Shift] = []

    def lay(self, zone: Zone, x: float, y: float) -> None:
        """Add a zone. `x`, `y`: its centre on a phone."""
        self.zones.append(zone)
        self.shifts.append(Shift(zone=zone.id, x=x, y=y))

    def add(self, parts: Parts) -> None:
        self.spots += parts.spots
        self.pieces += parts.pieces
        self.labels += parts.labels


@functools.lru_cache(KEPT)
def written(name: str, x: float, y: float, text: str, style: str, size: float = SMALL) -> Label:
    """A line of text."""
    return Label(id=name, x=neat(x), y=neat(y), text=text, size=size, style=style)


# ── Panels ───────────────────────────────────────────────────────────────────
def panels(table: Layout, viewer: int | None, width: float, foot: float) -> None:
    """The panels of all seats in a column: at the top the seats after the viewer, clockwise; the viewer's own at the
    bottom, near its rack. `foot`: the lower edge of the viewer's own panel."""
    first = 0 if viewer is None else viewer + 1  # also 0 for a spectator
    for index in range(table.seats):
        seat = (first + index) % table.seats
        own = seat == viewer
        top = foot - PANEL if own else index * (PANEL + GAP)
        left = WIDTH + GAP
        colours = tuple(colour for colour, owner in enumerate(table.owners) if owner == seat)
        panel = Panel(f"panel-{seat}", left, top, width)
        called = notation.seats_of(table.pos)[seat]
        zone = _zone(panel, called, table.seats, colours, seat == table.turn)
        table.lay(zone, index * (width + GAP) + width / 2, PANEL / 2)
        part = width / len(colours)
        for place, colour in enumerate(colours):
            here = Panel(panel.zone, left + place * part, top, part)
            _of_colour(table, colour, here, own)
        taken = tuple(table.pos.captured[seat][: len(table.owners)])
        heaps = len(taken) - 1 if table.seats > 2 else len(taken)
        table.add(_captures(panel, seat, called, taken, table.penalty[seat], heaps))


class Panel(NamedTuple):
    """A seat's panel, or the part of it that shows one colour."""

    zone: str
    left: float
    top: float
    width: float


@functools.lru_cache(KEPT)
def _zone(panel: Panel, called: str, seats: int, colours: tuple[int, ...], turn: bool) -> Zone:
    names = [COLOUR_NAMES[colour] for colour in colours]
    place = panel.left + panel.width / 2, panel.top + PANEL / 2, panel.width, PANEL
    style = f"panel {names[0]}{f' second-{names[1]}' if names[1:] else ''}{' turn' if turn else ''}"
    return Zone.at(panel.zone, place, called, f"b-panel-{seats}", style, listed=True)


def _of_colour(table: Layout, colour: int, panel: Panel, own: bool) -> None:
    """A colour on a panel: its name, with its groups in words; its rack, unless it is the viewer's own; and its pile
    until the colour is finished."""
    finished = bool(table.finished[colour])
    table.add(_name(colour, panel, own, finished, groups_words(table.pos, colour)))
    room = _room(panel, finished)
    if not own:
        table.add(_rack(colour, panel, room, table.held[colour], table.racks[colour], table.pile[colour]))
    if not finished:
        count = table.pile[colour]
        news = f". {to_come(table.pos, colour, own=True)}" if own and count else ""
        table.add(_pile(colour, panel, count, news))


@functools.lru_cache(KEPT)
def _name(colour: int, panel: Panel, own: bool, finished: bool, groups: str) -> Parts:
    """The name of a colour, with its groups in words; and, on the viewer's own panel, what is left of its rack."""
    zone, left, top, width = panel
    name = COLOUR_NAMES[colour]
    called = name.capitalize() + (", finished" if finished and not own and width > ROOMY else "")
    labels = [written(f"name-{name}", left + width / 2, top + NAME, called, "name")]
    if own:
        room = _room(panel, finished)
        state = "finished" if finished else "pile"
        labels.append(written(f"pile-{name}", left + EDGE + room / 2, top + BACKS_Y, state, "name"))
    high = BACKS_Y - ROW / 2  # from the top of the panel to the rack
    place = left + width / 2, top + high / 2, width - 2 * EDGE, high
    return Parts((Spot.at(f"groups-{name}", zone, place, f"{called}: {groups}", "b-nothing"),), (), tuple(labels))


def _room(panel: Panel, finished: bool) -> float:
    """The width of a rack: beside it lies the pile, until the colour is finished."""
    return panel.width - 2 * EDGE - (0 if finished else ROW + 0.06)


@functools.lru_cache(KEPT)
def _rack(colour: int, panel: Panel, room: float, held: int, rack: int, pile: int) -> Parts:
    """Another seat's rack: the backs of its tiles, or the tiles left over of a finished colour (`rack`, a mask).

    Its backs are counted on through the game: whichever tile is played, the first back is gone, and a new one comes."""
    left, y = panel.left + EDGE, panel.top + BACKS_Y
    name, kinds = COLOUR_NAMES[colour], notation.tiles_of(colour, rack)
    step = min(BACK_SCALE if kinds else FAN, (room - BACK_SCALE) / (rules.RACK - 1))
    spot = f"hand-{name}"
    xs = [left + BACK_SCALE / 2 + i * step for i in range(held)]
    if kinds:
        pieces = [laid(tile, spot, x, y, BACK_SCALE, "shown") for tile, x in zip(kinds, xs, strict=True)]
        words = "left over: " + ", ".join(notation.tile_words(tile) for tile in kinds)
    else:
        first = KINDS - pile - held
        pieces = [_back(f"back-{name}-{first + i}", spot, x, y, BACK_SCALE, colour) for i, x in enumerate(xs)]
        words = f"rack, {held} hidden tiles"
    place, words = (left + room / 2, y, room, ROW), f"{name.capitalize()}'s {words}"
    return Parts((Spot.at(spot, panel.zone, place, words, "b-nothing"),), tuple(pieces))


# ── Shelves ──────────────────────────────────────────────────────────────────
def shelf(table: Layout, colour: int, index: int, width: float) -> None:
    """The rack of a colour of the viewer, with large tiles face up. Two racks are side by side, on a phone one below
    the other."""
    middle, centre = FRAME + GAP + SHELF / 2, index * (width + GAP) + width / 2
    ledge = _ledge(colour, centre, width, _to_move(table, colour))
    table.lay(ledge, WIDTH / 2, PANEL + GAP + middle + index * (SHELF + GAP))
    for place, tile in enumerate(notation.tiles_of(colour, table.racks[colour])):
        table.add(_own_tile(tile, ledge.id, centre + (place - (rules.RACK - 1) / 2) * TILE_SCALE))


@functools.lru_cache(KEPT)
def _ledge(colour: int, centre: float, width: float, turn: bool) -> Zone:
    name = COLOUR_NAMES[colour]
    place, symbol = (centre, FRAME + GAP + SHELF / 2, width, SHELF), "b-shelf" if width == WIDTH else "b-shelf-half"
    return Zone.at(f"shelf-{name}", place, f"Your {name} tiles", symbol, f"shelf {name}{' turn' if turn else ''}")


@functools.lru_cache(KEPT)
def _own_tile(tile: int, zone: str, x: float) -> Parts:
    name, words, middle = f"rack-{notation.tile_name(tile)}", notation.tile_words(tile), FRAME + GAP + SHELF / 2
    words = f"{words[0].upper()}{words[1:]}, on your rack"
    spot = Spot.at(name, zone, (x, middle, TILE_SCALE, TILE_SCALE), words, "b-nothing")
    return Parts((spot,), (laid(tile, spot.id, x, middle, TILE_SCALE, "own"),))


def nothing_fits(zone: str, x: float) -> Parts:
    """A spot that covers the rack: a click on it skips the turn (BL-14)."""
    place = x, FRAME + GAP + SHELF / 2, rules.RACK * TILE_SCALE, TILE_SCALE
    return Parts((Spot.at("skip", zone, place, "Your rack: nothing on it can be played", "b-nothing"),))


def _to_move(table: Layout, colour: int) -> bool:
    """Whether this colour could play now."""
    return table.owners[colour] == table.turn and not table.finished[colour]


@functools.lru_cache(KEPT)
def _pile(colour: int, panel: Panel, count: int, news: str) -> Parts:
    """The pile of a colour: a back with the number of tiles. `news`: for the owner, the tiles in words."""
    name, x, y = COLOUR_NAMES[colour], panel.left + panel.width - EDGE - ROW / 2, panel.top + BACKS_Y
    words = f"{name.capitalize()}'s pile: {count} tiles{news}"
    spot = Spot.at(f"pile-{name}", panel.zone, (x, y, ROW, ROW), words, "b-pile")
    top = (_back(f"top-{name}", spot.id, x, y, HEAP_SCALE, colour),) if count else ()
    at_x, at_y = x - PLATE * HEAP_SCALE, y + PLATE * HEAP_SCALE
    label = written(f"count-{name}", at_x, at_y, str(count), f"count {'on' if count else 'off'}", COUNT)
    return Parts((spot,), top, (label,))


def heap(seat: int) -> str:
    """The spot of what a seat captured."""
    return f"captured-{seat}"


@functools.lru_cache(KEPT)
def _captures(panel: Panel, seat: int, called: str, captured: tuple[int, ...], penalty: int, heaps: int) -> Parts:
    """The tiles that a seat captured: a heap for each colour, with its number of tiles. The tallest one counts (BL-12).
    `captured`: [colour in play] a mask of kinds; `heaps`: how many there can be."""
    left, y, width = panel.left + EDGE, panel.top + TAKEN, panel.width - 2 * EDGE
    tiles = [tile for other, kinds in enumerate(captured) for tile in notation.tiles_of(other, kinds)]
    tiles_words = ", ".join(notation.tile_words(tile) for tile in tiles)
    spot, pieces, labels = heap(seat), list[Piece](), list[Label]()
    words = f"Captured by {called.lower()}: {tiles_words or 'nothing'}" + (f"; penalty {penalty}" if penalty else "")
    place = Spot.at(spot, panel.zone, (left + width / 2, y, width, ROW), words, "b-nothing")
    if not tiles_words:
        labels.append(written(f"heap-{seat}", left + width / 2, y, "no captures", "none"))
    scale = min(HEAP_SCALE, width / heaps)  # no heap covers another
    step = min(HEAP_SCALE * 1.3, (width - scale) / (heaps - 1))
    for index, other in enumerate(other for other, kinds in enumerate(captured) if kinds):
        x, count = left + scale / 2 + index * step, captured[other].bit_count()
        pieces += [laid(tile, spot, x, y, scale, "captured") for tile in tiles if tile // KINDS == other]
        style = "count most" if count == penalty else "count heap"
        corner = BADGE * scale
        size = COUNT * max(LEAST_COUNT, scale / HEAP_SCALE)
        labels.append(written(f"heap-{seat}-{other}", x + corner, y + corner, str(count), style, neat(size)))
    return Parts((place,), tuple(pieces), tuple(labels))


# ── Tiles ────────────────────────────────────────────────────────────────────
@functools.lru_cache(4 * KEPT)
def laid(tile: int, spot: str, x: float, y: float, scale: float, style: str) -> Piece:
    colour, kind = divmod(tile, KINDS)
    name, words, style = notation.tile_name(tile), notation.tile_words(tile), f"{COLOUR_NAMES[colour]} {style}"
    return Piece.at(name, spot, (neat(x), neat(y)), _SYMBOLS[kind], style, words, scale=scale, text=_TEXTS[tile])


_SYMBOLS = tuple(f"b-{name}" for name in notation.KIND_NAMES)  # [kind]
_TEXTS = tuple(letter + short for letter in notation.COLOUR_LETTERS for short in SHORT)  # [tile]


def _back(name: str, spot: str, x: float, y: float, scale: float, colour: int) -> Piece:
    words, text = f"hidden {COLOUR_NAMES[colour]} tile", f"{notation.COLOUR_LETTERS[colour]}?"
    style = f"{COLOUR_NAMES[colour]} back"
    return Piece.at(name, spot, (neat(x), neat(y)), "b-back", style, words, scale=scale, text=text)
