"""`rookery train`: a network from a few positions, and what is refused before any game is played."""

import shutil
from pathlib import Path

import pytest

import rookery
from rookery.cli.main import EXIT_TROUBLE, EXIT_USAGE
from rookery.core.networks import NETWORKS_FILE
from rookery.core.position import Game
from rookery.search.plan import engine
from rookery.training import rounds
from tests.cli.conftest import SLUGS, call

LEARNING = next(slug for slug in SLUGS if engine(rookery.load(slug)).plan_for(2).learned)
WITHOUT = next(slug for slug in SLUGS if not rookery.load(slug).network_inputs.of_seat)


def test_a_network_is_trained_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("optax")
    game: Game = rookery.load(LEARNING)
    for name in ("engine.toml", "weights.toml"):
        shutil.copy(game.path / name, tmp_path / name)
    monkeypatch.setitem(game.__dict__, "path", tmp_path)
    quick = ("--players", "2", "--rounds", "1", "--positions", "100", "--workers", "1", "--out", str(tmp_path / "kept"))
    done = call("train", LEARNING, *quick, "--write")
    assert done.exit_code == 0
    assert "round 1: learned from 94 positions; error" in done.stdout
    assert "--seed 1, TrainingLimits(rounds=1, positions=100" in (tmp_path / NETWORKS_FILE).read_text("utf-8")
    monkeypatch.setattr(rounds, "check_installed", lambda: None)  # it would start JAX each time to find the same
    again = call("train", LEARNING, *quick)  # everything is there
    assert again.stdout.splitlines()[0] == done.stdout.splitlines()[0]
    other = call("train", LEARNING, *quick, "--seed", "2")
    assert (other.exit_code, "holds the positions of another training" in other.stderr) == (EXIT_USAGE, True)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((LEARNING, "--players", "99"), "99"),
        ((WITHOUT,), "its evaluator has no INPUTS"),
        ((LEARNING, "--positions", "5"), "greater than or equal to 100"),
        (("no_such_game",), "no_such_game"),
        ((LEARNING, "--workers", "2", "--dask", "tcp://127.0.0.1:1"), "allowed: one of them"),
        ((LEARNING, "--out", "file"), "file cannot be written: File exists; name another folder"),
    ],
)
def test_what_cannot_be_trained_is_said_at_once(
    words: tuple[str, ...], refusal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    done = call("train", *words)
    assert done.exit_code in (EXIT_TROUBLE, EXIT_USAGE)
    assert refusal in done.stderr
    assert not [*tmp_path.rglob("*.npz")]
