"""What a page asks of Python about a game that somebody writes there: its texts in, and what the page needs out, as
JSON."""

import base64
import functools
import importlib
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rookery.core.errors import Refusal
from rookery.core.position import Game, Position
from rookery.core.registry import load
from rookery.javascript.game_module import module_text
from rookery.page_engine.made_files import hashed
from rookery.server.wire.board_views import board_card
from rookery.server.wire.game_cards import game_card
from rookery.server.wire.messages import GameCard
from rookery.testing.lesson_laws import lesson_faults
from rookery.testing.reports import LawFails, LawsHold, cannot_be_tried, together
from rookery.testing.trial import tried
from rookery.workshop import new_game
from rookery.workshop.game_zip import NoGameInFile, renamed, unzipped, zipped

if TYPE_CHECKING:
    from rookery.workshop.page.balance_in_page import GrowingReport
    from rookery.workshop.page.made_game import MadeGame

_TOLD_PLACE = re.compile(r"^(?:pages cannot draw [^:]*: )?\S+\.py:\d+, (?:in \w+: )?")

_report: "GrowingReport | None" = None  # of the text that was opened last
_last: "GrowingReport | None" = None  # before that


class GameInPage(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a page has made it, or why it cannot."""

    failure: LawFails | None = None
    card: GameCard | None = None  # null: see `failure`; so is what follows empty
    code: str = ""  # its module of JavaScript
    name: str = ""  # of the module: equal modules have equal names
    art: str = ""  # its drawings: an SVG


def begin(folder: str) -> None:
    """Work in that folder. Nothing compiled is kept: an edit may follow another within a second."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    sys.dont_write_bytecode = True


def start_texts(slug: str, name: str, kind: str) -> str:
    """The texts of a new game for two, by their paths in its folder. Raises CannotBegin."""
    files = new_game.texts_of(slug, name, kind, [2]).items()
    return json.dumps({path.removeprefix(f"{slug}/"): text for path, text in files if path.startswith(f"{slug}/")})


def texts_in(slug: str, data: str) -> str:
    """The texts of the game in a .zip, as a game of that slug: {"texts": path in its folder -> text}, or what is wrong
    with the file: {"refused": a sentence}. `data`: base64."""
    try:
        package, texts = unzipped(base64.b64decode(data))
    except NoGameInFile as error:
        return json.dumps({"refused": str(error)})
    return json.dumps({"texts": renamed(texts, package, slug)})


def zip_of(slug: str, texts: str, name: str) -> str:
    """The game as a .zip, under a slug made of its name: {"slug": slug, "data": base64}."""
    try:
        own = new_game.checked_name(name)
    except new_game.CannotBegin:
        own = slug
    files = renamed(json.loads(texts), slug, own)
    data = zipped({f"{own}/{place}": text.encode() for place, text in files.items()})
    return json.dumps({"slug": own, "data": base64.b64encode(data).decode()})


def opened(slug: str, texts: str) -> str:
    """A GameInPage. `texts`: path in the folder of the game -> text of the file."""
    global _report, _last
    _last, _report = _report or _last, None
    _forget(slug)
    _write(slug, json.loads(texts))
    game: Game | None = None
    try:
        game = load(slug)
        made = _made(game)
    except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
        made = GameInPage(failure=_failure(slug, error, game))
    return _answer(made)


def board(slug: str, name: str, players: int, options: str, text: str) -> str:
    """The BoardCard of a position of the game that was opened last, or what is wrong with it: {"refused": a sentence}.
    `name`: of its code; `text`: of the position; "": the first one."""
    try:
        position = _first(load(slug), players, options, text)
    except Refusal as error:
        return json.dumps({"refused": str(error)})
    return _answer(board_card(position, name))


def replayed(slug: str, players: int, options: str, text: str, actions: str) -> str:
    """LawFails, of what goes wrong where these actions are played after that position (see `board`), or the picture is
    drawn that follows; null if nothing does. A page that plays them itself cannot tell files and lines."""
    game = load(slug)
    try:
        position = _first(game, players, options, text)
        for action in json.loads(actions):
            position.words(action), position.touched(action)
            position = position.after(action)
        position.scene(max(0, position.mover or 0))
    except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
        return _answer(_failure(slug, error, game))
    return "null"


def finished(slug: str, program: str) -> str:
    """The MadeGame (made_game.py) of the game that was opened last, or why it cannot be made: {"failure": a sentence}.
    `program`: the name of that of the page's engine."""
    made = _finished(slug, program)
    if isinstance(made, LawFails):
        place = f"{made.file}, line {made.line}: " if made.line else ""
        return json.dumps({"failure": f"{place}{made.error}"})
    return msgspec.json.encode(made).decode()


def laws(slug: str, games: int) -> str:
    """LawsHold or LawFails, of random games of the game that was opened last, which can be played elsewhere if they
    hold: the kernels that ran as Python here can be compiled as well."""
    found, _ = tried(slug, games, 0, 0)
    made = _finished(slug, "") if isinstance(found, LawsHold) else found
    return _answer(made if isinstance(made, LawFails) else found)


def lessons(slug: str) -> str:
    """LawFails, of the lessons of the game that was opened last; null if all can be taken."""
    game = load(slug)
    try:
        found = together(lesson_faults(game))
    except Exception as error:  # noqa: BLE001  # as above
        found = _failure(slug, error, game)
    return msgspec.json.encode(found).decode()


def balance(slug: str, players: int, options: str, level: str) -> str:
    """A BalanceInPage of the game that was opened last: the report's first games."""
    from rookery.workshop.page.balance_in_page import GrowingReport  # here: who asks for none does not wait for it

    global _report, _last  # the next questions go on with them
    _last = _report or _last
    _report = GrowingReport(slug, players, options, level, _last)
    return more_balance()


def more_balance() -> str:
    """The same report with more games; null if another text was opened meanwhile."""
    return "null" if _report is None else _answer(_report.more())


def _finished(slug: str, program: str) -> "MadeGame | LawFails":
    from rookery.workshop.page.made_game import made_game  # here because nobody waits for it before a first board

    game = load(slug)
    try:
        return made_game(game, _code(game), program)
    except Exception as error:  # noqa: BLE001  # as above
        return _failure(slug, error, game)


def _failure(slug: str, error: Exception, game: Game | None) -> LawFails:
    """The page shows the place beside the sentence."""
    failure = cannot_be_tried(slug, error, game)
    words = _TOLD_PLACE.sub("", failure.error) if failure.file else failure.error
    return msgspec.structs.replace(failure, error=words, file=failure.file.removeprefix(f"{slug}/"))


def _answer(told: msgspec.Struct) -> str:
    return msgspec.json.encode(told).decode()


def _first(game: Game, players: int, options: str, text: str) -> Position:
    """The position of a text; without one, that with which a game begins. Raises Refusal."""
    chosen = json.loads(options)
    settings = game.facts.settings(players, chosen)
    return game.position(text, players, **chosen) if text else game.start_with(settings)


@functools.cache  # until another text is opened: see _forget
def _code(game: Game) -> str:
    return module_text(game)


def _made(game: Game) -> GameInPage:
    code = _code(game)
    name = hashed(f"{game.facts.slug}.js", code.encode())
    first = game.start(seed=0)
    first.scene(max(0, first.mover or 0))
    return GameInPage(card=game_card(game, ()), code=code, name=name, art=game.art)


def _write(slug: str, texts: dict[str, str]) -> None:
    """Write the files of the game, and remove all others. Raises ValueError for a path that leads elsewhere."""
    home = Path(slug).absolute()
    kept = set[Path]()
    for place, text in texts.items():
        path = (home / place).resolve()
        if not path.is_relative_to(home):
            raise ValueError(f"{place!r} is no path in the folder of the game")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        kept.add(path)
    for path in home.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()


def _forget(slug: str) -> None:
    """Forget the game, and all that the library remembers of texts: it takes files to stay as they are."""
    for name in [*sys.modules]:
        if name == slug or name.startswith((f"{slug}.", "rookery_made_")):
            del sys.modules[name]
    for name, module in [*sys.modules.items()]:
        if name.startswith("rookery."):
            for value in [*vars(module).values()]:
                _clear(value)
    importlib.invalidate_caches()


def _clear(value: Any) -> None:
    if callable(clear := getattr(value, "cache_clear", None)):
        clear()
