"""What is wrong with the parts of a game that cannot be played: each is loaded by itself."""

import importlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from xml.etree import ElementTree

from rookery.core.position import Game, Position
from rookery.core.registry import package_of
from rookery.javascript.game_module import module_text
from rookery.testing import card_laws
from rookery.testing.drawing_faults import drawing_faults
from rookery.testing.laws import LAWS, broken_laws
from rookery.testing.lesson_laws import lesson_faults
from rookery.testing.reports import LawFails, cannot_be_tried
from rookery.testing.walks import Walk

CARD_LAWS = tuple(name for name, law in LAWS.items() if law.__module__ == card_laws.__name__)


def faults_without_playing(slug: str, game: Game | None, known: Iterable[LawFails]) -> Iterator[LawFails]:
    """The faults of facts, files and lessons that show without a game that can be played; of several at one line, the
    first, unless one is known there."""
    seen = {(fault.file, fault.line) for fault in known}
    for fault in _faults(slug, game):
        if not fault.line or (fault.file, fault.line) not in seen:
            seen.add((fault.file, fault.line))
            yield fault


def _faults(slug: str, game: Game | None) -> Iterator[LawFails]:
    for load in _modules(slug) if game is None else _parts(game):
        try:
            load()
        except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
            yield cannot_be_tried(slug, error, game)
    if game is not None:
        for find in (_card_faults, drawing_faults, lesson_faults):
            try:
                yield from find(game)
            except Exception as error:  # noqa: BLE001
                yield cannot_be_tried(slug, error, game)


def _modules(slug: str) -> list[Callable[[], object]]:
    """Without its facts a game is only a package."""
    return [partial(importlib.import_module, f"{package_of(slug)}.{name}") for name in ("rules", "notation", "scene")]


def _parts(game: Game) -> list[Callable[[], object]]:
    found: list[Callable[[], object]] = [partial(attrgetter(name), game) for name in ("rules", "notation", "scenery")]
    return [*found, lambda: ElementTree.fromstring(game.art), lambda: module_text(game)]


def _card_faults(game: Game) -> Iterator[LawFails]:
    """The laws that look at no moves, on a state of zeros."""
    blank = Position(game, game.blank(), game.facts.settings(None, {}))
    for broken in broken_laws(Walk(game, 0, (blank,), ()), CARD_LAWS):
        yield broken.failure
