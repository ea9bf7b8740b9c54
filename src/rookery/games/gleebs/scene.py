"""The scene of Gleebs and Grues, from top to bottom:

    far shelf     six niches, one for each gleeb of a player: it shows the gleeb in hand, and its ghost once it is eaten
    wall          three gates, which show the grues in hand
    arena         4 x 4 squares, with a1 at the bottom left for everybody
    near shelf    the niches of the player on whose side of the table the viewer sits

The id of a piece is its name in notation, that of a square its name, and that of the niche or gate of Y3 hand-Y3.
"""

import functools
from itertools import accumulate, pairwise

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone, neat, plural, total
from rookery.core.sounds import Tone
from rookery.games.gleebs import notation, rules
from rookery.games.gleebs.facts import FACTS, FILES, RANKS, square_name
from rookery.games.gleebs.rules import State
from rookery.games.gleebs.score import score
from rookery.games.gleebs.why import grues_land
from rookery.games.gleebs.why import why as why

KEPT = 4096  # results that each function keeps: a move changes few parts, and equal ones need not be compared

# A position in the middle of a game, for the front page
PICTURE = "-,-,B3R1K1,-/-,G3,-,R3B1Y2R2/-,G2,B2,Y3/-,G1,K3,K2 GR grue -"

# stone in a vault: gleebs land with a soft thud and a squeak, and grues crunch
SOUNDS = {
    "moved": (Tone("sine", 150, 90, 0.14, 0.8), Tone("triangle", 520, 760, 0.09, 0.18, 0.02)),
    "appeared": (Tone("sine", 170, 100, 0.13, 0.7), Tone("triangle", 640, 480, 0.08, 0.15, 0.02)),
    "vanished": (
        Tone("noise", 1500, 400, 0.07, 0.6),
        Tone("noise", 1200, 300, 0.07, 0.55, 0.1),
        Tone("sawtooth", 130, 60, 0.22, 0.18),
    ),
}

MOTIONS = {"pinned": "shakes"}

# ── Measures, in squares ─────────────────────────────────────────────────────
WIDTH, HEIGHT = 4.6, 6.8
LEFT, TOP = 0.3, 1.56  # top left corner of the squares
FRAME = 0.28  # height of the frame below the arena
WALL = 0.64  # height of the wall behind the arena
SHELF, NICHE = 0.82, 0.74  # height of a shelf, width of a niche
FAR, NEAR = 0.46, 6.34  # centres of the shelves
LETTER = 0.16

FOOT = 0.26  # distance from the centre of a drawing down to its foot
GROUND = 0.44  # distance from the centre of a square down to the ground on which pieces stand
WAITING = {SHELF: (0.34, 0.8), WALL: (0.28, 0.66)}  # this distance on a shelf and in a gate, and the scale there
SCALES = ((2, 1.0), (4, 0.92), (12, 0.85), (13, 0.8))  # (pieces, scale): stacks of at most so many pieces
TALL = (0.44, 0.62, 0.8)  # [size] height of a drawing
ROOF = 1.0  # greatest height of a stack
RIM = 0.15  # height of the part of a piece that stays visible under a piece that is as wide or wider
LEAST_RIM = 0.09  # if rims become lower than this, slabs are drawn instead
TIP = 0.8  # share of the difference in height by which a narrow piece stands higher on a wide one


