"""Perft against perft.txt, by the kernels and by the slow twin; where they differ, the first action on whose way it is.

`make evidence GAME=grackles` has kernels and twin count everything again, and writes the file anew.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rookery import Position
from rookery.games.grackles import notation
from rookery.games.grackles.board import NOTHING
from rookery.games.grackles.facts import COLOUR_LETTERS
from rookery.games.grackles.tiles import ARRANGEMENTS
from rookery.search import divide, perft
from tests.games.grackles.drawn import GAME
from tests.games.grackles.test_twin import STEPS, lines, tiles
from tests.games.grackles.twin import Step, Twin, straight

FILE = Path(__file__).parent / "perft.txt"
PATIENCE = 1_500  # the twin recounts up to that many in the tests


class Entry(NamedTuple):
    text: str
    players: int
    depth: int
    ways: int

    @property
    def position(self) -> Position:
        return GAME.position(self.text, players=self.players)


def read() -> list[Entry]:
    found = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            text, players, *_ = line.split("; ")
            found += [Entry(text, int(players[0]), int(d), int(c)) for d, c in re.findall(r"; D(\d+) (\d+)", line)]
    return found


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it."""
    state, players = position.state, position.players
    step: Step = STEPS[state.phase]
    birds = {spot: seat for seat, _, low, high in lines(position) for spot in straight(low, high)}
    left = dict(zip(ARRANGEMENTS, state.left.tolist(), strict=True))
    drawn = None if state.drawn == NOTHING else ARRANGEMENTS[state.drawn]
    tokens, supply = tuple(state.tokens[:players].tolist()), tuple(state.birds[:players].tolist())
    turn_of, idle = int(state.turn), int(state.quiet)
    palette = "".join(COLOUR_LETTERS[colour] for colour in state.own)
    return Twin(
        players, step, turn_of, tiles(position), birds, lines(position), tokens, supply, left, drawn, idle, palette
    )


def count(twin: Twin, depth: int) -> int:
    if depth <= 1:
        return len(twin.legal()) if depth else 1
    return sum(count(twin.after(text), depth - 1) for text in twin.legal())


def recount(entry: Entry) -> None:
    """AssertionError with both sides divided by the first action, where they differ."""
    twin = twin_of(entry.position)
    counted = {text: count(twin.after(text), entry.depth - 1) for text in twin.legal()}
    kernels = divide(entry.position, entry.depth)
    assert sum(counted.values()) == entry.ways, f"kernels {kernels}\ntwin {counted}"


def name(entry: Entry) -> str:
    return f"{entry.players} players, D{entry.depth}, {len(entry.text)} characters"


ENTRIES = read()


@pytest.mark.parametrize("entry", ENTRIES, ids=name)
def test_kernels_count_what_the_file_says(entry: Entry) -> None:
    counted = perft(entry.position, entry.depth)
    assert counted == entry.ways, f"{counted}, not {entry.ways}; divided: {divide(entry.position, entry.depth)}"


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.ways <= PATIENCE], ids=name)
def test_the_twin_counts_the_same(entry: Entry) -> None:
    recount(entry)


def test_names_lead_back() -> None:
    assert all(notation.cell_named(notation.cell_name(at)) == at for at in range(72))
