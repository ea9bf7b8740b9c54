"""The notation and the words of Gleebs and Grues: actions and positions as text, written and read.

    Y3@b2      the large yellow gleeb is placed on b2; a piece is a colour (B Y G R, K for the black grues) and its pips
    b2-b4      the piece or stack on b2 moves to b4
    BY first   blue and yellow go first; GR first: green and red go first

A position is the board, row by row from the fourth, with commas between squares and stacks from bottom to top; the side
whose turn it is; the phase; and the pieces in hand, or - if all are placed.

    -,Y2R1,-,K1/B3,-,-,-/-,-,K2,-/-,-,-,G1Y3K3 GR grue -
"""

import itertools
import re

from rookery.core.numbers import packed_of
from rookery.core.reading.spelling import must, number_named, numbers_named
from rookery.games.gleebs.facts import FACTS, FILES, RANKS, SIDES, square_name
from rookery.games.gleebs.rules import (
    BEGINS,
    BLACK,
    ENDED,
    GLEEBS,
    GRUES_WIN,
    IN_HAND,
    MOVES,
    NOTHING,
    PIECES,
    PLACEMENT,
    SIZES,
    SQUARES,
    WHO_BEGINS,
    State,
    controls,
    has_gleeb_move,
    most_pips,
    points,
)

COLOUR_LETTERS = "BYGRK"
COLOUR_WORDS = ("blue", "yellow", "green", "red", "black")
SIZE_WORDS = ("small", "medium", "large")
PHASES = ("begin", "drawn", "second", "place", "gleeb", "grue", "over")  # the phases of rules.py, in order

ACTION_PATTERN = re.compile(r"[BYGRK][123]@[a-d][1-4]|[a-d][1-4]-[a-d][1-4]|(BY|GR) first", re.IGNORECASE)
ACTION_FORM = "actions look like Y3@b2 (place), b2-b4 (move) or BY first"
POSITION_FORM = "positions look like K1,-,-,-/-,K2,-,R3/-,-,-,Y3B1/-,G2,-,K3 GR gleeb -"


# ── Names ────────────────────────────────────────────────────────────────────
def piece_name(piece: int) -> str:
    """5 -> "Y3"."""
    return _NAMES[piece]


_NAMES = tuple(f"{letter}{pips}" for letter in COLOUR_LETTERS for pips in range(1, SIZES + 1))


def piece_words(piece: int) -> str:
    """5 -> "large yellow gleeb"; 12 -> "small grue"."""
    return _WORDS[piece]


_WORDS = tuple(
    f"{size} grue" if colour == COLOUR_WORDS[BLACK] else f"{size} {colour} gleeb"
    for colour in COLOUR_WORDS
    for size in SIZE_WORDS
)


def stack(pos: State, square: int) -> list[int]:
    """The pieces on a square, from top to bottom."""
    pieces: list[int] = []
    piece = int(pos.top[square])
    while piece != NOTHING and len(pieces) < PIECES:  # fields of unchecked states may form a cycle
        pieces.append(piece)
        piece = int(pos.below[piece])
    return pieces


def prey_words(top: int, *, alone: bool) -> str:
    """ "the small red gleeb" or "the stack under the small red gleeb". `alone`: nothing is under it."""
    return f"the {piece_words(top)}" if alone else f"the stack under the {piece_words(top)}"


# ── Actions ──────────────────────────────────────────────────────────────────
def action_text(pos: State, action: int) -> str:
    """An action in notation."""
    return text_of(action)


def text_of(action: int) -> str:
    """The same; the position makes no difference."""
    if action >= BEGINS:
        return f"{SIDES[action - BEGINS]} first"
    if action >= MOVES:
        start, target = divmod(action - MOVES, SQUARES)
        return f"{square_name(start)}-{square_name(target)}"
    piece, square = divmod(action, SQUARES)
    return f"{piece_name(piece)}@{square_name(square)}"


def action_words(pos: State, action: int) -> str:
    """An action in words."""
    if action >= BEGINS:
        return f"{FACTS.seats[2][action - BEGINS]} go first"
    return words_of(action, *concerned(pos, action))


def concerned(pos: State, action: int) -> tuple[int, int, bool]:
    """The facts that the words of a move depend on: the piece that moves, the piece that it lands on (or NOTHING), and
    whether that one is alone. Always the same for a placement."""
    if action < MOVES:
        return NOTHING, NOTHING, False
    start, target = divmod(action - MOVES, SQUARES)
    prey = pos.top[target]
    return pos.top[start], prey, prey != NOTHING and pos.below[prey] == NOTHING


def words_of(action: int, piece: int, prey: int, alone: bool) -> str:
    """A placement or a move in words; see `concerned`."""
    if action < MOVES:
        placed, square = divmod(action, SQUARES)
        return f"{piece_words(placed)} to {square_name(square)}".capitalize()
    start, target = divmod(action - MOVES, SQUARES)
    who, where = f"{piece_words(piece)} from {square_name(start)}".capitalize(), square_name(target)
    if prey == NOTHING:
        return f"{who} to the empty {where}"
    if piece < GLEEBS:
        return f"{who} onto {prey_words(prey, alone=alone)} on {where}"
    return f"{who} {'eats' if alone else 'pins'} {prey_words(prey, alone=alone)} on {where}"


