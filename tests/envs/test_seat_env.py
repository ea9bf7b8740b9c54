"""One seat against bots: what Gymnasium asks of it, and what we do."""

import copy
import inspect
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import rookery.envs.ids  # noqa: F401  # the ids
from rookery import envs
from rookery.bots import RandomBot
from rookery.core.errors import CannotPlay, GameOver, IllegalAction, UnknownGame, UnknownLevel, UnknownOption
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Game, Position
from rookery.envs.one import OneGame
from rookery.envs.seat_env import SeatEnv
from rookery.envs.vectorized import SeatVectorEnv
from tests.envs.twin import GAMES, begun, copiers, games, late, mask, seen, settled, some_legal, stream, tables


def name(game: Game) -> str:
    return f"rookery/{game.facts.slug}-v{game.facts.rules_version}"


# ── Gymnasium's own test ─────────────────────────────────────────────────────
@tables
def test_the_peers_check(game: Game, players: int) -> None:
    env = envs.gymnasium(game, players=players, remaps=True)  # it samples actions without looking at the mask
    env.spec = gymnasium.spec(name(game))
    check_env(env, skip_render_check=players != game.facts.players[0])


@games
def test_the_peers_check_of_flat_observations(game: Game) -> None:
    env = envs.gymnasium(game, flat=True, remaps=True)
    env.spec = gymnasium.spec(name(game))
    check_env(env, skip_render_check=True)


@games
def test_what_learners_with_masks_ask_for(game: Game) -> None:
    """sb3-contrib's MaskablePPO wants one box, numbered actions and `action_masks()`, also through wrappers."""
    env = gymnasium.make(f"rookery.envs.ids:{name(game)}", flat=True, disable_env_checker=True)
    assert isinstance(env.observation_space, gymnasium.spaces.Box)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        mask = env.get_wrapper_attr("action_masks")()
        assert (mask.dtype, mask.shape) == (np.bool_, (game.facts.seat_actions,))
        assert (mask == info["action_mask"]).all()
        assert env.observation_space.contains(observation)
        observation, _, over, _, info = env.step(int(np.flatnonzero(mask)[-1]))


# ── Ours ─────────────────────────────────────────────────────────────────────
@tables
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_end_of_a_game_is_the_rules_own(game: Game, players: int, bots: str) -> None:
    """At every decision; with the same luck drawn, and the same bots played, by the slow twin."""
    start, generator = late(game, players), np.random.default_rng(1)
    seat = start.mover or 0
    env, luck = envs.gymnasium(start, seat=seat, bots=bots), stream(2)
    observation, info = env.reset(seed=2)
    position = begun(start, {seat}, luck, bots)
    while True:
        assert env.position == position
        assert np.array_equal(observation["observation"], seen(position, seat))
        assert np.array_equal(observation["action_mask"], mask(position))
        assert np.array_equal(info["action_mask"], mask(position))
        if position.is_over:
            break
        action = some_legal(mask(position), generator)
        observation, reward, over, truncated, info = env.step(action)
        position = settled(position.after(action), {seat}, luck, bots)
        assert (over, truncated) == (position.is_over, False)
        assert reward == (position.outcome.utilities[seat] if position.outcome else 0.0)
    with pytest.raises(GameOver, match=r"reset\(\) begins one"):
        env.step(0)


@tables
def test_what_the_mask_forbids_is_refused_and_changes_nothing(game: Game, players: int) -> None:
    env, generator = envs.gymnasium(game.facts.slug, players=players, bots="random"), np.random.default_rng(4)
    _, info = env.reset(seed=4)
    for _ in range(3):
        forbidden = np.flatnonzero(info["action_mask"] == 0)
        before = everything(env)
        for action in [-1, len(info["action_mask"]), None, 0.0, *generator.permutation(forbidden)[:5]]:
            with pytest.raises(IllegalAction, match=r"not legal here|whole number"):
                env.step(action)
        assert everything(env) == before
        _, _, over, _, info = env.step(some_legal(info["action_mask"], generator))
        if over:
            break


def everything(env: SeatEnv) -> tuple[Any, ...]:
    """What there is of it, and the luck to come."""
    return env.position, env.seat, env._luck.tobytes(), env.np_random.bit_generator.state


def play(env: SeatEnv, steps: int, seed: int) -> list[Any]:
    """Plays random actions, and restarts finished games; returns the infos."""
    generator, said = np.random.default_rng(seed), []
    allowed = mask(env.position)
    for _ in range(steps):
        observation, reward, over, _, info = env.step(some_legal(allowed, generator))
        said.append((observation["observation"].tobytes(), info["action_mask"].tobytes(), reward, over))
        allowed = env.reset()[1]["action_mask"] if over else info["action_mask"]
    return said


