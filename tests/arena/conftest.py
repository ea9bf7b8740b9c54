"""Shared by the tests of the arena: a quick game, and bots that are not levels."""

from dataclasses import dataclass

import numpy as np

import rookery
from rookery.arena import GameResult, Match, Results
from rookery.core.generator import Generator
from rookery.core.position import Game, Position

RACE = Game("tests.search.race")  # two or three players, with chance
KEEP, GIVE = 0, 1  # its actions
OUTSIDE = rookery.slugs()[-1]  # a game from outside the house, quick and found by worker processes


@dataclass(frozen=True)
class Firm:
    """Always does one thing."""

    action: int
    words: str = "does one thing"

    def choose(self, view: Position, generator: Generator) -> int:
        return self.action


BOTS = {"keeper": Firm(KEEP), "giver": Firm(GIVE)}


def with_seats(players: int, cooperative: bool = False) -> Game:
    """A game that so many can play, against or with each other."""
    games = map(rookery.load, rookery.slugs())
    return next(g for g in games if players in g.facts.players and g.facts.cooperative == cooperative)


def made_up(match: Match, strengths: dict[str, float], generator: np.random.Generator, alike: bool = False) -> Results:
    """Results of entrants of these strengths (Elo): a seat wins as often as the scale says.

    `alike`: the second game of a set of two ends for its entrants as the first one did."""
    games: list[GameResult] = []
    for number in range(match.total):
        seats = match.scheduled(number).seats
        odds = np.array([10 ** (strengths[name] / 400) for name in seats])
        winner = int(generator.choice(len(seats), p=odds / odds.sum()))
        if alike and number % 2:
            before = games[-1]
            winner = seats.index(before.seats[before.utilities.index(1.0)])
        utilities = tuple(1.0 if seat == winner else -1 / (len(seats) - 1) for seat in range(len(seats)))
        none = dict.fromkeys(seats, 0.0)
        games.append(GameResult(number, seats, utilities, 1, str(number), none, dict.fromkeys(seats, 1), none))
    return Results(match, games)
