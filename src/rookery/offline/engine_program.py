"""The engine as a page runs it: lowered to JavaScript, with other things in place of what a page has not."""

from collections.abc import Mapping, Sequence
from typing import Any

from rookery.core import generator
from rookery.core.folder import Folder
from rookery.core.position import Game
from rookery.javascript.page_module import page_text
from rookery.offline import engine, engine_games, page_game, page_work
from rookery.offline.engine_games import GAMES_OF_ENGINE, games_of_engine
from rookery.offline.page_instead import page_module
from rookery.offline.told_game import ENGINE_CLASSES, classes_text
from rookery.search import plan, ready
from rookery.search.mcts import _at_once, _check_numbers

ENGINE_INSTEAD: Mapping[Any, Any] = {
    Folder: engine_games.EngineFolder,
    generator.word_from: engine_games.word_of,
    plan.engine: engine_games.engine_of,
    ready.get_ready: page_work.nothing,
    _at_once: page_work.absent,
    _check_numbers: page_work.nothing,
    engine.position_of: engine_games.seen_in_json,
}
ENGINE_ROOTS = (
    *(engine_games.start, engine_games.knows, engine_games.open_game, engine_games.broken),
    engine_games.search_only,
)
# methods that the worker calls (web/src/engine/engine_worker.ts)
ENGINE_CALLED = ("analyse", "threat", "prepare", "review", "attempt", "advise", "hear", "lose", "stop", "pause", "open")


def engine_text(games: Sequence[Game]) -> str:
    """The module of JavaScript: `export default (runtime) => ({ start, knows, ..., classes })`, with ENGINE_ROOTS.

    Raises NotInLanguage."""
    of_engine = games_of_engine(tuple(games))
    of_site = page_game.GAMES_OF_SITE._replace(facts=of_engine.facts)
    program = page_module(ENGINE_INSTEAD, (GAMES_OF_ENGINE, of_engine), (page_game.GAMES_OF_SITE, of_site))
    program.members |= {*ENGINE_CALLED}
    roots = {root.__name__: program.reference(root) for root in ENGINE_ROOTS}
    roots["classes"] = classes_text(program, ENGINE_CLASSES)
    program.lower()
    return page_text(program, roots, [])
