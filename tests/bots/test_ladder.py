"""The levels of every game are one ladder: each is above the one below it."""

import pytest

import rookery
from rookery import bots
from rookery.arena import Match, play
from rookery.core.folder import PLAIN_EVALUATOR
from rookery.core.position import Game
from rookery.search import engine
from rookery.search.chances import share_of, wilson
from tests.often import KINDS, others_in_soak

LEVELS = ("random", "greedy", "easy", "medium", "hard", "master")
DUELS = [
    game.facts.slug
    for game in map(rookery.load, rookery.slugs())
    if game.facts.players[0] == 2 and not (game.facts.hidden or game.facts.cooperative)
]


def share(game: Game, lower: str, higher: str, games: int) -> tuple[float, float]:
    """What the higher level won of what both did, and of how many games that is; of teams: of the beginnings that ended
    otherwise."""
    match = Match(game, [lower, higher], pairing="ladder", games=games, seed=5, players=match_players(game))
    won = {lower: 0.0, higher: 0.0}
    if match.game.facts.cooperative:
        ends: dict[int, dict[str, bool]] = {}
        for played in play(match).games:
            ends.setdefault(match.scheduled(played.number).set, {})[played.seats[0]] = played.utilities[0] > 0
        for end in ends.values():
            for name, other in ((lower, higher), (higher, lower)):
                won[name] += end[name] and not end[other]
    else:
        for played in play(match).games:
            for name, utility in zip(played.seats, played.utilities, strict=True):
                won[name] += share_of(utility, match.players)
    both = sum(won.values())
    return won[higher] / max(both, 1.0), both


def match_players(game: Game) -> int:
    """Of games for more than two with secrets, a full table of pairs."""
    facts = game.facts
    return 4 if facts.hidden and 4 in facts.players else facts.players[0]


@pytest.mark.parametrize("slug", others_in_soak(DUELS, KINDS))
@pytest.mark.parametrize(("lower", "higher"), [("random", "greedy"), ("greedy", "easy"), ("easy", "medium")])
def test_the_lower_levels_rise(slug: str, lower: str, higher: str) -> None:
    """In a few games, always the same ones: enough to see a level that has fallen below its neighbour."""
    won, _ = share(rookery.load(slug), lower, higher, 40)
    assert won > 0.5


def is_a_step(game: Game, lower: str, higher: str, games: int) -> bool:
    """Whether the interval of 95 % lies above one half."""
    won, both = share(game, lower, higher, games)
    low, _ = wilson(won * both, both)
    return low > 0.5


@pytest.mark.soak
@pytest.mark.parametrize("step", range(1, len(LEVELS)))
def test_every_step_is_one(slug: str, step: int) -> None:
    """Except the one to exact, which few games have: it takes up to two seconds a move, so enough games of it take
    hours. docs/strength.md has what was measured of it."""
    game = rookery.load(slug)
    assert set(LEVELS) <= set(bots.levels(game))
    assert is_a_step(game, LEVELS[step - 1], LEVELS[step], 400 if step < 4 else 800)


@pytest.mark.soak
@pytest.mark.parametrize(("lower", "higher"), [("random", "greedy"), ("greedy", "easy"), ("easy", "medium")])
def test_the_usual_levels_rise_where_no_judge_helps(lower: str, higher: str) -> None:
    """Those of a game that brings nothing but its rules."""
    game = Game(rookery.load(DUELS[-1]).package)  # which has no lower levels of its own
    game.__dict__["evaluator"] = PLAIN_EVALUATOR
    assert {lower, higher} & {*engine(game).levels} == set()
    assert is_a_step(game, lower, higher, 200)
