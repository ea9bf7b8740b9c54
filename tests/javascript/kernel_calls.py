"""The kernels of a game that pages run as JavaScript, and what they are called with in whole games."""

import importlib
import random
import sys
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, OVER, SPECTATOR
from rookery.javascript.game_module import ROOTS
from rookery.javascript.page_module import ModuleText, layout_of, page_text
from tests.javascript import plain_kernels
from tests.javascript.drawn_cases import positions_of_games, positions_of_records, some
from tests.javascript.plain_kernels import KernelCall, PlainKernel
from tests.planting import Copied, files_of, planted

PACKAGE = "plain_game"
MOST = 2  # actions of a position
STEP = 5  # of how many positions one is looked at


class Called(NamedTuple):
    """A kernel in a page, and its calls."""

    kernel: Any
    name: str
    calls: list[KernelCall]


def kernels_of(game: Game) -> tuple[dict[str, Any], str]:
    """Name in a page -> kernel, of all that pages reach; and the module of JavaScript that exports them."""
    page = ModuleText(game.fields)
    for part, names in ROOTS.items():
        for name in names:
            if hasattr(getattr(game, part), name):
                page.reference(getattr(getattr(game, part), name))
    page.lower()
    found = {page.reference(value): value for value in page._kept if hasattr(value, "py_func")}
    classes = {value.__name__: page.reference(value) for value in page._kept if isinstance(value, type)}
    exported = {**{name: name for name in found}, **classes}
    return found, page_text(page, exported, layout_of(game.fields, game.dtype))


def calls_of(game: Game, positions: int, step: int, most: int) -> list[Called]:
    """The kernels that pages reach, each with `most` calls of plain Python: at so many positions of random games, and
    at one of `step` positions of recorded ones."""
    kernels, _ = kernels_of(game)
    with planted(copied(game, kernels), None, PACKAGE):
        parts = {part: importlib.import_module(copy_name(game, getattr(game, part).__name__)) for part in ROOTS}
        plain = {place_of(one): one for one in plain_of_copies()}
        for kernel in plain.values():
            kernel.most = most
        generator = random.Random(2026)
        played = islice(positions_of_games(game, generator, STEP), positions)
        for position in chain(positions_of_records(game, step), played):
            rules_at(position, parts["rules"], generator)
            for seat in range(SPECTATOR, position.players):
                drawn(position.view(seat), parts, generator)
    return [Called(kernel, name, plain[place_of(kernel)].kept) for name, kernel in kernels.items()]


def copied(game: Game, kernels: dict[str, Any]) -> Copied:
    """The modules of the game, and all others with its kernels, in which kernels are plain Python."""
    others = {kernel.py_func.__module__ for kernel in kernels.values()}
    others = {name for name in others if not name.startswith(game.package)}
    names = [(name, copy_name(game, name)) for name in [game.package, *others]]
    files: dict[str, Path | None] = {PACKAGE: None, **files_of(game.path, copy_name(game, game.package))}
    files |= {copy_name(game, name): Path(str(sys.modules[name].__file__)) for name in others}
    return Copied(game.path, files, (*names, ("rookery.core.kernel", plain_kernels.__name__)))


def copy_name(game: Game, module: str) -> str:
    if module.startswith(game.package):
        return module.replace(game.package, f"{PACKAGE}.game", 1)
    return f"{PACKAGE}.{module.rpartition('.')[2]}"


def place_of(kernel: Any) -> tuple[str, str]:
    code = kernel.py_func.__code__
    return code.co_filename, code.co_name


def plain_of_copies() -> list[PlainKernel]:
    copies = [module for name, module in sys.modules.items() if name.partition(".")[0] == PACKAGE]
    return [value for module in copies for value in vars(module).values() if isinstance(value, PlainKernel)]


def rules_at(position: Position, rules: ModuleType, generator: random.Random) -> None:
    """All verbs of rules, as plain Python."""
    facts, players = position.game.facts, position.players

    def state() -> Any:
        return position.states.copy()[0]

    mover = rules.mover(state())
    actions = np.zeros(facts.max_legal, np.int32)
    count = rules.legal(state(), actions)
    if mover == OVER:
        rules.utilities(state(), np.zeros(players))
    if mover == CHANCE:
        rules.weights(state(), actions, count, np.zeros(count))
    for action in some(actions[:count].tolist(), MOST, generator):
        rules.play(state(), action)
        for seat in range(SPECTATOR, players):
            rules.knows(state(), action, seat)
    for seat in range(SPECTATOR, players):
        rules.hide(state(), seat)
        if facts.points is not None and seat != SPECTATOR:
            rules.points(state(), seat)


def drawn(view: Position, parts: dict[str, ModuleType], generator: random.Random) -> None:
    """What a page draws and says of a view."""
    scenery, notation = parts["scenery"], parts["notation"]
    scene = scenery.scene(view, max(0, view.viewer or 0))
    notation.position_text(view.numbers)
    for action in some(view.legal_actions, MOST, generator):
        notation.action_words(view.numbers, action)
        if view.viewer == view.mover != CHANCE:
            list(scenery.touched(view, action))
            list(scenery.clicks(view, notation.action_text(view.numbers, action).lower()))
    if view.viewer == view.mover != CHANCE and hasattr(scenery, "why"):
        first = scene.onward(())
        for spot in some([spot.id for spot in scene.spots if spot.id not in first], MOST, generator):
            scenery.why(view, (), spot)
