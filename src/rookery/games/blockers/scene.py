"""The scene of Blockers!, by zones:

    board     9 x 9 spaces, with A1 at the top left for everybody
    panels    one for each seat, with the rack (as backs) and the pile of each of its colours, and its captures; in a
              column right of the board, on a phone in a row above it
    shelves   below the board, one for each colour of the viewer: its rack, with large tiles

The id of a tile is its name in notation, that of a space its name, and that of the place of R7 on its rack rack-R7. A
rack is drawn in the order of kinds, which reveals nothing about the order of draws.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence

from rookery.core.position import Position
from rookery.core.scene import Ask, Choice, Counter, Label, Narrow, Piece, Scene, Spot, Zone, plural
from rookery.core.sounds import Tone
from rookery.games.blockers import notation, racks, rules
from rookery.games.blockers.facts import COLOUR_NAMES
from rookery.games.blockers.groups import PLAIN_BITS
from rookery.games.blockers.racks import BOARD, FOOT, FRAME, GAP, HALF, HEAD, LEFT, LETTER, PANEL, SHELF, WIDTH
from rookery.games.blockers.rules import State
from rookery.games.blockers.score import score
from rookery.games.blockers.spaces import KINDS, SIDE, SPACES, loose
from rookery.games.blockers.why import why as why

# A position in the middle of a game, for the front page
PICTURE = (
    "RA,B2,BA,B4,1,Y6,Y7,YA,1/RB,Rtriangle,Btriangle,Bspade,Gspade,GB,YB,2/RC,Rwild,1,BC,Rspade,1,Gstar,1,Y9/"
    "Rclub,Y2,Yclub,R4,Rcircle,Gcircle,GD,G8,YD/1,GE,2,R5,Ywild,Gdiamond,Bdiamond,B9/1,Gclub,3,YF,G7,1,BF/"
    "G1,Gwild,Gmoon,BG,1,Yheart,YG,Y8,1/2,Bmoon,BH,Bheart,R6,R7,2/6,Rsquare,2 play 3 ?5,?5,?5,?5 -,-,-,-"
)

# wooden tiles on a wooden board; what is captured falls onto a pile
SOUNDS = {
    "moved": (Tone("triangle", 620, 430, 0.05, 0.6), Tone("noise", 3000, 1500, 0.03, 0.35)),
    "appeared": (Tone("triangle", 760, 560, 0.04, 0.4), Tone("noise", 3200, 2000, 0.02, 0.25)),
    "vanished": (
        Tone("triangle", 420, 240, 0.06, 0.5),
        Tone("triangle", 330, 190, 0.07, 0.45, 0.08),
        Tone("noise", 1600, 600, 0.06, 0.25, 0.08),
    ),
}

MOTIONS = {"lying": "flies"}

PROMPTS = ("Choose a tile from your rack", "Choose a marked space for it")
LAST_PROMPTS = ("Your last turn: choose a tile from your rack", "Your last turn: choose a marked space for it")
LEGEND = "Number on red: penalty, most captures of one colour"
STUCK_PROMPTS = ("Nothing on your rack can be played: choose the rack to skip this turn",)


def scene(view: Position, facing: int) -> Scene:
    """The scene that the viewer of `view` sees. The board is never turned, so `facing` makes no difference."""
    table = racks.Layout(view)
    pos = table.pos
    own = [colour for colour, owner in enumerate(table.owners) if owner == view.viewer]
    shelf = HALF if len(own) > 1 else WIDTH
    panel = (WIDTH - (table.seats - 1) * GAP) / table.seats  # width of a panel: on a phone, all panels fill a row
    height = FRAME + (GAP + SHELF if own else 0)
    _board(table)
    racks.panels(table, view.viewer, panel, FRAME if len(own) > 1 else height)
    for index, colour in enumerate(own):
        racks.shelf(table, colour, index, shelf)
    stuck = rules.SKIP in view.legal_actions
    choices = _choices(pos, view.legal_actions)
    if stuck:
        table.add(racks.nothing_fits(f"shelf-{COLOUR_NAMES[own[0]]}", shelf / 2))
    return Scene(
        width=WIDTH + GAP + panel,
        height=height,
        caption=_caption(table, stuck),
        prompts=STUCK_PROMPTS if stuck else LAST_PROMPTS if table.left[pos.turn] == 1 else PROMPTS,
        zones=tuple(table.zones),
        spots=tuple(table.spots),
        pieces=tuple(table.pieces),
        labels=tuple(table.labels),
        counters=_counters(table),
        choices=choices,
        score=score(pos) if pos.phase == rules.ENDED else (),
        asks=_asks(choices, table.left[pos.turn] == 1),
        narrow=Narrow(width=WIDTH, height=PANEL + GAP + FRAME + len(own) * (GAP + SHELF), shifts=tuple(table.shifts)),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The spots of an action's path and, between them, the heap to which a captured tile goes."""
    path = _path(action)
    pos: State = view.numbers
    if action == rules.SKIP or pos.board[action % SPACES] == rules.EMPTY:
        return path
    rack, space = path
    return rack, racks.heap(int(pos.turn)), space


