"""The upright board. A click anywhere in a column drops a stone.

A move changes one column. The others are the same objects as before, because `_column` remembers them.
"""

import functools

from rookery.core.position import Position
from rookery.core.scene import Choice, Label, Piece, Scene, ScoreLine, ScorePart, Spot, Zone
from rookery_connect_four.notation import SEATS, drop_words, stones
from rookery_connect_four.rules import COLUMNS, NOBODY, ROWS, STEP, State, has_four

PICTURE = "......./......./...x.../...o.../.oxxo../.xoxo.x"
MOTIONS = {"c-stone": "falls"}
NAMES = "abcdefg"
BOARD = Zone(id="board", words="Board", symbol="c-board", x=COLUMNS / 2, y=ROWS / 2, width=COLUMNS, height=ROWS)
LABELS = tuple(Label(id=f"label-{n}", x=c + 0.5, y=ROWS + 0.3, text=n) for c, n in enumerate(NAMES))


def scene(view: Position, facing: int) -> Scene:
    pos: State = view.numbers
    columns = [_column(column, stones(pos, column)) for column in range(COLUMNS)]
    return Scene(
        width=COLUMNS,
        height=ROWS + 0.6,
        caption=view.outcome.words if view.outcome else f"{SEATS[pos.ply & 1]}: drop a stone",
        prompts=("Choose a column",),
        zones=(BOARD,),
        spots=tuple(spot for spot, _ in columns),
        pieces=tuple(piece for _, pieces in columns for piece in pieces),
        labels=LABELS,
        score=_four(pos) if pos.winner != NOBODY else (),
        choices=tuple(_choice(pos.ply & 1, action) for action in view.legal_actions),
    )


def clicks(view: Position, text: str) -> tuple[str, ...]:
    """The path of an action in notation, legal or not."""
    return (text.lower(),)


@functools.lru_cache(1024)
def _column(column: int, held: tuple[int, ...]) -> tuple[Spot, tuple[Piece, ...]]:
    """A column and its stones. `held`: their seats, from the bottom."""
    name = NAMES[column]
    spot = Spot(
        id=name,
        zone="board",
        x=column + 0.5,
        y=ROWS / 2,
        height=ROWS,
        symbol="c-column",
        words=f"Column {name}, from the bottom: {', '.join(SEATS[seat].lower() for seat in held) or 'empty'}",
    )
    return spot, tuple(
        Piece(
            id=f"{name}{row + 1}",
            spot=name,
            x=column + 0.5,
            y=ROWS - row - 0.5,
            symbol="c-stone",
            style=SEATS[seat].lower(),
            words=f"{SEATS[seat].lower()} stone",
            text="xo"[seat],
        )
        for row, seat in enumerate(held)
    )


def _four(pos: State) -> tuple[ScoreLine]:
    """The winner's stones in lines of four or more."""
    stones, lined = pos.stones[pos.winner], 0
    for first in range(COLUMNS * STEP):
        for step in (1, STEP, STEP - 1, STEP + 1):
            four = sum(1 << (first + step * far) for far in range(4))
            if has_four(stones & four):
                lined |= four
    names = [f"{NAMES[c]}{row + 1}" for c in range(COLUMNS) for row in range(ROWS) if lined >> (c * STEP + row) & 1]
    return (ScoreLine(seat=pos.winner, words="four in a line", parts=(ScorePart(pieces=tuple(names)),)),)


@functools.cache
def _choice(seat: int, action: int) -> Choice:
    return Choice(action=action, path=(NAMES[action],), text=NAMES[action], words=drop_words(seat, action))


def touched(view: Position, action: int) -> tuple[str]:
    """The spots to mark after an action: its column."""
    return (NAMES[action],)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click on a column does nothing: the only reason is that the column is full."""
    return f"Column {spot} is full"
