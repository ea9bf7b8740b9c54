"""The agent that was trained from nothing (docs/strength.md) beats who it says it beats, and can be trained again."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery import envs
from rookery.core.protocol import Array
from tests.house.sources import ROOT

SCRIPT = ROOT / "examples/learning/train.py"
KEPT = ROOT / "examples/learning/gleebs.npz"
CURVE = ROOT / "examples/learning/gleebs.csv"
PICTURE = ROOT / "docs/pictures/learning-gleebs.svg"
GAMES, MORE = 600, 4000  # from each seat; more in a soak
TOGETHER = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.cooperative)


def _worth(layers: list[Array], seen: Array) -> Array:
    """The network of the script, without its library."""
    x = seen.astype(np.float32)
    for weights, bias in zip(layers[0:-2:2], layers[1:-2:2], strict=True):
        x = np.maximum(x @ weights + bias, 0.0)
    return np.tanh(x @ layers[-2] + layers[-1])[:, 0]


@pytest.mark.parametrize("games", [GAMES, pytest.param(MORE, marks=pytest.mark.soak)])
def test_the_kept_agent_beats_the_greedy_bot(games: int) -> None:
    """By more than three standard errors, from both seats together."""
    with np.load(KEPT) as kept:
        layers = [kept[name].astype(np.float32) for name in kept.files]
    results = []
    for seat in range(2):
        batch = envs.batch("gleebs", games, learners=(seat,), bots="greedy", seed=2026)
        result = np.full(games, np.nan)
        while np.isnan(result).any():
            after = batch.afterstates()
            worth = np.where(np.isnan(after.worth), _worth(layers, after.observations), after.worth)
            rows = np.lexsort((worth, after.games))  # game by game, the best one last
            batch.step(after.actions[rows[np.searchsorted(after.games, np.arange(games), "right") - 1]])
            ended = batch.over & np.isnan(result)
            result[ended] = batch.rewards[ended, seat]
        results.append(result)
    mean, error = np.mean(results), np.std(results) / np.sqrt(2 * games)
    assert mean > 3 * error, f"{mean:+.3f} of {error:.3f}"


def test_the_curve_rises_above_nothing() -> None:
    """From a network that knows nothing to one that wins against greedy bots more often than not."""
    with CURVE.open() as file:
        rows = list(csv.DictReader(file))
    greedy = [float(row["greedy"]) for row in rows]
    assert greedy[0] < -0.5
    assert min(greedy[-3:]) > 0
    assert float(rows[-1]["minutes"]) <= 60


def test_the_picture_is_of_this_curve() -> None:
    """Its two lines have the heights of the two columns, on one scale."""
    table = np.genfromtxt(CURVE, delimiter=",", names=True)
    paths = re.findall(r'<path d="([^"]+)"', PICTURE.read_text("utf-8"))
    points = [re.findall(r"[ML] (\S+) (\S+)", path) for path in paths]
    lines = [np.array(path, float) for path in points if len(path) == len(table)]
    assert len(lines) == 2
    for axis, columns in enumerate((("steps", "steps"), ("random", "greedy"))):
        drawn = np.concatenate([line[:, axis] for line in lines])
        told = np.concatenate([table[name] for name in columns])
        assert np.polyval(np.polyfit(told, drawn, 1), told) == pytest.approx(drawn, abs=0.01)


@pytest.mark.soak
def test_it_can_be_trained_again(tmp_path: Path) -> None:
    """For one round: the script writes the network, the curve and its picture, also into a folder that is not there."""
    order = [sys.executable, str(SCRIPT), "--steps", "8000", "--out", str(tmp_path / "new" / "agent")]
    done = subprocess.run(order, capture_output=True, text=True, check=True)
    assert done.stdout.count("against greedy") == 1
    assert {path.suffix for path in (tmp_path / "new").iterdir()} == {".csv", ".npz", ".svg"}


def test_the_script_can_be_read_in_one_go() -> None:
    assert len(SCRIPT.read_text("utf-8").splitlines()) <= 150


REFUSED = (("--game", TOGETHER), ("--game", "nonsense"), ("--steps", "0"))
ASK_FOR = """
import runpy, sys
for sys.argv[1:] in {wanted}:
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        print(end.code)
"""


def test_what_cannot_be_trained_is_refused() -> None:
    """In one process, because its libraries take seconds to load."""
    ask = f"import sys; sys.argv = [{str(SCRIPT)!r}]" + ASK_FOR.format(wanted=REFUSED)
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2"] * len(REFUSED)
    errors = [line for line in done.stderr.splitlines() if line.startswith("train.py: error: ")]
    assert len(errors) == len(REFUSED)
