"""The kernels agree with the slow twin at every ply of random games: legality, board, mover, chances and outcome."""

import random
from typing import Literal

import pytest

import rookery
from rookery import Position
from rookery.games.grackles import notation, rules
from rookery.games.grackles.board import NOTHING, QUARTERS
from rookery.games.grackles.facts import COLOUR_LETTERS
from rookery.games.grackles.tiles import ARRANGEMENTS
from rookery.testing.walks import tables
from tests.games.both import Both, shares
from tests.games.grackles.twin import Line, Step, Tiles, Twin, straight

GAME = rookery.load("grackles")
TABLES = tables(GAME)  # every number of players with every choice of its option
GAMES, GAMES_OF_A_SOAK = 4, 1_000  # at each table
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


def assert_same(position: Position, twin: Twin) -> None:
    state, players = position.state, twin.players
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
    elif twin.step != "placing":
        assert tiles(position) == twin.tiles
        assert lines(position) == twin.lines


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


BOTH = Both(
    game=GAME,
    start=Twin.start,
    twin_of=twin_of,
    assert_same=assert_same,
    worth=lambda twin: shares(twin.players, twin.winners or ()),
    texts=lambda position: {notation.action_text(position.state, action): action for action in position.legal_actions},
    patience=1_500,
)


def check_games(players: int, options: dict[str, str], games: int, seed: int) -> tuple[set[int], int]:
    """Games of one table; which seats won, and how many wins were shared."""
    generator = random.Random(seed)
    bold = 0.0

    def choose(legal: list[str], twin: Twin) -> str:
        """Any action; with the probability `bold` a line or an extension, where there is one."""
        plays = [text for text in legal if "-" in text or "+" in text]
        return generator.choice(plays if plays and generator.random() < bold else legal)

    plies, winners, shared = 0, set[int](), 0
    for _ in range(games):
        bold = generator.random()
        end, length = BOTH.play(players, options, choose)
        plies += length
        winners |= set(end.winners or ())
        shared += len(end.winners or ()) > 1
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
