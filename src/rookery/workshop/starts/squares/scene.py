"""The picture of Squares: a board with stones, drawn from the kit."""

from rookery.core.position import Position
from rookery.core.scene import Choice, Scene
from rookery.kit.boards import around, edges, size
from rookery.workshop.starts.squares.facts import COLOURS, FACTS, SIZE
from rookery.workshop.starts.squares.notation import CELLS, action_text, action_words
from rookery.workshop.starts.squares.rules import EMPTY, State

PICTURE = "1 -1 0,0,0,0,0,0,1,2,0,0,0,2,1,1,0,0,0,2,0,0,0,0,1,0,0"  # the position that lists of games show
BOARD = around(CELLS, "board", "Board")
WIDTH, HEIGHT = size([BOARD])


def scene(view: Position, facing: int) -> Scene:
    """The board, with a stone on each square that is taken."""
    pos: State = view.numbers
    stones = [(cell, taken - 1) for cell, taken in zip(CELLS, pos.squares) if taken != EMPTY]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=view.outcome.words if view.outcome else f"{COLOURS[pos.turn]}: put a stone on the board",
        prompts=("Choose an empty square",),
        zones=(BOARD,),
        spots=tuple(
            cell.spot("board", f"{cell.name}: {f'{COLOURS[taken - 1]} stone' if taken else 'empty'}")
            for cell, taken in zip(CELLS, pos.squares)
        ),
        pieces=tuple(
            cell.piece(
                f"stone-{cell.name}", "kit-disc", FACTS.seat_styles[seat], f"{COLOURS[seat]} stone", COLOURS[seat][0]
            )
            for cell, seat in stones
        ),
        labels=edges(SIZE, SIZE),
        choices=tuple(
            Choice(action=a, path=(CELLS[a].name,), text=action_text(pos, a), words=action_words(pos, a))
            for a in view.legal_actions
        ),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    return (CELLS[action].name,)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    return "There is a stone already"
