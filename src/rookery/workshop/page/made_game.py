"""A game that somebody wrote in a page, made to be played there: the files that a site of this one game would have, so
that whoever gets them plays at once, without Python."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from rookery.bots import levels
from rookery.core.errors import ForbiddenModule, Refusal
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.lessons.lesson import lessons_of
from rookery.offline.told_game import told_game
from rookery.page_engine.engine_parts import engine_paths
from rookery.page_engine.made_files import hashed
from rookery.server.wire import lesson_views
from rookery.server.wire.game_cards import game_card
from rookery.server.wire.lesson_messages import LessonScript
from rookery.server.wire.messages import GameCard
from rookery.wasm.build import module_of
from rookery.wasm.given_game import given


class MadeGame(msgspec.Struct, frozen=True, kw_only=True):
    """All that a page needs to play a game that it does not know."""

    slug: str
    name: str
    made_for: str  # the name of the engine's program: that of another version may not fit
    files: dict[str, str]  # path from the folder of a site -> text
    module: str  # of WebAssembly, in base64
    site: str  # what the parlour is told of the game (offline/told_game.py)
    engine: str  # what the engine is told
    given: str  # as JSON, what a server takes of it (wasm/given_game.py) but the module; "": nothing


def made_game(game: Game, code: str, program: str) -> MadeGame:
    """The game as a page plays it. `code`: its module of JavaScript; `program`: the name of that of the page's engine.

    Raises CannotPlay, BrokenKernel, NotInLanguage and others with a sentence for what cannot be made."""
    slug = game.facts.slug
    name = hashed(f"{slug}.js", code.encode())
    module, description = module_of(game)
    told = told_game(game)
    scripts = _scripts(game, name)
    paths = engine_paths(f"../code/{name}", program, f"{slug}.wasm", f"{slug}.json")
    files = {
        f"code/{name}": code,
        f"art/{slug}.svg": game.art,
        f"games/{slug}/picture.svg": rules_page.picture(game),
        f"rules/{slug}.html": rules_page.rules(game, name),
        f"answers/{slug}.packed": msgspec.json.encode(_answers(game, scripts)).decode(),
        "games.json": msgspec.json.encode([_card(game, scripts)]).decode(),
        f"engine/games/{slug}.json": json.dumps(paths),
        f"engine/{paths['description']}": json.dumps(description, separators=(",", ":")),
    }
    return MadeGame(
        slug=slug,
        name=game.facts.name,
        made_for=program,
        files=files,
        module=base64.b64encode(module).decode(),
        site=told.site,
        engine=told.engine,
        given=_given(game, module, description),
    )


def _given(game: Game, module: bytes, description: dict[str, Any]) -> str:
    """With the module as its last member this is the text of which a server takes the hash."""
    try:
        whole = msgspec.to_builtins(given(game, module, description))
    except ForbiddenModule:
        return ""  # it is larger than games of strangers may be
    del whole["module"]
    return msgspec.json.encode(whole).decode()


def _scripts(game: Game, code: str) -> dict[str, LessonScript]:
    """The lessons, by id. One whose position is no position of the game any more is left out: an author who changes a
    number can play at once, and hears of the lesson when the laws are tried."""
    scripts, lessons = dict[str, LessonScript](), lessons_of(game)
    for lesson in lessons.lessons:
        try:
            scripts[lesson.id] = lesson_views.script(game, lessons, lesson, code)
        except Refusal:
            continue
    return scripts


def _answers(game: Game, scripts: Mapping[str, LessonScript]) -> dict[str, object]:
    """What is asked about lessons and puzzles, by path, as site/drawings.py makes it; not packed, as the whole game
    is."""
    about = f"/api/games/{game.facts.slug}"
    cards = [card for card in lesson_views.cards(lessons_of(game)) if card.id in scripts]
    each = {f"{about}/lessons/{name}": script for name, script in scripts.items()}
    return {f"{about}/lessons": cards, f"{about}/puzzles": [], **each}


def _card(game: Game, scripts: Mapping[str, LessonScript]) -> GameCard:
    """Of these lessons, and without puzzles."""
    card = game_card(game, levels(game))
    course = [name for name in card.course if name in scripts]
    return msgspec.structs.replace(card, lessons=len(scripts), course=course, puzzles=0)