def outcome_words(pos: State) -> str:
    """The outcome of the game."""
    who = "the grues" if pos.winner == GRUES_WIN else FACTS.seats[2][pos.winner].lower()
    why = outcome_reason(pos)
    return f"{why[0].upper()}{why[1:]}: {who} win."


def outcome_reason(pos: State) -> str:
    """The reason for the end, and the score, the winner's first."""
    first, second = points(packed_of(pos), 0), points(packed_of(pos), 1)
    score = f"{second} to {first}" if pos.winner == 1 else f"{first} to {second}"
    if has_gleeb_move(packed_of(pos), 0) or has_gleeb_move(packed_of(pos), 1):  # so a side has lost all gleebs (GG-18)
        beaten = 0 if pos.winner == 1 else 1
        return f"{FACTS.seats[2][beaten].lower()} have no gleeb left to move, and the score is {score}"
    return f"nobody can jump any more, and the score is {score}"


# ── Positions ────────────────────────────────────────────────────────────────
def position_text(pos: State) -> str:
    """The position as one line."""
    rows = []
    for row in reversed(range(len(RANKS))):
        squares = range(row * len(FILES), (row + 1) * len(FILES))
        rows.append(",".join("".join(piece_name(p) for p in reversed(stack(pos, q))) or "-" for q in squares))
    hand = "".join(piece_name(piece) for piece in range(PIECES) if pos.in_hand >> piece & 1)
    return f"{'/'.join(rows)} {SIDES[pos.turn]} {PHASES[pos.phase]} {hand or '-'}"


def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`, which must be as `setup` wrote it. Raises ValueError with the reason if the text is
    malformed or contradicts itself."""
    words = text.split()
    must(len(words) == 4, "a position is a board, a side, a phase, and the pieces in hand")
    rows = [row.split(",") for row in words[0].split("/")]
    size = [len(FILES)] * len(RANKS)
    must([len(row) for row in rows] == size, f"the board needs {len(RANKS)} rows of {len(FILES)} squares")
    stacks = [_pieces(square) for row in reversed(rows) for square in row]  # [square] from bottom to top
    standing, hand = [piece for pieces in stacks for piece in pieces], _pieces(words[3])
    must(len({*standing, *hand}) == len(standing) + len(hand), "a piece occurs twice")
    begun = pos.copy()
    pos.turn, pos.phase = number_named(words[1], SIDES, "a side"), number_named(words[2], PHASES, "a phase")
    pos.in_hand = sum(1 << piece for piece in hand)
    _write_stacks(pos, stacks)
    _check(pos, {*standing, *hand}, begun)
    pos.winner = most_pips(pos) if pos.phase == ENDED else NOTHING


def _pieces(text: str) -> list[int]:
    return [] if text == "-" else numbers_named(text, _NAMES, "a piece")


def _write_stacks(pos: State, stacks: list[list[int]]) -> None:
    pos.top[:], pos.below[:] = NOTHING, NOTHING
    pos.pips[:], pos.tinted[:], pos.sized[:] = 0, 0, 0
    for square, pieces in enumerate(stacks):
        for lower, upper in itertools.pairwise(pieces):
            must(lower < GLEEBS, "nothing can stand on a grue")
            pos.below[upper] = lower
        if pieces:
            pos.top[square] = pieces[-1]
            pos.pips[square] = sum(piece % SIZES + 1 for piece in pieces if piece < GLEEBS)
            if pieces[-1] < GLEEBS:
                pos.tinted[pieces[-1] // SIZES] |= 1 << square
                pos.sized[pieces[-1] % SIZES] |= 1 << square


def _check(pos: State, pieces: set[int], begun: State) -> None:
    """`pieces`: those on the board and in hand. `begun`: as `setup` wrote it."""
    at_first = pos.phase != WHO_BEGINS or pos.tobytes() == begun.tobytes()
    must(at_first, "the first side is drawn first, as BY, and only if chance decides it")
    in_hand = [sum(pos.in_hand >> piece & 1 for piece in own) for own in (range(IN_HAND), range(IN_HAND, GLEEBS))]
    grues = pos.in_hand >> GLEEBS
    if pos.phase > PLACEMENT:
        must(not pos.in_hand, "all pieces are placed before any moves")
        must(pieces.issuperset(range(GLEEBS, PIECES)), "the three grues stay on the board")
        going_on = controls(pos, 0) and controls(pos, 1) and (has_gleeb_move(pos, 0) or has_gleeb_move(pos, 1))
        must(pos.phase != ENDED or not going_on, "the game is not over: both sides have gleebs, and some can move")
        return
    must(len(pieces) == PIECES, "every piece must be on the board or in hand until the gleebs move")
    if pos.phase == PLACEMENT:
        must(not grues, "the grues are placed before the gleebs")
        ahead = in_hand[pos.turn] - in_hand[1 - pos.turn]
        must(ahead in (0, 1), "the sides place one gleeb each in turn, until all are placed")
    elif pos.phase != WHO_BEGINS:
        must(grues and sum(in_hand) == GLEEBS, "the grues are placed before the gleebs")
