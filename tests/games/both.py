"""The kernels of a game and its slow twin, side by side: what is alike for all games.

`BOTH` in a game's test_twin.py says what only that game knows.
"""

import importlib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

import pytest

import rookery
from rookery import CHANCE, Position, Record
from rookery.core.position import Game
from rookery.search import divide

FOLDER = Path(__file__).parent
SLUGS = [slug for slug in rookery.slugs() if (FOLDER / slug / "twin.py").exists()]  # of the games that have a twin


class SlowTwin(Protocol):
    """What a twin must say of one position."""

    @property
    def mover(self) -> int | str | None: ...

    def legal(self) -> list[str]:
        """Texts of all actions; empty exactly when the game is over."""

    def after(self, text: str) -> Self:
        """The position after one action."""


AnyTwin = TypeVar("AnyTwin", bound=SlowTwin)


class Counted(NamedTuple):
    """In how many ways a position can go on: a count of perft.txt."""

    slug: str
    text: str
    players: int | None  # None: as many as is usual
    options: dict[str, str]
    depth: int
    ways: int

    @property
    def position(self) -> Position:
        return rookery.load(self.slug).position(self.text, self.players, **self.options)

    def __str__(self) -> str:
        return f"{self.slug} D{self.depth} {self.text}"


@dataclass(frozen=True)
class Both(Generic[AnyTwin]):
    """How the kernels and the twin of a game are compared."""

    game: Game
    start: Callable[..., AnyTwin]  # of the twin; its arguments are the number of players and the options
    twin_of: Callable[[Position], AnyTwin]  # the same position, as the twin sees it
    assert_same: Callable[[Position, AnyTwin], None]  # what only this game has
    worth: Callable[[AnyTwin], tuple[float, ...]]  # utilities at the end
    texts: Callable[[Position], dict[str, int]]  # the legal actions by their notation
    patience: int  # the twin recounts up to so many ways in every run
    step: Callable[[AnyTwin, str], AnyTwin] = lambda twin, text: twin.after(text)

    def compare(self, position: Position, twin: AnyTwin) -> dict[str, int]:
        """The legal actions by their notation. AssertionError where kernels and twin differ."""
        texts, legal = self.texts(position), twin.legal()
        kernels_only, twin_only = texts.keys() - {*legal}, {*legal} - texts.keys()
        assert not kernels_only, f"kernels only: {sorted(kernels_only)[:9]}; twin only: {sorted(twin_only)[:9]}"
        assert not twin_only, f"twin only: {sorted(twin_only)[:9]}"
        assert len(legal) == len(position.legal_actions) == len(texts), "one action is there twice"
        assert position.mover == (CHANCE if twin.mover == "chance" else twin.mover), f"{position.mover}, {twin.mover}"
        self.assert_same(position, twin)
        assert (position.outcome is None) == bool(legal), f"{position.outcome}; {legal}"
        if position.outcome is not None:
            assert position.outcome.utilities == pytest.approx(self.worth(twin)), f"{position.outcome}"
        return texts

    def play(
        self, players: int, options: dict[str, str], choose: Callable[[list[str], AnyTwin], str]
    ) -> tuple[AnyTwin, int]:
        """A game by both, compared at every ply. Returns the twin at the end, and the number of plies."""
        position = self.game.start_with(self.game.facts.settings(players, options))
        twin, trail = self.start(players, **options), [f"{players} players, {options}"]
        try:
            while texts := self.compare(position, twin):
                trail.append(choose(sorted(texts), twin))
                position, twin = position.after_unchecked(texts[trail[-1]]), self.step(twin, trail[-1])
        except AssertionError as error:
            raise AssertionError(f"{error}\n{', '.join(trail)}\n{position.text}\n{twin}") from error
        return twin, len(trail) - 1

    def replay(self, record: Record) -> AnyTwin:
        """A recorded game, played again by both; the twin at its end."""
        texts = map(record.text, range(1, record.plies + 1))
        first = record.at(0)
        twin, plies = self.play(first.players, first.options, lambda legal, twin: next(texts))
        assert plies == record.plies
        return twin

    def count(self, twin: AnyTwin, depth: int) -> int:
        if depth <= 1:
            return len(twin.legal()) if depth else 1
        return sum(self.count(twin.after(text), depth - 1) for text in twin.legal())

    def recount(self, counted: Counted) -> None:
        """AssertionError with both sides divided by the first action, where they differ."""
        first = self.twin_of(counted.position)
        ways = {text: self.count(first.after(text), counted.depth - 1) for text in first.legal()}
        kernels = divide(counted.position, counted.depth)
        assert sum(ways.values()) == counted.ways, f"kernels {kernels}\ntwin {ways}"


def both(slug: str) -> Both[Any]:
    """Of a game that has a twin."""
    found: Both[Any] = importlib.import_module(f"tests.games.{slug}.test_twin").BOTH
    return found


def shares(players: int, winners: Collection[int]) -> tuple[float, ...]:
    """Utilities: the winners share evenly what the others lose; without winners nobody loses."""
    if not winners:
        return (0.0,) * players
    prize = (players / len(winners) - 1) / (players - 1)
    return tuple(prize if seat in winners else -1 / (players - 1) for seat in range(players))


def perft_file(slug: str) -> Path:
    return FOLDER / slug / "perft.txt"


def counts(slug: str) -> list[Counted]:
    """Those of a game's perft.txt: "position; players: 3; option: choice; D1 5; D2 20"."""
    found = []
    for line in perft_file(slug).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            text, *rest = line.split("; ")
            options = dict(part.split(": ") for part in rest if ": " in part)
            players = int(options.pop("players")) if "players" in options else None
            ways = re.findall(r"; D(\d+) (\d+)", line)
            found += [Counted(slug, text, players, options, int(depth), int(count)) for depth, count in ways]
    return found
