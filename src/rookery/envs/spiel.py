"""OpenSpiel: every game as a pyspiel game, with chance nodes, information states, and other worlds drawn from them.

    rookery.envs.openspiel("blockers", players=4)              the game; or, once this module is imported,
    pyspiel.load_game("rookery_blockers(players=4)")           with the game's options as parameters
    pyspiel.load_game("rookery_gleebs", {"position": text})    from a position on, given as Position.text

Action ids, chance included, are the game's own, and action strings its notation. A text in parameters is written as in
addresses of the web, %2C for a comma, because OpenSpiel's own commas and brackets would cut it.

OpenSpiel copies and stores a state by deepcopy and pickle of what Python keeps in it. Here that is one thing that never
changes, a `Line`, so copies share it.
"""

import contextlib
import functools
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from rookery.core.errors import CannotPlay, UnknownGame
from rookery.core.observation import slots
from rookery.core.position import Game, Position
from rookery.core.protocol import SPECTATOR, Option, cells_of
from rookery.core.registry import load, titles
from rookery.envs.asked import libraries
from rookery.envs.line import Line
from rookery.search.checks import check_whole

with libraries():
    import pyspiel

__all__ = ["SpielGame", "SpielState", "register", "spiel_game"]

PREFIX = "rookery_"  # of a game's name in OpenSpiel
PLAIN = " /+-_.;:?!'&*@#<>|"  # beside letters and digits: what a text in parameters holds as it is


# ── OpenSpiel's three words for a game: game, state, observer ────────────────
class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """What OpenSpiel asks of a position; see its documentation for what each means."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.line = game.line

    def current_player(self) -> int:
        mover = self.line.position.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        return self.line.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.line.position.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return sorted(self.line.position.chances.items())

    def _apply_action(self, action: int) -> None:
        self.line = self.line.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.line.position.format(action)

    def returns(self) -> list[float]:
        outcome = self.line.position.outcome
        return list(outcome.utilities) if outcome else [0.0] * self.line.position.players

    def __str__(self) -> str:
        """The picture as everybody sees it, and all of the position in one line."""
        return f"{self.line.position}\n{self.line.position.text}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A state with another past and present, of which the player remembers the same at every ply."""
        if not self.line.position.game.facts.hidden:
            return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types
        generator = np.random.default_rng([int(probability_sampler() * 2**32) for _ in range(2)])
        state = self.get_game().new_initial_state()
        for line in self.line.retold(player, generator)[1:]:
            state.apply_action(line.action)
            state.line = line  # it remembers already what the player was told
        return state  # type: ignore[no-any-return]  # pyspiel has no types


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Each game has a class of its own, which `register` makes. OpenSpiel keeps what makes games when Python has ended
    already, and a class, unlike a function with arguments, is not freed then, when that is an error."""

    game: Game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Raises UnknownOption, UnreadablePosition."""
        game, facts = self.game, self.game.facts
        known = {option.name for option in facts.options}
        options = {name: unquote(str(value)) for name, value in parameters.items() if name in known}
        players, text = int(parameters["players"]), unquote(parameters["position"])
        if text:
            start = game.position(text, players, **options)
        else:
            start = game.start_with(facts.settings(players, options))
        defaults = _defaults(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=facts.actions, max_chance_outcomes=facts.actions if facts.chance else 0,
            num_players=players, min_utility=-1.0, max_utility=1.0, utility_sum=None if facts.cooperative else 0.0,
            max_game_length=facts.longest,
        )  # fmt: skip
        # what is as always is left out of its name
        super().__init__(_type(game), info, {n: value for n, value in parameters.items() if value != defaults[n]})
        self.line = Line(start)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.facts.longest if self.game.facts.chance else 0

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.game, iig_obs_type, params)


class SpielObserver:
    """Who sees what: the player all that it may know, now or with all that it remembers; or only what everybody may
    know; or only what others may not. The player's own view is also there as numbers, if the game has observe.py."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        """Raises CannotPlay."""
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._own = kind is None or kind.private_info == alone
        if params:
            raise CannotPlay(f"observers of {game.facts.name} have no parameters; these were given: {params}")
        if (self._recall and not self._public) or (kind and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS):
            raise CannotPlay(
                "no observer shows the secrets of all players, or what a player remembers without what is public"
            )
        self._game = game
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._own and self._public and not self._recall and game.is_seen:
            index = slots(game.observation)
            self.tensor = np.zeros(index[-1].stop, np.float32)
            self.dict = {slot.name: self.tensor[slot.start : slot.stop].reshape(slot.shape) for slot in index}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.line.position.observation(player).view(np.int8)

    def string_from(self, state: SpielState, player: int) -> str:
        seat, position = player if self._own else SPECTATOR, state.line.position
        if self._recall:
            return state.line.memory_text(seat)
        if self._public:
            return position.view(seat).text
        own, common = position.view(seat).record, position.view(SPECTATOR).record
        names = [name for name in cells_of(self._game.fields) if np.any(own[name] != common[name])]
        return "; ".join(f"{name} {own[name].tolist()}" for name in names)


# ── Names and parameters ─────────────────────────────────────────────────────
def _parameter(option: Option, value: str) -> str | int:
    """A value as OpenSpiel reads it from a game's name: there 5 is a number, and has to be one wherever it stands."""
    return int(value) if all(choice.isdecimal() for choice in option.choices) else quote(value, PLAIN)


def _name(game: Game) -> str:
    """What OpenSpiel calls it; a variant is another game than the one that it was made of."""
    title = game.facts.title
    return PREFIX + title if load(title) is game else game.package.replace(".", "_")


def _defaults(game: Game) -> dict[str, str | int]:
    options = {option.name: _parameter(option, option.choices[0]) for option in game.facts.options}
    return {**options, "players": game.facts.players[0], "position": ""}


@functools.cache
def _type(game: Game) -> Any:
    facts, kinds = game.facts, pyspiel.GameType
    return kinds(
        short_name=_name(game),
        long_name=facts.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if facts.hidden else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.IDENTICAL if facts.cooperative else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(facts.players),
        min_num_players=min(facts.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.is_seen,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(game),
    )


@functools.cache
def register(game: Game) -> str:
    """Let OpenSpiel know a game; its name there."""
    pyspiel.register_game(_type(game), type("SpielGame", (SpielGame,), {"game": game}))
    return _name(game)


def spiel_game(start: Position) -> SpielGame:
    """The game that begins at a whole position. Raises CannotPlay for a view."""
    check_whole(start)
    game = start.game
    first = game.start_with(start.settings)
    values: dict[str, str | int] = {o.name: _parameter(o, start.options[o.name]) for o in game.facts.options}
    values |= {"players": start.players, "position": "" if start == first else quote(start.text, PLAIN)}
    return pyspiel.load_game(register(game), values)  # type: ignore[no-any-return]  # pyspiel has no types


for _title in titles():
    with contextlib.suppress(UnknownGame):  # a package that cannot be loaded says why when it is asked for by title
        register(load(_title))
