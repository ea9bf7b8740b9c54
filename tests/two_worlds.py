"""Tests for leaks: information that a seat may not know must not change what the seat sees, is told or may do.

There are three ways to make two games that differ only in such information. None of them uses the game's `hide` or
`determinize`.

    check              for positions: a game's tests define its secrets by a function that makes another world
    swap_secrets       for whole games: secret actions change places as far as the rules allow, and the other actions
                       stay the same. Tests of the server compare its messages about both games
    with_another_draw  for the future, which is secret to everybody: the same game up to a draw, and another draw there.
                       Up to that ply both must look the same, because a draw does not exist before it is made
"""

from collections import Counter
from collections.abc import Callable, Collection

import numpy as np

from rookery.bots import choose
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.testing.walks import Walk, must, walks

# (position, viewer, generator) -> a position that differs only in information that the viewer may not know
OtherWorld = Callable[[Position, int, np.random.Generator], Position]
SPOKEN_ACTIONS = 4  # secret actions whose words are compared in each position


# ── Positions ────────────────────────────────────────────────────────────────
def check(
    game: Game, other_world: OtherWorld, *, games: int, seed: int = 0, step: int = 1, levels: Collection[str] = ()
) -> Counter[int]:
    """At every `step`-th ply of random games at all tables, for every seat and a spectator, check that another world is
    `alike`, and that a bot of each of `levels` plays the same in it. Returns viewer -> number of plies at which the
    other world was different.

    Raises AssertionError with the position."""
    differed = Counter[int]()
    for walk in walks(game, games, seed):
        for ply in range(walk.seed % step, len(walk.positions), step):
            position = walk.positions[ply]
            for viewer in range(-1, position.players):
                generator = np.random.default_rng([walk.seed, ply, viewer + 1])
                other = other_world(position, viewer, generator)
                differed[viewer] += other != position
                try:
                    alike(position, other, viewer)
                    _bots_play_alike(position, other, viewer, levels)
                except AssertionError as error:
                    raise AssertionError(f"seat {viewer}: {error}\n  {position!r}\n  {other!r}") from error
    return differed


def alike(position: Position, other: Position, viewer: int) -> None:
    """Raises AssertionError unless two whole positions look the same to a viewer: bytes, text, mover, legal actions,
    outcome, scene and the words for secret actions."""
    one, two = position.view(viewer), other.view(viewer)
    must(one.states.tobytes() == two.states.tobytes(), f"the views differ: {one.text} / {two.text}")
    must(one.text == two.text, "the views are written differently")
    must((one.mover, one.outcome) == (two.mover, two.outcome), "the movers or the outcomes differ")
    must(one.legal_actions == two.legal_actions, "the legal actions differ")
    must(repr(position.scene(viewer)) == repr(other.scene(viewer)), "the pictures differ")
    words = _secret_words(position, viewer) | _secret_words(other, viewer)
    must(len(words) <= 1, f"secret actions have different words: {sorted(words)}")


def _secret_words(position: Position, viewer: int) -> set[tuple[str, str]]:
    """The words for legal actions that the viewer may not learn of."""
    secret = [action for action in position.legal_actions if not position.knows(action, viewer)]
    return {position.told(action, *([] if viewer < 0 else [viewer])) for action in secret[:SPOKEN_ACTIONS]}


def _bots_play_alike(position: Position, other: Position, viewer: int, levels: Collection[str]) -> None:
    if viewer < 0 or viewer != position.mover:
        return
    for level in levels:
        chosen = [choose(world.view(viewer), level, 11) for world in (position, other, position)]
        must(len(set(chosen)) == 1, f"the {level} bot plays {chosen}")


# ── Whole games ──────────────────────────────────────────────────────────────
def swap_secrets(walk: Walk, *viewers: int, tries: int = 200) -> Walk:
    """Another game that the viewers, even together, cannot tell from this one. Pairs of actions that are secret to all
    of them have changed places, where the rest of the game could still be played. The same game if there is no such
    pair."""
    generator = np.random.default_rng([walk.seed, *(viewer + 1 for viewer in viewers)])
    secret = [p for p, action in enumerate(walk.actions) if not any(_known(walk.positions[p], action, viewers))]
    for _ in range(tries if len(secret) > 1 else 0):
        first, second = sorted(int(ply) for ply in generator.choice(secret, 2, replace=False))
        walk = _swapped(walk, first, second, viewers) or walk
    return walk


def _known(position: Position, action: int, viewers: Collection[int]) -> list[bool]:
    """[viewer] Whether the viewer may learn which action is played in a position."""
    return [position.knows(action, viewer) for viewer in viewers]


def _swapped(walk: Walk, first: int, second: int, viewers: Collection[int]) -> Walk | None:
    """The game with two actions exchanged; None if it cannot be played, or if a viewer would notice."""
    actions, positions = list(walk.actions), list(walk.positions)
    actions[first], actions[second] = actions[second], actions[first]
    for ply in range(first, len(actions)):
        position, action, before = positions[ply], actions[ply], walk.positions[ply]
        if position.mover != before.mover or action not in position.legal_actions:
            return None
        if _known(position, action, viewers) != _known(before, walk.actions[ply], viewers):
            return None
        positions[ply + 1] = position.after_unchecked(action)
        if ply >= second and positions[ply + 1] == walk.positions[ply + 1]:
            break
    return Walk(walk.game, walk.seed, tuple(positions), tuple(actions))


def differing(one: Walk, two: Walk) -> list[int]:
    """The plies at which two games of the same length have different positions."""
    return [ply for ply, pair in enumerate(zip(one.positions, two.positions, strict=True)) if pair[0] != pair[1]]


def with_another_draw(walk: Walk) -> tuple[Walk, int]:
    """A game that is the same up to one of the draws with a choice, has another draw there, and continues at random;
    and the number of plies that both share (all, if there is no such draw). The shared plies are played again."""
    generator, start = np.random.default_rng([walk.seed, 0]), walk.positions[0]
    drawn = [ply for ply, p in enumerate(walk.positions) if p.mover == CHANCE and len(p.legal_actions) > 1]
    shared = int(generator.choice(drawn)) if drawn else len(walk.actions)
    position = walk.game.start_with(walk.game.facts.settings(start.players, start.options))
    positions, actions = [position], list[int]()
    while not position.is_over:
        ply, legal = len(actions), position.legal_actions
        others = [action for action in legal if ply != shared or action != walk.actions[ply]]
        actions.append(walk.actions[ply] if ply < shared else int(generator.choice(others)))
        position = position.after_unchecked(actions[-1])
        positions.append(position)
    return Walk(walk.game, walk.seed, tuple(positions), tuple(actions)), shared
