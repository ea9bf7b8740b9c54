"""What the tests of the command share."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import rookery
from rookery.cli.local_game import LocalGame
from rookery.cli.main import app

SLUGS = rookery.slugs()
ROOT = Path(__file__).parents[2]


def call(*arguments: str, typed: str = "") -> Result:
    """`rookery ...` in this process, with a pipe as input."""
    return CliRunner().invoke(app, arguments, input=typed, prog_name="rookery")


def run(*arguments: str, typed: str = "", seconds: float = 60) -> "subprocess.CompletedProcess[str]":
    """`rookery ...` in a process of its own, between pipes."""
    command = [sys.executable, "-m", "rookery.cli.main", *arguments]
    env = {name: value for name, value in os.environ.items() if name not in ("PORT", "NO_COLOR")}
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=seconds, env=env, cwd=ROOT)


def hot_seat(slug: str, seed: int) -> LocalGame:
    """A game of the default number of people at one screen."""
    game = rookery.load(slug)
    return LocalGame(game, None, {}, ("",) * game.facts.players[0], seed=seed)


def play_randomly(local: LocalGame, seed: int = 0) -> list[str]:
    """Play to the end: people at random, bots as they are. What people played, in notation."""
    choice, typed = np.random.default_rng(seed), []
    while not local.position.is_over:
        if local.bot:
            local.play(*local.think(*local.task()))
        else:
            typed.append(local.position.format(int(choice.choice(local.position.legal_actions))))
            local.play(typed[-1])
    return typed


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """The record of a finished game."""
    local = hot_seat(SLUGS[0], seed=5)
    play_randomly(local)
    local.save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"
