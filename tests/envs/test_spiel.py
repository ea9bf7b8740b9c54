"""OpenSpiel's states beside our positions, and the worlds that it resamples. Its own tests: test_spiel_peer.py."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pyspiel
import pytest

import rookery
from rookery import envs
from rookery.core.errors import (
    CannotPlay,
    GameOver,
    IllegalAction,
    MissingExtra,
    UnknownGame,
    UnknownOption,
    UnreadablePosition,
)
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.envs.history import History, history_of
from rookery.envs.spiel import SpielState
from rookery.testing.walks import Walk, walk
from tests import two_worlds
from tests.envs.twin import GAMES, games, seen
from tests.often import KINDS, others_in_soak

SECRET = [game for game in GAMES if game.facts.hidden]
ALONE = pyspiel.PrivateInfoType
games_with_secrets = pytest.mark.parametrize(
    "game", others_in_soak(SECRET, [rookery.load(KINDS[1])]), ids=lambda game: game.facts.slug
)


def of_walk(played: Walk, plies: int | None = None) -> SpielState:
    """The state after the plies of a walk."""
    state = envs.openspiel(played.positions[0]).new_initial_state()
    for action in played.actions[:plies]:
        state.apply_action(action)
    return state


def sampler(seed: int) -> pyspiel.UniformProbabilitySampler:
    return pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)


# ── States and positions ─────────────────────────────────────────────────────
@games
def test_states_say_what_positions_say(game: Game) -> None:
    for players in game.facts.players:
        played = walk(game, players, {}, seed=players)
        state = of_walk(played, 0)
        for ply, position in enumerate(played.positions):
            same(state, position, look=ply % 16 == 0)
            if ply < len(played.actions):
                state.apply_action(played.actions[ply])
        assert state.history() == [*played.actions]
        drawn = sum(position.mover == CHANCE for position in played.positions)
        assert drawn <= state.get_game().max_chance_nodes_in_history()
        assert played.positions[-1].outcome
        assert tuple(state.returns()) == played.positions[-1].outcome.utilities


def same(state: SpielState, position: Position, look: bool) -> None:
    assert state.is_terminal() == position.is_over
    assert state.current_player() == (pyspiel.PlayerId.TERMINAL if position.is_over else position.mover)
    assert state.legal_actions() == sorted(position.legal_actions)
    if position.mover == CHANCE:
        assert dict(state.chance_outcomes()) == position.chances
    if look:
        for action in position.legal_actions:
            assert state.action_to_string(state.current_player(), action) == position.format(action)
        assert str(state) == f"{position}\n{position.text}"
        for seat in range(position.players):
            assert state.observation_string(seat) == position.view(seat).text
            assert state.observation_tensor(seat) == seen(position, seat).tolist()


@games
def test_copies_go_on_alike(game: Game) -> None:
    played = walk(game, game.facts.players[-1], {}, seed=5)
    half = len(played.actions) // 2
    state = of_walk(played, half)
    spiel_game = state.get_game()
    copies = [
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        spiel_game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel_game, state))[1],
    ]
    for other in (*copies, state):
        assert other.history() == [*played.actions[:half]]
        for action in played.actions[half:]:
            other.apply_action(action)
        assert str(other) == str(of_walk(played))
        assert other.information_state_string(0) == of_walk(played).information_state_string(0)
    assert pickle.loads(pickle.dumps(spiel_game)) == spiel_game


def test_a_clone_shares_what_was_played() -> None:
    state = of_walk(walk(GAMES[0], GAMES[0].facts.players[0], {}, seed=1), 20)
    assert state.clone().game_history is state.game_history


# ── Names ────────────────────────────────────────────────────────────────────
@games
def test_every_choice_of_an_option_can_be_named(game: Game) -> None:
    for option in game.facts.options:
        for players in game.facts.players:
            for value in filter(None, (*option.choices_of(players), option.example)):
                made = envs.openspiel(game.facts.slug, players=players, **{option.name: value})
                assert made.game_history.position == game.start_with(game.facts.settings(players, {option.name: value}))
                assert pyspiel.load_game(str(made)).game_history.position == made.game_history.position


@games
def test_a_game_begins_at_a_position(game: Game) -> None:
    played = walk(game, game.facts.players[-1], {}, seed=9)
    for position in played.positions[:: len(played.positions) // 4]:
        made = envs.openspiel(position)
        text = {"players": position.players, "position": position.text}
        for again in (made, pyspiel.load_game(str(made)), pyspiel.load_game(f"rookery_{game.facts.slug}", text)):
            state = again.new_initial_state()
            assert state.game_history.position == position
            assert not state.history()


def test_the_plain_name_is_the_plain_game() -> None:
    for game in GAMES:
        assert str(envs.openspiel(game.facts.slug)) == f"rookery_{game.facts.slug}()"
        assert f"rookery_{game.facts.slug}" in pyspiel.registered_names()


# ── What a player knows ──────────────────────────────────────────────────────
@games_with_secrets
def test_who_remembers_the_same_is_told_the_same(game: Game) -> None:
    """Secret actions that change places change what others remember, and nothing for the viewer."""
    for players in game.facts.players[:2]:
        played = walk(game, players, {}, seed=3)
        for viewer in range(players):
            other = two_worlds.swap_secrets(played, viewer)
            assert other.actions != played.actions
            half = len(played.actions) // 2
            states = [of_walk(one, half) for one in (played, other)]
            told = [[state.information_state_string(seat) for seat in range(players)] for state in states]
            assert told[0][viewer] == told[1][viewer]
            assert any(one != two for one, two in zip(*told, strict=True))


def test_memory_is_more_than_what_is_seen() -> None:
    """Two ways to one position: players see the same, and remember another past."""
    found = 0
    for start in (game.start(seed=1, players=2) for game in GAMES):
        legal = start.legal_actions
        first, answer, second = legal[0], legal[len(legal) // 2], legal[-1]
        lines = [_line(start, order) for order in ((first, answer, second), (second, answer, first))]
        if first != second and lines[0] and lines[1] and lines[0].position == lines[1].position:
            found += 1
            assert len({line.memory_text(seat) for line in lines if line for seat in (0, 1)}) == 2
    assert found


@games_with_secrets
def test_memory_holds_what_was_seen_in_between(game: Game) -> None:
    """Also where all that was heard, and what is seen now, are the same."""
    played = walk(game, game.facts.players[0], {}, seed=6)
    one, other = of_walk(played, 30).game_history, of_walk(played, 30).game_history
    past = other.plies()[10]
    past._told[0] = past.told(0)._replace(digest=b"of something else seen")
    assert one.memory_text(0) != other.memory_text(0)
    assert one.memory_text(1) == other.memory_text(1)


def _line(start: Position, actions: tuple[int, ...]) -> History | None:
    """None where that cannot be played."""
    try:
        return history_of(start, [*actions])
    except IllegalAction:
        return None


@games_with_secrets
def test_resampled_states_leave_the_player_the_same_memory_at_every_ply(game: Game) -> None:
    for players in game.facts.players:
        played = walk(game, players, {}, seed=players + 20)
        for plies in (len(played.actions) // 2, len(played.actions) - 3):
            state = of_walk(played, plies)
            for seat in (0, players - 1):
                other = state.resample_from_infostate(seat, sampler(plies))
                assert other.current_player() == state.current_player()
                assert other.history() != state.history()
                again = state.resample_from_infostate(seat, sampler(plies))
                assert again.history() == other.history()
                one, two = (state.get_game().new_initial_state() for _ in range(2))
                for action, its in zip(state.history(), other.history(), strict=True):
                    one.apply_action(action)
                    two.apply_action(its)
                    assert one.game_history.told(seat) == two.game_history.told(seat)
                assert one.information_state_string(seat) == two.information_state_string(seat)
                assert other.information_state_string(seat) == state.information_state_string(seat)


def test_where_nothing_is_secret_a_resampled_state_is_a_copy() -> None:
    for game in (game for game in GAMES if not game.facts.hidden):
        state = of_walk(walk(game, game.facts.players[0], {}, seed=2), 10)
        assert state.resample_from_infostate(0, sampler(1)).history() == state.history()


@games_with_secrets
def test_observers_show_what_they_are_asked_for(game: Game) -> None:
    played = walk(game, game.facts.players[0], {}, seed=4)
    state, position = of_walk(played, 60), played.positions[60]
    common = _observer(state, pyspiel.IIGObservationType(perfect_recall=False, private_info=ALONE.NONE))
    own = _observer(state, pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    told = _observer(state, pyspiel.IIGObservationType(perfect_recall=True, private_info=ALONE.NONE))
    for seat in range(position.players):
        assert common.string_from(state, seat) == position.view().text
        assert told.string_from(state, seat) == state.game_history.memory_text(-1)
    assert len({own.string_from(state, seat) for seat in range(position.players)}) == position.players
    for seat in range(position.players):
        names = [part.partition(" ")[0] for part in own.string_from(state, seat).split("; ")]
        assert all(np.any(position.view(seat).state[name] != position.view().state[name]) for name in names)
    for refused in (
        pyspiel.IIGObservationType(perfect_recall=False, private_info=ALONE.ALL_PLAYERS),
        pyspiel.IIGObservationType(public_info=False, perfect_recall=True),
    ):
        with pytest.raises(CannotPlay, match=r"^no observer shows the secrets of all players, or what a player"):
            _observer(state, refused)


def _observer(state: SpielState, kind: pyspiel.IIGObservationType) -> pyspiel.Observer:
    return state.get_game().make_py_observer(kind, {})


# ── Refusals ─────────────────────────────────────────────────────────────────
def test_wrong_wishes_get_one_sentence() -> None:
    game = GAMES[0]
    slug, start = game.facts.slug, game.start(seed=1)
    with pytest.raises(UnknownGame, match="no game is called 'nosuch'"):
        envs.openspiel("nosuch")
    for load in (lambda: envs.openspiel(slug, players=99), lambda: pyspiel.load_game(f"rookery_{slug}(players=99)")):
        with pytest.raises(UnknownOption, match="cannot be played by 99 players; allowed: "):
            load()
    option = game.facts.options[0]
    with pytest.raises(UnknownOption, match=f"{option.name} = 'nosuch' "):
        pyspiel.load_game(f"rookery_{slug}", {option.name: "nosuch"})
    with pytest.raises(UnknownOption, match="has no option 'nosuch'"):
        envs.openspiel(slug, nosuch="1")
    with pytest.raises(UnreadablePosition, match="'nosuch' is not a position of"):
        pyspiel.load_game(f"rookery_{slug}(position=nosuch)")
    with pytest.raises(CannotPlay, match=r"^a view does not know what others hide"):
        envs.openspiel(start.view(0))
    state = envs.openspiel(start).new_initial_state()
    legal = state.legal_actions()
    wrong = next(action for action in range(game.facts.actions) if action not in legal)
    with pytest.raises(IllegalAction, match=f"{wrong} is not legal here; "):
        state.apply_action(wrong)
    with pytest.raises(IllegalAction):
        state.action_to_string(0, wrong)
    assert state.legal_actions() == legal
    with pytest.raises(CannotPlay, match=r"^observers of .* have no parameters; these were given: "):
        state.get_game().make_py_observer(None, {"size": 3})


def test_nothing_is_played_when_it_is_over() -> None:
    state = of_walk(walk(GAMES[0], GAMES[0].facts.players[0], {}, seed=1))
    with pytest.raises(GameOver):
        state.apply_action(0)


def test_a_missing_library_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "rookery.envs.spiel")
    with pytest.raises(MissingExtra, match=r"^this environment needs pyspiel: pip install 'rookery-lab\[envs\]'$"):
        envs.openspiel(rookery.slugs()[0])


def test_it_is_loaded_when_it_is_asked_for_and_python_ends_in_peace() -> None:
    ask = "import rookery, sys; from rookery import envs; assert 'pyspiel' not in sys.modules; "
    ask += "envs.openspiel(rookery.slugs()[0]).new_initial_state(); 1 / 0"
    ran = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stderr
    assert ran.stderr.rstrip().endswith("ZeroDivisionError: division by zero")


def test_chances_are_numbers_of_python() -> None:
    """OpenSpiel turns them into its own."""
    state = of_walk(walk(SECRET[0], SECRET[0].facts.players[0], {}, seed=1), 0)
    assert {(type(action), type(chance)) for action, chance in state.chance_outcomes()} == {(int, float)}
    assert np.isclose(sum(chance for _, chance in state.chance_outcomes()), 1)
