"""Perft against perft.txt, by the kernels and by the slow twin; where they differ, the first action on whose way it is.

`make evidence GAME=blockers` has kernels and twin count everything again, and writes the file anew.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rookery import Position
from rookery.games.blockers import rules
from rookery.search import divide, perft
from tests.games.blockers.drawn import GAME, board, captured, racks
from tests.games.blockers.twin import KINDS, PAIRS, Colour, Twin

FILE = Path(__file__).parent / "perft.txt"
PATIENCE = 500  # the twin recounts up to that many in the tests


class Entry(NamedTuple):
    text: str
    players: int
    options: dict[str, str]
    depth: int
    ways: int

    @property
    def position(self) -> Position:
        return GAME.position(self.text, self.players, **self.options)


def read() -> list[Entry]:
    found = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            text, *rest = line.split("; ")
            options = dict(part.split(": ") for part in rest if ": " in part)
            players = int(options.pop("players"))
            found += [Entry(text, players, options, int(d), int(c)) for d, c in re.findall(r"; D(\d+) (\d+)", line)]
    return found


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it. Everybody has five tiles, except a seat that is about to draw."""
    state, options = position.state, position.options
    begun = state.phase != rules.WHO_BEGINS
    owns = PAIRS[options["colours"]] if position.players == 2 else list("RBGYO"[: position.players])
    colours: list[Colour] = [colour for colour in "RBGYO" if colour in "".join(owns)]
    held = dict(zip(colours, racks(position), strict=True))
    lying = [*board(position).values(), *(tile for tiles in captured(position) for tile in tiles)]
    return Twin(
        owns=tuple(owns),
        scoring=options["scoring"],
        own_second_colour=options["own_second_colour"],
        first=0 if begun else None,
        turn_of=int(state.turn) if begun else None,
        to_draw=() if begun else tuple(colour for colour in colours for _ in range(rules.RACK)),
        board=board(position),
        racks={colour: tuple(tiles) for colour, tiles in held.items()},
        piles={c: frozenset(c + kind for kind in KINDS) - set(held[c]) - set(lying) for c in colours},
        trophies={seat: tuple(tiles) for seat, tiles in enumerate(captured(position))},
        skipped=0,
    )


def count(twin: Twin, depth: int) -> int:
    if depth <= 1:
        return len(twin.legal) if depth else 1
    return sum(count(twin.after(text), depth - 1) for text in twin.legal)


def split(twin: Twin, depth: int) -> dict[str, int]:
    return {text: count(twin.after(text), depth - 1) for text in twin.legal}


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
