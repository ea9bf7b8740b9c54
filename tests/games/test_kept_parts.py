"""Scenes keep parts of earlier scenes. A scene drawn after many others is the same as one that is drawn first."""

import functools
import random
import sys
from collections.abc import Iterator

import numpy as np

import rookery
from rookery import Position
from rookery.core.position import Game
from rookery.core.scene import Scene

GAMES = 6  # random games, with other players and options each
STEP = 5  # of how many positions one is drawn again


def test_nothing_kept_is_out_of_date(slug: str) -> None:
    game = rookery.load(slug)
    drawn = [(view, facing, view.scene(facing=facing)) for view, facing in looked_at(game)]
    random.Random(0).shuffle(drawn)
    assert forget(game) or len(drawn) < 2, "nothing is kept, so this test says nothing"
    for view, facing, scene in drawn[:: STEP * 2]:
        forget(game)
        assert anew(view).scene(facing=facing) == scene, (view, facing)
    for view, facing, scene in drawn[::STEP]:  # kept parts come from positions of other games
        assert anew(view).scene(facing=facing) == scene, (view, facing)


def looked_at(game: Game) -> Iterator[tuple[Position, int]]:
    """Views of every few positions, and the seats on whose side of the table the viewers sit."""
    for seed in range(GAMES):
        dice, taste = np.random.default_rng(seed), random.Random(seed)
        players = game.facts.players[seed % len(game.facts.players)]
        options = {option.name: taste.choice(option.choices_of(players)) for option in game.facts.options if seed % 2}
        position, ply = game.start_with(game.facts.settings(players, options)), 0
        while not position.is_over:
            if ply % STEP == 0:
                yield from ((position.view(seat), max(0, seat)) for seat in range(-1, players))
            position, ply = position.after(int(dice.choice(position.legal_actions))), ply + 1
        yield from ((position.view(seat), max(0, seat)) for seat in range(-1, players))


def anew(view: Position) -> Position:
    """The same view, of which nothing is known yet."""
    return Position(view.game, view.states, view.settings, view.viewer)


def forget(game: Game) -> int:
    """Forget all that the modules of a game keep: results of functions, and what is called `_KEPT`. Returns how many
    results there were."""
    found = 0
    for name, module in list(sys.modules.items()):
        if not name.startswith(f"{game.package}."):
            continue
        for thing in vars(module).values():
            if isinstance(thing, functools._lru_cache_wrapper):
                found += thing.cache_info().currsize
                thing.cache_clear()
        if (kept := vars(module).get("_KEPT")) is not None:
            found += len(kept.blocks)
            kept.blocks.clear()
    return found


def test_scenes_share_parts() -> None:
    """Most parts of a scene are the same objects as in the scene before, so that comparing them costs nothing."""
    for slug in rookery.slugs():
        game = rookery.load(slug)
        position, dice = game.start(seed=3), np.random.default_rng(3)
        same, all_of_them = 0, 0
        before = parts(position.scene(0))
        for _ in range(8):
            position = position.after(int(dice.choice(position.legal_actions))).settled(dice)
            if position.is_over:
                break
            now = parts(position.scene(0))
            same, all_of_them, before = same + len(before & now), all_of_them + len(now), now
        assert same > all_of_them / 2, (slug, same, all_of_them)


def parts(scene: Scene) -> set[int]:
    """The identities of spots, pieces and labels. Scenes in use keep theirs apart."""
    KEEP.append(scene)
    return {id(part) for part in (*scene.spots, *scene.pieces, *scene.labels)}


KEEP: list[Scene] = []  # so that no identity is given twice
