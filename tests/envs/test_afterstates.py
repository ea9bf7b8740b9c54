"""What movers see after each of their actions, for those who learn what positions are worth."""

import numpy as np

from rookery import envs
from rookery.core.position import Game
from tests.envs.twin import TABLES, seen, tables

SEEN = 4  # steps that are looked at


@tables
def test_afterstates_are_what_the_rules_lead_to(game: Game, players: int) -> None:
    """Of every legal action, in its place; where it depends on what the mover cannot know, it is one of the ways."""
    batch, draws = envs.batch(game.facts.slug, 2, players=players, seed=3), np.zeros(1, np.uint64)
    for step in range(SEEN):
        after = batch.afterstates()
        assert after.games.tolist() == [i for i in range(2) for _ in batch.position(i).legal_actions]
        assert after.actions.tolist() == [action for i in range(2) for action in batch.position(i).legal_actions]
        for row in range(step % 3, len(after.games), 3):
            position, mover = batch.position(int(after.games[row])), int(batch.movers[after.games[row]])
            world = position.view(mover).determinize(np.random.default_rng(step))
            ways = [whole.after(int(after.actions[row])) for whole in (position, world)]
            if len({way.view(mover) for way in ways}) == 1:
                assert np.array_equal(after.observations[row], seen(ways[0], mover))
                outcome = ways[0].outcome
                assert np.array_equal(after.worth[row], outcome.utilities[mover] if outcome else np.nan, equal_nan=True)
        for _ in range(5):
            batch.step(batch.any_legal(draws))


def test_afterstates_of_the_last_move_are_worth_what_it_wins() -> None:
    """And asking for them changes nothing in the games."""
    slug = TABLES[0][0].facts.slug
    batch, same = (envs.batch(slug, 30, seed=4) for _ in range(2))
    draws, ended = np.zeros(1, np.uint64), 0
    for _ in range(100):
        actions = batch.any_legal(draws)
        after = batch.afterstates()
        movers = batch.movers.copy()
        batch.step(actions)
        same.step(actions)
        assert np.array_equal(batch.observations, same.observations)
        for game in np.flatnonzero(batch.over):
            row = np.flatnonzero((after.games == game) & (after.actions == actions[game]))
            if not np.isnan(after.worth[row]).all():  # else chance ended it
                assert after.worth[row] == batch.rewards[game, movers[game]]
                ended += 1
    assert ended > 10
