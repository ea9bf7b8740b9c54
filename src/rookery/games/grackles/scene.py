"""The table of Grackles as data, from top to bottom:

    sky     the board, its middle always in the middle, with room for the six tiles that it can be wide while it still
            grows; cells are 2 x 2, spots 1 x 1. A cell where a tile could be placed now is a gap, a tile has its spots
    tray    the stack, what is in it, and four buttons: see tray.py

Ids: gaps and spots have their names, D5 and g9; the purple socket of a tile is D5-P, a bird bird-g9; the buttons
are stack, pass and r0 to r270. So they stay the same wherever the board is drawn.
"""

import functools
import operator
import re
from collections.abc import Iterable, Iterator

import numpy as np
from msgspec.structs import replace

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone, neat, plural
from rookery.core.sounds import Tone
from rookery.games.grackles import board, notation, rules, tray
from rookery.games.grackles.board import State
from rookery.games.grackles.facts import COLOUR_LETTERS, FACTS, SPOT_COLUMN_LETTERS, STYLES
from rookery.games.grackles.score import score
from rookery.games.grackles.why import Place, is_small, middle_words
from rookery.games.grackles.why import why as why

KEPT = 8192  # parts that each function keeps: an action changes few of them, and equal ones need not be compared

# The middle of a game, for the front page
PICTURE = (
    "D2BGPK,F2KGPB,G2KGPB,H2BGPK,D3GKPB,E3KGBP,F3PBKG,G3BPGK,H3GBKP,D4PKGB,E4BPGK,F4KBPG,"
    "G4PKBG,D5PBGK,E5GKPB,F5PGBK,D6GBPK,F6KGBP,G6BPGK "
    "k3-m3,h5-i5,g10-k10,g4-g7,i8-i9,j8-j9,l6-l11,n3-n6 B turn 3,3 0"
)

# an evening outdoors: tiles click, wings flutter, and birds call
SOUNDS = {
    "moved": (Tone("triangle", 340, 250, 0.06, 0.5), Tone("noise", 2600, 1800, 0.03, 0.2)),
    "appeared": (
        *(Tone("noise", 1400 - 150 * beat, 700, 0.05, 0.3, 0.06 * beat) for beat in range(4)),
        Tone("sine", 1900, 2600, 0.09, 0.12, 0.2),
        Tone("sine", 2500, 1700, 0.12, 0.1, 0.3),
    ),
    "changed": (Tone("triangle", 300, 420, 0.09, 0.4), Tone("noise", 1200, 1900, 0.05, 0.15)),
}

