"""Bots: legal, seeded, given a view and nothing more, and each level better than random."""

import numpy as np
import pytest

import rookery
from rookery import bots
from rookery.core.errors import NotYourTurn, UnknownLevel
from rookery.core.position import Game, Position
from rookery.search import prove

TITLES = rookery.titles()
GAMES_OF = {"greedy": 60, "easy": 40, "medium": 20}  # against random; enough for the margins below


def play(game: Game, levels: list[str], seed: int) -> Position:
    """A whole game between bots, a level a seat."""
    generator = np.random.default_rng(seed)
    position = game.start(seed=generator)
    while position.mover is not None:
        action = bots.choose(position.view(position.mover), levels[position.mover], generator)
        position = position.after(action).settled(generator)
    return position


def random_team(game: Game) -> float:
    """What it has on average."""
    ends = [play(game, ["random"] * game.facts.players[0], seed).outcome for seed in range(GAMES_OF["greedy"])]
    return sum(end.utilities[0] for end in ends if end is not None) / len(ends)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("level", GAMES_OF)
def test_each_level_beats_random(title: str, level: str) -> None:
    """By at least 0.2 of mean utility, seats taken in turn; where all win together, as a whole team."""
    game, total = rookery.load(title), 0.0
    players, together = game.facts.players[0], game.facts.cooperative
    for seed in range(GAMES_OF[level]):
        seat = seed % players
        end = play(game, [level if together or s == seat else "random" for s in range(players)], seed).outcome
        assert end is not None
        total += end.utilities[seat]
    assert total / GAMES_OF[level] > (random_team(game) if together else 0) + 0.2


@pytest.mark.parametrize("title", TITLES)
def test_a_choice_depends_on_view_and_seed_alone(title: str) -> None:
    game = rookery.load(title)
    for level in bots.levels(game):
        position = game.start(seed=5)
        assert position.mover is not None
        view = position.view(position.mover)
        assert bots.choose(view, level, 11) == bots.choose(view, level, 11)
        assert bots.choose(view, level, 11) in view.legal_actions


@pytest.mark.parametrize("title", TITLES)
def test_whole_positions_and_other_seats_views_are_refused(title: str) -> None:
    position = rookery.load(title).start(seed=1)
    assert position.mover is not None
    with pytest.raises(NotYourTurn, match="a bot is given the view of the seat that decides"):
        bots.choose(position, "random", 1)
    with pytest.raises(NotYourTurn, match="a bot is given the view of the seat that decides"):
        bots.choose(position.view(1 - position.mover), "random", 1)


def test_a_misspelt_level_is_refused_with_the_allowed_ones() -> None:
    position = rookery.load(TITLES[0]).start(seed=1)
    with pytest.raises(UnknownLevel, match="did you mean greedy"):
        bots.choose(position.view(position.mover or 0), "greedi", 1)


def test_an_exact_bot_never_lets_a_proved_win_go() -> None:
    """From 12 positions four random plies before the end, against random."""
    for game in map(rookery.load, TITLES):
        for seed in range(0 if game.facts.hidden else 12):
            generator = np.random.default_rng(seed)
            line = [game.start(seed=generator)]
            while not line[-1].is_over:
                line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
            position = line[max(0, len(line) - 5)].settled(generator)
            if (seat := position.mover) is None:
                continue  # chance had the last word
            proof = prove(position, limit=200_000)
            promised = proof.utilities[seat] if proof.proved else -1.0
            while position.mover is not None:
                level = "exact" if position.mover == seat else "random"
                action = bots.choose(position.view(position.mover), level, generator)
                position = position.after(action).settled(generator)
            assert position.outcome is not None
            assert position.outcome.utilities[seat] >= promised


def test_warming_up_tells_how_far_it_is() -> None:
    told: list[tuple[int, int, str]] = []
    bots.warm_up(rookery.load(TITLES[0]), lambda *step: told.append(step))
    assert [done for done, _, _ in told] == list(range(told[0][1] + 1))
    assert told[-1][2] == "ready"
