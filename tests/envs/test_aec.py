"""Every seat an agent: what PettingZoo asks of it, and what we do."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from rookery import envs
from rookery.core.errors import CannotPlay, GameOver, IllegalAction, UnknownOption
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.envs.aec import TableEnv
from tests.envs.peers import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from tests.envs.twin import GAMES, begun, copiers, games, mask, seen, settled, some_legal, stream, tables

# What PettingZoo's own tests warn of unless a game is on a list of its own games:
# observations with a mask are a Dict, and nobody may do anything when a game is over
peers_lists = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation numpy array is all zeros",
    "ignore:Action mask numpy array is all zeros",
)


def play(env: TableEnv, plies: int, generator: np.random.Generator) -> list[Any]:
    """Random actions; what `last` said before each of them."""
    said: list[Any] = []
    for agent in env.agent_iter(plies):
        observation, reward, over, _, info = env.last()
        said.append((agent, observation["observation"].tobytes(), info["action_mask"].tobytes(), reward, over))
        env.step(None if over else some_legal(info["action_mask"], generator))
    return said


# ── PettingZoo's own tests ───────────────────────────────────────────────────
# One does not apply: max_cycles_test wants a game to be cut off after so many cycles; ours end by themselves
@peers_lists
@tables
def test_the_peers_tests_of_the_interface(game: Game, players: int) -> None:
    api_test(envs.pettingzoo(game.facts.slug, players=players), num_cycles=40)


@tables
def test_the_peers_test_of_seeds(game: Game, players: int) -> None:
    seed_test(lambda: envs.pettingzoo(game.facts.slug, players=players), num_cycles=20)


@games
def test_the_peers_test_of_pictures(game: Game) -> None:
    render_test(lambda render_mode: envs.pettingzoo(game.facts.slug, render_mode=render_mode))


# ── Ours ─────────────────────────────────────────────────────────────────────
@tables
def test_a_whole_game_is_the_rules_own(game: Game, players: int) -> None:
    """At every ply, of every agent; with the same luck drawn by the slow twin."""
    play_beside_the_twin(game.start(players=players), 3)


@pytest.mark.soak
@tables
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_with_every_option_are_the_rules_own(game: Game, players: int, seed: int) -> None:
    for option in game.facts.options:
        for choice in option.choices_of(players):
            play_beside_the_twin(game.start_with(game.facts.settings(players, {option.name: choice})), seed)


def play_beside_the_twin(start: Position, seed: int) -> None:
    game, everybody, luck = start.game, {*range(start.players)}, stream(seed)
    env, generator = envs.pettingzoo(start), np.random.default_rng(seed)
    env.reset(seed=seed)
    position = begun(start, everybody, luck)
    while not position.is_over:
        assert env.position == position
        assert env.agent_selection == f"player_{position.mover}"
        for seat, agent in enumerate(env.possible_agents):
            observation = env.observe(agent)
            wanted = mask(position) if seat == position.mover else np.zeros(game.facts.seat_actions)
            assert np.array_equal(observation["observation"], seen(position, seat))
            assert np.array_equal(observation["action_mask"], wanted)
            assert np.array_equal(env.infos[agent]["action_mask"], wanted)
            assert (env.rewards[agent], env.terminations[agent]) == (0.0, False)
        action = some_legal(mask(position), generator)
        env.step(action)
        position = settled(position.after(action), everybody, luck)
    assert position.outcome is not None
    assert tuple(env.rewards.values()) == position.outcome.utilities
    for seat, agent in enumerate(env.possible_agents):
        observation, reward, over, _, _ = env.last()
        assert (env.agent_selection, reward, over) == (agent, position.outcome.utilities[seat], True)
        assert np.array_equal(observation["observation"], seen(position, seat))
        assert not observation["action_mask"].any()
        env.step(None)
    assert env.agents == []
    with pytest.raises(GameOver, match=r"reset\(\) begins one"):
        env.step(0)


@games
def test_nothing_is_told_before_the_reset(game: Game) -> None:
    env = envs.pettingzoo(game.facts.slug)
    asked: tuple[Callable[[], Any], ...] = (
        env.last,
        env.agent_iter,
        lambda: env.observe("player_0"),
        lambda: env.step(0),
    )
    for ask in asked:
        with pytest.raises(GameOver, match=r"no game is in progress; reset\(\) begins one"):
            ask()
    env.reset(seed=1)
    for agent in env.agent_iter():
        over = env.last()[2]
        env.step(None if over else some_legal(env.infos[agent]["action_mask"], np.random.default_rng(1)))
    with pytest.raises(GameOver, match=r"no game is in progress; reset\(\) begins one"):
        env.last()
    assert [*env.agent_iter()] == []


@games
def test_who_is_no_agent_is_told_who_is(game: Game) -> None:
    env = envs.pettingzoo(game.facts.slug)
    doors: tuple[Callable[[Any], Any], ...] = (env.observe, env.action_space, env.observation_space)
    wrong: tuple[Any, ...] = ("player_99", 0, None, [])
    for _ in range(2):  # before the reset, and after
        for ask in doors:
            for agent in wrong:
                with pytest.raises(UnknownOption, match=r"there is no agent .*allowed: .*player_0"):
                    ask(agent)
        env.reset()


@games
def test_masks_are_to_be_read(game: Game) -> None:
    """They are lent twice: what is written into one would be told by the other."""
    env = envs.pettingzoo(game.facts.slug)
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    for lent in (observation["action_mask"], info["action_mask"]):
        with pytest.raises(ValueError, match="read-only"):
            lent[0] = 1


@tables
def test_what_the_mask_forbids_is_refused_and_changes_nothing(game: Game, players: int) -> None:
    env, generator = envs.pettingzoo(game.start(players=players)), np.random.default_rng(4)
    env.reset(seed=4)
    with pytest.raises(IllegalAction, match="has to play"):
        env.step(None)
    while env.agents and not env.terminations[env.agent_selection]:
        agent, allowed = env.agent_selection, env.infos[env.agent_selection]["action_mask"]
        forbidden = np.flatnonzero(allowed == 0)
        before = everything(env)
        for action in [-1, len(allowed), 0.0, "0", *generator.permutation(forbidden)[:5]]:
            with pytest.raises(IllegalAction, match=r"not legal here|whole number"):
                env.step(action)
        assert everything(env) == before
        assert env.agent_selection == agent
        play(env, 7, generator)


def everything(env: TableEnv) -> tuple[Any, ...]:
    """All that can be seen of it, and the luck to come."""
    return (
        env.position,
        [env.observe(agent)["observation"].tobytes() for agent in env.possible_agents],
        [info["action_mask"].tobytes() for info in env.infos.values()],
        env.rewards,
        env.agents,
        env._luck.tobytes(),
    )


@tables
@copiers
def test_copies_in_mid_game_go_on_alike(game: Game, players: int, copied: Callable[[TableEnv], TableEnv]) -> None:
    """With the luck to come, into the next game; and nothing that is played in one happens in the other."""
    env = envs.pettingzoo(game.facts.slug, players=players)
    env.reset(seed=5)
    play(env, 6, np.random.default_rng(5))
    twin = copied(env)
    before = everything(env)
    assert everything(twin) == before
    heard = play(twin, 30, np.random.default_rng(6))
    twin.reset()
    assert everything(env) == before
    assert play(env, 30, np.random.default_rng(6)) == heard
    env.reset()
    assert everything(env) == everything(twin)


@games
def test_a_game_begins_at_any_position(game: Game) -> None:
    position, generator = game.start(seed=7), np.random.default_rng(7)
    for _ in range(5):
        position = position.after(int(generator.choice(position.legal_actions))).settled(generator)
    env = envs.pettingzoo(position)
    assert (env.position, env.agents) == (position, [])
    for _ in range(2):
        env.reset()
        assert (env.position, env.agent_selection) == (position, f"player_{position.mover}")
        play(env, 3, generator)
    with pytest.raises(TypeError, match="a position already has players and options"):
        envs.pettingzoo(position, players=position.players + 1)
    while not position.is_over:
        position = position.after(position.legal_actions[0]).settled(generator)
    with pytest.raises(CannotPlay, match="before a learning seat decides"):
        envs.pettingzoo(position).reset()


@pytest.mark.parametrize("game", [game for game in GAMES if game.facts.hidden], ids=lambda game: game.facts.slug)
def test_worlds_that_look_alike_are_observed_alike(game: Game) -> None:
    position, generator = game.start(seed=8), np.random.default_rng(8)
    for _ in range(6):
        position = position.after(int(generator.choice(position.legal_actions))).settled(generator)
        view = position.view(position.mover or 0)
        here, there = envs.pettingzoo(position), envs.pettingzoo(view.determinize(generator))
        here.reset()
        there.reset()
        one, other = here.last()[0], there.last()[0]
        assert all(np.array_equal(one[name], other[name]) for name in ("observation", "action_mask"))
    with pytest.raises(CannotPlay, match="a view does not know"):
        envs.pettingzoo(view)


def test_luck_goes_on_unless_it_is_seeded() -> None:
    """Without a seed no two games are alike, also of two environments."""
    game = next(game for game in GAMES if game.facts.chance)
    begins: list[Array] = []
    for env in [envs.pettingzoo(game.facts.slug) for _ in range(4)]:
        for _ in range(4):
            env.reset()
            begins.append(env.position.states)
    assert len({each.tobytes() for each in begins}) > 1
    env.reset(seed=9)
    first = env.position
    env.reset()
    second = env.position
    env.reset(seed=9)
    assert env.position == first
    env.reset()
    assert env.position == second


def test_pictures_are_what_somebody_who_looks_on_may_see(capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        env = envs.pettingzoo(game.facts.slug, render_mode="ansi")
        env.reset(seed=1)
        assert env.render() == str(env.position.view())
        env.render_mode = "human"
        env.step(some_legal(env.last()[0]["action_mask"], np.random.default_rng(1)))
        assert capsys.readouterr().out == f"{env.position.view()}\n"
    with pytest.raises(UnknownOption, match="did you mean human"):
        envs.pettingzoo(game.facts.slug, render_mode="humen")


# ── The peer's wrappers ──────────────────────────────────────────────────────
@tables
def test_the_peers_conversion_to_a_parallel_environment(game: Game, players: int) -> None:
    parallel_api_test(turn_based_aec_to_parallel(envs.pettingzoo(game.facts.slug, players=players)), num_cycles=20)


@games
def test_the_peers_wrappers_work(game: Game) -> None:
    """For learners that ignore masks, an illegal action can lose instead of being refused."""
    env = OrderEnforcingWrapper(TerminateIllegalWrapper(envs.pettingzoo(game.facts.slug), illegal_reward=-1))
    env.reset(seed=2)
    while (allowed := env.last()[0]["action_mask"]).all():
        env.step(0)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(allowed == 0)[0]))
    assert (env.rewards[agent], env.terminations[agent]) == (-1.0, True)
    while env.agents:
        env.step(None)


@pytest.mark.soak
@games
def test_the_peers_benchmark_runs(game: Game) -> None:
    performance_benchmark(envs.pettingzoo(game.facts.slug))
