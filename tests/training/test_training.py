"""Training of networks: rounds that repeat themselves and go on after a stop, and networks that learn something."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay, MissingExtra, OtherWork, Trouble
from rookery.core.generator import Generator
from rookery.core.networks import BrokenNetworks, Network
from rookery.core.position import Game, Position
from rookery.search.plan import TrainingLimits, engine
from rookery.search.processes import mapping
from rookery.search.result import SearchResult
from rookery.training import Training, labels, rounds, train
from rookery.training.fit import fit
from rookery.training.labels import Examples, Searcher, labelled, searcher_of
from rookery.training.traces import Searched, followed, traced

TRAINABLE = [slug for slug in rookery.slugs() if rookery.load(slug).network_inputs.of_seat]
LEARNING = next(slug for slug in TRAINABLE if engine(rookery.load(slug)).plan_for(2).learned)
QUICK = TrainingLimits(rounds=2, positions=60, play=4, label=16, hidden=(6,))


def training(slug: str, folder: Path, *, seed: int = 1, limits: TrainingLimits = QUICK) -> Training:
    return Training(rookery.load(slug), 2, limits, seed, folder)


def test_training_repeats_itself_and_goes_on_after_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two processes, in a folder in which some games are missing, it makes the same positions. A network that is
    there is kept; one that is missing is fitted again, to the same numbers. One more round goes on, too."""
    pytest.importorskip("optax")
    first = [found.network for found in train(training(LEARNING, tmp_path / "a"))]
    assert [network.layers for network in first] == [first[0].layers] * 2
    monkeypatch.setattr(rounds, "check_installed", lambda: None)  # it would start JAX each time to find the same
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    kept = (tmp_path / "b" / "round-1" / "network.json").stat().st_mtime_ns
    (tmp_path / "b" / "round-2" / "network.json").unlink()  # as if it had been stopped before
    (tmp_path / "b" / "round-2" / "games-00000.npz").unlink()
    (tmp_path / "b" / "round-2" / "games.draft").touch()
    again = [found.network for found in train(training(LEARNING, tmp_path / "b"), workers=2)]
    for one, other in zip(first, again, strict=True):
        assert one.numbers.tolist() == other.numbers.tolist()
    assert not (tmp_path / "b" / "round-2" / "games.draft").exists()
    assert (tmp_path / "b" / "round-1" / "network.json").stat().st_mtime_ns == kept
    with pytest.raises(OtherWork, match="holds the positions of another training"):
        next(iter(train(training(LEARNING, tmp_path / "a", seed=2))))
    more = train(training(LEARNING, tmp_path / "a", limits=replace(QUICK, rounds=3)))
    assert next(more).network.numbers.tolist() == first[0].numbers.tolist()
    with pytest.raises(OtherWork, match="in use by another process"):
        next(iter(train(training(LEARNING, tmp_path / "a"))))
    more.close()
    (tmp_path / "a" / "round-1" / "games-00000.npz").write_bytes(b"PK torn")
    with pytest.raises(Trouble, match=r"games-00000.npz cannot be read; remove it"):
        next(iter(train(training(LEARNING, tmp_path / "a"))))
    found = tmp_path / "b" / "round-1" / "network.json"
    fitted = json.loads(found.read_text("utf-8"))
    fitted["2"]["made"] = fitted["2"]["made"].replace('"positions": ', '"positions": -')
    for told in ('{"2": {}}', json.dumps(fitted), json.dumps({"2.0": fitted["2"]})):
        found.write_text(told, "utf-8")
        with pytest.raises(BrokenNetworks, match=r"round-1.network.json cannot be read; remove it"):
            next(iter(train(training(LEARNING, tmp_path / "b"))))


def test_shares_are_parts_of_a_whole() -> None:
    game = rookery.load(LEARNING)
    inputs = np.zeros((1, game.network_inputs.count(2)), np.float32)
    assert len(labels.examples_from(game, 2, inputs, np.full((1, 2), 0.5, np.float32)).shares) == 1
    for share in (-0.5, 1e30, np.nan):
        with pytest.raises(ValueError, match=r"shares|float32"):
            labels.examples_from(game, 2, inputs, np.full((1, 2), share, np.float32))


