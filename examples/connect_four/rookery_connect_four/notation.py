"""Actions are columns, a to g. A position is written as its rows from the top, with x for red and o for yellow."""

import itertools
import re

from rookery_connect_four.rules import COLUMNS, NOBODY, ROWS, STEP, State, has_four

ACTION_PATTERN = re.compile(r"[a-g]", re.IGNORECASE)
ACTION_FORM = "actions are columns, a to g"
POSITION_FORM = "positions are six rows from the top, such as ......./......./......./......./...o.../...x..."
SEATS = ("Red", "Yellow")


def action_text(pos: State, action: int) -> str:
    return "abcdefg"[action]


def action_words(pos: State, action: int) -> str:
    return drop_words(pos.ply & 1, action)


def drop_words(seat: int, column: int) -> str:
    return f"{SEATS[seat]} drops into column {'abcdefg'[column]}"


def outcome_words(pos: State) -> str:
    if pos.winner == NOBODY:
        return f"A draw: {outcome_reason(pos)}."
    return f"{outcome_reason(pos)}, and wins."


def outcome_reason(pos: State) -> str:
    return "the board is full" if pos.winner == NOBODY else f"{SEATS[pos.winner]} has four in a line"


def stone(pos: State, column: int, row: int) -> int:
    """The seat whose stone is in a cell, or NOBODY."""
    bit = 1 << (column * STEP + row)
    return 0 if pos.stones[0] & bit else 1 if pos.stones[1] & bit else NOBODY


def stones(pos: State, column: int) -> tuple[int, ...]:
    """The seats whose stones are in a column, from the bottom."""
    return tuple(itertools.takewhile(lambda seat: seat != NOBODY, (stone(pos, column, row) for row in range(ROWS))))


def position_text(pos: State) -> str:
    rows = ("".join(".xo"[stone(pos, column, row) + 1] for column in range(COLUMNS)) for row in reversed(range(ROWS)))
    return "/".join(rows)


def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`. Raises ValueError for stones that hang in the air, an impossible count of stones, or
    play after a win."""
    rows = text.split("/")
    if [len(row) for row in rows] != [COLUMNS] * ROWS or set(text) - set("xo./"):
        raise ValueError(f"it needs {ROWS} rows of {COLUMNS} cells")
    stones = [0, 0]
    for row, cells in enumerate(reversed(rows)):
        for column, cell in enumerate(cells):
            if cell != "." and row and rows[ROWS - row][column] == ".":
                raise ValueError(f"a stone hangs in the air in column {'abcdefg'[column]}")
            if cell != ".":
                stones["xo".index(cell)] |= 1 << (column * STEP + row)
    counts = [text.count("x"), text.count("o")]
    if counts[0] - counts[1] not in (0, 1):
        raise ValueError(f"{counts[0]} red and {counts[1]} yellow stones are impossible: red begins, turns alternate")
    winners = [seat for seat in (0, 1) if has_four(stones[seat])]
    if len(winners) == 2 or (winners and winners[0] == (sum(counts) & 1)):
        raise ValueError("a player has moved after the game was won")
    pos.stones[:], pos.ply = stones, sum(counts)
    pos.winner = winners[0] if winners else NOBODY