@games
@pytest.mark.parametrize("bots", ["greedy", "uct:2"])
@copiers
def test_copies_in_mid_game_go_on_alike(game: Game, bots: str, copied: Callable[[SeatEnv], SeatEnv]) -> None:
    start = late(game, game.facts.players[0])
    env = envs.gymnasium(start, seat=start.mover, bots=bots)
    env.reset(seed=5)
    twin = copied(env)
    before = everything(env)
    heard = play(twin, 12, 6)
    assert everything(env) == before
    assert play(env, 12, 6) == heard
    assert everything(env) == everything(twin)


class Noting(RandomBot):
    """Notes whose view it is given."""

    def __init__(self, asked: set[tuple[int, int | None]], number: int) -> None:
        object.__setattr__(self, "note", lambda view: asked.add((number, view.viewer)))

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        self.note(view)  # type: ignore[attr-defined]  # RandomBot is frozen
        return super().choose(view, generator)


@tables
def test_bots_sit_in_turn_order_after_the_own_seat_and_see_their_own_views(game: Game, players: int) -> None:
    asked: set[tuple[int, int | None]] = set()
    seat = players - 1
    env = envs.gymnasium(
        game.facts.slug, players=players, seat=seat, bots=[Noting(asked, number) for number in range(1, players)]
    )
    env.reset(seed=1)
    play(env, 8, 1)
    assert asked == {(number, (seat + number) % players) for number in range(1, players)}


@tables
def test_a_seat_may_be_drawn_anew_for_each_game(game: Game, players: int) -> None:
    env = envs.gymnasium(game.facts.slug, players=players, seat=None, bots="random")
    env.reset(seed=1)
    drawn = set()
    for _ in range(30):
        env.reset()
        assert env.position.mover == env.seat
        drawn.add(env.seat)
    assert drawn == {*range(players)}


class Failing:
    """Plays well so often, and then gives these answers, of which an exception is raised; and then plays well again."""

    words = "fails"

    def __init__(self, good: int, *answers: Any) -> None:
        self.left = [None] * good + [*answers]

    def choose(self, view: Position, generator: Generator) -> Any:
        chosen, answer = RandomBot().choose(view, generator), self.left.pop(0) if self.left else None
        if isinstance(answer, BaseException):
            raise answer
        return chosen if answer is None else answer


@tables
def test_a_bot_that_fails_changes_nothing(game: Game, players: int) -> None:
    """And the own next action is never played for it."""
    failures = (game.facts.seat_actions, -1, 1.0, "0", np.array([1, 2]), 2**70, KeyError("mine"), KeyboardInterrupt())
    env = envs.gymnasium(game.facts.slug, players=players, bots=Failing(0))
    _, info = env.reset(seed=3)
    while players > 1:  # until bots answer to the next action
        probe, action = copy.deepcopy(env), some_legal(info["action_mask"], np.random.default_rng(1))
        probe._bots = [counting := Failing(0, *[None] * 1_000)] * (players - 1)
        probe.step(action)
        if len(counting.left) < 1_000:
            break
        info = env.step(action)[4]
    twin = copy.deepcopy(env)
    heard = play(twin, 3, 1)
    before = everything(env)
    for failure in failures if players > 1 else ():
        env._bots = [Failing(999 - len(counting.left), failure)] * (players - 1)  # the last answer
        kind = type(failure) if isinstance(failure, BaseException) else IllegalAction
        with pytest.raises(kind, match=r"mine|^$|^the bot Failing of seat \d chose .*; view.legal_actions lists"):
            env.step(some_legal(info["action_mask"], np.random.default_rng(1)))
        assert everything(env) == before
    assert play(env, 3, 1) == heard
    assert everything(env) == everything(twin)


@pytest.mark.parametrize("game", [game for game in GAMES if game.facts.players[-1] > 1], ids=lambda g: g.facts.slug)
def test_no_game_goes_on_after_a_bot_failed_in_the_reset(game: Game) -> None:
    players = game.facts.players[-1]
    env = envs.gymnasium(game.facts.slug, players=players, seat=players - 1, bots=Failing(0))
    _, info = env.reset(seed=1)
    env._bots = [Failing(0, -1)] * (players - 1)
    with pytest.raises(IllegalAction, match=r"the bot Failing of seat \d chose -1"):
        [env.reset() for _ in range(100)]  # until it is another seat that begins
    with pytest.raises(GameOver, match=r"reset\(\) begins one"):
        env.step(some_legal(info["action_mask"], np.random.default_rng(1)))
    env.reset()
    play(env, 2, 1)


@tables
def test_one_bot_plays_for_all_others(game: Game, players: int) -> None:
    asked: set[tuple[int, int | None]] = set()
    env = envs.gymnasium(game.facts.slug, players=players, bots=Noting(asked, 7))
    env.reset(seed=1)
    play(env, 4, 1)
    assert asked == {(7, seat) for seat in range(1, players)}