def scene(view: Position, facing: int) -> Scene:
    """The scene that the viewer of `view` sees. `facing`: the seat whose shelf is the near one."""
    pos: State = view.numbers
    spots, pieces, missing = list[Spot](), list[Piece](), set(range(rules.PIECES))
    for row in reversed(range(len(RANKS))):  # from the back to the front: a high stack hides what is behind it
        for column in range(len(FILES)):
            stack = tuple(notation.stack(pos, row * len(FILES) + column)[::-1])  # from bottom to top
            spot, standing = _square(row, column, stack)
            spots.append(spot)
            pieces += standing
            missing.difference_update(stack)
    for number in sorted(missing):
        spot, piece = _beside(number, bool(pos.in_hand >> number & 1), facing)
        spots.append(spot)
        pieces.append(piece)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=_caption(pos),
        prompts=_prompts(pos, view.legal_actions),
        zones=_zones(bool(pos.in_hand >> rules.GLEEBS), view.mover, facing),
        spots=tuple(spots),
        pieces=tuple(pieces),
        labels=_LABELS,
        counters=tuple(_counter(pos, seat) for seat in range(rules.SEATS)),
        score=score(pos) if pos.phase == rules.ENDED else (),
        choices=tuple([_choice(action, *notation.concerned(pos, action)) for action in view.legal_actions]),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The spots that an action changes: those of its path."""
    return _path(action)


def clicks(view: Position, text: str) -> tuple[str, ...]:
    """The path of an action in notation, legal or not."""
    piece, _, square = text.partition("@")
    return (f"hand-{piece}", square) if square else tuple(text.split("-"))


def _counter(pos: State, seat: int) -> Counter:
    """The score that a seat would have if the game ended now."""
    points, over = rules.points(packed_of(pos), seat), pos.phase == rules.ENDED
    label = plural(points, "point") + ("" if over else " now")
    return Counter(id=f"points-{seat}", label=label, value=str(points), seat=seat)


# ── Places ───────────────────────────────────────────────────────────────────
@functools.lru_cache(64)
def _zones(waiting: bool, mover: int | None, facing: int) -> tuple[Zone, ...]:
    """`waiting`: whether a grue is still to be placed."""
    top, bottom = TOP - WALL, TOP + len(RANKS) + FRAME
    arena = Zone.at(
        "arena", (WIDTH / 2, (top + bottom) / 2, WIDTH, bottom - top), "Arena", "g-arena", "board", grid=True
    )
    wall = WIDTH / 2, TOP - WALL / 2, rules.SIZES, WALL
    gates = [Zone.at("gates", wall, "Gates of the grues", "g-nothing")] if waiting else []
    return (_shelf(1 - facing, FAR, mover), *gates, arena, _shelf(facing, NEAR, mover))


def _shelf(seat: int, y: float, mover: int | None) -> Zone:
    place, words = (WIDTH / 2, y, rules.IN_HAND * NICHE, SHELF), f"Shelf of {FACTS.seats[2][seat].lower()}"
    style = f"shelf {FACTS.seat_styles[seat]}" + (" turn" if seat == mover else "")
    return Zone.at(f"shelf-{seat}", place, words, "g-shelf", style)


@functools.lru_cache(4 * KEPT)
def _square(row: int, column: int, stack: tuple[int, ...]) -> tuple[Spot, list[Piece]]:
    """A square, and the pieces on it, from bottom to top like `stack`."""
    name = square_name(row * len(FILES) + column)
    shade = "pinned" if _pinned(stack) else "light" if (row + column) % 2 else "dark"
    place, symbol = (
        (LEFT + column + 0.5, TOP + len(RANKS) - row - 0.5, 1.0, 1.0),
        f"g-tile-{(5 * column + 2 * row) % 4}",
    )
    spot = Spot.at(name, "arena", place, f"{name}: {_stack_words(stack)}", symbol, f"tile {shade}")
    return spot, _stack(stack, spot)


@functools.lru_cache(KEPT)
def _beside(piece: int, waits: bool, facing: int) -> tuple[Spot, Piece]:
    """A piece in hand, or the ghost of an eaten one, and its spot; each piece has its own."""
    seat, place = divmod(piece, rules.IN_HAND)
    words = f"{notation.piece_words(piece)}, {'in hand' if waits else 'eaten'}".capitalize()
    if piece >= rules.GLEEBS:
        zone, x, y, height = "gates", LEFT + 1 + place, TOP - WALL / 2, WALL
    else:
        x, y = WIDTH / 2 + (place - (rules.IN_HAND - 1) / 2) * NICHE, NEAR if seat == facing else FAR
        zone, height = f"shelf-{seat}", SHELF
    spot = Spot.at(f"hand-{notation.piece_name(piece)}", zone, (x, y, NICHE, height), words, "g-nothing")
    foot, scale = WAITING[height]
    return spot, _piece(piece, spot, foot, scale, "hand" if waits else "eaten")


def _stack_words(stack: tuple[int, ...]) -> str:
    """The stack on a square, in words."""
    names = [notation.piece_words(piece) for piece in stack]
    if _pinned(stack):
        return f"pinned by the {names[-1]}, from the bottom: {', '.join(names[:-1])}"
    if len(names) > 1:
        return f"stack of {len(names)}, from the bottom: {', '.join(names[:-1])}, on top {names[-1]}"
    return names[0] if names else "empty"


def _pinned(stack: tuple[int, ...]) -> bool:
    return len(stack) > 1 and stack[-1] >= rules.GLEEBS


def _labels() -> tuple[Label, ...]:
    below, beside = TOP + len(RANKS) + FRAME / 2, LEFT / 2
    places = [(name, LEFT + i + 0.5, below) for i, name in enumerate(FILES)]
    places += [(name, beside, TOP + len(RANKS) - i - 0.5) for i, name in enumerate(RANKS)]
    return tuple(Label(id=name, x=x, y=y, text=name, size=LETTER, style="frame") for name, x, y in places)


_LABELS = _labels()


# ── Pieces ───────────────────────────────────────────────────────────────────
def _stack(stack: tuple[int, ...], spot: Spot) -> list[Piece]:
    """The pieces on a square, from bottom to top."""
    if not stack:
        return []
    scale = next(scale for pieces, scale in SCALES if len(stack) <= pieces)
    feet, covered = _feet([piece % rules.SIZES for piece in stack], ROOF / scale)
    styles = [covered] * (len(stack) - 1) + ["top"]
    if _pinned(stack):
        styles = [f"{style} pinned" for style in styles]
    return [_piece(piece, spot, GROUND - scale * foot, scale, style) for piece, foot, style in zip(stack, feet, styles)]


def _feet(sizes: list[int], roof: float) -> tuple[list[float], str]:
    """The height of each piece's foot above the ground, and the style of all pieces except the top one.

    Pieces are like hollow pyramids: a wide one covers a narrow one except for its rim, and a narrow one stands on the
    tip of a wide one. If the stack would be higher than `roof`, the lower pieces become slabs of equal height."""
    tips = [max(0.0, TALL[low] - TALL[high]) * TIP for low, high in pairwise(sizes)]
    gaps, room, covered = max(1, len(tips)), roof - TALL[sizes[-1]], "under"
    if (rim := min(RIM, (room - total(tips)) / gaps)) < LEAST_RIM:
        tips, rim, covered = [0.0] * gaps, min(RIM, room / gaps), "under slab"
    return list(accumulate((tip + rim for tip in tips), initial=0.0)), covered


def _piece(piece: int, spot: Spot, foot: float, scale: float, style: str) -> Piece:
    """A piece on a spot. `foot`: the distance from the centre of the spot down to the foot of the piece."""
    colour, name = notation.COLOUR_WORDS[piece // rules.SIZES], notation.piece_name(piece)
    if piece >= rules.GLEEBS:
        drawing = "pinning" if "pinned" in style else "grue"
    else:
        drawing = "ghost" if style == "eaten" else colour
    place, symbol = (spot.x, neat(spot.y + foot - scale * FOOT)), f"g-{drawing}-{piece % rules.SIZES + 1}"
    words, text = notation.piece_words(piece), f"({name})" if style == "eaten" else name
    return Piece.at(name, spot.id, place, symbol, f"{colour} {style}", words, scale=scale, text=text)


# ── Words ────────────────────────────────────────────────────────────────────
def _caption(pos: State) -> str:
    """The decision of the moment and its mover, or the outcome."""
    first, second = FACTS.seats[2][pos.turn], FACTS.seats[2][1 - pos.turn]
    return {
        rules.WHO_BEGINS: "Drawing lots for the first turn",
        rules.GRUES_DRAWN: "The grues' squares are being drawn",
        rules.GRUES_PLACED: f"{second}: place a grue",
        rules.PLACEMENT: f"{first}: place a gleeb",
        rules.GLEEB_STEP: f"{first}: move a gleeb",
        rules.GRUE_STEP: f"{first}: move a grue",
    }.get(pos.phase) or notation.outcome_words(pos)


def _prompts(pos: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """The prompts, one for each click."""
    if pos.phase == rules.GRUE_STEP:
        if not grues_land(pos, actions):
            return "No grue can eat or pin: choose one to walk", "Choose an empty square"
        return "A grue must land on a gleeb of its size: choose the grue", "Choose the gleeb it lands on"
    return {
        rules.GRUES_PLACED: ("Choose the grue in its gate", "Choose a square for it"),
        rules.PLACEMENT: ("Choose a gleeb from your shelf", "Choose an empty square"),
        rules.GLEEB_STEP: ("Choose one of your gleebs", "Choose the gleeb it jumps on"),
    }.get(pos.phase, ())


@functools.lru_cache(2 * KEPT)
def _choice(action: int, piece: int, prey: int, alone: bool) -> Choice:
    """A placement or a move; see `notation.concerned`."""
    text, words = notation.text_of(action), notation.words_of(action, piece, prey, alone)
    return Choice(action=action, path=_path(action), text=text, words=words)


def _path(action: int) -> tuple[str, str]:
    if action < rules.MOVES:
        piece, square = divmod(action, rules.SQUARES)
        return f"hand-{notation.piece_name(piece)}", square_name(square)
    start, target = divmod(action - rules.MOVES, rules.SQUARES)
    return square_name(start), square_name(target)
