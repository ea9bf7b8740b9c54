"""Exact values against a plain recursion in Python, for two and for three, with and without chance."""

import functools

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.search import Prover, perft, prove

RACE = Game("tests.search.race")


@functools.cache
def worth(position: Position) -> tuple[float, ...]:
    """What perfect play is worth to each seat: the first best action counts."""
    if position.is_over:
        out = np.zeros(position.players)
        position.game.bindings.utilities(position.states, 0, out)
        return tuple(out.tolist())
    if position.mover == CHANCE:
        parts = [(p, worth(position.after_unchecked(a))) for a, p in position.chances.items()]
        return tuple(sum(p * values[seat] for p, values in parts) for seat in range(position.players))
    worths = (worth(position.after_unchecked(action)) for action in position.legal_actions)
    return max(worths, key=lambda values: values[position.mover or 0])


@pytest.mark.parametrize("players", RACE.facts.players)
def test_values_agree_with_a_plain_recursion(players: int) -> None:
    """From the first position, where chance deals, and from 60 later ones."""
    generator, prover = np.random.default_rng(3), Prover(RACE, players)
    for _ in range(60):
        position = RACE.start(players=players)
        for _ in range(int(generator.integers(0, 4 * players))):
            proof = prover.prove(position)
            assert proof.proved
            assert proof.utilities == pytest.approx(worth(position))
            if proof.action is not None:
                best = worth(position.after(proof.action))
                assert best[position.mover or 0] == pytest.approx(worth(position)[position.mover or 0])
            position = position.after_unchecked(int(generator.choice(position.legal_actions)))


def test_a_finished_game_is_worth_its_utilities() -> None:
    position = RACE.start(players=3).settled(np.random.default_rng(1))
    while not position.is_over:
        position = position.after_unchecked(position.legal_actions[0]).settled(np.random.default_rng(1))
    proof = prove(position)
    assert (proof.proved, proof.utilities, proof.action, proof.nodes) == (True, worth(position), None, 1)


@pytest.mark.parametrize("players", RACE.facts.players)
def test_a_limit_is_kept_and_said(players: int) -> None:
    """A search that may not look at enough positions proves nothing and claims nothing."""
    proof = prove(RACE.start(players=players), limit=10)
    assert (proof.proved, proof.utilities, proof.action, proof.nodes) == (False, (), None, 10)


def test_a_small_table_changes_no_value() -> None:
    """Two entries: nearly everything is forgotten, nothing becomes wrong."""
    position = RACE.start(players=2)
    assert prove(position, table_bits=1).utilities == pytest.approx(worth(position))


def test_a_prover_keeps_to_its_game_and_its_table() -> None:
    """Its memory is as large as they need; kernels would write past the end of it."""
    prover = Prover(RACE, 2)
    for other in (RACE.start(players=3), rookery.load(rookery.slugs()[0]).start()):
        with pytest.raises(CannotPlay, match=r"this prover is for .* with 2 players, not for .* with \d"):
            prover.prove(other)
    with pytest.raises(ValueError, match="table_bits 0; it must be 1 or more"):
        Prover(RACE, 2, table_bits=0)


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.5), (1.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (float("nan"), 1.0)])
def test_a_question_without_an_answer_is_refused(low: float, high: float) -> None:
    """Between them lies nothing: whatever came of it would be no proof."""
    with pytest.raises(ValueError, match=f"nothing lies between {low} and {high}; allowed: -1 <= low < high <= 1"):
        Prover(RACE, 2).within(RACE.start(players=2), low, high, 1000)


def is_small(position: Position, most: int = 3_000) -> bool:
    """Whether plain Python can look at everything that may follow."""
    size, depth = 0, 1
    while (ways := perft(position, depth)) and size <= most:
        size, depth = size + ways, depth + 1
    return size <= most


def test_every_open_game_found_proves_its_last_plies() -> None:
    """Of 30 random games each, the earliest position that plain recursion can manage."""
    for game in map(rookery.load, rookery.slugs()):
        if game.facts.hidden:
            continue
        prover = Prover(game)
        for seed in range(30):
            generator = np.random.default_rng(seed)
            line = [game.start(seed=generator)]
            while not line[-1].is_over:
                line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
            position = next(position for position in line[-6:] if is_small(position))
            told = f"{game.facts.slug}, seed {seed}"
            assert prover.prove(position).utilities == pytest.approx(worth(position)), told
            worth.cache_clear()


def test_secrets_are_refused() -> None:
    """A game with hidden cards is refused in a sentence."""
    hidden = Game("tests.tiny")
    with pytest.raises(CannotPlay, match="Tiny has hidden cards or tiles; exact search needs open information"):
        Prover(hidden)
