"""The puzzles that come with games: all of them can be read, set up and answered, and hold."""

import msgspec
import pytest

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.puzzles import Puzzle, puzzles_of
from rookery.puzzles.rating import held_out, rated
from rookery.puzzles.theme_words import THEMES
from rookery.puzzles.verifying import refutation
from rookery.puzzles.worthwhile import weakness
from rookery.reviews.themes_of_chances import RESCUE, WIN, themes_of_chances
from rookery.search import engine, parts_of

KEPT = [slug for slug in rookery.slugs() if puzzles_of(rookery.load(slug))]
SAMPLE = 3  # of each game are verified in every run
MANY = 30  # from so many on, ratings must also beat the mean of each level
CHUNK = 50  # are verified one after another


def kept(slug: str) -> tuple[Game, tuple[Puzzle, ...]]:
    game = rookery.load(slug)
    return game, puzzles_of(game)


@pytest.mark.parametrize("slug", KEPT)
def test_a_puzzle_is_a_view_worth_looking_at_in_which_its_solution_is_legal(slug: str) -> None:
    for puzzle in kept(slug)[1]:
        view = puzzle.position()
        assert (view.game.facts.slug, view.viewer, view.mover, view.key) == (slug, puzzle.seat, puzzle.seat, puzzle.key)
        assert len(view.legal_actions) == puzzle.choices
        assert weakness(puzzle, view) == "", puzzle.key
        assert puzzle.tries > 0
        assert view.words(view.parse(puzzle.solution)) == puzzle.words


@pytest.mark.parametrize("slug", KEPT)
def test_no_position_comes_twice(slug: str) -> None:
    _, puzzles = kept(slug)
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    assert len({(puzzle.view, puzzle.seat) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("slug", KEPT)
def test_what_is_told_of_a_puzzle_fits_together(slug: str) -> None:
    game, puzzles = kept(slug)
    terms = engine(game).terms.values()
    known = {*THEMES, *(term.change(amount) for term in terms for amount in (1, -1))}
    for puzzle in puzzles:
        assert known.issuperset(puzzle.themes)
        best, second = puzzle.best.chance, puzzle.second.chance
        even = 1.0 / parts_of(game, puzzle.players)
        by_chances = themes_of_chances(best, second, even, proved=puzzle.proved)
        assert by_chances == tuple(theme for theme in puzzle.themes if theme in (WIN, RESCUE))
        assert puzzle.best.low > puzzle.second.high
        assert puzzle.best.chance - puzzle.second.chance >= 0.1
        assert not puzzle.proved or puzzle.best.margin == puzzle.second.margin == 0.0
        assert not puzzle.proved or puzzle.position().is_open
        assert puzzle.rating is not None
        assert all(0 <= count <= puzzle.tries for count in puzzle.solved.values())


@pytest.mark.parametrize("slug", KEPT)
def test_ratings_are_those_of_the_attempts_and_predict_others(slug: str) -> None:
    _, puzzles = kept(slug)
    again = rated([msgspec.structs.replace(puzzle, rating=None, deviation=0) for puzzle in reversed(puzzles)])
    assert again == list(puzzles)
    told = held_out(puzzles)
    assert told.rating < told.mean
    assert told.rating < told.level or len(puzzles) < MANY


def _chunks(slug: str) -> list[tuple[str, int]]:
    return [(slug, first) for first in range(0, len(kept(slug)[1]), CHUNK)]


@pytest.mark.parametrize("slug", KEPT)
def test_some_puzzles_hold(slug: str) -> None:
    """Others whenever the file grows."""
    puzzles = kept(slug)[1]
    generator = Generator(len(puzzles))
    for puzzle in (generator.choice(puzzles) for _ in range(SAMPLE)):
        assert refutation(puzzle) == ""


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "first"), [chunk for slug in KEPT for chunk in _chunks(slug)])
def test_all_puzzles_hold(slug: str, first: int) -> None:
    for puzzle in kept(slug)[1][first : first + CHUNK]:
        assert refutation(puzzle) == "", puzzle.key
