"""Positions of Blockers! as drawings, for tests to be read."""

import random

import rookery
from rookery import CHANCE, Position
from rookery.games.blockers.notation import KIND_NAMES

GAME = rookery.load("blockers")
ROWS, COLUMNS = "ABCDEFGHI", "123456789"
LETTERS = "RBGYO"


def drawn(
    drawing: str = "",
    rack: str = "",
    *,
    turn: int = 1,
    captured: str = "",
    phase: str = "play",
    players: int = 3,
    **options: str,
) -> Position:
    """A board of rows from A on, tiles or `.` for an empty space; rows left out are empty. `turn` counts from 1.

        R1   .    .    Bwild .  .  .  .  .

    rack: "R1 R2 ..."; colours not named hold five of those that lie nowhere. captured: by seat, "-, R7 Rmoon, -"."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    rows += [["."] * 9] * (9 - len(rows))
    board = "/".join(",".join("1" if tile == "." else tile for tile in row) for row in rows)
    colours = LETTERS[: 4 if players == 2 else players]
    lying = {*drawing.split(), *captured.replace(",", " ").split()}
    free = {colour: [colour + kind for kind in KIND_NAMES if colour + kind not in lying] for colour in colours}
    named = {colour: [tile for tile in rack.split() if tile[0] == colour] for colour in colours}
    racks = ["+".join(named[colour] or free[colour][:5]) for colour in colours]
    taken = ["+".join(part.split()) or "-" for part in (captured or "," * (players - 1)).split(",")]
    text = f"{board} {phase} {turn} {','.join(racks)} {','.join(taken)}"
    return GAME.position(text, players=players, **options)


def actions(position: Position) -> set[str]:
    """The legal actions in notation."""
    return {position.format(action) for action in position.legal_actions}


def spaces(position: Position, tile: str) -> set[str]:
    """Where a tile may be put."""
    return {text.split("@")[1] for text in actions(position) if text.split("@")[0] == tile}


def board(position: Position) -> dict[str, str]:
    """Space -> tile; occupied spaces only."""
    found = {}
    for row, line in zip(ROWS, position.text.split()[0].split("/"), strict=True):
        column = 0
        for word in line.split(","):
            if not word.isdigit():
                found[row + COLUMNS[column]] = word
            column += int(word) if word.isdigit() else 1
    return found


def racks(position: Position) -> list[list[str]]:
    """[colour] its tiles; [] where they are hidden or there are none."""
    return [word.split("+") if word[0] in LETTERS else [] for word in position.text.split()[3].split(",")]


def captured(position: Position) -> list[list[str]]:
    """[seat] what it has captured."""
    return [word.split("+") if word != "-" else [] for word in position.text.split()[4].split(",")]


def to_do(position: Position) -> str:
    """What is to be done, and whose turn it is, counted from 1: "play 2"."""
    return " ".join(position.text.split()[1:3])


def game(players: int, seed: int, **options: str) -> list[Position]:
    """All positions of a random game."""
    generator = random.Random(seed)
    positions = [GAME.start(seed=None, players=players, **options)]
    while not positions[-1].is_over:
        action = generator.choice(positions[-1].legal_actions)
        positions.append(positions[-1].after_unchecked(action))
    return positions


def dealt(players: int = 3, seed: int = 1, **options: str) -> Position:
    """The first position in which a seat decides."""
    position = next(p for p in game(players, seed, **options) if p.mover is not None and p.mover != CHANCE)
    return position
