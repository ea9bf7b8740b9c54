"""Random games and perft against plain Python."""

from collections.abc import Callable

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.search import action_scores, divide, guided_ends, guided_playouts, perft, playouts, random_steps

RACE = Game("tests.search.race")
GAMES = [RACE, *(rookery.load(slug) for slug in rookery.slugs())]


def count(position: Position, depth: int) -> int:
    """Perft by the library's door."""
    if depth == 0:
        return 1
    return sum(count(position.after_unchecked(action), depth - 1) for action in position.legal_actions)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_perft_counts_what_plain_python_counts(game: Game) -> None:
    position = game.start()
    for depth in range(4):
        assert perft(position, depth) == count(position, depth)


def test_perft_of_finished_games_is_nothing() -> None:
    position = RACE.start()
    while not position.is_over:
        position = position.after_unchecked(position.legal_actions[0])
    assert [perft(position, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_divide_adds_up_and_names_the_ways() -> None:
    position = rookery.load(rookery.slugs()[-1]).start()
    parts = divide(position, 3)
    assert sum(parts.values()) == perft(position, 3)
    assert list(parts) == [position.format(action) for action in position.legal_actions]


@pytest.mark.parametrize("depth", [-1])
def test_a_negative_depth_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth -1; it must be 0 or more"):
        perft(RACE.start(), depth)


HIDDEN = [game for game in GAMES if game.facts.hidden]


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.facts.slug)
@pytest.mark.parametrize(
    "go_on",
    [
        lambda view, generator: playouts(view, 1, generator),
        lambda view, generator: guided_playouts(view, 1, generator),
        lambda view, generator: guided_ends(view, 1, generator),
        lambda view, generator: random_steps(view, 1, 1, generator),
        lambda view, generator: perft(view, 1),
        lambda view, generator: action_scores(view, "order"),
    ],
)
def test_a_view_that_hides_something_is_refused(
    game: Game, go_on: Callable[[Position, np.random.Generator], object]
) -> None:
    """Rules that go on from what is blanked may never end."""
    position, generator = game.start(seed=1), np.random.default_rng(1)
    view = position.view(position.mover or 0)
    with pytest.raises(CannotPlay, match="a view does not know what others hide"):
        go_on(view, generator)
    go_on(view.determinize(generator), generator)


def test_playouts_have_the_means_of_the_game() -> None:
    """The mean of 20,000 random races against the exact mean, by a plain sum over everything that can happen."""
    position = RACE.start(players=2)
    found = playouts(position, 20_000, np.random.default_rng(5))
    assert found.plies == 8 * found.games
    assert found.means == pytest.approx(mean(position), abs=0.02)


def mean(position: Position) -> tuple[float, ...]:
    """Of random play, every action of a seat as likely."""
    if position.is_over:
        out = np.zeros(position.players)
        position.game.bindings.utilities(position.states, 0, out)
        return tuple(out.tolist())
    even = dict.fromkeys(position.legal_actions, 1 / len(position.legal_actions))
    odds = position.chances if position.mover == CHANCE else even
    parts = [(p, mean(position.after_unchecked(action))) for action, p in odds.items()]
    return tuple(sum(p * values[seat] for p, values in parts) for seat in range(position.players))


def test_games_side_by_side_begin_anew() -> None:
    """Races last 8 plies: in 80 rounds each of 50 games ends nine times and is about to end again."""
    assert random_steps(RACE.start(players=2), 50, 80, np.random.default_rng(1)) == 50 * 9


def test_nothing_begins_at_the_end() -> None:
    position = RACE.start()
    while not position.is_over:
        position = position.after_unchecked(position.legal_actions[0])
    with pytest.raises(CannotPlay, match="is over"):
        random_steps(position, 4, 3, np.random.default_rng(1))
    assert playouts(position, 4, np.random.default_rng(1)).plies == 0


def test_the_same_seed_gives_the_same_games() -> None:
    for game in GAMES:
        first, second = (playouts(game.start(), 50, np.random.default_rng(9)) for _ in range(2))
        assert first == second
