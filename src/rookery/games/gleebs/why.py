"""The reason why a click on a spot does nothing now, given the clicks before it."""

from rookery.core.position import Position
from rookery.games.gleebs import notation, rules
from rookery.games.gleebs.facts import FACTS, FILES, square_name, square_named
from rookery.games.gleebs.rules import State


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """A short reason, without a full stop."""
    pos: State = view.numbers
    if spot.startswith("hand-"):
        return _of_a_place(pos, _PIECE_NUMBERS[spot.removeprefix("hand-")])
    square = square_named(spot)
    stack = notation.stack(pos, square)
    if pos.phase in (rules.PLACEMENT, rules.GRUES_PLACED):
        if path:
            return f"{spot} is taken: choose an empty square"
        return "First choose a gleeb from your shelf" if pos.phase == rules.PLACEMENT else "First choose the grue"
    if path:
        return _of_a_target(pos, square_named(path[0]), square, stack)
    return _of_a_gleeb(pos, spot, stack) if pos.phase == rules.GLEEB_STEP else _of_a_grue(view, spot, stack)


_PIECE_NUMBERS = {notation.piece_name(piece): piece for piece in range(rules.PIECES)}


def _of_a_place(pos: State, piece: int) -> str:
    """Of a niche on a shelf, or a gate of the wall: the piece is in hand, or was eaten."""
    name = notation.piece_words(piece)
    if not pos.in_hand >> piece & 1:
        return f"A grue has eaten the {name}"
    if pos.phase == rules.GRUES_PLACED:
        return "The gleebs come after the grues" if piece < rules.GLEEBS else "The smallest grue comes first"
    return _owned(piece)


def _owned(piece: int) -> str:
    return f"That is {_owner(piece)}'s"


def _owner(piece: int) -> str:
    return FACTS.seats[2][piece // rules.IN_HAND].lower()


def _of_a_gleeb(pos: State, spot: str, stack: list[int]) -> str:
    """The reason why no gleeb there can jump."""
    if not stack:
        return f"{spot} is empty: choose one of your gleebs"
    top = stack[0]
    if top >= rules.GLEEBS:
        return _PINNED if len(stack) > 1 else "First one of your gleebs jumps, then a grue moves"
    if top // rules.IN_HAND != pos.turn:
        return _owned(top)
    return f"The {notation.piece_words(top)} has no gleeb to jump on in its row or column"


def _of_a_grue(view: Position, spot: str, stack: list[int]) -> str:
    """The reason why no grue there can walk."""
    if not stack:
        return f"{spot} is empty: first choose a grue"
    top = stack[0]
    if top < rules.GLEEBS:
        return "Now a grue moves: choose one of the grues"
    if len(stack) > 1:
        return _PINNED
    size = notation.SIZE_WORDS[top - rules.GLEEBS]
    if grues_land(view.numbers, view.legal_actions):
        return f"The {size} grue reaches no {size} gleeb, and another grue reaches one of its size"
    return f"The {size} grue has no empty square to walk to"


_PINNED = "A grue lies on this stack: nothing in it moves again"


def _of_a_target(pos: State, start: int, square: int, stack: list[int]) -> str:
    """The reason why the piece on `start` cannot move there. `stack`: the pieces on `square`, from top to bottom."""
    piece = int(pos.top[start])
    name, here = notation.piece_words(piece), square_name(square)
    if start // len(FILES) != square // len(FILES) and start % len(FILES) != square % len(FILES):
        return f"{here} is not in the row or column of the {name}"
    if stack and stack[0] >= rules.GLEEBS:
        return _PINNED if len(stack) > 1 else "Nothing can land on a grue"
    if piece < rules.GLEEBS:
        if not stack:
            return f"{here} is empty: a gleeb must land on another gleeb"
        return f"A {notation.COLOUR_WORDS[piece // rules.SIZES]} gleeb cannot jump on its own colour"
    size = notation.SIZE_WORDS[piece - rules.GLEEBS]
    if stack:
        return f"The {size} grue lands on {size} gleebs only"
    return "A grue that can land on a gleeb of its size must do so"


def grues_land(pos: State, actions: tuple[int, ...]) -> bool:
    """Whether the legal grue moves land on gleebs; otherwise they lead to empty squares (GG-13)."""
    return any(pos.top[(action - rules.MOVES) % rules.SQUARES] != rules.NOTHING for action in actions)