MOTIONS = {"bird": "flies", "socket": "turns"}

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
    sky = _sky(pos)
    choices = _choices(pos, view.legal_actions)
    return Scene(
        width=WIDTH,
        height=PICTURE_HEIGHT,
        caption=_caption(pos),
        prompts=_prompts(pos),
        zones=sky.zones,
        spots=(*sky.gaps, *_spots(sky, _first_steps(choices)), *tray.spots(pos), *sky.edge),
        pieces=sky.pieces,
        labels=sky.labels,
        counters=_counters(pos),
        choices=choices,
        score=score(pos) if pos.phase == board.ENDED else (),
        poses=tray.poses(pos) if view.viewer == view.mover else (),
        asks=tuple(tray.asks(pos)) if view.viewer == view.mover else (),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The ends of a line, a button, or the four spots of a tile that was placed or rotated."""
    if action in (rules.DRAW, rules.PASS) or action >= rules.LINE:
        return _ways(action)[0]
    return tuple(_corners((action - (rules.ROTATE if action >= rules.ROTATE else rules.PLACE)) // board.QUARTERS))


def clicks(view: Position, text: str) -> tuple[str, ...]:
    """The path of an action in notation, legal or not."""
    first, _, turn = text.removeprefix("rotate ").partition(" ")
    if turn:
        return turn, _corners(notation.cell_named(first.upper()))[0] if text.startswith("rotate") else first
    return ("stack",) if text == "draw" else tuple(re.split("[-+]", text))


class _Sky:
    """The tiles and birds on the board and where they are drawn: the board is centred in the sky. And all parts of the
    scene that are the same for every seat."""

    def __init__(self, pos: State) -> None:
        self.colours = _colours(pos)
        self.birds = _birds_on(pos)
        left, below = pos.west + pos.east + 1, pos.south + pos.north + 1  # spots left of the middle and below it
        self._xs = [neat(MIDDLE_X + column + 0.5 - left) for column in range(2 * board.WIDE)]  # [column] its centre
        self._ys = [neat(MIDDLE_Y - row - 0.5 + below) for row in range(board.ROWS)]  # [row]
        self.zones = (_BOARD, tray.zone(pos, WIDTH), *([_COORDINATES] if is_small(pos) else ()))
        self.gaps = tuple([_gap(at, *self.cell(at), pos.phase == board.PLACING) for at in _gaps(pos)])
        self.spots = tuple([self._spot(place) for place in _from_the_back(self.colours)])
        self.edge = (*_edge(pos, self),)
        sockets = [self._socket(place) for place in self.colours]
        birds = [_bird(place, self.centre(*place), *self.birds[place]) for place in _from_the_back(self.birds)]
        self.pieces = (*sockets, *birds)  # a socket moves when its tile is rotated
        self.labels = (*_labels(pos, self), *tray.labels(pos))

    def _spot(self, place: Place) -> Spot:
        bird = self.birds[place][0] if place in self.birds else board.NOTHING
        return _spot(place, self.centre(*place), self.colours[place], bird)

    def _socket(self, place: Place) -> Piece:
        return _socket(place, self.centre(*place), self.colours[place], place in self.birds)

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a spot."""
        return self._xs[column], self._ys[row]

    def cell(self, at: int) -> tuple[float, float]:
        """The centre of a cell."""
        x, y = self.centre(at % board.WIDE * 2, at // board.WIDE * 2)
        return neat(x + 0.5), neat(y - 0.5)


_sky = functools.lru_cache(16)(_Sky)  # all seats of a table see the same position, as the same object


def _gaps(pos: State) -> list[int]:
    """Cells where a tile could be placed now; none once all tiles are placed."""
    actions = np.empty(FACTS.max_legal, np.int32)
    count = rules.placements(packed_of(pos), actions)
    return [(action - rules.PLACE) // board.QUARTERS for action in actions[:count].tolist()[:: board.QUARTERS]]


# ── Places ───────────────────────────────────────────────────────────────────
_BOARD = Zone.at("sky", (WIDTH / 2, SKY / 2, WIDTH, SKY), "Board", "g-sky", "board", grid=True)
# below the letters, which belong to the board; the spot covers them
_COORDINATES = Zone.at("edge", (WIDTH / 2, SKY - 0.15, WIDTH, 0.2), "Coordinates", "g-nothing", listed=True)


@functools.lru_cache(KEPT)
def _gap(at: int, x: float, y: float, able: bool) -> Spot:
    words = f"{notation.cell_words(at)}: no tile yet"
    return Spot.at(notation.cell_name(at), "sky", (x, y, 2, 2), words, "g-gap", "gap open" if able else "gap")


def _edge(pos: State, sky: _Sky) -> Iterator[Spot]:
    """A spot over the column letters: a click on it explains why they do not begin at a. It is as high as other spots,
    because terminals draw only the lowest one in a row of characters."""
    if is_small(pos):
        (left, _), (right, _) = sky.centre(2 * pos.west, 0), sky.centre(2 * pos.east + 1, 0)
        letters, words = " ".join(SPOT_COLUMN_LETTERS[2 * pos.west : 2 * pos.east + 2]), middle_words(pos)
        place = (left + right) / 2, SKY - 0.5, right - left + 1, 1.0
        yield Spot.at("columns", "edge", place, f"{letters}: {words[0].lower()}{words[1:]}", "g-nothing")


def _colours(pos: State) -> dict[Place, int]:
    """(column, row) of each spot that has a tile -> its colour."""
    colours = {}
    for at, look in enumerate(pos.tiles):
        if look != board.NOTHING:
            for colour, (right, up) in zip(_SHOWN[look], ((0, 1), (1, 1), (1, 0), (0, 0))):
                colours[at % board.WIDE * 2 + right, at // board.WIDE * 2 + up] = colour
    return colours


_SHOWN: list[list[int]] = board.SHOWN.tolist()


def _birds_on(pos: State) -> dict[Place, tuple[int, str]]:
    """(column, row) of each bird -> its colour, and the directions in which its line continues."""
    birds = {}
    for line in notation.lines_of(pos):
        for q in range(line.low, line.high + 1):
            across = line.wire < board.ROWS
            link = LINKS[q == line.low, q == line.high][not across]
            birds[(q, line.wire) if across else (line.wire - board.ROWS, q)] = (pos.own[line.seat], link)
    return birds


def _first_steps(choices: Iterable[Choice]) -> set[str]:
    """The spots where a click can begin."""
    return {path[0] for choice in choices for path in (choice.path, *choice.also)}


def _spots(sky: _Sky, ready: set[str]) -> Iterable[Spot]:
    """The spots of tiles; spots where a line can begin now have a ring."""
    return [_ready(spot) if spot.id in ready else spot for spot in sky.spots] if ready else sky.spots


@functools.lru_cache(KEPT)
def _ready(spot: Spot) -> Spot:
    return replace(spot, style="ready")


@functools.lru_cache(KEPT)
def _spot(place: Place, at: tuple[float, float], colour: int, bird: int) -> Spot:
    """A spot of a tile. `at`: its centre; `bird`: the colour of the bird on it, or NOTHING."""
    (column, row), name = place, notation.place_name(*place)
    words = NAMES[colour] if bird == board.NOTHING else f"{NAMES[bird]} bird on {NAMES[colour]}"
    kind = "start" if row // 2 * board.WIDE + column // 2 in (board.HOME, board.HOME + 1) else "tile"
    return Spot.at(name, "sky", (*at, 1.0, 1.0), f"{name}: {words}", f"g-{kind}-{column % 2}{row % 2}")


def _from_the_back(places: Iterable[Place]) -> list[Place]:
    """From the top left, row by row."""
    return sorted(sorted(places), key=operator.itemgetter(1), reverse=True)


def _corners(at: int) -> list[str]:
    """The four spots of a cell, clockwise from the top left."""
    column, row = at % board.WIDE * 2, at // board.WIDE * 2
    return [notation.place_name(column + right, row + up) for right, up in ((0, 1), (1, 1), (1, 0), (0, 0))]


def _labels(pos: State, sky: _Sky) -> Iterator[Label]:
    for column in range(2 * pos.west, 2 * pos.east + 2):
        yield _coordinate("column", SPOT_COLUMN_LETTERS[column], sky.centre(column, 0)[0], EDGE_BELOW)
    for row in range(2 * pos.south, 2 * pos.north + 2):
        yield _coordinate("row", str(row + 1), EDGE_LEFT, sky.centre(0, row)[1])


@functools.lru_cache(KEPT)
def _coordinate(kind: str, text: str, x: float, y: float) -> Label:
    return Label(id=f"{kind}-{text}", x=x, y=y, text=text, size=LETTER_SIZE, style="edge")


# ── Pieces ───────────────────────────────────────────────────────────────────
@functools.lru_cache(KEPT)
def _socket(place: Place, at: tuple[float, float], colour: int, covered: bool) -> Piece:
    """`at`: its centre; `covered`: whether a bird sits on it."""
    (column, row), letter = place, COLOUR_LETTERS[colour]
    cell, spot = notation.cell_name(row // 2 * board.WIDE + column // 2), notation.place_name(column, row)
    words, text = f"{NAMES[colour]} spot", "" if covered else letter.lower()
    return Piece.at(f"{cell}-{letter}", spot, at, f"g-socket-{letter}", "socket", words, text=text)


@functools.lru_cache(KEPT)
def _bird(place: Place, at: tuple[float, float], colour: int, link: str) -> Piece:
    """`at`: its centre; `link`: the directions in which its line continues."""
    name = notation.place_name(*place)
    symbol, words = f"g-bird-{link}-{'left' if sum(place) % 3 == 0 else 'right'}", f"{NAMES[colour]} bird"
    return Piece.at(f"bird-{name}", name, at, symbol, f"bird {STYLES[colour]}", words, text=COLOUR_LETTERS[colour])


# ── Words ────────────────────────────────────────────────────────────────────
def _counters(pos: State) -> tuple[Counter, ...]:
    tiles = tray.stacked(pos)
    counters = [Counter(id="tiles", label=f"{plural(tiles, 'tile')} in the stack", value=str(tiles))]
    for seat in range(pos.players):
        birds, turns = f"{rules.points(packed_of(pos), seat)}/{board.BIRDS}", pos.tokens[seat]
        counters.append(Counter(id=f"birds-{seat}", label="birds", value=birds, seat=seat))
        counters.append(Counter(id=f"turns-{seat}", label=plural(turns, "rotation"), value=str(turns), seat=seat))
    return tuple(counters)


def _caption(pos: State) -> str:
    """The decision of the moment and its mover, or the outcome."""
    who = notation.seat_name(pos, pos.turn)
    if pos.phase == board.TURN:
        return f"{_skipped(pos)}{who}: {_or('draw a tile', 'settle birds', 'rotate a tile', 'pass', pos=pos)}"
    return {
        board.WHO_BEGINS: "Drawing lots for the first turn",
        board.DRAWING: f"{who} draws a tile",
        board.PLACING: f"{who}: place the tile",
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
    """The prompts, one for each step."""
    if pos.phase == board.PLACING:
        return "Place the tile, or turn it", "Place the tile, or turn it"
    if pos.phase != board.TURN:
        return ()
    first = _or("the stack", "one end of a line", "a rotation", "pass", pos=pos)
    return f"Choose {first}", "Choose the other end of the line"  # after a rotation: tray.asks


def _choices(pos: State, actions: Iterable[int]) -> tuple[Choice, ...]:
    drawn = pos.drawn if pos.phase == board.PLACING else board.NOTHING  # only then, words depend on it
    return tuple([_choice(action, drawn) for action in actions])


@functools.lru_cache(2 * KEPT)
def _choice(action: int, drawn: int) -> Choice:
    """`drawn`: the tile that is being placed, or NOTHING."""
    first, *also = _ways(action)
    text, words = notation.text_of(action), notation.words_of(action, drawn)
    return Choice(action=action, path=first, text=text, words=words, also=tuple(also))


def _ways(action: int) -> list[tuple[str, ...]]:
    """A line can be clicked from either end, a tile be placed by turn and cell or by cell and turn, and a tile be
    rotated on any of its spots."""
    if action in (rules.DRAW, rules.PASS):
        return [("stack" if action == rules.DRAW else "pass",)]
    if action >= rules.LINE:
        wire, start, end = notation.line_of(action)
        ends = notation.spot_name(wire, start), notation.spot_name(wire, end)
        return [ends, ends[::-1]] if action < rules.EXTEND else [ends]
    at, turn = divmod(action - (rules.ROTATE if action >= rules.ROTATE else rules.PLACE), board.QUARTERS)
    button = f"r{90 * turn}"
    if action >= rules.ROTATE:
        return [(button, corner) for corner in _corners(at)]
    return [(button, notation.cell_name(at)), (notation.cell_name(at), button)]
