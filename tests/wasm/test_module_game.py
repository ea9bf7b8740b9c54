"""Games whose rules are modules agree with the same games in Python: in every byte of states and views, in what is
legal, known, likely and won."""

import importlib
import pickle
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core.errors import IllegalAction, UnreadablePosition
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.wasm.build import module_of
from rookery.wasm.given_game import MOST_PLIES, GivenGame, given
from rookery.wasm.module_game import MADE_SLUG, module_game
from rookery.workshop import new_game
from tests.wasm.hostile import given_six, six_plies

EXAMPLES = Path(__file__).parents[2] / "examples"
BY_PROGRAMS = sorted(path.parents[1].name for path in EXAMPLES.glob("*/tests/twin.py"))
STARTS = [f"{new_game.PACKAGE}.{kind}" for kind in new_game.kinds()]
INSTALLED = [rookery.load(slug).package for slug in rookery.slugs()]
PLIES = 60  # of each game and number of players; the longest here has ten times as many


def as_data(game: Game) -> GivenGame:
    """A game as a page would send it, through JSON."""
    return msgspec.json.decode(msgspec.json.encode(given(game, *module_of(game))), type=GivenGame)


@pytest.mark.parametrize("package", [*INSTALLED, *STARTS, *BY_PROGRAMS])
def test_a_game_and_its_module_agree(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(package, PLIES, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("package", [*INSTALLED, *STARTS, *BY_PROGRAMS])
def test_a_whole_game_and_its_module_agree(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(package, MOST_PLIES, monkeypatch)


def agree(package: str, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the first plies of a random game of each number of players both ways."""
    monkeypatch.setattr(sys, "path", [*sys.path, *(str(EXAMPLES / name) for name in BY_PROGRAMS)])
    importlib.invalidate_caches()
    game = Game(package)
    twin = module_game(as_data(game))
    generator = np.random.default_rng(0)
    for players in game.facts.players:
        position, other = game.start(players=players), twin.start(players=players)
        for _ in range(plies):
            assert same(position, other)
            if position.is_over:
                break
            chosen = position.draw(generator) if position.mover == CHANCE else generator.choice(position.legal_actions)
            for seat in range(SPECTATOR, players):
                assert position.knows(chosen, seat) == other.knows(chosen, seat)
            before, position, other = other, position.after(chosen), other.after(chosen)
            twin.vouch(other, before, chosen)


def same(position: Position, other: Position) -> bool:
    """Whether two positions, and all that follows from them at once, are the same."""
    assert position.state.tobytes() == other.state.tobytes()
    assert (position.mover, position.legal_actions, position.odds) == (other.mover, other.legal_actions, other.odds)
    for seat in range(SPECTATOR, position.players):
        assert position.view(seat).state.tobytes() == other.view(seat).state.tobytes()
    for seat in range(position.players if position.game.facts.points else 0):
        assert position.game.bindings.points(position.states, 0, seat) == other.game.bindings.points(
            other.states, 0, seat
        )
    if position.is_over:
        assert position.result().utilities == other.result().utilities
        assert position.result().winners == other.result().winners
    return True


def test_it_is_a_game_as_any_other() -> None:
    game = module_game(given_six())
    assert game.facts.slug == f"{MADE_SLUG}{game.given.digest}"
    position = game.start()
    assert pickle.loads(pickle.dumps(position)) == position == module_game(given_six()).start()
    assert position != module_game(given_six(name="Another")).start()
    assert position.determinize(np.random.default_rng(0)) == position
    assert position.view(0).determinize(np.random.default_rng(0)) == position
    assert position.to_json() == position.after(0).to_json().replace('"ply": 1', '"ply": 0')
    with pytest.raises(IllegalAction, match="3 is not legal here"):
        position.after(3)
    with pytest.raises(UnreadablePosition, match="cannot be read from a text"):
        game.position("00")


def test_words_are_none() -> None:
    """Only who has the game's own code has them: here is a number, and for what is secret not even that."""
    secret = module_game(given_six(six_plies(knows=""))).start()
    assert secret.told(1) == ("?", "a hidden move")
    open_position = module_game(given_six()).start()
    assert open_position.told(1) == ("1", "a move")
    assert not open_position.scene().choices
    assert not open_position.scene().spots
