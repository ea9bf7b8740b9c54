"""Nobody learns what only others know: positions that differ in that alone look, sound and read the same.

The other worlds here are made by this file, not by `determinize`: hidden racks are filled anew from what has not been
played. What the server tells is compared in tests/server/wire/test_views.py.
"""

from collections import Counter

import numpy as np
import pytest

from rookery import Position
from rookery.games.blockers import rules
from rookery.games.blockers.spaces import KINDS
from tests import two_worlds
from tests.games.blockers.drawn import GAME, game, racks

GAMES, STEP = 4, 10  # games, and of how many plies one is looked at
GAMES_OF_A_SOAK, STEP_OF_A_SOAK = 500, 5


# ── Positions ────────────────────────────────────────────────────────────────
def other_world(position: Position, viewer: int, generator: np.random.Generator) -> Position:
    """Racks of others (BL-03) of which something is undrawn (BL-23) hold any of the tiles that were not played."""
    states, state = position.states, position.state
    for colour in range(rules.colours_of(state)):
        hidden = rules.owner(state, colour) != viewer and state.pile[colour] and not position.is_over
        if hidden and state.held[colour]:
            unseen = [kind for kind in range(KINDS) if not state.played[colour] >> kind & 1]
            chosen = generator.choice(unseen, int(state.held[colour]), replace=False).tolist()
            states[0].rack[colour] = sum(1 << kind for kind in chosen)
    return Position(GAME, states, GAME.facts.settings(position.players, position.options))


def test_nothing_shows() -> None:
    differed = two_worlds.check(GAME, other_world, games=GAMES, seed=3, step=STEP, levels=("random", "greedy"))
    assert all(differed[viewer] > 5 * GAMES for viewer in (-1, 0, 1))


@pytest.mark.soak
def test_nothing_shows_in_many_games() -> None:
    differed = two_worlds.check(GAME, other_world, games=GAMES_OF_A_SOAK, seed=4, step=STEP_OF_A_SOAK)
    print(f"{GAMES_OF_A_SOAK} games, {differed.total()} pairs of different positions that look the same")
    assert all(differed[viewer] > 10 * GAMES_OF_A_SOAK for viewer in (-1, 0, 1))


@pytest.mark.soak
def test_bots_play_the_same() -> None:
    two_worlds.check(GAME, other_world, games=8, seed=5, step=23, levels=("random", "greedy", "easy", "medium"))


def test_what_is_shown_is_shown() -> None:
    """The tests above would pass if views were empty."""
    position = next(p for p in game(4, 5) if p.state.phase == rules.PLAY and p.state.pile[0] == 10)
    for seat in range(4):
        assert [len(rack) for rack in racks(position.view(seat))] == [5 * (colour == seat) for colour in range(4)]
    assert all(racks(game(4, 5)[-1].view(0)))


# ── Determinizing ────────────────────────────────────────────────────────────
def chi_square(counts: Counter[tuple[int, ...]], worlds: int) -> float:
    """How far the counts of worlds that should come alike are from that, in standard deviations of chi-square."""
    expected = counts.total() / worlds
    found = sum((counts[world] - expected) ** 2 / expected for world in counts) + (worlds - len(counts)) * expected
    return float((found - (worlds - 1)) / np.sqrt(2 * (worlds - 1)))


def determinized(view: Position, number: int) -> Counter[tuple[int, ...]]:
    generator = np.random.default_rng(2026)
    return Counter(tuple(view.determinize(generator).state.rack.tolist()) for _ in range(number))


def test_determinize_is_unbiased() -> None:
    """Blue holds five of six tiles, green five of seven: 6 x 21 worlds, all as likely."""
    position = next(p for p in game(3, 6, first="seat 1") if p.mover == 2 and p.state.pile.tolist()[1:3] == [1, 2])
    counts = determinized(position.view(0), 126 * 80)
    assert {held[0] for held in counts} == {int(position.state.rack[0])}
    assert len(counts) == 126
    assert abs(chi_square(counts, 126)) < 4
