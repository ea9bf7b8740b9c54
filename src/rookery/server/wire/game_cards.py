"""Games as pages show them, made from their facts."""

import logging
from collections.abc import Iterable, Iterator

from rookery.core.position import Game
from rookery.core.protocol import Facts, Option
from rookery.lessons.lesson import BrokenLessons, lessons_of
from rookery.puzzles.puzzle import BrokenPuzzles, puzzles_of
from rookery.server.wire.messages import GameCard, LevelCard, OptionCard, RenamedSeats
from rookery.strengths import strength

log = logging.getLogger(__name__)


def game_card(game: Game, levels: Iterable[str]) -> GameCard:
    """`levels`: names of its bots, weakest first."""
    course, lessons = _course_and_count(game)
    return facts_card(game.facts, levels, lessons, course, _count_of_puzzles(game))


def facts_card(
    facts: Facts, levels: Iterable[str] = (), lessons: int = 0, course: Iterable[str] = (), puzzles: int = 0
) -> GameCard:
    """The same from what is known of a game, and the ids of the lessons of its first course."""
    return GameCard(
        slug=facts.slug,
        name=facts.name,
        tagline=facts.tagline,
        weight=facts.weight,
        players=list(facts.players),
        seats={players: _roles(facts, players) for players in facts.players},
        minutes=facts.minutes,
        designers=list(facts.designers),
        publisher=facts.publisher,
        cooperative=facts.cooperative,
        hidden=facts.hidden,
        chance=facts.chance,
        options=[_option_card(option) for option in facts.options],
        renamed=list(_renamed(facts)),
        levels=[LevelCard(level, *strength(level)) for level in levels],
        lessons=lessons,
        course=list(course),
        puzzles=puzzles,
    )


def _course_and_count(game: Game) -> tuple[tuple[str, ...], int]:
    """The ids of the lessons of the first course, and how many lessons there are."""
    try:
        lessons = lessons_of(game)
    except BrokenLessons:
        log.exception("The lessons of %s cannot be read; they are left out", game.facts.slug)
        return (), 0
    return tuple(lesson.id for lesson in lessons.course), len(lessons.lessons)


def _count_of_puzzles(game: Game) -> int:
    try:
        return len(puzzles_of(game))
    except (BrokenPuzzles, OSError):
        log.exception("The puzzles of %s cannot be read; they are left out", game.facts.slug)
        return 0


def _roles(facts: Facts, players: int, **options: str) -> list[str]:
    return [role for role, _ in facts.seats_at(players, options)]


def _renamed(facts: Facts) -> Iterator[RenamedSeats]:
    """The choices of options that change the names of the seats."""
    for players in facts.players:
        usual = _roles(facts, players)
        for option in facts.options:
            for choice in option.choices_of(players):
                if (roles := _roles(facts, players, **{option.name: choice})) != usual:
                    yield RenamedSeats(players, option.name, choice, roles)


def _option_card(option: Option) -> OptionCard:
    only = {choice: list(counts) for choice, counts in option.only.items()}
    return OptionCard(option.name, list(option.choices), only, option.free_form, option.help)
