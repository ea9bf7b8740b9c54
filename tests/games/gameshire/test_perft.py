"""Perft against perft.txt, by the kernels and by the slow twin; where they differ, the first action on whose way it is.

The counts depend on the house set, too. `make evidence GAME=gameshire` has kernels and twin count everything again, and
writes the file anew.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rookery import Position
from rookery.games.gameshire.rules.layout import NONE, REVIEWED, SPRING
from rookery.search import divide, perft
from tests.games.gameshire.drawn import GAME
from tests.games.gameshire.test_twin import LINES, PHASES, letters, numbers, squares
from tests.games.gameshire.twin import COLOURS, GIFTS, Twin
from tests.games.gameshire.twin_box import CROPS, SQUARES, VALUES

FILE = Path(__file__).parent / "perft.txt"
PATIENCE = 400  # the twin recounts up to that many in the tests


class Entry(NamedTuple):
    text: str
    players: int
    options: tuple[tuple[str, str], ...]
    depth: int
    ways: int

    @property
    def position(self) -> Position:
        return GAME.position(self.text, players=self.players, **dict(self.options))


def entries(line: str) -> list[Entry]:
    """Those of a line of the file."""
    text, players, options, *_ = line.split("; ")
    chosen = [word.split("=") for word in options.split(",")]
    counts = re.findall(r"; D(\d+) (\d+)", line)
    return [Entry(text, int(players[0]), tuple((n, v) for n, v in chosen), int(d), int(c)) for d, c in counts]


def read() -> list[Entry]:
    lines = FILE.read_text("utf-8").splitlines()
    return [entry for line in lines if line and not line.startswith("#") for entry in entries(line)]


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it; one in which nobody is asked by a skill or a wrinkle."""
    state = position.state
    twin = Twin(position.players, **position.options)
    twin.season, twin.phase = "spring" if state.season == SPRING else "autumn", PHASES[state.phase]
    twin.turn, twin.recorder = int(state.turn), int(state.recorder)
    twin.chosen = None if state.chosen == NONE else int(state.chosen)
    twin.omit, twin.left, twin.dealt = bool(state.omit), int(state.left), bool(state.dealt)
    twin.top = None if state.top == NONE else int(state.top) + 1
    twin.season_deck, twin.season_discard = numbers(int(state.season_deck)), numbers(int(state.season_discard))
    twin.resource_deck = numbers(int(state.resource_deck))
    twin.resource_discard = numbers(int(state.resource_discard))
    twin.market = [card + 1 if card != NONE else None for card in state.market.tolist()]
    twin.under = [card + 1 if card != NONE else None for card in state.under.tolist()]
    twin.drawn = numbers(int(state.drawn))
    if state.reviewed == REVIEWED:
        twin.picked, twin.wanted = numbers(int(state.picked) & ~int(state.drawn)), dict.fromkeys(COLOURS, 0)
    else:
        twin.wanted = dict(zip(COLOURS, state.in_deck.tolist(), strict=True))
    for wrinkle in (twin.box.wrinkles[number] for number in twin.drawn):
        if wrinkle.effect not in ("cross out", "boons lost", "skill forgotten"):
            twin.effects[wrinkle.effect] = twin.effects.get(wrinkle.effect, 0) + wrinkle.amount
    given = [column for column, value in zip(GIFTS, state.gifts.tolist(), strict=True) if value]
    twin.gifts = {column: VALUES[state.gifts[GIFTS.index(column)] - 1] for column in given}
    twin.giver = {column: int(state.giver[GIFTS.index(column)]) for column in given}
    twin.covered, twin.delivered = [*letters(int(state.covered), GIFTS)], [*letters(int(state.delivered), GIFTS)]
    twin.learned = [*letters(int(state.learned), CROPS)]
    twin.uses, twin.spent = int(state.uses), int(state.spent)
    for seat, sheet in enumerate(twin.sheets):
        values = state.boxes[seat].tolist()
        sheet.boxes = {square: VALUES[value - 1] for square, value in zip(SQUARES, values, strict=True) if value}
        sheet.crossed, sheet.shaded = squares(int(state.crossed[seat])), squares(int(state.shaded[seat]))
        sheet.boons, sheet.out = {*letters(int(state.boons[seat]), LINES)}, bool(int(state.out) >> seat & 1)
    twin._legal = None
    return twin


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
    return f"{' '.join(entry.text.split()[:2])}, {entry.players} players, D{entry.depth}, {len(entry.text)} characters"


ENTRIES = read()


@pytest.mark.parametrize("entry", ENTRIES, ids=name)
def test_kernels_count_what_the_file_says(entry: Entry) -> None:
    counted = perft(entry.position, entry.depth)
    assert counted == entry.ways, f"{counted}, not {entry.ways}; divided: {divide(entry.position, entry.depth)}"


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.ways <= PATIENCE], ids=name)
def test_the_twin_counts_the_same(entry: Entry) -> None:
    recount(entry)


def test_the_file_has_every_phase_in_which_much_is_decided() -> None:
    phases = {" ".join(entry.text.split()[:2]) for entry in ENTRIES}
    assert phases >= {"spring choose", "spring record", "spring crown", "autumn choose", "autumn record"}
    assert phases >= {"autumn deliver", "autumn refresh", "spring resource"}
