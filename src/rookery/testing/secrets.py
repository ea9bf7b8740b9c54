"""No leak: what a seat may not know changes nothing that it sees, hears or may do.

Three ways to a twin that differs in that alone, none of which asks the game's `hide` or `determinize`:

    check     at positions: a game's tests say in their own words what is secret, as a function that makes another world
    swap_secrets    through whole games: secret actions change places as far as the rules allow, the rest is played as
    it was;
              tests of the server compare what it tells of both games, message by message
    with_another_draw  what nobody may know, the future: the same game up to a draw, and another draw there. Up to it
    both are
              all alike, because what is drawn does not exist before it is drawn
"""

from collections import Counter
from collections.abc import Callable, Collection

import numpy as np

from rookery.bots import choose
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.testing.walks import Walk, must, walks

__all__ = ["OtherWorld", "alike", "check", "differing", "swap_secrets", "with_another_draw"]

# of a whole position, for a viewer: one that differs from it in nothing but what the viewer may not know
OtherWorld = Callable[[Position, int, np.random.Generator], Position]
SPOKEN_ACTIONS = 4  # secret actions of a position whose words are looked at


# ── Positions ────────────────────────────────────────────────────────────────
def check(
    game: Game, other_world: OtherWorld, *, games: int, seed: int = 0, step: int = 1, levels: Collection[str] = ()
) -> Counter[int]:
    """At every `step`-th ply of random games at all tables, for every seat and a spectator: another world is `alike`,
    and a bot of each of `levels` plays the same there. Returns viewer -> at how many plies there was something to hide.

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
    """AssertionError unless two whole positions look the same to a viewer: bytes, text, mover, legal actions, outcome,
    picture and the words for what stays secret."""
    one, two = position.view(viewer), other.view(viewer)
    must(one.states.tobytes() == two.states.tobytes(), f"the views differ: {one.text} / {two.text}")
    must(one.text == two.text, "the views are written differently")
    must((one.mover, one.outcome) == (two.mover, two.outcome), "another mover, or another end")
    must(one.legal_actions == two.legal_actions, "other legal actions")
    must(repr(position.scene(viewer)) == repr(other.scene(viewer)), "the pictures differ")
    heard = _heard(position, viewer) | _heard(other, viewer)
    must(len(heard) <= 1, f"secret actions sound different: {sorted(heard)}")


def _heard(position: Position, viewer: int) -> set[tuple[str, str]]:
    """How legal actions that the viewer may not learn of are told."""
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
    """Another game that the viewers, even together, may take for this one: pairs of actions that are secret to them all
    have changed places, where all that follows could still be played. The same game if none could."""
    generator = np.random.default_rng([walk.seed, *(viewer + 1 for viewer in viewers)])
    secret = [p for p, action in enumerate(walk.actions) if not any(_known(walk.positions[p], action, viewers))]
    for _ in range(tries if len(secret) > 1 else 0):
        first, second = sorted(int(ply) for ply in generator.choice(secret, 2, replace=False))
        walk = _swapped(walk, first, second, viewers) or walk
    return walk


def _known(position: Position, action: int, viewers: Collection[int]) -> list[bool]:
    """[viewer] whether it may learn which action is played here."""
    return [position.knows(action, viewer) for viewer in viewers]


def _swapped(walk: Walk, first: int, second: int, viewers: Collection[int]) -> Walk | None:
    """The game with two actions in each other's place; None when it cannot be played so, or a viewer would notice."""
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
    """The plies at which two games of the same length stand differently."""
    return [ply for ply, pair in enumerate(zip(one.positions, two.positions, strict=True)) if pair[0] != pair[1]]


def with_another_draw(walk: Walk) -> tuple[Walk, int]:
    """A game with the same past, played apart from its first position on, with another draw at one of the places where
    chance had a choice, and a future of its own; and how many plies they share. Without such a place: all of them."""
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
