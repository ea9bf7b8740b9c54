"""Many games at once, one seat against bots: Gymnasium's own vector environment is the twin."""

import copy
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import rookery.envs.ids  # noqa: F401  # the ids
from rookery import envs
from rookery.core.errors import GameOver, IllegalAction, UnknownOption
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.envs.vectorized import SeatVectorEnv
from tests.envs.test_seat_env import name
from tests.envs.twin import copiers, games, late, some_legal, tables


def choose(masks: Array, generator: np.random.Generator) -> Array:
    return np.array([some_legal(mask, generator) for mask in masks])


@tables
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_it_answers_as_gymnasiums_own_over_single_games(game: Game, players: int, bots: Any) -> None:
    """Number by number, of the same types; across ends of games, which come often: they begin late."""
    start, generator, ended = late(game, players), np.random.default_rng(1), 0
    seat = start.mover or 0
    ours = envs.vector(start, 3, seat=seat, bots=bots)
    theirs = SyncVectorEnv([lambda: envs.gymnasium(start, seat=seat, bots=bots)] * 3, autoreset_mode="SameStep")
    assert ours.metadata == theirs.metadata
    for space in ("observation_space", "single_observation_space", "action_space", "single_action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    assert data_equivalence(ours.reset(seed=7), theirs.reset(seed=7), exact=True)
    while ended < 4:
        actions = choose(ours.batch.masks, generator)
        one, other = ours.step(actions), theirs.step(actions)
        assert data_equivalence(one, other, exact=True)
        assert one[0] in ours.observation_space
        before, ended = ended, ended + int(one[2].sum())
        if before < 2 <= ended:
            assert data_equivalence(ours.reset(), theirs.reset(), exact=True)


@games
def test_flat_it_answers_as_gymnasiums_own_over_flat_single_games(game: Game) -> None:
    start, generator, ended = late(game, game.facts.players[0]), np.random.default_rng(1), 0
    seat = start.mover or 0
    ours = envs.vector(start, 3, seat=seat, flat=True)
    theirs = SyncVectorEnv([lambda: envs.gymnasium(start, seat=seat, flat=True)] * 3, autoreset_mode="SameStep")
    assert ours.observation_space == theirs.observation_space
    assert data_equivalence(ours.reset(seed=7), theirs.reset(seed=7), exact=True)
    while ended < 4:
        masks = ours.action_masks()
        assert data_equivalence(masks, np.array(theirs.call("action_masks")), exact=True)
        actions = choose(masks, generator)
        one, other = ours.step(actions), theirs.step(actions)
        assert data_equivalence(one, other, exact=True)
        assert one[0] in ours.observation_space
        ended += int(one[2].sum())


@games
def test_no_game_goes_on_after_a_reset_that_failed(game: Game) -> None:
    env = envs.vector(game.facts.slug, 2)
    observations, _ = env.reset(seed=1)
    env.batch.learns[:] = 0
    with pytest.raises(ValueError, match="at least one learns"):
        env.reset()
    with pytest.raises(GameOver, match=r"reset\(\) begins one"):
        env.step(observations["action_mask"].argmax(1))


@games
def test_seeds_may_be_given_game_by_game(game: Game) -> None:
    two, one = envs.vector(game.facts.slug, 2), envs.vector(game.facts.slug, 1)
    both, _ = two.reset(seed=[5, 9])
    alone, _ = one.reset(seed=9)
    assert np.array_equal(both["observation"][1], alone["observation"][0])
    with pytest.raises(ValueError, match="seeds: 1, games: 2; give one for each game"):
        two.reset(seed=[1])
    with pytest.raises(UnknownOption, match="reset_mask"):
        two.reset(options={"reset_mask": np.array([True, False])})


@tables
def test_seats_may_alternate(game: Game, players: int) -> None:
    start = late(game, players, plies=8 * players)
    env, generator = envs.vector(start, 2 * players + 1, seat=None), np.random.default_rng(1)
    observations, _ = env.reset(seed=1)
    assert env.seats.tolist() == [i % players for i in range(2 * players + 1)]
    for _ in range(12):
        observations, rewards, over, _, _ = env.step(choose(observations["action_mask"], generator))
        assert (env.batch.movers == env.seats).all()
        assert (rewards == env.batch.rewards[range(len(over)), env.seats]).all()
        assert not rewards[~over].any()


@games
def test_answers_are_kept_unless_they_are_lent(game: Game) -> None:
    for copied in (True, False):
        env, generator = envs.vector(game.facts.slug, 3, copy=copied), np.random.default_rng(1)
        said = [env.reset(seed=1)[0]]
        kept = copy.deepcopy(said)
        for _ in range(3):
            said.append(env.step(choose(said[-1]["action_mask"], generator))[0])
            kept.append(copy.deepcopy(said[-1]))
        assert data_equivalence(said, kept, exact=True) == copied
        for part, array in (("observation", env.batch.observations), ("action_mask", env.batch.masks)):
            assert np.shares_memory(said[-1][part], array) != copied


@games
def test_what_is_written_into_one_mask_does_not_change_the_other(game: Game) -> None:
    env = envs.vector(game.facts.slug, 2)
    observations, infos = env.reset(seed=1)
    said = infos["action_mask"].copy()
    observations["action_mask"][:] = 7
    assert np.array_equal(infos["action_mask"], said)
    infos["action_mask"][:] = 0
    assert (observations["action_mask"] == 7).all()
    assert np.array_equal(env.batch.masks, said)


@tables
def test_no_game_is_stepped_before_the_reset(game: Game, players: int) -> None:
    env = envs.vector(game.facts.slug, 2, seat=players - 1, players=players)
    before = everything(env)
    with pytest.raises(GameOver, match=r"no game is in progress; reset\(\) begins one"):
        env.step(choose(env.batch.masks, np.random.default_rng(1)))
    assert everything(env) == before
    env.reset(seed=1)
    assert (env.batch.movers == players - 1).all()


@games
def test_only_the_own_seat_has_to_decide_one_day(game: Game) -> None:
    """In games that are about to end; before the reset there is no seat, so none is refused."""
    position, generator = late(game, game.facts.players[0]), np.random.default_rng(1)
    while True:
        after = position.after(position.legal_actions[0]).settled(generator)
        if after.is_over:
            break
        position = after
    seat = position.mover or 0
    for door in (lambda: envs.vector(position, 2, seat=seat), lambda: envs.gymnasium(position, seat=seat)):
        door().reset(seed=1)


@games
def test_what_one_mask_forbids_is_refused_and_changes_no_game(game: Game) -> None:
    env, generator = envs.vector(game.facts.slug, 3), np.random.default_rng(1)
    observations, _ = env.reset(seed=1)
    before = everything(env)
    for wrong in (-1, game.facts.seat_actions, game.facts.actions):
        actions = choose(observations["action_mask"], generator)
        actions[1] = wrong
        with pytest.raises(IllegalAction, match="game 1: action"):
            env.step(actions)
    shapes: tuple[Any, ...] = (actions[:2], actions.astype(float), np.array(None), [[1], [1, 2], [3]])
    for shapeless in shapes:
        with pytest.raises(IllegalAction, match="actions must be 3 whole numbers"):
            env.step(shapeless)
    assert everything(env) == before


def everything(env: SeatVectorEnv) -> tuple[Any, ...]:
    batch = env.batch
    positions = [batch.position(i) for i in range(len(batch))]
    arrays = (batch.observations, batch.masks, batch.movers, batch.streams, batch.rewards, batch.over)
    return positions, [array.tobytes() for array in arrays]


@games
@copiers
def test_copies_in_mid_game_go_on_alike(game: Game, copied: Callable[[SeatVectorEnv], SeatVectorEnv]) -> None:
    env, generator = envs.vector(late(game, game.facts.players[0]), 3, bots="greedy"), np.random.default_rng(1)
    observations, _ = env.reset(seed=3)
    env.step(choose(observations["action_mask"], generator))
    twin = copied(env)
    for _ in range(10):
        actions = choose(env.batch.masks, generator)
        assert data_equivalence(env.step(actions), twin.step(actions), exact=True)
        assert everything(env) == everything(twin)


@games
def test_the_peers_wrappers_work(game: Game) -> None:
    inner = envs.vector(late(game, game.facts.players[0]), 4)
    env = DictInfoToList(RecordEpisodeStatistics(inner))
    generator, told = np.random.default_rng(1), 0
    env.reset(seed=1)
    for _ in range(12):
        _, rewards, over, _, infos = env.step(choose(inner.batch.masks, generator))
        for i, info in enumerate(infos):
            assert ("episode" in info) == over[i]
            if over[i]:
                assert info["episode"]["r"] == rewards[i]
                told += 1
    assert told


@tables
def test_gymnasium_makes_it_by_id(game: Game, players: int) -> None:
    env = gymnasium.make_vec(
        name(game), num_envs=5, vectorization_mode="vector_entry_point", players=players, bots="greedy"
    )
    assert isinstance(env, SeatVectorEnv)
    assert (env.num_envs, env.batch.start.players) == (5, players)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@games
def test_pictures_are_what_the_seats_see(game: Game) -> None:
    env = envs.vector(game.facts.slug, 2, seat=None, render_mode="ansi")
    env.reset(seed=1)
    seats = [i % game.facts.players[0] for i in range(2)]
    assert env.render() == tuple(str(env.batch.position(i).view(seat)) for i, seat in enumerate(seats))
