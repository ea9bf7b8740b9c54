"""The table of Gleebs and Grues as data: the arena, three gates in its back wall, a shelf of gleebs for each player.

    far shelf       six places, one for each gleeb: it waits there in hand, and lies there once it is eaten
    wall            three gates: the grues wait in them
    arena           4 x 4 squares, a1 bottom left for everybody
    near shelf      the player's at whose side of the table one sits
"""

from itertools import accumulate, pairwise
from typing import Any

from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone
from rookery.games.gleebs.facts import FACTS, FILES, RANKS, square_name
from rookery.games.gleebs.notation import (
    COLOUR_WORDS, action_text, action_words, outcome_words, piece_name, piece_words, stack,
)  # fmt: skip
from rookery.games.gleebs.rules import (
    BLACK, ENDED, GLEEB_STEP, GLEEBS, GRUE_STEP, GRUES_DRAWN, GRUES_PLACED, IN_HAND, MOVES, NOTHING, PIECES, PLACEMENT,
    SEATS, SIZES, SQUARES, WHO_BEGINS, controls, score,
)  # fmt: skip

# The middle of a game, for the front page
PICTURE = "B1,K2,Y2,-/-,-,Y3B2G2,R1G1Y1/-,R3,-,-/B3,-,-,G3R2K1 GR gleeb -"

# ── Measures, in squares ─────────────────────────────────────────────────────
WIDTH, HEIGHT = 4.6, 6.8
SHELF = 0.82  # height of a shelf
SLOT = 0.74  # width of a place on it
SHELF_SCALE = 0.8
FAR_SHELF, NEAR_SHELF = 0.46, 6.34  # centres of the shelves
LEFT, TOP = 0.3, 1.56  # corner of square a4
FRAME = 0.28  # height of the frame below the arena
WALL = 0.64  # height of the wall behind it
GATE_SCALE = 0.66

GROUND = 0.44  # a piece's foot lies so far below the centre of its square
FOOT = 0.26  # and so far below the centre of its own drawing
TALL = (0.44, 0.62, 0.8)  # [size] height of a drawing
SCALES = ((2, 1.0), (4, 0.92), (12, 0.85), (13, 0.8))  # stacks of up to so many pieces are drawn at this scale
ROOF = 1.0  # no stack is drawn higher than this
RIM = 0.15  # of a piece stays visible under one that is as wide or wider
LEAST_RIM = 0.09  # before slabs are drawn
TIP = 0.8  # part of the difference in height by which a narrow piece stands higher on a wide one


