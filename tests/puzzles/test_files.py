"""The puzzles that come with games: all of them can be read, set up and answered, and hold."""

import msgspec
import pytest

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.puzzles import Puzzle, held_out, puzzles_of, rated, refutation, themes_of
from tests.often import others_in_soak

KEPT = [slug for slug in rookery.slugs() if puzzles_of(rookery.load(slug))]
SAMPLE = 3  # of each game are verified in every run


def kept(slug: str) -> tuple[Game, tuple[Puzzle, ...]]:
    game = rookery.load(slug)
    return game, puzzles_of(game)


@pytest.mark.parametrize("slug", KEPT)
def test_a_puzzle_is_a_view_in_which_its_solution_is_legal(slug: str) -> None:
    for puzzle in kept(slug)[1]:
        view = puzzle.position()
        assert (view.game.facts.slug, view.viewer, view.mover, view.key) == (slug, puzzle.seat, puzzle.seat, puzzle.key)
        assert len(view.legal_actions) > 2
        assert view.words(view.parse(puzzle.solution)) == puzzle.words


@pytest.mark.parametrize("slug", KEPT)
def test_no_position_comes_twice(slug: str) -> None:
    _, puzzles = kept(slug)
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    assert len({(puzzle.view, puzzle.seat) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("slug", KEPT)
def test_what_is_told_of_a_puzzle_fits_together(slug: str) -> None:
    game, puzzles = kept(slug)
    known = set(themes_of(game))
    for puzzle in puzzles:
        assert known.issuperset(puzzle.themes)
        assert puzzle.best.low > puzzle.second.high
        assert puzzle.best.chance - puzzle.second.chance >= 0.1
        assert not puzzle.proved or puzzle.best.margin == puzzle.second.margin == 0.0
        assert not (puzzle.proved and game.facts.hidden)
        assert puzzle.rating is not None
        assert all(0 <= count <= puzzle.tries for count in puzzle.solved.values())


@pytest.mark.parametrize("slug", KEPT)
def test_ratings_are_those_of_the_attempts_and_predict_others(slug: str) -> None:
    _, puzzles = kept(slug)
    again = rated([msgspec.structs.replace(puzzle, rating=None, deviation=0) for puzzle in reversed(puzzles)])
    assert again == list(puzzles)
    told = held_out(puzzles)
    assert told.rating < told.level
    assert told.rating < told.mean


def _some() -> list[tuple[str, int]]:
    """Of each game: the puzzles of a sample, drawn anew for each size of its file."""
    found = []
    for slug in KEPT:
        count = len(kept(slug)[1])
        found += [(slug, Generator(count + n).below(count)) for n in range(SAMPLE)]
    return found


EVERY = [(slug, number) for slug in KEPT for number in range(len(kept(slug)[1]))]


@pytest.mark.parametrize(("slug", "number"), others_in_soak(EVERY, _some()))
def test_a_puzzle_holds(slug: str, number: int) -> None:
    assert refutation(kept(slug)[1][number]) == ""