# ── The board ────────────────────────────────────────────────────────────────
def clicks(view: Position, text: str) -> tuple[str, ...]:
    """The path of an action in notation, legal or not."""
    tile, _, space = text.partition("@")
    return (f"rack-{tile}", space) if space else (text,)


def _board(table: racks.Layout) -> None:
    below = PANEL + GAP
    table.lay(_BOARD, WIDTH / 2, below + _BOARD.y)
    table.labels += _EDGE
    if any(table.penalty):
        table.lay(_LEGEND, WIDTH / 2, below + _LEGEND.y)
        table.labels.append(racks.written("legend", LEFT + SIDE / 2, _LEGEND.y, LEGEND, "frame", LETTER))
    table.add(_tiles(tuple(table.pos.board), tuple(map(tuple, table.pos.spaces))))


_BOARD = Zone.at("board", (WIDTH / 2, BOARD / 2, WIDTH, BOARD), "Board", "b-board", "board", grid=True)
_LEGEND = Zone.at("foot", (WIDTH / 2, BOARD + FOOT / 2, WIDTH, FOOT), "Legend", "b-nothing")


@functools.lru_cache(16)  # all seats of a table see the same board
def _tiles(board: tuple[int, ...], spaces: tuple[tuple[int, int], ...]) -> racks.Parts:
    """The spaces and the tiles on them. `board`: [space] the tile; `spaces`: [colour] the two masks of its spaces."""
    tight, spots, pieces = _protected(spaces), list[Spot](), list[Piece]()
    for space, tile in enumerate(board):
        if tile == rules.EMPTY:
            spots.append(_EMPTY[space])
            continue
        spot, piece = _lying(space, tile, space in tight, _bonds(board, space))
        spots.append(spot)
        pieces.append(piece)
    return racks.Parts(tuple(spots), tuple(pieces))


@functools.lru_cache(2 * racks.KEPT)
def _lying(space: int, tile: int, protected: bool, bonds: str) -> tuple[Spot, Piece]:
    """A space with a tile on it."""
    spot = _space(space, notation.tile_words(tile) + (", protected" if protected else ""))
    style = f"lying{' protected' if protected else ''}{bonds}"
    return spot, racks.laid(tile, spot.id, spot.x, spot.y, 1.0, style)


