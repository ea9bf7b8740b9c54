"""The upright board. A click anywhere in a column drops a stone."""

from rookery.core.position import Position
from rookery.core.scene import Choice, Label, Piece, Scene, Spot, Zone
from rookery_connect_four.notation import SEATS, action_text, action_words, stone
from rookery_connect_four.rules import COLUMNS, NOBODY, ROWS, State

PICTURE = "......./......./...x.../...o.../.oxxo../.xoxo.x"


def scene(view: Position, facing: int) -> Scene:
    pos: State = view.numbers
    names = "abcdefg"
    cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    held = {(column, row): stone(pos, column, row) for column, row in cells}
    heights = [sum(held[column, row] != NOBODY for row in range(ROWS)) for column in range(COLUMNS)]
    return Scene(
        width=COLUMNS,
        height=ROWS + 0.6,
        caption=view.outcome.words if view.outcome else f"{SEATS[pos.ply & 1]}: drop a stone",
        prompts=("Choose a column",),
        zones=(
            Zone(id="board", words="Board", symbol="c-board", x=COLUMNS / 2, y=ROWS / 2, width=COLUMNS, height=ROWS),
        ),
        spots=tuple(
            Spot(
                id=names[c],
                zone="board",
                x=c + 0.5,
                y=ROWS / 2,
                height=ROWS,
                symbol="c-column",
                words=f"Column {names[c]}, from the bottom: "
                + (", ".join(SEATS[held[c, row]].lower() for row in range(heights[c])) or "empty"),
            )
            for c in range(COLUMNS)
        ),
        pieces=tuple(
            Piece(
                id=f"{names[c]}{row + 1}",
                spot=names[c],
                x=c + 0.5,
                y=ROWS - row - 0.5,
                symbol="c-stone",
                style=SEATS[seat].lower(),
                words=f"{SEATS[seat].lower()} stone",
                text="xo"[seat],
            )
            for (c, row), seat in held.items()
            if seat != NOBODY
        ),
        labels=tuple(Label(id=f"label-{n}", x=c + 0.5, y=ROWS + 0.3, text=n) for c, n in enumerate(names)),
        choices=tuple(
            Choice(action=a, path=(names[a],), text=action_text(pos, a), words=action_words(pos, a))
            for a in view.legal_actions
        ),
    )


def touched(view: Position, action: int) -> tuple[str]:
    """The spots to mark after an action: its column."""
    return ("abcdefg"[action],)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click on a column does nothing: the only reason is that the column is full."""
    return f"Column {spot} is full"
