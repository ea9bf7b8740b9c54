"""The engine as a page runs it: lowered to JavaScript, with other things in place of what a page has not.

`python -m rookery.offline.engine_program` writes it to the standard output.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rookery.core import generator, numbers, position, registry, variant
from rookery.core.folder import Folder
from rookery.core.position import Game
from rookery.javascript.page_module import ModuleText, page_text
from rookery.offline import engine, engine_games, engine_start, page_game, page_work
from rookery.offline.engine_games import GAMES_OF_ENGINE, games_of_engine
from rookery.search import plan, ready
from rookery.search.mcts import _at_once, _check_numbers

__all__ = ["engine_text"]

ENGINE_INSTEAD: Mapping[Any, Any] = {
    Folder: engine_games.EngineFolder,
    registry.load: page_game.load,
    np.random.default_rng: page_work.absent,
    numbers.Numbers: page_game.numbers_of,
    numbers.sealed: page_game.same_states,
    position._drawn_by_numpy: page_work.absent,
    generator.word_from: engine_games.word_of,
    plan.engine: engine_games.engine_of,
    ready.get_ready: page_work.nothing,
    _at_once: page_work.absent,
    _check_numbers: page_work.nothing,
    engine.position_of: engine_games.seen_in_json,
}
ENGINE_ROOTS = (engine_start.start, engine_start.knows, engine_start.open_game, engine_start.broken)
# methods that the worker calls (web/src/engine/engine_worker.ts)
ENGINE_CALLED = ("analyse", "threat", "prepare", "review", "attempt", "advise", "hear", "lose", "stop", "pause", "open")


def engine_text(games: Sequence[Game]) -> str:
    """The module of JavaScript: `export default (runtime) => ({ start, knows, open_game, broken })`.

    Raises NotInLanguage."""
    told = games_of_engine(tuple(games))
    known = page_game.GAMES_OF_SITE._replace(facts=told.facts)
    games_told: list[tuple[Any, Any]] = [(GAMES_OF_ENGINE, told), (page_game.GAMES_OF_SITE, known)]
    program = ModuleText(instead=[*ENGINE_INSTEAD.items(), *games_told, (variant._HERE, [])])
    program.members |= {*ENGINE_CALLED}
    roots = {root.__name__: program.reference(root) for root in ENGINE_ROOTS}
    program.lower()
    return page_text(program, roots, [])


if __name__ == "__main__":
    sys.stdout.write(engine_text([registry.load(slug) for slug in registry.slugs()]))
