"""How the evaluator is asked: by order, by looking ahead; what the engine's file may say; weights and their names."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.core.folder import BrokenSettings
from rookery.core.position import Game
from rookery.search import Plan, SearchLimits, action_scores, engine, mcts
from rookery.search.plan import TrainingLimits
from tests.tiny.lab import Lab

SLUGS = rookery.slugs()


@pytest.mark.parametrize("slug", SLUGS)
def test_looking_ahead_is_asking_after_each_action(slug: str) -> None:
    """Against the evaluator asked by Python, position by position."""
    game, generator = rookery.load(slug), np.random.default_rng(2)
    evaluator = importlib.import_module(game.evaluator)
    position = game.start(seed=generator)
    for _ in range(30):
        if position.mover is None:
            break
        told, expected = action_scores(position, "ahead"), []
        for action in position.legal_actions:
            after = position.after_unchecked(action)
            if after.outcome is not None:
                expected.append(after.outcome.utilities[position.mover])
            else:
                out = np.zeros(position.players)
                evaluator.evaluate(after.states[0], game.weights_for(after.players), out)
                expected.append(out[position.mover])
        assert told == pytest.approx(expected)
        position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_of_ours_says_what_its_weights_are(slug: str) -> None:
    game = rookery.load(slug)
    names = importlib.import_module(game.evaluator).WEIGHTS
    assert len(set(names)) == len(names)
    for players in game.facts.players:
        assert game.weights_for(players).shape == (len(names),)
        assert np.isfinite(game.weights_for(players)).all()


@pytest.fixture
def game(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Tiny, with an empty folder for what is said of it."""
    monkeypatch.setitem(lab.game.__dict__, "path", tmp_path)
    monkeypatch.delitem(lab.game.__dict__, "_weights", raising=False)
    engine.cache_clear()
    yield lab.game
    engine.cache_clear()


def test_weights_and_evaluator_have_to_agree(game: Game, lab: Lab) -> None:
    lab.evaluator(WEIGHTS=("height",))
    (game.path / "weights.toml").write_text("[weights]\nheight = 1.5\n")
    assert game.weights_for(2).tolist() == [1.5]
    del game.__dict__["_weights"]
    (game.path / "weights.toml").write_text("[weights]\nheight = 1.5\n[weights.3]\nheight = 2.5\n")
    assert [game.weights_for(players).tolist() for players in (2, 3)] == [[1.5], [2.5]]
    del game.__dict__["_weights"]
    (game.path / "weights.toml").write_text("[weights]\nheigth = 1.5\n")
    with pytest.raises(BrokenSettings, match=r"weights.toml of .* has under \[weights\] \['heigth'\]; .* \['height'\]"):
        _ = game.weights_for(2)
    strange = "[weights]\nheight = 1.5\n[weights.99]\nheight = 1.5\n"
    not_finite = (strange, "[weights]\nheight = nan\n", "[weights]\nheight = -inf\n")
    for text in (
        "height = 1.5\n",
        "[weights\n",
        "weights = 3\n",
        "[weights]\nheight = 1\n[weights.3]\n",
        "[weights]\nheight = 1\n[weight.3]\nheight = 1\n",
        '[weights]\nheight = "high"\n',
        *not_finite,
    ):
        (game.path / "weights.toml").write_text(text)
        with pytest.raises(BrokenSettings, match=r"its evaluator weighs \['height'\]"):
            _ = game.weights_for(2)
    (game.path / "weights.toml").unlink()
    with pytest.raises(BrokenSettings, match=r"cannot be read: .*No such file.*; its evaluator weighs \['height'\]"):
        _ = game.weights_for(2)


def test_the_engines_file_is_read(game: Game) -> None:
    (game.path / "engine.toml").write_text(
        '[plan]\nwide = 2.0\nordered = "ahead"\n[chances]\n3 = [[0.3, 0.1]]\n[levels]\neasy = { simulations = 7 }\n'
        "hard = { simulations = 9, proof = 5, temperature = 0.5 }\n"
    )
    told = engine(game)
    assert told.plan == Plan(wide=2.0, ordered="ahead")
    assert told.levels["easy"] == SearchLimits(simulations=7)
    assert told.levels["hard"] == SearchLimits(simulations=9, proof=5, temperature=0.5)
    assert told.chances == {3: ((0.3, 0.1),)}
    assert told.training == TrainingLimits()


