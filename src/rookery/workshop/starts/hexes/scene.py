"""The picture of Hexes: a board with stones, drawn from the kit."""

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Scene, ScoreLine, ScorePart
from rookery.kit.boards import around, size
from rookery.workshop.starts.hexes.facts import CELLS, COLOURS, FACTS
from rookery.workshop.starts.hexes.notation import action_text, action_words
from rookery.workshop.starts.hexes.rules import BOARD, EMPTY, State, largest_group, points

PICTURE = "1 0,1,0,2,0,1,1,2,0,0,0,1,2,2,0,0,0,0,1,2,0,0,0,2,1,1,0,0,0,2,2,1,0,0,0,0,0"  # what lists of games show
ZONE = around(BOARD, "board", "Board")
WIDTH, HEIGHT = size([ZONE])


def scene(view: Position, facing: int) -> Scene:
    """The board, with a stone on each cell that is taken, and the size of each seat's largest group."""
    pos: State = view.numbers
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=view.outcome.words if view.outcome else f"{COLOURS[pos.turn]}: put a stone on the board",
        prompts=("Choose an empty cell",),
        zones=(ZONE,),
        spots=tuple(
            place.spot("board", f"{place.name}: {f'{COLOURS[taken - 1]} stone' if taken else 'empty'}")
            for place, taken in zip(BOARD, pos.cells)
        ),
        pieces=tuple(
            place.piece(
                stone(place.name),
                "kit-disc",
                FACTS.seat_styles[taken - 1],
                f"{COLOURS[taken - 1]} stone",
                COLOURS[taken - 1][0],
            )
            for place, taken in zip(BOARD, pos.cells)
            if taken != EMPTY
        ),
        counters=tuple(
            Counter(id=f"group-{seat}", label="joined", value=str(points(packed_of(pos), seat)), seat=seat)
            for seat in range(pos.players)
        ),
        choices=tuple(
            Choice(action=a, path=(BOARD[a].name,), text=action_text(pos, a), words=action_words(pos, a))
            for a in view.legal_actions
        ),
        score=tuple(counted(pos, seat) for seat in range(pos.players)) if view.is_over else (),
    )


def stone(cell: str) -> str:
    """The id of the stone on a cell."""
    return f"stone-{cell}"


def counted(pos: State, seat: int) -> ScoreLine:
    """The largest group of a seat, which a page shows once the game is over."""
    group = largest_group(packed_of(pos), seat)
    joined = tuple(stone(BOARD[n].name) for n in range(CELLS) if group >> n & 1)
    return ScoreLine(
        seat=seat, words="joined stones", counter=f"group-{seat}", parts=(ScorePart(pieces=joined, points=len(joined)),)
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    return (BOARD[action].name,)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    return "There is a stone already"
