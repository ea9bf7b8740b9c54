"""Nobody learns what is drawn before it is drawn, because it does not exist, and nothing else is hidden in this game.

That two games are alike until they draw another tile is tested for all games: tests/server/wire/test_views.py.
"""

import pickle
from collections import Counter

import numpy as np

from rookery.games.grackles.board import COUNTS, MIX
from rookery.games.grackles.tiles import ARRANGEMENTS
from rookery.server.table.events import Played
from rookery.server.wire import views
from tests.games.grackles.drawn import GAME
from tests.server.support.app_client import table_of


def test_a_start_keeps_no_seed() -> None:
    starts = {pickle.dumps(GAME.start(seed=seed, first="seat 1")) for seed in range(20)}
    assert len(starts) == 1


def test_trying_out_to_draw_shows_no_tile() -> None:
    table = table_of(GAME, 2, first="seat 1")
    draw = table.position.parse("draw")
    assert "g-hand-" not in repr(table.position.view(0).after(draw).scene(0))
    drawing = table.position.after(draw)
    tile = drawing.parse("tile PKGB")
    table.add([Played(1, 0, draw, drawing.key), Played(2, None, tile, drawing.after(tile).key)])
    assert "g-hand-PKGB" in repr(views.moment(table, (1,)).scene)


# ── Draws ────────────────────────────────────────────────────────────────────
def deviation(counts: Counter[int], weights: list[int]) -> float:
    """How far counts are from what weights promise, in standard deviations of chi-square."""
    expected = [counts.total() * weight / sum(weights) for weight in weights]
    found = sum((counts[kind] - number) ** 2 / number for kind, number in enumerate(expected) if number)
    assert all(not counts[kind] for kind, number in enumerate(expected) if not number)
    freedom = sum(1 for number in expected if number) - 1
    return float((found - freedom) / np.sqrt(2 * freedom))


def test_guess_adds_nothing_and_draws_come_as_they_should() -> None:
    """A view is the whole world; the one thing that is not settled is the next draw, by the tiles that are left."""
    generator = np.random.default_rng(2026)
    drawing = GAME.start(first="seat 1").after("draw")
    weights = COUNTS.tolist()
    weights[MIX.starting] -= 2
    counts = Counter[int]()
    for _ in range(6_000):
        world = drawing.view(0).determinize(generator)
        assert world == drawing
        counts[int(world.settled(generator).state.drawn)] += 1
    assert len(counts) == len(ARRANGEMENTS)
    assert abs(deviation(counts, weights)) < 4