def test_a_number_of_players_may_have_its_own_plan(game: Game) -> None:
    """It differs from the common one in what its table says."""
    (game.path / "engine.toml").write_text(
        "[plan]\nwide = 2.0\nexploration = 0.5\n[plan.3]\nexploration = 0.25\n"
        "[training]\nrounds = 1\nhidden = [7]\n[levels]\neasy = { simulations = 7, overlooks = 0.25 }\n"
    )
    told = engine(game)
    assert told.plan_for(2) == told.plan == Plan(wide=2.0, exploration=0.5)
    assert told.plan_for(3) == Plan(wide=2.0, exploration=0.25)
    assert told.training == TrainingLimits(rounds=1, hidden=(7,))
    assert told.levels["easy"].overlooks == 0.25


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[plan]\nwidth = 2.0\n", "width"),
        ("[levels]\neasy = { games = 7 }\n", "games"),
        ("[levels]\neasy = 7\n", "level easy"),
        ("[levels]\neasy = { simulations = 0 }\n", "level easy: simulations 0; it must be a whole number, 1 or more"),
        ("[levels]\neasy = { simulations = 7, proof = -1 }\n", "proof -1"),
        ("[levels]\neasy = { simulations = 7, temperature = inf }\n", "temperature inf"),
        ("[levels]\neasy = { simulations = 7, temperature = nan }\n", "temperature nan"),
        ("[levels]\neasy = { simulations = 7, wide = 1.0 }\n", "wide"),
        ("[levels]\neasy = { simulations = 7, temperature = -0.5 }\n", "temperature -0.5"),
        ("[chances]\ntwo = []\n", "two"),
        ("[chances]\n2 = [[0.3]]\n", "each is two numbers"),
        ("[chances]\n2 = 0.3\n", "each is two numbers"),
        ("[chances]\n2 = [[0.3, 0.2], [0.4, 0.2]]\n", "do not rise"),
        ("[chances]\n2 = [[0.3, 0.0]]\n", "do not rise"),
        ("[chances]\n2 = [[nan, 0.5]]\n", "do not rise"),
        ("[chances]\n7 = []\n", "'7' is no number"),
        ("[plans]\n", "plans"),
        ("[plan.9]\nwide = 1.0\n", "'9' is no number of players"),
        ("[plan.3]\nwidth = 1.0\n", "width"),
        ("[plan]\nlearned = 1\n", "learned 1; allowed: true, false"),
        ("[plan]\nlearned = true\n", "learned needs a horizon"),
        ("[training]\nhidden = 48\n", "hidden 48; it must be a list"),
        ("[training]\nhidden = [0]\n", "hidden 0"),
        ("[training]\ngames = 4\n", "games"),
        ("[levels]\neasy = { simulations = 7, overlooks = 1.0 }\n", "overlooks 1.0"),
        ("[levels]\neasy = { simulations = 7, mixed = 1 }\n", "mixed 1; allowed: true, false"),
        ('[levels]\neasy = { simulations = 7, overlooks = "much" }\n', "overlooks 'much'"),
        ('[plan]\nordered = "by size"\n', "by size"),
        ("[plan]\nwide = -1.0\n", "wide -1.0; it must be a number, 0 or more"),
        ("[plan]\nwide = nan\n", "wide nan"),
        ("[plan]\nexploration = inf\n", "exploration inf"),
        ('[plan]\ntried = "x"\n', "tried 'x'; it must be a whole number, 0 or more"),
        ("[plan]\ntried = 1.5\n", "tried 1.5"),
        ("[plan]\nhorizon = -2\n", "horizon -2; it must be a whole number, -1 or more"),
        ("[plan]\nhorizon = 3000000000000000000\n", "horizon"),
        ('[plan]\nordered = ["order"]\n', "ordered"),
        ('[plan]\nprior_visits = 5.0\nordered = "order"\n', 'needs ordered "ahead"'),
        ("[plan]\npriors = 1.0\n", "priors 1.0 needs an order"),
        ('[plan]\npriors = 1.0\nprior_visits = 5.0\nordered = "ahead"\n', "and no prior_visits"),
        ("[levels]\neasy = { simulations = 1e3 }\n", "simulations 1000.0"),
        ("[levels]\neasy = { simulations = true }\n", "simulations True"),
        ('[levels]\n"uct:5" = { simulations = 5 }\n', "no level can be called 'uct:5'"),
        ("[levels]\ngreedy = { simulations = 5 }\n", "cannot be called 'greedy': that is another bot"),
        ("[levels]\neasy = 3\n", "level easy: 3; it must be a table"),
        ("[levels]\neasy = {}\n", "level easy: simulations must be given"),
        ("[levels]\neasy = { simulations = 3, overlook = 0.1 }\n", "'overlook' is unknown; did you mean overlooks"),
        ("levels = 3\n", "must be a table"),
        ("[plan\n", "Expected"),
    ],
)
def test_what_the_engines_file_may_not_say_is_refused(game: Game, text: str, why: str) -> None:
    (game.path / "engine.toml").write_text(text)
    with pytest.raises(BrokenSettings, match=f"engine.toml of .* cannot be read: .*{why}"):
        engine(game)


@pytest.mark.parametrize("slug", SLUGS)
def test_with_far_more_prior_visits_than_games_the_best_estimate_is_played(slug: str) -> None:
    position = rookery.load(slug).start(seed=3).settled(np.random.default_rng(3))
    expected, generator = action_scores(position, "ahead"), np.random.default_rng(1)
    promising = dict(zip(position.legal_actions, expected, strict=True))
    plan = Plan(exploration=0.0, prior_visits=1e9, ordered="ahead")
    best = mcts(position, generator, plan, simulations=2 * len(promising)).best
    assert promising[best] == pytest.approx(max(expected))


@pytest.mark.parametrize("slug", SLUGS)
def test_few_simulations_look_at_what_the_evaluator_expects_most_of(slug: str) -> None:
    """The same as for the evaluator's order (test_mcts.py), one ply ahead."""
    game: Game = rookery.load(slug)
    position = game.start(seed=3)
    promising = dict(zip(position.legal_actions, action_scores(position, "ahead").tolist()))
    found = mcts(position, np.random.default_rng(1), Plan(wide=1.0, ordered="ahead"), simulations=4)
    visited = [promising.pop(a) for a, visits in zip(found.actions, found.visits) if visits]
    assert len(visited) <= 4
    assert not promising or min(visited) >= max(promising.values())
