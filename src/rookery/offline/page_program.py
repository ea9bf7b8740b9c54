"""The parlour as a page runs it: lowered to JavaScript, with other things in place of what a page has not."""

import gzip
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from rookery import view_runs
from rookery.core import generator, protocol, registry
from rookery.core.folder import Folder
from rookery.javascript.page_module import page_text
from rookery.lessons import lesson
from rookery.offline import page_game, page_letters, page_start, page_work
from rookery.offline.page_game import GamesOfSite, games_of_site
from rookery.offline.page_instead import page_module
from rookery.offline.told_game import SITE_CLASSES, classes_text
from rookery.puzzles import puzzle
from rookery.server import config, text, wall_clock
from rookery.server.api import export_files
from rookery.server.quota import work_budget
from rookery.server.telemetry import metrics
from rookery.server.wire import game_cards

INSTEAD: Mapping[Any, Any] = {
    Folder: page_game.PageFolder,
    registry.slugs: page_game.slugs,
    registry.is_example: page_game.is_example,
    registry.package_of: page_game.package_of,
    work_budget.in_slices: page_work.in_slices,
    work_budget.in_thread: page_work.in_thread,
    work_budget.at_once_in_thread: page_work.in_thread,
    work_budget.shared: page_work.shared,
    work_budget.one_at_a_time: page_work.at_once,
    unicodedata.combining: page_letters.combining,
    text._is_arabic: page_letters.is_arabic,
    config._usual_database: page_work.nothing,
    wall_clock.now_ms: page_work.now_ms,
    wall_clock.day_of: page_work.day_of,
    wall_clock.passed_ms: page_work.passed_ms,
    wall_clock.worked_ms: page_work.no_time,
    export_files.drawn: page_work.drawn,
    gzip.compress: page_work.absent,
    generator.word_from: page_work.absent,
    lesson.lessons_of: page_game.only_midgame,
    puzzle.puzzles_of: page_game.rated_keys,
    game_cards._course_and_count: page_game.course_and_count,
    protocol.cells_of: page_game.cells_of,
    view_runs.runs: page_work.runs,
    **{
        told: page_work.nothing
        for told in vars(metrics).values()
        if getattr(told, "__module__", "") == metrics.__name__
    },
}
CALLED = ("request", "connect", "receive", "end")  # methods that the worker calls (web/src/worker/worker.ts)


def program_text(slugs: Sequence[str], told: GamesOfSite | None = None) -> str:
    """The module of JavaScript: `export default (runtime) => ({ start, play_only, classes })`. `told`: what is told of
    these games; by default, what is true. Raises NotInLanguage."""
    games = page_game.GAMES_OF_SITE, told or games_of_site(slugs)
    program = page_module(INSTEAD, games)
    program.members |= {*CALLED}
    roots = {root.__name__: program.reference(root) for root in (page_start.start, page_game.play_only)}
    roots["classes"] = classes_text(program, SITE_CLASSES)
    program.lower()
    return page_text(program, roots, [])
