"""The laws hold for every game found: as modules, with every index checked, and in plain Python.

A game's own folder of tests need not repeat this. `rookery check GAME` is the same for a game of yours.
"""

import os
import subprocess
import sys

import pytest

import rookery
from rookery.core.protocol import CHANCE
from rookery.testing.laws import check_walk
from rookery.testing.walks import tables, walks
from tests.often import KINDS, in_ci

GAMES = 2  # of each slug
MORE = 30  # of each slug, in a soak
MAX_TABLES = 200  # in a soak
WALKED = 8  # of each slug, where laws are not tried

# Stepping a stream multiplies 64-bit words and drops what does not fit, which NumPy reports where Numba does not.
WRAPS = "ignore:overflow encountered in scalar:RuntimeWarning"


@pytest.mark.parametrize("games", [GAMES, pytest.param(MORE, marks=pytest.mark.soak)])
def test_laws_hold(slug: str, games: int) -> None:
    """All laws on the same games: each scene is drawn once for all of them."""
    for walk in walks(rookery.load(slug), games, seed=2026):
        check_walk(walk)


def test_what_only_chance_does_has_the_last_ids(slug: str) -> None:
    """So learners have no action that they can never choose. A seat may do at one table what chance does at another."""
    facts, by_seats, by_chance = rookery.load(slug).facts, set[int](), set[int]()
    for walk in walks(rookery.load(slug), WALKED, seed=2026):
        for position in walk.positions:
            (by_chance if position.mover == CHANCE else by_seats).update(position.legal_actions)
    assert {action for action in by_chance if action < facts.seat_actions} <= by_seats
    assert facts.chance == bool(facts.chance_actions)


def laws_hold(slug: str, games: int, *, plain: bool) -> None:
    """In a process of its own, because Numba reads its setting once."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-W", WRAPS, "-m", "rookery", "check", slug, f"--games={games}", "--seconds=0"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if plain else "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "laws hold" in ran.stdout


@in_ci(KINDS[1])
def test_laws_hold_in_plain_python(slug: str) -> None:
    """Where a wrong index or too large a number is an error. An open game is tried so in a page's Python."""
    laws_hold(slug, 1, plain=True)


@pytest.mark.soak
@pytest.mark.parametrize("plain", [True, False])
def test_laws_hold_at_every_table(slug: str, *, plain: bool) -> None:
    """Every number of players with every combination of options; of thousands of these, some."""
    laws_hold(slug, min(len(tables(rookery.load(slug))), MAX_TABLES), plain=plain)


@pytest.mark.parametrize(
    ("words", "status", "answer"),
    [(["nosuch"], 2, "no game is called 'nosuch'"), (["--games=x"], 2, "should be a valid integer")],
)
def test_command_line_refuses(words: list[str], status: int, answer: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "rookery", "check", *words], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, answer in ran.stderr, "Traceback" in ran.stderr) == (status, True, False), ran.stderr
