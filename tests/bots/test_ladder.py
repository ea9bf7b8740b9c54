"""The levels of every game are one ladder: each is above the one below it."""

import pytest

import rookery
from rookery import bots
from rookery.arena import Match, play
from rookery.search.chances import share_of, wilson

LEVELS = ("random", "greedy", "easy", "medium", "hard", "master")
DUELS = [game.facts.title for game in map(rookery.load, rookery.titles()) if game.facts.players[0] == 2
         and not (game.facts.hidden or game.facts.cooperative)]  # fmt: skip


def share(title: str, lower: str, higher: str, games: int) -> tuple[float, float]:
    """What the higher level won of what both did, and of how many games that is; of teams: of the beginnings that ended
    otherwise."""
    match = Match(title, [lower, higher], pairing="ladder", games=games, seed=5, players=match_players(title))
    won = {lower: 0.0, higher: 0.0}
    if match.game.facts.cooperative:
        ends: dict[int, dict[str, bool]] = {}
        for game in play(match).games:
            ends.setdefault(match.turn(game.number).set, {})[game.seats[0]] = game.utilities[0] > 0
        for end in ends.values():
            for name, other in ((lower, higher), (higher, lower)):
                won[name] += end[name] and not end[other]
    else:
        for game in play(match).games:
            for name, utility in zip(game.seats, game.utilities, strict=True):
                won[name] += share_of(utility, match.players)
    both = sum(won.values())
    return won[higher] / max(both, 1.0), both


def match_players(title: str) -> int:
    """Of games for more than two with secrets, a full table of pairs."""
    facts = rookery.load(title).facts
    return 4 if facts.hidden and 4 in facts.players else facts.players[0]


@pytest.mark.parametrize("title", DUELS)
@pytest.mark.parametrize(("lower", "higher"), [("random", "greedy"), ("greedy", "easy"), ("easy", "medium")])
def test_the_lower_levels_rise(title: str, lower: str, higher: str) -> None:
    """In a few games, always the same ones: enough to see a level that has fallen below its neighbour."""
    won, _ = share(title, lower, higher, 40)
    assert won > 0.5


@pytest.mark.soak
@pytest.mark.parametrize("title", rookery.titles())
@pytest.mark.parametrize("step", range(1, len(LEVELS)))
def test_every_step_is_one(title: str, step: int) -> None:
    """The interval of 95 % lies above one half."""
    assert set(LEVELS) <= set(bots.levels(rookery.load(title)))
    won, games = share(title, LEVELS[step - 1], LEVELS[step], 400 if step < 4 else 200)
    low, _ = wilson(won, games)
    assert low > 0.5
