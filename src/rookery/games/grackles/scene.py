"""The table of Grackles as data, from top to bottom:

    sky     the board, its middle always in the middle, with room for the six tiles that it can be wide while it still
            grows; cells are 2 x 2, spots 1 x 1. A cell where a tile could be placed now is a gap, a tile has its spots
    tray    the stack, what is in it, and four buttons: see tray.py

Ids: gaps and spots have their names, D5 and g9; the purple socket of a tile is D5-P, a bird bird-g9; the buttons
are stack, pass and r0 to r270. So they stay the same wherever the board is drawn.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone, plural
from rookery.games.grackles import board, notation, rules, tray
from rookery.games.grackles.board import (
    DRAWING,
    NOTHING,
    PLACING,
    QUARTERS,
    ROWS,
    TURN,
    WHO_BEGINS,
    WIDE,
    State,
)
from rookery.games.grackles.facts import COLOUR_LETTERS, FACTS, SPOT_COLUMN_LETTERS, STYLES
from rookery.games.grackles.why import is_small, middle_words
from rookery.games.grackles.why import why as why

# The middle of a game, for the front page
PICTURE = (
    "D2BGPK,F2KGPB,G2KGPB,H2BGPK,D3GKPB,E3KGBP,F3PBKG,G3BPGK,H3GBKP,D4PKGB,E4BPGK,F4KBPG,"
    "G4PKBG,D5PBGK,E5GKPB,F5PGBK,D6GBPK,F6KGBP,G6BPGK "
    "k3-m3,h5-i5,g10-k10,g4-g7,i8-i9,j8-j9,l6-l11,n3-n6 B turn 3,3 0"
)

# ── Measures, in spots ───────────────────────────────────────────────────────
WIDTH, PICTURE_HEIGHT = 12.8, 15.5
SKY = 12.75  # height of the sky
MIDDLE_X, MIDDLE_Y = 6.6, 6.2  # of the board
EDGE_LEFT, EDGE_BELOW = 0.3, 12.4  # centres of the coordinates
LETTER_SIZE = 0.36

NAMES = STYLES  # [colour], as words
# [low end, high end] the drawing of a bird in a row and in a column: which ways its line goes on
LINKS = {
    (False, False): ("we", "ns"),
    (True, False): ("e", "n"),
    (False, True): ("w", "s"),
}


def scene(view: Position, facing: int) -> Scene:
    """The scene; it is the same for every seat."""
    pos: State = view.numbers
    sky = _Sky(pos)
    choices = tuple(_choice(pos, action) for action in view.legal_actions)
    return Scene(
        width=WIDTH,
        height=PICTURE_HEIGHT,
        caption=_caption(pos),
        prompts=_prompts(pos),
        zones=(*_zones(pos),),
        spots=(*_gap_spots(pos, sky), *_spots(sky, _first_steps(choices)), *tray.spots(pos), *_edge(pos, sky)),
        pieces=(*_sockets(sky), *_birds(sky)),
        labels=(*_labels(pos, sky), *tray.labels(pos)),
        counters=_counters(pos),
        choices=choices,
        poses=tuple(tray.poses(pos)) if view.viewer == view.mover else (),
        asks=tuple(tray.asks(pos)) if view.viewer == view.mover else (),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The ends of a line, a button, or the four spots of a tile that was placed or rotated."""
    if action in (rules.DRAW, rules.PASS) or action >= rules.LINE:
        return _ways(action)[0]
    return tuple(_corners((action - (rules.ROTATE if action >= rules.ROTATE else rules.PLACE)) // QUARTERS))


class _Sky:
    """The tiles and birds on the board and where they are drawn: the board is centred in the sky."""

    def __init__(self, pos: State) -> None:
        self.colours = _colours(pos)
        self.birds = _birds_on(pos)
        self._column = pos.west + pos.east + 1  # of spots, left of the middle
        self._row = pos.south + pos.north + 1

    def spot(self, column: float, row: float) -> tuple[float, float]:
        """The centre of a spot."""
        return MIDDLE_X + column + 0.5 - self._column, MIDDLE_Y - row - 0.5 + self._row

    def cell(self, at: int) -> tuple[float, float]:
        """The centre of a cell."""
        return self.spot(at % WIDE * 2 + 0.5, at // WIDE * 2 + 0.5)


def _gaps(pos: State) -> list[int]:
    """Cells where a tile could be placed now; none once all tiles are placed."""
    actions = np.empty(FACTS.max_legal, np.int32)
    count = rules.placements(packed_of(pos), actions)
    return [(action - rules.PLACE) // QUARTERS for action in actions[:count].tolist()[::QUARTERS]]


# ── Places ───────────────────────────────────────────────────────────────────
def _zones(pos: State) -> Iterator[Zone]:
    yield Zone(
        id="sky",
        x=WIDTH / 2,
        y=SKY / 2,
        width=WIDTH,
        height=SKY,
        words="Board",
        symbol="g-sky",
        style="board",
        grid=True,
    )
    yield tray.zone(pos, WIDTH)
    if is_small(pos):
        # below the letters, which belong to the board; the spot covers them
        yield Zone(
            id="edge",
            x=WIDTH / 2,
            y=SKY - 0.15,
            width=WIDTH,
            height=0.2,
            words="Coordinates",
            symbol="g-nothing",
            listed=True,
        )


def _gap_spots(pos: State, sky: _Sky) -> Iterator[Spot]:
    for at in _gaps(pos):
        x, y = sky.cell(at)
        name = notation.cell_name(at)
        yield Spot(
            id=name,
            zone="sky",
            x=x,
            y=y,
            width=2,
            height=2,
            words=f"{notation.cell_words(at)}: no tile yet",
            symbol="g-gap",
            style="gap open" if pos.phase == PLACING else "gap",
        )


def _edge(pos: State, sky: _Sky) -> Iterator[Spot]:
    """A spot over the column letters: a click on it explains why they do not begin at a. It is as high as other spots,
    because terminals draw only the lowest one in a row of characters."""
    if is_small(pos):
        (left, _), (right, _) = sky.spot(2 * pos.west, 0), sky.spot(2 * pos.east + 1, 0)
        letters, told = " ".join(SPOT_COLUMN_LETTERS[2 * pos.west : 2 * pos.east + 2]), middle_words(pos)
        yield Spot(
            id="columns",
            zone="edge",
            x=(left + right) / 2,
            y=SKY - 0.5,
            width=right - left + 1,
            words=f"{letters}: {told[0].lower()}{told[1:]}",
            symbol="g-nothing",
        )


def _colours(pos: State) -> dict[tuple[int, int], int]:
    """(column, row) of each spot that has a tile -> its colour."""
    found = {}
    for at, look in enumerate(pos.tiles):
        if look != NOTHING:
            for colour, (right, up) in zip(_SHOWN[look], ((0, 1), (1, 1), (1, 0), (0, 0))):
                found[at % WIDE * 2 + right, at // WIDE * 2 + up] = colour
    return found


_SHOWN: list[list[int]] = board.SHOWN.tolist()


def _birds_on(pos: State) -> dict[tuple[int, int], tuple[int, str]]:
    """(column, row) of each bird -> its colour, and the directions in which its line continues."""
    found = {}
    for line in notation.lines_of(pos):
        for q in range(line.low, line.high + 1):
            across = line.wire < ROWS
            link = LINKS[q == line.low, q == line.high][not across]
            found[(q, line.wire) if across else (line.wire - ROWS, q)] = (pos.own[line.seat], link)
    return found


def _first_steps(choices: Iterable[Choice]) -> set[str]:
    """Where a click can begin."""
    return {path[0] for choice in choices for path in choice.ways}


def _spots(sky: _Sky, ready: set[str]) -> Iterator[Spot]:
    """The spots of tiles; spots where a line can begin now have a ring."""
    for column, row in sorted(sky.colours, key=_from_the_back):
        name, words = notation.place_name(column, row), NAMES[sky.colours[column, row]]
        if (column, row) in sky.birds:
            words = f"{NAMES[sky.birds[column, row][0]]} bird on {words}"
        x, y = sky.spot(column, row)
        kind = "start" if row // 2 * WIDE + column // 2 in (board.HOME, board.HOME + 1) else "tile"
        yield Spot(
            id=name,
            zone="sky",
            x=x,
            y=y,
            words=f"{name}: {words}",
            symbol=f"g-{kind}-{column % 2}{row % 2}",
            style="ready" if name in ready else "",
        )


def _from_the_back(place: tuple[int, int]) -> tuple[int, int]:
    """From the top left, row by row."""
    return -place[1], place[0]


def _corners(at: int) -> list[str]:
    """The four spots of a cell, clockwise from the top left."""
    column, row = at % WIDE * 2, at // WIDE * 2
    return [notation.place_name(column + right, row + up) for right, up in ((0, 1), (1, 1), (1, 0), (0, 0))]


def _labels(pos: State, sky: _Sky) -> Iterator[Label]:
    for column in range(2 * pos.west, 2 * pos.east + 2):
        x, _ = sky.spot(column, 0)
        yield Label(
            id=f"column-{SPOT_COLUMN_LETTERS[column]}",
            x=x,
            y=EDGE_BELOW,
            text=SPOT_COLUMN_LETTERS[column],
            size=LETTER_SIZE,
            style="edge",
        )
    for row in range(2 * pos.south, 2 * pos.north + 2):
        _, y = sky.spot(0, row)
        yield Label(id=f"row-{row + 1}", x=EDGE_LEFT, y=y, text=str(row + 1), size=LETTER_SIZE, style="edge")


# ── Pieces ───────────────────────────────────────────────────────────────────
def _sockets(sky: _Sky) -> Iterator[Piece]:
    """The coloured spots of the tiles; they move when their tile is rotated."""
    for (column, row), colour in sky.colours.items():
        x, y = sky.spot(column, row)
        cell, letter = notation.cell_name(row // 2 * WIDE + column // 2), COLOUR_LETTERS[colour]
        yield Piece(
            id=f"{cell}-{letter}",
            spot=notation.place_name(column, row),
            x=x,
            y=y,
            symbol=f"g-socket-{letter}",
            style="socket",
            words=f"{NAMES[colour]} spot",
            text="" if (column, row) in sky.birds else letter.lower(),
        )


def _birds(sky: _Sky) -> Iterator[Piece]:
    """Birds and their lines, from the back to the front."""
    for column, row in sorted(sky.birds, key=_from_the_back):
        colour, link = sky.birds[column, row]
        x, y = sky.spot(column, row)
        side = "left" if (column + row) % 3 == 0 else "right"
        name = notation.place_name(column, row)
        yield Piece(
            id=f"bird-{name}",
            spot=name,
            x=x,
            y=y,
            symbol=f"g-bird-{link}-{side}",
            style=f"bird {STYLES[colour]}",
            words=f"{NAMES[colour]} bird",
            text=COLOUR_LETTERS[colour],
        )


# ── Words ────────────────────────────────────────────────────────────────────
def _counters(pos: State) -> tuple[Counter, ...]:
    tiles = tray.stacked(pos)
    counters = [Counter(id="tiles", label=f"{plural(tiles, 'tile')} in the stack", value=str(tiles))]
    for seat in range(pos.players):
        birds, turns = f"{rules.score(packed_of(pos), seat)}/{board.BIRDS}", pos.tokens[seat]
        counters.append(Counter(id=f"birds-{seat}", label="birds", value=birds, seat=seat))
        counters.append(Counter(id=f"turns-{seat}", label=plural(turns, "rotation"), value=str(turns), seat=seat))
    return tuple(counters)


def _caption(pos: State) -> str:
    """Who decides what now, or how the game ended."""
    who = notation.seat_name(pos, pos.turn)
    if pos.phase == TURN:
        return f"{_skipped(pos)}{who}: {_or('draw a tile', 'settle birds', 'rotate a tile', 'pass', pos=pos)}"
    return {
        WHO_BEGINS: "Drawing lots for the first turn",
        DRAWING: f"{who} draws a tile",
        PLACING: f"{who}: place the tile",
    }.get(pos.phase) or notation.outcome_words(pos)


def _skipped(pos: State) -> str:
    """The seats that were skipped since the last action (GR-15): they still can do nothing, because nothing has changed
    since. Seats that could rotate have passed, which the list of moves shows."""
    turned = [(pos.turn - back) % pos.players for back in range(pos.quiet, 0, -1)]
    names = [notation.seat_name(pos, seat) for seat in turned if not tray.could_rotate(pos, seat)]
    return f"{notation.joined(names)} {'has' if len(names) == 1 else 'have'} no move. " if names else ""


def _or(draw: str, settle: str, rotate: str, idle: str, *, pos: State) -> str:
    """The phrases, out of four, for what the turn allows."""
    able = (tray.stacked(pos) > 0, rules.can_settle(packed_of(pos), pos.turn), tray.may_rotate(pos), tray.may_pass(pos))
    *some, last = (words for words, can in zip((draw, settle, rotate, idle), able, strict=True) if can)
    return f"{', '.join(some)} or {last}" if some else last


def _prompts(pos: State) -> tuple[str, ...]:
    """What to click, one prompt for each step."""
    if pos.phase == PLACING:
        return "Place the tile, or turn it", "Place the tile, or turn it"
    if pos.phase != TURN:
        return ()
    first = _or("the stack", "one end of a line", "a rotation", "pass", pos=pos)
    return f"Choose {first}", "Choose the other end of the line"  # after a rotation: tray.asks


def _choice(pos: State, action: int) -> Choice:
    first, *also = _ways(action)
    return Choice(
        action=action,
        path=first,
        text=notation.action_text(pos, action),
        words=notation.action_words(pos, action),
        also=tuple(also),
    )


def _ways(action: int) -> list[tuple[str, ...]]:
    """A line can be clicked from either end, a tile be placed by turn and cell or by cell and turn, and a tile be
    rotated on any of its spots."""
    if action in (rules.DRAW, rules.PASS):
        return [("stack" if action == rules.DRAW else "pass",)]
    if action >= rules.LINE:
        wire, start, end = notation.line_of(action)
        ends = notation.spot_name(wire, start), notation.spot_name(wire, end)
        return [ends, ends[::-1]] if action < rules.EXTEND else [ends]
    at, turn = divmod(action - (rules.ROTATE if action >= rules.ROTATE else rules.PLACE), QUARTERS)
    button = f"r{90 * turn}"
    if action >= rules.ROTATE:
        return [(button, corner) for corner in _corners(at)]
    return [(button, notation.cell_name(at)), (notation.cell_name(at), button)]
