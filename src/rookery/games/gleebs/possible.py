"""Whether a game can reach a position. `read_position` refuses those that no game can reach."""

from rookery.games.gleebs import rules
from rookery.games.gleebs.facts import SIDES, TRIPLE
from rookery.games.gleebs.rules import GLEEBS, IN_HAND, PIECES, PLACEMENT, SIZES, WHO_BEGINS, State


def check(pos: State, stacks: list[list[int]], begun: State) -> None:
    """Raises ValueError with the reason if the position is impossible. `stacks`: [square] pieces, bottom to top;
    `begun`: the position that `setup` wrote for this table."""
    standing = [piece for pieces in stacks for piece in pieces]
    for pieces in stacks:
        _check_stack(pieces)
    if pos.phase > PLACEMENT:
        _check_movement(pos, standing)
        return
    if any(len(pieces) > 1 for pieces in stacks):
        raise ValueError("there are no stacks before all gleebs are placed")
    if len(standing) + int(pos.in_hand).bit_count() != PIECES:
        raise ValueError("every piece must be on the board or in hand until the gleebs move")
    if begun.grues_by == TRIPLE and any(pos.top[begun.top >= GLEEBS] != begun.top[begun.top >= GLEEBS]):
        raise ValueError("the grues of this table stand elsewhere")
    if begun.phase == WHO_BEGINS or pos.phase == WHO_BEGINS:
        if pos.phase == WHO_BEGINS and (begun.phase != WHO_BEGINS or pos.turn or pos.in_hand != begun.in_hand):
            raise ValueError("the first side is drawn first, as BY, and only if chance decides it")
    elif _first(pos, standing) != begun.turn:
        raise ValueError(f"{SIDES[begun.turn]} go first at this table")
    if pos.phase in (rules.GRUES_DRAWN, rules.GRUES_PLACED):
        _check_grues(pos, standing, begun)
    elif pos.phase == PLACEMENT:
        _check_placement(pos, standing)


def _placed(standing: list[int], seat: int) -> int:
    return sum(piece // IN_HAND == seat for piece in standing if piece < GLEEBS)


def _first(pos: State, standing: list[int]) -> int:
    """The side that went first (GG-05). A side whose turn it is went second if it has placed fewer gleebs."""
    return int(pos.turn if _placed(standing, pos.turn) >= _placed(standing, 1 - pos.turn) else 1 - pos.turn)


def _check_stack(pieces: list[int]) -> None:
    """Pieces land only on allowed pieces (GG-09, GG-10), and a grue pins only stacks of gleebs (GG-15, GG-16)."""
    gleebs = [piece for piece in pieces if piece < GLEEBS]
    if any(piece >= GLEEBS for piece in pieces[:-1]):
        raise ValueError("nothing can stand on a grue")
    if 0 < len(gleebs) < len(pieces) and (len(gleebs) == 1 or gleebs[-1] % SIZES != pieces[-1] % SIZES):
        raise ValueError("a grue stands only on two gleebs or more, the top one of its own size")
    if gleebs and not _could_grow([piece // SIZES for piece in gleebs]):
        raise ValueError("gleebs do not land on their own colour")


def _could_grow(colours: list[int]) -> bool:
    """Whether the stack is one gleeb, or an upper part of it could have landed on the rest."""
    return len(colours) == 1 or any(
        colours[cut - 1] != colours[-1] and _could_grow(colours[:cut]) and _could_grow(colours[cut:])
        for cut in range(1, len(colours))
    )


def _check_grues(pos: State, standing: list[int], begun: State) -> None:
    if pos.phase - rules.GRUES_DRAWN != begun.grues_by:
        raise ValueError("at this table the grues are placed in another way")
    if sorted(standing) not in [list(range(GLEEBS, GLEEBS + count)) for count in range(SIZES)]:
        raise ValueError("the grues are placed before the gleebs, the smallest first")


def _check_placement(pos: State, standing: list[int]) -> None:
    first = _first(pos, standing)
    if not set(range(GLEEBS, PIECES)) <= set(standing):
        raise ValueError("the grues are placed before the gleebs")
    if _placed(standing, first) - _placed(standing, 1 - first) not in (0, 1) or pos.in_hand == 0:
        raise ValueError("the sides place one gleeb each in turn, until all are placed")


def _check_movement(pos: State, standing: list[int]) -> None:
    """No step is due that must be skipped (GG-12, GG-17), and the game ends at the right time (GG-18)."""
    if pos.in_hand or not set(range(GLEEBS, PIECES)) <= set(standing):
        raise ValueError("all pieces are placed before any moves, and the three grues stay on the board")
    side, controls, can_move = SIDES[pos.turn], rules.controls, rules.has_gleeb_move
    both = controls(pos, 0) and controls(pos, 1)
    if pos.phase == rules.ENDED and both and (can_move(pos, 0) or can_move(pos, 1)):
        raise ValueError("the game is not over: both sides have gleebs, and some can move")
    if pos.phase == rules.GLEEB_STEP and not (both and can_move(pos, pos.turn)):
        raise ValueError(f"{side} have no gleeb to move, or the game is over")
    if pos.phase == rules.GRUE_STEP and not (controls(pos, pos.turn) and rules.has_grue_move(pos)):
        raise ValueError(f"{side} have no grue to move, or no gleeb that has just moved")
