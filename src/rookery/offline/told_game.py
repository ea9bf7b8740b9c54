"""What the programs of a page are told of a game that somebody wrote there: modules of JavaScript, which make the data
with the classes of those programs.

    export default (runtime, classes) => ({ facts, levels, ... })      the fields of GamesOfSite, or of GamesOfEngine
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rookery.core.position import Game
from rookery.core.protocol import Counted, Facts, Option
from rookery.javascript.page_module import ModuleText, page_text
from rookery.lessons.lesson import Midgame
from rookery.offline.engine_games import games_of_engine
from rookery.offline.page_game import games_of_site
from rookery.search.plan import Engine, Plan, ReviewLimits, SearchLimits, Term, TrainingLimits

SITE_CLASSES = (Facts, Option, Counted, Midgame)
ENGINE_CLASSES = (Facts, Option, Counted, Engine, Plan, ReviewLimits, TrainingLimits, SearchLimits, Term)


class ToldGame(NamedTuple):
    """The texts of the modules for the two programs."""

    site: str
    engine: str


def told_game(game: Game) -> ToldGame:
    """What a page tells its programs of this game. Raises NotInLanguage for functions in its facts that are not in the
    subset, BrokenSettings, BrokenLessons."""
    site = games_of_site((game.facts.slug,))._asdict()
    del site["examples"]
    return ToldGame(_text(site, SITE_CLASSES), _text(games_of_engine((game,))._asdict(), ENGINE_CLASSES))


def classes_text(program: ModuleText, classes: Sequence[type]) -> str:
    """An object with these classes of a program, by their names."""
    return f"{{ {', '.join(f'{cls.__name__}: {program.reference(cls)}' for cls in classes)} }}"


def _text(told: dict[str, Any], classes: Sequence[type]) -> str:
    module = ModuleText(given=classes)
    roots = {name: module.literal(value) for name, value in told.items()}
    module.lower()
    return page_text(module, roots, [])