def _space(space: int, words: str) -> Spot:
    """A space of the board. `words`: what lies on it."""
    row, column = divmod(space, SIDE)
    name, symbol = notation.space_name(space), notation.SYMBOL_NAMES[row // 3 * 3 + column // 3]
    shade = "even" if (row // 3 + column // 3) % 2 else "odd"
    place = LEFT + column + 0.5, HEAD + row + 0.5, 1.0, 1.0
    return Spot.at(name, "board", place, f"{name}, {symbol}: {words}", f"b-space-{symbol}", f"space {shade}")


def _edge() -> Iterator[Label]:
    for index, (column, row) in enumerate(zip(notation.COLUMN_DIGITS, notation.ROW_LETTERS, strict=True)):
        x, y, style = LEFT + index + 0.5, HEAD + index + 0.5, "frame serif" if row == "I" else "frame"
        yield Label(id=f"column-{index}", x=x, y=HEAD / 2 + 0.03, text=column, size=LETTER, style="frame")
        yield Label(id=f"row-{index}", x=LEFT / 2 + 0.02, y=y, text=row, size=LETTER, style=style)


# Spots and labels that are the same on every board are made once
_EMPTY, _EDGE = tuple(_space(space, "empty") for space in range(SPACES)), tuple(_edge())


def _protected(spaces: Iterable[tuple[int, int]]) -> set[int]:
    """The spaces whose tile nobody can capture without splitting its group (BL-07). `spaces`: [colour] the two masks of
    its spaces."""
    found_low = found_high = 0
    for low, high in spaces:
        loose_low, loose_high = loose(low, high)
        found_low |= low & ~loose_low
        found_high |= high & ~loose_high
    return {space for space, (low, high) in enumerate(PLAIN_BITS) if low & found_low or high & found_high}


def _bonds(lying: Sequence[int], space: int) -> str:
    """Styles of a tile that is joined to the tile at its left or above it. `lying`: [space] the tile there."""
    colour = lying[space] // KINDS
    left = space % SIDE > 0 and lying[space - 1] // KINDS == colour
    above = space >= SIDE and lying[space - SIDE] // KINDS == colour
    return (" left" if left else "") + (" above" if above else "")


# ── Words and numbers ────────────────────────────────────────────────────────
def _counters(table: racks.Layout) -> tuple[Counter, ...]:
    """Points are groups plus the penalty. In Uptown, points are groups alone, and captures settle a tie."""
    pos, counters = table.pos, []
    uptown = pos.scoring == rules.UPTOWN
    second = ("capture", "captures", table.taken) if uptown else ("penalty", "penalty", table.penalty)
    for seat in range(pos.players):
        for one, more, numbers in (("point", "points", table.points), ("group", "groups", table.groups), second):
            counters.append(_counter(one, more, numbers[seat], seat))
    left = 0 if pos.phase == rules.ENDED else max(table.left)
    return (*counters, Counter(id="turns", label=f"{plural(left, 'turn')} left", value=str(left)))


@functools.lru_cache(racks.KEPT)
def _counter(one: str, more: str, number: int, seat: int) -> Counter:
    return Counter(id=f"{more}-{seat}", label=plural(number, one, more), value=str(number), seat=seat)


def _caption(table: racks.Layout, stuck: bool) -> str:
    """The decision of the moment and its mover, or the outcome. `stuck`: the viewer can play no tile."""
    pos = table.pos
    who = notation.seats_of(pos)[pos.turn]
    if pos.phase == rules.PLAY:
        last = "The last round. " if max(table.left) == 1 else ""
        if stuck:
            return f"{last}{who}: skip this turn"
        return f"{last}{who}: play a tile" + (", the last one" if table.left[pos.turn] == 1 else "")
    return {
        rules.WHO_BEGINS: "Drawing lots for the first turn",
        rules.DEAL: "Everybody draws five tiles",
        rules.DRAW: notation.secret_words(pos),
    }.get(pos.phase) or notation.outcome_words(pos)


def _asks(choices: tuple[Choice, ...], last: bool) -> tuple[Ask, ...]:
    """The prompts after a tile was chosen, which name it: "Choose a marked space for the H"."""
    begun = dict.fromkeys([choice.path[0] for choice in choices if len(choice.path) > 1])
    return tuple([_ask(spot, last) for spot in begun])


@functools.lru_cache(racks.KEPT)
def _ask(spot: str, last: bool) -> Ask:
    before = "Your last turn: choose" if last else "Choose"
    kind = notation.kind_words(spot.removeprefix("rack-"))
    return Ask(after=spot, words=f"{before} a marked space for the {kind}")


def _choices(pos: State, actions: Sequence[int]) -> tuple[Choice, ...]:
    if rules.SKIP in actions:
        text, words = notation.action_text(pos, rules.SKIP), notation.action_words(pos, rules.SKIP)
        return (Choice(action=rules.SKIP, path=_path(rules.SKIP), text=text, words=words),)
    board = pos.board
    return tuple([_placement(action, board[action % SPACES]) for action in actions])


@functools.lru_cache(4 * racks.KEPT)
def _placement(action: int, prey: int) -> Choice:
    """A tile that can be placed. `prey`: the tile that it captures, or EMPTY."""
    text, words = notation.placement_text(action), notation.placement_words(action, prey)
    return Choice(action=action, path=_path(action), text=text, words=words)


def _path(action: int) -> tuple[str, ...]:
    if action == rules.SKIP:
        return ("skip",)
    tile, space = divmod(action, SPACES)
    return f"rack-{notation.tile_name(tile)}", notation.space_name(space)
