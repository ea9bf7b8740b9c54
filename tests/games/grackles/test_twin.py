"""The kernels agree with the slow twin at every ply of random games: legality, board, mover, chances and outcome."""

import random
from collections.abc import Iterable
from typing import Literal

import pytest

import rookery
from rookery import CHANCE, Position
from rookery.games.grackles import notation, rules
from rookery.games.grackles.board import NOTHING, QUARTERS
from rookery.games.grackles.tiles import ARRANGEMENTS
from rookery.testing.walks import tables
from tests.games.grackles.twin import Line, Step, Tiles, Twin

GAME = rookery.load("grackles")
TABLES = tables(GAME)  # every number of players with every choice of its option
GAMES, GAMES_OF_A_SOAK = 12, 1_000  # at each table
STEPS: tuple[Step, ...] = ("who begins", "turn", "drawing", "placing", "over")  # the phases, as the twin calls them


def tiles(position: Position) -> Tiles:
    """The tiles as the twin writes them."""
    looks = {notation.cell_name(at): look for at, look in enumerate(position.state.tiles.tolist()) if look != NOTHING}
    return {cell: (ARRANGEMENTS[look // QUARTERS], look % QUARTERS * 90) for cell, look in looks.items()}


def lines(position: Position) -> frozenset[Line]:
    """The lines as the twin writes them."""
    found: list[Line] = []
    for seat, wire, low, high in notation.lines_of(position.numbers):
        low_end, high_end = notation.spot_name(wire, low), notation.spot_name(wire, high)
        axis: Literal["row", "column"] = "row" if wire < 18 else "column"
        found.append((seat, axis, low_end, high_end))
    return frozenset(found)


def assert_same(position: Position, twin: Twin, texts: Iterable[str], legal: list[str]) -> None:
    state, players = position.state, twin.players
    assert sorted(texts) == legal
    assert position.mover == (CHANCE if twin.mover == "chance" else twin.mover)
    assert STEPS[state.phase] == twin.step
    assert twin.step in ("who begins", "over") or state.turn == twin.turn_of
    assert tuple(state.birds[:players]) == twin.supply
    assert tuple(state.tokens[:players]) == twin.tokens
    assert tuple(rules.points(state, seat) for seat in range(players)) == twin.scores()
    assert dict(zip(ARRANGEMENTS, state.left.tolist(), strict=True)) == twin.left
    assert (None if state.drawn == NOTHING else ARRANGEMENTS[state.drawn]) == twin.drawn
    assert state.quiet == twin.idle
    if twin.mover == "chance":
        total = sum(twin.weights().values())
        chances = {position.format(action): chance for action, chance in position.chances.items()}
        assert chances == pytest.approx({text: weight / total for text, weight in twin.weights().items()})


def assert_same_end(position: Position, twin: Twin) -> None:
    assert position.outcome is not None
    assert twin.winners is not None
    won = len(twin.winners)
    share = (twin.players - won) / (won * (twin.players - 1))
    expected = [share if seat in twin.winners else -1 / (twin.players - 1) for seat in range(twin.players)]
    assert position.outcome.utilities == pytest.approx(expected)
    assert sum(position.outcome.utilities) == pytest.approx(0)


def choose(legal: list[str], twin: Twin, bold: float, generator: random.Random) -> str:
    """Any action; with the probability `bold` a line or an extension, where there is one."""
    plays = [text for text in legal if "-" in text or "+" in text]
    return generator.choice(plays if plays and generator.random() < bold else legal)


def check_games(players: int, options: dict[str, str], games: int, seed: int) -> tuple[set[int], int]:
    """Games of one table; which seats won, and how many wins were shared."""
    generator = random.Random(seed)
    settings = GAME.facts.settings(players, options)
    plies, winners, shared = 0, set[int](), 0
    for _ in range(games):
        position, twin = GAME.start_with(settings), Twin.start(players, **options)
        bold, trail = generator.random(), [repr(options)]
        try:
            while True:
                legal = sorted(twin.legal())
                known = {notation.action_text(position.state, action): action for action in position.legal_actions}
                assert_same(position, twin, known, legal)
                if not legal:
                    break
                trail.append(choose(legal, twin, bold, generator))
                position, twin = position.after_unchecked(known[trail[-1]]), twin.after(trail[-1])
                plies += 1
                if trail[-1][0] in "ABCDEFGHr":
                    assert tiles(position) == twin.tiles
                elif "-" in trail[-1] or "+" in trail[-1]:
                    assert lines(position) == twin.lines
            assert_same_end(position, twin)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{', '.join(trail)}\n{position.text}\n{twin}") from error
        winners |= set(twin.winners or ())
        shared += len(twin.winners or ()) > 1
    assert plies > 90 * games
    return winners, shared


@pytest.mark.parametrize("players", GAME.facts.players)
def test_kernels_and_twin_play_the_same_game(players: int) -> None:
    winners, shared = set(), 0
    for number, (seats, options) in enumerate(TABLES):
        if seats == players:
            won, together = check_games(players, options, GAMES, 20264 + number)
            winners |= won
            shared += together
    assert winners == set(range(players))
    assert shared


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_kernels_and_twin_play_the_same_game_at_length(players: int, options: dict[str, str]) -> None:
    winners, shared = check_games(players, options, GAMES_OF_A_SOAK, players)
    assert winners == set(range(players))
    assert shared