@tables
def test_bots_are_checked_when_it_is_made(game: Game, players: int) -> None:
    """Also where there are no others."""
    slug = game.facts.slug
    with pytest.raises(UnknownLevel):
        envs.gymnasium(slug, players=players, bots="nonsense")
    for wrong in (3, None, RandomBot, ["easy", 3, "easy"][: players - 1] if players > 2 else [3], {"easy"}):
        with pytest.raises(UnknownOption, match="is not a bot; allowed: a level, an object with choose"):
            envs.gymnasium(slug, players=players, bots=wrong)  # type: ignore[arg-type]  # refused


@pytest.mark.parametrize("make", [envs.gymnasium, envs.pettingzoo, lambda slug: envs.vector(slug, 2)])
def test_seeds_are_whole_numbers(make: Callable[[str], Any]) -> None:
    env = make(GAMES[0].facts.slug)
    for seed in (1.5, -1, np.int64(-1), "1", "12", b"12", {1}):
        with pytest.raises(ValueError, match=r"^seed=.*; a seed is a whole number, 0 or more"):
            env.reset(seed=seed)
    env.reset(seed=np.int64(2**62))


@pytest.mark.parametrize("make", [envs.gymnasium, envs.pettingzoo, lambda start: envs.vector(start, 2)])
def test_a_game_begins_where_its_slug_does(make: Callable[[Any], Any]) -> None:
    game = GAMES[0]
    make(game).reset()
    for wrong in (None, 3, [game.facts.slug]):
        with pytest.raises(UnknownGame, match="is not a game; give a slug, a game or a position"):
            make(wrong)


def test_bots_are_random_unless_others_are_asked_for() -> None:
    """One id stands for both environments, so what it leaves open must be the same."""
    doors = (envs.batch, envs.gymnasium, envs.vector, SeatEnv, SeatVectorEnv)
    assert {inspect.signature(door).parameters["bots"].default for door in doors} == {"random"}


def test_what_cannot_be_is_refused() -> None:
    game = GAMES[0]
    slug, players = game.facts.slug, game.facts.players[0]
    with pytest.raises(UnknownLevel, match="did you mean medium"):
        envs.gymnasium(slug, bots="medum")
    with pytest.raises(UnknownOption, match=r"seats for bots: .*; name a level for all, or one for each"):
        envs.gymnasium(slug, bots=["random"] * players)
    for seat in (players, -1, "0"):
        with pytest.raises(ValueError, match=f"seats are 0 .. {players - 1}"):
            envs.gymnasium(slug, seat=seat)  # type: ignore[arg-type]  # refused
    position, generator = late(game, players), np.random.default_rng(1)
    while not position.is_over:
        position = position.after(position.legal_actions[0]).settled(generator)
    for bots in ("random", ["random", *["greedy"] * (players - 2)]):
        with pytest.raises(CannotPlay, match="games from this position end before"):
            envs.gymnasium(position, bots=bots).reset()


@games
def test_pictures_are_what_the_seat_sees(game: Game) -> None:
    env = envs.gymnasium(game.facts.slug, bots="random", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.position.view(0))


# ── Names in Gymnasium's register ────────────────────────────────────────────
@tables
def test_every_game_has_an_id(game: Game, players: int) -> None:
    """Wrapped by Gymnasium, which checks on the way that answers are what was declared."""
    env = gymnasium.make(f"rookery.envs.ids:{name(game)}", players=players, bots="random")
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            break
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.position.players == players


def test_a_stream_or_a_seat_that_does_not_fit_is_refused() -> None:
    """Prepared kernels check nothing: they would take other bytes for numbers, and read beside the arrays."""
    game = GAMES[0]
    one = OneGame(game.start(seed=0))
    one.reset(np.ones(1, np.uint64))
    for wrong in (np.zeros(1), np.zeros(0, np.uint64), np.zeros((1, 1), np.uint64), [1], None):
        with pytest.raises(ValueError, match="streams must be an array of 1"):
            one.reset(wrong)  # type: ignore[arg-type]
    constant = bytes(8)
    with pytest.raises(ValueError, match="streams must be writeable, because they are advanced"):
        one.reset(np.frombuffer(constant, np.uint64))
    assert constant == bytes(8)
    for seat in (-1, game.facts.players[0], 2**40):
        with pytest.raises(IndexError, match=f"no seat {seat}"):
            one.observation(seat)
        with pytest.raises(IndexError, match=f"no seat {seat}"):
            one.learn(seat)
    with pytest.raises(TypeError):
        one.observation(0.5)  # type: ignore[arg-type]
