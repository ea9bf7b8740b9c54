"""What environments do, said once more with positions alone: slow, and obvious."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from rookery.core.chance import below
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, Array, Stream
from rookery.core.registry import load, slugs
from rookery.search import action_scores, engine
from tests.often import KINDS, others_in_soak

GAMES = [game for game in map(load, slugs()) if game.is_seen]
TABLES = [(game, players) for game in GAMES for players in sorted(game.facts.players)]
# every number of players of a game of each kind, and the other games in the soak
tables = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, n, marks=[pytest.mark.soak] * (game.facts.slug not in KINDS), id=f"{game.facts.slug} {n}")
        for game, n in TABLES
    ],
)
games = pytest.mark.parametrize("game", others_in_soak(GAMES, [*map(load, KINDS)]), ids=lambda game: game.facts.slug)


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


copiers = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


def stream(seed: int) -> Stream:
    """The luck of an environment that was reset with this seed."""
    return np.random.default_rng(seed).integers(0, 2**64, size=1, dtype=np.uint64)


def settled(position: Position, seats: set[int], luck: Stream, bots: str = "random") -> Position:
    """Chance and bots play on until one of the seats decides, or it is over."""
    while position.mover is not None and position.mover not in seats:
        position = position.after(_drawn(position, luck) if position.mover == CHANCE else _bot(position, luck, bots))
    return position


def begun(start: Position, seats: set[int], luck: Stream, bots: str = "random") -> Position:
    """A new game, as far as one of the seats decides."""
    while (position := settled(start, seats, luck, bots)).is_over:
        pass
    return position


def _drawn(position: Position, luck: Stream) -> int:
    actions, chances = np.empty(position.game.facts.max_legal, np.int32), np.empty(position.game.facts.max_legal)
    return int(position.game.bindings.draw(position.states, 0, actions, chances, luck))


def _bot(position: Position, luck: Stream, bots: str) -> int:
    legal, mover = position.legal_actions, position.mover or 0
    if bots == "random" or len(legal) == 1:
        return legal[below(luck, len(legal))]
    states, view = position.view(mover).states, position.view(mover)
    position.game.bindings.determinize(states, 0, mover, luck)
    scores = action_scores(
        Position(position.game, states, view.settings), engine(position.game).plan_for(position.players).ordered
    )
    chosen, most = 0, 1
    for i in range(1, len(legal)):
        if scores[i] > scores[chosen]:
            chosen, most = i, 1
        elif scores[i] == scores[chosen]:
            most += 1
            chosen = i if below(luck, most) == 0 else chosen
    return legal[chosen]


def seen(position: Position, seat: int) -> Array:
    """What a seat sees, made from its view alone: what the view hides cannot be in it."""
    return position.observation(seat).view(np.int8)


def mask(position: Position) -> Array:
    found = np.zeros(position.game.facts.seat_actions, np.int8)
    found[[*position.legal_actions]] = 1
    return found


def some_legal(mask: Array, generator: np.random.Generator) -> int:
    return int(generator.choice(np.flatnonzero(mask)))


def late(game: Game, players: int, plies: int = 6) -> Position:
    """So many plies before the end of a random game, or a little earlier: a seat decides, or nobody has yet."""
    position, generator = game.start(players=players), np.random.default_rng(0)
    line = [position]
    while not position.is_over:
        action = position.draw(generator) if position.mover == CHANCE else generator.choice(position.legal_actions)
        line.append(position := position.after(int(action)))
    return next((past for past in line[-plies - 1 :: -1] if past.mover != CHANCE), line[0])
