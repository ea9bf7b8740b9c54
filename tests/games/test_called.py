"""Nobody is called by a number: what players read says what the game calls them."""

import itertools
import re
from collections.abc import Iterator

import numpy as np

import rookery
from rookery import Position

NUMBERED = re.compile(r"\b(seat|player) \d", re.IGNORECASE)


def read(position: Position) -> Iterator[str]:
    """Every read of a position, by players and spectators."""
    yield from (position.words(action) for action in position.legal_actions)
    if position.outcome is not None:
        yield from (position.outcome.words, position.outcome.reason)
    mover = position.mover
    scene = position.scene(mover if mover is not None and mover >= 0 else 0)
    yield from (scene.caption, *scene.prompts, *(ask.words for ask in scene.asks))
    for parts in (scene.zones, scene.spots, scene.pieces, scene.reasons, scene.poses):
        yield from (part.words for part in parts)
    yield from (counter.label for counter in scene.counters)


def test_nobody_is_called_by_a_number(slug: str) -> None:
    """The beginning with everybody who could begin, every 16th position of a random game, and its end, for each number
    of players."""
    game = rookery.load(slug)
    dice = np.random.default_rng(5)
    for players in game.facts.players:
        position = game.start(players=players, seed=5)
        told = list(read(game.start(players=players)))
        for ply in itertools.count():
            if position.is_over or ply % 16 == 0:
                told += read(position)
            if position.is_over:
                break
            position = position.after(int(dice.choice(position.legal_actions)))
        assert [words for words in told if NUMBERED.search(words)] == []
