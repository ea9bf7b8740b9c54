"""Tree search finds what is proved to be best, with chance and with two or three seats."""

import importlib

import numpy as np
import pytest

import rookery
from rookery.core.chance import next_word, word_at
from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.search import Plan, Prover, mcts
from rookery.search.kernels.nodes import NO_NODE, NODE
from rookery.search.mcts import Tree

RACE = Game("tests.search.race")


BY_PRIORS = Plan(exploration=1.0, priors=1.0, ordered="order")


@pytest.mark.parametrize("plan", [Plan(), BY_PRIORS], ids=["bounds", "priors"])
@pytest.mark.parametrize("players", RACE.facts.players)
def test_it_converges_to_the_exact_value(players: int, plan: Plan) -> None:
    """40,000 simulations choose what is proved to be best where it matters. For two, the value is near as well; for
    three it hangs on how the others break their ties, which search and proof need not do alike."""
    generator, prover = np.random.default_rng(1), Prover(RACE, players)
    clear = 0
    for seed in range(8):
        position = RACE.start(seed=seed, players=players)
        mover = position.mover or 0
        found = mcts(position, generator, plan, simulations=40_000)
        assert sum(found.visits) == found.simulations
        exact = {a: prover.prove(position.after_unchecked(a)).utilities[mover] for a in position.legal_actions}
        if abs(exact[found.actions[0]] - exact[found.actions[1]]) > 0.1:
            clear += 1
            assert found.best == max(exact, key=lambda action: exact[action])
        if players == 2:
            assert found.values[0] == pytest.approx(exact[found.best], abs=0.05)
    assert clear >= 4


def test_budgets_are_kept() -> None:
    position, generator = RACE.start(seed=1), np.random.default_rng(1)
    assert mcts(position, generator, simulations=700).simulations == 700
    assert mcts(position, generator, seconds=0.05).seconds < 0.5
    assert mcts(position, generator, simulations=5_000, nodes=100).nodes <= 100
    with pytest.raises(ValueError, match="needs a budget"):
        mcts(position, generator)
    for simulations in (0, -5):
        with pytest.raises(ValueError, match=f"simulations {simulations}; it must be a whole number, 1 or more"):
            mcts(position, generator, simulations=simulations)
    few = len(position.legal_actions)
    assert mcts(position, generator, simulations=20, nodes=few + 1).best in position.legal_actions
    with pytest.raises(ValueError, match=f"nodes {few}; the position and its {few} actions need one each"):
        mcts(position, generator, simulations=20, nodes=few)


def test_chance_and_the_end_are_refused() -> None:
    position, generator = RACE.start(), np.random.default_rng(1)
    with pytest.raises(CannotPlay, match="chance moves"):
        mcts(position, generator, simulations=1)
    while not position.is_over:
        position = position.after_unchecked(position.legal_actions[0])
    with pytest.raises(CannotPlay, match="the game is over"):
        mcts(position, generator, simulations=1)


def test_the_same_seed_searches_the_same() -> None:
    """And the position searched is not touched."""
    for slug in rookery.slugs():
        position = rookery.load(slug).start(seed=2)
        key = position.key
        first, second = (mcts(position, np.random.default_rng(4), simulations=300) for _ in range(2))
        assert (first.actions, first.visits, first.values) == (second.actions, second.visits, second.values)
        assert position.key == key


def test_few_simulations_look_at_what_the_evaluator_likes() -> None:
    """Visited actions are at least as promising as others, and are not all actions of a wide position."""
    for slug in rookery.slugs():
        game = rookery.load(slug)
        position = game.start(seed=3)
        legal = np.array(position.legal_actions, np.int32)
        scores = np.zeros(len(legal))
        importlib.import_module(game.evaluator).order(
            position.states[0], game.weights_for(position.players), legal, len(legal), scores
        )
        promising = dict(zip(legal.tolist(), scores.tolist(), strict=True))
        found = mcts(position, np.random.default_rng(1), Plan(wide=1.0, ordered="order"), simulations=4)
        visited = [promising.pop(a) for a, visits in zip(found.actions, found.visits, strict=True) if visits]
        assert len(visited) <= 4
        assert not promising or min(visited) >= max(promising.values())


def test_a_draw_that_is_sure_is_not_taken_for_a_loss() -> None:
    """Of a proved loss, a proved draw and what looks bad, in this order, the draw is visited."""
    tree, plan = np.zeros(4, NODE), Plan(exploration=0.1).for_kernel(RACE.start(), 100)
    tree["first"], tree["next"] = (1, NO_NODE, NO_NODE, NO_NODE), (NO_NODE, 2, 3, NO_NODE)
    tree["visits"], tree["total"] = (30, 1, 1, 28), (0.0, -1.0, 0.0, -14.0)
    tree["low"], tree["high"] = (0, -1, 0, -1), (1, -1, 0, 1)
    assert RACE.made("rookery.search.kernels.mcts").best_child(tree, 0, plan[0]) == 2


