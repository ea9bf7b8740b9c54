"""Many games as arrays: each is played as if it were alone."""

import copy
from typing import Any

import numpy as np
import pytest

from rookery import envs
from rookery.core.errors import CannotPlay, IllegalAction
from rookery.core.position import Game, Position
from rookery.envs.many import Batch
from rookery.envs.one import OneGame
from tests.envs.twin import GAMES, begun, games, late, mask, pickled, seen, settled, tables


@tables
@pytest.mark.parametrize("learners", ["all", "last"])
def test_each_game_is_the_rules_own(game: Game, players: int, learners: str) -> None:
    """Replayed by the slow twin: positions, observations, masks, movers, rewards, ends, and what is seen of the end."""
    start, ended = late(game, players), 0
    seats = {*range(players)} if learners == "all" else {(start.mover or 0)}
    batch, draws = envs.batch(start, 2, learners=tuple(seats), seed=1), np.zeros(1, np.uint64)
    lucks = np.random.default_rng(1).integers(0, 2**64, size=2, dtype=np.uint64)
    streams = [lucks[i : i + 1] for i in range(2)]
    positions = [begun(start, seats, luck) for luck in streams]
    while ended < 2:
        for i, position in enumerate(positions):
            assert batch.position(i) == position
            assert batch.movers[i] == position.mover
            assert np.array_equal(batch.masks[i], mask(position))
            assert np.array_equal(batch.observations[i], seen(position, position.mover or 0))
        actions = batch.any_legal(draws)
        batch.step(actions)
        for i, luck in enumerate(streams):
            after = settled(positions[i].after(int(actions[i])), seats, luck)
            assert batch.over[i] == after.is_over
            assert tuple(batch.rewards[i]) == (after.outcome.utilities if after.outcome else (0.0,) * players)
            if after.is_over:
                ended += 1
                assert np.array_equal(batch.last[i], seen(after, min(seats)))
                after = begun(start, seats, luck)
            positions[i] = after


@tables
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_games_luck_does_not_depend_on_how_many_there_are(game: Game, players: int, bots: Any) -> None:
    """Nor on its place: game 2 of five is the one game that begins with its stream."""
    start = late(game, players)
    seats, draws = ((start.mover or 0),), np.zeros(1, np.uint64)
    five, three, one = (envs.batch(start, games, learners=seats, bots=bots, seed=2) for games in (5, 3, 1))
    five.reset(seed=2)
    one.begin(np.random.default_rng(2).integers(0, 2**64, size=5, dtype=np.uint64)[2:3])
    for _ in range(10):
        assert np.array_equal(five.observations[:3], three.observations)
        assert np.array_equal(five.masks[2:3], one.masks)
        assert five.position(2) == one.position(0)
        actions = five.any_legal(draws)
        five.step(actions)
        three.step(actions[:3])
        one.step(actions[2:3])
        assert np.array_equal(five.rewards[2:3], one.rewards)
        assert np.array_equal(five.last[2:3], one.last)


@tables
def test_what_a_mask_forbids_is_refused_and_changes_no_game(game: Game, players: int) -> None:
    batch, generator = envs.batch(game.facts.slug, 3, players=players, seed=3), np.random.default_rng(3)
    draws = np.zeros(1, np.uint64)
    for _ in range(4):
        before = everything(batch)
        forbidden = generator.permutation(np.flatnonzero(batch.masks[2] == 0))[:5]
        for wrong in [-1, game.facts.seat_actions, game.facts.actions, *forbidden]:
            actions = batch.any_legal(draws)
            actions[2] = wrong
            with pytest.raises(IllegalAction, match="game 2: action"):
                batch.step(actions)
        assert everything(batch) == before
        batch.step(batch.any_legal(draws))


def everything(batch: Batch) -> list[bytes]:
    arrays = (batch._states, batch.streams, batch.observations, batch.masks, batch.movers, batch.rewards, batch.over)
    return [array.tobytes() for array in (*arrays, batch.last, batch._listed, batch._counts)]


@games
def test_copies_go_on_alike(game: Game) -> None:
    start, draws = late(game, game.facts.players[0]), np.zeros(1, np.uint64)
    batch = envs.batch(start, 2, bots="greedy", learners=(start.mover or 0,), seed=4)
    for copied in (copy.deepcopy, pickled):
        twin = copied(batch)
        for _ in range(5):
            actions = batch.any_legal(draws)
            batch.step(actions)
            twin.step(actions)
            assert everything(batch) == everything(twin)


def test_any_legal_action_is_drawn() -> None:
    game = min(GAMES, key=lambda game: game.facts.max_legal)
    batch, draws = envs.batch(game.facts.slug, 1, seed=5), np.zeros(1, np.uint64)
    drawn = [int(batch.any_legal(draws)[0]) for _ in range(600)]
    legal = batch.position(0).legal_actions
    counts = [drawn.count(action) for action in legal]
    assert sum(counts) == len(drawn)
    assert min(counts) > 600 / len(legal) / 2


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"learners": ()}, "at least one learns"),
        ({"learners": (99,)}, "seats are 0 .. "),
        ({"learners": 0}, "seats are 0 .. "),
        ({"bots": "master"}, "allowed here: random, greedy"),
        ({"games": 0}, "it must be a whole number, 1 or more"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal):
        envs.batch(GAMES[0].facts.slug, **{"games": 1, **settings})