def test_a_folder_that_lost_its_note_is_no_new_one(tmp_path: Path) -> None:
    asked = training(LEARNING, tmp_path)
    asked.part(1, 0).parent.mkdir(parents=True)
    with pytest.raises(OtherWork, match="has rounds, but its training"), rounds._held(asked):
        pass


def test_a_library_that_cannot_be_used_is_refused_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optax")
    monkeypatch.setenv("JAX_PLATFORMS", "nowhere")
    with pytest.raises(MissingExtra, match=r"cannot be used .*nowhere"):
        next(rounds.train(training(LEARNING, tmp_path / "kept")))
    monkeypatch.delenv("JAX_PLATFORMS")
    (tmp_path / "optax.py").write_text('raise ImportError("made for another NumPy")\n', "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(MissingExtra, match=r"cannot be used \(made for another NumPy\): pip install"):
        next(rounds.train(training(LEARNING, tmp_path / "kept")))
    assert not (tmp_path / "kept").exists()


def test_inputs_that_are_not_finite_are_no_damaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> Examples:
        made = labels.collected(rookery.load(LEARNING), 2, [], [])
        wide = made.inputs.shape[1]
        return Examples(np.full((1, wide), np.nan, np.float32), np.full((1, made.shares.shape[1]), 0.5, np.float32))

    monkeypatch.setattr(rounds, "_game", broken)
    asked = training(LEARNING, tmp_path)
    with pytest.raises(Trouble, match="wrote numbers that are not finite"):
        rounds._made(asked, asked.words, 1, (), 0)


def test_a_folder_holds_what_is_played_alike(tmp_path: Path) -> None:
    """Other rules are another training. More rounds are not."""
    asked = training(LEARNING, tmp_path)
    assert replace(asked, limits=replace(QUICK, rounds=9)).words == asked.words
    assert replace(asked, limits=replace(QUICK, play=5)).words != asked.words
    game = Game(asked.game.package)
    game.__dict__["facts"] = replace(game.facts, rules_version=game.facts.rules_version + 1)
    assert replace(asked, game=game).words != asked.words


def test_workers_of_a_cluster_make_the_same_positions(tmp_path: Path) -> None:
    """They need no common folder. One with other rules or weights refuses."""
    distributed = pytest.importorskip("distributed")
    searchers = [searcher_of(rookery.load(LEARNING), 2, None, QUICK)]

    def positions(folder: str, dask: str) -> Examples:
        asked = training(LEARNING, tmp_path / folder)
        asked.folder.mkdir()
        with mapping(1, dask) as mapper:
            return rounds._positions_of(asked, 1, searchers, mapper, lambda number, count: None)

    few = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": ":0"}
    with distributed.LocalCluster(**few) as cluster:
        shared, alone = positions("a", cluster.scheduler_address), positions("b", "")
    assert len(shared.inputs) == QUICK.positions
    assert shared.inputs.tolist() == alone.inputs.tolist()
    assert shared.shares.tolist() == alone.shares.tolist()
    with pytest.raises(Trouble, match="install the same Rookery on it"):
        rounds._made(training(LEARNING, tmp_path), "words of another machine", 1, (), 0)


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    other = next(slug for slug in rookery.slugs() if slug not in TRAINABLE)
    with pytest.raises(CannotPlay, match="no network can be trained"):
        next(iter(train(training(other, tmp_path))))
    with pytest.raises(ValueError, match="positions 0"):
        TrainingLimits(positions=0)
    with pytest.raises(ValueError, match="positions 100, slow 50; the first round must have 10 or more"):
        TrainingLimits(positions=100, slow=50)


def test_the_first_round_may_be_smaller() -> None:
    limits = TrainingLimits(positions=100, play=10, label=3, slow=5)
    assert (limits.of_round(1).positions, limits.of_round(1).play, limits.of_round(1).label) == (20, 2, 1)
    assert limits.of_round(2) == limits


@pytest.mark.parametrize("slug", TRAINABLE)
def test_labels_are_shares_of_searches(slug: str) -> None:
    game = rookery.load(slug)
    found = labelled(game, 2, [searcher_of(game, 2, None, QUICK)], QUICK, (1, 1, 1))
    assert found.inputs.shape == (len(found.inputs), game.network_inputs.count(2))
    assert len(found.inputs) == len(found.shares) > 2
    assert (found.shares >= 0.0).all()
    assert (found.shares <= 1.0).all()
    if game.facts.cooperative:
        assert found.shares.shape[1] == 1
    else:
        assert found.shares.sum(axis=1) == pytest.approx(np.ones(len(found.shares)), abs=1e-5)


class Seat0Wins(Searcher):
    """Searches that always say the same."""

    def search(self, position: Position, simulations: int, luck: Generator) -> SearchResult:
        found = super().search(position, 1, luck)
        return replace(found, means=(1.0, *[-1.0] * (position.players - 1)))


def test_labels_begin_with_the_seat_whose_numbers_come_first() -> None:
    """If seat 0 wins everything, its share stands where the inputs have its numbers."""
    game = rookery.load(LEARNING)
    assert not game.facts.cooperative
    found = labelled(game, 2, [Seat0Wins(searcher_of(game, 2, None, QUICK).plan)], QUICK, (1, 1, 1))
    assert {tuple(shares) for shares in found.shares.tolist()} == {(1.0, 0.0), (0.0, 1.0)}
    traces = followed(game, 2, Seat0Wins(searcher_of(game, 2, None, QUICK).plan), replace(QUICK, trace=1e-9), (1, 1, 2))
    assert {tuple(np.round(shares, 6)) for shares in traces.shares.tolist()} == {(1.0, 0.0), (0.0, 1.0)}


@pytest.mark.parametrize("slug", TRAINABLE)
def test_results_and_later_searches_say_what_a_position_is_worth(slug: str) -> None:
    """With trace 1 the result alone, as far as no random action breaks the line; with trace 0+ the search alone."""
    game = rookery.load(slug)
    searcher = searcher_of(game, 2, None, QUICK)
    whole, none = (followed(game, 2, searcher, replace(QUICK, trace=trace), (1, 1, 2)) for trace in (1.0, 1e-9))
    assert len(whole.inputs) > 10
    assert (whole.inputs == none.inputs).all()  # the same game
    last = whole.shares[-1]
    assert set(np.round(last, 6)) <= {0.0, 0.5, 1.0}
    assert none.shares[0].min() > 0.0
    for found in (whole, none):
        assert (found.shares.sum(axis=1) == pytest.approx(1.0, abs=1e-5)) or game.facts.cooperative


def test_a_random_action_breaks_the_line() -> None:
    """What followed it says nothing of the positions before; those after it know the result."""
    game = rookery.load(LEARNING)
    nothing = np.zeros(game.network_inputs.count(2), np.float32)
    even, result = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    steps = [
        Searched(nothing, 0, even),
        Searched(nothing, 0, even),
        None,
        Searched(nothing, 1, even),
        Searched(nothing, 0, even),
    ]
    found = traced(game, 2, steps, result, 0.5).shares.tolist()
    assert found == [[0.5, 0.5], [0.5, 0.5], [0.375, 0.625], [0.75, 0.25]]


def test_a_fit_finds_what_can_be_learned() -> None:
    """Of two rivals: shares that depend on the inputs by softmax. Of a team: by the logistic curve."""
    pytest.importorskip("optax")
    generator = np.random.default_rng(1)
    inputs = generator.normal(size=(6_000, 5)).astype(np.float32)
    odds = np.stack([inputs[:, 0] * inputs[:, 1], inputs[:, 2]], axis=1)
    shares = (np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)).astype(np.float32)
    for told in (shares, shares[:, :1]):
        found = fit(Examples(inputs, told), (24, 12), seed=1)
        assert found.even > 0.05
        assert found.held_out < 0.15 * found.even
        assert found.network.numbers.tolist() == found.network.numbers.astype(np.float16).tolist()


@pytest.mark.parametrize("slug", TRAINABLE)
def test_later_rounds_search_with_a_network(slug: str) -> None:
    game = rookery.load(slug)
    inputs = game.network_inputs.count(2)
    outputs = 1 if game.facts.cooperative else 2
    network = Network((inputs, outputs), np.zeros((inputs + 1) * outputs, np.float32))
    searcher = searcher_of(game, 2, network, QUICK)
    assert (searcher.plan.learned, searcher.plan.horizon) == (True, 0)
    first = searcher_of(game, 2, None, replace(QUICK, horizon=3)).plan
    assert (first.learned, first.horizon) == (False, 3)
    position = game.start(seed=1, players=2)
    assert sum(searcher.search(position, 20, Generator(1)).visits) == 20