def scene(view: Position, facing: int) -> Scene:
    """What a seat sees; `facing`: whose shelf is the near one."""
    pos = view.record
    far, near = (1 - facing, FAR_SHELF), (facing, NEAR_SHELF)
    spots, pieces = [], []
    for seat, y in (far, near):
        for place in range(IN_HAND):
            if (piece := seat * IN_HAND + place) in _off_board(pos):
                spots.append(_slot(pos, piece, WIDTH / 2 + (place - (IN_HAND - 1) / 2) * SLOT, y))
                pieces.append(_waiting(pos, piece, spots[-1], SHELF / 2 - 0.07, SHELF_SCALE))
    for size in range(SIZES):
        if pos.in_hand >> (GLEEBS + size) & 1:
            spots.append(_slot(pos, GLEEBS + size, LEFT + 1 + size, TOP - WALL / 2, f"tray-{BLACK}", WALL))
            pieces.append(_waiting(pos, GLEEBS + size, spots[-1], WALL / 2 - 0.04, GATE_SCALE))
    for square in sorted(range(SQUARES), key=lambda square: -(square // len(FILES))):  # from the back to the front
        spots.append(_square(pos, square))
        pieces += _stacked(pos, square, spots[-1])
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=_caption(view),
        prompts=_prompts(view),
        zones=_zones(view, far, near),
        spots=tuple(spots),
        pieces=tuple(pieces),
        labels=_labels(),
        counters=_counters(pos),
        choices=() if view.mover == CHANCE else tuple(_choice(pos, action) for action in view.legal_actions),
    )


# ── Places ───────────────────────────────────────────────────────────────────
def _zones(view: Position, *shelves: tuple[int, float]) -> tuple[Zone, ...]:
    top, bottom = TOP - WALL, TOP + len(RANKS) + FRAME
    arena = Zone(id="arena", x=WIDTH / 2, y=(top + bottom) / 2, width=WIDTH, height=bottom - top, words="Arena",
                 symbol="g-arena", style="board")  # fmt: skip
    trays = [
        Zone(id=f"tray-{seat}", x=WIDTH / 2, y=y, width=IN_HAND * SLOT, height=SHELF, symbol="g-shelf",
             words=f"Shelf of {FACTS.seats[2][seat].lower()}",
             style=f"tray {FACTS.seat_styles[seat]}" + (" turn" if seat == view.mover else ""))
        for seat, y in shelves
    ]  # fmt: skip
    gates = Zone(id=f"tray-{BLACK}", x=WIDTH / 2, y=TOP - WALL / 2, width=SIZES, height=WALL, words="Gates of the grues",
                 symbol="g-gates", style="gates")  # fmt: skip
    return (trays[0], arena, *([gates] if view.record.in_hand >> GLEEBS else []), trays[1])


def _slot(pos: Any, piece: int, x: float, y: float, zone: str = "", height: float = SHELF) -> Spot:
    words = f"{piece_words(piece)}, {'in hand' if pos.in_hand >> piece & 1 else 'eaten'}".capitalize()
    return Spot(id=f"hand-{piece_name(piece)}", zone=zone or f"tray-{piece // IN_HAND}", x=x, y=y, width=SLOT,
                height=height, words=words, symbol="g-place", style="place")  # fmt: skip


def _square(pos: Any, square: int) -> Spot:
    row, column = divmod(square, len(FILES))
    style = f"tile {'light' if (row + column) % 2 else 'dark'}" + (" pinned" if _pinned(pos, square) else "")
    return Spot(id=square_name(square), zone="arena", x=LEFT + column + 0.5, y=TOP + len(RANKS) - row - 0.5,
                words=f"{square_name(square)}: {_standing(pos, square)}", style=style,
                symbol=f"g-tile-{(square * 5 + row) % 4 + 1}")  # fmt: skip


def _standing(pos: Any, square: int) -> str:
    """What stands there, as one says it."""
    names = [piece_words(piece) for piece in reversed(stack(pos, square))]
    if not names:
        return "empty"
    if _pinned(pos, square):
        return f"pinned by the {names[-1]}: {', '.join(names[:-1])}"
    if len(names) == 1:
        return names[0]
    return f"stack of {len(names)}, from the bottom: {', '.join(names[:-1])}, on top {names[-1]}"


def _pinned(pos: Any, square: int) -> bool:
    top = int(pos.top[square])
    return top >= GLEEBS and pos.below[top] != NOTHING


# ── Pieces ───────────────────────────────────────────────────────────────────
def _stacked(pos: Any, square: int, spot: Spot) -> list[Piece]:
    """A stack from bottom to top."""
    standing = stack(pos, square)[::-1]
    if not standing:
        return []
    pinned = _pinned(pos, square)
    scale = next(scale for pieces, scale in SCALES if len(standing) <= pieces)
    feet, slabs = _feet([piece % SIZES for piece in standing], ROOF / scale)
    return [
        Piece(id=piece_name(piece), spot=spot.id, x=spot.x, y=spot.y + GROUND - scale * (FOOT + foot), scale=scale,
              symbol=_symbol(piece, "pinning" if pinned and piece >= GLEEBS else ""),
              style=_style(piece, "pinned" if pinned else "", "top" if piece == standing[-1] else slabs),
              words=piece_words(piece), text=piece_name(piece))
        for piece, foot in zip(standing, feet)
    ]  # fmt: skip


def _feet(sizes: list[int], roof: float) -> tuple[list[float], str]:
    """How high above the ground each piece of a stack stands, and the style of all but the top.

    Like hollow pyramids, a wide one swallows a narrow one but for its rim, and a narrow one sits on the tip of a wide
    one. Where that would grow above `roof`, lower pieces are drawn as slabs, and all rise alike."""
    tips = [max(0.0, TALL[low] - TALL[high]) * TIP for low, high in pairwise(sizes)]
    gaps, room, style = max(1, len(tips)), roof - TALL[sizes[-1]], "under"
    if (rim := min(RIM, (room - sum(tips)) / gaps)) < LEAST_RIM:
        tips, rim, style = [0.0] * gaps, min(RIM, room / gaps), "under slab"
    return list(accumulate((tip + rim for tip in tips), initial=0.0)), style


def _waiting(pos: Any, piece: int, spot: Spot, foot: float, scale: float) -> Piece:
    """A piece in hand, or the remains of an eaten one."""
    eaten = not pos.in_hand >> piece & 1
    return Piece(id=piece_name(piece), spot=spot.id, x=spot.x, y=spot.y + foot - scale * FOOT, scale=scale,
                 symbol=_symbol(piece, "ghost" if eaten else ""), style=_style(piece, "eaten" if eaten else "hand"),
                 words=spot.words, text=piece_name(piece).lower() if eaten else piece_name(piece))  # fmt: skip


def _symbol(piece: int, instead: str) -> str:
    return f"g-{instead or ('grue' if piece >= GLEEBS else COLOUR_WORDS[piece // SIZES])}-{piece % SIZES + 1}"


def _style(piece: int, *states: str) -> str:
    return " ".join([COLOUR_WORDS[piece // SIZES], *filter(None, states)])


def _off_board(pos: Any) -> set[int]:
    return set(range(PIECES)) - {piece for square in range(SQUARES) for piece in stack(pos, square)}


# ── Words and numbers ────────────────────────────────────────────────────────
def _caption(view: Position) -> str:
    pos = view.record
    who = FACTS.seats[2]
    if pos.phase == ENDED:
        return outcome_words(pos)
    return {
        WHO_BEGINS: "It is drawn who goes first",
        GRUES_DRAWN: "The grues come out at random",
        GRUES_PLACED: f"{who[1 - pos.turn]}: place a grue",
        PLACEMENT: f"{who[pos.turn]}: place a gleeb",
        GLEEB_STEP: f"{who[pos.turn]}: move a gleeb",
        GRUE_STEP: f"{who[pos.turn]}: move a grue",
    }[int(pos.phase)]


def _prompts(view: Position) -> tuple[str, ...]:
    """What to click, step by step."""
    pos = view.record
    if pos.phase == GRUE_STEP:
        feast = any(pos.top[(action - MOVES) % SQUARES] != NOTHING for action in view.legal_actions)
        return (
            ("Choose a hungry grue", "Choose the gleeb it lands on")
            if feast
            else ("Choose a grue", "Choose an empty square in its row or column")
        )
    return {
        GRUES_PLACED: ("Choose the grue in the gate", "Choose a square for it"),
        PLACEMENT: ("Choose a gleeb from your shelf", "Choose an empty square"),
        GLEEB_STEP: ("Choose one of your gleebs", "Choose the gleeb it lands on"),
    }.get(int(pos.phase), ())


def _labels() -> tuple[Label, ...]:
    below, beside = TOP + len(RANKS) + FRAME / 2, LEFT / 2
    files = [Label(id=f, x=LEFT + i + 0.5, y=below, text=f, size=0.16, style="frame") for i, f in enumerate(FILES)]
    ranks = [Label(id=r, x=beside, y=TOP + len(RANKS) - i - 0.5, text=r, size=0.16, style="frame") for i, r in enumerate(RANKS)]
    return (*files, *ranks)


def _counters(pos: Any) -> tuple[Counter, ...]:
    return tuple(Counter(id=f"points-{seat}", label="points", value=str(score(pos, seat)), seat=seat) for seat in range(SEATS))


def _choice(pos: Any, action: int) -> Choice:
    if action < MOVES:
        piece, square = divmod(action, SQUARES)
        path = (f"hand-{piece_name(piece)}", square_name(square))
    else:
        start, target = divmod(action - MOVES, SQUARES)
        path = (square_name(start), square_name(target))
    return Choice(action=action, path=path, text=action_text(pos, action), words=action_words(pos, action))
