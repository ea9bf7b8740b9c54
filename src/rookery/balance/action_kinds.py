"""The kinds of action that a report tells apart: those that the game names, or its table of actions, or the first words
of its notation."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rookery.core.actions import ActionKind
from rookery.core.folder import PLAIN_KINDS
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.core.protocol import CHANCE, Actions, Settings

MOST_KINDS = 24  # with more, the first words tell too little, and all actions count as one kind
GAMES_READ = 40  # random games whose notation is read


@dataclass(frozen=True, slots=True)
class KindsOf:
    """The kinds of a game's actions."""

    words: tuple[str, ...]  # "captures"; () if nothing tells kinds apart
    table: Actions  # [A] the kind of each action; empty: the game's own kind_of.py knows


def kinds_of(game: Game, settings: Settings) -> KindsOf:
    """The kinds of a game, at a table."""
    if game.kinds != PLAIN_KINDS:
        return KindsOf(tuple(importlib.import_module(game.kinds).KINDS), np.zeros(0, np.int32))
    table = getattr(game.rules, "ACTIONS", None)
    if isinstance(table, tuple) and table and all(isinstance(kind, ActionKind) for kind in table):
        return _numbered(game, {action: kind.name for kind in table for action in _ids(kind)})
    return _numbered(game, _first_words(game, settings))


def _ids(kind: ActionKind) -> range:
    return range(kind.first, kind.first + kind.size)


def _numbered(game: Game, names: Mapping[int, str]) -> KindsOf:
    """The kinds from a name for each action; of the actions of seats, because chance has none."""
    own = {
        action: f"plays “{name.replace('_', ' ')}”"
        for action, name in names.items()
        if action < game.facts.seat_actions
    }
    words = tuple(dict.fromkeys(own.values()))
    if not 1 < len(words) <= MOST_KINDS:
        words, own = ("plays",), {}
    table = np.zeros(game.facts.actions, np.int32)
    for action, name in own.items():
        table[action] = words.index(name)
    return KindsOf(words, table)


def _first_words(game: Game, settings: Settings) -> dict[int, str]:
    """The first word of the notation of each action that is legal in some random games."""
    luck, names = Generator(0), dict[int, str]()
    for _ in range(GAMES_READ):
        position = game.start_with(settings)
        while not position.is_over and len({*names.values()}) <= MOST_KINDS:
            if position.mover != CHANCE:
                for action in position.legal_actions:
                    if action not in names:
                        names[action] = position.format(action).split()[0]
            position = (
                position.after_unchecked(luck.choice(position.legal_actions))
                if position.mover != CHANCE
                else (position.settled(luck))
            )
    return dict(sorted(names.items()))
