"""OpenSpiel: every game as a pyspiel game, with chance nodes, information states, and other worlds drawn from them.

    rookery.envs.openspiel("blockers", players=4)              the game; or, once this module is imported,
    pyspiel.load_game("rookery_blockers(players=4)")           with the game's options as parameters
    pyspiel.load_game("rookery_gleebs", {"position": text})    from a position on, given as Position.text

Action ids, chance included, are the game's own, and action strings its notation. spiel_type.py says how parameters are
written, and spiel_observer.py what each player sees.

OpenSpiel copies and stores a state by deepcopy and pickle of its Python attributes. Here the only one is a `History`,
which never changes, so copies share it.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rookery.core.position import Game, Position
from rookery.envs.arguments import libraries, loadable
from rookery.envs.history import History
from rookery.search.checks import check_whole

with libraries():
    import pyspiel

    from rookery.envs.spiel_observer import SpielObserver
    from rookery.envs.spiel_type import defaults, info_of, name_of, parameters_of, start_of, type_of


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position as OpenSpiel's methods ask for it; OpenSpiel's documentation describes each."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.game_history = game.game_history

    def current_player(self) -> int:
        mover = self.game_history.position.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        return self.game_history.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game_history.position.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return sorted(self.game_history.position.chances.items())

    def _apply_action(self, action: int) -> None:
        self.game_history = self.game_history.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game_history.position.format(action)

    def returns(self) -> list[float]:
        outcome = self.game_history.position.outcome
        return list(outcome.utilities) if outcome else [0.0] * self.game_history.position.players

    def __str__(self) -> str:
        """The picture that everybody sees, and the whole position in one line."""
        return f"{self.game_history.position}\n{self.game_history.position.text}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A state with another past and present, in which the player remembers the same at every ply."""
        if not self.game_history.position.game.facts.hidden:
            return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types
        generator = np.random.default_rng([int(probability_sampler() * 2**32) for _ in range(2)])
        state = self.get_game().new_initial_state()
        for history in self.game_history.resampled(player, generator)[1:]:
            state.apply_action(history.action)
            state.game_history = history  # it already holds the player's memory
        return state  # type: ignore[no-any-return]  # pyspiel has no types


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Each game has a class of its own, which `register` makes. OpenSpiel keeps a game's maker until after Python has
    ended. Freeing a function with arguments at that time would be an error; a class is not freed."""

    game: Game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Raises UnknownOption, UnreadablePosition."""
        start, usual = start_of(self.game, parameters), defaults(self.game)
        unusual = {name: value for name, value in parameters.items() if value != usual[name]}  # its name contains these
        super().__init__(type_of(self.game), info_of(self.game, start.players), unusual)
        self.game_history = History(start)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.facts.longest if self.game.facts.chance else 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.game, str(self))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.game, iig_obs_type, params)


def _loaded(game: Game, name: str) -> SpielGame:
    """Load a variant by name, in a process whose OpenSpiel may not know it yet."""
    register(game)
    return pyspiel.load_game(name)  # type: ignore[no-any-return]  # pyspiel has no types


@functools.cache
def register(game: Game) -> str:
    """Register a game with OpenSpiel; returns its name there."""
    pyspiel.register_game(type_of(game), type("SpielGame", (SpielGame,), {"game": game}))
    return name_of(game)


def spiel_game(start: Position) -> SpielGame:
    """The game that begins at a whole position. Raises CannotPlay for a view."""
    check_whole(start)
    return pyspiel.load_game(register(start.game), parameters_of(start))  # type: ignore[no-any-return]  # pyspiel has no types


for _game in loadable():
    register(_game)