def drawn_from(seed: int, simulation: int, draws: int) -> int:
    """The stream of common luck after so many draws in a simulation of an action."""
    stream = np.array([word_at(np.uint64(seed), simulation)], np.uint64)
    for _ in range(draws):
        next_word(stream)
    return int(stream[0])


def test_with_common_luck_all_actions_meet_the_same_draws() -> None:
    """Each action is followed by a draw. If both were tried equally often, the same was drawn as often after both."""
    position, alike = RACE.start(seed=1).settled(Generator(1)), 0
    assert len(position.legal_actions) == 2
    for seed in range(30):
        for common in (True, False):
            plan = Plan(exploration=1e6, proves=False, common=common)
            tree = Tree(position, Generator(seed), plan).think(60)
            drawn = [
                {int(tree._nodes[draw]["action"]): int(tree._nodes[draw]["visits"]) for draw in tree._children(child)}
                for child in tree._children(0)
            ]
            assert tree.result().visits == (30, 30)
            assert sum(drawn[0].values()) == 29  # the first simulation ended with a playout
            assert not common or drawn[0] == drawn[1]
            # its last simulation began with word 30 of the common luck; no draw of a game came from anywhere else
            assert not common or drawn_from(tree._seed, 30, draws=3) == int(tree._luck[0])
            alike += not common and drawn[0] == drawn[1]
    assert alike < 15


# ── Probabilities ────────────────────────────────────────────────────────────
def likely(weights: list[float], visits: list[int], totals: list[float], exploration: float) -> int:
    """The same choice as in the kernel, plainly: the index of a child."""
    chance = [weight / sum(weights) for weight in weights]
    tried = sum(p for p, n in zip(chance, visits, strict=True) if n)
    hope = sum(totals) / max(sum(visits), 1) - 0.2 * tried**0.5
    means = [total / n if n else hope for total, n in zip(totals, visits, strict=True)]
    spread = exploration * (sum(visits) + 2) ** 0.5
    bounds = [mean + spread * p / (1 + n) for mean, p, n in zip(means, chance, visits, strict=True)]
    return bounds.index(max(bounds))


def test_uncertainty_counts_as_much_as_an_action_is_likely() -> None:
    generator, plan, chosen = np.random.default_rng(2), BY_PRIORS.for_kernel(RACE.start(), 100), set[int]()
    for _ in range(300):
        weights = sorted(generator.exponential(size=3).tolist(), reverse=True)
        visits = generator.integers(0, 6, 3).tolist()
        if 0 in visits:  # children without visits come last in a tree, because the likeliest is tried first
            visits[visits.index(0) :] = [0] * (3 - visits.index(0))
        totals = [n * generator.uniform(-1, 1) for n in visits]
        tree = np.zeros(4, NODE)
        tree["first"], tree["next"] = (1, NO_NODE, NO_NODE, NO_NODE), (NO_NODE, 2, 3, NO_NODE)
        tree["visits"], tree["total"], tree["score"] = (sum(visits) + 1, *visits), (0.0, *totals), (0.0, *weights)
        tree["low"], tree["high"] = -1, 1
        kernels = RACE.made("rookery.search.kernels.mcts")
        found = kernels.likely_child(tree, 0, plan[0])
        assert found == 1 + likely(weights, visits, totals, 1.0)
        tree["action"], tree["seen"] = (0, 0, 1, 2), sum(visits) + 1  # all three were legal in all worlds
        assert kernels.likely_available(tree, 0, plan[0], np.full(4, 2)) == found
        chosen.add(found)
    assert chosen == {1, 2, 3}


def test_a_likely_action_is_looked_at_more_often() -> None:
    """The more the evaluator's order counts, the fewer actions are looked at. It never stops the search."""
    looked = []
    for priors in (1e-6, 10.0, 1e5):
        plan, visited = Plan(priors=priors, ordered="order"), 0
        for slug in rookery.slugs():
            position = rookery.load(slug).start(seed=3)
            found = mcts(position, np.random.default_rng(1), plan, simulations=60)
            assert sum(found.visits) == found.simulations == 60
            visited += sum(n > 0 for n in found.visits)
        looked.append(visited)
    assert looked[0] > looked[1] >= looked[2]
