"""Matches from whose games puzzles are mined in tests, and puzzles found there."""

import functools

import rookery
from rookery.arena import Match
from rookery.arena.mining import MiningLimits, mined
from rookery.puzzles import Puzzle

PROOF = 50_000


def _is_open_duel(slug: str) -> bool:
    facts = rookery.load(slug).facts
    return not (facts.hidden or facts.cooperative) and facts.longest < 100 and 2 in facts.players


OPEN_DUEL = next(slug for slug in rookery.slugs() if _is_open_duel(slug))  # whose endings are proved in no time


def match_of(slug: str, games: int, seed: int = 5) -> Match:
    return Match(slug, ("medium",), games=games, pairing="alone", seed=seed)


@functools.cache
def first_puzzles(slug: str = OPEN_DUEL, games: int = 6) -> tuple[Puzzle, ...]:
    """Proved ones."""
    found = mined(match_of(slug, games), MiningLimits(PROOF, only_proved=True), range(games))
    return tuple(puzzle for _, puzzles in found for puzzle in puzzles)
