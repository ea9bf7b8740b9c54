"""A game in a page: its facts are known at once, and its rules, words and pictures are the code with which pages draw
it (javascript/game_module.py), once that has come."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rookery import bots
from rookery.core import registry
from rookery.core.errors import UnknownGame, one_of
from rookery.core.position import Game
from rookery.core.protocol import Facts
from rookery.lessons.lesson import Lessons, Midgame, lessons_of
from rookery.puzzles.puzzle import puzzles_of


class GamesOfSite(NamedTuple):
    """The games of a site, by slug, and what is asked of them before their code has come.

    The page reads lessons and puzzles from files of the site (site/drawings.py); here is what else is asked of them."""

    facts: Mapping[str, Facts]
    examples: tuple[str, ...]
    levels: Mapping[str, tuple[str, ...]]
    lessons: Mapping[str, tuple[tuple[str, ...], int]]  # the ids of the first course, and how many there are
    midgames: Mapping[str, Midgame | None]
    puzzles: Mapping[str, Sequence[tuple[str, int | None]]]  # keys and ratings


def games_of_site(slugs: Sequence[str]) -> GamesOfSite:
    """That of these games; made when a site is built."""
    games = {slug: registry.load(slug) for slug in slugs}
    courses = {slug: lessons_of(game) for slug, game in games.items()}
    return GamesOfSite(
        facts={slug: game.facts for slug, game in games.items()},
        examples=tuple(slug for slug in slugs if registry.is_example(slug)),
        levels={slug: bots.levels(game) for slug, game in games.items()},
        lessons={slug: (tuple(it.id for it in one.course), len(one.lessons)) for slug, one in courses.items()},
        midgames={slug: course.midgame for slug, course in courses.items()},
        puzzles={slug: [(one.key, one.rating) for one in puzzles_of(game)] for slug, game in games.items()},
    )


GAMES_OF_SITE = games_of_site(())  # in whose place a site has its own (page_program.py)


def play_only(told: GamesOfSite) -> None:
    """From now on there are the games of `told`, and no others: that which somebody wrote in a page."""
    put_in_place(GAMES_OF_SITE.facts, told.facts)
    put_in_place(GAMES_OF_SITE.levels, told.levels)
    put_in_place(GAMES_OF_SITE.lessons, told.lessons)
    put_in_place(GAMES_OF_SITE.midgames, told.midgames)
    put_in_place(GAMES_OF_SITE.puzzles, told.puzzles)


def put_in_place(mapping: Any, other: Mapping[str, Any]) -> None:
    """Empty a mapping of a program, and fill it with another."""
    mapping.clear()
    mapping.update(other)


class PageCode(Protocol):
    """The functions of a game; states are objects with the names of the fields."""

    bindings: Any  # the counterpart of core/bindings.py in a page
    names: Sequence[str]  # of the fields of a state
    art: str  # the drawings

    def blank(self) -> Any:
        """A state of zeros."""

    def packed(self, state: Any) -> bytes:
        """The bytes of a state."""


class PageFolder:
    """The counterpart of core/folder.py in a page."""

    def __init__(self, package: str) -> None:
        """`package`: its slug."""
        self.package = package
        self.facts = GAMES_OF_SITE.facts[package]
        self._code: PageCode | None = None

    def open(self, code: PageCode) -> None:
        """The code has come."""
        self._code = code

    @property
    def code(self) -> PageCode:
        """Raises UnknownGame before it has come."""
        if self._code is None:
            raise UnknownGame(f"the rules of {self.facts.name} have not come yet")
        return self._code

    @property
    def bindings(self) -> Any:
        return self.code.bindings

    @property
    def notation(self) -> Any:
        return self.code

    @property
    def scenery(self) -> Any:
        return self.code

    @property
    def fields(self) -> Sequence[str]:
        return self.code.names

    @property
    def art(self) -> str:
        return self.code.art

    def blank(self, count: int = 1) -> Any:
        return [self.code.blank()]

    def packed(self, states: Any) -> bytes:
        return self.code.packed(states[0])

    def checked(self, states: Any) -> Any:
        """See Folder.checked. A page does not have the ranges; a wrong text can harm only the page that reads it."""
        return states


def numbers_of(states: Any) -> Any:
    """See core/numbers.Numbers: a page's states are plain already."""
    return states[0]


def same_states(states: Any) -> Any:
    """See core/numbers.sealed."""
    return states


class RatedKey(NamedTuple):
    """The facts of a puzzle that the choice of a day needs."""

    key: str
    rating: int | None


def only_midgame(game: Game) -> Lessons:
    """See lessons_of."""
    return Lessons(midgame=GAMES_OF_SITE.midgames[game.facts.slug])


def course_and_count(game: Game) -> tuple[tuple[str, ...], int]:
    """See server/wire/game_cards.py."""
    return GAMES_OF_SITE.lessons[game.facts.slug]


def rated_keys(game: Game) -> tuple[RatedKey, ...]:
    """See puzzles_of."""
    return tuple(RatedKey(key, rating) for key, rating in GAMES_OF_SITE.puzzles[game.facts.slug])


def levels(game: Game) -> tuple[str, ...]:
    """See bots.levels."""
    return GAMES_OF_SITE.levels[game.facts.slug]


def cells_of(names: Any) -> Any:
    """See protocol.cells_of: the names alone."""
    return names


_games: dict[str, Game] = {}


def load(slug: str) -> Game:
    """See registry.load. Raises UnknownGame."""
    package = package_of(slug)
    if slug not in _games:
        _games[slug] = Game(package)
    return _games[slug]


def package_of(slug: str) -> str:
    """See registry.package_of. Raises UnknownGame."""
    if slug not in GAMES_OF_SITE.facts:
        raise UnknownGame(f"no game is called {slug!r}; {one_of(slug, GAMES_OF_SITE.facts)}")
    return slug


def slugs(*, examples: bool = True) -> tuple[str, ...]:
    """See registry.slugs."""
    return tuple(slug for slug in GAMES_OF_SITE.facts if examples or not is_example(slug))


def is_example(slug: str) -> bool:
    """See registry.is_example."""
    return slug in GAMES_OF_SITE.examples
