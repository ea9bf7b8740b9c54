"""OpenSpiel's own tests and algorithms, as they come, on every game.

What fails in OpenSpiel 2.0.2 itself, for its own games in Python, too:

* pyspiel.MCTSBot.step lets go of Python's lock, and copying a state written in Python crashes then; step_with_policy
  and mcts_search of the same bot do not;
* pyspiel.ISMCTSBot, in C++, cannot ask a state written in Python for another world. Its twin in Python can.
"""

import tomllib
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import rookery
from rookery import envs
from rookery.core.position import Position
from rookery.envs.spiel import SpielState
from tests.envs.twin import late
from tests.often import EACH_KIND, KINDS
from tests.tiny.lab import Lab

TABLES = [(slug, players) for slug in rookery.slugs() for players in rookery.load(slug).facts.players]
FIRST = [(slug, rookery.load(slug).facts.players[0]) for slug in KINDS]
OTHERS = [pytest.param(*table, marks=pytest.mark.soak) for table in TABLES if table not in FIRST]  # they write long
SECRET = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
SMALL = sorted(Path(__file__).parents[1].glob("games/*/small.toml"))  # positions from which a game can be solved whole
SIMULATIONS = 20
PLIES = 20  # before the end of a game that is not played whole
MANY = 10  # games at each table, in a soak


def small(path: Path) -> Position:
    kept = tomllib.loads(path.read_text("utf-8"))
    return rookery.load(path.parent.name).position(kept["position"], kept["players"])


def decision(slug: str, plies: int = 0) -> SpielState:
    """After some plies of a random game, where a player decides."""
    generator = np.random.default_rng(7)
    state = envs.openspiel(slug).new_initial_state()
    while state.is_chance_node() or len(state.history()) < plies:
        state.apply_action(generator.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_random_simulations_pass(slug: str, players: int) -> None:
    """Whole games of two slugs for the fewest, and the last plies at other tables: the soak plays all whole."""
    game, whole = rookery.load(slug), (slug, players) in FIRST
    begun = envs.openspiel(slug, players=players) if whole else envs.openspiel(late(game, players, PLIES))
    pyspiel.random_sim_test(begun, num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_many_random_simulations_pass(slug: str, players: int) -> None:
    pyspiel.random_sim_test(envs.openspiel(slug, players=players), num_sims=MANY, serialize=True, verbose=False)


@pytest.mark.parametrize(("slug", "players"), [*FIRST, *OTHERS])
def test_a_playthrough_can_be_written(slug: str, players: int) -> None:
    name = f"rookery_{slug}(players={players})"
    from open_spiel.python.algorithms import generate_playthrough  # here, because it loads SciPy, which takes a second

    text = generate_playthrough.playthrough(name, None, seed=1)
    assert text.startswith(f"game: {name}\n")
    assert text.rstrip().splitlines()[-1].startswith("Returns() = ")
    assert text.count("ObservationTensor(0)") > 1


@EACH_KIND
def test_tree_search_in_python_plays(slug: str) -> None:
    state = decision(slug)
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck)
    bot = mcts.MCTSBot(state.get_game(), 2.0, SIMULATIONS, evaluator, random_state=luck)
    assert bot.step(state) in state.legal_actions()


@EACH_KIND
def test_tree_search_in_cpp_plays(slug: str) -> None:
    state = decision(slug)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, SIMULATIONS, 10, False, 1, False)
    assert bot.step_with_policy(state)[1] in state.legal_actions()


@pytest.mark.parametrize("slug", SECRET)
def test_tree_search_over_information_sets_plays(slug: str) -> None:
    state = decision(slug, plies=50)
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, SIMULATIONS, random_state=luck)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("slug", SECRET)
def test_tree_search_over_information_sets_in_cpp_asks_in_vain(slug: str) -> None:
    """If this fails, OpenSpiel can do it now: let it play, as above."""
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1), 2.0, SIMULATIONS)
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.step_with_policy(decision(slug, plies=50))


@pytest.mark.soak  # test_regret_becomes_less_in_tiny comes in every run
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.parent.name)
def test_regret_becomes_less(path: Path) -> None:
    falls(envs.openspiel(small(path)), iterations=6)


def test_regret_becomes_less_in_tiny(lab: Lab) -> None:
    falls(envs.openspiel(lab.game.start(players=2, bonus="1")), iterations=6)


def falls(game: pyspiel.Game, iterations: int) -> None:
    solver, found = cfr.CFRSolver(game), list[float]()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
        if not found:
            found.append(exploitability.nash_conv(game, solver.average_policy()))
    found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert 0 <= found[1] < found[0] / 4


@pytest.mark.soak
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.parent.name)
def test_regret_becomes_less_in_cpp(path: Path) -> None:
    game = envs.openspiel(small(path))
    solver = pyspiel.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.5
