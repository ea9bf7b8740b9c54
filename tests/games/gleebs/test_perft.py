"""Perft against perft.txt, by the kernels and by the slow twin; where they differ, the first action on whose way it is.

`make evidence GAME=gleebs` has kernels and twin count everything again, and writes the file anew.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rookery import Position
from rookery.search import divide, perft
from tests.games.gleebs.drawn import GAME, squares
from tests.games.gleebs.twin import GLEEBS, GRUES, Step, Twin

FILE = Path(__file__).parent / "perft.txt"
# the phases of a position's text, in order, as the twin calls them
STEPS: dict[str, Step] = {
    "begin": "who begins",
    "drawn": "grues",
    "second": "grues",
    "place": "placement",
    "gleeb": "gleeb movement",
    "grue": "grue movement",
}
PATIENCE = 4_000  # the twin recounts up to that many in the tests


class Entry(NamedTuple):
    text: str
    options: dict[str, str]
    depth: int
    ways: int

    @property
    def position(self) -> Position:
        return GAME.position(self.text, players=None, **self.options)


def read() -> list[Entry]:
    found = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            text, *rest = line.split("; ")
            options = dict(part.split(": ") for part in rest if ": " in part)
            found += [Entry(text, options, int(d), int(c)) for d, c in re.findall(r"; D(\d+) (\d+)", line)]
    return found


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it. The game must not be over."""
    _, side, phase, hand = position.text.split()
    pieces = {square: tuple(re.findall("..", names)) for square, names in squares(position).items()}
    unplaced = frozenset(re.findall("..", hand)) - set(GRUES)
    standing = {piece for stack in pieces.values() for piece in stack}
    eaten = frozenset(GLEEBS) - unplaced - standing
    seat = ("BY", "GR").index(side)
    return Twin(STEPS[phase], position.options["grues"], seat, seat, 0, pieces, unplaced, eaten, None)


def count(twin: Twin, depth: int) -> int:
    if depth <= 1:
        return len(twin.legal()) if depth else 1
    return sum(count(twin.after(text), depth - 1) for text in twin.legal())


def split(twin: Twin, depth: int) -> dict[str, int]:
    return {text: count(twin.after(text), depth - 1) for text in twin.legal()}


ENTRIES = read()


def name(entry: Entry) -> str:
    return f"D{entry.depth} {entry.text}"


@pytest.mark.parametrize("entry", ENTRIES, ids=name)
def test_kernels_count_what_the_file_says(entry: Entry) -> None:
    counted = perft(entry.position, entry.depth)
    assert counted == entry.ways, f"{counted}, not {entry.ways}; divided: {divide(entry.position, entry.depth)}"


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.ways <= PATIENCE], ids=name)
def test_the_twin_counts_the_same(entry: Entry) -> None:
    recount(entry)


def recount(entry: Entry) -> None:
    """AssertionError with both sides divided by the first action, where they differ."""
    counted = split(twin_of(entry.position), entry.depth)
    kernels = divide(entry.position, entry.depth)
    assert sum(counted.values()) == entry.ways, f"kernels {kernels}\ntwin {counted}"