# ── What cannot be done to a batch ───────────────────────────────────────────
@pytest.mark.parametrize("copied", [False, True])
def test_nobody_makes_an_action_legal_by_writing(copied: bool) -> None:
    batch = envs.batch(GAMES[0].facts.slug, 3, seed=1)
    if copied:
        batch = pickled(copy.deepcopy(batch))
    for name in ("masks", "movers", "observations", "rewards", "over", "last"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[:] = 1
    batch.step(batch.any_legal(np.zeros(1, np.uint64)))
    assert batch.movers.tolist() == [batch.position(i).mover for i in range(3)], "they are still those of the games"


@pytest.mark.parametrize(
    "streams",
    [np.zeros(2, np.uint64), np.zeros(4, np.int64), np.zeros((4, 1), np.uint64), [1, 2, 3, 4], None],
    ids=["few", "signed", "deep", "listed", "none"],
)
def test_luck_that_does_not_fit_is_refused(streams: Any) -> None:
    batch = envs.batch(GAMES[0].facts.slug, 4, seed=1)
    with pytest.raises(ValueError, match="streams must be an array of 4"):
        batch.begin(streams)


@pytest.mark.parametrize(
    "learns",
    [
        np.array([1]),
        np.ones(5, np.int64),
        np.ones((4, 1), np.int64),
        np.full(4, 1.5),
        [1, 1, 1, 1],
        np.zeros(4, np.int64),
    ],
    ids=["few", "many", "deep", "fractions", "listed", "nobody"],
)
def test_learners_that_do_not_fit_are_refused(learns: Any) -> None:
    batch = envs.batch(GAMES[0].facts.slug, 4, seed=1)
    batch.learns = learns
    with pytest.raises(ValueError, match="learns"):
        batch.reset(0)


def before_the_end() -> Position:
    """A position in which every action ends the game."""
    generator = np.random.default_rng(0)
    for seed in range(1000):
        last = position = GAMES[0].start(seed=seed).settled(generator)
        while not position.is_over:
            last = position
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
        if all(last.after_unchecked(action).is_over for action in last.legal_actions):
            return last
    raise AssertionError("no such position in a thousand games")


def test_no_action_is_legal_after_a_restart_that_failed() -> None:
    """Every game from here ends with the next move, which is not a learner's: the rules would play on a full board."""
    last = before_the_end()
    assert last.mover is not None
    batch = envs.batch(last, 3, seed=1)
    batch.learns[:] = 1 << (1 - last.mover)
    with pytest.raises(CannotPlay):
        batch.reset(0)
    assert not batch.masks.any()
    with pytest.raises(IllegalAction):
        batch.step(np.full(3, last.legal_actions[0]))
    one, luck = OneGame(last), np.zeros(1, np.uint64)
    one.reset(luck)
    one.learn(1 - last.mover)
    with pytest.raises(CannotPlay):
        one.reset(luck)
    assert not one.mask().any()
    with pytest.raises(IllegalAction):
        one.step(last.legal_actions[0])


def test_no_action_is_legal_after_a_step_that_failed() -> None:
    """Also in the games that the step did not reach."""
    last = before_the_end()
    assert last.mover is not None
    batch = envs.batch(last, 3, seed=1)
    batch._learns[:] = 1 << (1 - last.mover)  # so late that only the step meets it
    with pytest.raises(CannotPlay):
        batch.step(np.full(3, last.legal_actions[0]))
    assert not batch.masks.any()


def test_learners_may_be_an_array() -> None:
    game = GAMES[0]
    seats = game.facts.players[0] - 1
    batches = [envs.batch(game.facts.slug, 2, learners=named, seed=1) for named in ((seats,), np.array([seats]))]  # type: ignore[arg-type]
    assert batches[0].learns.tolist() == batches[1].learns.tolist() == [1 << seats] * 2


def test_luck_is_copied() -> None:
    batch, luck = envs.batch(GAMES[0].facts.slug, 4, seed=1), np.arange(4, dtype=np.uint64)
    luck.flags.writeable = False
    batch.begin(luck)
    for _ in range(5):
        batch.step(batch.any_legal(np.zeros(1, np.uint64)))
    assert luck.tolist() == [0, 1, 2, 3]
    assert not np.isin(batch._dreams, luck).any(), "worlds of movers must not follow the luck of a game"


@pytest.mark.parametrize("learns", [0, 1 << 7])
def test_learners_are_seats(learns: int) -> None:
    batch = envs.batch(GAMES[0].facts.slug, 2, seed=1)
    batch.learns[1] = learns
    with pytest.raises(ValueError, match="masks of seats"):
        batch.reset()


def test_other_questions_are_answered_in_a_sentence() -> None:
    batch = envs.batch(GAMES[0].facts.slug, 2, seed=1)
    for i in (-1, 2):
        with pytest.raises(IndexError, match="there are 0 to 1"):
            batch.position(i)
    for stream in (3, np.random.default_rng(1), np.zeros(1, np.int64)):
        with pytest.raises(ValueError, match="streams must be an array of 1"):
            batch.any_legal(stream)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(ValueError, match="streams must be writeable, because they are advanced"):
        batch.any_legal(np.frombuffer(bytes(8), np.uint64))
    with pytest.raises(ValueError, match="at least one learns"):
        envs.batch(GAMES[0].facts.slug, 2, learners=(0.0,))  # type: ignore[arg-type]
    for actions in ([[1], [1, 2]], 2**70, [2**70, 0]):
        with pytest.raises(IllegalAction):
            batch.step(actions)  # type: ignore[arg-type]
